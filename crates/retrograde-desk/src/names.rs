//! The names that people know a game by: its id, and the numbers and titles of its problem, in English and Chinese.
//!
//! Case, blanks and punctuation do not count: `LOJ #3958` is `loj3958`. A name that two things share means neither, and both are told.

use retrograde::author::plain;
use thiserror::Error;

/// Something that goes by several names.
#[derive(Clone, Debug)]
pub struct Named<T> {
    /// The name that it gives itself, and that no other thing has.
    pub id: &'static str,
    /// Its other names, in any spelling; another thing may share some.
    pub names: Vec<&'static str>,
    /// The thing.
    pub thing: T,
}

impl<T> Named<T> {
    /// A thing with an id and no other name.
    pub const fn new(id: &'static str, thing: T) -> Self {
        Self { id, names: Vec::new(), thing }
    }

    /// The same names of another thing.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Named<U> {
        Named { id: self.id, names: self.names, thing: make(self.thing) }
    }

    fn is_called(&self, plain_name: &str) -> bool {
        self.names.iter().any(|name| plain(name) == plain_name)
    }
}

/// Why a name leads to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// Nothing is called so.
    #[error("nothing is called {name:?}")]
    Unknown {
        /// The name.
        name: String,
        /// What is meant, perhaps.
        near: Option<Near>,
        /// The ids there are.
        known: Vec<&'static str>,
    },
    /// Several things are called so.
    #[error("{name:?} is a name of {}", meanings.join(" and of "))]
    Ambiguous {
        /// The name.
        name: String,
        /// Their ids.
        meanings: Vec<&'static str>,
    },
}

/// A name that is like an unknown one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The name.
    pub name: &'static str,
    /// The id of what is called so.
    pub id: &'static str,
}

/// Whether a thing is meant.
type Way<'w, T> = &'w dyn Fn(&Named<T>) -> bool;

/// The thing of a name: that whose id it is; else that whose id it is but for the spelling; else the only one called so.
///
/// # Errors
/// Nothing is called so, or several things are.
pub fn find<T>(name: &str, things: impl IntoIterator<Item = Named<T>>) -> Result<T, NameError> {
    let mut things: Vec<Named<T>> = things.into_iter().collect();
    let plain_name = plain(name);
    let ways: [Way<'_, T>; 3] =
        [&|it| it.id == name, &|it| plain(it.id) == plain_name, &|it| it.is_called(&plain_name)];
    let meant = |way: Way<'_, T>| (0..things.len()).filter(|&index| way(&things[index])).collect::<Vec<_>>();
    let meanings = ways.into_iter().map(meant).find(|meanings| !meanings.is_empty());
    match meanings.as_deref() {
        Some(&[only]) if !plain_name.is_empty() => Ok(things.swap_remove(only).thing),
        Some(several @ [_, _, ..]) => {
            let meanings = several.iter().map(|&index| things[index].id).collect();
            Err(NameError::Ambiguous { name: name.to_owned(), meanings })
        }
        // A longer text is no name of anything, and takes long to compare.
        _ => {
            let near = if plain_name.len() > LONGEST { None } else { near(&plain_name, &things) };
            let known = things.iter().map(|thing| thing.id).collect();
            Err(NameError::Unknown { name: name.to_owned(), near, known })
        }
    }
}

/// The most bytes of a name that is compared.
const LONGEST: usize = 64;

/// How much a name must be like an id, and like another name, to mean it.
const LIKE_AN_ID: f64 = 0.7;
const LIKE_A_NAME: f64 = 0.8;
/// One of two Chinese characters says as much.
const LIKE_A_CHINESE_NAME: f64 = 0.66;

/// The name most like an unknown one, if it is like enough to be meant, and means one thing only.
fn near<T>(plain_name: &str, things: &[Named<T>]) -> Option<Near> {
    let is_shared = |name: &str| things.iter().filter(|thing| thing.is_called(&plain(name))).count() > 1;
    let ids = things.iter().map(|thing| (Near { name: thing.id, id: thing.id }, LIKE_AN_ID));
    let others = things.iter().flat_map(|thing| {
        let least = |name: &str| if name.is_ascii() { LIKE_A_NAME } else { LIKE_A_CHINESE_NAME };
        let near = |&name: &&'static str| (Near { name, id: thing.id }, least(name));
        thing.names.iter().filter(|name| !is_shared(name)).map(near).collect::<Vec<_>>()
    });
    let likeness = |near: &Near| strsim::jaro_winkler(plain_name, &plain(near.name));
    let rated = ids.chain(others).map(|(near, least)| (likeness(&near), least, near));
    let likely = rated.filter(|(likeness, least, _)| likeness > least);
    // Of equals the first, so that an id comes before a name.
    likely.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, _, near)| near)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn things() -> Vec<Named<u32>> {
        vec![
            Named { id: "pawn", names: vec!["loj3958", "过河卒", "chess"], thing: 1 },
            Named { id: "cannons", names: vec!["象棋", "chess"], thing: 2 },
            Named::new("chess-2", 3),
        ]
    }

    #[test]
    fn spelling_does_not_count() {
        for (name, thing) in [
            ("pawn", 1),
            ("PAWN", 1),
            ("LOJ #3958", 1),
            ("ＬＯＪ３９５８", 1),
            ("过河卒", 1),
            (" 象棋 ", 2),
            ("Chess 2", 3),
        ] {
            assert_eq!(find(name, things()), Ok(thing), "{name}");
        }
    }

    #[test]
    fn a_shared_name_is_refused_with_its_meanings() {
        let meanings = vec!["pawn", "cannons"];
        assert_eq!(find("Chess", things()), Err(NameError::Ambiguous { name: "Chess".to_owned(), meanings }));
    }

    #[test]
    fn the_nearest_name_is_told_with_what_it_means() {
        let near = |name: &str| match find(name, things()) {
            Err(NameError::Unknown { near, .. }) => near.map(|near| (near.name, near.id)),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(near("pawns"), Some(("pawn", "pawn")));
        assert_eq!(near("loj3985"), Some(("loj3958", "pawn")));
        assert_eq!(near("过河兵"), Some(("过河卒", "pawn")));
        assert_eq!(near("象旗"), Some(("象棋", "cannons")));
        assert_eq!(near("ches-2"), Some(("chess-2", "chess-2")));
        for name in ["xyzzy", "", " ", "#"] {
            assert_eq!(near(name), None, "{name:?}");
        }
    }
}
