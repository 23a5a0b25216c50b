//! Starts to test programs with: of every shape, smaller and smaller ones, and all small ones.
//!
//! The starts are texts, the part of a token after `<game>:`, as a contest takes some that no table could hold. All of
//! them keep the promises of the game's judge, so that any program that would pass there must answer them.

use fastrand::Rng;

use crate::rules::message::Message;

/// What a game gives to those who test programs; see [`Entry::starts`](crate::author::entry::Entry::starts).
pub trait Starts: Send + Sync {
    /// The most cases that every judge's program takes in one file.
    fn cases(&self) -> usize;

    /// Inputs that wrong programs fail on, and that random starts find late or never.
    fn known(&self) -> &'static [KnownStart] {
        &[]
    }

    /// A random start, of a random shape: the same for the same state of `rng`. `size` is rows and columns; without one
    /// starts are small, which fail the soonest and read best.
    ///
    /// # Errors
    /// No start has that size: one sentence.
    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message>;

    /// The starts that are one step smaller than `start`, large steps first; none for a text that is no start.
    fn smaller(&self, start: &str) -> Box<dyn Iterator<Item = String>>;

    /// All starts up to a size, small ones first.
    ///
    /// # Errors
    /// The game has no such size: one sentence.
    fn all(&self, up_to: UpTo) -> Result<Census, Message>;
}

/// A random start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// What is special about it, in a few words.
    pub shape: Message,
    /// The part of its token after `<game>:`.
    pub start: String,
}

/// The size of the largest of all small starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpTo {
    /// The length of a row, or both sides of a board.
    Side(u32),
    /// Rows and columns.
    Board(u32, u32),
}

/// All starts up to a size.
pub struct Census {
    /// How many there are at most, as some may break a judge's promise; `None`: 2^64 or more.
    pub most: Option<u64>,
    /// The starts, made as they are asked for.
    pub starts: Box<dyn Iterator<Item = String>>,
}

/// An input of a judge, whose promises it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownStart {
    /// The game, and the number that the game's `index.txt` explains: `race/021`.
    pub name: &'static str,
    /// The input.
    pub input: &'static str,
}
