//! What goes wrong between a user and the registry, as data: one sentence, the place, then advice.
//!
//! The command line prints it, in colours and languages, and makes an exit code of its [`Fault`]; a server sends it as JSON, and
//! makes a status of it. Neither writes an error of its own where there is one here.

use std::io;
use std::ops::Range;

use retrograde::ask::TraceError;
use retrograde::author::TooManyMoves;
use retrograde::author::check::{Broken, GameLaw};
use retrograde::{NotationError, Options, SolveError};
use serde::Serialize;

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

/// Whose fault a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There was nothing wrong, but what was looked for is not there.
    No,
    /// The question, or what it was asked about.
    Input,
    /// Limits of memory, time or disk, or of tables.
    Refused,
    /// A file of a table: damaged, foreign, or of another version.
    Damaged,
    /// The program, or a game's rules.
    Internal,
    /// Somebody who wanted it to stop.
    Interrupted,
}

/// The code of an input that does not hold what it should.
const BAD_INPUT: &str = "bad-input";

/// The code of a table's file that does not hold what it should.
const DAMAGED: &str = "damaged-table";

/// The code of a game that is found to break a law.
const BROKEN_LAW: &str = "broken-law";

/// The code of a game whose code panics.
const PANIC: &str = "panic";

/// A failure; it is told by its [`texts`](Self::texts) in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Whose fault it is.
    pub fault: Fault,
    /// A short name for programs: `bad-position`.
    pub code: &'static str,
    /// One sentence, without a full stop.
    pub message: Message,
    /// All that is wrong, if there can be more than one thing.
    pub reasons: Vec<Message>,
    /// Where it is.
    pub at: Option<Box<Place>>,
    /// What to do about it.
    pub hint: Option<Message>,
}

/// A failure in a language, as it may be shown: its sentences by [`sentence`], and no token that is longer than a page.
/// As JSON: `code`, `message`, `reasons` (if there are several), `at`, `hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureTexts {
    /// A short name for programs: `bad-position`.
    pub code: &'static str,
    /// One sentence, without a full stop.
    pub message: String,
    /// All that is wrong, if there can be more than one thing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// Where it is.
    pub at: Option<Box<Place>>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl FailureTexts {
    /// The same with the commands of its advice as they are typed for a program of this name: see [`naming`].
    #[must_use]
    pub fn named(mut self, program: &str) -> Self {
        self.hint = self.hint.map(|hint| naming(&hint, program));
        self
    }
}

/// Where something is wrong: in a file, in a token, or in a token of a file. Numbers count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The case of a judge's input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<u64>,
    /// The line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The token as it was given; in JSON not if it is longer than 4,000 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The bytes of the token that are meant, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Range<usize>>,
}

impl Place {
    /// This place, and within it some bytes of a token.
    #[must_use]
    pub fn within(mut self, token: &str, bytes: Range<usize>) -> Self {
        // A token's place in its file counts from its first byte.
        self.column = self.column.map(|column| column + bytes.start as u64);
        self.token = Some(token.to_owned());
        self.bytes = Some(bytes);
        self
    }
}

impl Failure {
    /// A failure without a place and without advice.
    pub fn new(fault: Fault, code: &'static str, message: impl Into<Message>) -> Self {
        Self { fault, code, message: message.into(), reasons: Vec::new(), at: None, hint: None }
    }

    /// A question that cannot be asked so.
    pub fn usage(message: impl Into<Message>) -> Self {
        Self::new(Fault::Input, "usage", message)
    }

    /// A name that is not among those known, with the nearest of them.
    pub fn unknown(code: &'static str, what: Thing, name: &str, known: &[&str]) -> Self {
        let (near, known) = (nearest(name, known), known.join(", "));
        Self::new(Fault::Input, code, nothing_called(what, name)).hint(match near {
            Some(near) => Hint::Meant { near: near.to_owned(), known },
            None => Hint::Known { known },
        })
    }

    /// A name of a game, a format, or `what` it may be, that means nothing, or more than one thing.
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

    /// A file that cannot be read.
    pub fn reading(file: impl Into<Message>, error: &io::Error) -> Self {
        let (fault, code) = match error.kind() {
            io::ErrorKind::OutOfMemory => (Fault::Refused, "no-memory"),
            _ => (Fault::Input, "input"),
        };
        Self::new(fault, code, Wrong::Reading { file: file.into(), error: error.into() })
    }

    /// An input that does not hold what it should.
    pub fn content(message: impl Into<Message>) -> Self {
        Self::new(Fault::Input, BAD_INPUT, message)
    }

    /// An error of a judge's input that is called `file`.
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

    /// An error of a token that came from `place`.
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

    /// An error of a token, `offset` bytes of which stand in front of the text that the game reads.
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

    /// A solve that gave no table. `instead` is what else would help against too large a one.
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

    /// A table that cannot answer for a token.
    pub fn ask(token: &str, error: AskError) -> Self {
        match error {
            AskError::Piece(error) => Self::piece(&error),
            AskError::TooMuch { .. } => Self::new(Fault::Refused, "too-large", error),
            AskError::Trace(error @ TraceError::TooManySlots { .. }) => {
                Self::new(Fault::Refused, "too-large", error).hint(Hint::FollowLess)
            }
            AskError::Trace(error) => Self::new(Fault::Refused, "too-large", error),
            AskError::Certificate(error) => Self::new(Fault::Refused, "too-large", error).hint(Hint::Verify),
            AskError::Unreadable(error) => Self::new(Fault::Damaged, DAMAGED, error),
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

    /// A game that is found to break a law.
    pub fn broken(broken: &Broken) -> Self {
        if broken.law == GameLaw::NothingPanics {
            return Self::panicked(&broken.detail.to_string()).by(broken);
        }
        Self::new(Fault::Internal, BROKEN_LAW, SolveError::Broken(Box::new(broken.clone()))).hint(Hint::CorrectGame)
    }

    /// A table that is not kept, because one of its values is wrong.
    pub(crate) fn wrong_value(table: &str, wrong: ViolationReport) -> Self {
        let ViolationReport { slot, pos, law, found, expected } = wrong;
        let (table, pos) = (table.to_owned(), pos.unwrap_or_else(|| format!("#{slot}")));
        Self::new(Fault::Internal, BROKEN_LAW, Wrong::ValueBroken { table, pos, law, found, expected })
            .hint(Hint::CorrectGame)
    }

    /// Whether it names the law that a game breaks.
    pub(crate) fn names_law(&self) -> bool {
        [BROKEN_LAW, PANIC].contains(&self.code)
    }

    /// A game's code that panicked with that message, while a position was solved or asked about.
    pub fn panicked(message: &str) -> Self {
        Self::new(Fault::Internal, PANIC, Wrong::Panicked { said: message.to_owned() }).hint(Hint::LawsOfGame)
    }

    /// The same failure, which is the game's, with the law that it breaks.
    #[must_use]
    pub fn by(self, broken: &Broken) -> Self {
        let Broken { law, position, detail } = broken.clone();
        self.hint(Hint::Broken { law, position, detail })
    }

    /// `token`, which came from `place`, cannot be written as a case of `contest`.
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

    /// Moves that are too many to be listed.
    pub fn moves(error: &TooManyMoves) -> Self {
        Self::new(Fault::Refused, "too-large", error.clone()).hint(Hint::Why)
    }

    /// A piece that cannot be put on a square.
    pub fn place(square: &str, error: PutError) -> Self {
        match error {
            PutError::Piece(error) => Self::piece(&error),
            PutError::Square(error) => {
                Self::new(Fault::Input, "bad-square", error).at(Place::default().within(square, 0..square.len()))
            }
            PutError::Illegal(reason) => Self::new(Fault::Input, "illegal-position", reason),
        }
    }

    /// An edit that cannot be made on the board of a token.
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

    /// The same failure at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.at = Some(Box::new(place));
        self
    }

    /// The same failure with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Message>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What is shown of it.
    pub fn texts(&self, language: Language) -> FailureTexts {
        let told = |message: &Message| sentence(&message.told(language).to_string());
        let mut at = self.at.clone();
        if let Some(place) = &mut at {
            place.file = place.file.as_deref().map(sentence);
            place.token.take_if(|token| token.len() > LONGEST_TOKEN);
        }
        FailureTexts {
            code: self.code,
            message: told(&self.message),
            reasons: self.reasons.iter().map(told).collect(),
            at,
            hint: self.hint.as_ref().map(told),
        }
    }

    /// As it stands in JSON where an answer could have been, for a program of this name: see [`FailureTexts::named`].
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

/// The longest token that a failure repeats in JSON, in bytes.
const LONGEST_TOKEN: usize = 4000;

/// A failure in place of an answer: `{"error": ...}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureReport {
    /// The failure.
    pub error: FailureTexts,
}

/// The bytes from which on no `--mem` would help.
const BEYOND: u64 = 1 << 60;

fn solve_hint(error: &SolveError, instead: Instead) -> Option<Hint> {
    match *error {
        SolveError::TooLarge { needed, .. } if needed >= BEYOND => Some(Hint::NoMachine),
        SolveError::TooLarge { needed, .. } => Some(Hint::Allow { memory: size(needed), instead }),
        // How much it takes shows only when all is explored: a little more each time would be refused again and again.
        SolveError::TooMany { needed, .. } => {
            Some(Hint::AllowMore { memory: size(needed.saturating_mul(4).max(Options::MEMORY)) })
        }
        SolveError::NoMemory { .. } => Some(Hint::Limit),
        // How much more shows as it goes on.
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

/// Prints a number of bytes such that `--mem` reads it back, or a little more: `4G`, `385K`.
pub fn size(bytes: u64) -> String {
    let units = [(40, 'T'), (30, 'G'), (20, 'M'), (10, 'K')];
    // From 10 units on, rounding up costs a tenth at most; a whole number of units costs nothing.
    let is_whole = |shift: u32| bytes > 0 && bytes.is_multiple_of(1 << shift);
    let large = units.iter().find(|&&(shift, _)| bytes >> shift >= 10 || is_whole(shift));
    let (shift, unit) = large.copied().unwrap_or((10, 'K'));
    format!("{}{unit}", bytes.div_ceil(1 << shift))
}

/// A sentence that may quote anything, fit for a terminal: one line, no character that cannot be seen, and of a long one both ends.
///
/// Whoever writes an input must not write to the terminal of those who read what is wrong with it.
pub fn sentence(text: &str) -> String {
    // In characters: room for the longest hint, and for paths that are typed by hand.
    const HEAD: usize = 600;
    const TAIL: usize = 200;
    let shown = |text: &str| text.chars().map(|c| if c.is_whitespace() { ' ' } else { visible(c) }).collect::<String>();
    let head = text.char_indices().nth(HEAD).map_or(text.len(), |(end, _)| end);
    let tail = text[head..].char_indices().rev().nth(TAIL - 1).map_or(head, |(start, _)| head + start);
    let gap = if tail > head { " … " } else { "" };
    shown(&text[..head]) + gap + &shown(&text[tail..])
}

/// A sentence in which the commands of `retrograde`, which stand between backquotes, are those of a program of another name: with a
/// game of its own, somebody else's program gives the same advice.
pub fn naming(text: &str, program: &str) -> String {
    text.replace("`retrograde ", &format!("`{program} "))
}

/// The most like `name` of those known, if it is like enough to be meant.
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
        assert_eq!(hint(1 << 50), "allow it with --mem 1024T, or try --domain reachable");
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
