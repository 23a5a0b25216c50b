//! Who wins a start: the game's shortcut, a match of layers.
//!
//! Both players stay on shortest paths between the homes; let D be their length.
//!
//! * D odd: A comes first to wherever they meet, jumps, and wins.
//! * D even: B wins if it can stand on A's square at half way, whatever path A takes; else A wins.
//!
//! Let layer k be the squares on shortest paths at distance k from A's home. After k moves of each, A stands on some
//! a of layer k, and B on some b of layer D - k. B can still meet A, `meets(a, b)`, if and only if
//!
//! * at half way, a = b;
//! * before, for each next square a' of A there is a next square b' of B with `meets(a', b')`.
//!
//! B wins if and only if `meets` holds of the homes. The theorem gives the winner of a start, not the depth. It
//! was checked against exhaustive play on all boards up to 4x4 and on tens of thousands of larger ones; the tests
//! repeat some of it. That each A's square can be *reached* by B at half way is not enough: paths may wind round
//! obstacles so that B must commit itself before A does.
//!
//! So the match needs no more than two layers at a time: search from both homes until the sides meet, which is half way, then
//! go back layer by layer (`paths.rs`) with the pairs of squares that `meets` holds of
//! (`meetings.rs`). It ends before the homes
//!
//! * if some a has no b at all: A goes there, and wins;
//! * if there is one a only, and it has a b: B goes there, and wins.
//!
//! [`plain`](super::plain) is the same match without any of this.

use retrograde::{BySide, Side};

use super::meetings::{Meetings, Stepper};
use super::paths::{Fork, Paths};
use super::{A, B};
use crate::grid::{Grid, Square};

pub use super::witness::Witness;

/// The winner of the game from its start on `grid`, A to move; `None` if no path joins the homes, which leaves
/// the game without an end. For many boards, make one [`Match`].
pub fn winner(grid: &Grid, homes: BySide<Square>) -> Option<Side> {
    Match::default().winner(grid, homes)
}

/// Whether a path joins the homes.
pub fn is_joined(grid: &Grid, homes: BySide<Square>) -> bool {
    Paths::default().search(grid, homes).is_some()
}

/// A workspace for the match of layers, which serves one board after the other.
#[derive(Default)]
pub struct Match {
    pub(super) paths: Paths,
    pub(super) meetings: Meetings,
    forks: BySide<Vec<Fork>>,
    stepper: Stepper,
}

impl Match {
    /// The winner of the game from its start on `grid`, A to move; `None` if no path joins the homes.
    ///
    /// # Panics
    /// If the board has 2^32 squares, with a border of one around it.
    ///
    /// # Complexity
    /// O(squares) for the search. Then for each two layers that face each other, of w squares, O(w^2 / 64) operations on words
    /// that are regular enough for vector instructions; O(w) if all pairs that meet are near a diagonal, as on open boards.
    /// One byte a square, four more for each on a shortest path, and about two bits for each pair of the widest layers.
    pub fn winner(&mut self, grid: &Grid, homes: BySide<Square>) -> Option<Side> {
        let length = self.paths.search(grid, homes)?;
        Some(if length % 2 == 0 && self.b_meets_a(length / 2) { B } else { A })
    }

    /// Whether `meets` holds of the homes, `half` steps from the layer at which the search has ended.
    fn b_meets_a(&mut self, half: usize) -> bool {
        self.start_half_way();
        for distance in (0..half).rev() {
            if self.paths.width(A) == 1 {
                return true;
            }
            self.step_back(distance);
            if !self.stepper.all_meet() {
                return false;
            }
        }
        true
    }

    /// Half way, `meets` holds of equal squares.
    pub(super) fn start_half_way(&mut self) {
        self.meetings.set_identity(self.paths.width(A));
    }

    /// Takes both sides one step back, to that distance from their homes.
    pub(super) fn step_back(&mut self, distance: usize) {
        for side in Side::BOTH {
            self.paths.step_back(side, distance, &mut self.forks[side]);
        }
        self.stepper.step_back(&mut self.meetings, &self.forks);
    }
}
