//! The judges' subtasks: parts of their tests, each with its own promise.

use std::io::Write;

use fastrand::Rng;

use super::error::AnswerError;
use crate::author::climb::{Climber, SearchSpec};
use crate::author::spelling::spelled;
use crate::rules::message::{Message, Render};

/// A part of a judge's tests with a stronger promise about every case than the problem itself.
#[derive(Clone, Copy, Debug)]
pub struct Subtask {
    /// The name: `7`, `40%`.
    pub name: &'static str,
    /// Other spellings.
    pub names: &'static [&'static str],
    /// The promise, as a clause.
    pub promise: &'static dyn Render,
    /// The contest's own number for it: the number of a test, or a bound.
    pub number: u64,
}

impl Subtask {
    /// Whether this is one of its names. Width, case and blanks do not count, and the `%` of a share is optional. All
    /// other characters count: `1-4` is not 14.
    pub fn is_called(&self, name: &str) -> bool {
        let name = spelled(name);
        let is_own = |own: &str| own == name || own.strip_suffix('%') == Some(&name);
        is_own(self.name) || self.names.iter().any(|own| is_own(own))
    }

    /// The random numbers of a seed for this subtask. They differ between subtasks, so that two files with the same
    /// seed differ.
    pub fn rng(&self, seed: u64) -> Rng {
        // Mix the seed first. Otherwise seed 1 of test 2 would equal seed 2 of test 1.
        let mixed = Rng::with_seed(seed).u64(..);
        Rng::with_seed(mixed.wrapping_add(self.number))
    }
}

/// The result of validating an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valid {
    /// The number of cases.
    pub cases: u64,
    /// The subtask whose promise the cases keep.
    pub subtask: Option<&'static str>,
    /// A note about the check for the user, in one sentence without a full stop.
    pub note: Option<Message>,
}

/// The wanted properties of the starts in a subtask's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Rows and columns; for a game in a row, the columns are its length. If `None`, sizes are random, up to the
    /// subtask's maximum.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent. If `None`, walls have random shapes.
    pub walls: Option<u32>,
    /// The number of cases in the file.
    pub cases: u64,
}

/// An endless sequence of starts as complete tokens. An error says in one sentence why the subtask has no start with
/// these properties.
pub type Drafts<'s> = Box<dyn Iterator<Item = Result<String, Message>> + 's>;

/// A contest with subtasks.
pub trait Subtasks: Send + Sync {
    /// The subtasks, in the judge's order.
    fn all(&self) -> &'static [Subtask];

    /// The starts of one file; the same for the same state of `rng`. They contain known cases on which wrong programs
    /// fail, new cases of the same kinds (rotated and mirrored), and random ones, one of which has the maximum size. A
    /// start may be repeated and may break the promise: see [`breach`](Self::breach).
    ///
    /// Consider the first [`Draft::cases`] starts, for a draft without size and walls and with as many cases as in a
    /// judge's file. A program that fails on a known case fails on this file, if all starts keep the promise.
    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_>;

    /// All starts that a draft allows, as complete tokens; some may break the promise. `None` if there are too many to
    /// list.
    fn every(&self, _subtask: &Subtask, _draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        None
    }

    /// A search for long games whose starts keep the promise; `None` if the game has none.
    ///
    /// # Errors
    /// No start of the subtask has the size, or a given starting board breaks the promise: one sentence.
    fn climber(&self, _subtask: &'static Subtask, _quest: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> {
        None
    }

    /// The part of the promise that a start breaks: one sentence; `None` if it breaks none. `token` is a complete token
    /// of the contest.
    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message>;

    /// Writes starts as one input file of the subtask.
    fn write(&self, subtask: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;
}
