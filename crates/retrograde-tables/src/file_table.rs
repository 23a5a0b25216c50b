//! A table in files together with its board, with the same interface as a table in memory.
//!
//! To read a single slot, the table decodes one block. A caller that reads many consecutive slots usually reads the
//! whole table. So the first read of consecutive slots loads the whole table into memory, if the memory limit is high
//! enough. If the memory limit is too low, every read uses the files.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use retrograde::author::AnyBoard;
use retrograde::{Cell, Depth, Histogram, Kind, Slot, Table, Unreadable, Value, Values};

use crate::error::TableError;
use crate::metadata::{Fill, Keep, Metadata, Order};
use crate::table_reader::TableReader;

/// A table in files together with its board.
pub struct FileTable {
    board: Arc<dyn AnyBoard>,
    stored: TableReader,
    /// The maximum memory in bytes that a loaded table may use.
    memory: u64,
    loaded: OnceLock<Result<Table, TableError>>,
}

impl FileTable {
    /// Creates a table from files that fit `board`. A read may load the whole table into memory if the table needs at
    /// most `memory` bytes.
    pub const fn new(stored: TableReader, board: Arc<dyn AnyBoard>, memory: u64) -> Self {
        Self { board, stored, memory, loaded: OnceLock::new() }
    }

    /// Returns the reader of the table's files.
    pub const fn stored(&self) -> &TableReader {
        &self.stored
    }

    /// Returns the table's board.
    pub fn board(&self) -> &dyn AnyBoard {
        &*self.board
    }

    fn metadata(&self) -> &Metadata {
        self.stored.metadata()
    }

    /// If the rules imply the value of a slot and the table omits the value, returns the implied cell. Returns `None`
    /// if the table stores the cell.
    pub(crate) fn implied(&self, slot: Slot) -> Option<Cell> {
        if self.metadata().fill == Fill::Rules { self.board.implied(slot) } else { None }
    }

    /// Returns the cell that the files store for a slot. If the rules imply the value of the slot, the stored cell has
    /// no meaning.
    fn raw(&self, slot: Slot) -> Result<Cell, Unreadable> {
        if let Some(Ok(table)) = self.loaded.get() {
            return Ok(table.cell(slot));
        }
        let place = match self.metadata().order {
            Order::Slots => slot.0,
            Order::Filed => self.board.in_file_order(slot),
        };
        Ok(self.stored.cell(place)?)
    }

    /// Returns the first slot of `slots` whose cell is `cell`.
    fn first(&self, cell: Cell, slots: impl Iterator<Item = u64>) -> Result<Option<Slot>, Unreadable> {
        for slot in slots.map(Slot) {
            if self.cell(slot)? == cell {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    /// Returns the table in memory. If the table is not in memory yet, the function first loads it. Returns `None` if
    /// the memory limit is too low.
    fn loaded(&self) -> Result<Option<&Table>, Unreadable> {
        if self.stored.loaded_bytes() > self.memory {
            return Ok(None);
        }
        let loaded = self.loaded.get_or_init(|| self.stored.load(&*self.board));
        loaded.as_ref().map(Some).map_err(|error| error.clone().into())
    }
}

impl fmt::Debug for FileTable {
    /// Prints the paths of the files, but not the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileTable").field(&self.stored.files().collect::<Vec<_>>()).finish()
    }
}

impl Values for FileTable {
    fn slots(&self) -> u64 {
        self.stored.places()
    }

    fn bytes(&self) -> u64 {
        let loaded = self.loaded.get().and_then(|loaded| loaded.as_ref().ok());
        self.stored.bytes() + loaded.map_or(0, Table::bytes)
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        if slot.0 >= self.slots() {
            return Ok(Cell::HOLE);
        }
        self.implied(slot).map_or_else(|| self.raw(slot), Ok)
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        match self.loaded()? {
            Some(table) => Values::block(table, first, cells)?,
            None if self.metadata().order == Order::Slots => self.stored.block(first.0, cells)?,
            None => {
                for (cell, slot) in cells.iter_mut().zip(first.0..) {
                    *cell = if slot < self.slots() { self.raw(Slot(slot))? } else { Cell::HOLE };
                }
            }
        }
        for (cell, slot) in cells.iter_mut().zip(first.0..self.slots()) {
            *cell = self.implied(Slot(slot)).unwrap_or(*cell);
        }
        Ok(())
    }

    fn histogram(&self) -> Result<Histogram, Unreadable> {
        Ok(self.metadata().histogram())
    }

    /// The fingerprint of the rules usually contains the lowest slot of every cell. In this case, the search reads only
    /// the slots of the fingerprint. Otherwise the search reads the slots in order until it finds the cell.
    fn lowest(&self, cell: Cell) -> Result<Option<Slot>, Unreadable> {
        let rules = &self.metadata().rules;
        if rules.has_all_lowest() {
            return self.first(cell, rules.slots.iter().copied());
        }
        self.first(cell, 0..self.slots())
    }
}

impl FileTable {
    /// Returns at most `most` of the deepest values of the table, sorted from the deepest. Each value comes with the
    /// lowest slot that has this value. The search considers only the slots of the rules' fingerprint, which is in the
    /// metadata. For a table without depths the list is empty.
    ///
    /// # Errors
    /// Returns an error if the table cannot be read.
    ///
    /// # Complexity
    /// Reads each slot of the fingerprint once. A fingerprint has at most about two thousand slots.
    pub fn deepest(&self, most: usize) -> Result<Vec<(Slot, Value)>, Unreadable> {
        if self.metadata().keep == Keep::Class {
            return Ok(Vec::new());
        }
        let mut lowest: BTreeMap<(Reverse<Depth>, Kind), (Slot, Value)> = BTreeMap::new();
        for slot in self.metadata().rules.slots.iter().copied().map(Slot) {
            if let Some((value, depth)) = self.cell(slot)?.value().and_then(|value| Some((value, value.depth()?))) {
                // The slots are ascending, so the first slot with a value is the lowest one.
                lowest.entry((Reverse(depth), value.kind())).or_insert((slot, value));
            }
        }
        Ok(lowest.into_values().take(most).collect())
    }
}
