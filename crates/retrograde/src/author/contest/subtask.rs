//! The subtasks of judges' problems. A subtask is a group of tests. Each subtask has a promise, which is a condition
//! that all its cases satisfy.

use std::io::Write;

use fastrand::Rng;

use super::error::AnswerError;
use crate::author::climb::{Climber, SearchSpec};
use crate::form::spelling::spelled;
use crate::rules::message::{Message, Render};

/// A group of a judge's tests. The cases of the group satisfy a promise, which is a stronger condition than the problem
/// itself requires.
#[derive(Clone, Copy, Debug)]
pub struct Subtask {
    /// The name, such as `7` or `40%`.
    pub name: &'static str,
    /// Other spellings of the name.
    pub names: &'static [&'static str],
    /// The promise, as a part of a sentence that messages can contain.
    pub promise: &'static dyn Render,
    /// A number with which the contest identifies the subtask, such as the number of a test or a bound.
    pub number: u64,
}

impl Subtask {
    /// Returns whether `name` is one of the subtask's names. The comparison ignores case, blanks and the width of
    /// letters, and a final `%` is optional. All other characters matter, so `1-4` is not `14`.
    pub fn is_called(&self, name: &str) -> bool {
        let name = spelled(name);
        let is_own = |own: &str| own == name || own.strip_suffix('%') == Some(&name);
        is_own(self.name) || self.names.iter().any(|own| is_own(own))
    }

    /// Returns a random number generator for a seed and this subtask. Different subtasks get different random numbers,
    /// so that their files differ even if the seed is the same.
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

/// The requested properties of the starts in a file of a subtask. A start is the start position of a case.
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

/// An endless sequence of starts as complete tokens. If the subtask has no start with the requested properties, the
/// sequence contains an error. The error says why in one sentence.
pub type Drafts<'s> = Box<dyn Iterator<Item = Result<String, Message>> + 's>;

/// Returns the subtasks of a contest, for [`Contest::subtasks`](super::Contest::subtasks). Returns `None` if the
/// library was built without its feature `full`. So a program without this feature, which writes no contest files, does
/// not contain the known cases of the subtasks.
pub fn subtasks(contest: &dyn Subtasks) -> Option<&dyn Subtasks> {
    // The expression `then_some` would always refer to the table of the methods of `contest`. So the program would
    // contain these methods even if the result is `None`.
    if cfg!(feature = "full") { Some(contest) } else { None }
}

/// A contest with subtasks.
pub trait Subtasks: Send + Sync {
    /// Returns the subtasks, in the judge's order.
    fn all(&self) -> &'static [Subtask];

    /// Returns the starts of one file. The same state of `rng` gives the same starts. The starts are known cases on
    /// which wrong programs fail, rotated and mirrored variants of the known cases, and random cases. One random case
    /// has the maximum size. A start may occur twice, and a start may break the promise; see [`breach`](Self::breach).
    ///
    /// The starts must satisfy one more condition if the draft gives no size and no walls, and has the number of cases
    /// of a judge's file. Consider the file with the first [`Draft::cases`] starts. If all of these starts keep the
    /// promise, every program that fails on a known case must also fail on this file.
    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_>;

    /// Returns all starts that a draft allows, as complete tokens. Some starts may break the promise. Returns `None` if
    /// the list would be too long.
    fn every(&self, _subtask: &Subtask, _draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        None
    }

    /// Creates a search for long games whose starts keep the promise. Returns `None` if the game does not support a
    /// search of this kind.
    ///
    /// # Errors
    /// Returns an error if no start of the subtask has the size, or if a given starting board breaks the promise. The
    /// error states the reason in one sentence.
    fn climber(&self, _subtask: &'static Subtask, _quest: &SearchSpec) -> Option<Result<Box<dyn Climber>, Message>> {
        None
    }

    /// Returns `None` if a start keeps the promise of the subtask. Otherwise returns the broken part of the promise, in
    /// one sentence. `token` is the complete token of the start.
    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message>;

    /// Writes starts as one input file of the subtask.
    fn write(&self, subtask: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError>;
}
