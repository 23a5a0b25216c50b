//! The queries of a solved game. A query gives a position by its slot. The answer is computed from a [`Board`] and its
//! [`Values`].

use std::cmp::Reverse;

use crate::ask::board::{Action, Board, PositionSummary, Step};
use crate::ask::probe::{ProbeResult, RatedMove, Waste};
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::rules::value::Value;
use crate::table::values::{Unreadable, Values};

pub use crate::ask::question_error::QuestionError;

/// A board and the values of its slots, which together answer queries by slot.
///
/// [`Solution`](crate::Solution) answers the same queries for positions instead of slots.
#[derive(Clone, Copy)]
pub struct Questions<'a> {
    board: &'a dyn Board,
    values: &'a dyn Values,
}

impl<'a> Questions<'a> {
    /// Combines a board and its values.
    pub const fn new(board: &'a dyn Board, values: &'a dyn Values) -> Self {
        Self { board, values }
    }

    /// Returns the board.
    pub const fn board(self) -> &'a dyn Board {
        self.board
    }

    /// Returns the values.
    pub const fn values(self) -> &'a dyn Values {
        self.values
    }

    /// Returns the value of the position in a slot, for its side to move.
    pub fn value(self, slot: Slot) -> Result<Value, QuestionError> {
        self.values.value(slot)?.ok_or(QuestionError::NotHeld)
    }

    /// Returns the side to move at the position in a slot, and the ending if the game is over.
    pub fn here(self, slot: Slot) -> Result<PositionSummary, QuestionError> {
        self.board.here(slot).ok_or(QuestionError::NotHeld)
    }

    /// Returns the value of a slot, and every legal move with its value.
    pub fn probe(self, slot: Slot) -> Result<ProbeResult<Action, Slot>, QuestionError> {
        self.probe_by(slot, self.board.steps(slot))
    }

    /// Like [`probe`](Self::probe), for callers that already have the [steps](Board::steps) of the slot.
    pub fn probe_by(self, slot: Slot, steps: Vec<Step>) -> Result<ProbeResult<Action, Slot>, QuestionError> {
        let (value, PositionSummary { turn, ending }) = (self.value(slot)?, self.here(slot)?);
        Ok(ProbeResult { turn, value, ending, moves: self.rated(slot, turn, value, steps)? })
    }

    /// Returns the legal moves of a position. The value of the position is `best`. The moves are sorted by value (best
    /// first), then by text.
    fn rated(
        self,
        slot: Slot,
        turn: Side,
        best: Value,
        steps: Vec<Step>,
    ) -> Result<Vec<RatedMove<Action, Slot>>, QuestionError> {
        let mut moves = Vec::new();
        for step in steps {
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
