//! Reads the part of a position token after `<game>:`. The part after `<game>:` consists of fields that are separated
//! by `_`. One field is the side to move.

use std::ops::Range;

use retrograde::rules::Term;
use retrograde::{NotationError, Side};

use crate::messages::{Token, Turns};

/// One field of a token, with its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'t> {
    /// The text of the field. The text is never empty.
    pub text: &'t str,
    /// The byte offset of the field in the whole text.
    pub start: usize,
}

impl Field<'_> {
    /// Returns the range of the field in the whole text.
    pub fn at(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Returns the fields of `text` in order. Blanks also separate fields. Several separators in a row count as one
/// separator. The function ignores separators at the start and at the end.
pub fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let separates = |c: char| c == '_' || c.is_whitespace();
    let mut next = 0;
    text.split_inclusive(separates).filter_map(move |part| {
        let field = Field { text: part.trim_end_matches(separates), start: next };
        next += part.len();
        (!field.text.is_empty()).then_some(field)
    })
}

/// Reads the side to move. The side is written as a player's name or as the first letter of the name, in upper or lower
/// case. `end` is the length of the whole text. The error for a missing field points to the end of the text.
pub fn read_turn(field: Option<Field<'_>>, end: usize, players: [impl Into<Term>; 2]) -> Result<Side, NotationError> {
    let players = players.map(Into::into);
    let [one, other] = players;
    let names = players.map(Term::word);
    let expected = Turns::Either { first: &names[0][..1], one, second: &names[1][..1], other };
    let Some(field) = field else {
        return Err(NotationError::malformed(end..end, Token::NoTurn { expected }));
    };
    let matches = |side: &Side| {
        let name = names[side.index()];
        field.text.eq_ignore_ascii_case(name) || field.text.eq_ignore_ascii_case(&name[..1])
    };
    Side::BOTH
        .into_iter()
        .find(matches)
        .ok_or_else(|| NotationError::malformed(field.at(), Token::BadTurn { found: field.text.to_owned(), expected }))
}

/// Returns an error if a field follows the last field that the game expects.
pub fn no_more_fields(field: Option<Field<'_>>) -> Result<(), NotationError> {
    match field {
        None => Ok(()),
        Some(field) => Err(NotationError::malformed(field.at(), Token::AtEnd { found: field.text.to_owned() })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_know_their_places() {
        let text = " 3/H2__r \u{3000}a1.d4_";
        let found: Vec<_> = fields(text).map(|field| (field.text, &text[field.at()])).collect();
        assert_eq!(found, [("3/H2", "3/H2"), ("r", "r"), ("a1.d4", "a1.d4")]);
        assert_eq!(fields("r_r_rr").map(|field| field.start).collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!(fields("_ _").count(), 0);
    }

    #[test]
    fn turns_are_read_relaxed() {
        let turn = |text: &str| {
            read_turn(fields(text).next(), text.len(), [Term::new("red", "红方"), Term::new("black", "黑方")])
        };
        for (text, side) in [("r", Side::First), ("RED", Side::First), ("B", Side::Second), ("black", Side::Second)] {
            assert_eq!(turn(text), Ok(side), "{text}");
        }
        let error = turn("white").unwrap_err();
        assert_eq!(error.to_string(), "`white` is not a side to move, expected `_r` (red) or `_b` (black)");
        assert_eq!(
            turn("").unwrap_err().to_string(),
            "the side to move is missing, expected `_r` (red) or `_b` (black)"
        );
    }
}
