//! The reasons why the engine does not derive a game.

use thiserror::Error;

use crate::description::Description;

/// The reason why a description needs the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// A part of the rules.
    #[error("the engine does not derive this game: {0}")]
    Rules(&'static str),
    /// The pieces of the position from which a numbering was to be derived.
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
        (description.royal.is_some(), "a piece is royal"),
        (description.board.rows.len() > 8, "there are more than eight families of rows"),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, reason)| Err(Unsupported::Rules(reason)))
}
