//! Reads an edge list as a stream of words, and reports the location of each word.

use std::io::{self, BufRead};
use std::ops::Range;

use super::messages::Wrong;
use super::name::MAX_NAME;
use crate::messages::{FoundByte, Input, Sign};
use crate::scan::Location;
use retrograde::author::InputError;
use retrograde::rules::message::Message;

/// A word, or the end of a line that contains words. The lexer keeps the text of a word until the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    Word(Location),
    LineEnd,
}

/// Splits an edge list into words, and skips comments and blank lines. If a word is longer than the longest allowed
/// name, the lexer returns an error. So an endless word cannot exhaust memory.
pub(super) struct Lexer<'a> {
    input: &'a mut dyn BufRead,
    /// The lexer's own buffer. Without this buffer, every byte would need a virtual call to `input`.
    buffer: Box<[u8]>,
    /// The lexer has not consumed the bytes of `buffer` from `start` to `end` yet.
    start: usize,
    end: usize,
    /// The number of input bytes that are no longer in the buffer.
    passed: u64,
    line: u64,
    /// The number of input bytes before the current line.
    line_start: u64,
    line_has_words: bool,
    /// The range of the last word in `buffer`.
    word: Range<usize>,
    /// The number of bytes in the blanks and comments since the last word.
    idle: u32,
}

/// The maximum length of the blanks and comments between two words, in bytes.
const MOST_IDLE: u32 = 1 << 20;

const BUFFER_BYTES: usize = 1 << 16;

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead) -> Self {
        Self {
            input,
            buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
            start: 0,
            end: 0,
            passed: 0,
            line: 1,
            line_start: 0,
            line_has_words: false,
            word: 0..0,
            idle: 0,
        }
    }

    /// Returns the text of the last word.
    #[inline]
    pub(super) fn word(&self) -> &[u8] {
        &self.buffer[self.word.clone()]
    }

    /// Returns the location of the next byte.
    #[inline]
    pub(super) const fn location(&self) -> Location {
        Location { line: self.line, column: self.passed + self.start as u64 - self.line_start + 1 }
    }

    /// Returns the next word or line end; `None` at the end of input.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Lexeme>, InputError> {
        loop {
            if self.idle > MOST_IDLE {
                let message = Wrong::Idle { most: MOST_IDLE };
                return Err(error(self.location(), message));
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

    /// Reads a word. The word is consumed only after its last byte is in the buffer.
    #[inline]
    fn read_word(&mut self) -> Result<Lexeme, InputError> {
        let location = self.location();
        let mut length = 0;
        loop {
            let rest = &self.buffer[self.start + length..self.end];
            length += rest.iter().take(MAX_NAME + 1 - length).take_while(|&&byte| is_of_word(byte)).count();
            if length > MAX_NAME {
                return Err(error(location, Wrong::LongName { most: MAX_NAME }));
            }
            match self.buffer[self.start + length..self.end].first().copied() {
                None if self.refill()? > 0 => {}
                Some(byte) if !byte.is_ascii_whitespace() && byte != b'#' => return Err(self.misplaced(length)),
                _ => break,
            }
        }
        self.word = self.start..self.start + length;
        self.start += length;
        self.line_has_words = true;
        self.idle = 0;
        Ok(Lexeme::Word(location))
    }

    /// Returns the error for an invalid character in a word, after `length` valid bytes.
    #[cold]
    fn misplaced(&mut self, length: usize) -> InputError {
        self.start += length;
        match self.sign() {
            Ok(found) => error(self.location(), Wrong::InName { found }),
            Err(unread) => unread,
        }
    }

    /// Returns the next character for a message; if the bytes are not valid UTF-8, returns the next byte.
    fn sign(&mut self) -> Result<FoundByte, InputError> {
        while self.buffered().len() < char::MAX_LEN_UTF8 && self.refill()? > 0 {}
        let sign = self.buffered().utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        Ok(sign.map_or_else(
            || FoundByte::from(self.buffered().first().copied()),
            |letter| FoundByte::Letter { letter: Sign(letter) },
        ))
    }

    /// Returns the buffered bytes that are not consumed yet.
    #[inline]
    fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns the next byte without consuming it; `None` at the end of input.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        if self.start == self.end {
            self.refill()?;
        }
        Ok(self.buffered().first().copied())
    }

    /// Consumes a byte between words.
    #[inline]
    fn skip(&mut self, byte: u8) {
        self.start += 1;
        self.idle += 1;
        if byte == b'\n' {
            self.line += 1;
            self.line_start = self.passed + self.start as u64;
        }
    }

    /// Reads more bytes into the buffer, behind the bytes that are not consumed yet. The buffer must have free space
    /// behind these bytes. Returns the number of bytes read; 0 at the end of input.
    #[cold]
    fn refill(&mut self) -> Result<usize, InputError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.passed += self.start as u64;
        (self.start, self.end) = (0, self.end - self.start);
        let count = loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(failure) if failure.kind() == io::ErrorKind::Interrupted => {}
                Err(failure) => return Err(error(self.location(), Input::Unreadable).caused_by(failure)),
                Ok(count) => break count,
            }
        };
        self.end += count;
        Ok(count)
    }
}

/// For each byte, whether a word may contain this byte. Words consist of letters, digits, `-` and `=`.
const OF_WORD: [bool; 256] = {
    let mut of_word = [false; 256];
    let mut byte = 0;
    while byte < of_word.len() {
        of_word[byte] = matches!(byte as u8, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'=');
        byte += 1;
    }
    of_word
};

#[inline]
const fn is_of_word(byte: u8) -> bool {
    OF_WORD[byte as usize]
}

pub(super) fn error(location: Location, message: impl Into<Message>) -> InputError {
    InputError::new(None, location.line, location.column, message).hint(Wrong::Line)
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// Returns all words and line ends with their locations; the last entry is the error, if one occurs.
    fn cut(input: &mut dyn BufRead) -> Vec<String> {
        let mut lexer = Lexer::new(input);
        let mut cut = Vec::new();
        loop {
            let lexeme = lexer.next();
            let Location { line, column } = lexer.location();
            cut.push(match lexeme {
                Ok(Some(Lexeme::Word(at))) => {
                    let word = lexer.word().escape_ascii();
                    format!("{}:{} {word} {line}:{column}", at.line, at.column)
                }
                Ok(Some(Lexeme::LineEnd)) => format!("end {line}:{column}"),
                Ok(None) => return cut,
                Err(error) => {
                    cut.push(error.to_string());
                    return cut;
                }
            });
        }
    }

    /// A reader that returns a fixed number of bytes in every second call. The other calls return the error
    /// `Interrupted`.
    struct Pieces<'a>(&'a [u8], usize, bool);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let size = self.1.min(buffer.len());
            self.0.read(&mut buffer[..size])
        }
    }

    #[test]
    fn words_come_with_their_locations() {
        let text = "n1 a -\tn2 # n3\r\n\n  # n4\n =b#";
        let expected = ["1:1 n1 1:3", "1:4 a 1:5", "1:6 - 1:7", "1:8 n2 1:10", "end 2:1", "4:2 =b 4:4", "end 4:5"];
        assert_eq!(cut(&mut text.as_bytes()), expected);
    }

    #[test]
    fn the_pieces_in_which_a_list_arrives_do_not_matter() {
        let long = "x".repeat(MAX_NAME);
        let texts = [
            format!("{long} a - {long}\n{long}"),
            format!("1 a\n{long}x"),
            "n1 a -\tn2 # n3\r\n\n  # n4\n =b#".to_owned(),
            "1 a ab\u{8fc7}c".to_owned(),
            "1 a \u{fffd}".to_owned(),
            format!("{}n1 b - {}n2", "\n# \u{8fc7}".repeat(BUFFER_BYTES / 4), " ".repeat(BUFFER_BYTES)),
        ];
        for text in texts {
            let whole = cut(&mut text.as_bytes());
            for size in [1, 2, 3, MAX_NAME, BUFFER_BYTES - 1] {
                let mut pieces = BufReader::with_capacity(size, Pieces(text.as_bytes(), size, false));
                assert!(cut(&mut pieces) == whole, "{size} bytes at a time: {}", whole[whole.len() - 1]);
            }
        }
    }

    /// A reader that counts how often it is called.
    struct Counted<'a>(&'a [u8], usize);

    impl Read for Counted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            self.0.read(buffer)
        }
    }

    impl BufRead for Counted<'_> {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.1 += 1;
            self.0.fill_buf()
        }

        fn consume(&mut self, amount: usize) {
            self.1 += 1;
            self.0.consume(amount);
        }
    }

    /// An earlier version needed a virtual call for every one or two bytes. The virtual calls took a large part of the
    /// reading time.
    #[test]
    fn the_input_is_called_once_a_buffer() {
        let text = "n1 a - n2 n3 # a comment\n".repeat(20_000);
        let mut input = Counted(text.as_bytes(), 0);
        assert_eq!(cut(&mut input).len(), 6 * 20_000);
        assert!(input.1 <= text.len() / BUFFER_BYTES + 5, "{} calls for {} bytes", input.1, text.len());
    }
}
