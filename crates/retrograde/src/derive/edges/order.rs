//! The mapping from numbers to slots.

/// The mapping from the order of addition to slots.
#[derive(Clone, Copy)]
pub(crate) enum Order<'a> {
    /// The slot is the number.
    AsTheyCame,
    /// By number: the slot.
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
