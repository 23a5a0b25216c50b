//! What is written down to be entered into the column.

use super::spool::Unit;

/// Positions that are to be entered into the column: the places of two codes in the book, for those that are won and for others.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) unit: Unit,
    pub(super) places: [u32; 2],
}

impl Entry {
    pub(super) const fn group(&self) -> usize {
        self.unit.group()
    }
}
