//! Exports a table row by row, in the order of the slots, to a format that databases and data frames read.
//!
//! Another crate implements the format as an [`Exporter`]. It receives rows in groups of at most 2^17 slots. If the
//! table's files are in the order of slots, only a few groups are in memory. Otherwise a *bin* is in memory, as many
//! slots as fit, and the export reads the files once per bin.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::author::AnyPosition;
use retrograde::table::Width;
use retrograde::{Depth, Kind, Side, Slot, SolveError};

use crate::error::TableError;
use crate::file_table::FileTable;
use crate::files::save;
use crate::held::Held;
use crate::metadata::{Keep, Order};
use crate::reading::Reading;

/// An export format.
pub trait Exporter: Sync {
    /// Starts an empty file.
    ///
    /// # Errors
    /// The system's; an exporter creates other errors by [`io::Error::other`] with a text.
    fn begin<'f>(&self, file: &'f mut File, head: &ExportHead<'_>) -> io::Result<Box<dyn RowWriter + 'f>>;
}

/// Writes the rows of one file.
pub trait RowWriter {
    /// Writes the next rows, at least one: a group that readers can read separately.
    ///
    /// # Errors
    /// Those of [`Exporter::begin`].
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()>;

    /// Finishes the file.
    ///
    /// # Errors
    /// Those of [`Exporter::begin`].
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The facts about the table that an exported file contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportHead<'h> {
    /// The sides, as in tokens, by their index.
    pub sides: [&'h str; 2],
    /// Whether rows have tokens.
    pub has_tokens: bool,
    /// The metadata of the table: the JSON text of its files.
    pub metadata: String,
    /// The hash of the table, in hexadecimal digits.
    pub hash: String,
}

/// A slot that has a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The slot of the table; rows are ascending.
    pub slot: Slot,
    /// The side to move.
    pub side: Side,
    /// The value for that side.
    pub value: Kind,
    /// `None` for a draw, and in a table without depths.
    pub depth: Option<Depth>,
    /// The token of the slot's position; empty if the export has no tokens.
    pub token: String,
}

/// The maximum number of slots in a group of rows, close to the unit of work of databases.
const GROUP: u64 = 1 << 17;

/// The number of slots in memory at a time if the files are in the order of slots.
const BIN: u64 = 8 * GROUP;
/// The maximum number of bins; an export with more would take too long.
const MOST_BINS: u64 = 64;
/// The memory in bytes of a row with its token while its group is written.
const ROW: u64 = 160;
const TOKEN: u64 = 160;

/// An export of a table in files.
#[derive(Clone, Copy)]
pub struct Export<'e> {
    /// The table, which [fits](crate::TableReader::fits) the board.
    pub found: &'e FileTable,
    /// A position of the board.
    pub position: &'e dyn AnyPosition,
    /// Whether there is a column with tokens.
    pub tokens: bool,
    /// Reading threads; 0: one per core.
    pub threads: usize,
    /// The number of slots written so far, for progress.
    pub done: &'e AtomicU64,
    /// Whether to stop; `None` if it cannot be cancelled.
    pub cancel: Option<&'e AtomicBool>,
}

/// The result of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The number of rows, one per position.
    pub rows: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

impl Export<'_> {
    /// Returns the number of slots of a bin that fits `memory` bytes.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`], with the memory that suffices.
    pub fn bin(&self, memory: u64) -> Result<u64, SolveError> {
        let stored = self.found.stored();
        let (slots, each) = (stored.places(), Width::of(stored.cells().len()).bytes());
        let row = ROW + if self.tokens { TOKEN } else { 0 };
        let aside = stored.bytes() + stored.cache_bytes() + self.found.board().bytes() + slots.min(GROUP) * row;
        let most = memory.saturating_sub(aside) / each;
        let (least, wanted) = match stored.metadata().order {
            Order::Slots => (BIN.min(slots), BIN),
            Order::Filed => (slots.div_ceil(MOST_BINS).next_multiple_of(GROUP).min(slots), slots),
        };
        if most < least {
            return Err(SolveError::TooLarge { slots, needed: aside.saturating_add(least * each), limit: memory });
        }
        let bin = most.min(wanted);
        // A group of rows must be within one bin.
        Ok(if bin < slots { bin / GROUP * GROUP } else { slots.max(1) })
    }

    /// Returns how many times the export reads the table's files with bins of this many slots.
    pub fn times(&self, bin: u64) -> u64 {
        match self.found.stored().metadata().order {
            Order::Slots => 1,
            Order::Filed => self.found.stored().places().div_ceil(bin),
        }
    }
}

impl Export<'_> {
    /// Writes the file in this format, with [bins](Self::bin) of `bin` slots. A cancelled export leaves the old file,
    /// if there is one.
    ///
    /// # Errors
    /// [`TableError`]: a file of the table is damaged, the disk is full, or the export was cancelled.
    ///
    /// # Complexity
    /// One or two calls of the rules per slot; the files are read once per bin.
    pub fn write(&self, exporter: &dyn Exporter, to: &Path, bin: u64) -> Result<Exported, TableError> {
        let no_memory = |error: SolveError| TableError::refused(error, None);
        let (stored, slots) = (self.found.stored(), self.found.stored().places());
        let held = Held::new(bin.min(slots), stored.cells().len()).map_err(no_memory)?;
        let reading = Reading { found: self.found, threads: self.threads, cancel: self.cancel };
        self.done.store(0, Ordering::Relaxed);
        save(to, |file| {
            let failed = |error| failed(to, &error);
            let (mut rows, mut codes) = (0, Vec::new());
            let mut writer = exporter.begin(file, &self.head()).map_err(failed)?;
            for first in (0..slots).step_by(bin as usize) {
                let bin = first..slots.min(first + bin);
                held.begin(bin.clone());
                match stored.metadata().order {
                    Order::Slots => reading.hold(bin.clone(), &held)?,
                    Order::Filed => reading.hold(0..slots, &held)?,
                }
                for first in bin.clone().step_by(GROUP as usize) {
                    reading.refuse_cancelled()?;
                    let group = first..bin.end.min(first + GROUP);
                    held.codes(group.clone(), &mut codes);
                    let made = self.rows(group.clone(), &codes);
                    rows += made.len() as u64;
                    if !made.is_empty() {
                        writer.write(made).map_err(failed)?;
                    }
                    self.done.fetch_add(group.end - group.start, Ordering::Relaxed);
                }
            }
            writer.finish().map_err(failed)?;
            let bytes = file.metadata().map_err(|error| TableError::reading(to, &error))?.len();
            Ok(Exported { rows, bytes })
        })
    }

    fn head(&self) -> ExportHead<'_> {
        let stored = self.found.stored();
        ExportHead {
            sides: Side::BOTH.map(|side| self.position.about().side(side)),
            has_tokens: self.tokens,
            metadata: String::from_utf8_lossy(stored.text()).into_owned(),
            hash: stored.hash(),
        }
    }

    /// Returns the rows of a range of slots from their codes, without holes.
    fn rows(&self, slots: Range<u64>, codes: &[u32]) -> Vec<Row> {
        let (cells, board) = (self.found.stored().cells(), self.found.board());
        let has_depths = self.found.stored().metadata().keep == Keep::Depths;
        let row = |(slot, &code): (Slot, &u32)| {
            let value = self.found.implied(slot).unwrap_or(cells[code as usize]).value()?;
            let side = board.table_turn(slot)?;
            let depth = value.depth().filter(|_| has_depths);
            let token = if self.tokens { board.table_token(slot).unwrap_or_default() } else { String::new() };
            Some(Row { slot, side, value: value.kind(), depth, token })
        };
        let mut rows = Vec::with_capacity(codes.len());
        rows.extend(slots.map(Slot).zip(codes).filter_map(row));
        rows
    }
}

/// Returns the error of a failed write. Only errors of the system have the hint about space.
fn failed(to: &Path, error: &io::Error) -> TableError {
    let is_of_system = error.get_ref().is_none();
    let failed = TableError::writing(to, error);
    if is_of_system { failed } else { TableError { hint: None, ..failed } }
}
