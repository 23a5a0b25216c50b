//! Why the winner of a start wins: who answers what, on the way to the middle.

use retrograde::{BySide, Side};

use super::layers::Match;
use super::meetings::Meetings;
use super::paths::Paths;
use super::rules::{A, B};
use crate::grid::Grid;
use retrograde::author::{Direction, Square};

/// The whole match of layers on a board, as a strategy for its winner, whatever the other side does: see the proof in
/// [`layers`](super::layers).
///
/// Let the shortest paths have length D. If D is odd, A wins on any of them. If it is even, everything happens on the way to the middle:
///
/// * B wins: after each step of A, [`answer`](Self::answer) is a step that keeps up, and B's last one before the middle
///   is onto A's square.
/// * A wins: [`slip`](Self::slip) is a step after which B cannot keep up, and half way they stand on different squares.
///
/// From there on, if the loser has left the shortest paths, and if D is odd, [`onward`](Self::onward) is good enough.
pub struct Witness {
    winner: Side,
    /// D.
    length: u32,
    columns: usize,
    /// By index in the grid, each side's squares on shortest paths, up to the middle.
    seats: BySide<Vec<Option<Seat>>>,
    /// Which pairs of squares meet, by their distance from the homes, up to the middle; nothing if D is odd.
    meetings: Vec<Meetings>,
}

/// A square's place in the layers of a side.
#[derive(Clone, Copy)]
struct Seat {
    /// The steps from home.
    distance: u32,
    /// The index in the layer.
    index: u32,
}

impl Witness {
    /// The match on `grid`; `None` if no path joins the homes.
    ///
    /// # Panics
    /// If the board has 2^32 squares, with a border of one around it.
    ///
    /// # Complexity
    /// The time of [`Match::winner`], without its early ends. 32 bytes a square, and two bits for each pair of squares in layers
    /// that face each other; a few bytes a square if all pairs that meet are near a diagonal, as on open boards.
    pub fn new(grid: &Grid, homes: BySide<Square>) -> Option<Self> {
        let mut play = Match::default();
        let length = play.paths.search(grid, homes)?;
        let nobody = || vec![None; grid.rows() * grid.columns()];
        let mut witness = Self {
            winner: A,
            length: length as u32,
            columns: grid.columns(),
            seats: BySide([nobody(), nobody()]),
            meetings: Vec::new(),
        };
        witness.take_seats(A, length.div_ceil(2), &play.paths);
        witness.take_seats(B, length / 2, &play.paths);
        if length.is_multiple_of(2) {
            witness.play(&mut play);
        } else {
            witness.walk(&mut play.paths);
        }
        Some(witness)
    }

    /// Goes home with both sides, and keeps the meetings.
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

    /// Goes home with each side on its own.
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

    /// Notes where the squares of a side's layer are.
    fn take_seats(&mut self, side: Side, distance: usize, paths: &Paths) {
        for (square, index) in paths.squares(side).zip(0..) {
            let at = usize::from(square.row) * self.columns + usize::from(square.column);
            self.seats[side][at] = Some(Seat { distance: distance as u32, index });
        }
    }

    /// The winner from the start.
    pub fn winner(&self) -> Side {
        self.winner
    }

    /// The steps from home to home on a shortest path: D.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The steps from a side's home to a square on a shortest path between the homes; `None` for all others.
    pub fn distance(&self, side: Side, square: Square) -> Option<u32> {
        let own = self.seat(side, square).map(|seat| seat.distance);
        own.or_else(|| Some(self.length - self.seat(side.other(), square)?.distance))
    }

    /// Some next square for a side on its way to the opponent's home; `None` at the end, and beside the shortest paths.
    pub fn onward(&self, side: Side, from: Square) -> Option<Square> {
        let distance = self.distance(side, from)?;
        around(from).find(|&next| self.distance(side, next) == Some(distance + 1))
    }

    /// The square to which B, on `b`, answers A's step to `a`, which is one step farther from its home; B can still meet A from
    /// there, or meets it there at half way. `None` if B cannot, or if these are not squares of such layers.
    pub fn answer(&self, b: Square, a: Square) -> Option<Square> {
        self.next(B, b).find(|&next| self.meets(a, next))
    }

    /// The square to which A, on `a`, goes so that B, on `b`, cannot keep up; both have made the same number of steps, and A is to move.
    /// `None` if B can, or if these are not squares of such layers.
    pub fn slip(&self, a: Square, b: Square) -> Option<Square> {
        let (from, opposite) = (self.seat(A, a)?, self.seat(B, b)?);
        if from.distance != opposite.distance || self.meetings.is_empty() {
            return None;
        }
        self.next(A, a).find(|&next| self.answer(b, next).is_none())
    }

    /// Whether B, on `b`, can still meet A, on `a`, with A to move; false for squares that are not in layers opposite each other.
    pub fn meets(&self, a: Square, b: Square) -> bool {
        let (Some(a), Some(b)) = (self.seat(A, a), self.seat(B, b)) else { return false };
        let meetings = self.meetings.get(a.distance as usize);
        a.distance == b.distance && meetings.is_some_and(|pairs| pairs.contains(a.index as usize, b.index as usize))
    }

    /// The next squares of a side before the middle.
    fn next(&self, side: Side, from: Square) -> impl Iterator<Item = Square> + '_ {
        let wanted = self.seat(side, from).map(|seat| seat.distance + 1);
        around(from).filter(move |&next| wanted.is_some() && self.seat(side, next).map(|seat| seat.distance) == wanted)
    }

    fn seat(&self, side: Side, square: Square) -> Option<Seat> {
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        let at = (column < self.columns).then_some(row * self.columns + column)?;
        *self.seats[side].get(at)?
    }
}

fn around(square: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |direction| square.step(direction))
}
