//! What the kernel asks of a game, by slot.

use crate::game::{Reversible, Slot};
use crate::solve::SolveError;
use crate::table::Cell;

/// A game that can take moves back, slot by slot: all that the kernel knows of it.
pub(crate) trait Predecessors: Sync {
    /// The number of slots, holes included.
    fn slots(&self) -> u64;

    /// The cell that a slot starts with: a hole, the value of an ending, or a count of open moves.
    fn seed(&self, slot: Slot) -> Result<Cell, SolveError>;

    /// Visits every distinct predecessor of a slot, which its own mover has `won` or not, each with whether the predecessor's
    /// mover has won the slot.
    fn each_predecessor(&self, slot: Slot, won: bool, visit: impl FnMut(Slot, bool)) -> Result<(), SolveError>;
}

/// The kernel's view of a game with un-moves.
pub(crate) struct Unmoves<'g, R>(pub(crate) &'g R);

impl<R: Reversible> Predecessors for Unmoves<'_, R> {
    fn slots(&self) -> u64 {
        self.0.slots()
    }

    fn seed(&self, slot: Slot) -> Result<Cell, SolveError> {
        let Self(game) = self;
        let Some(position) = game.position(slot) else { return Ok(Cell::HOLE) };
        match game.over(&position) {
            Some(ending) => Ok(Cell::over(ending.value_for(game.turn(&position)))),
            None => open(slot, game.open_moves(&position)),
        }
    }

    #[inline]
    fn each_predecessor(&self, slot: Slot, won: bool, mut visit: impl FnMut(Slot, bool)) -> Result<(), SolveError> {
        let Self(game) = self;
        let position = game.position(slot).ok_or_else(|| unsound(slot, "a position became a hole"))?;
        let turn = game.turn(&position);
        let winner = if won { turn } else { turn.other() };
        game.each_predecessor(slot, &position, |parent, mover| visit(parent, mover == winner));
        Ok(())
    }
}

/// The cell of a position that is not over and has so many distinct children.
pub(crate) fn open(slot: Slot, moves: u32) -> Result<Cell, SolveError> {
    match moves {
        0 => Err(unsound(slot, "the game is not over here, but there is no move")),
        moves => Cell::open(moves).ok_or(SolveError::TooDeep { slot }),
    }
}

pub(crate) fn unsound(slot: Slot, law: &'static str) -> SolveError {
    SolveError::Unsound { slot, law }
}
