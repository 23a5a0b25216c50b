//! The lines of a board, and the pushes along them.

/// The maximum length of a line.
pub(super) const MAX_SIDE: usize = 5;

/// The size of a board. The size determines the lines of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// A row or a column of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The first cube of the line.
    first: usize,
    /// The distance between the numbers of consecutive cubes.
    stride: usize,
    pub(super) length: usize,
    /// Whether the line is on the border of the board. A push along a border line can take any cube of the line. A push
    /// along any other line can take only a cube at an end of the line.
    border: bool,
}

impl Size {
    pub(super) const fn cubes(self) -> usize {
        self.rows * self.columns
    }

    /// Returns all rows, then all columns.
    pub(super) fn lines(self) -> impl Iterator<Item = Line> {
        let Self { rows, columns } = self;
        let row =
            move |row| Line { first: row * columns, stride: 1, length: columns, border: row == 0 || row + 1 == rows };
        let column = move |column| Line {
            first: column,
            stride: columns,
            length: rows,
            border: column == 0 || column + 1 == columns,
        };
        (0..rows).map(row).chain((0..columns).map(column))
    }

    /// Returns all rows, columns and diagonals as masks of the board.
    pub(super) fn masks(self) -> impl Iterator<Item = u32> {
        self.lines().map(|line| line.spread(u32::MAX)).chain(self.diagonals().into_iter().flatten())
    }

    /// Returns the two diagonals as masks of the board. Returns `None` if the board is not square.
    pub(super) fn diagonals(self) -> Option<[u32; 2]> {
        let side = self.rows;
        let mask = |cube: fn(usize, usize) -> usize| (0..side).map(|row| 1 << cube(row, side)).sum();
        (self.rows == self.columns)
            .then(|| [mask(|row, side| row * side + row), mask(|row, side| row * side + side - 1 - row)])
    }
}

impl Line {
    /// Returns the number of the cube at an index of the line.
    pub(super) const fn cube(self, place: usize) -> usize {
        self.first + place * self.stride
    }

    /// Returns all pushes along the line. A push is a pair of indexes. The first index is the index of the taken cube.
    /// The second index is the end of the line where the cube is pushed in again.
    pub(super) fn pushes(self) -> impl Iterator<Item = (usize, usize)> {
        let last = self.length - 1;
        let can_be_taken = move |place: &usize| self.border || *place == 0 || *place == last;
        (0..self.length)
            .filter(can_be_taken)
            .flat_map(move |from| [0, last].into_iter().filter(move |&end| end != from).map(move |end| (from, end)))
    }

    /// Converts a mask of the board to a mask of this line.
    pub(super) fn bits(self, mask: u32) -> u32 {
        (0..self.length).map(|place| (mask >> self.cube(place) & 1) << place).sum()
    }

    /// Converts a mask of this line to a mask of the board.
    pub(super) fn spread(self, bits: u32) -> u32 {
        (0..self.length).filter(|place| bits >> place & 1 > 0).map(|place| 1 << self.cube(place)).sum()
    }
}

/// Returns the mask of a line for one mark, after the cube at `from` is pushed in at the end `to`. The argument `mark`
/// says whether the cube has this mark after the push.
pub(super) const fn pushed(bits: u32, from: usize, to: usize, mark: bool) -> u32 {
    let low = if from < to { from } else { to };
    let high = if from < to { to } else { from };
    let moved = ((1 << (high + 1)) - 1) & !((1 << low) - 1);
    let shifted = if from < to { bits >> 1 } else { bits << 1 };
    let inner = moved & !(1 << to);
    bits & !moved | shifted & inner | (mark as u32) << to
}
