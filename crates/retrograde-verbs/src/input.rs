//! Text inputs from a file or from standard input.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;
use std::string::FromUtf8Error;

use retrograde::author::InputError;

use crate::failure::{Failure, Fault, Place, Stop};
use crate::messages::Wrong;
use crate::source::{STANDARD_INPUT, named};

/// An opened input, and its name in error messages.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) reader: Box<dyn BufRead>,
    /// The number of lines that the program has added before the first line of the file.
    added: u64,
}

impl Input {
    /// Creates an input from any reader.
    pub(crate) fn new(name: String, reader: impl BufRead + 'static) -> Self {
        Self { name, reader: Box::new(reader), added: 0 }
    }

    /// Opens a file. `-` means standard input. If `file` is `None`, opens standard input, or returns [`Stop::NoInput`]
    /// if standard input is a terminal.
    pub(crate) fn open(file: Option<&Path>) -> Result<Self, Stop> {
        match file {
            None if io::stdin().is_terminal() => Err(Stop::NoInput),
            None => Ok(Self::standard()),
            Some(file) if file == Path::new("-") => Ok(Self::standard()),
            Some(file) => Self::file(file),
        }
    }

    fn standard() -> Self {
        Self::new(STANDARD_INPUT.to_owned(), io::stdin().lock())
    }

    fn file(path: &Path) -> Result<Self, Stop> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::reading(named(&name), &error))?;
        Ok(Self::new(name, BufReader::new(file)))
    }

    /// Returns the input with the lines of `head` before its first line. The line numbers in messages do not count the
    /// added lines.
    pub(crate) fn headed(self, head: String) -> Self {
        let added = head.lines().count() as u64;
        Self { reader: Box::new(Cursor::new(head).chain(self.reader)), added, ..self }
    }

    /// Returns the failure for an error in this input.
    pub(crate) fn failure(&self, mut error: InputError) -> Failure {
        error.line = error.line.saturating_sub(self.added).max(1);
        Failure::input(&self.name, error)
    }

    /// Returns the beginning of a file, and whether the file is longer. The beginning suffices to detect the format.
    /// Bytes that are not UTF-8 are replaced.
    pub(crate) fn beginning(path: &Path) -> Result<(String, bool), Stop> {
        let (bytes, is_cut) = Self::file(path)?.read_beginning()?;
        let marked = |error: FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
        Ok((String::from_utf8(bytes).unwrap_or_else(marked), is_cut))
    }

    /// Like `beginning`, for an input that can be read only once. Also returns the input, from its start.
    pub(crate) fn begun(mut self) -> Result<(String, bool, Self), Stop> {
        let (bytes, is_cut) = self.read_beginning()?;
        Ok((String::from_utf8_lossy(&bytes).into_owned(), is_cut, self.after(bytes)))
    }

    /// Returns the first line that is neither blank nor a comment, without blanks at its ends, and the input, from its
    /// start. The line is empty if the first mebibyte of the input has no such line, or only its beginning. Bytes that
    /// are not UTF-8 are replaced.
    pub(crate) fn first_line(mut self) -> Result<(String, Self), Stop> {
        let (mut bytes, mut line) = (Vec::new(), String::new());
        while line.is_empty() && (bytes.len() as u64) < BEGINNING {
            let start = bytes.len();
            let read = read_line(&mut (&mut *self.reader).take(BEGINNING), &mut bytes);
            read.map_err(|error| Failure::reading(named(&self.name), &error))?;
            match bytes[start..].trim_ascii() {
                _ if bytes.len() == start || (bytes.len() - start) as u64 == BEGINNING => break,
                [] | [b'#', ..] => {}
                text => line = String::from_utf8_lossy(text).into_owned(),
            }
        }
        Ok((line, self.after(bytes)))
    }

    fn read_beginning(&mut self) -> Result<(Vec<u8>, bool), Stop> {
        let mut bytes = Vec::new();
        let read = (&mut *self.reader).take(BEGINNING + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::reading(named(&self.name), &error))?;
        let is_cut = bytes.len() as u64 > BEGINNING;
        Ok((bytes, is_cut))
    }

    /// Returns the input with the bytes that were read from it in front.
    fn after(self, bytes: Vec<u8>) -> Self {
        Self { reader: Box::new(Cursor::new(bytes).chain(self.reader)), ..self }
    }

    /// Reads the input to its end. A pipe can be read only once, so the content is stored.
    pub(crate) fn whole(self) -> Result<Whole, Stop> {
        let mut bytes = Vec::new();
        let read = self.reader.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::reading(named(&self.name), &error))?;
        if bytes.len() as u64 > MOST_BYTES {
            let message = Wrong::LongFile { file: named(&self.name), most: MOST_BYTES >> 20 };
            return Err(Failure::new(Fault::Refused, "too-large", message).into());
        }
        Ok(Whole { name: self.name, bytes })
    }

    /// Iterates over the lines that are not blank. Blanks at both ends of a line are removed.
    pub(crate) fn lines(self) -> Lines {
        Lines { input: self, number: 0, bytes: Vec::new() }
    }
}

/// The number of bytes that the program reads from a file to detect its format.
const BEGINNING: u64 = 1 << 20;

/// An input that was read to its end, and its name in error messages.
pub(crate) struct Whole {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Whole {
    /// Returns the beginning of the input, and whether the input is longer. The beginning suffices to detect the
    /// format. Bytes that are not UTF-8 are replaced.
    pub(crate) fn beginning(&self) -> (Cow<'_, str>, bool) {
        let end = self.bytes.len().min(BEGINNING as usize);
        (String::from_utf8_lossy(&self.bytes[..end]), end < self.bytes.len())
    }

    /// Returns the content as an input, so that it can be read again.
    pub(crate) fn input(self) -> Input {
        Input::new(self.name, Cursor::new(self.bytes))
    }
}

/// The size limit of an input, in bytes. The limit is ten times the size of the largest file of any judge.
const MOST_BYTES: u64 = 256 << 20;

/// The length limit of a line, in bytes. Every token is shorter than this limit, even with the longest row of pieces
/// that any contest allows.
const LONGEST_LINE: u64 = 16 << 20;

/// The iterator of [`Input::lines`]. A line that reaches the length limit is an error. The iterator stores only the
/// first bytes of this line.
pub(crate) struct Lines {
    input: Input,
    number: u64,
    bytes: Vec<u8>,
}

/// The number of bytes for which `read_line` requests memory at a time.
const PART: u64 = 8 << 10;

/// Reads up to and including the end of a line. Unlike [`BufRead::read_until`], the function returns an error if there
/// is not enough memory.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    loop {
        line.try_reserve(PART as usize)?;
        let read = reader.by_ref().take(PART).read_until(b'\n', line)?;
        if read == 0 || line.ends_with(b"\n") {
            return Ok(());
        }
    }
}

/// A line of an input, and its place.
pub(crate) struct InputLine<'l> {
    pub(crate) text: &'l str,
    pub(crate) place: Place,
}

impl Lines {
    /// Returns the next line that is not blank.
    pub(crate) fn next(&mut self) -> Result<Option<InputLine<'_>>, Stop> {
        while self.advance()? {
            if !self.bytes.trim_ascii().is_empty() {
                return self.line().map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the next line that is not blank. The function accepts a line with any content. The function replaces
    /// bytes that are not UTF-8, and cuts a line at the length limit.
    pub(crate) fn next_of_anything(&mut self) -> Result<Option<String>, Stop> {
        while self.read_line()? {
            if !self.bytes.trim_ascii().is_empty() {
                return Ok(Some(String::from_utf8_lossy(&self.bytes).trim().to_owned()));
            }
        }
        Ok(None)
    }

    /// Reads one line; returns false at the end of the input.
    fn advance(&mut self) -> Result<bool, Stop> {
        let has_read = self.read_line()?;
        if self.bytes.len() as u64 == LONGEST_LINE {
            return Err(self.failure(1, Wrong::LongLine { most: LONGEST_LINE >> 20 }).into());
        }
        Ok(has_read)
    }

    /// Reads a line, or the first bytes of a very long line; returns false at the end of the input.
    fn read_line(&mut self) -> Result<bool, Stop> {
        self.bytes.clear();
        self.number += 1;
        let mut limited = (&mut *self.input.reader).take(LONGEST_LINE);
        let read = read_line(&mut limited, &mut self.bytes);
        read.map_err(|error| Failure::reading(named(&self.input.name), &error))?;
        Ok(!self.bytes.is_empty())
    }

    fn line(&self) -> Result<InputLine<'_>, Stop> {
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let column = error.valid_up_to() as u64 + 1;
            self.failure(column, Wrong::NoText)
        })?;
        let blanks = text.len() - text.trim_start().len();
        Ok(InputLine { text: text.trim(), place: self.place(blanks as u64 + 1) })
    }

    fn place(&self, column: u64) -> Place {
        let file = Some(self.input.name.clone());
        Place { file, line: Some(self.number), column: Some(column), ..Place::default() }
    }

    fn failure(&self, column: u64, message: Wrong) -> Failure {
        Failure::content(message).at(self.place(column))
    }
}
