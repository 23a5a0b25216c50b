//! Reads boards of a fixed size in which letters stand for men, as in FEN. Chess and dobutsu shogi use this module.

use retrograde::NotationError;
use retrograde::rules::message::Message;

use crate::grid;
use crate::messages::{RowName, Sign, Token, Unit, counted};
use crate::token::Field;

/// The format in which a game writes its boards in tokens.
pub(crate) struct FixedBoard<M> {
    /// The number of rows.
    pub(crate) rows: usize,
    /// The number of columns.
    pub(crate) columns: usize,
    /// Returns the name of a row in messages. Rows are counted from the top, starting with 0.
    pub(crate) row_name: fn(usize) -> RowName,
    /// Returns the man for a letter.
    pub(crate) man: fn(char) -> Option<M>,
    /// Returns a message that lists the valid letters.
    pub(crate) letters: fn() -> Message,
    /// The advice that the error gives if a token has a size instead of a board.
    pub(crate) advice: Token,
}

impl<M> FixedBoard<M> {
    /// Reads the squares row by row from the top.
    ///
    /// # Errors
    /// Returns [`Malformed`](NotationError::Malformed). If the number of rows is wrong, the error is about the whole
    /// board. Otherwise the error is about the first wrong part in reading order.
    pub(crate) fn read(self, board: Field<'_>) -> Result<Vec<Option<M>>, NotationError> {
        if board.text.is_empty() {
            return Err(NotationError::malformed(board.at(), Token::EmptyBoard));
        }
        let rows = board.text.split('/').count();
        if rows != self.rows {
            grid::no_size(board, self.advice)?;
            let message = Token::Rows { has: counted(rows, Unit::Row), expected: self.rows };
            return Err(NotationError::malformed(board.at(), message));
        }
        let (mut squares, mut start) = (Vec::with_capacity(self.rows * self.columns), board.start);
        for (number, text) in board.text.split('/').enumerate() {
            squares.extend(self.read_row(Field { text, start }, (self.row_name)(number))?);
            start += text.len() + 1;
        }
        Ok(squares)
    }

    /// Reads the squares of a row. A digit is the number of consecutive empty squares.
    fn read_row(&self, row: Field<'_>, name: RowName) -> Result<Vec<Option<M>>, NotationError> {
        let mut squares = Vec::with_capacity(self.columns);
        for (offset, sign) in row.text.char_indices() {
            match (sign.to_digit(10), (self.man)(sign)) {
                (Some(run @ 1..), _) => squares.extend((0..run).map(|_| None)),
                (_, Some(man)) => squares.push(Some(man)),
                _ => {
                    let at = row.start + offset;
                    let message = Token::InRow { found: Sign(sign), row: name };
                    return Err(NotationError::malformed(at..at + sign.len_utf8(), message).hint((self.letters)()));
                }
            }
            if squares.len() > self.columns {
                let most = counted(self.columns, Unit::Square);
                return Err(NotationError::malformed(row.at(), Token::TooWide { row: name, most }));
            }
        }
        if squares.len() < self.columns {
            let has = counted(squares.len(), Unit::Square);
            return Err(NotationError::malformed(row.at(), Token::Width { row: name, has, expected: self.columns }));
        }
        Ok(squares)
    }
}
