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
        let position = game.position(slot).ok_or_else(|| unsound(slot, Unsound::Hole))?;
        let turn = game.turn(&position);
        let winner = if won { turn } else { turn.other() };
        game.each_predecessor(slot, &position, |parent, mover| visit(parent, mover == winner));
        Ok(())
    }
}

/// The cell of a position that is not over and has so many distinct children.
#[inline]
pub(crate) fn open(slot: Slot, moves: u32) -> Result<Cell, SolveError> {
    match moves {
        0 => Err(unsound(slot, Unsound::Stuck)),
        moves => Cell::open(moves).ok_or(SolveError::TooDeep { slot }),
    }
}

crate::messages! {
    /// What is seen of a game that breaks a law, while it is solved.
    pub(crate) enum Unsound {
        Stuck: "the game is not over here, but there is no move", "这里对局没有结束，却没有走法";
        Hole: "a position became a hole", "原有的局面没有了";
        OnePlace: "two positions differ, but have the same place in their order", "两个局面不同，顺序上却是同一位置";
        ChildWithout: "a move leads to a slot without a position", "有走法通向没有局面的编号";
        Beyond: "an un-move leads beyond the last slot", "有反向走子超出最后的编号";
        TooManyUnmoves: "more un-moves lead here than moves lead away", "通向这里的反向走子多于从这里出发的走法";
        UnmoveToHole: "an un-move leads to a hole", "有反向走子通向没有局面的编号";
        OtherMoves: "other moves lead here than before", "通向这里的走法与先前不同";
    }
}

pub(crate) fn unsound(slot: Slot, seen: Unsound) -> SolveError {
    SolveError::Unsound { slot, law: seen.into() }
}
