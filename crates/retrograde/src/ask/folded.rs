//! The values of a folded board, on which several positions share a slot of the table, or some positions have no slot.

use std::sync::Arc;

use crate::ask::board::{Board, ValueSource};
use crate::rules::game::Slot;
use crate::table::cell::Cell;
use crate::table::values::{Unreadable, Values};

/// A table that is queried by the slots of its board instead of its own slots; see
/// [`RawSlots`](crate::rules::RawSlots).
pub struct Folded<B: ?Sized> {
    /// The board. Every slot of the board has at most one position.
    pub board: Arc<B>,
    /// The values, indexed by the slots of the table.
    pub table: Arc<dyn Values + Send>,
}

impl<B: Board + Send + ?Sized> Values for Folded<B> {
    fn slots(&self) -> u64 {
        self.board.slots()
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn folded(&self) -> Option<&dyn Values> {
        Some(&*self.table)
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        cell(&*self.board, &*self.table, slot)
    }
}

/// The cell (encoded value) of a slot of `board`. If the rules imply the value of the position (the game is over, or
/// the next move wins), the function returns this value; otherwise it returns the table's value.
pub fn cell(board: &(impl Board + ?Sized), table: &dyn Values, slot: Slot) -> Result<Cell, Unreadable> {
    match board.held(slot) {
        ValueSource::Nowhere => Ok(Cell::HOLE),
        ValueSource::Known(value) => Ok(Cell::of(value).unwrap_or(Cell::HOLE)),
        ValueSource::At(slot) => table.cell(slot),
    }
}
