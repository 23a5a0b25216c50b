//! A table row by row, in the order of the slots, for a file of another format, as databases and data frames read it.
//!
//! The format is an [`Exporter`] of another crate. Rows are handed over in groups of at most 2^17 slots, which is all that is in memory where
//! the table's files have the order of slots. Where they have another, as many slots as fit the memory are held, and the files are read once
//! for each such *bin*.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::author::entry::AnyPosition;
use retrograde::{Depth, Kind, Side, Slot, SolveError};

use crate::error::TableError;
use crate::files::save;
use crate::found::Found;
use crate::held::{Held, code_bytes};
use crate::meaning::{Keep, Order};
use crate::reading::Reading;

/// A format that tables are exported in.
pub trait Exporter: Sync {
    /// Begins a file, which is empty.
    ///
    /// # Errors
    /// The system's; other errors have a text of their own, as [`io::Error::other`] makes them.
    fn begin<'f>(&self, file: &'f mut File, head: &ExportHead<'_>) -> io::Result<Box<dyn RowWriter + 'f>>;
}

/// Writes the rows of one file.
pub trait RowWriter {
    /// Writes the rows that follow, at least one: a group that a reader may take by itself.
    ///
    /// # Errors
    /// Those of [`Exporter::begin`].
    fn write(&mut self, rows: Vec<Row>) -> io::Result<()>;

    /// Ends the file.
    ///
    /// # Errors
    /// Those of [`Exporter::begin`].
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// What a file of rows says of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportHead<'h> {
    /// The sides, as in tokens, by their index.
    pub sides: [&'h str; 2],
    /// Whether rows have tokens.
    pub has_tokens: bool,
    /// What the table says of itself: the JSON text of its files.
    pub meaning: String,
    /// The hash of the table, in hexadecimal digits.
    pub hash: String,
}

/// A slot that has a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The slot of the table: rows are in this order.
    pub slot: Slot,
    /// The side to move.
    pub side: Side,
    /// The value for that side.
    pub value: Kind,
    /// `None` for a draw, and in a table without depths.
    pub depth: Option<Depth>,
    /// The position that the slot stands for; empty where no tokens are asked for.
    pub token: String,
}

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
    /// Writes the file in this format, with so many slots [held](Self::bin) at a time. An export that is stopped leaves no file, or the one that
    /// was there before.
    ///
    /// # Errors
    /// [`TableError`]: a file of the table is damaged, the disk is full, or the export was cancelled.
    ///
    /// # Complexity
    /// The rules' word on each slot once or twice; the files are read once a bin.
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
                match stored.meaning().order {
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
            meaning: String::from_utf8_lossy(stored.text()).into_owned(),
            hash: stored.hash(),
        }
    }

    /// The rows of some slots, by their codes. Holes are left out.
    fn rows(&self, slots: Range<u64>, codes: &[u32]) -> Vec<Row> {
        let (cells, board) = (self.found.stored().cells(), self.found.board());
        let has_depths = self.found.stored().meaning().keep == Keep::Depths;
        let row = |(slot, &code): (Slot, &u32)| {
            let value = self.found.told(slot).unwrap_or(cells[code as usize]).value()?;
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

/// Why the file cannot be written. Only what the system refuses may need more space.
fn failed(to: &Path, error: &io::Error) -> TableError {
    let is_of_system = error.get_ref().is_none();
    let failed = TableError::writing(to, error);
    if is_of_system { failed } else { TableError { hint: None, ..failed } }
}
