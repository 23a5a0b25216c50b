//! The effect of a push on a line of cubes, for every line and every content.
//!
//! A push changes one row or one column. So the results of a board's moves are looked up by the contents of its lines:
//! the successors, as differences of ranks, and whether the moves complete a line of either mark.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::boards::{Board, ones};

/// The maximum length of a line.
pub(super) const MAX_SIDE: usize = 5;
/// Bits for the two diagonals among the lines that cross a line.
const DIAGONALS: [u8; 2] = [1 << 5, 1 << 6];
const ITSELF: u64 = !REST;
/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const REST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The size of a board, which determines its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// A row or a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The first cube.
    first: usize,
    /// The distance between consecutive cubes.
    stride: usize,
    pub(super) length: usize,
    /// Whether the line is on the border, so that a move can also take its inner cubes.
    border: bool,
}

impl Size {
    pub(super) const fn cubes(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the rows, then the columns.
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

    /// Returns the rows, columns and diagonals, as masks.
    pub(super) fn masks(self) -> impl Iterator<Item = u32> {
        self.lines().map(|line| line.spread(u32::MAX)).chain(self.diagonals().into_iter().flatten())
    }

    /// Returns the two diagonals of a square board, as masks.
    pub(super) fn diagonals(self) -> Option<[u32; 2]> {
        let side = self.rows;
        let mask = |cube: fn(usize, usize) -> usize| (0..side).map(|row| 1 << cube(row, side)).sum();
        (self.rows == self.columns)
            .then(|| [mask(|row, side| row * side + row), mask(|row, side| row * side + side - 1 - row)])
    }
}

impl Line {
    /// Returns the cube at an index of the line.
    pub(super) const fn cube(self, place: usize) -> usize {
        self.first + place * self.stride
    }

    /// Returns the indexes from which a move can take a cube, each with an end where it can push the cube in again.
    pub(super) fn pushes(self) -> impl Iterator<Item = (usize, usize)> {
        let last = self.length - 1;
        let can_be_taken = move |place: &usize| self.border || *place == 0 || *place == last;
        (0..self.length)
            .filter(can_be_taken)
            .flat_map(move |from| [0, last].into_iter().filter(move |&end| end != from).map(move |end| (from, end)))
    }

    /// Returns all contents, including impossible ones: any bits of one mark with any bits of the other.
    fn contents(self) -> impl Iterator<Item = (u32, u32)> {
        let length = self.length;
        (0..1 << (2 * length)).map(move |bits: u32| (bits & ((1 << length) - 1), bits >> length))
    }

    /// Returns the bits of a mask of the board on this line.
    pub(super) fn bits(self, mask: u32) -> u32 {
        (0..self.length).map(|place| (mask >> self.cube(place) & 1) << place).sum()
    }

    /// Returns the mask of the board for bits of this line.
    pub(super) fn spread(self, bits: u32) -> u32 {
        (0..self.length).filter(|place| bits >> place & 1 > 0).map(|place| 1 << self.cube(place)).sum()
    }
}

/// Returns the bits of a line after the cube at `from` is pushed in again at the end `to`, with the bit `mark`.
pub(super) const fn pushed(bits: u32, from: usize, to: usize, mark: bool) -> u32 {
    let low = if from < to { from } else { to };
    let high = if from < to { to } else { from };
    let moved = ((1 << (high + 1)) - 1) & !((1 << low) - 1);
    let shifted = if from < to { bits >> 1 } else { bits << 1 };
    let inner = moved & !(1 << to);
    bits & !moved | shifted & inner | (mark as u32) << to
}

/// The results of the pushes along one line for one content.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    /// One byte per push: the [crossing lines](Gaps) on which the mover then has cubes.
    mine: u64,
    /// The same for the opponent.
    theirs: u64,
}

/// The distinct successors by pushes along a line, or the distinct predecessors, by the line's contents.
#[derive(Clone, Debug, Default)]
struct Table {
    boards: Vec<Boards>,
    /// The rank differences of all of them.
    steps: Vec<i64>,
}

/// The boards for one line with certain contents.
#[derive(Clone, Copy, Debug, Default)]
struct Boards {
    /// The start and the end of their rank differences.
    start: u32,
    end: u32,
    /// Whether the board can stay the same.
    same: bool,
    /// The cubes that a push can change without changing others, as a mask of the board; a push along a crossing line
    /// may then have the same result.
    single: u32,
}

/// The tables of a board size, by line and by its contents: the bits of one mark, and above them those of the other.
#[derive(Clone, Debug)]
pub(super) struct Pushes {
    size: Size,
    diagonals: Option<[u32; 2]>,
    /// A row's cubes, each as the lowest bit of its column's byte.
    turned: [u64; 1 << MAX_SIDE],
    /// For each cube, the positions of its row's byte and its column's byte.
    places: [(usize, usize); 32],
    made: Vec<Vec<Made>>,
    /// From the view of the side that moves next.
    children: Vec<Table>,
    /// From the view of the side whose move is reversed.
    parents: Vec<Table>,
}

/// The contents of the rows and of the columns, one byte each.
#[derive(Clone, Copy, Debug)]
struct Contents {
    rows: u64,
    columns: u64,
}

/// The lines of one mark that lack exactly one cube, recorded at the line that crosses them at that cube.
#[derive(Clone, Copy, Debug)]
struct Gaps {
    /// One byte for each row and each column: the crossing lines that lack only the cube on this line.
    crossing: Contents,
    /// Whether a line is complete.
    full: bool,
}

impl Pushes {
    /// Returns the tables of a board size. They are cached, because every parsed token creates a game.
    pub(super) fn of(size: Size) -> &'static Self {
        static SIZES: [[OnceLock<Pushes>; MAX_SIDE + 1]; MAX_SIDE + 1] =
            [const { [const { OnceLock::new() }; MAX_SIDE + 1] }; MAX_SIDE + 1];
        SIZES[size.rows][size.columns].get_or_init(|| Self::new(size))
    }

    fn new(size: Size) -> Self {
        let turned = |row: usize| (0..MAX_SIDE).map(|column| (row as u64 >> column & 1) << (8 * column)).sum();
        let place = |cube| (8 * (cube / size.columns), 8 * (cube % size.columns));
        let diagonals = size.diagonals();
        let made =
            |line: Line| line.contents().map(|(mine, theirs)| Made::new(line, diagonals, mine, theirs)).collect();
        Self {
            size,
            diagonals,
            turned: std::array::from_fn(turned),
            places: std::array::from_fn(place),
            made: size.lines().map(made).collect(),
            children: size.lines().map(Table::after).collect(),
            parents: size.lines().map(Table::before).collect(),
        }
    }

    /// Returns the contents of all rows and columns.
    #[inline]
    fn contents(&self, mask: u32) -> Contents {
        let mut contents = Contents { rows: 0, columns: 0 };
        let mut rest = mask;
        for row in 0..self.size.rows {
            let bits = rest & ((1 << self.size.columns) - 1);
            rest >>= self.size.columns;
            contents.rows |= u64::from(bits) << (8 * row);
            contents.columns |= self.turned[bits as usize] << row;
        }
        contents
    }

    /// Returns the lines of a mark that lack one cube or none.
    #[inline]
    fn gaps(&self, mask: u32, contents: Contents) -> Gaps {
        let Size { rows, columns } = self.size;
        let (lacking_columns, lacking_rows) =
            (Lacking::of(contents.rows, rows), Lacking::of(contents.columns, columns));
        let (all_rows, all_columns) = ((1 << rows) - 1, (1 << columns) - 1);
        let mut full = lacking_columns.none & all_columns | lacking_rows.none & all_rows > 0;
        let mut crossing = Contents {
            rows: ITSELF | (LOWEST * u64::from(lacking_columns.one & all_columns)) & !contents.rows,
            columns: ITSELF | (LOWEST * u64::from(lacking_rows.one & all_rows)) & !contents.columns,
        };
        for (number, diagonal) in self.diagonals.iter().flatten().enumerate() {
            let lacks = diagonal & !mask;
            full |= lacks == 0;
            if lacks & lacks.wrapping_sub(1) == 0 {
                let (row, column) = self.places[lacks.trailing_zeros() as usize & 31];
                crossing.rows |= u64::from(DIAGONALS[number]) << row;
                crossing.columns |= u64::from(DIAGONALS[number]) << column;
            }
        }
        Gaps { crossing, full }
    }

    /// Returns won or lost, if the game is over.
    pub(super) fn over(&self, board: Board) -> Option<State> {
        let has_line = |mask| self.gaps(mask, self.contents(mask)).full;
        if has_line(board.mine) { Some(State::Won) } else { has_line(board.theirs).then_some(State::Lost) }
    }

    /// Returns the state of a board.
    #[inline]
    pub(super) fn state(&self, board: Board) -> State {
        let (mine, theirs) = (self.contents(board.mine), self.contents(board.theirs));
        let (my_gaps, their_gaps) = (self.gaps(board.mine, mine), self.gaps(board.theirs, theirs));
        if my_gaps.full {
            return State::Won;
        }
        if their_gaps.full {
            return State::Lost;
        }
        let Size { rows, columns } = self.size;
        let (of_rows, of_columns) = self.made.split_at(rows);
        let (my, their) = (my_gaps.crossing, their_gaps.crossing);
        let wins = completes(of_rows, columns, [mine.rows, theirs.rows], [my.rows, their.rows])
            | completes(of_columns, rows, [mine.columns, theirs.columns], [my.columns, their.columns]);
        if wins > 0 { State::WinsAtOnce } else { State::Open }
    }

    /// Visits the ranks of the distinct successors, from the opponent's view.
    #[inline]
    pub(super) fn each_child(&self, board: Board, visit: impl FnMut(u64)) {
        self.each(&self.children, board, board.swapped().rank(), |cube| 2 * ones(cube).cast_signed(), visit);
    }

    /// Visits the ranks of the distinct predecessors, from the view of the opponent, who made the move.
    #[inline]
    pub(super) fn each_parent(&self, board: Board, visit: impl FnMut(u64)) {
        let board = board.swapped();
        self.each(&self.parents, board, board.rank(), |cube| -ones(cube).cast_signed(), visit);
    }

    #[inline]
    fn each(&self, tables: &[Table], board: Board, rank: u64, step: impl Fn(u32) -> i64, mut visit: impl FnMut(u64)) {
        let (mine, theirs) = (self.contents(board.mine), self.contents(board.theirs));
        let Size { rows, columns } = self.size;
        let (of_rows, of_columns) = tables.split_at(rows);
        let (mut same, mut single) = (false, 0);
        let sides = [(of_rows, columns, mine.rows, theirs.rows), (of_columns, rows, mine.columns, theirs.columns)];
        for (tables, length, mine, theirs) in sides {
            for (line, table) in tables.iter().enumerate() {
                let boards = table.boards[index(line, length, mine, theirs)];
                same |= boards.same;
                single |= boards.single;
                for step in &table.steps[boards.start as usize..boards.end as usize] {
                    visit(rank.wrapping_add_signed(*step));
                }
            }
        }
        if same {
            visit(rank);
        }
        while single > 0 {
            let cube = single & single.wrapping_neg();
            single ^= cube;
            visit(rank.wrapping_add_signed(step(cube)));
        }
    }
}

/// The state of a board without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The mover has a line; the opponent completed it.
    Won,
    /// Only the opponent has a line.
    Lost,
    /// The mover can make a line.
    WinsAtOnce,
    Open,
}

/// Returns the table index of one line's contents, from the contents of all lines of its direction and length.
#[inline]
const fn index(line: usize, length: usize, mine: u64, theirs: u64) -> usize {
    ((mine >> (8 * line) & 0x1f) | (theirs >> (8 * line) & 0x1f) << length) as usize
}

/// Returns the pushes along lines of one direction that complete a line of the mover's and none of the opponent's, as
/// one bit per push; the result is the union over all lines.
#[inline]
fn completes(tables: &[Vec<Made>], length: usize, [mine, theirs]: [u64; 2], [my_gaps, their_gaps]: [u64; 2]) -> u64 {
    tables.iter().enumerate().fold(0, |wins, (line, table)| {
        let made = table[index(line, length, mine, theirs)];
        let gaps = |gaps: u64| LOWEST * (gaps >> (8 * line) & 0xff);
        wins | filled(made.mine & gaps(my_gaps)) & !filled(made.theirs & gaps(their_gaps))
    })
}

/// Lines by the number of cubes that they lack, one bit each.
#[derive(Clone, Copy)]
struct Lacking {
    none: u8,
    one: u8,
}

impl Lacking {
    /// Returns the lines that lack no cube and those that lack one, from the contents of the `crossing` lines that
    /// cross them, one byte each.
    #[inline]
    fn of(contents: u64, crossing: usize) -> Self {
        let (mut some, mut more) = (0, 0);
        for line in 0..crossing {
            let lacks = !(contents >> (8 * line)) as u8;
            more |= some & lacks;
            some |= lacks;
        }
        Self { none: !some, one: some & !more }
    }
}

/// Returns the highest bit of each byte that is not 0.
#[inline]
const fn filled(bytes: u64) -> u64 {
    (((bytes & REST) + REST) | bytes) & !REST
}

impl Made {
    fn new(line: Line, diagonals: Option<[u32; 2]>, mine: u32, theirs: u32) -> Self {
        let mut made = Self::default();
        for (number, (from, to)) in line.pushes().enumerate().filter(|(_, (from, _))| theirs >> from & 1 == 0) {
            let byte = |bits| u64::from(crossed(line, diagonals, bits)) << (8 * number);
            made.mine |= byte(pushed(mine, from, to, true));
            made.theirs |= byte(pushed(theirs, from, to, false));
        }
        made
    }
}

/// Returns the crossing lines on which a line with these bits has cubes.
fn crossed(line: Line, diagonals: Option<[u32; 2]>, bits: u32) -> u8 {
    let on_board = line.spread(bits);
    let diagonals = diagonals.iter().flatten().zip(DIAGONALS);
    let on_diagonals: u8 = diagonals.filter(|(mask, _)| on_board & **mask > 0).map(|(_, bit)| bit).sum();
    let itself = if bits + 1 == 1 << line.length { 1 << 7 } else { 0 };
    bits as u8 | on_diagonals | itself
}

impl Table {
    /// Returns the boards after the pushes of the side with the first bits.
    fn after(line: Line) -> Self {
        let rank = |mine, theirs| Board { mine: line.spread(theirs), theirs: line.spread(mine) }.rank();
        Self::new(line, rank, |mine, theirs| {
            let pushes = line.pushes().filter(move |(from, _)| theirs >> from & 1 == 0);
            pushes.map(move |(from, to)| (pushed(mine, from, to, true), pushed(theirs, from, to, false)))
        })
    }

    /// Returns the boards before the pushes of the side with the first bits.
    fn before(line: Line) -> Self {
        let rank = |mine, theirs| Board { mine: line.spread(mine), theirs: line.spread(theirs) }.rank();
        Self::new(line, rank, |mine, theirs| {
            let pushes = line.pushes().filter(move |(_, to)| mine >> to & 1 > 0);
            let before =
                move |(from, to), was_mine| (pushed(mine, to, from, was_mine), pushed(theirs, to, from, false));
            pushes.flat_map(move |push| [false, true].map(|was_mine| before(push, was_mine)))
        })
    }

    fn new<I: Iterator<Item = (u32, u32)>>(
        line: Line,
        rank: impl Fn(u32, u32) -> u64,
        others: impl Fn(u32, u32) -> I,
    ) -> Self {
        let mut table = Self::default();
        for now in line.contents() {
            let different = if now.0 & now.1 == 0 { others(now.0, now.1).collect() } else { BTreeSet::new() };
            table.push(line, now, &different, &rank);
        }
        table
    }

    fn push(&mut self, line: Line, now: (u32, u32), others: &BTreeSet<(u32, u32)>, rank: impl Fn(u32, u32) -> u64) {
        let start = self.steps.len() as u32;
        let mut boards = Boards { start, ..Boards::default() };
        for &(mine, theirs) in others {
            let changed = (now.0 ^ mine) | (now.1 ^ theirs);
            if changed == 0 {
                boards.same = true;
            } else if changed.is_power_of_two() {
                boards.single |= line.spread(changed);
            } else {
                self.steps.push(rank(mine, theirs).wrapping_sub(rank(now.0, now.1)).cast_signed());
            }
        }
        self.boards.push(Boards { end: self.steps.len() as u32, ..boards });
    }
}
