//! A table as a file for databases and data frames, in the format Parquet.
//!
//! A row is a slot with a position, in the order of the slots:
//!
//! | column  | type             |                                                                             |
//! |---------|------------------|-----------------------------------------------------------------------------|
//! | `slot`  | unsigned, 64 bit | the slot of the table                                                       |
//! | `side`  | text             | the side to move, as in tokens                                              |
//! | `value` | text             | for that side: `win`, `loss`, `tie` or `draw`                               |
//! | `depth` | integer, 32 bit  | in plies; null for a draw, and in a table without depths                    |
//! | `pos`   | text             | the token of the position that the slot stands for: only if it is asked for |
//!
//! The file's metadata has what the table says of itself, as its files do, under `retrograde.meaning`, and its hash under
//! `retrograde.hash`.
//!
//! Rows are written in groups of at most 2^17 slots, which is all that is in memory where the table's files have the order of slots. Where they
//! have another, as many slots as fit the memory are held, and the files are read once for each such *bin*.
//!
//! All this takes the cargo feature `parquet`: see [`Export::available`].

#[cfg(feature = "parquet")]
mod rows;

use std::sync::atomic::{AtomicBool, AtomicU64};

use retrograde::SolveError;
use retrograde::entry::AnyPosition;

use crate::error::TableError;
use crate::found::Found;
use crate::held::code_bytes;
use crate::meaning::Order;
use crate::messages::{Hint, Wrong};

/// The most slots of a group of rows: near what databases divide their work by.
const GROUP: u64 = 1 << 17;

/// Slots that are held in one go where files have their order.
const BIN: u64 = 8 * GROUP;
/// The most bins: with more of them, a table takes too long.
const MOST_BINS: u64 = 64;
/// The memory of a row while its group is written, in bytes, and of its token.
const ROW: u64 = 160;
const TOKEN: u64 = 160;

/// A table in files beside its board, to be written as another file.
#[derive(Clone, Copy)]
pub struct Export<'e> {
    /// The table, which [fits](crate::Stored::fits) the board.
    pub found: &'e Found,
    /// A position of the board.
    pub position: &'e dyn AnyPosition,
    /// Whether there is a column with tokens.
    pub tokens: bool,
    /// Threads that read; 0: one a core.
    pub threads: usize,
    /// How many slots have been written: for whoever watches.
    pub done: &'e AtomicU64,
    /// Whether to stop; `None`: nobody will want that.
    pub cancel: Option<&'e AtomicBool>,
}

/// A table that was exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The rows, which are positions.
    pub rows: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

impl Export<'_> {
    /// The slots that are held at a time within so many bytes of memory.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`], with what is enough.
    pub fn bin(&self, memory: u64) -> Result<u64, SolveError> {
        let stored = self.found.stored();
        let (slots, each) = (stored.places(), code_bytes(stored.cells().len()));
        let row = ROW + if self.tokens { TOKEN } else { 0 };
        let aside = stored.bytes() + stored.kept_bytes() + self.found.board().bytes() + slots.min(GROUP) * row;
        let most = memory.saturating_sub(aside) / each;
        let (least, wanted) = match stored.meaning().order {
            Order::Slots => (BIN.min(slots), BIN),
            Order::Filed => (slots.div_ceil(MOST_BINS).next_multiple_of(GROUP).min(slots), slots),
        };
        if most < least {
            return Err(SolveError::TooLarge { slots, needed: aside.saturating_add(least * each), limit: memory });
        }
        let bin = most.min(wanted);
        // A group of rows is of one bin.
        Ok(if bin < slots { bin / GROUP * GROUP } else { slots.max(1) })
    }

    /// How often the table's files are read with so many slots held at a time.
    pub fn times(&self, bin: u64) -> u64 {
        match self.found.stored().meaning().order {
            Order::Slots => 1,
            Order::Filed => self.found.stored().places().div_ceil(bin),
        }
    }
}

impl Export<'_> {
    /// Whether this program has what writes Parquet.
    ///
    /// # Errors
    /// It was built without the feature `parquet`.
    pub fn available() -> Result<(), TableError> {
        if cfg!(feature = "parquet") { Ok(()) } else { Err(unavailable()) }
    }

    /// Refuses, without the feature `parquet`.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "parquet"))]
    pub fn write(&self, _to: &std::path::Path, _bin: u64) -> Result<Exported, TableError> {
        Err(unavailable())
    }
}

fn unavailable() -> TableError {
    TableError::refused(Wrong::NoParquet, Some(Hint::WithParquet.into()))
}
