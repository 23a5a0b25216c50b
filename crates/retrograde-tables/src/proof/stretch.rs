//! The slots and the codes at a range of file positions.

use std::ops::Range;

use retrograde::Slot;

use crate::error::TableError;
use crate::reading::Reading;
use crate::table_reader::TableReader;

/// One slot with its stored code.
#[derive(Clone, Copy)]
pub(super) struct One {
    pub(super) slot: Slot,
    /// The file position of the slot.
    pub(super) place: u64,
    /// The stored code.
    pub(super) code: u32,
    /// The code that the slot must have if the rules imply its value.
    pub(super) implied_code: u32,
}

/// The slots and the codes at a range of file positions, in the order of the files.
#[derive(Default)]
pub(super) struct Stretch {
    pub(super) slots: Vec<Slot>,
    pub(super) codes: Vec<u32>,
    pub(super) implied_codes: Vec<u32>,
}

impl Stretch {
    pub(super) fn read(&mut self, reading: &Reading<'_>, places: Range<u64>) -> Result<(), TableError> {
        self.codes.clear();
        self.implied_codes.clear();
        reading.write_slots(places.clone(), &mut self.slots);
        reading.each_block(places, |places| self.read_block(reading.found.stored(), places))
    }

    /// Appends the codes at a range of file positions, which must lie in one block.
    pub(super) fn read_block(&mut self, stored: &TableReader, places: Range<u64>) -> Result<(), TableError> {
        let mut implied_code = [0];
        if stored.block_places(places.start).start < places.start {
            // A slot with an implied value repeats the code of the slot before it.
            stored.codes(places.start - 1, &mut implied_code)?;
        }
        let from = self.codes.len();
        self.codes.resize(from + (places.end - places.start) as usize, 0);
        stored.codes(places.start, &mut self.codes[from..])?;
        self.implied_codes.push(implied_code[0]);
        self.implied_codes.extend_from_slice(&self.codes[from..self.codes.len() - 1]);
        Ok(())
    }

    /// Returns the slots at the indexes `range` of this stretch (a range of file positions), with the codes of these
    /// slots. The argument `first` is the file position at which the stretch starts.
    pub(super) fn ones(&self, first: u64, range: Range<usize>) -> impl Iterator<Item = One> {
        let codes = self.codes[range.clone()].iter().zip(&self.implied_codes[range.clone()]);
        let places = first + range.start as u64..;
        let slots = self.slots[range].iter().zip(places);
        slots.zip(codes).map(|((&slot, place), (&code, &implied_code))| One { slot, place, code, implied_code })
    }
}
