//! The judges' subtasks: parts of their tests, each with a promise of its own.

use std::io::Write;

use fastrand::Rng;

use super::error::AnswerError;
use crate::author::climb::{Climber, Quest};
use crate::author::spelling::spelled;
use crate::rules::message::{Message, Tell};

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

    /// The random numbers of a seed for this subtask. Another subtask has other ones, so that two files of one seed differ.
    pub fn rng(&self, seed: u64) -> Rng {
        // The seed is mixed first: else seed 1 of test 2 would be seed 2 of test 1.
        let mixed = Rng::with_seed(seed).u64(..);
        Rng::with_seed(mixed.wrapping_add(self.number))
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

/// What is wanted of the starts of a subtask's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Rows and columns; for a game in a row, the columns are its length. Without them they are random, and reach the subtask's largest.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent; without it, walls have random shapes.
    pub walls: Option<u32>,
    /// The number of cases in the file.
    pub cases: u64,
}

/// Starts as whole tokens, without end. An error, in one sentence, says why no start of the subtask is as the draft wants it.
pub type Drafts<'s> = Box<dyn Iterator<Item = Result<String, Message>> + 's>;

/// A contest with subtasks.
pub trait Subtasks: Send + Sync {
    /// The subtasks, in the judge's order.
    fn all(&self) -> &'static [Subtask];

    /// The starts of one file, the same for the same state of `rng`: known cases that wrong programs fail on and new ones of their
    /// kinds, turned and mirrored, among random ones, one of which has the largest size. A start may come again, and need not keep the
    /// promise: see [`breach`](Self::breach).
    ///
    /// A program that fails on a known case of starts that keep the promise fails on a file of the first [`Draft::cases`] starts, if the
    /// draft names neither a size nor walls, and there are as many cases as in a file of the judge's.
    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_>;

    /// All starts that a draft allows, and perhaps some that break the promise, as whole tokens; `None` if there are too many to be
    /// listed.
    fn every(&self, _subtask: &Subtask, _draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        None
    }

    /// A climber towards long games whose starts keep the promise; `None` if the game has none.
    ///
    /// # Errors
    /// No start of the subtask has the size, or one to begin with breaks the promise: one sentence.
    fn climber(&self, _subtask: &'static Subtask, _quest: &Quest) -> Option<Result<Box<dyn Climber>, Message>> {
        None
    }

    /// What a start, a whole token of the contest's, breaks of the promise: one sentence.
    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message>;

    /// Writes starts as one input file of the subtask.
    fn write(&self, subtask: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;
}
