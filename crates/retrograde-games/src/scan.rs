//! Reads contest inputs as a stream of numbers, rows and line ends, and reports the location of each error.
//!
//! If a header announces data, the scanner allocates memory only when the data arrive. Every number and every sequence
//! of blanks has a maximum length, so even an endless input soon causes an error.

use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use retrograde::SolveError;
use retrograde::author::{InputError, Strictness};
use retrograde::rules::memory::NoMemory;
use retrograde::rules::message::{Message, Render};

use crate::messages::{Expected, FoundByte, Input, Range, Remedy, RowName, Unit, counted};

/// A location in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, counted from 1.
    pub line: u64,
    /// The column, counted in bytes from 1.
    pub column: u64,
}

impl Location {
    /// Returns the location `bytes` bytes further right in the same line.
    #[must_use]
    pub const fn right(self, bytes: usize) -> Self {
        Self { line: self.line, column: self.column + bytes as u64 }
    }
}

/// A row of known length, as [`Scanner::row`] expects it.
#[derive(Clone, Copy)]
pub struct ExpectedRow {
    /// The row's name in errors, such as `row 3`.
    pub name: RowName,
    /// The number of bytes of the row.
    pub length: usize,
    /// The unit in which errors count the row's bytes.
    pub unit: Unit,
    /// The allowed bytes; a blank is never allowed.
    pub letters: &'static str,
}

/// The maximum number of digits of a number; any number of 19 digits fits into 64 bits.
const MOST_DIGITS: u32 = 19;

/// The maximum number of consecutive blanks and line ends.
const MOST_BLANKS: u32 = 1 << 20;

const BUFFER_BYTES: usize = 1 << 16;

/// A reader of one contest's input.
pub struct Scanner<'a> {
    input: &'a mut dyn BufRead,
    /// The scanner's own buffer. Without this buffer, every byte would need a virtual call to `input`.
    buffer: Box<[u8]>,
    /// The scanner has not consumed the bytes of `buffer` from `start` to `end` yet.
    start: usize,
    end: usize,
    /// The total number of bytes that were in the buffer before its current content.
    passed: u64,
    /// True if the scanner has reached the end of the input. After the end, the scanner does not read again, because a
    /// terminal would wait for more input.
    exhausted: bool,
    strictness: Strictness,
    layout: &'static dyn Render,
    case: Option<u64>,
    /// The line number of the next byte. `line_start` is the number of input bytes before this line.
    line: u64,
    line_start: u64,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner at the start of `input`. The argument `layout` describes the format. If an error has no better
    /// hint, the hint of the error is `layout`.
    pub fn new(input: &'a mut dyn BufRead, strictness: Strictness, layout: &'static dyn Render) -> Self {
        Self {
            input,
            buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
            start: 0,
            end: 0,
            passed: 0,
            exhausted: false,
            strictness,
            layout,
            case: None,
            line: 1,
            line_start: 0,
        }
    }

    /// Returns how strictly the scanner reads.
    pub fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// Returns the location of the next byte.
    pub fn location(&self) -> Location {
        Location { line: self.line, column: self.passed + self.start as u64 - self.line_start + 1 }
    }

    /// Starts the case with the index `number`, counted from 1. All later errors name this case.
    pub fn begin_case(&mut self, number: u64) {
        self.case = Some(number);
    }

    /// Returns an error at `location` that names the current case.
    pub fn error_at(&self, location: Location, message: impl Into<Message>) -> InputError {
        InputError::new(self.case, location.line, location.column, message).hint(self.layout)
    }

    /// Reads an unsigned decimal number in `range`. The number must end at a blank, a line end or the end of input.
    /// `what` names the number in errors, such as `the number of rows`.
    pub fn number(&mut self, what: &'static dyn Render, range: RangeInclusive<u64>) -> Result<u64, InputError> {
        self.skip_stray_blanks()?;
        if let Some((value, digits)) = self.buffered_number()
            && range.contains(&value)
        {
            self.start += digits;
            return Ok(value);
        }
        self.number_by_bytes(what, &range)
    }

    /// Returns the next number in the buffer, and the count of its digits. Returns `None` if the buffer does not
    /// contain the whole number and the byte after it, or if the number or this byte is invalid.
    #[inline]
    fn buffered_number(&self) -> Option<(u64, usize)> {
        let bytes = self.buffered();
        let mut value = 0;
        for (count, &byte) in bytes.iter().enumerate() {
            match byte {
                b'0'..=b'9' if count < MOST_DIGITS as usize => value = value * 10 + u64::from(byte - b'0'),
                _ => {
                    let is_plain = count == 1 || count > 1 && bytes[0] != b'0';
                    return (is_plain && byte.is_ascii_whitespace()).then_some((value, count));
                }
            }
        }
        None
    }

    /// Reads a number byte by byte, and returns an error if the number is not valid.
    #[cold]
    fn number_by_bytes(&mut self, what: &'static dyn Render, range: &RangeInclusive<u64>) -> Result<u64, InputError> {
        let location = self.location();
        let (mut value, mut digits) = (0, 0);
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            digits += 1;
            if digits > MOST_DIGITS {
                return Err(self.error_at(location, Input::Digits { what, most: MOST_DIGITS }));
            }
            if digits == 2 && value == 0 && self.strictness == Strictness::Judge {
                return Err(self.error_at(location, Input::LeadingZero { what }));
            }
            value = value * 10 + u64::from(digit - b'0');
            self.skip(digit);
        }
        match self.peek()? {
            found if digits == 0 => Err(self.unexpected(found, what)),
            Some(byte) if !byte.is_ascii_whitespace() => {
                Err(self.unexpected(Some(byte), Expected::AfterNumber { what }))
            }
            _ if range.contains(&value) => Ok(value),
            _ => Err(self.error_at(location, Input::OutOfRange { what, value, range: range.into() })),
        }
    }

    /// Reads a row and returns the location of its first byte. The row must end at a blank, a line end or the end of
    /// input.
    ///
    /// `accept` receives the row as consecutive slices. For each slice, `accept` returns the number of valid bytes at
    /// the start of the slice. The error for the first invalid byte quotes [`ExpectedRow::letters`].
    pub fn row(&mut self, row: ExpectedRow, mut accept: impl FnMut(&[u8]) -> usize) -> Result<Location, InputError> {
        self.skip_stray_blanks()?;
        let location = self.location();
        let mut missing = row.length;
        while missing > 0 {
            self.fill()?;
            let offered = (self.end - self.start).min(missing);
            let taken = accept(&self.buffer[self.start..self.start + offered]).min(offered);
            self.start += taken;
            missing -= taken;
            if taken < offered || offered == 0 {
                return Err(self.broken_row(row, row.length - missing)?);
            }
        }
        match self.peek()? {
            Some(byte) if !byte.is_ascii_whitespace() => {
                let most = counted(row.length, row.unit);
                Err(self.error_at(self.location(), Input::RowTooLong { row: row.name, most }))
            }
            _ => Ok(location),
        }
    }

    /// Reads a row into `bytes` and returns the location of the row's first byte. The memory of `bytes` grows only with
    /// the input that arrives.
    pub fn row_into(&mut self, row: ExpectedRow, bytes: &mut Vec<u8>) -> Result<Location, InputError> {
        let letters = row.letters.as_bytes();
        bytes.clear();
        self.row(row, |slice| {
            let good = slice.iter().take_while(|byte| letters.contains(byte)).count();
            bytes.extend_from_slice(&slice[..good]);
            good
        })
    }

    /// Moves to the next item of a line. In judge mode, exactly one blank must separate the two items.
    pub fn blank(&mut self) -> Result<(), InputError> {
        if self.strictness == Strictness::Relaxed {
            return Ok(());
        }
        match self.peek()? {
            Some(b' ') => {
                self.skip(b' ');
                Ok(())
            }
            found => Err(self.unexpected(found, Expected::OneBlank)),
        }
    }

    /// Moves from the last item of a line to the next line. In judge mode, exactly one line feed must follow the item.
    #[inline]
    pub fn end_line(&mut self) -> Result<(), InputError> {
        if self.strictness == Strictness::Relaxed { Ok(()) } else { self.line_feed() }
    }

    fn line_feed(&mut self) -> Result<(), InputError> {
        match self.peek()? {
            Some(b'\n') => {
                self.skip(b'\n');
                Ok(())
            }
            Some(b'\r') => Err(self.error_at(self.location(), Input::CarriageReturn).hint(Remedy::Dos2unix)),
            Some(b' ' | b'\t') => Err(self.beyond_the_line()?),
            None => Err(self.error_at(self.location(), Input::NoLineFeed).hint(Remedy::AddLineFeed)),
            found => Err(self.unexpected(found, Expected::EndOfLine)),
        }
    }

    /// Returns the error for blanks after the last item of a line. If the line ends after the blanks, the error is
    /// about the blanks. Otherwise the error is about the text that follows the blanks.
    fn beyond_the_line(&mut self) -> Result<InputError, InputError> {
        let blanks = self.location();
        for _ in 0..MOST_BLANKS {
            match self.peek()? {
                Some(blank @ (b' ' | b'\t')) => self.skip(blank),
                None | Some(b'\n' | b'\r') => break,
                found => return Ok(self.unexpected(found, Expected::EndOfLine)),
            }
        }
        Ok(self.error_at(blanks, Input::TrailingBlanks).hint(Remedy::Remove))
    }

    /// Checks that the input ends after the last case.
    pub fn end(&mut self) -> Result<(), InputError> {
        self.skip_stray_blanks()?;
        self.case = None;
        match self.peek()? {
            None => Ok(()),
            found => Err(self.unexpected(found, Expected::End).hint(Remedy::CorrectCases)),
        }
    }

    /// In relaxed mode, skips at most [`MOST_BLANKS`] blanks and line ends.
    #[inline]
    fn skip_stray_blanks(&mut self) -> Result<(), InputError> {
        if self.strictness == Strictness::Judge {
            return Ok(());
        }
        match self.buffered() {
            // The most frequent case is exactly one line feed.
            [b'\n', next, ..] if !next.is_ascii_whitespace() => {
                self.skip(b'\n');
                Ok(())
            }
            _ => self.skip_blanks_by_bytes(),
        }
    }

    fn skip_blanks_by_bytes(&mut self) -> Result<(), InputError> {
        for _ in 0..MOST_BLANKS {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.skip(byte),
                _ => return Ok(()),
            }
        }
        Err(self.error_at(self.location(), Input::Blanks { most: MOST_BLANKS }).hint(Remedy::Remove))
    }

    /// Returns the error for a row that ends too early or has an invalid byte, after `length` valid bytes.
    fn broken_row(&mut self, row: ExpectedRow, length: usize) -> Result<InputError, InputError> {
        let found = self.peek()?;
        let ends = found.is_none_or(|byte| byte.is_ascii_whitespace());
        Ok(match length {
            0 if ends => self.unexpected(found, row.name),
            _ if ends => {
                let has = counted(length, row.unit);
                self.error_at(self.location(), Input::RowTooShort { row: row.name, has, expected: row.length })
            }
            _ => {
                let letters: Vec<String> = row.letters.chars().map(|letter| format!("`{letter}`")).collect();
                self.unexpected(found, Expected::OneOf { letters: letters.join(" "), row: row.name })
            }
        })
    }

    fn unexpected(&self, found: Option<u8>, expected: impl Into<Message>) -> InputError {
        let message = Input::Expected { expected: expected.into(), found: FoundByte::from(found) };
        let error = self.error_at(self.location(), message);
        match found {
            Some(byte) if !byte.is_ascii_graphic() && !byte.is_ascii_whitespace() => error.hint(Remedy::PlainAscii),
            _ => error,
        }
    }

    /// Returns the buffered bytes that are not consumed yet.
    #[inline]
    fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns the next byte without consuming it; `None` at the end of input.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        self.fill()?;
        Ok(self.buffered().first().copied())
    }

    /// Consumes the next byte, which is `byte`.
    #[inline]
    fn skip(&mut self, byte: u8) {
        self.start += 1;
        if byte == b'\n' {
            self.line += 1;
            self.line_start = self.passed + self.start as u64;
        }
    }

    /// Ensures that at least one byte is buffered, if the input has not ended.
    #[inline]
    fn fill(&mut self) -> Result<(), InputError> {
        if self.start < self.end || self.exhausted { Ok(()) } else { self.refill() }
    }

    #[cold]
    fn refill(&mut self) -> Result<(), InputError> {
        let count = loop {
            match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
                Ok(count) => break count,
            }
        };
        self.passed += self.end as u64;
        (self.start, self.end) = (0, count);
        self.exhausted = count == 0;
        Ok(())
    }

    /// Returns the error for an item that needs more memory than is available. The location of the error is the next
    /// byte.
    pub fn unsolvable(&self, NoMemory { needed }: NoMemory) -> InputError {
        let Location { line, column } = self.location();
        InputError::unsolvable(self.case, line, column, SolveError::NoMemory { needed })
    }

    fn failed(&self, error: io::Error) -> InputError {
        let Location { line, column } = self.location();
        InputError::new(self.case, line, column, Input::Unreadable).caused_by(error)
    }
}

impl From<&RangeInclusive<u64>> for Range {
    fn from(range: &RangeInclusive<u64>) -> Self {
        match (*range.start(), *range.end()) {
            (least, u64::MAX) => Self::From { least },
            (least, most) if least == most => Self::Only { only: least },
            (least, most) => Self::Between { least, most },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;
    use crate::messages::Number;
    use Strictness::{Judge, Relaxed};

    /// Reads a sample format: the number of cases, and then a row of two letters for each case.
    fn read(input: &mut dyn BufRead, strictness: Strictness) -> Result<Vec<String>, InputError> {
        let mut scanner = Scanner::new(input, strictness, &"a number, then rows of `ab`");
        let count = scanner.number(&Number::Cases, 1..=u64::MAX)?;
        scanner.end_line()?;
        let mut rows = Vec::new();
        for number in 1..=count {
            scanner.begin_case(number);
            let mut bytes = Vec::new();
            let name = RowName::Numbered { row: number };
            scanner.row_into(ExpectedRow { name, length: 2, unit: Unit::Letter, letters: "ab" }, &mut bytes)?;
            scanner.end_line()?;
            rows.push(String::from_utf8(bytes).unwrap());
        }
        scanner.end()?;
        Ok(rows)
    }

    fn error(text: &str, strictness: Strictness) -> String {
        read(&mut text.as_bytes(), strictness).unwrap_err().to_string()
    }

    #[test]
    fn the_exact_layout_is_read_by_both() {
        for strictness in [Relaxed, Judge] {
            assert_eq!(read(&mut "2\nab\nba\n".as_bytes(), strictness).unwrap(), ["ab", "ba"]);
        }
    }

    #[test]
    fn relaxed_reading_forgives_layout() {
        for text in ["2\r\nab\r\nba\r\n", "\n 02\t\n\n  ab ba", "2 ab\nba\n\n\n \t\r\n"] {
            assert_eq!(read(&mut text.as_bytes(), Relaxed).unwrap(), ["ab", "ba"], "{text:?}");
        }
    }

    #[test]
    fn a_judge_forgives_nothing() {
        let cases = [
            ("2\r\nab\r\n", "line 1, column 2: the line ends with a carriage return, expected a line feed alone"),
            ("2 \nab\nba\n", "line 1, column 2: blanks at the end of the line"),
            ("2 \t\r\nab\nba\n", "line 1, column 2: blanks at the end of the line"),
            ("2 3\nab\nba\n", "line 1, column 3: expected the end of the line, found `3`"),
            ("2  3\nab\nba\n", "line 1, column 4: expected the end of the line, found `3`"),
            (" 2\nab\nba\n", "line 1, column 1: expected the number of cases, found a blank"),
            ("02\nab\nba\n", "line 1, column 1: the number of cases has a leading zero"),
            ("1\n\nab\n", "case 1, line 2, column 1: expected row 1, found end of line"),
            ("1\nab", "case 1, line 2, column 3: the last line does not end with a line feed"),
            ("1\nab\n\n", "line 3, column 1: expected end of input after the last case, found end of line"),
        ];
        for (text, message) in cases {
            assert_eq!(error(text, Judge), message, "{text:?}");
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("", "line 1, column 1: expected the number of cases, found end of input"),
            ("\n\n", "line 3, column 1: expected the number of cases, found end of input"),
            ("x", "line 1, column 1: expected the number of cases, found `x`"),
            ("-1", "line 1, column 1: expected the number of cases, found `-`"),
            ("\0\0", "line 1, column 1: expected the number of cases, found byte 0x00"),
            ("\u{feff}2", "line 1, column 1: expected the number of cases, found byte 0xef"),
            ("2x", "line 1, column 2: expected a blank or a line end after the number of cases, found `x`"),
            ("0\n", "line 1, column 1: the number of cases is 0, expected at least 1"),
            ("12345678901234567890", "line 1, column 1: the number of cases has more than 19 digits"),
            ("2\nab\n", "case 2, line 3, column 1: expected row 2, found end of input"),
            ("2\nab\nb", "case 2, line 3, column 2: row 2 has 1 letter, expected 2"),
            ("2\nab\nb a", "case 2, line 3, column 2: row 2 has 1 letter, expected 2"),
            ("2\nab\nbab", "case 2, line 3, column 3: row 2 has more than 2 letters"),
            ("2\nab\nbc", "case 2, line 3, column 2: expected one of `a` `b` in row 2, found `c`"),
            ("2\nab\n\u{7}", "case 2, line 3, column 1: expected one of `a` `b` in row 2, found byte 0x07"),
            ("1\nab\nab", "line 3, column 1: expected end of input after the last case, found `a`"),
        ];
        for (text, message) in cases {
            assert_eq!(error(text, Relaxed), message, "{text:?}");
        }
    }

    #[test]
    fn every_error_carries_a_remedy() {
        let hint = |text: &str| read(&mut text.as_bytes(), Relaxed).unwrap_err().hint.unwrap();
        assert_eq!(hint("2\nab\n"), "a number, then rows of `ab`");
        assert!(hint("\0").to_string().contains("plain ASCII text"));
        assert!(hint("1\nab\nab").to_string().contains("number of cases"));
    }

    #[test]
    fn ranges_are_told() {
        let mut input = "7".as_bytes();
        let error = Scanner::new(&mut input, Relaxed, &"").number(&Number::Rows, 2..=5).unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 1: the number of rows is 7, expected 2 to 5");
    }

    #[test]
    fn endless_inputs_fail_at_once() {
        let cases = [
            (b'0', "line 1, column 1: the number of cases has more than 19 digits"),
            (b'\0', "line 1, column 1: expected the number of cases, found byte 0x00"),
            (b' ', "line 1, column 1048577: more than 1048576 consecutive blanks"),
            (b'\n', "line 1048577, column 1: more than 1048576 consecutive blanks"),
        ];
        for (byte, message) in cases {
            let mut endless = BufReader::new(io::repeat(byte));
            assert_eq!(read(&mut endless, Relaxed).unwrap_err().to_string(), message);
        }
        let mut endless = BufReader::new("1\nab".as_bytes().chain(io::repeat(b'a')));
        let error = read(&mut endless, Relaxed).unwrap_err();
        assert_eq!(error.to_string(), "case 1, line 2, column 3: row 1 has more than 2 letters");
    }

    /// A reader that returns one byte in every second call. The other calls return the error `Interrupted`.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.0.take(1).read(buffer).inspect(|&count| self.0 = &self.0[count..])
        }
    }

    #[test]
    fn the_pieces_in_which_input_arrives_do_not_matter() {
        let texts = [
            "2\nab\nba\n",
            "2\r\nab\r\nba",
            " 02\n\n\n ab\tba",
            "1\nab\n7",
            "10\nab\n\nbx",
            "3 ab ba  aab",
            "123456x",
            "",
        ];
        for text in texts {
            for strictness in [Relaxed, Judge] {
                let message = |input: &mut dyn BufRead| read(input, strictness).map_err(|error| error.to_string());
                let mut slow = BufReader::new(Slow(text.as_bytes(), false));
                assert_eq!(message(&mut slow), message(&mut text.as_bytes()), "{text:?}, {strictness:?}");
            }
        }
    }

    #[test]
    fn a_row_longer_than_the_buffer_comes_in_slices() {
        let length = 3 * BUFFER_BYTES + 5;
        let text = format!("{}b\n", "a".repeat(length - 1));
        let mut input = text.as_bytes();
        let mut scanner = Scanner::new(&mut input, Judge, &"");
        let (mut slices, mut bytes) = (0, 0);
        let row = ExpectedRow { name: RowName::Only, length, unit: Unit::Letter, letters: "ab" };
        scanner
            .row(row, |slice| {
                slices += 1;
                bytes += slice.len();
                slice.len()
            })
            .unwrap();
        assert_eq!((slices, bytes), (4, length));
        assert_eq!(scanner.location(), Location { line: 1, column: length as u64 + 1 });
    }

    #[test]
    fn a_failing_reader_is_the_source_of_the_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("disk on fire"))
            }
        }
        let error = read(&mut BufReader::new(Broken), Relaxed).unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 1: cannot read the input");
        assert_eq!(error.source.unwrap().to_string(), "disk on fire");
    }
}
