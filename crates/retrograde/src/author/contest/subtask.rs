//! The subtasks of judges' problems. A subtask is a group of tests. It has its own promise, which is a condition that
//! all its cases satisfy.

use std::io::Write;

use fastrand::Rng;

use super::error::AnswerError;
use crate::author::climb::{Climber, SearchSpec};
use crate::form::spelling::spelled;
use crate::rules::message::{Message, Render};

/// A group of a judge's tests whose cases satisfy a stronger condition (the promise) than the problem itself requires.
#[derive(Clone, Copy, Debug)]
pub struct Subtask {
    /// The name, such as `7` or `40%`.
    pub name: &'static str,
    /// Other spellings of the name.
    pub names: &'static [&'static str],
    /// The promise, as a part of a sentence in messages.
    pub promise: &'static dyn Render,
    /// A number with which the contest identifies the subtask, such as the number of a test or a bound.
    pub number: u64,
}

impl Subtask {
    /// Whether `name` is one of the subtask's names. The comparison ignores case, blanks and the width of letters, and
    /// a final `%` is optional. All other characters matter, so `1-4` is not `14`.
    pub fn is_called(&self, name: &str) -> bool {
        let name = spelled(name);
        let is_own = |own: &str| own == name || own.strip_suffix('%') == Some(&name);
        is_own(self.name) || self.names.iter().any(|own| is_own(own))
    }

    /// A random number generator for a seed and this subtask. Different subtasks get different random numbers, so that
    /// their files differ even if the seed is the same.
    pub fn rng(&self, seed: u64) -> Rng {
        // The seed is mixed first. Otherwise seed 1 of test 2 would give the same numbers as seed 2 of test 1.
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
    /// A note for the user about the check, in one sentence without a full stop.
    pub note: Option<Message>,
}

/// The requested properties of the starts in a subtask's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The number of rows and the number of columns of the board. For a game on a single row of squares, the number of
    /// columns is the length of this row. If `size` is `None`, sizes are random, up to the subtask's maximum.
    pub size: Option<(u32, u32)>,
    /// The share of squares that are walls, in percent. If `walls` is `None`, walls have random shapes.
    pub walls: Option<u32>,
    /// The number of cases in the file.
    pub cases: u64,
}

/// An endless sequence of starts as complete tokens. If the subtask has no start with the requested properties, an
/// error says why in one sentence.
pub type Drafts<'s> = Box<dyn Iterator<Item = Result<String, Message>> + 's>;

/// Returns the subtasks of a contest, for [`Contest::subtasks`](super::Contest::subtasks). Returns `None` if the
/// library was built without its feature `full`. So a program that writes no contest files does not contain the known
/// cases of the subtasks.
pub fn subtasks(contest: &dyn Subtasks) -> Option<&dyn Subtasks> {
    // With `then_some`, the program would contain the methods of `contest` even if the result is `None`, because the
    // code would still refer to the table of these methods.
    if cfg!(feature = "full") { Some(contest) } else { None }
}

/// A contest with subtasks.
pub trait Subtasks: Send + Sync {
    /// The subtasks, in the judge's order.
    fn all(&self) -> &'static [Subtask];

    /// The starts of one file. The same state of `rng` gives the same starts. The starts include known cases on which
    /// wrong programs fail, rotated and mirrored variants of the known cases, and random cases. One of the random cases
    /// has the maximum size. A start may occur twice and may break the promise; see [`breach`](Self::breach).
    ///
    /// One more condition applies to a draft that gives no size and no walls, and has as many cases as a judge's file.
    /// Consider the file with the first [`Draft::cases`] starts. If all of these starts keep the promise, a program
    /// that fails on a known case must also fail on this file.
    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_>;

    /// All starts that a draft allows, as complete tokens. Some starts may break the promise. `None` if the list would
    /// be too long.
    fn every(&self, _subtask: &Subtask, _draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        None
    }

    /// Creates a search for long games whose starts keep the promise; `None` if the game does not support such a
    /// search.
    ///
    /// # Errors
    /// The reason, in one sentence, if no start of the subtask has the size, or if a given starting board breaks the
    /// promise.
    fn climber(&self, _subtask: &'static Subtask, _quest: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> {
        None
    }

    /// Returns `None` if a start keeps the promise of the subtask. Otherwise returns the broken part of the promise, in
    /// one sentence. `token` is the complete token of the start.
    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message>;

    /// Writes starts as one input file of the subtask.
    fn write(&self, subtask: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;
}
