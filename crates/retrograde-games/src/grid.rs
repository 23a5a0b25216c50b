//! Rectangular boards of floor and walls. This module contains the squares of a board, its text in tokens, and its
//! drawings.

use retrograde::NotationError;
use retrograde::author::{Direction, Square, column_name};
use retrograde::rules::memory::{self, NoMemory};

use crate::messages::{RowName, Sign, Token, Unit, counted};
use crate::token::Field;

/// The maximum number of rows or columns of a board. A [`Square`] cannot store larger indexes.
const MOST_LINES: usize = u16::MAX as usize;

/// A rectangle of floor and walls. Squares outside the rectangle count as walls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    columns: usize,
    /// True for each square that is a wall, row by row; the length is a multiple of `columns`.
    walls: Vec<bool>,
}

impl Grid {
    /// Returns a board of `columns` columns that has no rows yet. The memory of a row is allocated only when
    /// [`push_row`](Self::push_row) adds the row.
    ///
    /// # Panics
    /// Panics if `columns` is not in 1 to 65,535.
    pub fn new(columns: usize) -> Self {
        assert!((1..=MOST_LINES).contains(&columns), "a board has 1 to 65,535 columns");
        Self { columns, walls: Vec::new() }
    }

    /// Returns a board without walls.
    ///
    /// # Panics
    /// Panics if `columns` or `rows` is above 65,535, or `columns` is 0.
    pub fn open(rows: usize, columns: usize) -> Self {
        let mut grid = Self::new(columns);
        for _ in 0..rows {
            grid.push_row((0..columns).map(|_| false));
        }
        grid
    }

    /// Reserves memory for another row. After that, [`push_row`](Self::push_row) does not allocate.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if the memory cannot be reserved.
    pub fn reserve_row(&mut self) -> Result<(), NoMemory> {
        memory::reserve(&mut self.walls, self.columns)
    }

    /// Adds a row at the bottom; `walls` is true for each square that is a wall.
    ///
    /// # Panics
    /// Panics if `walls` does not have one element for each column, or the board already has 65,535 rows.
    pub fn push_row(&mut self, walls: impl IntoIterator<Item = bool>) {
        let before = self.walls.len();
        self.walls.extend(walls);
        assert_eq!(self.walls.len() - before, self.columns, "every row has one square in each column");
        assert!(self.rows() <= MOST_LINES, "a board has at most 65,535 rows");
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.walls.len() / self.columns
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns whether a square is floor; false for walls and outside the board.
    pub fn is_floor(&self, square: Square) -> bool {
        self.index(square).is_some_and(|index| !self.walls[index])
    }

    /// Returns a square's index; `None` outside the board. Squares are counted row by row, and `a1` has index 0.
    pub fn index(&self, square: Square) -> Option<usize> {
        let (row, column) = (usize::from(square.row), usize::from(square.column));
        (row < self.rows() && column < self.columns).then_some(row * self.columns + column)
    }

    /// Returns the rows of the board from top to bottom. An element of a row is true if its square is a wall.
    pub fn wall_rows(&self) -> impl ExactSizeIterator<Item = &[bool]> {
        self.walls.chunks_exact(self.columns)
    }

    /// Returns the floor squares, row by row.
    pub fn floor(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares().filter(|&square| self.is_floor(square))
    }

    /// Returns all squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.walls.len()).map(|index| Square::new((index / self.columns) as u16, (index % self.columns) as u16))
    }

    /// Returns the floor square next to `square` in a direction.
    pub fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        square.step(direction).filter(|&next| self.is_floor(next))
    }

    /// Draws the board in the format of contest inputs. `.` is floor, `#` is a wall, and a square with a piece shows
    /// the letter that `piece` returns. Each row ends with a line feed.
    pub fn picture(&self, piece: impl Fn(Square) -> Option<char>) -> String {
        let mut text = String::with_capacity(self.walls.len() + self.rows());
        for square in self.squares() {
            text.push(self.mark(square, &piece));
            if usize::from(square.column) + 1 == self.columns {
                text.push('\n');
            }
        }
        text
    }

    /// Draws the board for a human reader. Column letters are above the board, and row numbers are on its left. The
    /// squares look the same as in [`picture`](Self::picture). The drawing has no final line feed.
    pub fn draw(&self, piece: impl Fn(Square) -> Option<char>) -> String {
        let label_width = self.rows().to_string().len();
        let square_width = column_name(self.columns - 1).len();
        let line = |label: String, squares: Vec<String>| {
            let padded: Vec<String> = squares.iter().map(|square| format!("{square:>square_width$}")).collect();
            format!("{label:>label_width$} {}", padded.join(" "))
        };
        let names = line(String::new(), (0..self.columns).map(column_name).collect());
        let picture = self.picture(piece);
        let rows = picture
            .lines()
            .zip(1..)
            .map(|(row, number): (&str, usize)| line(number.to_string(), row.chars().map(String::from).collect()));
        std::iter::once(names).chain(rows).collect::<Vec<_>>().join("\n")
    }

    /// Returns the board part of a token. `/` separates the rows. A decimal number stands for adjacent floor squares,
    /// `H` for a wall, and another letter for a piece.
    pub fn print(&self, piece: impl Fn(Square) -> Option<char>) -> String {
        let mut text = String::new();
        let mut floor_run = 0_usize;
        for square in self.squares() {
            let mark = self.mark(square, &piece);
            let row_starts = square.column == 0 && square.row > 0;
            if (row_starts || mark != '.') && floor_run > 0 {
                text += &floor_run.to_string();
                floor_run = 0;
            }
            if row_starts {
                text.push('/');
            }
            match mark {
                '.' => floor_run += 1,
                '#' => text.push('H'),
                letter => text.push(letter),
            }
        }
        if floor_run > 0 {
            text += &floor_run.to_string();
        }
        text
    }

    fn mark(&self, square: Square, piece: &impl Fn(Square) -> Option<char>) -> char {
        match piece(square) {
            Some(letter) => letter,
            None if self.is_floor(square) => '.',
            None => '#',
        }
    }
}

/// A board that was read from a token. A board has walls, and pieces in reading order. Pieces stand on floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBoard {
    /// The board's size and walls.
    pub grid: Grid,
    /// The pieces, each with its upper-case letter and its square.
    pub pieces: Vec<(char, Square)>,
}

/// Reads a size such as `4x5`: the number of rows, then the number of columns.
pub(crate) fn size(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.trim().split_once(['x', 'X', '×'])?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // The text has only digits, so parsing fails only if the number overflows.
    let lines = |text: &str| is_number(text).then(|| text.parse().unwrap_or(usize::MAX));
    Some((lines(rows)?, lines(columns)?))
}

/// Returns an error with advice if a token has a size where the board should be.
pub(crate) fn no_size(board: Field<'_>, advice: Token) -> Result<(), NotationError> {
    match size(board.text) {
        Some(_) => Err(NotationError::malformed(board.at(), Token::SizeAlone).hint(advice)),
        None => Ok(()),
    }
}

/// The kinds of ground that the squares of a game's boards can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// All squares are floor.
    Floor,
    /// Squares are floor or walls.
    FloorAndWall,
}

/// The format in which a game writes its boards in tokens.
#[derive(Clone, Copy, Debug)]
pub struct BoardFormat {
    /// The letters of the pieces, all ASCII capitals except `H`.
    pub letters: &'static str,
    /// The kinds of squares without a piece. Error messages list the kinds of squares after the letters. The reader
    /// accepts walls in every game. A game without walls rejects the walls later, with a better message.
    pub ground: Ground,
    /// The maximum number of rows, at most 65,535.
    pub rows: usize,
    /// The maximum number of columns, at most 65,535.
    pub columns: usize,
}

impl BoardFormat {
    /// Reads the board part of a token. `start` is the byte offset of this part in the whole text. The reader also
    /// accepts lower-case letters, and `#` for `H`.
    ///
    /// # Errors
    /// Returns [`Malformed`](NotationError::Malformed) for the first wrong part in reading order.
    ///
    /// # Complexity
    /// Time and memory are linear in the length of the text and in the number of squares of the board. `rows` and
    /// `columns` limit the number of squares.
    pub fn read(&self, text: &str, start: usize) -> Result<TextBoard, NotationError> {
        let mut board: Option<TextBoard> = None;
        let mut row_start = start;
        for (above, row) in text.split('/').enumerate() {
            let at = row_start..row_start + row.len();
            row_start = at.end + 1;
            if above == self.rows {
                return Err(NotationError::malformed(at, Token::MoreRows { most: counted(self.rows, Unit::Row) }));
            }
            let name = RowName::Numbered { row: above as u64 + 1 };
            let width = self.row_width(row, at.start, name)?;
            let board = board.get_or_insert_with(|| TextBoard { grid: Grid::new(width), pieces: Vec::new() });
            let expected = board.grid.columns();
            if width != expected {
                let message = Token::Width { row: name, has: counted(width, Unit::Square), expected };
                return Err(NotationError::malformed(at, message));
            }
            board.grid.reserve_row()?;
            board.push_row(row);
        }
        board.ok_or_else(|| NotationError::malformed(start..start, Token::EmptyBoard))
    }

    /// Returns the number of squares in a row, from 1 to `self.columns`. The function allocates no memory, so a text
    /// that claims a huge width is harmless.
    fn row_width(&self, row: &str, start: usize, name: RowName) -> Result<usize, NotationError> {
        let row_at = start..start + row.len();
        let mut width = 0_usize;
        for (offset, item) in Items::new(row) {
            let at = start + offset;
            width = match item {
                Item::Floor(0) => {
                    return Err(NotationError::malformed(at..at + 1, Token::EmptyRun { row: name }));
                }
                Item::Floor(run) => width.saturating_add(run),
                Item::Mark(mark) if mark == 'H' || self.letters.contains(mark) => width.saturating_add(1),
                Item::Mark(_) => return Err(self.unexpected(row, at, offset, name)),
            };
        }
        match width {
            0 => Err(NotationError::malformed(row_at, Token::EmptyRow { row: name })),
            _ if width > self.columns => Err(NotationError::malformed(
                row_at,
                Token::TooWide { row: name, most: counted(self.columns, Unit::Square) },
            )),
            _ => Ok(width),
        }
    }

    fn unexpected(&self, row: &str, at: usize, offset: usize, name: RowName) -> NotationError {
        let found = row[offset..].chars().next().unwrap_or_default();
        let letters: Vec<String> = self.letters.chars().map(|letter| format!("`{letter}`")).collect();
        let letters = letters.join(", ");
        let hint = match self.ground {
            Ground::Floor => Token::OpenLetters { letters },
            Ground::FloorAndWall => Token::Letters { letters },
        };
        let message = Token::InRow { found: Sign(found), row: name };
        NotationError::malformed(at..at + found.len_utf8(), message).hint(hint)
    }
}

impl TextBoard {
    /// Adds a row, whose [width](BoardFormat::row_width) equals the board's number of columns.
    fn push_row(&mut self, row: &str) {
        let number = self.grid.rows() as u16;
        let mut walls = Vec::with_capacity(self.grid.columns());
        for (_, item) in Items::new(row) {
            match item {
                Item::Floor(run) => walls.resize(walls.len() + run, false),
                Item::Mark('H') => walls.push(true),
                Item::Mark(letter) => {
                    self.pieces.push((letter, Square::new(number, walls.len() as u16)));
                    walls.push(false);
                }
            }
        }
        self.grid.push_row(walls);
    }
}

/// One item of a row in a token.
enum Item {
    /// A run of adjacent floor squares with this length; `usize::MAX` also stands for larger lengths.
    Floor(usize),
    /// One square. `H` stands for a wall; any other character is given in upper case.
    Mark(char),
}

/// Iterates over the items of a row and their byte offsets.
struct Items<'t> {
    row: &'t str,
    offset: usize,
}

impl<'t> Items<'t> {
    fn new(row: &'t str) -> Self {
        Self { row, offset: 0 }
    }
}

impl Iterator for Items<'_> {
    type Item = (usize, Item);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.offset;
        let rest = &self.row[start..];
        let first = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            self.offset += digits;
            // The text has only digits, so parsing fails only if the number overflows.
            return Some((start, Item::Floor(rest[..digits].parse().unwrap_or(usize::MAX))));
        }
        self.offset += first.len_utf8();
        let mark = if first == '#' { 'H' } else { first.to_ascii_uppercase() };
        Some((start, Item::Mark(mark)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: BoardFormat = BoardFormat { letters: "OX", ground: Ground::FloorAndWall, rows: 5, columns: 8 };

    fn malformed(text: &str) -> (String, &str) {
        match FORMAT.read(text, 0) {
            Err(NotationError::Malformed { message, at, .. }) => (message.to_string(), &text[at]),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn squares_print_and_parse() {
        let cases = [((0, 0), "a1"), ((4, 2), "c5"), ((0, 25), "z1"), ((0, 26), "aa1"), ((299, 299), "kn300")];
        for ((row, column), name) in cases {
            assert_eq!(Square::new(row, column).to_string(), name);
            assert_eq!(name.parse(), Ok(Square::new(row, column)));
        }
        let last = Square::new(u16::MAX, u16::MAX);
        assert_eq!(last.to_string().parse(), Ok(last));
        assert_eq!("C5".parse(), Ok(Square::new(4, 2)));
    }

    #[test]
    fn what_is_not_a_square_is_refused() {
        for text in
            ["", "a", "5", "a0", "a-1", "a+1", "5a", "a1b", "é1", "a99999999999", "zzzzzzzzzzzz1", "a65537", "crxq1"]
        {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("`{text}` is not a square")), "{text}: {error}");
        }
    }

    #[test]
    fn a_step_off_the_board_is_none() {
        let grid = Grid::open(2, 2);
        let reach = |square| Direction::ALL.map(|direction| grid.neighbour(square, direction).map(|to| to.to_string()));
        assert_eq!(reach(Square::new(0, 0)), [None, Some("a2".into()), None, Some("b1".into())]);
        assert_eq!(reach(Square::new(1, 1)), [Some("b1".into()), None, Some("a2".into()), None]);
        assert_eq!(Square::new(u16::MAX, 0).step(Direction::Down), None);
    }

    #[test]
    fn boards_are_read_relaxed_and_printed_strictly() {
        let cases = [
            ("3HO/1H2H/HOH2/1H2X", "3HO/1H2H/HOH2/1H2X"),
            ("3ho/1#2#/hoh2/1h2x", "3HO/1H2H/HOH2/1H2X"),
            ("003HO/1H02H/HOH2/1H2x", "3HO/1H2H/HOH2/1H2X"),
            ("8/8", "8/8"),
            ("H", "H"),
        ];
        for (text, strict) in cases {
            let board = FORMAT.read(text, 0).unwrap();
            let letter = |square| board.pieces.iter().find(|(_, at)| *at == square).map(|(letter, _)| *letter);
            assert_eq!(board.grid.print(letter), strict);
        }
    }

    #[test]
    fn malformed_boards_name_the_place() {
        let cases = [
            ("5/5/3HHO/5", "row 3 has 6 squares, expected 5", "3HHO"),
            ("5/4", "row 2 has 4 squares, expected 5", "4"),
            ("5/H", "row 2 has 1 square, expected 5", "H"),
            ("", "row 1 is empty", ""),
            ("3//3", "row 2 is empty", ""),
            ("3/", "row 2 is empty", ""),
            ("3H0O", "a run of 0 squares in row 1", "0"),
            ("3HO/1Q3", "unexpected `Q` in row 2", "Q"),
            ("3/2é", "unexpected `é` in row 2", "é"),
            ("3/\u{1b}", "unexpected `\\u{1b}` in row 2", "\u{1b}"),
            ("9", "row 1 has more than 8 squares", "9"),
            ("99999999999/1", "row 1 has more than 8 squares", "99999999999"),
            ("9999999999999999999999999H", "row 1 has more than 8 squares", "9999999999999999999999999H"),
            ("1/1/1/1/1/1", "more than 5 rows", "1"),
        ];
        for (text, message, at) in cases {
            assert_eq!(malformed(text), (message.to_owned(), at), "{text}");
        }
    }

    #[test]
    fn places_count_from_the_whole_text() {
        let Err(NotationError::Malformed { at, hint, .. }) = FORMAT.read("2/1Q", 10) else { panic!("Q is no piece") };
        assert_eq!(at, 13..14);
        assert_eq!(hint, Some("a row has numbers for runs of floor, `H` for a wall, and `O`, `X`".into()));
    }

    #[test]
    fn no_walls_are_offered_where_there_are_none() {
        let format = BoardFormat { ground: Ground::Floor, ..FORMAT };
        let Err(NotationError::Malformed { hint, .. }) = format.read("1Q", 0) else { panic!("Q is no piece") };
        assert_eq!(hint, Some("a row has numbers for runs of empty squares, and `O`, `X`".into()));
    }

    #[test]
    fn sizes_are_two_numbers() {
        let cases =
            [("4x5", (4, 5)), (" 04X5", (4, 5)), ("0×100", (0, 100)), ("99999999999999999999x1", (usize::MAX, 1))];
        for (text, lines) in cases {
            assert_eq!(size(text), Some(lines), "{text}");
        }
        for text in ["", "x", "4x", "x5", "4x5_x", "4x5/9", "-1x3", "+1x3", "4", "4xx5"] {
            assert_eq!(size(text), None, "{text}");
        }
    }

    #[test]
    fn pictures_and_drawings_show_walls_and_pieces() {
        let board = FORMAT.read("2H/O2", 0).unwrap();
        let letter = |square| (square == board.pieces[0].1).then_some('O');
        assert_eq!(board.grid.picture(letter), "..#\nO..\n");
        assert_eq!(board.grid.draw(letter), "  a b c\n1 . . #\n2 O . .");
    }

    #[test]
    fn wide_and_tall_drawings_stay_in_line() {
        let drawing = Grid::open(10, 27).draw(|_| None);
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines.len(), 11);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{drawing}");
        assert!(lines[0].starts_with("    a  b") && lines[0].ends_with("  z aa"), "{drawing}");
        assert!(lines[10].starts_with("10  ."), "{drawing}");
    }
}
