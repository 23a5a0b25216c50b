//! Start positions for tests of contest programs, such as random starts of various shapes, smaller versions of a start,
//! and lists of all small starts.
//!
//! A start is given as a text (the part of a token after `<game>:`), because some contest inputs are too large for any
//! table. All starts keep the promises of the game's judge. A promise is a condition that every test of a contest
//! satisfies. So a program that is correct for the judge must answer all starts correctly.

use fastrand::Rng;

use crate::rules::message::Message;

/// A generator of start positions for tests of contest programs; see
/// [`Entry::starts`](crate::author::entry::Entry::starts).
pub trait Starts: Send + Sync {
    /// The maximum number of cases in one file. Programs for all judges accept files of up to this number of cases.
    fn cases(&self) -> usize;

    /// Inputs on which known wrong programs fail. Random starts would find these failures late or never.
    fn known(&self) -> &'static [KnownStart] {
        &[]
    }

    /// A random start with a random shape. The same state of `rng` gives the same start. `size` is the number of rows
    /// and columns. Without `size`, starts are small, because small starts find errors early and are easy to read.
    ///
    /// # Errors
    /// The reason, in one sentence, if no start has this size.
    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message>;

    /// All starts that one reduction can make from `start`. The results of large reductions come first. The iterator is
    /// empty if `start` is not a start.
    fn smaller(&self, start: &str) -> Box<dyn Iterator<Item = String>>;

    /// All starts up to a size. Small starts are first.
    ///
    /// # Errors
    /// The reason, in one sentence, if the game has no such size.
    fn all(&self, up_to: UpTo) -> Result<Census, Message>;
}

/// A random start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// A description of the start's shape, in a few words.
    pub shape: Message,
    /// The part of the start's token after `<game>:`.
    pub start: String,
}

/// The maximum size of a set of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpTo {
    /// The maximum length of the row or, on a square board, of each side.
    Side(u32),
    /// The maximum number of rows and of columns.
    Board(u32, u32),
}

/// All starts up to a size.
pub struct Census {
    /// An upper bound on the number of starts; `None` means 2^64 or more. The bound may be too high, because starts
    /// that break a judge's promise are left out.
    pub most: Option<u64>,
    /// The starts. A start is made only when it is requested.
    pub starts: Box<dyn Iterator<Item = String>>,
}

/// A valid input for a judge's problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownStart {
    /// The name. It consists of the game and a number, such as `race/021`. The game's file `index.txt` explains the
    /// numbers.
    pub name: &'static str,
    /// The text of the input file.
    pub input: &'static str,
}
