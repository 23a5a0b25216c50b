//! The values of all slots.

/// One slot's state in 16 bits: two of kind, fourteen of counter or depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u16);

impl Cell {
    /// The deepest depth and the largest count of moves that a cell holds.
    pub const MAX: u16 = 0x3ffe;
}
