//! The codes of a range of slots in memory, for lookups of successors.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use retrograde::rules::memory::filled_by;
use retrograde::table::{Codes, Width, with_codes};
use retrograde::{Slot, SolveError};

/// The codes of a range of slots, in memory. Several threads can write codes concurrently. Callers may read codes only
/// after all codes of the range are written.
pub(crate) struct Held {
    /// The first slot of the range. Callers load one range after another, and start the next range only while no thread
    /// reads.
    first: AtomicU64,
    /// The number of slots in the range. Memory was allocated for at least this number of slots.
    length: AtomicU64,
    /// The codes. A code has 1, 2 or 4 bytes, which is the least number of bytes that can number all cells.
    codes: Codes<Vec<AtomicU8>, Vec<AtomicU16>, Vec<AtomicU32>>,
}

/// An integer that holds a code.
trait Code {
    fn put(&self, code: u32);
    fn get(&self) -> u32;
}

macro_rules! code {
    ($($atomic:ty: $integer:ty),*) => {$(
        impl Code for $atomic {
            #[inline]
            fn put(&self, code: u32) {
                self.store(code as $integer, Ordering::Relaxed);
            }
            #[inline]
            fn get(&self) -> u32 {
                u32::from(self.load(Ordering::Relaxed))
            }
        }
    )*};
}

code!(AtomicU8: u8, AtomicU16: u16, AtomicU32: u32);

impl Held {
    /// Allocates memory for the codes of `slots` slots of a table with `cells` cells.
    ///
    /// # Errors
    /// Returns [`SolveError::NoMemory`] if the memory cannot be allocated.
    pub(crate) fn new(slots: u64, cells: usize) -> Result<Self, SolveError> {
        let codes = match Width::of(cells) {
            Width::One => Codes::One(filled_by(slots, AtomicU8::default)?),
            Width::Two => Codes::Two(filled_by(slots, AtomicU16::default)?),
            Width::Four => Codes::Four(filled_by(slots, AtomicU32::default)?),
        };
        Ok(Self { first: AtomicU64::new(0), length: AtomicU64::new(0), codes })
    }

    /// Starts a new range of slots. The code of a slot is valid only after it is written.
    pub(crate) fn begin(&self, slots: Range<u64>) {
        self.first.store(slots.start, Ordering::Relaxed);
        self.length.store(slots.end - slots.start, Ordering::Relaxed);
    }

    /// Returns the first slot of the range.
    pub(crate) fn first(&self) -> u64 {
        self.first.load(Ordering::Relaxed)
    }

    fn length(&self) -> usize {
        self.length.load(Ordering::Relaxed) as usize
    }

    /// Returns the index of a slot in a range that starts at `first`. For a slot outside the range, the function
    /// returns `None` or an index that is at least the range's length.
    #[inline]
    fn place(first: u64, slot: Slot) -> Option<usize> {
        usize::try_from(slot.0.wrapping_sub(first)).ok()
    }

    /// Writes `codes`, one for each slot of `slots`; ignores the slots outside the range.
    pub(crate) fn put(&self, slots: &[Slot], codes: &[u32]) {
        let first = self.first();
        with_codes!(&self.codes, held => {
            let held = &held[..self.length()];
            for (&slot, &code) in slots.iter().zip(codes) {
                if let Some(held) = Self::place(first, slot).and_then(|place| held.get(place)) {
                    held.put(code);
                }
            }
        });
    }

    /// Replaces the content of `codes` with the codes of `slots`, which must be in the range.
    pub(crate) fn codes(&self, slots: Range<u64>, codes: &mut Vec<u32>) {
        let [first, last] = [slots.start, slots.end].map(|slot| (slot - self.first()) as usize);
        codes.clear();
        with_codes!(&self.codes, held => codes.extend(held[first..last].iter().map(Code::get)));
    }

    /// Returns the codes of `slots` as bytes. Returns `None` if a slot is not in the range. Each code is a
    /// little-endian number. The function [`Width::of`] determines how many bytes a code has. This number depends on
    /// the number of cells.
    pub(crate) fn codes_of(&self, slots: &[Slot]) -> Option<Vec<u8>> {
        let first = self.first();
        with_codes!(&self.codes, held => {
            let held = &held[..self.length()];
            let mut codes = Vec::with_capacity(slots.len() * size_of_val(held.first()?));
            for &slot in slots {
                let held = Self::place(first, slot).and_then(|place| held.get(place))?;
                codes.extend_from_slice(&held.get().to_le_bytes()[..size_of_val(held)]);
            }
            Some(codes)
        })
    }

    /// Clears `found`, looks up the code of each successor, and writes one number for each successor to `found`.
    /// Usually the number is the entry of the list `means` whose index equals the successor's code. If the side that
    /// makes the move to the successor also makes the next move, the number comes from the list `means_again` instead.
    /// For a successor outside the range, the number is `absent`.
    pub(crate) fn look_up(
        &self,
        children: impl Iterator<Item = (Slot, bool)>,
        [means, means_again]: &[Vec<u32>; 2],
        absent: u32,
        found: &mut Vec<u32>,
    ) {
        found.clear();
        let first = self.first();
        with_codes!(&self.codes, held => {
            let held = &held[..self.length()];
            found.extend(children.map(|(slot, again)| {
                let held = Self::place(first, slot).and_then(|place| held.get(place));
                let means = if again { means_again } else { means };
                held.map_or(absent, |code| means[code.get() as usize])
            }));
        });
    }
}
