//! Stores stones as bit masks, and finds four stones in a row and the squares that complete four.

/// The stones of a side as a bit mask. The bits are sorted by column. Within a column, the bits are sorted from the
/// bottom to the top. There is one unused bit above each column.
pub(super) type Stones = u64;

/// The maximum number of rows and the maximum number of columns.
pub(super) const MOST: (usize, usize) = (6, 7);

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Size {
    pub(super) const fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the distance between the bits of neighbouring squares in one row.
    const fn stride(self) -> usize {
        self.rows + 1
    }

    /// Returns the bit of the lowest square in a column.
    pub(super) const fn bottom(self, column: usize) -> Stones {
        1 << (column * self.stride())
    }

    /// Returns the bits of all squares in a column.
    pub(super) const fn column(self, column: usize) -> Stones {
        self.bottom(column) * ((1 << self.rows) - 1)
    }

    /// Returns the column and the row of a square; rows are counted from the top.
    pub(super) const fn place(self, square: usize) -> (usize, usize) {
        (square / self.stride(), self.rows - 1 - square % self.stride())
    }

    /// Returns the bit of the square in a column and a row; rows are counted from the top.
    pub(super) const fn square(self, column: usize, row: usize) -> Stones {
        self.bottom(column) << (self.rows - 1 - row)
    }

    /// Returns the distance from a square's bit to its neighbour's bit in each of four directions. The directions are
    /// up, along the row, and along the two diagonals.
    const fn steps(self) -> [usize; 4] {
        [1, self.stride(), self.stride() - 1, self.stride() + 1]
    }

    /// Returns all stones that belong to four in a row.
    pub(super) fn fours(self, stones: Stones) -> Stones {
        let four = |step| {
            let last = stones & stones >> step & stones >> (2 * step) & stones >> (3 * step);
            last | last << step | last << (2 * step) | last << (3 * step)
        };
        self.steps().into_iter().fold(0, |all, step| all | four(step))
    }

    /// Returns whether four stones stand in a row.
    #[inline]
    pub(super) fn has_four(self, stones: Stones) -> bool {
        let four = |step: usize| {
            let two = stones & stones >> step;
            two & two >> (2 * step) > 0
        };
        self.steps().into_iter().fold(false, |any, step| any | four(step))
    }

    /// Returns the squares where one more stone would complete four in a row. The result can include occupied squares
    /// and bits outside the board.
    #[inline]
    pub(super) fn completing(self, stones: Stones) -> Stones {
        let upright = stones << 1 & stones << 2 & stones << 3;
        let aslant = |step: usize| {
            let (ahead, behind) = (stones << step, stones >> step);
            let (ahead_two, behind_two) = (ahead & stones << (2 * step), behind & stones >> (2 * step));
            let ends = ahead_two & stones << (3 * step) | behind_two & stones >> (3 * step);
            ends | ahead_two & behind | ahead & behind_two
        };
        self.steps()[1..].iter().fold(upright, |all, &step| all | aslant(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that one more stone completes four in a row on exactly the squares that `completing` returns.
    #[test]
    fn fours_are_found_and_completed() {
        let size = Size { rows: 5, columns: 6 };
        let squares = (0..size.columns).fold(0, |all, column| all | size.column(column));
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..20_000 {
            let stones = rng.u64(..) & rng.u64(..) & squares;
            assert_eq!(size.has_four(stones), size.fours(stones) > 0);
            if size.has_four(stones) {
                continue;
            }
            let can_fall = |bit: &u64| bit & squares & !stones > 0 && (bit << 1 | bit << 2 | bit << 3) & stones == 0;
            for bit in (0..64).map(|bit| 1_u64 << bit).filter(can_fall) {
                assert_eq!(size.completing(stones) & bit > 0, size.has_four(stones | bit), "{stones:b} {bit:b}");
            }
        }
    }
}
