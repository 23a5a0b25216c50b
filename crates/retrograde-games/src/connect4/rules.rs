//! The rules of connect four.

use std::fmt;
use std::sync::OnceLock;

use retrograde::author::{Square, column_name};
use retrograde::{Ending, Game, Side};

use super::board::{MOST, Size, Stones};
use super::profiles::Profiles;

/// Connect four on a board of one size.
#[derive(Debug)]
pub struct ConnectFour {
    pub(super) size: Size,
    /// The profiles of the board. A profile is the heights of all columns. The profiles are initialized when a slot is
    /// first needed.
    pub(super) profiles: OnceLock<Profiles>,
}

/// The stones of both sides. The number of stones determines the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The stones of X, then the stones of O.
    pub(super) stones: [Stones; 2],
}

/// A move. In a move, a stone is dropped into a column. A move is written as the letter of the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The column, counted from 0.
    pub column: usize,
    /// The square where the stone lands.
    pub square: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&column_name(self.column))
    }
}

impl ConnectFour {
    /// Returns the game on a board of 1 to 6 rows and 1 to 7 columns; `None` for other sizes.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let (most_rows, most_columns) = MOST;
        ((1..=most_rows).contains(&rows) && (1..=most_columns).contains(&columns))
            .then(|| Self { size: Size { rows, columns }, profiles: OnceLock::new() })
    }

    /// The start position: the empty board.
    pub const START: Position = Position { stones: [0; 2] };
}

impl Position {
    pub(super) const fn taken(self) -> Stones {
        self.stones[0] | self.stones[1]
    }

    /// Returns the side to move; X begins.
    pub(super) fn turn(self) -> Side {
        Side::from_parity(self.taken().count_ones().into())
    }

    /// Returns the stones of the side that has just moved.
    pub(super) fn theirs(self) -> Stones {
        self.stones[self.turn().other().index()]
    }

    /// Returns the position after the side to move adds this stone.
    fn with(self, stone: Stones) -> Self {
        let mut stones = self.stones;
        stones[self.turn().index()] |= stone;
        Self { stones }
    }
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &Position) -> Side {
        position.turn()
    }

    /// Returns how the game has ended. In play, only the side that has just moved can have four in a row.
    fn ending(&self, position: &Position) -> Option<Ending> {
        let winner = [position.turn().other(), position.turn()]
            .into_iter()
            .find(|side| self.size.has_four(position.stones[side.index()]));
        let is_full = position.taken().count_ones() as usize == self.size.squares();
        match winner {
            Some(winner) => Some(Ending::won(winner, "four-in-a-row")),
            None => is_full.then_some(Ending::level("full-board")),
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move, Position)) {
        if self.ending(position).is_some() {
            return;
        }
        for column in 0..self.size.columns {
            let free = self.size.column(column) & !position.taken();
            if free > 0 {
                let stone = free & free.wrapping_neg();
                let (_, row) = self.size.place(stone.trailing_zeros() as usize);
                visit(Move { column, square: Square::new(row as u16, column as u16) }, position.with(stone));
            }
        }
    }

    fn wins_at_once(&self, position: &Position) -> bool {
        let mine = position.stones[position.turn().index()];
        self.ending(position).is_none() && self.size.completing(mine) & self.open(position.taken()) > 0
    }
}

impl ConnectFour {
    /// Returns the squares where the next stone can land.
    pub(super) fn open(&self, taken: Stones) -> Stones {
        let columns = (0..self.size.columns).map(|column| (self.size.column(column), self.size.bottom(column)));
        columns.fold(0, |open, (column, bottom)| open | ((taken & column) + bottom) & column)
    }
}
