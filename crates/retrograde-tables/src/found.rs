//! A table in files beside the rules of its board, which answers as a table in memory does.
//!
//! Who asks for single slots has one block read for each. Who asks for blocks goes through all of the table: then it is read into memory,
//! if it may take as much; else each slot is looked up by itself.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use retrograde::author::entry::AnyBoard;
use retrograde::{Cell, Depth, Histogram, Kind, Slot, Table, Unreadable, Value, Values};

use crate::error::TableError;
use crate::meaning::{Fill, Keep, Meaning, Order};
use crate::stored::Stored;

/// A table in files beside the rules of its board.
pub struct Found {
    board: Arc<dyn AnyBoard>,
    stored: Stored,
    /// The bytes that it may take in memory.
    memory: u64,
    loaded: OnceLock<Result<Table, TableError>>,
}

impl Found {
    /// A table that was made for this board, which may be read into so many bytes of memory.
    pub const fn new(stored: Stored, board: Arc<dyn AnyBoard>, memory: u64) -> Self {
        Self { board, stored, memory, loaded: OnceLock::new() }
    }

    /// The table as it is in its files.
    pub const fn stored(&self) -> &Stored {
        &self.stored
    }

    /// Its board.
    pub fn board(&self) -> &dyn AnyBoard {
        &*self.board
    }

    fn meaning(&self) -> &Meaning {
        self.stored.meaning()
    }

    /// What the rules tell of a slot that may have a filler.
    pub(crate) fn told(&self, slot: Slot) -> Option<Cell> {
        if self.meaning().fill == Fill::Rules { self.board.told(slot) } else { None }
    }

    /// What is stored for a slot: its cell, or a filler.
    fn raw(&self, slot: Slot) -> Result<Cell, Unreadable> {
        if let Some(Ok(table)) = self.loaded.get() {
            return Ok(table.cell(slot));
        }
        let place = match self.meaning().order {
            Order::Slots => slot.0,
            Order::Filed => self.board.filed(slot),
        };
        Ok(self.stored.cell(place)?)
    }

    /// The first of some slots with that cell.
    fn first(&self, cell: Cell, slots: impl Iterator<Item = u64>) -> Result<Option<Slot>, Unreadable> {
        for slot in slots.map(Slot) {
            if self.cell(slot)? == cell {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    /// The table in memory, if it may be there.
    fn loaded(&self) -> Result<Option<&Table>, Unreadable> {
        if self.stored.loaded_bytes() > self.memory {
            return Ok(None);
        }
        let loaded = self.loaded.get_or_init(|| self.stored.load(&*self.board));
        loaded.as_ref().map(Some).map_err(|error| error.clone().into())
    }
}

impl fmt::Debug for Found {
    /// Prints the files, not the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Found").field(&self.stored.files().collect::<Vec<_>>()).finish()
    }
}

impl Values for Found {
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
        self.told(slot).map_or_else(|| self.raw(slot), Ok)
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        match self.loaded()? {
            Some(table) => Values::block(table, first, cells)?,
            None if self.meaning().order == Order::Slots => self.stored.block(first.0, cells)?,
            None => {
                for (cell, slot) in cells.iter_mut().zip(first.0..) {
                    *cell = if slot < self.slots() { self.raw(Slot(slot))? } else { Cell::HOLE };
                }
            }
        }
        for (cell, slot) in cells.iter_mut().zip(first.0..self.slots()) {
            *cell = self.told(Slot(slot)).unwrap_or(*cell);
        }
        Ok(())
    }

    fn histogram(&self) -> Result<Histogram, Unreadable> {
        Ok(self.meaning().histogram())
    }

    /// The rules' fingerprint is taken of the lowest slot of each cell, too, unless there are more than it has room for: then all slots are
    /// looked through.
    fn lowest(&self, cell: Cell) -> Result<Option<Slot>, Unreadable> {
        let rules = &self.meaning().rules;
        if rules.has_all_lowest() {
            return self.first(cell, rules.slots.iter().copied());
        }
        self.first(cell, 0..self.slots())
    }
}

impl Found {
    /// The lowest slots of the deepest values among those that the head names, one of each value, the deepest first: at most so many. Without
    /// depths there are none.
    ///
    /// # Errors
    /// The table cannot be read.
    ///
    /// # Complexity
    /// One value read for each slot of the head, at most some two thousand.
    pub fn deepest(&self, most: usize) -> Result<Vec<(Slot, Value)>, Unreadable> {
        if self.meaning().keep == Keep::Class {
            return Ok(Vec::new());
        }
        let mut lowest: BTreeMap<(Reverse<Depth>, Kind), (Slot, Value)> = BTreeMap::new();
        for slot in self.meaning().rules.slots.iter().copied().map(Slot) {
            if let Some((value, depth)) = self.cell(slot)?.value().and_then(|value| Some((value, value.depth()?))) {
                // The slots are in their order.
                lowest.entry((Reverse(depth), value.kind())).or_insert((slot, value));
            }
        }
        Ok(lowest.into_values().take(most).collect())
    }
}
