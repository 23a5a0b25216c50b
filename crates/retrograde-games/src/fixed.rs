//! Boards of one size on which each man has a letter, as in FEN: chess and dobutsu.

use retrograde::NotationError;
use retrograde::rules::message::Message;

use crate::grid;
use crate::messages::{RowName, Sign, Token, Unit, counted};
use crate::token::Field;

/// What a game's boards look like in tokens.
pub(crate) struct FixedBoard<M> {
    /// The rows.
    pub(crate) rows: usize,
    /// The columns.
    pub(crate) columns: usize,
    /// What a row is called, by its number from above, from 0 on.
    pub(crate) row_name: fn(usize) -> RowName,
    /// The man that a letter means.
    pub(crate) man: fn(char) -> Option<M>,
    /// Which letters there are.
    pub(crate) letters: fn() -> Message,
    /// What helps where a size stands alone.
    pub(crate) advice: Token,
}

impl<M> FixedBoard<M> {
    /// Reads the squares, row by row from above.
    ///
    /// # Errors
    /// The first [`Malformed`](NotationError::Malformed) thing in reading order, after a wrong number of rows.
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

    /// Reads the squares of a row, of which digits are runs of empty ones.
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
