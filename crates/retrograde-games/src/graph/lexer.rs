//! Words of an edge list, streamed, each with its place.

use std::io::{self, BufRead};

use super::name::MAX_NAME;
use crate::contest::InputError;
use crate::scan::Place;

/// A word, or the end of a line that had words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    Word(String, Place),
    LineEnd,
}

/// Cuts an edge list into words; comments and blank lines are gone. Words longer than a name are refused,
/// so that no input makes it wait or store.
pub(super) struct Lexer<'a> {
    input: &'a mut dyn BufRead,
    place: Place,
    line_has_words: bool,
    /// Blanks and comments since the last word.
    idle: u32,
}

/// The longest run of blanks and comments, in bytes; a longer one is no accident.
const MOST_IDLE: u32 = 1 << 20;

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead) -> Self {
        Self { input, place: Place { line: 1, column: 1 }, line_has_words: false, idle: 0 }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The next word or line end; `None` at the end of input.
    pub(super) fn next(&mut self) -> Result<Option<Lexeme>, InputError> {
        loop {
            if self.idle > MOST_IDLE {
                let message = format!("more than {MOST_IDLE} bytes of blanks and comments in a row");
                return Err(error(self.place, message));
            }
            match self.peek()? {
                None if self.line_has_words => return Ok(Some(self.end_line())),
                None => return Ok(None),
                Some(b'\n') => {
                    let had_words = self.line_has_words;
                    self.skip(b'\n');
                    if had_words {
                        return Ok(Some(self.end_line()));
                    }
                }
                Some(b'#') => self.skip_comment()?,
                Some(byte) if byte.is_ascii_whitespace() => self.skip(byte),
                Some(_) => return self.word().map(Some),
            }
        }
    }

    fn end_line(&mut self) -> Lexeme {
        self.line_has_words = false;
        Lexeme::LineEnd
    }

    fn skip_comment(&mut self) -> Result<(), InputError> {
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n' && self.idle <= MOST_IDLE) {
            self.skip(byte);
        }
        Ok(())
    }

    fn word(&mut self) -> Result<Lexeme, InputError> {
        let (start, mut word) = (self.place, String::new());
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace() && *byte != b'#') {
            if !byte.is_ascii_alphanumeric() && byte != b'-' && byte != b'=' {
                let found = char::from(byte).escape_default();
                return Err(error(
                    self.place,
                    format!("`{found}` cannot stand in a name, only letters and digits can"),
                ));
            }
            if word.len() == MAX_NAME {
                return Err(error(start, format!("a name is longer than {MAX_NAME} letters and digits")));
            }
            word.push(char::from(byte));
            self.skip(byte);
        }
        self.line_has_words = true;
        self.idle = 0;
        Ok(Lexeme::Word(word, start))
    }

    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(failure) if failure.kind() == io::ErrorKind::Interrupted => {}
                Err(failure) => {
                    return Err(InputError { source: Some(failure), ..error(self.place, "cannot read the input") });
                }
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        self.idle += 1;
        self.place = match byte {
            b'\n' => Place { line: self.place.line + 1, column: 1 },
            _ => self.place.right(1),
        };
    }
}

pub(super) fn error(place: Place, message: impl Into<String>) -> InputError {
    InputError::new(None, place.line, place.column, message)
        .hint("each line is `name owner ending successors...`, such as `1 a - 2 3` or `4 b =`")
}
