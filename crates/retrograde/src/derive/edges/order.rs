//! Maps the number of a position to the slot of the position. Positions are numbered in the order in which they are
//! added.

/// The mapping from the number of a position to its slot. Positions are numbered in the order in which they are added.
#[derive(Clone, Copy)]
pub(crate) enum Order<'a> {
    /// The slot of every position is equal to its number.
    AsTheyCame,
    /// The slot of each position, indexed by its number.
    Sorted(&'a [u32]),
}

impl Order<'_> {
    #[inline]
    pub(super) fn slot(&self, number: u32) -> u32 {
        match self {
            Self::AsTheyCame => number,
            Self::Sorted(slots) => slots[number as usize],
        }
    }
}
