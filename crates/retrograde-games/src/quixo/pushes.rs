//! What a push does to a line of cubes, for every line and everything that can stand on it.
//!
//! A push changes one row or one column. So what the moves of a board make is looked up by the contents of its lines: the boards they
//! lead to, as differences of ranks, and whether they complete a line of either mark.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::boards::{Board, ones};

/// The longest line.
pub(super) const MAX_SIDE: usize = 5;
/// Of the lines that cross one: the diagonal, the other diagonal, and, as if it crossed itself, the line.
const DIAGONALS: [u8; 2] = [1 << 5, 1 << 6];
const ITSELF: u64 = !REST;
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
    /// A row's cubes, each as the lowest bit of its column's byte.
    turned: [u64; 1 << MAX_SIDE],
    /// The bits at which a cube's row and column start among the bytes of all.
    places: [(usize, usize); 32],
    made: Vec<Vec<Made>>,
    /// In the eyes of the side that is to move then.
    children: Vec<Table>,
    /// In the eyes of the side that took its move back.
    parents: Vec<Table>,
}

/// The contents of the rows, and of the columns, a byte each.
#[derive(Clone, Copy, Debug)]
struct Contents {
    rows: u64,
    columns: u64,
}

/// The lines of one mark that lack one cube, told by the lines that cross them there.
#[derive(Clone, Copy, Debug)]
struct Gaps {
    /// A byte for every row, and for every column: the crossing lines that only lack the cube on this one.
    crossing: Contents,
    /// Whether a line lacks none.
    full: bool,
}

impl Pushes {
    /// Those of a board size, made when they are first asked for: a game is made anew for every token that is read.
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

    /// The contents of all rows and columns.
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

    /// The lines of a mark that lack a cube or none.
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

    /// Won or lost, if the game is over.
    pub(super) fn over(&self, board: Board) -> Option<State> {
        let has_line = |mask| self.gaps(mask, self.contents(mask)).full;
        if has_line(board.mine) { Some(State::Won) } else { has_line(board.theirs).then_some(State::Lost) }
    }

    /// What is known of a board without valuing it.
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

/// The contents of one line, as tables have them, from those of all lines of its direction and length.
#[inline]
const fn index(line: usize, length: usize, mine: u64, theirs: u64) -> usize {
    ((mine >> (8 * line) & 0x1f) | (theirs >> (8 * line) & 0x1f) << length) as usize
}

/// The pushes along lines of one direction that complete a line of the mover's and none of the opponent's: a bit for each, of all lines
/// together.
#[inline]
fn completes(tables: &[Vec<Made>], length: usize, [mine, theirs]: [u64; 2], [my_gaps, their_gaps]: [u64; 2]) -> u64 {
    tables.iter().enumerate().fold(0, |wins, (line, table)| {
        let made = table[index(line, length, mine, theirs)];
        let gaps = |gaps: u64| LOWEST * (gaps >> (8 * line) & 0xff);
        wins | filled(made.mine & gaps(my_gaps)) & !filled(made.theirs & gaps(their_gaps))
    })
}

/// Lines by what they lack, a bit each.
#[derive(Clone, Copy)]
struct Lacking {
    none: u8,
    one: u8,
}

impl Lacking {
    /// What lines lack in the contents of so many that cross them, a byte each.
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
    let itself = if bits + 1 == 1 << line.length { 1 << 7 } else { 0 };
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
