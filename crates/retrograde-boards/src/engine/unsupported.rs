//! The reasons why the engine does not support a description or a position.

use thiserror::Error;

use crate::description::Description;

/// The reason why the engine does not support a description. Without the engine, only the interpreter can play the
/// description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The engine does not support this part of the rules.
    #[error("the engine does not derive this game: {0}")]
    Rules(&'static str),
    /// The engine does not support the pieces of the position from which the caller wants to derive a numbering.
    #[error("the engine does not derive this game: {0}")]
    Pieces(&'static str),
    /// The numbering would have too many slots.
    #[error("the engine does not derive this game: its numbering needs about {slots} slots, expected at most {most}")]
    Slots {
        /// An estimate of the number of slots.
        slots: u128,
        /// The limit.
        most: u64,
    },
}

/// Whether the engine can play a description's rules for turns.
pub(super) fn supported(description: &Description) -> Result<(), Unsupported> {
    let reasons = [
        (description.board.squares.len() > 64, "the board has more than 64 squares"),
        (description.royal.is_some() && description.turn.len() > 1, "a piece is royal, and moves have priorities"),
        (description.board.rows.len() > 8, "there are more than eight families of rows"),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, reason)| Err(Unsupported::Rules(reason)))
}
