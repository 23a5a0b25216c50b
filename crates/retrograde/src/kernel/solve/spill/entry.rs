//! Stored positions whose codes must be written to the column.

use super::spill_file::Unit;

/// Stored positions whose codes are to be written to the column. `places` has the indexes of two codes in the codebook.
/// One code is for positions that the side to move has won. The second code of an entry is for all other positions.
#[derive(Clone, Copy)]
pub(super) struct ColumnEntry {
    pub(super) unit: Unit,
    pub(super) places: [u32; 2],
}

impl ColumnEntry {
    pub(super) const fn group(&self) -> usize {
        self.unit.group()
    }
}
