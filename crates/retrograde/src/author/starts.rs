//! Start positions for tests of contest programs. Examples are random starts of various shapes, smaller versions of a
//! start, and lists of all small starts.
//!
//! A start is given as a text, because some contest inputs are too large for any table. The text is the part of a token
//! after `<game>:`. All starts keep the promises of the game's judge. A promise is a condition that every test of a
//! contest satisfies. So a program that is correct for the judge must answer all starts correctly.

use fastrand::Rng;

use crate::rules::message::Message;

/// A generator of start positions for tests of contest programs; see
/// [`Entry::starts`](crate::author::entry::Entry::starts).
pub trait Starts: Send + Sync {
    /// Returns the maximum number of cases in one file. Programs for all judges accept files of up to this number of
    /// cases.
    fn cases(&self) -> usize;

    /// Inputs on which known wrong programs fail. Random starts would find these failures late or never.
    fn known(&self) -> &'static [KnownStart] {
        &[]
    }

    /// Makes a random start with a random shape. The same state of `rng` gives the same start. `size` is the number of
    /// rows and columns. Without `size`, starts are small, because small starts find errors early and are easy to read.
    ///
    /// # Errors
    /// Returns an error if no start has this size. The error states the reason in one sentence.
    fn make(&self, rng: &mut Rng, size: Option<(u32, u32)>) -> Result<Made, Message>;

    /// Returns all starts that a single reduction of `start` can make. The results of large reductions come first. The
    /// iterator is empty if `start` is not a valid start.
    fn smaller(&self, start: &str) -> Box<dyn Iterator<Item = String>>;

    /// Returns all starts up to a size. Small starts come first.
    ///
    /// # Errors
    /// Returns an error if the game has no such size. The error states the reason in one sentence.
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
    /// The maximum length of the row. On a square board, the maximum length of each side.
    Side(u32),
    /// The maximum number of rows and of columns.
    Board(u32, u32),
}

/// All starts up to a size.
pub struct Census {
    /// An upper bound on the number of starts. The value `None` stands for a bound of 2^64 or more. The bound may be
    /// too high, because the list omits starts that break a judge's promise.
    pub most: Option<u64>,
    /// The starts. A start is made only when it is requested.
    pub starts: Box<dyn Iterator<Item = String>>,
}

/// A valid input for a judge's problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownStart {
    /// The name. A name consists of the game and a number, such as `race/021`. The game's file `index.txt` explains the
    /// numbers.
    pub name: &'static str,
    /// The text of the input file.
    pub input: &'static str,
}
