//! Filters in a search for positions. The module parses the words of a filter, and rejects filters that no position of
//! the game can match.

use retrograde::ask::PositionSummary;
use retrograde::author::About;
use retrograde::table::Cell;
use retrograde::{Depth, Filter, Kind, Side};

use crate::failure::Failure;
use crate::messages::{Hint, Thing, Wrong};

/// Returns the side with the name `name`. The name can be the English name of the side, the first letter of the English
/// name (in upper or lower case), or the Chinese name.
///
/// # Errors
/// The game has no side with this name.
pub fn side(name: &str, about: &About) -> Result<Side, Failure> {
    side_named(name, about).ok_or_else(|| Failure::unknown("unknown-side", Thing::Side, name, &about.sides))
}

/// Like [`side`], but returns `None` if the game has no side with this name.
pub fn side_named(name: &str, about: &About) -> Option<Side> {
    let name = name.to_lowercase();
    let is_meant = |side: &Side| {
        let (id, chinese) = (about.side(*side), about.sides_zh[side.index()]);
        name == id || name == chinese.to_lowercase() || id.chars().next().is_some_and(|first| name.chars().eq([first]))
    };
    Side::BOTH.into_iter().find(is_meant)
}

/// Returns the class (win, loss, tie or draw) with the name `word`.
///
/// # Errors
/// There is no class with this name.
pub fn kind(word: &str) -> Result<Kind, Failure> {
    let unknown = || Failure::unknown("unknown-value", Thing::Value, word, &Kind::ALL.map(Kind::word));
    Kind::from_word(word).ok_or_else(unknown)
}

/// Returns an error for a filter that no position of the game can match, so that no useless search starts.
///
/// # Errors
/// The failure describes why no position can match.
pub fn can_be(about: &About, wanted: &Filter) -> Result<(), Failure> {
    match (wanted.kind, &wanted.depth) {
        (Some(Kind::Tie), _) if !about.ties => Err(Failure::usage(Wrong::NoTies { game: about.id }).hint(Hint::Draw)),
        (Some(Kind::Draw), Some(_)) => Err(Failure::usage(Wrong::DrawDepth)),
        (_, Some(depth)) if depth.is_empty() => {
            Err(Failure::usage(Wrong::NoDepth { least: *depth.start(), most: *depth.end() }))
        }
        (_, Some(depth)) if *depth.start() > Cell::MAX => {
            Err(Failure::usage(Wrong::NoDepth { least: *depth.start(), most: Cell::MAX }))
        }
        _ => Ok(()),
    }
}

/// Returns whether an unfinished position matches the filter. `kind` is the class of the position's value, and `depth`
/// the position's depth, if known.
pub fn is_met(wanted: &Filter, here: PositionSummary, kind: Kind, depth: Option<Depth>) -> bool {
    here.ending.is_none()
        && wanted.turn.is_none_or(|turn| turn == here.turn)
        && wanted.kind.is_none_or(|wanted| wanted == kind)
        && wanted.depth.as_ref().is_none_or(|range| depth.is_some_and(|depth| range.contains(&depth.plies())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In an earlier version, tokens accepted `w` for White, but filters did not.
    #[test]
    fn sides_are_called_as_in_tokens() {
        let about = About { sides_zh: ["白方", "黑方"], ..About::new("pawns", ["white", "black"], "", "", []) };
        for (side, names) in
            [(Side::First, ["white", "WHITE", "w", "W", "白方"]), (Side::Second, ["black", "Black", "b", "B", "黑方"])]
        {
            for name in names {
                assert_eq!(side_named(name, &about), Some(side), "{name}");
            }
        }
        for name in ["", "wh", "red", "x"] {
            assert_eq!(side_named(name, &about), None, "{name:?}");
        }
    }
}
