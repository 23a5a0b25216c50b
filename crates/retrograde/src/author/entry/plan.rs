//! The plan of a solve. It says which positions the solve covers, and how much memory the solve needs.

use crate::author::about::Way;

/// Which positions a table contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Domain {
    /// All positions that the game numbers. For a game without a numbering, only the reachable positions.
    #[default]
    All,
    /// Only the positions that are reachable from the queried position.
    Reachable,
}

impl Domain {
    /// The name in texts: `all`, `reachable`.
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
    /// The parts of the game that the solve uses: rules, a numbering, un-moves.
    pub way: Way,
    /// The domain of the table.
    pub domain: Domain,
    /// The number of slots of the table; `None` if it is unknown before exploring.
    pub slots: Option<u64>,
    /// The maximum memory use of the kernel in bytes, if values need the [expected](crate::Facts::fits_bytes) number of
    /// bytes per slot; `None` if it is unknown before exploring.
    pub bytes: Option<u64>,
    /// The maximum memory use of the kernel in bytes, if values need two bytes per slot.
    pub most: Option<u64>,
    /// The expected peak memory use in bytes. The first number is the peak with one byte per slot. The second number is
    /// the peak with the [expected](crate::Facts::fits_bytes) number of bytes per slot.
    pub expected: Option<[u64; 2]>,
    /// The memory in bytes that is enough if the solve uses [scratch files](crate::Options::scratch) on disk; `None` if
    /// the solve cannot use them.
    pub outside: Option<u64>,
}

impl Plan {
    /// Whether a solve with `memory` bytes of memory is expected to use scratch files on disk.
    pub fn spills(&self, memory: u64) -> bool {
        self.bytes.is_some_and(|bytes| bytes > memory) && self.outside.is_some_and(|least| least <= memory)
    }
}
