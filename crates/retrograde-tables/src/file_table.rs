//! A table in files with its board, with the interface of a table in memory.
//!
//! A read of a single slot decodes one block. A read of a block of slots usually begins a pass over the whole table, so it loads the table into
//! memory if the limit allows that; otherwise it reads each slot by itself.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use retrograde::author::AnyBoard;
use retrograde::{Cell, Depth, Histogram, Kind, Slot, Table, Unreadable, Value, Values};

use crate::error::TableError;
use crate::metadata::{Fill, Keep, Metadata, Order};
use crate::table_reader::TableReader;

/// A table in files with its board.
pub struct FileTable {
    board: Arc<dyn AnyBoard>,
    stored: TableReader,
    /// The maximum memory in bytes for a loaded table.
    memory: u64,
    loaded: OnceLock<Result<Table, TableError>>,
}

impl FileTable {
    /// Returns a table that fits this board; reads may load it into at most `memory` bytes.
    pub const fn new(stored: TableReader, board: Arc<dyn AnyBoard>, memory: u64) -> Self {
        Self { board, stored, memory, loaded: OnceLock::new() }
    }

    /// Returns the table's files.
    pub const fn stored(&self) -> &TableReader {
        &self.stored
    }

    /// Returns its board.
    pub fn board(&self) -> &dyn AnyBoard {
        &*self.board
    }

    fn metadata(&self) -> &Metadata {
        self.stored.metadata()
    }

    /// Returns the implied value of a slot, if the table omits values that the rules imply.
    pub(crate) fn implied(&self, slot: Slot) -> Option<Cell> {
        if self.metadata().fill == Fill::Rules { self.board.implied(slot) } else { None }
    }

    /// Returns the stored cell of a slot, which is meaningless if the value is implied.
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

    /// Returns the first of these slots with a cell.
    fn first(&self, cell: Cell, slots: impl Iterator<Item = u64>) -> Result<Option<Slot>, Unreadable> {
        for slot in slots.map(Slot) {
            if self.cell(slot)? == cell {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    /// Returns the table in memory, if the limit allows it.
    fn loaded(&self) -> Result<Option<&Table>, Unreadable> {
        if self.stored.loaded_bytes() > self.memory {
            return Ok(None);
        }
        let loaded = self.loaded.get_or_init(|| self.stored.load(&*self.board));
        loaded.as_ref().map(Some).map_err(|error| error.clone().into())
    }
}

impl fmt::Debug for FileTable {
    /// Prints the files, not the board.
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

    /// If the fingerprint of the rules contains the lowest slot of every cell, this reads the answer there; otherwise
    /// it reads all slots.
    fn lowest(&self, cell: Cell) -> Result<Option<Slot>, Unreadable> {
        let rules = &self.metadata().rules;
        if rules.has_all_lowest() {
            return self.first(cell, rules.slots.iter().copied());
        }
        self.first(cell, 0..self.slots())
    }
}

impl FileTable {
    /// Returns the lowest slots of the deepest values, one per value, the deepest first, at most `most`. It considers
    /// only the slots of the metadata's fingerprint. A table without depths gives an empty list.
    ///
    /// # Errors
    /// The table cannot be read.
    ///
    /// # Complexity
    /// One read per slot of the fingerprint, at most about two thousand.
    pub fn deepest(&self, most: usize) -> Result<Vec<(Slot, Value)>, Unreadable> {
        if self.metadata().keep == Keep::Class {
            return Ok(Vec::new());
        }
        let mut lowest: BTreeMap<(Reverse<Depth>, Kind), (Slot, Value)> = BTreeMap::new();
        for slot in self.metadata().rules.slots.iter().copied().map(Slot) {
            if let Some((value, depth)) = self.cell(slot)?.value().and_then(|value| Some((value, value.depth()?))) {
                // The slots are ascending, so the first one is the lowest.
                lowest.entry((Reverse(depth), value.kind())).or_insert((slot, value));
            }
        }
        Ok(lowest.into_values().take(most).collect())
    }
}
