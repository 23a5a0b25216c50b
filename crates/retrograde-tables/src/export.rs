//! Exports a table row by row, sorted by slot, to a format that databases and data frames can read.
//!
//! Another crate implements the format as an [`Exporter`]. The exporter receives the rows in groups of at most 2^17
//! slots. If the table's files store the slots in ascending order, the export needs memory for only a few groups.
//! Otherwise the export divides the slots into *bins*, which are ranges whose codes fit into memory. The export then
//! handles one bin after the other. For each bin, the export reads all files of the table.

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
    /// Starts to write the exported file; `file` is still empty.
    ///
    /// # Errors
    /// Returns an error of the system. An exporter creates any other error from a text with [`io::Error::other`].
    fn begin<'f>(&self, file: &'f mut File, head: &ExportHead<'_>) -> io::Result<Box<dyn RowWriter + 'f>>;
}

/// Writes the rows of one file.
pub trait RowWriter {
    /// Writes the next group of rows, which is not empty. A reader of the exported file can read each group separately.
    ///
    /// # Errors
    /// Returns the errors of [`Exporter::begin`].
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()>;

    /// Completes the exported file.
    ///
    /// # Errors
    /// Returns the errors of [`Exporter::begin`].
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The properties of the table that the exported file contains in addition to the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportHead<'h> {
    /// The names of the two sides, indexed by side.
    pub sides: [&'h str; 2],
    /// Whether each row has the token of its position.
    pub has_tokens: bool,
    /// The metadata of the table, as the JSON text that its files contain.
    pub metadata: String,
    /// The hash of the table, in hexadecimal digits.
    pub hash: String,
}

/// One row of the export, for a slot that has a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The slot; rows are sorted by slot, ascending.
    pub slot: Slot,
    /// The side to move.
    pub side: Side,
    /// The kind of the position's value, from the point of view of the side to move.
    pub value: Kind,
    /// The depth of the position's value; `None` for a draw, and for every row of a table without depths.
    pub depth: Option<Depth>,
    /// The token of the position; empty if the export has no tokens.
    pub token: String,
}

/// The maximum number of slots in a group of rows; databases process data in units of about this size.
const GROUP: u64 = 1 << 17;

/// The maximum number of slots in a bin if the order of the slots in the files is ascending. A bin is a range of slots.
/// The export holds one bin in memory at a time.
const BIN: u64 = 8 * GROUP;
/// The maximum number of bins. An export with more bins would be too slow, because it reads all files once per bin.
const MOST_BINS: u64 = 64;
/// While the export writes a group, it needs this memory, in bytes, for each row of the group. The memory for the row's
/// token is not included.
const ROW: u64 = 160;
/// While the export writes a group with tokens, it needs this memory, in bytes, for the token of each row.
const TOKEN: u64 = 160;

/// An export of a table in files.
#[derive(Clone, Copy)]
pub struct Export<'e> {
    /// The table, which must [fit](crate::TableReader::fits) the board of `position`.
    pub found: &'e FileTable,
    /// A position of the board.
    pub position: &'e dyn AnyPosition,
    /// Whether the exported file has a column with tokens.
    pub tokens: bool,
    /// The number of threads that read the table; 0 stands for one thread per core.
    pub threads: usize,
    /// The number of slots exported so far. A progress display reads this counter.
    pub done: &'e AtomicU64,
    /// A flag that stops the export when it is set; `None` if the export cannot be cancelled.
    pub cancel: Option<&'e AtomicBool>,
}

/// The result of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The number of rows, one per position.
    pub rows: u64,
    /// The length of the exported file in bytes.
    pub bytes: u64,
}

impl Export<'_> {
    /// Returns the number of slots in a bin. A bin is a range of slots, and the export holds one bin in memory at a
    /// time. With the returned number, the export needs at most `memory` bytes.
    ///
    /// # Errors
    /// Returns [`SolveError::TooLarge`] if `memory` is too small. The error states how many bytes of memory are enough.
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
        // Every group of rows must lie in one bin.
        Ok(if bin < slots { bin / GROUP * GROUP } else { slots.max(1) })
    }

    /// Returns how many times the export reads the table's files if each bin has `bin` slots.
    pub fn times(&self, bin: u64) -> u64 {
        match self.found.stored().metadata().order {
            Order::Slots => 1,
            Order::Filed => self.found.stored().places().div_ceil(bin),
        }
    }
}

impl Export<'_> {
    /// Exports the table to the file `to` in the format of `exporter`. Each [bin](Self::bin) has `bin` slots, and only
    /// one bin is in memory at a time. If the export is cancelled, an existing file `to` stays unchanged.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a file of the table is damaged, if the disk is full, or if the export was cancelled.
    ///
    /// # Complexity
    /// Calls the rules once or twice per slot. Reads the table's files [`times`](Self::times) times.
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

    /// Returns the rows for a range of slots. The codes of these slots are `codes`. A hole (a slot without a position)
    /// has no row.
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

/// Returns a [`TableError`] for a failed write. The error has a hint about disk space only if `error` came from the
/// system, not from the exporter.
fn failed(to: &Path, error: &io::Error) -> TableError {
    let is_of_system = error.get_ref().is_none();
    let failed = TableError::writing(to, error);
    if is_of_system { failed } else { TableError { hint: None, ..failed } }
}
