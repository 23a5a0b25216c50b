//! Shared code of games on boards without walls. In such a game, each of the two sides has one letter for its pieces.
//! The size of a board has limits, and every allowed size has a start position.

use std::ops::RangeInclusive;

use retrograde::author::Square;
use retrograde::{NotationError, Side};

use crate::grid::{self, BoardFormat, Grid, Ground, TextBoard};
use crate::messages::{Open, Size};
use crate::token::{Field, fields, no_more_fields, read_turn};

/// The format in which a game writes its boards in tokens, and the allowed sizes of its boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenBoards {
    /// The letters of the sides' pieces.
    pub(crate) letters: &'static str,
    /// The sides' names.
    pub(crate) sides: [&'static str; 2],
    /// The minimum number of rows and the minimum number of columns.
    pub(crate) least: (usize, usize),
    /// The maximum number of rows and the maximum number of columns.
    pub(crate) most: (usize, usize),
    /// The size that the advice in errors suggests, as the number of rows and the number of columns.
    pub(crate) usual: (usize, usize),
    /// Returns how many rows each side's pieces fill at the start. The argument is the number of rows of the board.
    pub(crate) ranks: fn(usize) -> usize,
}

/// The pieces of each side as a bit set of squares, in reading order.
pub(crate) type Pieces = [u64; 2];

impl OpenBoards {
    /// Reads the part of a token after `<game>:`. Instead of a board, the text can have a size such as `4x4`. A size
    /// stands for the start on a board of this size.
    pub(crate) fn read(&self, text: &str) -> Result<(TextBoard, Side), NotationError> {
        match grid::size(text) {
            None => self.read_board(text),
            Some(size) if self.has(size) => self.read_board(&self.start_text(size)),
            Some(_) => {
                let usual = lines(self.usual);
                Err(NotationError::malformed(0..text.len(), self.sizes()).hint(Open::Usual { usual }))
            }
        }
    }

    fn read_board(&self, text: &str) -> Result<(TextBoard, Side), NotationError> {
        let mut fields = fields(text);
        let field = fields.next().unwrap_or(Field { text: "", start: 0 });
        let (rows, columns) = self.most;
        let format = BoardFormat { letters: self.letters, ground: Ground::Floor, rows, columns };
        let board = format.read(field.text, field.start).map_err(|error| match grid::size(field.text) {
            Some(_) => error.hint(Open::Alone { usual: lines(self.usual) }),
            None => error,
        })?;
        let turn = read_turn(fields.next(), text.len(), self.sides)?;
        no_more_fields(fields.next())?;
        self.check(&board.grid).map_err(|message| NotationError::malformed(field.at(), message))?;
        Ok((board, turn))
    }

    fn check(&self, grid: &Grid) -> Result<(), Open> {
        let (rows, columns) = (grid.rows(), grid.columns());
        if !self.has((rows, columns)) {
            return Err(Open::Small { size: lines((rows, columns)), least: lines(self.least) });
        }
        if *grid == Grid::open(rows, columns) { Ok(()) } else { Err(Open::Walls) }
    }

    /// Returns whether a board may have this size.
    fn has(&self, (rows, columns): (usize, usize)) -> bool {
        self.rows().contains(&rows) && self.columns().contains(&columns)
    }

    fn sizes(&self) -> Open {
        match (lines(self.least), lines(self.most)) {
            (only, _) if self.least == self.most => Open::OneSize { only },
            (least, most) => Open::Sizes { least, most },
        }
    }

    /// Returns the token text of the start on a board of this size. The first side's pieces are on the last rows.
    fn start_text(&self, (rows, columns): (usize, usize)) -> String {
        let ranks = (self.ranks)(rows);
        let letter = |Square { row, .. }| match usize::from(row) {
            row if row < ranks => Some(self.letter(Side::Second)),
            row => (row + ranks >= rows).then_some(self.letter(Side::First)),
        };
        format!("{}_{}", Grid::open(rows, columns).print(letter), self.sides[0])
    }

    /// Returns the letter that stands for the side to move: the first letter of the side's name.
    pub(crate) fn turn(&self, side: Side) -> &'static str {
        &self.sides[side.index()][..1]
    }

    fn letter(&self, side: Side) -> char {
        char::from(self.letters.as_bytes()[side.index()])
    }

    /// Returns the pieces of a board as bit sets.
    pub(crate) fn pieces(&self, board: &TextBoard) -> Pieces {
        Side::BOTH.map(|side| {
            let own = board.pieces.iter().filter(|(letter, _)| *letter == self.letter(side));
            own.filter_map(|&(_, square)| board.grid.index(square)).map(|index| 1 << index).sum()
        })
    }

    /// Returns the part of a token after `<game>:`.
    pub(crate) fn print(&self, grid: &Grid, pieces: Pieces, turn: Side) -> String {
        format!("{}_{}", grid.print(|square| self.at(grid, pieces, square)), self.turn(turn))
    }

    /// Draws the board for a terminal.
    pub(crate) fn draw(&self, grid: &Grid, pieces: Pieces) -> String {
        grid.draw(|square| self.at(grid, pieces, square))
    }

    fn at(&self, grid: &Grid, pieces: Pieces, square: Square) -> Option<char> {
        let index = grid.index(square)?;
        Side::BOTH.into_iter().find(|side| pieces[side.index()] >> index & 1 > 0).map(|side| self.letter(side))
    }

    /// Returns the allowed numbers of rows.
    pub(crate) const fn rows(&self) -> RangeInclusive<usize> {
        self.least.0..=self.most.0
    }

    /// Returns the allowed numbers of columns.
    pub(crate) const fn columns(&self) -> RangeInclusive<usize> {
        self.least.1..=self.most.1
    }
}

fn lines((rows, columns): (usize, usize)) -> Size {
    Size::board(rows as u64, columns as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: OpenBoards = OpenBoards {
        letters: "WB",
        sides: ["white", "black"],
        least: (2, 1),
        most: (6, 5),
        usual: (4, 3),
        ranks: |_| 1,
    };

    fn printed(text: &str) -> String {
        let (board, turn) = BOARDS.read(text).unwrap();
        BOARDS.print(&board.grid, BOARDS.pieces(&board), turn)
    }

    #[test]
    fn a_size_is_the_start_on_a_board_of_that_size() {
        assert_eq!(printed("3x2"), "BB/2/WW_w");
        assert_eq!(printed("2X1"), "B/W_w");
        assert_eq!(printed("bb/2/ww_b"), "BB/2/WW_b");
    }

    #[test]
    fn other_boards_are_refused() {
        for (text, message) in [
            ("1_w", "a board of 1x1 is too small, expected at least 2x1"),
            ("1x3", "this game has boards of 2x1 to 6x5, rows first"),
            ("0x0", "this game has boards of 2x1 to 6x5, rows first"),
            ("100x100", "this game has boards of 2x1 to 6x5, rows first"),
            ("WH/2_w", "this game has no walls"),
            // In an earlier version, the message was "unexpected `x` in row 1". If the game has a piece `X`, the
            // message was about the row's width.
            ("7x3", "this game has boards of 2x1 to 6x5, rows first"),
            ("3x3_w", "unexpected `x` in row 1"),
            ("WB/2", "the side to move is missing, expected `_w` (white) or `_b` (black)"),
        ] {
            let error = BOARDS.read(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
            // For `1x3`, the fuzzer found an error whose range was not in the given text. The range was in the text of
            // the board that `1x3` stands for.
            assert!(matches!(error, NotationError::Malformed { at, .. } if at.end <= text.len()), "{text}");
        }
    }

    #[test]
    fn advice_on_sizes_names_one_that_is_read() {
        for text in ["7x3", "3x3_w"] {
            let Err(NotationError::Malformed { hint, .. }) = BOARDS.read(text) else { panic!("{text}") };
            let hint = hint.unwrap().to_string();
            let usual = hint.split('`').nth(1).unwrap();
            assert!(BOARDS.read(usual).is_ok(), "{text}: {hint}");
        }
    }
}
