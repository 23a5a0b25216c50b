//! The failures of a run, and the functions that print them. The output has the place of the error, then one sentence,
//! then advice.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use retrograde::SolveError;
use retrograde::author::{AnswerError, Contest};
use retrograde::rules::memory;
use retrograde::rules::message::{Language, Message};
use retrograde::rules::visible;
pub(crate) use retrograde_service::failure::{Failure, Fault, Instead, Place, Thing, sentence};
use retrograde_service::registry::TokenError;
use retrograde_service::report::write_json;

use crate::lang::{Lang, fill};
use crate::messages::{Hint, Wrong};
use crate::name::{self, named};
use crate::source;
use crate::style::{ERROR, HINT, MARK};

/// The reason why a run stops before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The program that reads our output has closed the pipe. A closed pipe is not a failure, so the run ends without a
    /// message.
    ReaderGone,
    /// A verb needs input, and standard input is a terminal. The run prints the short help of the verb and ends.
    NoInput,
    Failed(Box<Failure>),
    /// The run ends with this exit code. The current process or another process has already printed the failure.
    Code(u8),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

/// Converts an error that occurred while the program *wrote* output. The conversion is not for errors of reading,
/// because a message about an error of reading must name the file.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if is_broken_pipe(&error) {
            return Self::ReaderGone;
        }
        Failure::new(Fault::Refused, "output", Wrong::Output { error: (&error).into() }).into()
    }
}

/// Whether the reader of the program's output has closed its end of the pipe. On Windows a write to the pipe then fails
/// with one of two errors. The standard library treats only one of these errors as a broken pipe.
fn is_broken_pipe(error: &io::Error) -> bool {
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED)
}

/// Prints a failure on standard error.
pub(crate) fn print(failure: &Failure, lang: Lang, json: bool) {
    let failure = &with_game_files(failure);
    let mut stderr = anstream::stderr();
    // If standard error is closed, the exit code still shows the failure.
    let _ = if json { write_json_line(failure, &mut stderr) } else { write_text(failure, lang, &mut stderr) };
}

/// Returns the failure. If a game is unknown, the hint also names the option for a game in a file.
fn with_game_files(failure: &Failure) -> Failure {
    let mut failure = failure.clone();
    if failure.code == "unknown-game" {
        failure.hint = Some(Message::all(failure.hint.into_iter().chain([Hint::GameOfFile.into()])));
    }
    failure
}

/// Prints a failure as text.
fn write_text(failure: &Failure, lang: Lang, to: &mut dyn Write) -> io::Result<()> {
    let words = lang.words();
    let shown = failure.texts(lang.language());
    let said = |text: &str| named(text);
    let place = shown.at.as_ref().map(|place| place_words(place, lang)).unwrap_or_default();
    writeln!(to, "{ERROR}{}{ERROR:#}{}{place}{}", words.error, words.place_end, said(&shown.message))?;
    if shown.reasons.len() > 1 {
        shown.reasons.iter().try_for_each(|reason| writeln!(to, "  - {}", said(reason)))?;
    }
    if let Some(Place { token: Some(token), bytes: Some(bytes), .. }) = failure.at.as_deref()
        && !token.is_empty()
    {
        let Excerpt { text, marks } = Excerpt::of(token, bytes.clone());
        writeln!(to, "  {text}\n  {MARK}{marks}{MARK:#}")?;
    }
    match &shown.hint {
        Some(hint) => writeln!(to, "\n{HINT}{}{HINT:#}{}{}", words.hint, words.place_end, said(hint)),
        None => Ok(()),
    }
}

/// Prints a failure as one line of JSON.
fn write_json_line(failure: &Failure, to: &mut dyn Write) -> io::Result<()> {
    write_json(&mut *to, &failure.report(Language::English, name::own()))?;
    writeln!(to)
}

/// Writes a place in words, such as `zu.in: case 3, line 12, column 5: `.
fn place_words(place: &Place, lang: Lang) -> String {
    let words = lang.words();
    let counted = [(words.place_case, place.case), (words.place_line, place.line), (words.place_column, place.column)];
    let number = |(template, number): (&str, Option<u64>)| Some(fill(template, &[("number", &number?)]));
    let numbers: Vec<_> = counted.into_iter().filter_map(number).collect();
    // A file's name is the same in every language.
    let name = |file: &String| source::named(file).in_language(lang.language()).to_string();
    let file = place.file.iter().map(name);
    let parts = file.chain((!numbers.is_empty()).then(|| numbers.join(words.place_gap)));
    parts.map(|part| part + words.place_end).collect()
}

/// The error for a token that a user typed. If the text looks like a file name, the error says that there is no file
/// with this name. If a line of an input is in another format, the error says how to name the format.
pub(crate) fn of_token(token: &str, error: TokenError, place: Place) -> Failure {
    let (path, file) = (Path::new(token), || token.to_owned());
    let is_typed = place.file.is_none();
    let failure = Failure::token(token, error, place);
    let meaning = |wrong: Wrong| Failure { code: "bad-position", message: wrong.into(), ..failure.clone() };
    match token {
        _ if !is_typed && token.starts_with('{') => failure.hint(Hint::FromJson),
        _ if !is_typed && !token.contains(char::is_alphabetic) => failure.hint(Hint::NameForm),
        _ if token.contains(':') => failure,
        _ if path.is_dir() => meaning(Wrong::Folder { file: file() }),
        // The name of a game never has a file extension.
        _ if is_typed && path.extension().is_some() => meaning(Wrong::NoFile { file: file() }),
        _ => failure,
    }
}

/// The error for a number of threads that the system cannot start.
pub(crate) fn no_threads(threads: usize, error: &io::Error) -> Failure {
    Failure::solve(&SolveError::NoThreads { threads, reason: error.to_string() }, Instead::Nothing)
}

/// An upper bound of the memory for a token and its position: the number of bytes of memory for each byte of the token.
/// The memory is needed to read the token and open the position.
const TOKEN: u64 = 16;

/// Returns an error if the system does not have the memory to read a token of this length.
pub(crate) fn admit_token(bytes: usize, place: &Place) -> Result<(), Failure> {
    let admitted = memory::admit(TOKEN * bytes as u64);
    admitted.map_err(|error| Failure::solve(&error.into(), Instead::Nothing).at(place.clone()))
}

/// Conversions of the errors that occur while the program answers or writes a contest's file.
impl Stop {
    pub(crate) fn answering(file: &str, error: AnswerError) -> Self {
        match error {
            AnswerError::Input(error) => Failure::input(file, error).into(),
            AnswerError::Output(error) => error.into(),
            AnswerError::Solve { case, token, source } => {
                let place = Place { file: Some(file.to_owned()), case: Some(case), ..Place::default() };
                Failure::solve(&source, Instead::Nothing).at(place.within(&token, 0..token.len())).into()
            }
            AnswerError::NoShortcut { game } => no_shortcut(Wrong::NoShortcut { game }).into(),
            error => Failure::new(Fault::Internal, "contest", error.to_string()).into(),
        }
    }

    /// The error for a `token` that cannot be written as a case of `contest`; `place` is the place of the token in the
    /// input.
    pub(crate) fn writing(contest: &dyn Contest, token: &str, error: AnswerError, place: Place) -> Self {
        match error {
            AnswerError::Output(error) => error.into(),
            error => Failure::writing(contest, token, error, place).into(),
        }
    }
}

pub(crate) fn no_shortcut(message: impl Into<Message>) -> Failure {
    Failure::new(Fault::Input, "no-shortcut", message).hint(Hint::UseTable)
}

/// The excerpt of a token in an error message. An excerpt has one line with a part of the token, and a second line that
/// marks the wrong characters.
struct Excerpt {
    text: String,
    marks: String,
}

impl Excerpt {
    const COLUMNS: usize = 70;
    /// The number of characters shown before the marks, if the token is too long for one line.
    const LEAD: usize = 30;

    fn of(token: &str, bytes: Range<usize>) -> Self {
        let column = |byte| token.char_indices().take_while(|&(start, _)| start < byte).count();
        let (from, to) = (column(bytes.start), column(bytes.end.max(bytes.start)));
        let length = token.chars().count();
        let first = if length <= Self::COLUMNS { 0 } else { from.saturating_sub(Self::LEAD) };
        let last = length.min(first + Self::COLUMNS);
        let (left, right) = (if first > 0 { "…" } else { "" }, if last < length { "…" } else { "" });
        let shown: String = token.chars().skip(first).take(last - first).map(visible).collect();
        let blanks = left.chars().count() + from.min(last) - first;
        let marks = to.min(last).saturating_sub(from).max(1);
        Self { text: format!("{left}{shown}{right}"), marks: " ".repeat(blanks) + &"^".repeat(marks) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(token: &str, bytes: Range<usize>) -> (String, String) {
        let Excerpt { text, marks } = Excerpt::of(token, bytes);
        (text, marks)
    }

    #[test]
    fn marks_stand_below_what_they_mean() {
        assert_eq!(excerpt("pawn:3HX", 7..8), ("pawn:3HX".into(), "       ^".into()));
        assert_eq!(excerpt("pawn:", 5..5), ("pawn:".into(), "     ^".into()));
        assert_eq!(excerpt("a\0b", 1..3), ("a\u{fffd}b".into(), " ^^".into()));
    }

    #[test]
    fn long_tokens_are_cut_on_both_sides() {
        let token = format!("cannons:{}x{}", "1".repeat(200), "0".repeat(200));
        let (text, marks) = excerpt(&token, 208..209);
        assert_eq!(text, format!("…{}x{}…", "1".repeat(30), "0".repeat(39)));
        assert_eq!(marks, format!("{}^", " ".repeat(31)));
        assert!(excerpt(&token, 0..token.len()).1.chars().count() <= Excerpt::COLUMNS + 1);
    }
}
