//! The interface between a game and the kernel (the solver). The interface uses slots instead of positions.

use std::ops::Range;

use crate::kernel::solve::SolveError;
use crate::rules::game::{Numbered, Reversible, Seed, Slot};
use crate::rules::value::{Depth, Value};

/// A game with un-moves, in terms of slots instead of positions. The kernel uses a game only through this interface.
pub(crate) trait Predecessors: Sync {
    /// Whether wins at once (wins in 1 ply) are elided; see [`Numbered`](crate::Numbered).
    const AT_ONCE: bool;

    /// Whether every move passes the turn to the other side.
    const ALTERNATES: bool;

    /// Returns the number of slots, holes included.
    fn slots(&self) -> u64;

    /// Returns whether one byte per slot will probably suffice; see [`Facts::fits_bytes`](crate::Facts::fits_bytes).
    fn fits_bytes(&self) -> bool {
        false
    }

    /// Visits the seeds of a range of slots, in ascending order.
    fn each_seed(&self, slots: Range<u64>, visit: impl FnMut(Seed));

    /// Visits every distinct predecessor of some slots. The function `visit` receives the index of a slot in `slots`, a
    /// predecessor of this slot, and whether the same side moves at both positions.
    fn each_predecessor_of(&self, slots: &[Slot], visit: impl FnMut(usize, Slot, bool));

    /// Returns whether the position of a slot is an elided win. The kernel calls this method only for wins in 1, and
    /// only if wins at once are elided and turns do not alternate.
    fn is_elided_win(&self, slot: Slot) -> bool {
        let _ = slot;
        false
    }

    /// Returns the positions outside of this solve's slots that are decided before the solve. Returns `None` if there
    /// are none.
    fn outside(&self) -> Option<Outside> {
        None
    }

    /// Visits the predecessors of the outside positions that belong to the part `part` and have a value in `wanted`.
    /// Omits each predecessor that is not a slot of this solve. The function `visit` receives the value of the outside
    /// position, the predecessor, and whether the same side moves at both positions.
    fn each_from_outside(&self, part: u64, wanted: &[Value], visit: impl FnMut(Value, Slot, bool)) {
        let _ = (part, wanted, visit);
    }
}

/// The outside positions of a solve of one tier. An outside position is a child of a position of the tier. An outside
/// position belongs to another tier, and is decided before the solve begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outside {
    /// The number of parts into which the outside positions of this process are divided.
    pub(crate) parts: u64,
    /// The depth of the deepest win or loss among the outside positions.
    pub(crate) decided: Option<Depth>,
    /// The depth of the deepest tie among the outside positions.
    pub(crate) tied: Option<Depth>,
}

/// The kernel's view of a game with un-moves.
pub(crate) struct Unmoves<'g, R>(pub(crate) &'g R);

impl<R: Reversible> Predecessors for Unmoves<'_, R> {
    const AT_ONCE: bool = R::AT_ONCE;
    const ALTERNATES: bool = R::ALTERNATES;

    fn slots(&self) -> u64 {
        self.0.slots()
    }

    fn fits_bytes(&self) -> bool {
        self.0.facts().fits_bytes
    }

    #[inline]
    fn each_seed(&self, slots: Range<u64>, visit: impl FnMut(Seed)) {
        self.0.each_seed(slots, visit);
    }

    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], visit: impl FnMut(usize, Slot, bool)) {
        self.0.each_predecessor_of(slots, visit);
    }

    fn is_elided_win(&self, slot: Slot) -> bool {
        is_elided_win(self.0, slot)
    }
}

/// Returns whether the position of a slot is an elided win.
pub(super) fn is_elided_win<N: Numbered>(game: &N, slot: Slot) -> bool {
    game.position(slot).is_some_and(|position| game.over(&position).is_none() && game.elides_win(&position))
}

crate::messages! {
    /// An error that the kernel finds in a game. The game breaks a law, which is a property that every game must have.
    pub(crate) enum Unsound {
        Stuck: "the game is not over here, but there is no move", "这里对局没有结束，却没有走法";
        OnePlace: "two different positions compare as equal", "两个局面不同，顺序上却是同一位置";
        ChildWithout: "a move leads to a slot without a position", "有走法通向没有局面的编号";
        Beyond: "an un-move leads beyond the last slot", "有反向走子超出最后的编号";
        DeepSeed: "a seed must be an ending, a win in 1, or a loss in 1 or 2", "初值不是终局、一步胜或两步负";
        OtherSeeds: "the number of seeds is not the number of slots", "初值与编号不是一一对应";
        UnmoveToHole: "an un-move leads to a hole", "有反向走子通向没有局面的编号";
        OtherMoves: "the moves that lead here have changed", "通向这里的走法与先前不同";
    }
}

pub(crate) fn unsound(slot: Slot, seen: Unsound) -> SolveError {
    SolveError::Unsound { slot, law: seen.into() }
}
