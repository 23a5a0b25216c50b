//! Words of an edge list, streamed, each with its location.

use std::io::{self, BufRead};

use super::messages::Wrong;
use super::name::MAX_NAME;
use crate::messages::{Found, Input, Sign};
use crate::scan::Location;
use retrograde::contest::InputError;
use retrograde::message::Message;

/// A word, whose text the lexer holds until the next one, or the end of a line that had words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    Word(Location),
    LineEnd,
}

/// Cuts an edge list into words; comments and blank lines are gone. Words longer than a name are refused,
/// so that no input makes it wait or store.
pub(super) struct Lexer<'a> {
    input: &'a mut dyn BufRead,
    location: Location,
    line_has_words: bool,
    word: String,
    /// Blanks and comments since the last word.
    idle: u32,
}

/// The longest run of blanks and comments, in bytes; a longer one is no accident.
const MOST_IDLE: u32 = 1 << 20;

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead) -> Self {
        Self { input, location: Location { line: 1, column: 1 }, line_has_words: false, word: String::new(), idle: 0 }
    }

    /// The last word.
    pub(super) fn word(&self) -> &str {
        &self.word
    }

    pub(super) fn location(&self) -> Location {
        self.location
    }

    /// The next word or line end; `None` at the end of input.
    pub(super) fn next(&mut self) -> Result<Option<Lexeme>, InputError> {
        loop {
            if self.idle > MOST_IDLE {
                let message = Wrong::Idle { most: MOST_IDLE };
                return Err(error(self.location, message));
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
                Some(_) => return self.read_word().map(Some),
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

    fn read_word(&mut self) -> Result<Lexeme, InputError> {
        let start = self.location;
        self.word.clear();
        while let Some(byte) = self.peek()?.filter(|byte| !byte.is_ascii_whitespace() && *byte != b'#') {
            if !is_of_word(byte) {
                return Err(error(self.location, Wrong::InName { found: self.sign()? }));
            }
            self.read_run(start)?;
        }
        self.line_has_words = true;
        self.idle = 0;
        Ok(Lexeme::Word(start))
    }

    /// The next character, if its bytes are one and are at hand; else the next byte.
    fn sign(&mut self) -> Result<Found, InputError> {
        let buffer = self.input.fill_buf().map_err(|failure| cannot_read(self.location, failure))?;
        let sign = buffer.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        Ok(sign.map_or_else(|| Found::from(buffer.first().copied()), |letter| Found::Letter { letter: Sign(letter) }))
    }

    /// Adds the bytes of the word that are at hand; it begins at `start`.
    fn read_run(&mut self, start: Location) -> Result<(), InputError> {
        let buffer = self.input.fill_buf().map_err(|failure| cannot_read(self.location, failure))?;
        let length = buffer.iter().take(MAX_NAME + 1).take_while(|&&byte| is_of_word(byte)).count();
        self.word.push_str(std::str::from_utf8(&buffer[..length]).expect("letters, digits, - and = are ASCII"));
        if self.word.len() > MAX_NAME {
            return Err(error(start, Wrong::LongName { most: MAX_NAME }));
        }
        self.input.consume(length);
        self.location = self.location.right(length);
        Ok(())
    }

    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(failure) if failure.kind() == io::ErrorKind::Interrupted => {}
                Err(failure) => return Err(cannot_read(self.location, failure)),
            }
        }
    }

    fn skip(&mut self, byte: u8) {
        self.input.consume(1);
        self.idle += 1;
        self.location = match byte {
            b'\n' => Location { line: self.location.line + 1, column: 1 },
            _ => self.location.right(1),
        };
    }
}

const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'='
}

fn cannot_read(location: Location, failure: io::Error) -> InputError {
    error(location, Input::Unreadable).caused_by(failure)
}

pub(super) fn error(location: Location, message: impl Into<Message>) -> InputError {
    InputError::new(None, location.line, location.column, message).hint(Wrong::Line)
}
