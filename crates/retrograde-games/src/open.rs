//! What games on boards without walls share: two sides with a letter each, sizes within limits, and a start for every size.

use std::ops::RangeInclusive;

use retrograde::square::Square;
use retrograde::{NotationError, Side};

use crate::grid::{Board, BoardFormat, Grid};
use crate::messages::{Open, Size};
use crate::token::{Field, fields, no_more_fields, read_turn};

/// The boards of a game, as its tokens write them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenBoards {
    /// The letters of the sides' pieces.
    pub(crate) letters: &'static str,
    /// The sides' names.
    pub(crate) sides: [&'static str; 2],
    /// The fewest rows and columns.
    pub(crate) least: (usize, usize),
    /// The most rows and columns.
    pub(crate) most: (usize, usize),
    /// What stands at the start on each row of so many.
    pub(crate) start: fn(usize, usize) -> Option<Side>,
}

/// Whose pieces stand where: a bit each in reading order.
pub(crate) type Pieces = [u64; 2];

impl OpenBoards {
    /// Reads the part of a token after `<game>:`, or a size such as `4x4`, which means the start on a board of that size.
    pub(crate) fn read(&self, text: &str) -> Result<(Board, Side), NotationError> {
        match self.start_text(text) {
            None => self.read_board(text),
            // What is wrong with the start of a size is wrong with the size.
            Some(start) => self.read_board(&start).map_err(|error| match error {
                NotationError::Malformed { message, .. } => NotationError::malformed(0..text.len(), message),
                error => error,
            }),
        }
    }

    fn read_board(&self, text: &str) -> Result<(Board, Side), NotationError> {
        let mut fields = fields(text);
        let field = fields.next().unwrap_or(Field { text: "", start: 0 });
        let (rows, columns) = self.most;
        let board = BoardFormat { letters: self.letters, rows, columns }.read(field.text, field.start)?;
        let turn = read_turn(fields.next(), text.len(), self.sides)?;
        no_more_fields(fields.next())?;
        self.check(&board.grid).map_err(|message| NotationError::malformed(field.at(), message))?;
        Ok((board, turn))
    }

    fn check(&self, grid: &Grid) -> Result<(), Open> {
        let (rows, columns) = (grid.rows(), grid.columns());
        if rows < self.least.0 || columns < self.least.1 {
            let size = |(rows, columns): (usize, usize)| Size::board(rows as u64, columns as u64);
            return Err(Open::Small { size: size((rows, columns)), least: size(self.least) });
        }
        if *grid == Grid::open(rows, columns) { Ok(()) } else { Err(Open::Walls) }
    }

    /// The start of a size such as `4x4`; `None` for other texts.
    fn start_text(&self, text: &str) -> Option<String> {
        let (rows, columns) = text.trim().split_once(['x', 'X'])?;
        let side = |text: &str, most| text.parse::<usize>().ok().filter(|side| (1..=most).contains(side));
        let (rows, columns) = (side(rows, self.most.0)?, side(columns, self.most.1)?);
        let letter = |square: Square| Some(self.letter((self.start)(rows, usize::from(square.row))?));
        Some(format!("{}_{}", Grid::open(rows, columns).print(letter), self.sides[0]))
    }

    /// A side to move: the first letter of its name.
    pub(crate) fn turn(&self, side: Side) -> &'static str {
        &self.sides[side.index()][..1]
    }

    fn letter(&self, side: Side) -> char {
        char::from(self.letters.as_bytes()[side.index()])
    }

    /// Where the pieces of a board stand.
    pub(crate) fn pieces(&self, board: &Board) -> Pieces {
        Side::BOTH.map(|side| {
            let own = board.pieces.iter().filter(|(letter, _)| *letter == self.letter(side));
            own.filter_map(|&(_, square)| board.grid.index(square)).map(|index| 1 << index).sum()
        })
    }

    /// The part of a token after `<game>:`.
    pub(crate) fn print(&self, grid: &Grid, pieces: Pieces, turn: Side) -> String {
        format!("{}_{}", grid.print(|square| self.at(grid, pieces, square)), self.turn(turn))
    }

    /// The board for a terminal.
    pub(crate) fn draw(&self, grid: &Grid, pieces: Pieces) -> String {
        grid.draw(|square| self.at(grid, pieces, square))
    }

    fn at(&self, grid: &Grid, pieces: Pieces, square: Square) -> Option<char> {
        let index = grid.index(square)?;
        Side::BOTH.into_iter().find(|side| pieces[side.index()] >> index & 1 > 0).map(|side| self.letter(side))
    }

    /// The numbers of rows that are played on.
    pub(crate) const fn rows(&self) -> RangeInclusive<usize> {
        self.least.0..=self.most.0
    }

    /// The numbers of columns that are played on.
    pub(crate) const fn columns(&self) -> RangeInclusive<usize> {
        self.least.1..=self.most.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARDS: OpenBoards = OpenBoards {
        letters: "WB",
        sides: ["white", "black"],
        least: (2, 1),
        most: (6, 5),
        start: |rows, row| {
            [(0, Side::Second), (rows - 1, Side::First)].into_iter().find(|(at, _)| *at == row).map(|(_, side)| side)
        },
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
            ("1x3", "a board of 1x3 is too small, expected at least 2x1"),
            ("WH/2_w", "this game has no walls"),
            ("7x3", "unexpected `x` in row 1"),
            ("WB/2", "the side to move is missing, expected `_w` (white) or `_b` (black)"),
        ] {
            let error = BOARDS.read(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
            // Found by the fuzzer: of `1x3` it was a part of the start that the size means.
            assert!(matches!(error, NotationError::Malformed { at, .. } if at.end <= text.len()), "{text}");
        }
    }
}
