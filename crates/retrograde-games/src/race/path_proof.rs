//! Proves that the winner of a start wins. The proof contains the winner's replies on the way to the middle of the
//! shortest paths.

use retrograde::{BySide, Side};

use super::layers::Match;
use super::meetings::Meetings;
use super::paths::Paths;
use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::{Direction, Square};

/// A strategy with which the winner of a board wins against every play of the loser. The program computes the strategy
/// from the layers of squares on shortest paths. The proof in [`layers`](super::layers) shows that the strategy wins.
///
/// Let the shortest paths have length D. If D is odd, A wins on any shortest path. If D is even, the moves up to the
/// middle decide:
///
/// * If B wins: after each step of A, [`answer`](Self::answer) returns a step of B after which B can still meet A. The
///   last step that `answer` returns leads onto A's square.
/// * If A wins: [`slip`](Self::slip) returns a step of A after which B can no longer meet A, so the two tokens stand on
///   different squares at half way.
///
/// In all other cases, the winner makes the steps that [`onward`](Self::onward) returns. The other cases are the moves
/// after half way, the moves after the loser has left the shortest paths, and all moves if D is odd.
pub struct PathProof {
    winner: Side,
    /// The length D of the shortest paths.
    length: u32,
    columns: usize,
    /// For each side and each square of the grid, the location of the square in the side's layers. `None` if the square
    /// is not on a shortest path, or is beyond the middle.
    layer_places: BySide<Vec<Option<LayerPlace>>>,
    /// The pairs of squares for which `meets` holds, indexed by their distance from the homes, up to the middle. If D
    /// is odd, this list is empty.
    meetings: Vec<Meetings>,
}

/// The location of a square in the layers of a side.
#[derive(Clone, Copy)]
struct LayerPlace {
    /// The number of steps from the side's home.
    distance: u32,
    /// The index of the square in its layer.
    index: u32,
}

impl PathProof {
    /// Computes the strategy for a board; `None` if no path connects the homes.
    ///
    /// # Panics
    /// Panics if the board, together with a border of one square, has 2^32 squares or more.
    ///
    /// # Complexity
    /// The time is the same as the time of [`Match::winner`] without early stops. The memory is 32 bytes per square,
    /// and two bits for each pair of squares in opposite layers. On some boards, for example on boards without walls,
    /// all pairs that meet are near a diagonal. On such boards, the pairs need only a few bytes per square.
    pub fn new(grid: &Grid, homes: BySide<Square>) -> Option<Self> {
        let mut play = Match::default();
        let length = play.paths.search(grid, homes)?;
        let empty = || vec![None; grid.rows() * grid.columns()];
        let mut strategy_proof = Self {
            winner: A,
            length: length as u32,
            columns: grid.columns(),
            layer_places: BySide([empty(), empty()]),
            meetings: Vec::new(),
        };
        strategy_proof.take_seats(A, length.div_ceil(2), &play.paths);
        strategy_proof.take_seats(B, length / 2, &play.paths);
        if length.is_multiple_of(2) {
            strategy_proof.play(&mut play);
        } else {
            strategy_proof.walk(&mut play.paths);
        }
        Some(strategy_proof)
    }

    /// Goes back from the middle to the homes with both sides, and stores the layers and the pairs that meet.
    fn play(&mut self, play: &mut Match) {
        play.start_half_way();
        self.meetings.push(play.meetings.clone());
        for distance in (0..self.length as usize / 2).rev() {
            play.step_back(distance);
            self.meetings.push(play.meetings.clone());
            for side in Side::BOTH {
                self.take_seats(side, distance, &play.paths);
            }
        }
        self.meetings.reverse();
        self.winner = if self.meetings[0].contains(0, 0) { B } else { A };
    }

    /// Goes back from the middle to the homes with each side separately, and stores the layers.
    fn walk(&mut self, paths: &mut Paths) {
        let length = self.length as usize;
        let mut forks = Vec::new();
        for (side, middle) in [(A, length.div_ceil(2)), (B, length / 2)] {
            for distance in (0..middle).rev() {
                paths.step_back(side, distance, &mut forks);
                self.take_seats(side, distance, paths);
            }
        }
    }

    /// Stores the distance and the index of each square in a side's current layer.
    fn take_seats(&mut self, side: Side, distance: usize, paths: &Paths) {
        for (square, index) in paths.squares(side).zip(0..) {
            let at = usize::from(square.row) * self.columns + usize::from(square.column);
            self.layer_places[side][at] = Some(LayerPlace { distance: distance as u32, index });
        }
    }

    /// Returns the winner of the start.
    pub fn winner(&self) -> Side {
        self.winner
    }

    /// Returns D, the number of steps on a shortest path between the homes.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Returns the number of steps from a side's home to a square on a shortest path between the homes; `None` for
    /// other squares.
    pub fn distance(&self, side: Side, square: Square) -> Option<u32> {
        let own = self.layer_place(side, square).map(|layer_place| layer_place.distance);
        own.or_else(|| Some(self.length - self.layer_place(side.other(), square)?.distance))
    }

    /// Returns a next square on a shortest path, for a side that walks to the opponent's home. Returns `None` at the
    /// opponent's home and for squares that are not on a shortest path.
    pub fn onward(&self, side: Side, from: Square) -> Option<Square> {
        let distance = self.distance(side, from)?;
        around(from).find(|&next| self.distance(side, next) == Some(distance + 1))
    }

    /// Returns B's reply from `b` after A has stepped to `a`. Before the reply, A has made one step more than B. After
    /// the reply, B can still meet A. At half way, the reply is the step onto A's square. Returns `None` if B has no
    /// reply after which it can meet A, or if the squares are not in opposite layers.
    pub fn answer(&self, b: Square, a: Square) -> Option<Square> {
        self.next(B, b).find(|&next| self.meets(a, next))
    }

    /// Returns a step of A from `a` after which B, on `b`, can no longer meet A. Before this step, both sides have made
    /// the same number of steps, and A is to move. Returns `None` if B can always meet A, or if the squares are not in
    /// opposite layers.
    pub fn slip(&self, a: Square, b: Square) -> Option<Square> {
        let (from, opposite) = (self.layer_place(A, a)?, self.layer_place(B, b)?);
        if from.distance != opposite.distance || self.meetings.is_empty() {
            return None;
        }
        self.next(A, a).find(|&next| self.answer(b, next).is_none())
    }

    /// Returns whether B on the square `b` can still meet A on the square `a` if A is to move. Returns false for
    /// squares that are not in opposite layers.
    pub fn meets(&self, a: Square, b: Square) -> bool {
        let (Some(a), Some(b)) = (self.layer_place(A, a), self.layer_place(B, b)) else { return false };
        let meetings = self.meetings.get(a.distance as usize);
        a.distance == b.distance && meetings.is_some_and(|pairs| pairs.contains(a.index as usize, b.index as usize))
    }

    /// Returns the next squares of a side on shortest paths, for a square before the middle.
    fn next(&self, side: Side, from: Square) -> impl Iterator<Item = Square> + '_ {
        let wanted = self.layer_place(side, from).map(|layer_place| layer_place.distance + 1);
        around(from).filter(move |&next| {
            wanted.is_some() && self.layer_place(side, next).map(|layer_place| layer_place.distance) == wanted
        })
    }

    fn layer_place(&self, side: Side, square: Square) -> Option<LayerPlace> {
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        let at = (column < self.columns).then_some(row * self.columns + column)?;
        *self.layer_places[side].get(at)?
    }
}

fn around(square: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |direction| square.step(direction))
}
