//! Precomputed tables of the effect of a push, for every line of cubes and every content of the line.
//!
//! A push changes only one row or one column. So the contents of a board's lines determine its moves. The tables store,
//! for each content of a line, the successors (as differences between the ranks of boards) and the lines of either mark
//! that a push can complete.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::boards::{Board, ones};

/// The maximum length of a line.
pub(super) const MAX_SIDE: usize = 5;
/// The bits of the two diagonals in a byte. Each bit of such a byte stands for a line that crosses a given row or
/// column.
const DIAGONALS: [u8; 2] = [1 << 5, 1 << 6];
const ITSELF: u64 = !REST;
/// A word in which the lowest bit of each byte is 1.
const LOWEST: u64 = 0x0101_0101_0101_0101;
const REST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The size of a board, which determines its lines.
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
    /// Whether the line is on the border of the board. A push along a border line can take any cube of the line; a push
    /// along another line can take only a cube at its ends.
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

    /// Returns the two diagonals as masks of the board; `None` unless the board is square.
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

    /// Returns all pushes along the line. A push is a pair of indexes. The first index is that of the cube that is
    /// taken. The second index is the end of the line where the cube is pushed in again.
    pub(super) fn pushes(self) -> impl Iterator<Item = (usize, usize)> {
        let last = self.length - 1;
        let can_be_taken = move |place: &usize| self.border || *place == 0 || *place == last;
        (0..self.length)
            .filter(can_be_taken)
            .flat_map(move |from| [0, last].into_iter().filter(move |&end| end != from).map(move |end| (from, end)))
    }

    /// Returns all contents of the line as pairs of masks, one for each mark. In some of these pairs a cube has both
    /// marks; such contents do not occur on a board.
    fn contents(self) -> impl Iterator<Item = (u32, u32)> {
        let length = self.length;
        (0..1 << (2 * length)).map(move |bits: u32| (bits & ((1 << length) - 1), bits >> length))
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

/// Returns the mask of a line for one mark, after the cube at `from` is pushed in at the end `to`. `mark` says whether
/// the cube then has this mark.
pub(super) const fn pushed(bits: u32, from: usize, to: usize, mark: bool) -> u32 {
    let low = if from < to { from } else { to };
    let high = if from < to { to } else { from };
    let moved = ((1 << (high + 1)) - 1) & !((1 << low) - 1);
    let shifted = if from < to { bits >> 1 } else { bits << 1 };
    let inner = moved & !(1 << to);
    bits & !moved | shifted & inner | (mark as u32) << to
}

/// The results of all pushes along one line with one content.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    /// One byte for each push. A bit of the byte is set if, after the push, the mover has the cube where this line
    /// meets the crossing line with this index. The highest bit is set if the mover then has the whole line. See
    /// [`Gaps`].
    mine: u64,
    /// Like `mine`, for the opponent.
    theirs: u64,
}

/// The distinct successors after pushes along a line, for each content of the line. Another table of this type contains
/// the distinct predecessors.
#[derive(Clone, Debug, Default)]
struct Table {
    boards: Vec<Boards>,
    /// The differences between the rank of the original board and the ranks of its successors or predecessors, for one
    /// content after the other.
    steps: Vec<i64>,
}

/// The successors or predecessors for one content of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Boards {
    /// The index of this content's first difference in [`Table::steps`]. `end` is the index after the content's last
    /// difference.
    start: u32,
    end: u32,
    /// Whether a successor or predecessor equals the original board.
    same: bool,
    /// Some successors or predecessors differ from the original board in one cube only. This mask of the board contains
    /// these cubes. A push along a crossing line can have the same result, so such boards are collected and visited
    /// only once.
    single: u32,
}

/// The tables of one board size. Tables are indexed by the line and by its content. A content has the mask of one mark
/// in the low bits, and the mask of the other mark in the bits above.
#[derive(Clone, Debug)]
pub(super) struct Pushes {
    size: Size,
    diagonals: Option<[u32; 2]>,
    /// The bits of each mask of a row, spread over bytes. Byte i of an entry is 1 if the mask contains the cube in
    /// column i, and 0 otherwise.
    turned: [u64; 1 << MAX_SIDE],
    /// For each cube, the bit offset of the byte for the cube's row, and the bit offset of the byte for the cube's
    /// column.
    places: [(usize, usize); 32],
    made: Vec<Vec<Made>>,
    /// The tables of successors. The side whose mark is in the low bits of a content pushes; ranks are computed as the
    /// other side sees the boards.
    children: Vec<Table>,
    /// The tables of predecessors. The side whose mark is in the low bits of a content has pushed; ranks are computed
    /// as this side sees the boards.
    parents: Vec<Table>,
}

/// The masks of all rows and of all columns for one mark, with one byte for each line.
#[derive(Clone, Copy, Debug)]
struct Contents {
    rows: u64,
    columns: u64,
}

/// The lines on which exactly one cube lacks a mark. Such a line is stored with the lines that cross it at the cube
/// without the mark.
#[derive(Clone, Copy, Debug)]
struct Gaps {
    /// One byte for each row and each column. A bit of the byte is set if, on the crossing line with this index, only
    /// the cube on the row or column lacks the mark. The highest bit of each byte stands for the row or column itself
    /// and is always set.
    crossing: Contents,
    /// Whether some line is complete.
    full: bool,
}

impl Pushes {
    /// Returns the tables of a board size. The tables are cached, because every parsed token creates a game.
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

    /// Returns the masks of all rows and columns.
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

    /// Finds the lines on which a mark has all cubes, and the lines on which exactly one cube lacks the mark.
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

    /// Returns `Won` or `Lost` if the game is over, otherwise `None`.
    pub(super) fn over(&self, board: Board) -> Option<State> {
        let has_line = |mask| self.gaps(mask, self.contents(mask)).full;
        if has_line(board.mine) { Some(State::Won) } else { has_line(board.theirs).then_some(State::Lost) }
    }

    /// Returns the state of a board, as the side to move sees it.
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

    /// Visits the distinct successors. `visit` receives the rank of each successor's board, as the opponent sees the
    /// board.
    #[inline]
    pub(super) fn each_child(&self, board: Board, visit: impl FnMut(u64)) {
        self.each(&self.children, board, board.swapped().rank(), |cube| 2 * ones(cube).cast_signed(), visit);
    }

    /// Visits the distinct predecessors. `visit` receives the rank of each predecessor's board, as the opponent sees
    /// the board. The opponent made the last move.
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

/// The facts about the value of a board that are known without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The mover has a line, which the opponent's push completed.
    Won,
    /// Only the opponent has a line.
    Lost,
    /// The mover can win with the next push.
    WinsAtOnce,
    Open,
}

/// Returns the table index for the content of one line. `mine` and `theirs` contain the masks of all lines in one
/// direction.
#[inline]
const fn index(line: usize, length: usize, mine: u64, theirs: u64) -> usize {
    ((mine >> (8 * line) & 0x1f) | (theirs >> (8 * line) & 0x1f) << length) as usize
}

/// Returns a set of pushes, with one bit per push. A push is in the set if, along any line in one direction, it
/// completes a line of the mover and no line of the opponent.
#[inline]
fn completes(tables: &[Vec<Made>], length: usize, [mine, theirs]: [u64; 2], [my_gaps, their_gaps]: [u64; 2]) -> u64 {
    tables.iter().enumerate().fold(0, |wins, (line, table)| {
        let made = table[index(line, length, mine, theirs)];
        let gaps = |gaps: u64| LOWEST * (gaps >> (8 * line) & 0xff);
        wins | filled(made.mine & gaps(my_gaps)) & !filled(made.theirs & gaps(their_gaps))
    })
}

/// Two sets of lines of one direction, each as a bit set. `none` is the lines on which a mark has all cubes, and `one`
/// is the lines on which exactly one cube lacks the mark.
#[derive(Clone, Copy)]
struct Lacking {
    none: u8,
    one: u8,
}

impl Lacking {
    /// Finds the lines of one direction whose bits in `contents` are all set, and the lines with exactly one clear bit.
    /// Byte i of `contents` is the i-th crossing line, of `crossing` such lines; bit j of each byte is the j-th line of
    /// this direction.
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

/// Returns a word in which the highest bit of each byte is 1 if this byte of `bytes` is not 0.
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

/// Returns a byte. Its bits say which crossing lines contain a cube of the mask `bits`, and its highest bit says
/// whether the line itself is complete.
fn crossed(line: Line, diagonals: Option<[u32; 2]>, bits: u32) -> u8 {
    let on_board = line.spread(bits);
    let diagonals = diagonals.iter().flatten().zip(DIAGONALS);
    let on_diagonals: u8 = diagonals.filter(|(mask, _)| on_board & **mask > 0).map(|(_, bit)| bit).sum();
    let itself = if bits + 1 == 1 << line.length { 1 << 7 } else { 0 };
    bits as u8 | on_diagonals | itself
}

impl Table {
    /// Builds the table of boards after a push. The side whose mask is the first in the content makes the push.
    fn after(line: Line) -> Self {
        let rank = |mine, theirs| Board { mine: line.spread(theirs), theirs: line.spread(mine) }.rank();
        Self::new(line, rank, |mine, theirs| {
            let pushes = line.pushes().filter(move |(from, _)| theirs >> from & 1 == 0);
            pushes.map(move |(from, to)| (pushed(mine, from, to, true), pushed(theirs, from, to, false)))
        })
    }

    /// Builds the table of boards before a push. The side whose mask is the first in the content made the push.
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
