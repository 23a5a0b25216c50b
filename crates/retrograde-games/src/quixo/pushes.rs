//! What a push does to a line of cubes, for every line and everything that can stand on it.
//!
//! A push changes one row or one column. So what the moves of a board make is looked up by the contents of its lines: the boards they
//! lead to, as differences of ranks, and whether they complete a line of either mark.

use std::collections::BTreeSet;

use super::boards::{Board, ones};

/// The longest line.
pub(super) const MAX_SIDE: usize = 5;
/// The most rows and columns.
const MAX_LINES: usize = 2 * MAX_SIDE;
/// Of the lines that cross one: the diagonal, the other diagonal, and, as if it crossed itself, the line.
const DIAGONALS: [u8; 2] = [1 << 5, 1 << 6];
const ITSELF: u8 = 1 << 7;
/// The lowest bit of each byte; all but the highest.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const REST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The lines of a board of that many rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// A row or a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The cube at its start.
    first: usize,
    /// From each cube to the next.
    stride: usize,
    pub(super) length: usize,
    /// Whether it lies on the border, so that its inner cubes can be taken, too.
    border: bool,
}

impl Size {
    pub(super) const fn cubes(self) -> usize {
        self.rows * self.columns
    }

    /// The rows, then the columns.
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

    /// The rows, columns and diagonals, as masks.
    pub(super) fn masks(self) -> impl Iterator<Item = u32> {
        self.lines().map(|line| line.spread(u32::MAX)).chain(self.diagonals().into_iter().flatten())
    }

    /// The two diagonals of a square board, as masks.
    pub(super) fn diagonals(self) -> Option<[u32; 2]> {
        let side = self.rows;
        let mask = |cube: fn(usize, usize) -> usize| (0..side).map(|row| 1 << cube(row, side)).sum();
        (self.rows == self.columns)
            .then(|| [mask(|row, side| row * side + row), mask(|row, side| row * side + side - 1 - row)])
    }
}

impl Line {
    /// The cube of that place on the line.
    pub(super) const fn cube(self, place: usize) -> usize {
        self.first + place * self.stride
    }

    /// The places from which a cube can be taken, each with an end to push it in again.
    pub(super) fn pushes(self) -> impl Iterator<Item = (usize, usize)> {
        let last = self.length - 1;
        let can_be_taken = move |place: &usize| self.border || *place == 0 || *place == last;
        (0..self.length)
            .filter(can_be_taken)
            .flat_map(move |from| [0, last].into_iter().filter(move |&end| end != from).map(move |end| (from, end)))
    }

    /// Everything that can stand on it, and what cannot: any bits of the one mark with any of the other.
    fn contents(self) -> impl Iterator<Item = (u32, u32)> {
        let length = self.length;
        (0..1 << (2 * length)).map(move |bits: u32| (bits & ((1 << length) - 1), bits >> length))
    }

    /// The bits of a board on a line.
    pub(super) fn bits(self, mask: u32) -> u32 {
        (0..self.length).map(|place| (mask >> self.cube(place) & 1) << place).sum()
    }

    /// The bits of a line on a board.
    pub(super) fn spread(self, bits: u32) -> u32 {
        (0..self.length).filter(|place| bits >> place & 1 > 0).map(|place| 1 << self.cube(place)).sum()
    }
}

/// Bits of a line after the cube at `from` was pushed in again at the end `to`, with the bit `mark`.
pub(super) const fn pushed(bits: u32, from: usize, to: usize, mark: bool) -> u32 {
    let low = if from < to { from } else { to };
    let high = if from < to { to } else { from };
    let moved = ((1 << (high + 1)) - 1) & !((1 << low) - 1);
    let shifted = if from < to { bits >> 1 } else { bits << 1 };
    let inner = moved & !(1 << to);
    bits & !moved | shifted & inner | (mark as u32) << to
}

/// What pushes along one line make of each of its contents.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    /// A byte for every push: on which [crossing lines](Gaps) there are cubes of the mover.
    mine: u64,
    /// The same of the opponent.
    theirs: u64,
}

/// The different boards that the pushes along a line lead to, or come from, by its contents.
#[derive(Clone, Debug, Default)]
struct Table {
    boards: Vec<Boards>,
    /// The differences of ranks of all of them.
    steps: Vec<i64>,
}

/// Those of one line with certain contents.
#[derive(Clone, Copy, Debug, Default)]
struct Boards {
    /// Where their differences of ranks start and end.
    start: u32,
    end: u32,
    /// Whether the board can stay as it is.
    same: bool,
    /// The cubes that can change alone, as a mask of the board; then a push along a crossing line may do the same.
    single: u32,
}

/// The tables of a board size, by line and by its contents: the bits of one mark, and above them those of the other.
#[derive(Clone, Debug)]
pub(super) struct Pushes {
    size: Size,
    diagonals: Option<[u32; 2]>,
    /// A row's cubes, as the first cubes of the columns of the board turned over.
    turned: [u32; 1 << MAX_SIDE],
    made: Vec<Vec<Made>>,
    /// In the eyes of the side that is to move then.
    children: Vec<Table>,
    /// In the eyes of the side that took its move back.
    parents: Vec<Table>,
}

/// The lines of one mark that lack one cube, told by the lines that cross them there.
#[derive(Clone, Copy, Debug)]
struct Gaps {
    /// By row, then column: the crossing lines that only lack the cube on this one.
    crossing: [u8; MAX_LINES],
    /// Whether a line lacks none.
    full: bool,
}

/// Contents of the rows, then of the columns.
type Contents = [u8; MAX_LINES];

impl Pushes {
    pub(super) fn new(size: Size) -> Self {
        let turned = std::array::from_fn(|row| {
            (0..MAX_SIDE).map(|column| (row as u32 >> column & 1) << (column * size.rows)).sum()
        });
        let diagonals = size.diagonals();
        let made =
            |line: Line| line.contents().map(|(mine, theirs)| Made::new(line, diagonals, mine, theirs)).collect();
        Self {
            size,
            diagonals,
            turned,
            made: size.lines().map(made).collect(),
            children: size.lines().map(Table::after).collect(),
            parents: size.lines().map(Table::before).collect(),
        }
    }

    /// The contents of all rows and columns.
    #[inline]
    fn contents(&self, mask: u32) -> Contents {
        let Size { rows, columns } = self.size;
        let mut contents = [0; MAX_LINES];
        let mut turned = 0;
        for (row, content) in contents[..rows].iter_mut().enumerate() {
            let bits = mask >> (row * columns) & ((1 << columns) - 1);
            *content = bits as u8;
            turned |= self.turned[bits as usize] << row;
        }
        for (column, content) in contents[rows..rows + columns].iter_mut().enumerate() {
            *content = (turned >> (column * rows) & ((1 << rows) - 1)) as u8;
        }
        contents
    }

    /// The lines of a mark that lack a cube or none.
    #[inline]
    fn gaps(&self, mask: u32, contents: &Contents) -> Gaps {
        let Size { rows, columns } = self.size;
        let mut crossing = [ITSELF; MAX_LINES];
        let (row_contents, column_contents) = contents[..rows + columns].split_at(rows);
        let lacking_columns = lacking(row_contents, columns);
        let lacking_rows = lacking(column_contents, rows);
        let mut full = lacking_columns.none | lacking_rows.none > 0;
        for (crossing, contents) in crossing.iter_mut().zip(row_contents) {
            *crossing |= lacking_columns.one & !contents;
        }
        for (crossing, contents) in crossing[rows..].iter_mut().zip(column_contents) {
            *crossing |= lacking_rows.one & !contents;
        }
        for (diagonal, bit) in self.diagonals.iter().flatten().zip(DIAGONALS) {
            let lacks = diagonal & !mask;
            full |= lacks == 0;
            if lacks.is_power_of_two() {
                let cube = lacks.trailing_zeros() as usize;
                crossing[cube / columns] |= bit;
                crossing[rows + cube % columns] |= bit;
            }
        }
        Gaps { crossing, full }
    }

    /// Won or lost, if the game is over.
    pub(super) fn over(&self, board: Board) -> Option<State> {
        let has_line = |mask| self.gaps(mask, &self.contents(mask)).full;
        if has_line(board.mine) { Some(State::Won) } else { has_line(board.theirs).then_some(State::Lost) }
    }

    /// What is known of a board without valuing it.
    #[inline]
    pub(super) fn state(&self, board: Board) -> State {
        let (mine, theirs) = (self.contents(board.mine), self.contents(board.theirs));
        let (my_gaps, their_gaps) = (self.gaps(board.mine, &mine), self.gaps(board.theirs, &theirs));
        if my_gaps.full {
            return State::Won;
        }
        if their_gaps.full {
            return State::Lost;
        }
        let mut wins = 0;
        for line in 0..self.size.rows + self.size.columns {
            let made = self.made[line][self.index(line, &mine, &theirs)];
            let completes_mine = filled(made.mine & (LOWEST * u64::from(my_gaps.crossing[line])));
            let completes_theirs = filled(made.theirs & (LOWEST * u64::from(their_gaps.crossing[line])));
            wins |= completes_mine & !completes_theirs;
        }
        if wins > 0 { State::WinsAtOnce } else { State::Open }
    }

    #[inline]
    fn index(&self, line: usize, mine: &Contents, theirs: &Contents) -> usize {
        let length = if line < self.size.rows { self.size.columns } else { self.size.rows };
        usize::from(mine[line]) | usize::from(theirs[line]) << length
    }

    /// Visits the ranks of the different boards that a move leads to, in the opponent's eyes.
    #[inline]
    pub(super) fn each_child(&self, board: Board, visit: impl FnMut(u64)) {
        self.each(&self.children, board, board.swapped().rank(), |cube| 2 * ones(cube).cast_signed(), visit);
    }

    /// Visits the ranks of the different boards from which a move of the opponent's leads here, in his eyes.
    #[inline]
    pub(super) fn each_parent(&self, board: Board, visit: impl FnMut(u64)) {
        let board = board.swapped();
        self.each(&self.parents, board, board.rank(), |cube| -ones(cube).cast_signed(), visit);
    }

    #[inline]
    fn each(&self, tables: &[Table], board: Board, rank: u64, step: impl Fn(u32) -> i64, mut visit: impl FnMut(u64)) {
        let (mine, theirs) = (self.contents(board.mine), self.contents(board.theirs));
        let (mut same, mut single) = (false, 0);
        for (line, table) in tables.iter().enumerate() {
            let boards = table.boards[self.index(line, &mine, &theirs)];
            same |= boards.same;
            single |= boards.single;
            for step in &table.steps[boards.start as usize..boards.end as usize] {
                visit(rank.wrapping_add_signed(*step));
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

/// What is known of a board without valuing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The mover has a line, which the opponent made.
    Won,
    /// The opponent alone has a line.
    Lost,
    /// The mover can make a line.
    WinsAtOnce,
    Open,
}

/// Lines by what they lack.
struct Lacking {
    none: u8,
    one: u8,
}

/// What each of `across` lines lacks in the contents of those that cross them.
#[inline]
fn lacking(contents: &[u8], across: usize) -> Lacking {
    let (mut some, mut more) = (0, 0);
    for bits in contents {
        more |= some & !bits;
        some |= !bits;
    }
    let all = (1 << across) - 1;
    Lacking { none: !some & all, one: some & !more & all }
}

/// The highest bit of each byte that is not 0.
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

/// On which crossing lines a line with these bits has cubes.
fn crossed(line: Line, diagonals: Option<[u32; 2]>, bits: u32) -> u8 {
    let on_board = line.spread(bits);
    let diagonals = diagonals.iter().flatten().zip(DIAGONALS);
    let on_diagonals: u8 = diagonals.filter(|(mask, _)| on_board & **mask > 0).map(|(_, bit)| bit).sum();
    let itself = if bits + 1 == 1 << line.length { ITSELF } else { 0 };
    bits as u8 | on_diagonals | itself
}

impl Table {
    /// After the pushes of the side with the first bits.
    fn after(line: Line) -> Self {
        let rank = |mine, theirs| Board { mine: line.spread(theirs), theirs: line.spread(mine) }.rank();
        Self::new(line, rank, |mine, theirs| {
            let pushes = line.pushes().filter(move |(from, _)| theirs >> from & 1 == 0);
            pushes.map(move |(from, to)| (pushed(mine, from, to, true), pushed(theirs, from, to, false)))
        })
    }

    /// Before the pushes of the side with the first bits.
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
