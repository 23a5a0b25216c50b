//! What stops a run, and how it is told: one sentence, the place, then advice.

use std::io::{self, Write};
use std::ops::Range;

use retrograde::{NotationError, SolveError};
use retrograde_games::contest::{AnswerError, Contest, InputError};
use retrograde_games::registry::{AskError, TokenError};
use serde::Serialize;

use crate::exit::Exit;
use crate::lang::{Catalogue, Lang, fill};
use crate::size;
use crate::style::{ERROR, HINT, MARK};
use crate::word::nearest;

/// Why a run stops before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Nobody reads our output any more: nothing to say, and no failure.
    ReaderGone,
    /// Input is needed, and there is only a terminal: the verb's short help says what to give.
    NoInput,
    Failed(Box<Failure>),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

/// An error while *writing*; errors of reading are told with the file's name.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::ReaderGone;
        }
        Failure::new(Exit::Refused, "output", format!("cannot write the output: {error}")).into()
    }
}

const BAD_INPUT: &str = "bad-input";

/// A failure, as data.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    #[serde(skip)]
    exit: Exit,
    code: &'static str,
    message: String,
    /// All that is wrong, if there can be more than one thing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
    at: Option<Place>,
    hint: Option<String>,
}

/// Where something is wrong: in a file, in a token, or in a token of a file.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// From 1, as are lines and columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) case: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
    /// The bytes of the token that are meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<Range<usize>>,
}

impl Place {
    /// The place in words: `zu.in: case 3, line 12, column 5: `.
    fn words(&self, words: &Catalogue) -> String {
        let counted = [(words.place_case, self.case), (words.place_line, self.line), (words.place_column, self.column)];
        let place = |(template, number): (&str, Option<u64>)| Some(fill(template, &[("number", &number?)]));
        let numbers: Vec<_> = counted.into_iter().filter_map(place).collect();
        let file = self.file.iter().cloned();
        let parts = file.chain((!numbers.is_empty()).then(|| numbers.join(words.place_gap)));
        parts.map(|part| part + words.place_end).collect()
    }
}

impl Failure {
    pub(crate) fn new(exit: Exit, code: &'static str, message: impl Into<String>) -> Self {
        Self { exit, code, message: message.into(), reasons: Vec::new(), at: None, hint: None }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::BadInput, "usage", message)
    }

    /// A name that is not among those known, with the nearest of them.
    pub(crate) fn unknown(code: &'static str, what: &str, name: &str, known: &[&str]) -> Self {
        let guess = nearest(name, known).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        Self::new(Exit::BadInput, code, format!("no {what} is called `{}`", printable(name)))
            .hint(format!("{guess}there are: {}", known.join(", ")))
    }

    pub(crate) fn reading(file: &str, error: &io::Error) -> Self {
        Self::new(Exit::BadInput, "input", format!("cannot read {file}: {error}"))
    }

    /// An input that does not hold what it should.
    pub(crate) fn content(message: impl Into<String>) -> Self {
        Self::new(Exit::BadInput, BAD_INPUT, message)
    }

    pub(crate) fn input(file: &str, error: InputError) -> Self {
        let reading = error.source.as_ref().map(|source| format!(": {source}")).unwrap_or_default();
        let place = Place {
            file: Some(file.to_owned()),
            case: error.case,
            line: Some(error.line),
            column: Some(error.column),
            ..Place::default()
        };
        Self { hint: error.hint, ..Self::content(error.message + &reading).at(place) }
    }

    /// An error of a token that came from `place`.
    pub(crate) fn token(token: &str, error: TokenError, place: Place) -> Self {
        let whole = 0..token.len();
        match error {
            TokenError::NoGame { example } => {
                let message = "a position begins with its game and a colon";
                Self::new(Exit::BadInput, "bad-position", message)
                    .at(place.within(token, whole))
                    .hint(no_game_hint(token, &example))
            }
            TokenError::UnknownGame { id, known } => {
                Self::unknown("unknown-game", "game", &id, &known).at(place.within(token, 0..id.len()))
            }
            TokenError::Notation { game, offset, source } => Self::notation(token, game, offset, source, place),
            error => Self::new(Exit::BadInput, "bad-position", error.to_string()).at(place.within(token, whole)),
        }
    }

    fn notation(token: &str, game: &str, offset: usize, error: NotationError, place: Place) -> Self {
        let advice = format!("`retrograde rules {game}` shows how positions are written");
        match error {
            NotationError::Malformed { message, at, hint } => Self::new(Exit::BadInput, "bad-position", message)
                .at(place.within(token, at.start + offset..at.end + offset))
                .hint(hint.unwrap_or(advice)),
            NotationError::Illegal { reasons } => {
                let message = match reasons.as_slice() {
                    [reason] => reason.clone(),
                    _ => format!("{} reasons why there is no such position", reasons.len()),
                };
                Self { reasons, ..Self::new(Exit::BadInput, "illegal-position", message) }
                    .at(place.within(token, offset..token.len()))
                    .hint(advice)
            }
            error => Self::new(Exit::BadInput, "bad-position", error.to_string())
                .at(place.within(token, offset..token.len())),
        }
    }

    /// A solve that gave no table. `instead` is what else would help against too large a one: `, or ...`.
    pub(crate) fn solve(error: &SolveError, instead: &str) -> Self {
        let (exit, code) = match error {
            SolveError::TooLarge { .. } | SolveError::TooMany { .. } => (Exit::Refused, "too-large"),
            SolveError::NoMemory { .. } => (Exit::Refused, "no-memory"),
            SolveError::NoThreads { .. } => (Exit::Refused, "no-threads"),
            SolveError::TooDeep { .. } => (Exit::Refused, "too-deep"),
            SolveError::Cancelled => (Exit::Interrupted, "cancelled"),
            _ => (Exit::Internal, "unsound"),
        };
        Self { hint: solve_hint(error, instead), ..Self::new(exit, code, error.to_string()) }
    }

    pub(crate) fn ask(token: &str, error: AskError) -> Self {
        match error {
            AskError::Notation(source) => {
                let offset = token.find(':').map_or(0, |colon| colon + 1);
                Self::notation(token, &token[..offset.saturating_sub(1)], offset, source, Place::default())
            }
            error => {
                Self::new(Exit::Internal, "table", error.to_string()).at(Place::default().within(token, 0..token.len()))
            }
        }
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.at = Some(place);
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Whether an input was read, and found wrong.
    pub(crate) fn is_of_content(&self) -> bool {
        self.code == BAD_INPUT
    }

    pub(crate) const fn exit(&self) -> Exit {
        self.exit
    }

    /// For people.
    pub(crate) fn tell(&self, lang: Lang, to: &mut dyn Write) -> io::Result<()> {
        let words = lang.words();
        let place = self.at.as_ref().map(|place| place.words(words)).unwrap_or_default();
        writeln!(to, "{ERROR}{}{ERROR:#}{}{place}{}", words.error, words.place_end, lang.message(&self.message))?;
        if self.reasons.len() > 1 {
            self.reasons.iter().try_for_each(|reason| writeln!(to, "  - {}", lang.message(reason)))?;
        }
        if let Some(Place { token: Some(token), bytes: Some(bytes), .. }) = &self.at
            && !token.is_empty()
        {
            let Excerpt { text, marks } = Excerpt::of(token, bytes.clone());
            writeln!(to, "  {text}\n  {MARK}{marks}{MARK:#}")?;
        }
        match &self.hint {
            Some(hint) => writeln!(to, "\n{HINT}{}{HINT:#}{}{}", words.hint, words.place_end, lang.message(hint)),
            None => Ok(()),
        }
    }

    /// For programs: one line.
    pub(crate) fn tell_json(&self, to: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Wrapped<'f> {
            error: &'f Failure,
        }
        serde_json::to_writer(&mut *to, &Wrapped { error: self })?;
        writeln!(to)
    }
}

impl Place {
    fn within(mut self, token: &str, bytes: Range<usize>) -> Self {
        // A token's place in its file counts from its first byte.
        self.column = self.column.map(|column| column + bytes.start as u64);
        self.token = Some(token.to_owned());
        self.bytes = Some(bytes);
        self
    }
}

fn no_game_hint(token: &str, example: &str) -> String {
    if std::path::Path::new(token).is_file() {
        format!("to read positions from a file, say in which format: --from pos {token}")
    } else {
        format!("such as {example}; `retrograde games` lists the games")
    }
}

fn solve_hint(error: &SolveError, instead: &str) -> Option<String> {
    match *error {
        SolveError::TooLarge { needed, .. } => Some(format!("allow it with --mem {}{instead}", size::text(needed))),
        // Whoever explores is at the end of the alternatives.
        SolveError::TooMany { needed, .. } => {
            Some(format!("allow more with --mem {}", size::text(needed.saturating_mul(2))))
        }
        SolveError::NoMemory { .. } => {
            Some("this machine cannot solve so large a board; a limit, --mem, says so sooner".to_owned())
        }
        SolveError::NoThreads { .. } => Some("use fewer threads, such as -j 1".to_owned()),
        SolveError::TooDeep { .. } => Some("a table holds depths, and numbers of moves, up to 16,382".to_owned()),
        SolveError::Unsound { .. } => {
            Some("the fault is in the game, not in the position: its author can run `check_game`".to_owned())
        }
        _ => None,
    }
}

/// Why answering or writing a contest's file stopped.
impl Stop {
    pub(crate) fn answering(file: &str, error: AnswerError) -> Self {
        match error {
            AnswerError::Input(error) => Failure::input(file, error).into(),
            AnswerError::Output(error) => error.into(),
            AnswerError::Solve { case, token, source } => {
                let place = Place { file: Some(file.to_owned()), case: Some(case), ..Place::default() };
                Failure::solve(&source, "").at(place.within(&token, 0..token.len())).into()
            }
            AnswerError::NoShortcut { game } => no_shortcut(format!("{game} has no shortcut")).into(),
            error => Failure::new(Exit::Internal, "contest", error.to_string()).into(),
        }
    }

    /// `token` came from `place` and cannot be written as a case of `contest`.
    pub(crate) fn writing(contest: &dyn Contest, token: &str, error: AnswerError, place: Place) -> Self {
        let (game, offset) = (contest.game(), contest.game().len() + 1);
        match error {
            AnswerError::Output(error) => error.into(),
            AnswerError::Notation { source, .. } if token.starts_with(&format!("{game}:")) => {
                Failure::notation(token, game, offset, source, place).into()
            }
            AnswerError::Notation { .. } => {
                Failure::new(Exit::BadInput, "inexpressible", format!("{} is a format of {game} alone", contest.id()))
                    .at(place.within(token, 0..token.find(':').unwrap_or(token.len())))
                    .into()
            }
            AnswerError::Inexpressible { message, .. } => {
                Failure::new(Exit::BadInput, "inexpressible", message).at(place.within(token, 0..token.len())).into()
            }
            error => Failure::new(Exit::Internal, "contest", error.to_string()).into(),
        }
    }
}

pub(crate) fn no_shortcut(message: String) -> Failure {
    Failure::new(Exit::BadInput, "no-shortcut", message).hint("use --method table, which works for every game")
}

/// A part of a token that fits a line, and the marks to stand below it.
struct Excerpt {
    text: String,
    marks: String,
}

impl Excerpt {
    const COLUMNS: usize = 70;
    /// Shown in front of the marks, in a long token.
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

/// One column for any character.
fn visible(c: char) -> char {
    if c.is_control() { '\u{fffd}' } else { c }
}

/// A short form of a text that may be anything.
pub(crate) fn printable(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() { shown + "…" } else { shown }
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
