//! The shortcut: retrograde analysis in which one bit is one square of the pawn.
//!
//! The bits of two words are the pawn's squares for one pair of kings. One depth takes a few word operations per pair:
//!
//! ```text
//! Red to move wins       if a king's step leads to a pair where Black, to move, is lost:   OR over the pair's neighbours
//! Red to move is lost    if all neighbours of the pair are won by Black, to move:          AND over the neighbours
//! Black to move wins     if a pawn's step leads to where Red, to move, is lost:            shifts within the pair
//! Black to move is lost  if no pawn's step leads to where Red is not winning:              shifts within the pair
//! ```
//!
//! Every move changes the parity of the sum of all coordinates. So a start belongs to one of two classes, and in its
//! class the pieces' squares determine the side to move. The sweep skips the other half of the positions. One bit
//! serves both sides: Red is to move on one colour of a chessboard, Black on the other.
//!
//! The pairs form a square array, indexed by one king's square and the other's; each board is padded by one column. The
//! neighbours of all pairs in a row are four other rows and four shifts of the row itself. So the work is straight
//! loops over words, which compilers turn into vector instructions. The sweep skips a row if nothing near it changed at
//! the last depth.
//!
//! The array is symmetric, so the sweep computes only the pairs whose column is less than their row. A step from such a
//! pair crosses the diagonal by at most one row of the board; there the sweep updates the mirror images. The sweep
//! computes rows in whole chunks. A chunk can decide pairs beyond the diagonal later than their depth. Such values are
//! correct, and no pair below the diagonal depends on them before the mirror images are up to date.
//!
//! | bit | not decided | Red wins | Black wins | the pawn's square is a wall | the pair is impossible |
//! | --- | --- | --- | --- | --- | --- |
//! | `red` | 0 | 1 | 0 | 1 | 0 |
//! | `black` | 0 | 0 | 1 | 0 | 1 |
//!
//! A wall counts as won by Red, because no pawn escapes there. An impossible pair counts as won by Black, because no
//! king escapes there.

use std::array::from_fn;

use retrograde::{BySide, Depth, Side, Value};

use super::rows::{
    HALVES, Kernel, MAX_SIDE, News, Plane, STRIDE, SquareBit, TURNS, WIDTH, absorb, black_loses, black_wins,
    pawn_origins, plane, red_loses, red_wins, reflect,
};
use super::rules::{BLACK, Pawn, Position, RED};
use crate::grid::Grid;
use retrograde::author::ShortcutValue;

/// A reusable workspace for boards of at most 10x10; it takes 512 KiB.
pub struct Sweep {
    red: Plane,
    black: Plane,
    /// The rows that changed at the last depth, by winner.
    pub(super) changed: BySide<[bool; WIDTH]>,
    /// The floor squares.
    board: [u64; HALVES],
    /// The padded indexes of floor squares.
    floor: Vec<usize>,
    /// The parity of the sum of all coordinates when Red is to move.
    parity: usize,
    pub(super) depth: u32,
}

impl Default for Sweep {
    fn default() -> Self {
        Self::new()
    }
}

impl Sweep {
    /// Returns an empty workspace.
    pub fn new() -> Self {
        let changed = BySide([[false; WIDTH]; 2]);
        Self { red: plane(), black: plane(), changed, board: [0; HALVES], floor: Vec::new(), parity: 0, depth: 0 }
    }

    /// Returns the value of a position for the side to move, with its depth. The sweep stops when it has decided the
    /// position. `None` if the board is larger than 10x10.
    ///
    /// # Complexity
    /// For each depth, at most 110 x 110 / 2 x 2 words, with about twenty operations each.
    pub fn answer(&mut self, game: &Pawn, position: &Position) -> Option<Value> {
        if !fits(game.grid()) {
            return None;
        }
        let [a, b] = position.kings.map(|king| SquareBit::of(game.square(king)));
        let pawn = SquareBit::of(game.square(position.pawn));
        self.seed(game, (a.index + b.index + pawn.index + position.turn.index()) % 2);
        let (row, word) = (a.padded().max(b.padded()), a.padded().min(b.padded()));
        let decided = |plane: &Plane| plane[pawn.half][row][word] & pawn.bit() != 0;
        while !decided(&self.red) && !decided(&self.black) {
            if self.is_done() {
                return Some(Value::Draw);
            }
            self.step(|_, _, _| ());
        }
        let winner = if decided(&self.red) { RED } else { BLACK };
        let depth = Depth::new(self.depth);
        Some(if winner == position.turn { Value::Win(depth) } else { Value::Loss(depth) })
    }
}

impl Sweep {
    /// Initializes the class with that parity; decides its finished positions in the order of the rules.
    pub(super) fn seed(&mut self, game: &Pawn, parity: usize) {
        let places: Vec<SquareBit> = game.grid().floor().map(SquareBit::of).collect();
        (self.parity, self.depth) = (parity, 0);
        self.board = union(&places);
        self.floor.clear();
        self.floor.extend(places.iter().map(|place| place.padded()));
        self.changed = BySide([[false; WIDTH]; 2]);
        for half in 0..HALVES {
            self.red[half].fill([0; WIDTH]);
            self.black[half].fill([!0; WIDTH]);
            self.seed_half(&places, half);
        }
        self.seed_walled_in();
        for &row in &self.floor {
            self.changed[RED][row] = true;
            self.changed[BLACK][row] = true;
        }
    }

    fn seed_half(&mut self, places: &[SquareBit], half: usize) {
        let goal = union(places.iter().filter(|place| place.is_goal()))[half];
        let has_step = pawn_origins(self.board[half], if half == 0 { 0 } else { self.board[half - 1] });
        let stuck = self.board[half] & !has_step;
        let in_half = |place: SquareBit| if place.half == half { place.bit() } else { 0 };
        for &a in places {
            for &b in places.iter().filter(|b| b.index != a.index) {
                let (row, word) = (a.padded(), b.padded());
                let kings = in_half(a) | in_half(b);
                let reds_turn = self.turns(row)[half][word];
                // A pawn on row 1 has won. If it is on a king, the side that has just moved has won. Otherwise Black
                // may have no move.
                let black = goal | (kings & reds_turn);
                let red = (kings | stuck) & !goal & !reds_turn;
                self.black[half][row][word] = black;
                self.red[half][row][word] = !self.board[half] | red;
            }
        }
    }

    /// Decides positions where Red, to move, has no move: a king's only step would be onto the other king.
    fn seed_walled_in(&mut self) {
        let steps = |from: usize| [from - STRIDE, from - 1, from + 1, from + STRIDE].map(|to| (from, to));
        let has_step = |from: usize, other: usize| {
            steps(from).iter().any(|&(_, to)| to != other && self.floor.binary_search(&to).is_ok())
        };
        // Such a king has at most one floor square beside it.
        let is_confined = |&king: &usize| steps(king).iter().any(|&(_, other)| !has_step(king, other));
        let kings: Vec<usize> = self.floor.iter().copied().filter(is_confined).collect();
        let pairs = kings.iter().flat_map(|&a| kings.iter().map(move |&b| (a, b)));
        let stuck: Vec<_> = pairs.filter(|&(a, b)| a != b && !has_step(a, b) && !has_step(b, a)).collect();
        for (row, word) in stuck {
            for half in 0..HALVES {
                let open = !(self.red[half][row][word] | self.black[half][row][word]);
                self.black[half][row][word] |= open & self.turns(row)[half][word];
            }
        }
    }

    /// Returns the padded indexes of floor squares.
    pub(super) fn floor(&self) -> &[usize] {
        &self.floor
    }

    /// Returns the pawn's squares in a row where `winner` has won with `mover` to move.
    pub(super) fn decided(&self, winner: Side, row: usize, mover: Side) -> News {
        let (plane, turns) = (if winner == RED { &self.red } else { &self.black }, self.turns(row));
        let turn = |half: usize, b: usize| if mover == RED { turns[half][b] } else { !turns[half][b] };
        from_fn(|half| from_fn(|b| plane[half][row][b] & self.board[half] & turn(half, b)))
    }

    /// Returns the pawn's squares on which Red is to move, for the pairs of a row.
    fn turns(&self, row: usize) -> &'static News {
        &TURNS[(row + self.parity) % 2]
    }

    pub(super) fn is_done(&self) -> bool {
        self.changed.0.iter().all(|rows| !rows.contains(&true))
    }

    /// Decides one more depth. At an even depth the side to move loses, at an odd one it wins. Passes each winner, row
    /// and newly decided squares to `record`.
    ///
    /// The step writes new values into the rows immediately: the rest of the depth reads only squares where the other
    /// side is to move.
    pub(super) fn step(&mut self, mut record: impl FnMut(Side, usize, &News)) {
        // Each kernel, with the side whose changes it reads and the side that it decides for.
        let ((of_kings, kings), (of_pawn, pawn)): ((Side, Kernel), (Side, Kernel)) = if self.depth.is_multiple_of(2) {
            ((RED, red_wins), (BLACK, black_wins))
        } else {
            ((BLACK, red_loses), (RED, black_loses))
        };
        let mut changing = BySide([[false; WIDTH]; 2]);
        let mut news = [[0; WIDTH]; HALVES];
        for index in 0..self.floor.len() {
            let row = self.floor[index];
            let [near, here] = [self.changed_around(of_kings, row), self.changed[of_pawn][row]];
            for (looks, side, kernel) in [(near, of_kings, kings), (here, of_pawn, pawn)] {
                if looks && kernel(&self.red, &self.black, row, self.turns(row), &mut news) {
                    let plane = if side == RED { &mut self.red } else { &mut self.black };
                    absorb(plane, row, &news);
                    reflect(plane, row, &news, &mut changing[side]);
                    record(side, row, &news);
                }
            }
        }
        self.changed = changing;
        self.depth += 1;
    }

    /// Returns whether anything changed for `side` in a row or in a row that a king's step leads to.
    fn changed_around(&self, side: Side, row: usize) -> bool {
        let changed = &self.changed[side];
        [row, row - STRIDE, row - 1, row + 1, row + STRIDE].iter().any(|&near| changed[near])
    }
}

fn union<'p>(places: impl IntoIterator<Item = &'p SquareBit>) -> [u64; HALVES] {
    let mut squares = [0; HALVES];
    for place in places {
        squares[place.half] |= place.bit();
    }
    squares
}

/// Returns whether boards of this size have the shortcut.
pub(super) fn fits(grid: &Grid) -> bool {
    grid.rows().max(grid.columns()) <= MAX_SIDE
}

/// Returns the value of a position by the sweep, for boards of at most 10x10.
pub fn shortcut(game: &Pawn, position: &Position) -> Option<ShortcutValue> {
    let value = Sweep::new().answer(game, position)?;
    Some(ShortcutValue { kind: value.kind(), depth: value.depth() })
}

#[cfg(test)]
mod tests {
    use retrograde::Notation;
    use retrograde::author::Square;

    use super::*;
    use crate::pawn::rows::EVEN;

    #[test]
    fn places_cover_the_largest_board_and_know_their_parity() {
        let mut seen = [0; HALVES];
        for row in 0..10_u16 {
            for column in 0..10_u16 {
                let place = SquareBit::of(Square::new(row, column));
                assert_eq!(seen[place.half] & place.bit(), 0, "{row}, {column}");
                seen[place.half] |= place.bit();
                let even = EVEN[place.half] & place.bit() != 0;
                assert_eq!(even, (row + column).is_multiple_of(2), "{row}, {column}");
            }
        }
    }

    #[test]
    fn larger_boards_have_no_sweep() {
        let (game, start) = Pawn::parse("OO9/11/10X_r").unwrap();
        assert!(Sweep::new().answer(&game, &start).is_none());
        assert!(crate::pawn::table(&game).is_none());
    }
}
