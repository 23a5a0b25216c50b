//! The codes of all slots in scratch storage, in the format of a checkpoint; see
//! [`checkpoint`](crate::kernel::solve::checkpoint).

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::allocator::SpillAllocator;
use crate::kernel::options::SolveError;
use crate::table::column::{Code, Width};

/// The codes of all slots in scratch storage, in the order of the slots.
pub(super) struct ScratchColumn<'a> {
    allocator: &'a SpillAllocator<'a>,
    slots: u64,
    /// For each width, the offset of the codes of this width, if they exist.
    places: Mutex<[Option<u64>; 3]>,
}

impl<'a> ScratchColumn<'a> {
    pub(super) fn new(allocator: &'a SpillAllocator<'a>, slots: u64) -> Self {
        Self { allocator, slots, places: Mutex::default() }
    }

    /// Returns the offset of the codes that have the width `width`. Allocates space for these codes if they have no
    /// space yet.
    pub(super) fn at(&self, width: Width) -> Result<u64, SolveError> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let place = &mut places[width as usize / 2];
        if let Some(at) = *place {
            return Ok(at);
        }
        let at = self.allocator.piece(self.slots * width.bytes())?;
        *place = Some(at);
        Ok(at)
    }

    /// Reads the codes of consecutive slots, beginning at `first`.
    pub(super) fn read<C: Code>(&self, first: u64, codes: &mut [C]) -> Result<(), SolveError> {
        self.allocator.read(self.at(C::WIDTH)? + first * C::WIDTH.bytes(), codes)
    }

    /// Writes the codes of consecutive slots, beginning at `first`.
    pub(super) fn write<C: Code>(&self, first: u64, codes: &[C]) -> Result<(), SolveError> {
        self.allocator.write(self.at(C::WIDTH)? + first * C::WIDTH.bytes(), codes)
    }

    /// Writes `bytes` at the byte offset `at` within the codes of the width `width`.
    pub(super) fn write_bytes(&self, width: Width, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        self.allocator.write(self.at(width)? + at, bytes)
    }

    /// Fills `bytes` from the byte offset `at` within the codes of the width `width`.
    pub(super) fn read_bytes(&self, width: Width, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        self.allocator.read(self.at(width)? + at, bytes)
    }

    /// Reads the codes of some slots, stored with a given width, and converts them to 32-bit numbers.
    pub(super) fn numbers(&self, width: Width, slots: &Range<u64>) -> Result<Vec<u32>, SolveError> {
        match width {
            Width::One => self.widened::<u8>(slots),
            Width::Two => self.widened::<u16>(slots),
            Width::Four => self.widened::<u32>(slots),
        }
    }

    fn widened<C: Code>(&self, slots: &Range<u64>) -> Result<Vec<u32>, SolveError> {
        let mut codes = vec![C::new(0); (slots.end - slots.start) as usize];
        self.read(slots.start, &mut codes)?;
        Ok(codes.into_iter().map(C::get).collect())
    }

    /// Writes 32-bit numbers as codes of a given width.
    pub(super) fn write_as(&self, width: Width, first: u64, numbers: &[u32]) -> Result<(), SolveError> {
        match width {
            Width::One => self.write(first, &narrowed::<u8>(numbers)),
            Width::Two => self.write(first, &narrowed::<u16>(numbers)),
            Width::Four => self.write(first, numbers),
        }
    }
}

fn narrowed<C: Code>(numbers: &[u32]) -> Vec<C> {
    numbers.iter().map(|&number| C::new(number)).collect()
}
