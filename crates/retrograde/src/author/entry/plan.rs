//! The positions that a solve covers, and how it works.

use crate::author::about::Way;

/// The positions in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Domain {
    /// All positions that the game numbers; for a game without a numbering, the reachable ones.
    #[default]
    All,
    /// Only the positions that are reachable from the queried one.
    Reachable,
}

impl Domain {
    /// The word: `all`, `reachable`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Reachable => "reachable",
        }
    }
}

/// The plan of a solve for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way in which the game is solved.
    pub way: Way,
    /// The domain of the table.
    pub domain: Domain,
    /// The number of slots of the table; `None` if it is unknown before exploring.
    pub slots: Option<u64>,
    /// The maximum number of bytes of the kernel, with the [expected](crate::Facts::fits_bytes) bytes per slot; `None`
    /// if it is unknown before exploring.
    pub bytes: Option<u64>,
    /// The same with two bytes per slot, for more values than expected.
    pub most: Option<u64>,
    /// The expected number of bytes at the peak: with one byte per slot, and with the
    /// [expected](crate::Facts::fits_bytes) bytes per slot.
    pub expected: Option<[u64; 2]>,
    /// The number of bytes of memory that suffices with [scratch](crate::Options::scratch); `None` if the game cannot
    /// use scratch.
    pub outside: Option<u64>,
}

impl Plan {
    /// Whether a solve is expected to use scratch with this many bytes of memory.
    pub fn spills(&self, memory: u64) -> bool {
        self.bytes.is_some_and(|bytes| bytes > memory) && self.outside.is_some_and(|least| least <= memory)
    }
}
