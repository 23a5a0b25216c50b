//! The reasons why the engine does not derive a game.

use thiserror::Error;

use crate::description::{CountTerm, Description, Test, Verdict};

/// The reason why a description needs the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engine does not derive this game: {0}")]
pub struct Unsupported(pub(super) &'static str);

/// Whether the engine can play a description's rules for turns.
pub(super) fn supported(description: &Description) -> Result<(), Unsupported> {
    let is_count = |test: &Test| matches!(test, Test::Count(counts, ..) if !counts.contains(&CountTerm::Empty));
    let endings = || description.endings.iter().flat_map(|rule| &rule.when);
    let moves = || description.turn.iter().flatten().map(|&rule| &description.moves[rule]);
    let reasons = [
        (description.board.squares.len() > 64, "the board has more than 64 squares"),
        (description.turn.len() > 1, "some moves are obligations"),
        (description.royal.is_some(), "a piece is royal"),
        (description.no_move == Verdict::OwnWins, "a side without a move wins"),
        (moves().any(|rule| rule.then.is_some()), "a move has several parts"),
        (!moves().flat_map(|rule| &rule.when).all(is_count), "a test of a move looks at squares"),
        (endings().any(|test| matches!(test, Test::Somewhere(_))), "an ending looks at conditions of squares"),
        (description.board.rows.len() > 8, "there are more than eight families of rows"),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map_or(Ok(()), |(_, reason)| Err(Unsupported(reason)))
}
