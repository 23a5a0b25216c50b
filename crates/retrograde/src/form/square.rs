//! Squares of rectangular boards, and their names.

use std::fmt;
use std::str::FromStr;

use crate::form::notation::NotationError;

crate::messages! {
    enum NoSquare {
        Text { text: String }:
            "`{text}` is not a square, expected column letters and a row number such as `c5`",
            "`{text}` 不是格子，应为列字母加行号，例如 `c5`";
    }
}

/// A square, which may also lie outside of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, counted from the top. The first row is 0.
    pub row: u16,
    /// The column, counted from the left. The first column is 0.
    pub column: u16,
}

impl Square {
    /// Creates the square in a row and a column, both counted from 0.
    #[inline]
    pub const fn new(row: u16, column: u16) -> Self {
        Self { row, column }
    }

    /// Reads the text that [`Display`](fmt::Display) prints, in upper or lower case. The argument `start` is the offset
    /// of `text` in the whole input.
    pub fn read(text: &str, start: usize) -> Result<Self, NotationError> {
        read_square(text).ok_or_else(|| {
            NotationError::malformed(start..start + text.len(), NoSquare::Text { text: text.to_owned() })
        })
    }

    /// Returns the next square in a direction. Returns `None` if the row or the column would be below 0 or above
    /// 65,535.
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Self> {
        let Self { row, column } = self;
        Some(match direction {
            Direction::Up => Self::new(row.checked_sub(1)?, column),
            Direction::Down => Self::new(row.checked_add(1)?, column),
            Direction::Left => Self::new(row, column.checked_sub(1)?),
            Direction::Right => Self::new(row, column.checked_add(1)?),
        })
    }
}

crate::rules::message::same_in_all_languages!(Square);

impl fmt::Display for Square {
    /// Prints the letters of the column and then the number of the row. Rows are counted from 1 at the top, so `a1` is
    /// the top left square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.column.into()), u32::from(self.row) + 1)
    }
}

/// Returns the letters of a column, as in spreadsheets. The letters run from `a` to `z`, and then continue with `aa`
/// and `ab`.
pub fn column_name(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        quotient => column_name(quotient - 1) + &last.to_string(),
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::read(text, 0)
    }
}

fn read_square(text: &str) -> Option<Square> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &text[..text.len() - digits.len()];
    // The letters are a number in bijective base 26. In this system, `a` is 1, and no digit is 0.
    let column = letters.bytes().try_fold(0_u32, |sum, letter| {
        let digit = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
        sum.checked_mul(26)?.checked_add(digit)
    })?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let row: u32 = digits.parse().ok()?;
    Some(Square::new(row.checked_sub(1)?.try_into().ok()?, column.checked_sub(1)?.try_into().ok()?))
}

/// The four directions of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Away from row 1.
    Down,
    /// Towards column `a`.
    Left,
    /// Away from column `a`.
    Right,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}
