//! Errors that occur while files in a judge's format are read, answered or written.

use std::io;

use thiserror::Error;

use crate::form::notation::NotationError;
use crate::kernel::solve::SolveError;
use crate::rules::message::Message;

/// The reason why an input file is not a valid test of its contest. The error is printed as one sentence that contains
/// the location.
#[derive(Debug, Error)]
#[error("{}{message}", place(*case, *line, *column))]
#[non_exhaustive]
pub struct InputError {
    /// The number of the case, from 1; `None` if the error is in the header.
    pub case: Option<u64>,
    /// The line, counted from 1.
    pub line: u64,
    /// The column, counted in bytes from 1.
    pub column: u64,
    /// The error as one sentence without a full stop. The sentence names the text found and the text expected.
    pub message: Message,
    /// A suggestion how to correct the input.
    pub hint: Option<Message>,
    /// The underlying error, if the input could not be read or the case could not be solved.
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
    /// Creates an error at a location, without a hint.
    pub fn new(case: Option<u64>, line: u64, column: u64, message: impl Into<Message>) -> Self {
        Self { case, line, column, message: message.into(), hint: None, source: None }
    }

    /// Reports that a valid case could not be solved, for example because it needs too much memory.
    pub fn unsolvable(case: Option<u64>, line: u64, column: u64, source: SolveError) -> Self {
        Self::new(case, line, column, source.clone()).caused_by(io::Error::other(source))
    }

    /// Returns the solver's error, if this error was made by [`unsolvable`](Self::unsolvable).
    pub fn solve_error(&self) -> Option<&SolveError> {
        self.source.as_ref()?.get_ref()?.downcast_ref()
    }

    /// Adds an error of the system as the cause.
    #[must_use]
    pub fn caused_by(mut self, source: io::Error) -> Self {
        self.source = Some(source);
        self
    }

    /// Adds a suggestion how to correct the input.
    #[must_use]
    pub fn hint(mut self, advice: impl Into<Message>) -> Self {
        self.hint = Some(advice.into());
        self
    }
}

/// The reason why the cases of an input could not be answered or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The input is invalid.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Writing failed.
    #[error("cannot write the answers")]
    Output(#[from] io::Error),
    /// The chosen method could not solve a case.
    #[error("case {case}: {source}")]
    Solve {
        /// The number of the case, from 1.
        case: u64,
        /// The token of the case's position, which can be passed to the command `probe`.
        token: String,
        /// The reason.
        #[source]
        source: SolveError,
    },
    /// The known value of a case could not be read; see [`Known`](super::Known).
    #[error("case {case}: {message}")]
    Known {
        /// The number of the case, from 1.
        case: u64,
        /// The token of the case's position.
        token: String,
        /// The reason.
        message: Message,
    },
    /// The method [`Shortcut`](super::Method::Shortcut) was requested, but the game has no shortcut.
    #[error("{game} has no shortcut; use --method table")]
    NoShortcut {
        /// The id of the game.
        game: &'static str,
    },
    /// A position cannot be written in this format.
    #[error("{token}: {message}")]
    Inexpressible {
        /// The position.
        token: String,
        /// The reason.
        message: Message,
    },
    /// A token does not describe a position of this game.
    #[error("{token}: {source}")]
    Notation {
        /// The token.
        token: String,
        /// The reason.
        #[source]
        source: NotationError,
    },
}

impl AnswerError {
    /// Reports that a token is not a position.
    pub fn notation(token: &str, source: NotationError) -> Self {
        Self::Notation { token: token.to_owned(), source }
    }

    /// Reports that the format cannot express a position.
    pub fn inexpressible(token: &str, message: impl Into<Message>) -> Self {
        Self::Inexpressible { token: token.to_owned(), message: message.into() }
    }
}
