//! Starts for testing programs: random ones of various shapes, smaller versions of a start, and all small ones.
//!
//! A start is a text, the part of a token after `<game>:`, because some contest inputs are too large for any table. All
//! starts keep the promises of the game's judge, so every program that is correct there must answer them.

use fastrand::Rng;

use crate::rules::message::Message;

/// The starts of a game for testing programs; see [`Entry::starts`](crate::author::entry::Entry::starts).
pub trait Starts: Send + Sync {
    /// The maximum number of cases in one file that every judge's program accepts.
    fn cases(&self) -> usize;

    /// Inputs on which wrong programs fail, and which random starts find late or never.
    fn known(&self) -> &'static [KnownStart] {
        &[]
    }

    /// A random start with a random shape: the same for the same state of `rng`. `size` is rows and columns. Without
    /// it, starts are small: these fail earliest and are easiest to read.
    ///
    /// # Errors
    /// No start has this size: one sentence.
    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message>;

    /// The starts that are one step smaller than `start`, large steps first; empty if the text is not a start.
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
    /// The special feature of the start, in a few words.
    pub shape: Message,
    /// The part of its token after `<game>:`.
    pub start: String,
}

/// The maximum size of a set of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpTo {
    /// The length of a row, or both sides of a board.
    Side(u32),
    /// Rows and columns.
    Board(u32, u32),
}

/// All starts up to a size.
pub struct Census {
    /// The maximum number of starts (some may break a judge's promise); `None` means 2^64 or more.
    pub most: Option<u64>,
    /// The starts, made on request.
    pub starts: Box<dyn Iterator<Item = String>>,
}

/// A valid input of a judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownStart {
    /// The game, and a number that is explained in the game's `index.txt`: `race/021`.
    pub name: &'static str,
    /// The input.
    pub input: &'static str,
}
