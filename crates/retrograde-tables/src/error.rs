//! Why a table in files cannot be had.

use std::fmt;
use std::io;
use std::path::Path;

use retrograde::rules::message::Message;
use retrograde::{SolveError, Unreadable};

use crate::messages::{Hint, Wrong};
use crate::name::is_url;

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableErrorKind {
    /// The file is damaged, no table, or one of another version, of other rules or of another board.
    Table,
    /// A part of the table is not there.
    Part,
    /// The system, or somebody else, is in the way: no space, no permission, a lock.
    Refused,
    /// Somebody wanted it to stop.
    Cancelled,
    /// Another process that makes or proves the same table is lost, or could not do its part: it says why.
    Elsewhere,
}

/// Why a table in files cannot be had: one sentence with the file, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// What kind of trouble it is.
    pub kind: TableErrorKind,
    /// One sentence, without a full stop.
    pub message: Message,
    /// What to do about it.
    pub hint: Option<Message>,
    /// The error of the kernel that the message is, if it is one.
    pub kernel: Option<Box<SolveError>>,
}

impl TableError {
    /// A file that is not what it should be.
    pub(crate) fn table(file: &Path, message: impl Into<Message>) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        Self {
            kind: TableErrorKind::Table,
            message: message.into(),
            hint: Some(Hint::MakeAnew { name }.into()),
            kernel: None,
        }
    }

    pub(crate) fn hint(self, hint: impl Into<Message>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn refused(message: impl Into<Message>, hint: Option<Message>) -> Self {
        Self { kind: TableErrorKind::Refused, message: message.into(), hint, kernel: None }
    }

    /// Somebody wanted it to stop.
    pub(crate) fn cancelled() -> Self {
        Self { kind: TableErrorKind::Cancelled, message: SolveError::Cancelled.into(), hint: None, kernel: None }
    }

    /// What is wrong with another process.
    pub(crate) fn elsewhere(message: impl Into<Message>) -> Self {
        Self { kind: TableErrorKind::Elsewhere, message: message.into(), hint: None, kernel: None }
    }

    pub(crate) fn reading(file: &Path, error: &io::Error) -> Self {
        if is_url(file) {
            return Self::of_store(file, error, Wrong::Reading { file: shown(file), error: error.into() });
        }
        Self::refused(Wrong::Reading { file: shown(file), error: error.into() }, None)
    }

    pub(crate) fn writing(file: &Path, error: &io::Error) -> Self {
        if is_url(file) {
            return Self::of_store(file, error, Wrong::Writing { file: shown(file), error: error.into() });
        }
        Self::refused(Wrong::Writing { file: shown(file), error: error.into() }, Some(Hint::Space.into()))
    }

    /// What a store says; if that is nothing that we know, as it says it.
    fn of_store(file: &Path, error: &io::Error, otherwise: Wrong) -> Self {
        let (wrong, hint) = match error.kind() {
            io::ErrorKind::NotFound => (Wrong::NoObject { file: shown(file) }, Some(Hint::Bucket)),
            io::ErrorKind::PermissionDenied => (Wrong::Denied { file: shown(file) }, Some(Hint::Keys)),
            // It says itself what is to be done.
            io::ErrorKind::InvalidInput => (otherwise, None),
            _ => (otherwise, Some(Hint::Store)),
        };
        Self::refused(wrong, hint.map(Message::from))
    }
}

/// A file as people are told of it.
pub(crate) fn shown(file: &Path) -> String {
    file.display().to_string()
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for TableError {}

/// What the system refuses a kernel at work on a table: memory, threads, other processes.
impl From<SolveError> for TableError {
    fn from(error: SolveError) -> Self {
        if let SolveError::Lost { reason } = error {
            return Self::elsewhere(reason);
        }
        Self { kernel: Some(Box::new(error.clone())), ..Self::refused(error, None) }
    }
}

impl From<TableError> for Unreadable {
    fn from(error: TableError) -> Self {
        Self::new(error.message)
    }
}
