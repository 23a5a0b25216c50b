//! The sweep is a retrograde analysis of one board. In the data of the sweep, each bit stands for one square of the
//! pawn. The sweep is this game's shortcut (a solver without a table).
//!
//! For each pair of kings, two words contain one bit for each square of the pawn. To find the positions of one depth,
//! the sweep needs only a few word operations per pair:
//!
//! ```text
//! Red to move wins       if a king's step leads to a pair where Black, to move, is lost: OR over the pair's neighbours
//! Red to move is lost    if all neighbours of the pair are won by Black, to move:        AND over the neighbours
//! Black to move wins     if a pawn's step leads to where Red, to move, is lost:          shifts within the pair
//! Black to move is lost  if every pawn's step leads to where Red, to move, wins:         shifts within the pair
//! ```
//!
//! Every move changes the parity of the sum of all coordinates. So the positions form two groups, and play never leaves
//! a group. Within a group, the squares of the pieces determine the side to move. The sweep computes only the positions
//! in the group of the start, so it need not store the side to move. If squares are coloured like a chessboard, the
//! colour of the pawn's square determines whether Red or Black is to move.
//!
//! The pairs of kings form a square array, which is indexed by the squares of the two kings. The board is padded by one
//! column. A step of one king leads from a row of this array to four other rows, and a step of the other king leads to
//! four shifts of the same row. So the work consists of simple loops over words, which compilers turn into vector
//! instructions. The sweep skips a row if the rows around it did not change at the last depth.
//!
//! The array is symmetric, so the sweep computes only the pairs whose column index is less than their row index. A step
//! from such a pair leads beyond the diagonal of the array by at most one row of the board. Within this distance, the
//! sweep copies new values to the mirrored pairs. The sweep computes rows in whole chunks, so it also computes some
//! pairs beyond the diagonal. The sweep may decide the positions of pairs beyond the diagonal too late. The decided
//! values are still correct, and no pair below the diagonal reads them before the mirrored values are copied.
//!
//! | bit | not decided | Red wins | Black wins | the pawn's square is a wall | the pair is impossible |
//! | --- | --- | --- | --- | --- | --- |
//! | `red` | 0 | 1 | 0 | 1 | 0 |
//! | `black` | 0 | 0 | 1 | 0 | 1 |
//!
//! If the pawn's square is a wall, the position counts as won by Red. So the pawn cannot escape to the wall. If the
//! pair of kings is impossible, the position counts as won by Black. So no king can escape to this pair.

use std::array::from_fn;

use retrograde::{BySide, Depth, Side, Value};

use super::rows::{
    HALVES, Kernel, MAX_SIDE, News, Plane, STRIDE, SquareBit, TURNS, WIDTH, absorb, black_loses, black_wins,
    pawn_origins, plane, red_loses, red_wins, reflect,
};
use super::rules::{BLACK, Pawn, Position, RED};
use crate::grid::Grid;
use retrograde::author::ShortcutValue;

/// The workspace of the sweep, for boards of at most 10x10 squares. A workspace can be reused, and needs 512 KiB.
pub struct Sweep {
    red: Plane,
    black: Plane,
    /// For each winner, the rows of the array of pairs that changed at the last depth.
    pub(super) changed: BySide<[bool; WIDTH]>,
    /// The floor squares as a bit set.
    board: [u64; HALVES],
    /// The padded indexes of the floor squares.
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
    /// Creates a workspace without a board.
    pub fn new() -> Self {
        let changed = BySide([[false; WIDTH]; 2]);
        Self { red: plane(), black: plane(), changed, board: [0; HALVES], floor: Vec::new(), parity: 0, depth: 0 }
    }

    /// Returns the value of a position for the side to move, with the depth. The sweep stops as soon as the position is
    /// decided. Returns `None` if the board is larger than 10x10.
    ///
    /// # Complexity
    /// Each depth processes at most 110 x 110 / 2 x 2 words, with about twenty operations per word.
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
    /// Initializes the sweep for the group of positions with the parity `parity`, and decides the finished positions of
    /// this group. The rules are applied in the order of the problem statement.
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
                // A pawn on row 1 has won. If the pawn is on a king, the side that has just moved has won. Otherwise,
                // Black has lost if the pawn has no move.
                let black = goal | (kings & reds_turn);
                let red = (kings | stuck) & !goal & !reds_turn;
                self.black[half][row][word] = black;
                self.red[half][row][word] = !self.board[half] | red;
            }
        }
    }

    /// Decides the positions in which Red is to move and has no move, because the only step of each king would be onto
    /// the other king.
    fn seed_walled_in(&mut self) {
        let steps = |from: usize| [from - STRIDE, from - 1, from + 1, from + STRIDE].map(|to| (from, to));
        let has_step = |from: usize, other: usize| {
            steps(from).iter().any(|&(_, to)| to != other && self.floor.binary_search(&to).is_ok())
        };
        // A king without a move has at most one floor square next to it.
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

    /// Returns the padded indexes of the floor squares.
    pub(super) fn floor(&self) -> &[usize] {
        &self.floor
    }

    /// Returns the pawn's squares on which `winner` is known to win with `mover` to move, for all pairs of a row.
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

    /// Finds the positions whose depth is one ply greater than the last depth. At an even depth the side to move loses,
    /// and at an odd depth it wins. For each row that changes, the method calls `record` with the winner, the row, and
    /// the newly decided squares.
    ///
    /// New values are written into the rows immediately. New values can be written early, because this method
    /// afterwards reads only squares where the other side is to move.
    pub(super) fn step(&mut self, mut record: impl FnMut(Side, usize, &News)) {
        // Each entry contains a side, and a function that computes new wins of this side from the known wins of this
        // side. The first entry is for moves of the kings, and the second entry is for moves of the pawn.
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

    /// Returns whether the last depth added wins of `side` in this row, or in a row to which one step of a king leads.
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

/// Returns whether a board is small enough for the sweep.
pub(super) fn fits(grid: &Grid) -> bool {
    grid.rows().max(grid.columns()) <= MAX_SIDE
}

/// Computes the value of a position with the sweep. Returns `None` if the board is larger than 10x10.
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
