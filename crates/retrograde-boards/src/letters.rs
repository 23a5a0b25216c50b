//! The letters that stand for pieces in tokens and in the start of a game file.

use crate::description::KindOfPiece;

/// The maximum number of pieces of a kind in a hand.
pub(crate) const MOST_HELD: u8 = 99;

/// The side and the kind of the piece that `letter` represents in tokens.
pub(crate) fn piece(kinds: &[KindOfPiece], letter: char) -> Option<(u8, u8)> {
    kinds.iter().enumerate().find_map(|(kind, known)| {
        let side = known.shown.iter().position(|shown| *shown == letter)?;
        Some((side as u8, kind as u8))
    })
}

/// Reads a letter and a number, such as `M9`. Returns the side, the kind, and the number of pieces.
pub(crate) fn hand(text: &str, kinds: &[KindOfPiece]) -> Option<(u8, u8, u8)> {
    let (side, kind) = piece(kinds, text.chars().next()?)?;
    let digits = text.get(1..).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
    let number: u8 = digits.parse().ok().filter(|number| *number <= MOST_HELD)?;
    Some((side, kind, number))
}
