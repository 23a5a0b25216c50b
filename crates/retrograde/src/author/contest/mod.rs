//! The judges' formats: exact input in, exact output out.

pub mod parallel;
mod subtask;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use thiserror::Error;

use crate::author::notation::NotationError;
use crate::kernel::solve::{Options, SolveError};
use crate::rules::message::{Language, Message};
use crate::rules::value::Value;

pub use crate::kernel::options::Known;

pub use subtask::{Draft, Drafts, Subtask, Subtasks, Valid};

/// How far a reader goes along with its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// For answering: sizes beyond the judge's, CRLF, stray blanks and a missing last newline are accepted.
    Relaxed,
    /// For validating: the judge's limits and layout, to the byte.
    Judge,
}

/// By which road an answer is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The game's shortcut if it has one, else the table.
    #[default]
    Auto,
    /// The general kernel, which knows nothing of the game's theory.
    Table,
    /// The game's own solver.
    Shortcut,
}

/// The value of a case's position, if somebody knows it: for contests, before they solve.
///
/// # Errors
/// [`AnswerError::Known`].
pub fn known(options: &Options<'_>, case: u64, token: impl FnOnce() -> String) -> Result<Option<Value>, AnswerError> {
    let Some(known) = options.known else { return Ok(None) };
    let token = token();
    known.value(&token).map_err(|message| AnswerError::Known { case, token, message })
}

/// A judge's problem: one reader, one solver, one writer. Streams: no case is kept after its answer.
pub trait Contest: Send + Sync {
    /// The problem's id in lower case: `p9169`.
    fn id(&self) -> &'static str;

    /// Other names of the problem, in any spelling; another contest may share some. They name the game as well.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The game it is played with: `pawn`.
    fn game(&self) -> &'static str;

    /// Where it comes from, and its limits, in one line.
    fn title(&self) -> &'static str;

    /// The same in a language; in English, unless the contest says otherwise.
    fn title_in(&self, _language: Language) -> &'static str {
        self.title()
    }

    /// What the judge allows a program for one input file; `None` if it is not known.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// The files that the judge has programs read and write; `None` for standard input and output.
    fn files(&self) -> Option<Files> {
        None
    }

    /// Reads the cases of `input` in order as whole position tokens (`pawn:…`), until `visit` breaks.
    /// The first malformed or illegal case ends the reading with its error; the cases before it have been visited.
    fn read(
        &self,
        input: &mut dyn BufRead,
        strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// What a pasted text may lack that begins with a board: lines to put in front of it. It has so many lines that are not blank, and
    /// the first has so many characters.
    fn heads(&self, _rows: u64, _columns: u64) -> Vec<String> {
        Vec::new()
    }

    /// Reads `input` as the judge does, and holds each case to the promise of `subtask`, or else of that which the input names.
    /// What is no test, or breaks the promise, is an error with its case.
    fn validate(&self, input: &mut dyn BufRead, subtask: Option<&Subtask>) -> Result<Valid, InputError> {
        let mut cases = 0;
        self.read(input, Strictness::Judge, &mut |_| {
            cases += 1;
            ControlFlow::Continue(())
        })?;
        Ok(Valid { cases, subtask: subtask.map(|subtask| subtask.name), note: None })
    }

    /// The judge's subtasks; `None` if there are none.
    fn subtasks(&self) -> Option<&dyn Subtasks> {
        None
    }

    /// Answers the cases of `input` (read [`Relaxed`](Strictness::Relaxed)) in order, in the judge's own words,
    /// one line each. Answers before a bad case are written.
    fn answer(
        &self,
        input: &mut dyn BufRead,
        method: Method,
        options: &Options<'_>,
        output: &mut dyn Write,
    ) -> Result<(), AnswerError>;

    /// Writes positions (whole tokens) as one input file of the judge's layout.
    /// A position that the format cannot express, such as one with the wrong side to move, is an error.
    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;

    /// The judge's word for an answer line that may be a contestant's; `None` if it is no answer at all.
    /// `check` compares these.
    fn read_answer(&self, line: &str) -> Option<String>;
}

/// What a judge allows a program for one input file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Resident memory, in bytes.
    pub memory: u64,
}

/// The names of the files through which a judge talks to a program, in the program's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// Holds the input: `zu.in`.
    pub input: &'static str,
    /// Takes the answers: `zu.out`.
    pub output: &'static str,
}

/// Why an input file is not a test of its contest: one sentence, with the place.
#[derive(Debug, Error)]
#[error("{}{message}", place(*case, *line, *column))]
#[non_exhaustive]
pub struct InputError {
    /// The number of the case, from 1; `None` in the header.
    pub case: Option<u64>,
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
    /// One sentence without a full stop, which says what was found and what was expected.
    pub message: Message,
    /// What to do about it.
    pub hint: Option<Message>,
    /// Set if reading itself failed.
    #[source]
    pub source: Option<io::Error>,
}

fn place(case: Option<u64>, line: u64, column: u64) -> String {
    match case {
        Some(case) => format!("case {case}, line {line}, column {column}: "),
        None => format!("line {line}, column {column}: "),
    }
}

impl InputError {
    /// An error at a place.
    pub fn new(case: Option<u64>, line: u64, column: u64, message: impl Into<Message>) -> Self {
        Self { case, line, column, message: message.into(), hint: None, source: None }
    }

    /// What stands at a place is not at fault, but takes more than there is, such as memory.
    pub fn unsolvable(case: Option<u64>, line: u64, column: u64, source: SolveError) -> Self {
        Self::new(case, line, column, source.clone()).caused_by(io::Error::other(source))
    }

    /// Why what stands there is [unsolvable](Self::unsolvable), if that is what is wrong.
    pub fn solve_error(&self) -> Option<&SolveError> {
        self.source.as_ref()?.get_ref()?.downcast_ref()
    }

    /// The same error, which an error of the system caused.
    #[must_use]
    pub fn caused_by(mut self, source: io::Error) -> Self {
        self.source = Some(source);
        self
    }

    /// The same error with advice.
    #[must_use]
    pub fn hint(mut self, advice: impl Into<Message>) -> Self {
        self.hint = Some(advice.into());
        self
    }
}

/// Why answering or writing stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The input is at fault.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Writing failed.
    #[error("cannot write the answers")]
    Output(#[from] io::Error),
    /// A case could not be solved by the method asked for.
    #[error("case {case}: {source}")]
    Solve {
        /// The case, from 1.
        case: u64,
        /// The token of its position, ready to be probed.
        token: String,
        /// Why.
        #[source]
        source: SolveError,
    },
    /// A case's value should be known, and cannot be told: see [`Known`].
    #[error("case {case}: {message}")]
    Known {
        /// The case, from 1.
        case: u64,
        /// The token of its position.
        token: String,
        /// Why.
        message: Message,
    },
    /// The game has no such method.
    #[error("{game} has no shortcut; use --method table")]
    NoShortcut {
        /// The game.
        game: &'static str,
    },
    /// A position cannot be written in this format.
    #[error("{token}: {message}")]
    Inexpressible {
        /// The position.
        token: String,
        /// Why.
        message: Message,
    },
    /// A token is not a position of this game.
    #[error("{token}: {source}")]
    Notation {
        /// The token.
        token: String,
        /// Why.
        #[source]
        source: NotationError,
    },
}

impl AnswerError {
    /// `token` is not a position.
    pub fn notation(token: &str, source: NotationError) -> Self {
        Self::Notation { token: token.to_owned(), source }
    }

    /// `token` is a position that the format cannot express.
    pub fn inexpressible(token: &str, message: impl Into<Message>) -> Self {
        Self::Inexpressible { token: token.to_owned(), message: message.into() }
    }
}

/// The part of a whole token after `<game>:`.
pub fn token_text<'t>(game: &str, token: &'t str) -> Result<&'t str, AnswerError> {
    token.strip_prefix(game).and_then(|rest| rest.strip_prefix(':')).ok_or_else(|| {
        AnswerError::notation(token, NotationError::malformed(0..0, format!("expected `{game}:` in front")))
    })
}
