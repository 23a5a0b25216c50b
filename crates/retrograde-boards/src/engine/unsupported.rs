//! The reasons why the engine does not derive a game.

use thiserror::Error;

use crate::description::Description;

/// The reason why a description needs the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engine does not derive this game: {0}")]
pub struct Unsupported(pub(super) &'static str);

/// Whether the engine can play a description's rules for turns.
pub(super) fn supported(description: &Description) -> Result<(), Unsupported> {
    let reasons = [
        (description.board.squares.len() > 64, "the board has more than 64 squares"),
        (description.royal.is_some(), "a piece is royal"),
        (description.board.rows.len() > 8, "there are more than eight families of rows"),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, reason)| Err(Unsupported(reason)))
}
