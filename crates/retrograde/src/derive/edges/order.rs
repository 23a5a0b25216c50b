//! Orders of slots.

/// In which order the slots are of positions that were numbered as they came.
#[derive(Clone, Copy)]
pub(crate) enum Order<'a> {
    /// The same.
    AsTheyCame,
    /// By number the slot.
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
