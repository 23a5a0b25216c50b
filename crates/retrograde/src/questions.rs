//! All that is asked of a solved game, written once: over a [`Board`] and its [`Values`], by slot.

use std::cmp::Reverse;

use thiserror::Error;

use crate::board::{Action, Board, Here};
use crate::certificate::TooManyClaims;
use crate::game::Slot;
use crate::solution::{Probe, RatedMove, Waste};
use crate::trace::TraceError;
use crate::value::Value;
use crate::values::{Unreadable, Values};

/// A board and the values of its slots, to be asked.
///
/// [`Solution`](crate::Solution) asks the same questions by position.
#[derive(Clone, Copy)]
pub struct Questions<'a> {
    board: &'a dyn Board,
    values: &'a dyn Values,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The table does not hold the position: it cannot be reached from the starts that were explored, or it belongs to
    /// another instance.
    #[error("the table does not hold the position")]
    NotHeld,
    /// A move leads to a position without a slot, or without a value: the game breaks a law.
    #[error("the move {action} in {position} leads to a position that the table does not hold")]
    Unnumbered {
        /// The position, in Rust's debug form.
        position: String,
        /// The move.
        action: String,
    },
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// There is no log.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// There is no certificate.
    #[error(transparent)]
    TooManyClaims(#[from] TooManyClaims),
}

impl<'a> Questions<'a> {
    /// Asks the values of a board.
    pub const fn new(board: &'a dyn Board, values: &'a dyn Values) -> Self {
        Self { board, values }
    }

    /// The board.
    pub const fn board(self) -> &'a dyn Board {
        self.board
    }

    /// The values.
    pub const fn values(self) -> &'a dyn Values {
        self.values
    }

    /// The value of a slot for the player to move there.
    pub fn value(self, slot: Slot) -> Result<Value, QuestionError> {
        self.values.value(slot)?.ok_or(QuestionError::NotHeld)
    }

    /// What is in a slot.
    pub fn here(self, slot: Slot) -> Result<Here, QuestionError> {
        self.board.here(slot).ok_or(QuestionError::NotHeld)
    }

    /// The value of a slot, and every legal move with its own.
    pub fn probe(self, slot: Slot) -> Result<Probe<Action, Slot>, QuestionError> {
        let (value, Here { turn, ending }) = (self.value(slot)?, self.here(slot)?);
        Ok(Probe { turn, value, ending, moves: self.rated(slot, value)? })
    }

    /// The legal moves of a position worth `best`, best first, equal ones by their text.
    fn rated(self, slot: Slot, best: Value) -> Result<Vec<RatedMove<Action, Slot>>, QuestionError> {
        let turn = self.here(slot)?.turn;
        let mut moves = Vec::new();
        for step in self.board.steps(slot) {
            let held = step.child.map(|child| Ok::<_, Unreadable>((child, self.values.value(child)?))).transpose()?;
            let Some((child, Some(child_value))) = held else {
                return Err(self.unnumbered(slot, &step.action));
            };
            let value = child_value.for_parent(step.there.turn == turn).one_ply_earlier();
            let (waste, ending) = (Waste::of(value, best), step.there.ending);
            moves.push(RatedMove { action: step.action, child, child_value, value, waste, ending });
        }
        moves
            .sort_by(|a, b| Reverse(a.value).cmp(&Reverse(b.value)).then_with(|| a.action.text().cmp(b.action.text())));
        Ok(moves)
    }

    fn unnumbered(self, slot: Slot, action: &Action) -> QuestionError {
        QuestionError::Unnumbered { position: self.board.debug(slot), action: action.to_string() }
    }
}
