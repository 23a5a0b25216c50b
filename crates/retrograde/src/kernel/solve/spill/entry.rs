//! Positions to be entered into the column.

use super::spill_file::Unit;

/// Stored positions to be entered into the column, with the indexes of two codes in the codebook: for won positions and
/// for others.
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
