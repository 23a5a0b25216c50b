//! Where text comes from: a file, or standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use retrograde::message::Message;

use crate::failure::{Failure, Fault, Place, Stop};
use crate::messages::Wrong;

/// An opened input and its name in errors.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) reader: Box<dyn BufRead>,
}

/// What standard input is called in errors, in English.
pub(crate) const STANDARD_INPUT: &str = "standard input";

retrograde::messages! {
    /// An input without a name of its own.
    enum Nameless {
        StandardInput: "standard input", "标准输入";
    }
}

/// An input's name, as it is told.
pub(crate) fn named(name: &str) -> Message {
    if name == STANDARD_INPUT { Nameless::StandardInput.into() } else { name.to_owned().into() }
}

impl Input {
    /// Opens a file. `-`, or no file with standard input not a terminal, is standard input.
    pub(crate) fn open(file: Option<&Path>) -> Result<Self, Stop> {
        match file {
            None if io::stdin().is_terminal() => Err(Stop::NoInput),
            None => Ok(Self::standard()),
            Some(file) if file == Path::new("-") => Ok(Self::standard()),
            Some(file) => Self::file(file),
        }
    }

    fn standard() -> Self {
        Self { name: STANDARD_INPUT.to_owned(), reader: Box::new(io::stdin().lock()) }
    }

    fn file(path: &Path) -> Result<Self, Stop> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::reading(named(&name), &error))?;
        Ok(Self { reader: Box::new(BufReader::new(file)), name })
    }

    /// Whether the first line at hand that is neither blank nor a comment is as asked; nothing is taken from the input. An error of
    /// reading comes back when it is read.
    pub(crate) fn begins_with(&mut self, is_meant: impl Fn(&str) -> bool) -> bool {
        let begin = self.reader.fill_buf().map_or_else(|_| String::new().into(), String::from_utf8_lossy);
        let line = begin.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        line.is_some_and(is_meant)
    }

    /// Reads it to its end: what comes from a pipe comes only once.
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

    /// The lines that are not blank, one by one, trimmed.
    pub(crate) fn lines(self) -> Lines {
        Lines { input: self, number: 0, bytes: Vec::new() }
    }
}

/// An input that has been read, and its name in errors.
pub(crate) struct Whole {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The most bytes of it: ten times the largest file of any judge.
const MOST_BYTES: u64 = 256 << 20;

/// The longest line in bytes: a token of the longest row of any contest fits.
const LONGEST_LINE: u64 = 16 << 20;

/// See [`Input::lines`]. An endless line is refused, not stored.
pub(crate) struct Lines {
    input: Input,
    number: u64,
    bytes: Vec<u8>,
}

/// One line, and where it is.
pub(crate) struct Line<'l> {
    pub(crate) text: &'l str,
    pub(crate) place: Place,
}

impl Lines {
    /// The next line with something on it.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, Stop> {
        while self.advance()? {
            if !self.bytes.trim_ascii().is_empty() {
                return self.line().map(Some);
            }
        }
        Ok(None)
    }

    /// The next line with something on it, if it may be anything: what is no text is marked, and an endless line cut.
    pub(crate) fn next_of_anything(&mut self) -> Result<Option<String>, Stop> {
        while self.read_line()? {
            if !self.bytes.trim_ascii().is_empty() {
                return Ok(Some(String::from_utf8_lossy(&self.bytes).trim().to_owned()));
            }
        }
        Ok(None)
    }

    /// Reads one line; false at the end of input.
    fn advance(&mut self) -> Result<bool, Stop> {
        let has_read = self.read_line()?;
        if self.bytes.len() as u64 == LONGEST_LINE {
            return Err(self.failure(1, Wrong::LongLine { most: LONGEST_LINE >> 20 }).into());
        }
        Ok(has_read)
    }

    /// Reads a line, or its first bytes; false at the end of input.
    fn read_line(&mut self) -> Result<bool, Stop> {
        self.bytes.clear();
        self.number += 1;
        let mut limited = (&mut *self.input.reader).take(LONGEST_LINE);
        limited
            .read_until(b'\n', &mut self.bytes)
            .map_err(|error| Failure::reading(named(&self.input.name), &error))?;
        Ok(!self.bytes.is_empty())
    }

    fn line(&self) -> Result<Line<'_>, Stop> {
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let column = error.valid_up_to() as u64 + 1;
            self.failure(column, Wrong::NoText)
        })?;
        let blanks = text.len() - text.trim_start().len();
        Ok(Line { text: text.trim(), place: self.place(blanks as u64 + 1) })
    }

    fn place(&self, column: u64) -> Place {
        let file = Some(self.input.name.clone());
        Place { file, line: Some(self.number), column: Some(column), ..Place::default() }
    }

    fn failure(&self, column: u64, message: Wrong) -> Failure {
        Failure::content(message).at(self.place(column))
    }
}
