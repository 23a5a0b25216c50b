//! Which positions are solved, and how.

use crate::author::about::Way;

/// Which positions a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Domain {
    /// All that the game numbers; what can be reached, if it numbers none.
    #[default]
    All,
    /// Only what can be reached from the position asked about.
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

/// How a position would be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way into the kernel.
    pub way: Way,
    /// The domain of the table.
    pub domain: Domain,
    /// Slots of the table; `None` if exploring will tell.
    pub slots: Option<u64>,
    /// Bytes that the kernel takes at most, with as many a slot as are [expected](crate::Facts::fits_bytes); `None` if exploring will tell.
    pub bytes: Option<u64>,
    /// The same with two a slot, if more values come than are expected.
    pub most: Option<u64>,
    /// Bytes that it is expected to hold at its peak: with one a slot, and with as many as are [expected](crate::Facts::fits_bytes).
    pub expected: Option<[u64; 2]>,
    /// Bytes of memory that do if the solve may go on [outside](crate::Options::scratch); `None` if it cannot.
    pub outside: Option<u64>,
}

impl Plan {
    /// Whether a solve is expected to go on outside of so many bytes of memory.
    pub fn spills(&self, memory: u64) -> bool {
        self.bytes.is_some_and(|bytes| bytes > memory) && self.outside.is_some_and(|least| least <= memory)
    }
}
