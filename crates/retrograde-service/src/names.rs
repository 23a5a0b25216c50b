//! The names of games and formats. A name is an id, or the number or the title of a contest's problem, in English or
//! Chinese.
//!
//! Upper and lower case, spaces and punctuation do not matter in a name, so `LOJ #3958` is equal to `loj3958`. If two
//! games or formats share a name, the name is ambiguous, and the error lists both.

use retrograde::author::plain;
use thiserror::Error;

/// A game, a format or another object, with its id and its other names.
#[derive(Clone, Debug)]
pub struct Named<T> {
    /// The id, which no other object has.
    pub id: &'static str,
    /// The other names. Several objects may share one name. Upper and lower case, spaces and punctuation do not matter
    /// in these names.
    pub names: Vec<&'static str>,
    /// The object itself.
    pub thing: T,
}

impl<T> Named<T> {
    /// Returns an object with an id and no other name.
    pub const fn new(id: &'static str, thing: T) -> Self {
        Self { id, names: Vec::new(), thing }
    }

    /// Returns another object with the same names.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Named<U> {
        Named { id: self.id, names: self.names, thing: make(self.thing) }
    }

    fn is_called(&self, plain_name: &str) -> bool {
        self.names.iter().any(|name| plain(name) == plain_name)
    }
}

/// The reason why a name does not refer to exactly one object.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// No object has this name.
    #[error("nothing is called {name:?}")]
    Unknown {
        /// The unknown name.
        name: String,
        /// A known name that the user may have meant.
        near: Option<Near>,
        /// The known ids.
        known: Vec<&'static str>,
    },
    /// Several objects have this name.
    #[error("{name:?} is a name of {}", meanings.join(" and of "))]
    Ambiguous {
        /// The ambiguous name.
        name: String,
        /// The ids of the objects that have the name.
        meanings: Vec<&'static str>,
    },
}

/// A known name that is similar to an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The name.
    pub name: &'static str,
    /// The id of the object that has this name.
    pub id: &'static str,
}

/// A function that tests whether an object has the wanted name.
type Way<'w, T> = &'w dyn Fn(&Named<T>) -> bool;

/// Finds the object that a name refers to. The function prefers an object whose id is exactly this name. The second
/// choice is an object whose id differs from the name only in case, spaces or punctuation. The third choice is an
/// object that has this name, if no other object has it.
///
/// # Errors
/// No object has this name, or several objects have it.
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
        // A longer text is not a misspelled name, and a comparison with the text would take long.
        _ => {
            let near = if plain_name.len() > LONGEST { None } else { near(&plain_name, &things) };
            let known = things.iter().map(|thing| thing.id).collect();
            Err(NameError::Unknown { name: name.to_owned(), near, known })
        }
    }
}

/// The maximum length in bytes of a name that is compared with the known names.
const LONGEST: usize = 64;

/// The minimum similarity between an unknown name and an id. If the similarity is lower, the hint does not suggest the
/// id. Other constants apply to names other than ids.
const LIKE_AN_ID: f64 = 0.7;
const LIKE_A_NAME: f64 = 0.8;
/// The minimum similarity for Chinese names. The minimum is low because Chinese names are short. Two names of two
/// characters are already similar if one character is equal.
const LIKE_A_CHINESE_NAME: f64 = 0.66;

/// Returns the known name that is most similar to `plain_name`. Ignores names that are not similar enough, and names
/// that several things share.
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
    // If several names are equally similar, the first one wins, so that ids precede other names.
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
