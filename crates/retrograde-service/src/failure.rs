//! Failures that a program reports to its user, as data. A failure has one sentence, a place and a hint.
//!
//! The command line prints a failure with colours, in the user's language, and derives an exit code from the [`Fault`].
//! A server sends a failure as JSON, and derives an HTTP status from the [`Fault`]. The command line and the server use
//! the errors of this module, and define no errors of their own.

use std::io;
use std::ops::Range;

use retrograde::ask::TraceError;
use retrograde::author::TooManyMoves;
use retrograde::author::check::{Broken, GameLaw};
use retrograde::{NotationError, Options, SolveError};
use serde::Serialize;

use retrograde::rules::memory;
use retrograde::rules::message::{Language, Message};
use retrograde::rules::{printable, visible};

use crate::look::EditError;
use crate::messages::{Choices, Hint, Meanings, Tokens, Wrong};
pub use crate::messages::{Instead, Thing};
use crate::names::{NameError, Near};
use crate::position::{NoPiece, PutError};
use crate::registry::TokenError;
use crate::report::ViolationReport;
use crate::session::AskError;
use retrograde::author::{AnswerError, Contest, InputError};

/// The cause of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is wrong, but the search found no result.
    No,
    /// The request is invalid, or an input that the request names is invalid.
    Input,
    /// The request exceeds a limit on memory, time, disk space or tables.
    Refused,
    /// A table file is damaged, of another kind, or of another version.
    Damaged,
    /// The program, or the rules of a game, have a bug.
    Internal,
    /// The user stopped the program.
    Interrupted,
}

/// The code of a failure caused by an input with invalid content.
const BAD_INPUT: &str = "bad-input";

/// The code of a failure caused by a table file with invalid content.
pub const DAMAGED_TABLE: &str = "damaged-table";

/// The code of a failure caused by a game that breaks a law (a property that the solver relies on).
const BROKEN_LAW: &str = "broken-law";

/// The code of a failure caused by a panic in a game's code.
const PANIC: &str = "panic";

/// A failure of a request; [`texts`](Self::texts) returns the failure's texts in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The cause of the failure.
    pub fault: Fault,
    /// A short name of the failure that programs can recognize, such as `bad-position`.
    pub code: &'static str,
    /// The message, which is one sentence without a full stop.
    pub message: Message,
    /// All reasons, if the failure has more than one; otherwise empty.
    pub reasons: Vec<Message>,
    /// The place of the failure in a file or a token.
    pub at: Option<Box<Place>>,
    /// A hint that says how to correct the failure.
    pub hint: Option<Message>,
}

/// The texts of a failure in one language. The texts are safe to show, because each sentence is made safe by
/// [`sentence`], and a token of more than 4,000 bytes is left out. The JSON object has the fields `code`, `message`,
/// `reasons` (if there are several), `at`, `hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureTexts {
    /// A short name of the failure that programs can recognize, such as `bad-position`.
    pub code: &'static str,
    /// The message, which is one sentence without a full stop.
    pub message: String,
    /// All reasons, if the failure has more than one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// The place of the failure in a file or a token.
    pub at: Option<Box<Place>>,
    /// A hint that says how to correct the failure.
    pub hint: Option<String>,
}

impl FailureTexts {
    /// Returns the texts of the failure with the name `program` in the commands of the hint (see [`naming`]).
    #[must_use]
    pub fn named(mut self, program: &str) -> Self {
        self.hint = self.hint.map(|hint| naming(&hint, program));
        self
    }
}

/// The place of an error in a file, in a token, or in a token that stands in a file. Cases, lines and columns are
/// numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The name of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of the test case in a contest's input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<u64>,
    /// The line number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column number, counted in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The token as the user gave it; JSON omits a token of more than 4,000 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The range of the wrong bytes in the token, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Range<usize>>,
}

impl Place {
    /// Returns the place of a part of a token. The token begins at `self`, and the part is the byte range `bytes`.
    #[must_use]
    pub fn within(mut self, token: &str, bytes: Range<usize>) -> Self {
        // Before this line, `column` is the column of the token's first byte.
        self.column = self.column.map(|column| column + bytes.start as u64);
        self.token = Some(token.to_owned());
        self.bytes = Some(bytes);
        self
    }
}

impl Failure {
    /// Returns a failure without a place and without a hint.
    pub fn new(fault: Fault, code: &'static str, message: impl Into<Message>) -> Self {
        Self { fault, code, message: message.into(), reasons: Vec::new(), at: None, hint: None }
    }

    /// Returns the failure of a request with invalid arguments.
    pub fn usage(message: impl Into<Message>) -> Self {
        Self::new(Fault::Input, "usage", message)
    }

    /// Returns the failure of an unknown name; the hint suggests the most similar known name.
    pub fn unknown(code: &'static str, what: Thing, name: &str, known: &[&str]) -> Self {
        let failure = Self::new(Fault::Input, code, nothing_called(what, name));
        let (near, listed) = (nearest(name, known), known.join(", "));
        match near {
            Some(near) => failure.hint(Hint::Meant { near: near.to_owned(), known: listed }),
            None if known.is_empty() => failure,
            None => failure.hint(Hint::Known { known: listed }),
        }
    }

    /// Returns the failure of a name that is unknown or ambiguous. `what` is the kind of object that is named, such as
    /// a game or a format.
    pub fn name(code: &'static str, what: Thing, error: NameError) -> Self {
        match error {
            NameError::Unknown { name, near, known } => {
                let known = known.join(", ");
                Self::new(Fault::Input, code, nothing_called(what, &name)).hint(match near {
                    Some(Near { name, id }) if name == id => Hint::Meant { near: name.to_owned(), known },
                    Some(Near { name, id }) => Hint::MeantAs { near: name, id, known },
                    None => Hint::Known { known },
                })
            }
            NameError::Ambiguous { name, meanings } => {
                let message = Wrong::Ambiguous { name: printable(&name), meanings: Meanings(meanings.clone()) };
                let hint = Hint::SayWhich { meanings: Choices(meanings) };
                Self::new(Fault::Input, "ambiguous-name", message).hint(hint)
            }
        }
    }

    /// Returns the failure of a file that cannot be read.
    pub fn reading(file: impl Into<Message>, error: &io::Error) -> Self {
        let (fault, code) = match error.kind() {
            io::ErrorKind::OutOfMemory => (Fault::Refused, "no-memory"),
            _ => (Fault::Input, "input"),
        };
        Self::new(fault, code, Wrong::Reading { file: file.into(), error: error.into() })
    }

    /// Returns the failure of an input with invalid content.
    pub fn content(message: impl Into<Message>) -> Self {
        Self::new(Fault::Input, BAD_INPUT, message)
    }

    /// Returns the failure for an error in the contest input `file`.
    pub fn input(file: &str, error: InputError) -> Self {
        let place = Place {
            file: Some(file.to_owned()),
            case: error.case,
            line: Some(error.line),
            column: Some(error.column),
            ..Place::default()
        };
        if let Some(error) = error.solve_error() {
            return Self::solve(error, Instead::Nothing).at(place);
        }
        let message = match &error.source {
            Some(source) => Wrong::Because { message: error.message, error: source.into() }.into(),
            None => error.message,
        };
        Self { hint: error.hint, ..Self::content(message).at(place) }
    }

    /// Returns the failure of an invalid token that was found at `place`.
    pub fn token(token: &str, error: TokenError, place: Place) -> Self {
        let whole = 0..token.len();
        match error {
            TokenError::NoGame { example } => Self::new(Fault::Input, "bad-position", Wrong::NoGame)
                .at(place.within(token, whole))
                .hint(Hint::Games { example }),
            TokenError::GameMissing { tokens } => Self::new(Fault::Input, "bad-position", Wrong::NoGame)
                .at(place.within(token, whole))
                .hint(Hint::InFront { tokens: Tokens(tokens) }),
            TokenError::Game(error) => {
                let name = token.find(':').unwrap_or(token.len());
                Self::name("unknown-game", Thing::Game, error).at(place.within(token, 0..name))
            }
            TokenError::Notation { game, offset, source } => Self::notation(token, game, offset, source, place),
        }
    }

    /// Returns the failure for an error in a token. The text that the game parses begins at byte `offset` of the token.
    pub fn notation(token: &str, game: &str, offset: usize, error: NotationError, place: Place) -> Self {
        let advice = || Hint::Rules { game: game.to_owned() }.into();
        match error {
            NotationError::NoMemory { needed } => {
                Self::solve(&SolveError::NoMemory { needed }, Instead::Nothing).at(place)
            }
            NotationError::Malformed { message, at, hint } => Self::new(Fault::Input, "bad-position", message)
                .at(place.within(token, at.start + offset..at.end + offset))
                .hint(hint.unwrap_or_else(advice)),
            NotationError::Illegal { reasons } => {
                let message = match reasons.as_slice() {
                    [reason] => reason.clone(),
                    _ => Wrong::Reasons { number: reasons.len() }.into(),
                };
                Self { reasons, ..Self::new(Fault::Input, "illegal-position", message) }
                    .at(place.within(token, offset..token.len()))
                    .hint(advice())
            }
            error => Self::new(Fault::Input, "bad-position", error).at(place.within(token, offset..token.len())),
        }
    }

    /// Returns the failure for a solve that ended with an error. If the table is too large, `instead` names the
    /// alternatives.
    pub fn solve(error: &SolveError, instead: Instead) -> Self {
        if let SolveError::Broken(broken) = error {
            return Self::broken(broken);
        }
        let (fault, code) = match error {
            SolveError::TooLarge { .. } | SolveError::TooMany { .. } => (Fault::Refused, "too-large"),
            SolveError::NoMemory { .. } => (Fault::Refused, "no-memory"),
            SolveError::NoRoom { .. } => (Fault::Refused, "no-room"),
            SolveError::Scratch { .. } => (Fault::Refused, "files"),
            SolveError::Lost { .. } => (Fault::Refused, "cluster"),
            SolveError::NoThreads { .. } => (Fault::Refused, "no-threads"),
            SolveError::TooDeep => (Fault::Refused, "too-deep"),
            SolveError::Resume { .. } => (Fault::Damaged, "damaged"),
            SolveError::Cancelled => (Fault::Interrupted, "cancelled"),
            _ => (Fault::Internal, "unsound"),
        };
        Self { hint: solve_hint(error, instead).map(Message::from), ..Self::new(fault, code, error.clone()) }
    }

    /// Returns the failure of a table that cannot answer a question about a token.
    pub fn ask(token: &str, error: AskError) -> Self {
        match error {
            AskError::Piece(error) => Self::piece(&error),
            AskError::TooMuch { .. } => Self::new(Fault::Refused, "too-large", error),
            // Only the log of a whole table has a limit of slots. So a user can still request a log with fewer events.
            AskError::Trace(error @ TraceError::TooManySlots { .. }) => {
                Self::new(Fault::Refused, "too-large", error).hint(Hint::FollowLess)
            }
            AskError::Trace(error) => Self::new(Fault::Refused, "too-large", error),
            AskError::Certificate(error) => Self::new(Fault::Refused, "too-large", error).hint(Hint::Verify),
            AskError::Unreadable(error) => Self::new(Fault::Damaged, DAMAGED_TABLE, error),
            // A question may contain a second position. Only this position can belong to another board than the table.
            error @ AskError::OtherInstance { .. } => Self::usage(error),
            error @ (AskError::Inconsistent { .. } | AskError::OneIdentity { .. }) => {
                let law = match &error {
                    AskError::Inconsistent { what, .. } => what.likely(),
                    _ => GameLaw::InstancesAreTold,
                };
                Self::new(Fault::Internal, "inconsistent", error)
                    .at(Place::default().within(token, 0..token.len()))
                    .hint(Hint::MostLikely { law })
            }
            error => Self::new(Fault::Internal, "table", error).at(Place::default().within(token, 0..token.len())),
        }
    }

    /// Returns the failure of a game that breaks a law.
    pub fn broken(broken: &Broken) -> Self {
        if broken.law == GameLaw::NothingPanics {
            return Self::panicked(&broken.detail.to_string()).by(broken);
        }
        Self::new(Fault::Internal, BROKEN_LAW, SolveError::Broken(Box::new(broken.clone()))).hint(Hint::CorrectGame)
    }

    /// Returns the failure of a table that is not stored because one of its values is wrong.
    pub(crate) fn wrong_value(table: &str, wrong: ViolationReport) -> Self {
        let ViolationReport { slot, pos, law, found, expected } = wrong;
        let (table, pos) = (table.to_owned(), pos.unwrap_or_else(|| format!("#{slot}")));
        Self::new(Fault::Internal, BROKEN_LAW, Wrong::ValueBroken { table, pos, law, found, expected })
            .hint(Hint::CorrectGame)
    }

    /// Returns whether the failure already names the law that a game breaks.
    pub(crate) fn names_law(&self) -> bool {
        [BROKEN_LAW, PANIC].contains(&self.code)
    }

    /// Converts this failure to a failure that reports a wrong value in the file of the table `table`.
    pub(crate) fn of_file(self, table: String) -> Self {
        Self { fault: Fault::Damaged, code: DAMAGED_TABLE, ..self }.hint(Hint::WrongFile { table })
    }

    /// Returns the failure for a panic in a game's code. `message` is the message of the panic.
    pub fn panicked(message: &str) -> Self {
        Self::new(Fault::Internal, PANIC, Wrong::Panicked { said: message.to_owned() }).hint(Hint::LawsOfGame)
    }

    /// Returns a copy of the failure with a hint. The hint names the law that the game breaks.
    #[must_use]
    pub fn by(self, broken: &Broken) -> Self {
        let Broken { law, position, detail } = broken.clone();
        self.hint(Hint::Broken { law, position, detail })
    }

    /// Returns the failure of a token that cannot be written as a test case of `contest`. The token was found at
    /// `place`.
    pub fn writing(contest: &dyn Contest, token: &str, error: AnswerError, place: Place) -> Self {
        let (game, offset) = (contest.game(), contest.game().len() + 1);
        match error {
            AnswerError::Notation { source, .. } if token.starts_with(&format!("{game}:")) => {
                Self::notation(token, game, offset, source, place)
            }
            AnswerError::Notation { .. } => {
                Self::new(Fault::Input, "inexpressible", Wrong::OtherFormat { format: contest.id(), game })
                    .at(place.within(token, 0..token.find(':').unwrap_or(token.len())))
            }
            AnswerError::Inexpressible { message, .. } => {
                Self::new(Fault::Input, "inexpressible", message).at(place.within(token, 0..token.len()))
            }
            error => Self::new(Fault::Internal, "contest", error.to_string()),
        }
    }

    /// Returns the failure of a position with too many moves to list.
    pub fn moves(error: &TooManyMoves) -> Self {
        Self::new(Fault::Refused, "too-large", error.clone()).hint(Hint::Why)
    }

    /// Returns the failure of a piece that cannot be put on a square.
    pub fn place(square: &str, error: PutError) -> Self {
        match error {
            PutError::Piece(error) => Self::piece(&error),
            PutError::Square(error) => {
                Self::new(Fault::Input, "bad-square", error).at(Place::default().within(square, 0..square.len()))
            }
            PutError::Illegal(reason) => Self::new(Fault::Input, "illegal-position", reason),
        }
    }

    /// Returns the failure of an edit that cannot be made on the board of a token.
    pub fn edit(token: &str, error: EditError) -> Self {
        match error {
            EditError::Token(error) => Self::token(token, error, Place::default()),
            EditError::Tool { tool, known } => Self::unknown("usage", Thing::Tool, &tool, &known),
            EditError::Side { side, known } => Self::unknown("usage", Thing::Side, &side, &known),
            EditError::Square { square } => Self::usage(Wrong::NoSquare { square: printable(&square) }),
            EditError::Senseless { edit, game, known } => Self::usage(Wrong::NoEdit { edit, game })
                .hint(Hint::Known { known: [&["place", "carry"], &*known].concat().join(", ") }),
            EditError::Size { rows, columns, game, sizes } => {
                let [least, most] = [0, 1].map(|end| format!("{}x{}", sizes.rows[end], sizes.columns[end]));
                let size = format!("{rows}x{columns}");
                Self::usage(Wrong::EditSize { game, size, least, most })
            }
        }
    }

    fn piece(error: &NoPiece) -> Self {
        let NoPiece { game, piece, known } = error;
        if known.is_empty() {
            return Self::new(Fault::Input, "unknown-piece", Wrong::NoPieces { game });
        }
        Self::unknown("unknown-piece", Thing::Piece, piece, known)
    }

    /// Returns this failure with another place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.at = Some(Box::new(place));
        self
    }

    /// Returns this failure with another hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Message>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the texts of the failure in a language, safe to show.
    pub fn texts(&self, language: Language) -> FailureTexts {
        let text = |message: &Message| sentence(&message.in_language(language).to_string());
        let mut at = self.at.clone();
        if let Some(place) = &mut at {
            place.file = place.file.as_deref().map(sentence);
            place.token.take_if(|token| token.len() > LONGEST_TOKEN);
        }
        FailureTexts {
            code: self.code,
            message: text(&self.message),
            reasons: self.reasons.iter().map(text).collect(),
            at,
            hint: self.hint.as_ref().map(text),
        }
    }

    /// Returns the failure as a JSON object that replaces an answer. The hint names the program `program` (see
    /// [`FailureTexts::named`]).
    pub fn report(&self, language: Language, program: &str) -> FailureReport {
        FailureReport { error: self.texts(language).named(program) }
    }
}

fn nothing_called(what: Thing, name: &str) -> Wrong {
    match printable(name) {
        name if name.is_empty() => Wrong::Nameless { what },
        name => Wrong::Unknown { what, name },
    }
}

/// The maximum length in bytes of a token that a failure repeats in JSON.
const LONGEST_TOKEN: usize = 4000;

/// A JSON object that replaces an answer: `{"error": ...}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureReport {
    /// The failure.
    pub error: FailureTexts,
}

/// If a solve needs at least this number of bytes, no machine has enough memory.
const BEYOND: u64 = 1 << 60;

fn solve_hint(error: &SolveError, instead: Instead) -> Option<Hint> {
    match *error {
        SolveError::TooLarge { needed, .. } if needed >= BEYOND => Some(Hint::NoMachine),
        // A larger `--mem` helps only up to the memory of the machine.
        SolveError::TooLarge { needed, .. } if memory::of_machine().is_some_and(|memory| needed > memory) => {
            Some(Hint::NoFit { instead })
        }
        SolveError::TooLarge { needed, .. } => Some(Hint::Allow { memory: size(needed), instead }),
        // A solve learns the amount of memory that it needs only after it has explored all positions. If the hint
        // suggested only a little more memory, the next attempts would fail as well.
        SolveError::TooMany { needed, .. } => {
            Some(Hint::AllowMore { memory: size(needed.saturating_mul(4).max(Options::MEMORY)) })
        }
        SolveError::NoMemory { .. } => Some(Hint::Limit),
        // A solve learns the amount of disk space that it needs only while it runs.
        SolveError::NoRoom { needed, .. } => Some(Hint::MoreDisk { disk: size(needed.saturating_mul(4)) }),
        SolveError::Scratch { .. } => Some(Hint::Space),
        SolveError::NoThreads { .. } => Some(Hint::FewerThreads),
        SolveError::TooDeep
        | SolveError::Unsound { .. }
        | SolveError::Tiers { .. }
        | SolveError::TierTwice { .. }
        | SolveError::Changing { .. }
        | SolveError::Unnumbered { .. } => Some(Hint::LawsOfGame),
        _ => None,
    }
}

/// Formats a number of bytes for the option `--mem`, such as `4G` or `385K`. The option parses the text as the same
/// number, or as a slightly larger number.
pub fn size(bytes: u64) -> String {
    let units = [(40, 'T'), (30, 'G'), (20, 'M'), (10, 'K')];
    // For 10 units or more, rounding up adds at most a tenth. A whole number of units is exact.
    let is_whole = |shift: u32| bytes > 0 && bytes.is_multiple_of(1 << shift);
    let large = units.iter().find(|&&(shift, _)| bytes >> shift >= 10 || is_whole(shift));
    let (shift, unit) = large.copied().unwrap_or((10, 'K'));
    format!("{}{unit}", bytes.div_ceil(1 << shift))
}

/// Makes a sentence safe for a terminal. The result is one line without invisible characters. The function removes the
/// middle of a long sentence.
///
/// A sentence may quote an input, and the author of the input must not be able to control the reader's terminal.
pub fn sentence(text: &str) -> String {
    // These lengths are in characters; they suffice for the longest hint, and for paths that people type.
    const HEAD: usize = 600;
    const TAIL: usize = 200;
    let shown = |text: &str| text.chars().map(|c| if c.is_whitespace() { ' ' } else { visible(c) }).collect::<String>();
    let head = text.char_indices().nth(HEAD).map_or(text.len(), |(end, _)| end);
    let tail = text[head..].char_indices().rev().nth(TAIL - 1).map_or(head, |(start, _)| head + start);
    let gap = if tail > head { " … " } else { "" };
    shown(&text[..head]) + gap + &shown(&text[tail..])
}

/// Replaces `retrograde` by the name of another program in the commands between backquotes. A program with other games
/// can show the same hints, because this function replaces the program's name.
pub fn naming(text: &str, program: &str) -> String {
    text.replace("`retrograde ", &format!("`{program} "))
}

/// Returns the known name that is most similar to `name`; `None` if no name is similar enough.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name = name.to_lowercase();
    let likeness = |candidate: &str| strsim::jaro_winkler(&name, candidate);
    let best = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.7).then_some(best)
}

#[cfg(test)]
mod tests {
    use retrograde::Unreadable;

    use super::*;

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["pawn", "race", "cannons"];
        assert_eq!(nearest("pawns", &known), Some("pawn"));
        assert_eq!(nearest("Canons", &known), Some("cannons"));
        assert_eq!(nearest("xyzzy", &known), None);
        assert_eq!(nearest("pawn", &[]), None);
    }

    #[test]
    fn a_table_that_cannot_be_read_is_a_damaged_one() {
        let failure = Failure::ask("race:A/B_a", AskError::Unreadable(Unreadable::new("block 7 is not what it was")));
        assert_eq!((failure.fault, failure.code), (Fault::Damaged, "damaged-table"));
        assert_eq!(failure.message.to_string(), "the table cannot be read: block 7 is not what it was");
    }

    #[test]
    fn the_json_has_all_but_the_fault() {
        let failure = Failure::usage("so not").at(Place { line: Some(3), ..Place::default() }).hint("but so");
        let json = r#"{"error":{"code":"usage","message":"so not","at":{"line":3},"hint":"but so"}}"#;
        assert_eq!(serde_json::to_string(&failure.report(Language::English, "retrograde")).unwrap(), json);
    }

    #[test]
    fn what_no_machine_holds_is_not_to_be_allowed() {
        let hint = |needed| {
            let error = SolveError::TooLarge { slots: needed, needed, limit: 1 };
            Failure::solve(&error, Instead::Reachable).hint.unwrap().to_string()
        };
        assert_eq!(hint(1 << 20), "allow it with --mem 1M, or try --domain reachable");
        if let Some(memory) = memory::of_machine() {
            assert!(hint(memory).starts_with("allow it with --mem "), "{}", hint(memory));
            let fits = "no table of this board fits the memory of this machine; ";
            let no_fit = format!("{fits}solve a smaller board, or try --domain reachable");
            assert_eq!((hint(memory + 1), hint(1 << 50)), (no_fit.clone(), no_fit));
        }
        for needed in [1 << 60, u64::MAX] {
            assert!(!hint(needed).contains("--mem") && hint(needed).contains("--method shortcut"), "{}", hint(needed));
        }
    }

    #[test]
    fn a_sentence_is_one_line_without_escapes_and_keeps_both_ends() {
        assert_eq!(sentence("`a\x1b[2J\u{9b}31m\u{202e}b`\nis 过河"), "`a\u{fffd}[2J\u{fffd}31m\u{fffd}b` is 过河");
        for length in [0, 1, 599, 600, 601, 799, 800] {
            assert_eq!(sentence(&"é".repeat(length)), "é".repeat(length), "{length}");
        }
        let long = format!("begin{}end", "é".repeat(1 << 20));
        let shown = sentence(&long);
        assert!(shown.starts_with("beginé") && shown.ends_with("éend") && shown.contains("é … é"), "{shown}");
        assert_eq!(shown.chars().count(), 803);
    }

    #[test]
    fn commands_are_named_and_nothing_else_is() {
        let text = "`retrograde games` lists them; retrograde solves; see `retrograde rules pawn`";
        let expected = "`chase games` lists them; retrograde solves; see `chase rules pawn`";
        assert_eq!(naming(text, "chase"), expected);
    }

    #[test]
    fn a_report_repeats_no_long_token() {
        let of = |length| {
            Failure::usage("no").at(Place::default().within(&"x".repeat(length), 7..8)).texts(Language::English)
        };
        assert!(of(LONGEST_TOKEN).at.unwrap().token.is_some());
        let long = of(LONGEST_TOKEN + 1).at.unwrap();
        assert_eq!((long.token, long.bytes), (None, Some(7..8)));
    }
}
