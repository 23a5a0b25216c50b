//! Some of a table's slots in memory: what children are looked up in.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use retrograde::rules::memory::filled_by;
use retrograde::table::{Codes, Width, with_codes};
use retrograde::{Slot, SolveError};

/// The codes of a range of slots, which any number of threads may write, and read when all are written.
pub(crate) struct Held {
    /// Which slots are held changes between two bins, when nobody reads.
    first: AtomicU64,
    /// How many slots are held, which are at most those that there is room for.
    length: AtomicU64,
    /// In as few bytes each as tell all cells apart.
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
    /// Room for so many slots of a table with so many cells.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`].
    pub(crate) fn new(slots: u64, cells: usize) -> Result<Self, SolveError> {
        let codes = match Width::of(cells) {
            Width::One => Codes::One(filled_by(slots, AtomicU8::default)?),
            Width::Two => Codes::Two(filled_by(slots, AtomicU16::default)?),
            Width::Four => Codes::Four(filled_by(slots, AtomicU32::default)?),
        };
        Ok(Self { first: AtomicU64::new(0), length: AtomicU64::new(0), codes })
    }

    /// From now on these slots are held, as soon as each is put.
    pub(crate) fn begin(&self, slots: Range<u64>) {
        self.first.store(slots.start, Ordering::Relaxed);
        self.length.store(slots.end - slots.start, Ordering::Relaxed);
    }

    /// The first slot that is held.
    pub(crate) fn first(&self) -> u64 {
        self.first.load(Ordering::Relaxed)
    }

    fn length(&self) -> usize {
        self.length.load(Ordering::Relaxed) as usize
    }

    /// Where a slot is held, as told by the first one: beyond all that are, if it is not.
    #[inline]
    fn place(first: u64, slot: Slot) -> Option<usize> {
        usize::try_from(slot.0.wrapping_sub(first)).ok()
    }

    /// Puts the codes of some slots, of those that are held.
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

    /// Writes the codes of some of the slots that are held.
    pub(crate) fn codes(&self, slots: Range<u64>, codes: &mut Vec<u32>) {
        let [first, last] = [slots.start, slots.end].map(|slot| (slot - self.first()) as usize);
        codes.clear();
        with_codes!(&self.codes, held => codes.extend(held[first..last].iter().map(Code::get)));
    }

    /// The codes of some slots, little-endian, each in as many bytes as [`Width::of`] the cells; `None`: some are not held.
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

    /// Writes what each child's code means to its parent, by `means` of children whose parent's mover does not move again, and of others;
    /// of children that are not held, `absent`.
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
