//! The judges' subtasks: parts of their tests, each with a promise of its own.

use std::io::Write;

use super::AnswerError;
use crate::message::{Message, Tell};
use crate::spelling::spelled;

/// A part of a judge's tests that promises more of every case than the problem does.
#[derive(Clone, Copy, Debug)]
pub struct Subtask {
    /// Its name: `7`, `40%`.
    pub name: &'static str,
    /// Other spellings.
    pub names: &'static [&'static str],
    /// The promise, as a clause.
    pub promise: &'static dyn Tell,
    /// What its contest knows it by: the number of a test, or a bound.
    pub number: u64,
}

impl Subtask {
    /// Whether that is its name; width, case and blanks do not count, nor whether a share has its `%`. All other signs do:
    /// `1-4` is not 14.
    pub fn is_called(&self, name: &str) -> bool {
        let name = spelled(name);
        let is_own = |own: &str| own == name || own.strip_suffix('%') == Some(&name);
        is_own(self.name) || self.names.iter().any(|own| is_own(own))
    }
}

/// What an input is that a judge would take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valid {
    /// The number of cases.
    pub cases: u64,
    /// The subtask whose promise they keep.
    pub subtask: Option<&'static str>,
    /// What the reader should know of the check, in one sentence without a full stop.
    pub note: Option<Message>,
}

/// What is wanted of a random start of a subtask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Rows and columns; for a game in a row, the columns are its length. Without them they are random.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent; without it, walls have random shapes.
    pub walls: Option<u32>,
    /// The number of cases in the file that it is for.
    pub cases: u64,
}

/// A contest with subtasks.
pub trait Subtasks: Send + Sync {
    /// The subtasks, in the judge's order.
    fn all(&self) -> &'static [Subtask];

    /// A random start, as a whole token, that keeps the promise or may well do so: see [`breach`](Self::breach).
    ///
    /// # Errors
    /// No start of the subtask is so: one sentence.
    fn draft(&self, subtask: &Subtask, rng: &mut fastrand::Rng, draft: Draft) -> Result<String, Message>;

    /// What a start, a whole token of the contest's, breaks of the promise: one sentence.
    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message>;

    /// Writes starts as one input file of the subtask.
    fn write(&self, subtask: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;
}
