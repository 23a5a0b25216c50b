//! Errors that occur while tables in files are read, written or verified.

use std::fmt;
use std::io;
use std::path::Path;

use retrograde::rules::message::Message;
use retrograde::{SolveError, Unreadable};

use crate::messages::{Hint, Wrong};
use crate::name::is_url;

/// The kind of a [`TableError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableErrorKind {
    /// The file is damaged, or is not a table, or the table has another format version, other rules or another board.
    Table,
    /// A part of the table is missing.
    Part,
    /// The system does not allow an operation, because there is no space or no permission, or because another process
    /// holds the lock.
    Refused,
    /// The game's fast code contradicts the game's plain rules.
    Game,
    /// The operation was cancelled.
    Cancelled,
    /// Another process that writes or verifies the same table has failed, or the connection to it is lost. The error
    /// message contains the reason.
    Elsewhere,
}

/// An error about a table in files, with a hint. The message is one sentence, which usually names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The kind of the error.
    pub kind: TableErrorKind,
    /// The error message, which is one sentence without a full stop.
    pub message: Message,
    /// A hint that says how to resolve the error.
    pub hint: Option<Message>,
    /// The error of the kernel (the solver) that caused this [`TableError`]; `None` if the kernel did not cause it.
    pub kernel: Option<Box<SolveError>>,
}

impl TableError {
    /// Returns an error about the content of a file.
    pub(crate) fn table(file: &Path, message: impl Into<Message>) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self {
            kind: TableErrorKind::Table,
            message: message.into(),
            hint: Some(Hint::MakeAnew { name, folder: shown(folder) }.into()),
            kernel: None,
        }
    }

    pub(crate) fn hint(self, hint: impl Into<Message>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(crate) fn refused(message: impl Into<Message>, hint: Option<Message>) -> Self {
        Self { kind: TableErrorKind::Refused, message: message.into(), hint, kernel: None }
    }

    /// Returns an error that states that the game's fast code contradicts the game's plain rules.
    pub(crate) fn of_game(message: impl Into<Message>) -> Self {
        Self { kind: TableErrorKind::Game, message: message.into(), hint: None, kernel: None }
    }

    /// Returns the error of a cancelled operation.
    pub(crate) fn cancelled() -> Self {
        Self { kind: TableErrorKind::Cancelled, message: SolveError::Cancelled.into(), hint: None, kernel: None }
    }

    /// Returns an error that another process has reported.
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
        if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory) {
            return Self::refused(Wrong::NoFolder { file: shown(file) }, Some(Hint::OtherFolder.into()));
        }
        let hint = if error.kind() == io::ErrorKind::PermissionDenied { Hint::OtherFolder } else { Hint::Space };
        Self::refused(Wrong::Writing { file: shown(file), error: error.into() }, Some(hint.into()))
    }

    /// Converts an error of an object store to a [`TableError`]. The kind of `error` selects the message. If no message
    /// exists for this kind, the message is `otherwise`.
    fn of_store(file: &Path, error: &io::Error, otherwise: Wrong) -> Self {
        let (wrong, hint) = match error.kind() {
            io::ErrorKind::NotFound => (Wrong::NoObject { file: shown(file) }, Some(Hint::Bucket)),
            io::ErrorKind::PermissionDenied => (Wrong::Denied { file: shown(file) }, Some(Hint::Keys)),
            // The message of the store itself says how to resolve the error, so there is no hint.
            io::ErrorKind::InvalidInput => (otherwise, None),
            _ => (otherwise, Some(Hint::Store)),
        };
        Self::refused(wrong, hint.map(Message::from))
    }
}

/// Returns the path of a file as text for messages.
pub(crate) fn shown(file: &Path) -> String {
    file.display().to_string()
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for TableError {}

/// Converts an error of the kernel (the solver), such as too little memory or a lost process.
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
