//! The plan of a solve. The plan says which positions the solve covers, and how much memory the solve needs.

use crate::author::about::Way;

/// Which positions a table contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Domain {
    /// The table contains all positions that the game numbers. For a game without a numbering, the table contains only
    /// the reachable positions.
    #[default]
    All,
    /// The table contains only the positions that are reachable from the queried position.
    Reachable,
}

impl Domain {
    /// Returns the name of the domain in texts. The names are `all` and `reachable`.
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
    /// The parts of the game that the solve uses. The possible parts are rules, a numbering and un-moves.
    pub way: Way,
    /// The domain of the table.
    pub domain: Domain,
    /// The number of slots of the table; `None` if it is unknown before exploring.
    pub slots: Option<u64>,
    /// The maximum memory use of the kernel, in bytes, for cells of the expected width. The expected width is one byte
    /// per slot if [`fits_bytes`](crate::Facts::fits_bytes) is true, and two bytes otherwise. The maximum is `None` if
    /// it is unknown before exploring.
    pub bytes: Option<u64>,
    /// The maximum memory use of the kernel, in bytes, for cells of two bytes per slot. The maximum is `None` if it is
    /// unknown before exploring.
    pub most: Option<u64>,
    /// The expected peak memory use in bytes. The first number is for cells of one byte per slot. The second number is
    /// for cells of the [expected](crate::Facts::fits_bytes) width.
    pub expected: Option<[u64; 2]>,
    /// The memory in bytes that suffices if the solve uses [scratch files](crate::Options::scratch) on disk. The value
    /// is `None` if the solve cannot use scratch files.
    pub outside: Option<u64>,
}

impl Plan {
    /// Returns whether a solve is expected to use scratch files on disk if it has `memory` bytes of memory.
    pub fn spills(&self, memory: u64) -> bool {
        self.bytes.is_some_and(|bytes| bytes > memory) && self.outside.is_some_and(|least| least <= memory)
    }
}
