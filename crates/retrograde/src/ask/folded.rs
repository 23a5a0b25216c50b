//! The values of a folded board. On a folded board, several positions can share a slot of the table, or some positions
//! have no slot.

use std::sync::Arc;

use crate::ask::board::{Board, ValueSource};
use crate::rules::game::Slot;
use crate::table::cell::Cell;
use crate::table::values::{Unreadable, Values};

/// A table that callers query by the slots of the board instead of the slots of the table; see
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

/// Returns the cell (encoded value) of a slot of `board`. The rules imply the value of a position if the game is over
/// or if the next move wins. For such a position, the function returns the implied value. For any other position, it
/// returns the table's value.
pub fn cell(board: &(impl Board + ?Sized), table: &dyn Values, slot: Slot) -> Result<Cell, Unreadable> {
    match board.held(slot) {
        ValueSource::Nowhere => Ok(Cell::HOLE),
        ValueSource::Known(value) => Ok(Cell::of(value).unwrap_or(Cell::HOLE)),
        ValueSource::At(slot) => table.cell(slot),
    }
}
