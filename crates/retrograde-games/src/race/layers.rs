//! Who wins a start: the game's shortcut, a match of layers, and the proof that it is right.
//!
//! # The theorem
//!
//! Let D be the number of steps of a shortest path between the homes.
//!
//! * D odd: A wins.
//! * D even: B wins if it can stand on A's square at half way, whatever shortest path A takes; else A wins.
//!
//! Let layer k be the squares on shortest paths at distance k from A's home. While both keep to such paths, A stands on some
//! a of layer k after k moves of each, and B on some b of layer D - k. B can still meet A, `meets(a, b)`, if and only if
//!
//! * at half way, a = b;
//! * before, for each next square a' of A there is a next square b' of B with `meets(a', b')`.
//!
//! B wins if and only if D is even and `meets` holds of the homes. The theorem gives the winner of a start, not the depth. Without a
//! path nobody ever arrives, and there is always a move, be it a pass: a draw. That each A's square can be *reached* by B at
//! half way is not enough: paths may wind round obstacles so that B must commit itself before A does.
//!
//! # The proof
//!
//! The loser may wander as it likes. What is proved is that the winner W wins against any play of the loser L by keeping to
//! shortest paths between the homes. Let W stand on the j-th square of such a path, its home being the 0th, so that w = D - j steps
//! are left to it; if L's token stands on its next square, W jumps over it along the path. Let l be the distance from L's token to W's
//! home. With a path every token has a square next to it, so nobody passes.
//!
//! *1. The race.* Let W be to move, w <= l, and let L never jump over W with j <= D/2. Then W wins. Each turn of W takes one step
//! or two from w, and if L's token stands at its home, touching it is enough. A step of L takes at most one from l. A jump of L goes
//! onto W's square, which is j from W's home, and one step farther, so that l >= j - 1 after it; and w = D - j <= j - 1, as
//! 2j > D. So w <= l whenever W is to move again. L has not arrived, as w > 0; nor has it touched W's home on the way, as j > 0. As w
//! gets smaller with every turn of W, W arrives.
//!
//! *2. No jump comes early.* Let W be A, and let B make its first jump in its n-th turn. It has made n - 1 steps before, and A has made n
//! turns, so that j >= n. The n-th step takes B from its home, at most n steps away, onto A's square, which is D - j away: D - j <= n <= j.
//! So j >= D/2; and if j = D/2, then n = j: A has gone straight to a square at half way, and B has gone straight to the same. From
//! then on j grows, so that all later jumps have j > D/2.
//!
//! *3. D odd.* A takes any shortest path. At the start w = l = D, and by 2 every jump of B has j > D/2. By 1 A wins.
//!
//! *4. D even, and `meets` does not hold of the homes.* Before half way the layers differ, so that no straight step is a jump. As long as
//! B has gone straight, A has a next square a' such that `meets(a', b')` holds of no next square b' of B, and goes there. So at half
//! way B cannot step onto A's square. If B has left the shortest paths, it cannot step onto A's square at half way at all, by 2, and from
//! there, as after half way, A takes any shortest path. So every jump of B has j > D/2, and by 1 A wins.
//!
//! *5. D even, and `meets` holds of the homes.* Before half way the layers differ, so that no straight step is a jump. As long as A goes
//! straight, B answers each a' by a b' such that `meets(a', b')` holds. At half way that is a step onto A's square, and B jumps on along a
//! shortest path, to j = D/2 + 1: w = D/2 - 1 (if that is 0, B has arrived), and l = D/2, with A to move. A step of A leaves l >= w; a
//! jump has j > D/2, and leaves l >= w as in 1. By 1 B wins.
//!
//! If A does not go straight, let its k-th turn be the first other step, k <= D/2. It is no jump: B's square is D - k + 1 > k steps from
//! A's home. A was D - k + 1 from B's home, and on a chessboard a step changes that by one; it does not shorten it, as such steps
//! are straight. So l = D - k + 2, while w = D - k + 1 with B to move: w < l. From here on B takes any shortest path. Before A's first jump, let A have made t turns, and B as many, so that j >= t. A has lost two steps: l >= D - t + 2. It
//! stands next to B's square, which is j from B's home: l <= j + 1. So D - j + 2 <= j + 1, which is j > D/2, and later jumps have a
//! larger j. By 1 B wins. ∎
//!
//! The proof does not ask whether the second step of a jump is forced: a token that stays on the other's square is no nearer than j. The
//! tests follow it on small boards, for every move that the winner may choose and every reply of the loser, jumps of all kinds
//! included: w <= l whenever the winner is to move (w = l + 1 only while B goes to meet an A that has gone straight), and j > D/2
//! whenever the loser jumps. They compare the theorem with exhaustive play, too.
//!
//! # The program
//!
//! The match needs no more than two layers at a time: search from both homes until the sides meet, which is half way, then
//! go back layer by layer (`paths.rs`) with the pairs of squares that `meets` holds of
//! (`meetings.rs`). It ends before the homes
//!
//! * if some a has no b at all: A goes there, and wins;
//! * if there is one a only, and it has a b: B goes there, and wins.
//!
//! [`plain`](super::plain) is the same match without any of this.

use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Side};

use super::meetings::{Meetings, Stepper};
use super::paths::{Fork, Paths};
use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::Square;

/// The winner of the game from its start on `grid`, A to move; `None` if no path joins the homes, which leaves
/// the game without an end. For many boards, make one [`Match`].
pub fn winner(grid: &Grid, homes: BySide<Square>) -> Option<Side> {
    Match::default().winner(grid, homes)
}

/// Whether a path joins the homes.
pub fn is_joined(grid: &Grid, homes: BySide<Square>) -> bool {
    Match::default().is_joined(grid, homes)
}

/// A workspace for the match of layers, which serves one board after the other.
#[derive(Default)]
pub struct Match {
    pub(super) paths: Paths,
    pub(super) meetings: Meetings,
    forks: BySide<Vec<Fork>>,
    stepper: Stepper,
}

/// Boards with more squares may have layers that are worth asking for.
const MANY: u64 = 1 << 20;
/// The bytes of layers and pairs for each square of such a board: open boards take less.
const LAYERS: u64 = 2;

impl Match {
    /// Makes room for a board, so that [`winner`](Self::winner) hardly allocates.
    ///
    /// # Errors
    /// [`NoMemory`].
    pub fn reserve(&mut self, grid: &Grid) -> Result<(), NoMemory> {
        self.paths.reserve(grid)?;
        let squares = (grid.rows() * grid.columns()) as u64;
        if squares > MANY { memory::admit(LAYERS * squares) } else { Ok(()) }
    }

    /// The winner of the game from its start on `grid`, A to move; `None` if no path joins the homes.
    ///
    /// # Panics
    /// If the board has 2^32 squares, with a border of one around it.
    ///
    /// # Complexity
    /// O(squares) for the search. Then for each two layers that face each other, of w squares, O(w^2 / 64) operations on words
    /// that are regular enough for vector instructions; O(w) if all pairs that meet are near a diagonal, as on open boards.
    /// One byte a square, two more for each on a shortest path, and about two bits for each pair of the widest layers.
    pub fn winner(&mut self, grid: &Grid, homes: BySide<Square>) -> Option<Side> {
        let length = self.paths.search(grid, homes)?;
        Some(if length % 2 == 0 && self.b_meets_a(length / 2) { B } else { A })
    }

    /// Whether a path joins the homes.
    pub fn is_joined(&mut self, grid: &Grid, homes: BySide<Square>) -> bool {
        self.paths.search(grid, homes).is_some()
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
        self.fork_back(distance);
        self.stepper.step_back(&mut self.meetings, &self.forks);
    }

    /// The same of the layers alone, without the pairs that meet: the forks of both sides' squares.
    pub(super) fn fork_back(&mut self, distance: usize) -> &BySide<Vec<Fork>> {
        for side in Side::BOTH {
            self.paths.step_back(side, distance, &mut self.forks[side]);
        }
        &self.forks
    }
}
