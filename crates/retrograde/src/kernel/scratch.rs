//! Scratch storage is storage outside of memory, for a solve that does not fit in memory; see
//! [`Options::scratch`](crate::Options::scratch).

use std::ops::Range;
use std::sync::Arc;

use crate::rules::game::Slot;
use crate::rules::message::Message;
use crate::table::cell::Cell;
use crate::table::column::{Code, Width};
use crate::table::histogram::Histogram;
use crate::table::values::{Unreadable, Values};

/// A storage of bytes outside of memory, which is usually a file. Each byte has an offset. The library itself does not
/// access files. The caller passes an implementation of this trait.
///
/// A read returns the bytes that were last written at these offsets. The solver never reads an offset that it has not
/// written.
pub trait Scratch: Send + Sync {
    /// Writes `bytes` at the offset `at`.
    ///
    /// # Errors
    /// Returns an error with the reason if the bytes cannot be written.
    fn write(&self, at: u64, bytes: &[u8]) -> Result<(), Message>;

    /// Fills `bytes` with the stored bytes at the offset `at`.
    ///
    /// # Errors
    /// Returns an error with the reason if the bytes cannot be read.
    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), Message>;

    /// Returns the maximum size of the storage in bytes. All offsets are smaller than this size.
    fn room(&self) -> u64;
}

/// The values of all slots of a numbering, stored in scratch storage.
///
/// Each value that occurs has a code, and holes have one code. With at most 256 codes, a slot occupies one byte. With
/// more codes, a slot occupies two or four bytes.
pub struct Spilled {
    scratch: Arc<dyn Scratch>,
    at: u64,
    slots: u64,
    width: Width,
    /// For each code, the code's cell and the number of slots that have the code.
    codebook: Vec<(Cell, u64)>,
}

impl Spilled {
    /// Describes values in scratch storage. The values are codes of the given width, and begin at the offset `at`. For
    /// each code, `codebook` contains the cell and the number of slots that have the code.
    pub(crate) const fn new(
        scratch: Arc<dyn Scratch>,
        at: u64,
        slots: u64,
        width: Width,
        codebook: Vec<(Cell, u64)>,
    ) -> Self {
        Self { scratch, at, slots, width, codebook }
    }

    fn read(&self, slots: Range<u64>, cells: &mut [Cell]) -> Result<(), Unreadable> {
        match self.width {
            Width::One => self.read_codes::<u8>(slots, cells),
            Width::Two => self.read_codes::<u16>(slots, cells),
            Width::Four => self.read_codes::<u32>(slots, cells),
        }
    }

    fn read_codes<C: Code>(&self, slots: Range<u64>, cells: &mut [Cell]) -> Result<(), Unreadable> {
        let mut codes = [C::new(0); PIECE];
        for (cells, first) in cells.chunks_mut(PIECE).zip(slots.step_by(PIECE)) {
            let codes = &mut codes[..cells.len()];
            let at = self.at + first * self.width.bytes();
            self.scratch.read(at, bytemuck::cast_slice_mut(codes)).map_err(Unreadable::new)?;
            for (cell, code) in cells.iter_mut().zip(codes) {
                *cell = self.codebook.get(code.get() as usize).map_or(Cell::HOLE, |&(cell, _)| cell);
            }
        }
        Ok(())
    }
}

/// The maximum number of codes in one read from scratch storage.
const PIECE: usize = 1 << 12;
/// The number of slots of a page. To read one slot, `gather` reads the whole page of this slot. A page is small. So
/// reading the slots that are not needed costs little.
const PAGE: usize = 1 << 8;

impl Values for Spilled {
    fn slots(&self) -> u64 {
        self.slots
    }

    fn bytes(&self) -> u64 {
        (self.codebook.len() * size_of::<(Cell, u64)>()) as u64
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        let mut cell = [Cell::HOLE];
        self.block(slot, &mut cell)?;
        Ok(cell[0])
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        let there = self.slots.saturating_sub(first.0).min(cells.len() as u64);
        let (there, beyond) = cells.split_at_mut(there as usize);
        beyond.fill(Cell::HOLE);
        self.read(first.0..first.0 + there.len() as u64, there)
    }

    /// The function reads a page only once if successive slots of the list are on this page.
    fn gather(&self, slots: &[Slot], cells: &mut Vec<Cell>) -> Result<(), Unreadable> {
        cells.clear();
        let (mut page, mut held) = ([Cell::HOLE; PAGE], None);
        for slot in slots {
            let first = slot.0 - slot.0 % PAGE as u64;
            if held != Some(first) {
                self.block(Slot(first), &mut page)?;
                held = Some(first);
            }
            cells.push(page[(slot.0 - first) as usize]);
        }
        Ok(())
    }

    fn histogram(&self) -> Result<Histogram, Unreadable> {
        let mut histogram = Histogram::default();
        for &(cell, slots) in &self.codebook {
            if let Some(value) = cell.value() {
                histogram.add(value, slots);
            }
        }
        Ok(histogram)
    }
}
