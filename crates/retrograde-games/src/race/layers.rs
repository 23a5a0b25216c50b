//! Computes the winner of a start without a table, by comparing layers of squares on shortest paths. This comment
//! proves that the result is correct.
//!
//! # The theorem
//!
//! Let D be the number of steps of a shortest path between the homes.
//!
//! * D odd: A wins.
//! * D even: B wins if B can step onto A's square at half way, for every shortest path of A; otherwise A wins.
//!
//! Let layer k be the set of squares on shortest paths at distance k from A's home. Suppose that both sides keep to
//! shortest paths. After k moves of each side, A then stands on a square a of layer k, and B stands on a square b of
//! layer D - k. B can still meet A, written `meets(a, b)`, if and only if
//!
//! * at half way, a = b;
//! * before half way, for each next square a' of A there is a next square b' of B with `meets(a', b')`.
//!
//! In other words, the theorem says that B wins if and only if D is even and `meets` holds for the homes. The theorem
//! gives the winner of a start, not the depth. If no path exists, the game is a draw, because no token ever arrives,
//! and there is always a move (perhaps a pass). It is not enough that B can *reach* each possible square of A at half
//! way, because on some boards B must choose its path before A chooses its path.
//!
//! # The proof
//!
//! The winner W keeps to shortest paths between the homes, and the loser L may make any moves. The proof shows that W
//! wins against any play of L. Let W stand on square j of a shortest path, which begins with W's home as square 0. Then
//! W still needs w = D - j steps. If L's token stands on the next square, W jumps over L's token along the path. Let l
//! be the distance from L's token to W's home. Because a path exists, every token has a floor square next to it, so no
//! side passes.
//!
//! *1. The race.* If W is to move with w <= l, and L never jumps over W while j <= D/2, then W wins. Each turn of W
//! reduces w by one or two. If L's token stands on L's home, W wins by a step onto this square. A step of L reduces l
//! by at most one. A jump of L leads onto W's square, and then one step farther in any direction. W's square is j steps
//! from W's home, so l >= j - 1 after the jump. L jumps only if j > D/2, so w = D - j <= j - 1. So w <= l still holds
//! when W is to move again. L has not arrived, because l >= w > 0, and L has not touched W's home on a jump, because
//! j > 0. Every turn of W makes w smaller, so W arrives at L's home.
//!
//! *2. No jump comes early.* Let W be A, and let B make its first jump in its n-th turn. Before this turn, B has made
//! n - 1 steps and A has made n turns, so j >= n. B's n-th step puts B on A's square, so A's square is at most n steps
//! from B's home. A's square is D - j steps from B's home. So D - j <= n <= j. Therefore j >= D/2. If j = D/2, then
//! n = j: both A and B have gone on shortest paths to the same square at half way. The number j grows after this jump,
//! so all later jumps have j > D/2.
//!
//! *3. D odd.* A takes any shortest path. At the start w = l = D, and by step 2 every jump of B has j > D/2. So A wins
//! by step 1.
//!
//! *4. D even, and `meets` does not hold for the homes.* Before half way the layers differ, so no step along shortest
//! paths is a jump. As long as B has kept to shortest paths, A has a next square a' such that `meets(a', b')` is false
//! for every next square b' of B, and A goes to a'. So at half way B cannot step onto A's square. If B has left the
//! shortest paths, then by step 2 B cannot step onto A's square at half way at all. After B has left the shortest
//! paths, and after half way, A takes any shortest path. So every jump of B has j > D/2, and A wins by step 1.
//!
//! *5. D even, and `meets` holds for the homes.* Before half way the layers differ, so no step along shortest paths is
//! a jump. As long as A keeps to shortest paths, B answers each step to a' with a step to some b' such that `meets(a',
//! b')` holds. At half way, B's answer is a step onto A's square, and B jumps on along a shortest path, to j = D/2 + 1.
//! After the jump, w = D/2 - 1 and l = D/2, and A is to move. If w = 0, B has arrived. After a step of A, l >= w still
//! holds. A jump of A has j > D/2, and after the jump l >= w holds as in step 1. So B wins by step 1.
//!
//! The remaining case is that A leaves the shortest paths. Let A make its first step off the shortest paths in its k-th
//! turn, with k <= D/2. This step of A is no jump, because B's square is D - k + 1 > k steps from A's home. A was
//! D - k + 1 steps from B's home. A step changes this distance by exactly one, because neighbouring squares of a
//! chessboard have different colours. A's step does not reduce the distance, because a step that reduces it lies on a
//! shortest path. When B is to move, l = D - k + 2 and w = D - k + 1, so w < l. From now on, B takes any shortest path.
//! When A makes its first jump, A stands next to B's square, which is j steps from B's home: l <= j + 1. So
//! D - j + 2 <= j + 1, that is, j > D/2, and later jumps have a larger j. So B wins by step 1. ∎
//!
//! The proof does not depend on whether the second step of a jump is forced. A token that stays on the opponent's
//! square is still j steps from the opponent's home, so l >= j - 1 also holds without a second step. The tests check
//! the proof on small boards, for every move that the winner may choose and every reply of the loser, with all kinds of
//! jumps. The tests check that w <= l whenever the winner is to move. The tests allow only one exception: w = l + 1 is
//! possible while B is the winner, A has kept to shortest paths, and the tokens have not met. The tests also check that
//! j > D/2 whenever the loser jumps. The tests also compare the theorem with exhaustive play.
//!
//! # The program
//!
//! The program needs only two layers at a time. The program searches from both homes until the searches meet at half
//! way. From half way, the program goes back layer by layer (`paths.rs`) and computes the pairs of squares for which
//! `meets` holds (`meetings.rs`). The program stops early in two cases:
//!
//! * if some square a meets no square b: A goes to a, and wins;
//! * if A's layer has only one square a, and a meets some square b: B goes to b, and wins.
//!
//! [`plain`](super::plain) is the same algorithm without these optimizations.

use retrograde::rules::memory::{self, NoMemory};
use retrograde::{BySide, Side};

use super::meetings::{Meetings, Stepper};
use super::paths::{Fork, Paths};
use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::{Layers, Round, Square};

/// Returns the winner of the start on `grid`, with A to move. Returns `None` if no path connects the homes, because the
/// game then never ends. To solve many boards, create one [`Match`] and reuse it.
pub fn winner(grid: &Grid, homes: BySide<Square>) -> Option<Side> {
    Match::default().winner(grid, homes)
}

/// Returns all layers, and the pairs of squares for which `meets` holds. The list of pairs begins at half way, and ends
/// at the homes. If there are more than `most` squares and pairs in all, the lists are empty. Returns `None` if no path
/// connects the homes.
///
/// # Complexity
/// If the lists are empty, the time is O(squares of the board). Otherwise the time is the same as the time of
/// [`Match::winner`] for this board, if `winner` does not stop early.
pub fn report(grid: &Grid, homes: BySide<Square>, most: usize) -> Option<Layers> {
    let mut play = Match::default();
    let length = play.paths.search(grid, homes)?;
    let size = play.count(length);
    if size > most {
        return Some(Layers { length, size, ..Layers::default() });
    }
    play.paths.search(grid, homes)?;
    Some(play.report(length, size))
}

/// Returns whether a path connects the homes.
pub fn is_joined(grid: &Grid, homes: BySide<Square>) -> bool {
    Match::default().is_joined(grid, homes)
}

/// The workspace of the algorithm. A workspace can be reused for many boards.
#[derive(Default)]
pub struct Match {
    pub(super) paths: Paths,
    pub(super) meetings: Meetings,
    forks: BySide<Vec<Fork>>,
    stepper: Stepper,
}

/// If a board has more than this number of squares, [`reserve`](Match::reserve) also checks that enough memory for the
/// layers is free.
const MANY: u64 = 1 << 20;
/// The estimated memory for layers and pairs of squares on a large board, in bytes per square of the board. Boards
/// without walls need less memory.
const LAYERS: u64 = 2;

impl Match {
    /// Reserves memory for a board. After that, [`winner`](Self::winner) rarely allocates.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if the free memory is not enough for the board.
    pub fn reserve(&mut self, grid: &Grid) -> Result<(), NoMemory> {
        self.paths.reserve(grid)?;
        let squares = (grid.rows() * grid.columns()) as u64;
        if squares > MANY { memory::admit(LAYERS * squares) } else { Ok(()) }
    }

    /// Returns the winner of the start on `grid`, with A to move; `None` if no path connects the homes.
    ///
    /// # Panics
    /// Panics if the board, together with a border of one square, has 2^32 squares or more.
    ///
    /// # Complexity
    /// The search needs O(squares). After the search, each pair of opposite layers of w squares needs O(w^2 / 64) word
    /// operations. Vector instructions speed up these operations. On some boards, for example on boards without walls,
    /// all pairs that meet are near a diagonal. On such boards, O(w) operations are enough. The memory is one byte per
    /// square, two more bytes per square on a shortest path, and about two bits per pair of squares in the widest
    /// layers.
    pub fn winner(&mut self, grid: &Grid, homes: BySide<Square>) -> Option<Side> {
        let length = self.paths.search(grid, homes)?;
        Some(if length % 2 == 0 && self.b_meets_a(length / 2) { B } else { A })
    }

    /// Returns whether a path connects the homes.
    pub fn is_joined(&mut self, grid: &Grid, homes: BySide<Square>) -> bool {
        self.paths.search(grid, homes).is_some()
    }

    /// Returns whether `meets` holds for the homes. The homes are `half` steps from the layer where the search ended.
    fn b_meets_a(&mut self, half: usize) -> bool {
        self.start_half_way();
        for distance in (0..half).rev() {
            if self.paths.width(A) == 1 {
                return true;
            }
            self.step_back(distance);
            if !self.stepper.all_intersect() {
                return false;
            }
        }
        true
    }

    /// Returns the number of squares in all layers. If D is even, the result includes the number of pairs of squares in
    /// opposite layers. The caller calls this function when the search has just ended at half way.
    fn count(&mut self, length: usize) -> usize {
        let mut size = 0;
        self.go_back(length, |play, layer| {
            let [a, b] = Side::BOTH.map(|side| play.paths.width(side));
            // At half way, both sides have the same layer.
            size += if 2 * layer == length { a } else { a + b };
            size += if length.is_multiple_of(2) { a * b } else { 0 };
        });
        size
    }

    /// Goes back from half way to the homes, and returns all layers and pairs. The search must have just ended at half
    /// way.
    fn report(&mut self, length: usize, size: usize) -> Layers {
        let (mut layers, mut rounds) = (vec![Vec::new(); length + 1], Vec::new());
        self.start_half_way();
        self.go_back(length, |play, layer| {
            for (side, index) in [(A, layer), (B, length - layer)] {
                layers[index] = play.paths.squares(side).collect();
            }
            if length.is_multiple_of(2) {
                if layer < length / 2 {
                    play.stepper.step_back(&mut play.meetings, &play.forks);
                }
                rounds.push(play.round(layer));
            }
        });
        Layers { length, size, layers, rounds }
    }

    /// Goes back from half way to the homes, and visits each pair of opposite layers with its distance from the homes.
    fn go_back(&mut self, length: usize, mut visit: impl FnMut(&mut Self, usize)) {
        let middles = [(A, length.div_ceil(2)), (B, length / 2)];
        for layer in (0..=length / 2).rev() {
            for (side, middle) in middles {
                if layer < middle {
                    self.paths.step_back(side, layer, &mut self.forks[side]);
                }
            }
            visit(self, layer);
        }
    }

    /// Returns the pairs of the current layers.
    fn round(&self, layer: usize) -> Round {
        let partners = |a: usize| {
            let all = self.paths.squares(B).enumerate();
            all.filter(|&(b, _)| self.meetings.contains(a, b)).map(|(_, square)| square).collect()
        };
        Round { layer, partners: (0..self.paths.width(A)).map(partners).collect() }
    }

    /// Starts the algorithm at half way, where `meets(a, b)` holds if and only if a = b.
    pub(super) fn start_half_way(&mut self) {
        self.meetings.set_identity(self.paths.width(A));
    }

    /// Replaces both layers with the layers that are one step nearer to the homes, at `distance` steps from the homes.
    /// The method also computes the pairs of squares that meet.
    pub(super) fn step_back(&mut self, distance: usize) {
        self.fork_back(distance);
        self.stepper.step_back(&mut self.meetings, &self.forks);
    }

    /// Like [`step_back`](Self::step_back), but does not compute the pairs that meet. Returns the forks of both layers.
    /// The fork of a square is the list of its next squares on shortest paths.
    pub(super) fn fork_back(&mut self, distance: usize) -> &BySide<Vec<Fork>> {
        for side in Side::BOTH {
            self.paths.step_back(side, distance, &mut self.forks[side]);
        }
        &self.forks
    }
}
