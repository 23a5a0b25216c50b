//! The errors of reading, answering and writing.

use std::io;

use thiserror::Error;

use crate::author::notation::NotationError;
use crate::kernel::solve::SolveError;
use crate::rules::message::Message;

/// The reason why an input file is not a valid test of its contest: one sentence, with the location.
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
    /// One sentence without a full stop: the text found and the text expected.
    pub message: Message,
    /// A remedy.
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
    /// An error at a location.
    pub fn new(case: Option<u64>, line: u64, column: u64, message: impl Into<Message>) -> Self {
        Self { case, line, column, message: message.into(), hint: None, source: None }
    }

    /// The input at this location is valid, but solving it needs more than is available, such as memory.
    pub fn unsolvable(case: Option<u64>, line: u64, column: u64, source: SolveError) -> Self {
        Self::new(case, line, column, source.clone()).caused_by(io::Error::other(source))
    }

    /// The reason why the case is [unsolvable](Self::unsolvable), if that is the error.
    pub fn solve_error(&self) -> Option<&SolveError> {
        self.source.as_ref()?.get_ref()?.downcast_ref()
    }

    /// The same error, with an error of the system as its cause.
    #[must_use]
    pub fn caused_by(mut self, source: io::Error) -> Self {
        self.source = Some(source);
        self
    }

    /// Adds a remedy to the error.
    #[must_use]
    pub fn hint(mut self, advice: impl Into<Message>) -> Self {
        self.hint = Some(advice.into());
        self
    }
}

/// The reason why answering or writing stopped.
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
        /// The case, from 1.
        case: u64,
        /// The token of its position, which can be passed to `probe`.
        token: String,
        /// The reason.
        #[source]
        source: SolveError,
    },
    /// A case's value is known but cannot be read: see [`Known`](super::Known).
    #[error("case {case}: {message}")]
    Known {
        /// The case, from 1.
        case: u64,
        /// The token of its position.
        token: String,
        /// The reason.
        message: Message,
    },
    /// The game does not support this method.
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
        /// The reason.
        message: Message,
    },
    /// A token is not a position of this game.
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
    /// `token` is not a position.
    pub fn notation(token: &str, source: NotationError) -> Self {
        Self::Notation { token: token.to_owned(), source }
    }

    /// `token` is a position that the format cannot express.
    pub fn inexpressible(token: &str, message: impl Into<Message>) -> Self {
        Self::Inexpressible { token: token.to_owned(), message: message.into() }
    }
}
