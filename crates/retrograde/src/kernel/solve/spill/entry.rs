//! Stored positions whose codes must be written to the column.

use super::spill_file::Unit;

/// Stored positions whose codes are to be written to the column. `places` has the indexes of two codes in the codebook.
/// The first code is for positions that the side to move has won, the second code for all other positions.
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
