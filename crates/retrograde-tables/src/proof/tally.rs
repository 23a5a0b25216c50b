//! The counts of a verification, and their sum over threads and processes.

use std::collections::BTreeMap;

use retrograde::{Cell, Verified};
use serde::{Deserialize, Serialize};

use super::stretch::One;
use crate::error::TableError;
use crate::format::cell;
use crate::metadata::Census;
use crate::verify_group::VerifyGroup;

/// The findings of a whole verification.
pub(super) struct Tally {
    /// The lowest wrong slot; `u64::MAX` if no slot is wrong.
    pub(super) wrong: u64,
    /// The lowest file position where a slot with an implied value has a wrong code; `u64::MAX` if there is none.
    pub(super) misfilled: u64,
    pub(super) counts: Counts,
}

/// The findings of one process, in the form that processes exchange.
#[derive(Serialize, Deserialize)]
pub(super) struct SentTally {
    pub(super) wrong: u64,
    pub(super) misfilled: u64,
    pub(super) positions: u64,
    pub(super) moves: u64,
    pub(super) by_code: Vec<Counted>,
    /// The counts of slots with implied values. Each entry has the bits of an implied cell, and the count of slots with
    /// this cell.
    pub(super) filled: Vec<(u32, Counted)>,
}

impl SentTally {
    pub(super) fn of(tally: &Tally) -> Self {
        let Tally { wrong, misfilled, counts: Counts { verified, by_code, filled } } = tally;
        let filled = filled.iter().map(|&(cell, counted)| (cell.bits(), counted)).collect();
        let Verified { positions, moves } = *verified;
        Self { wrong: *wrong, misfilled: *misfilled, positions, moves, by_code: by_code.clone(), filled }
    }

    /// Returns the counts that another process has sent, for a table with `cells` distinct cells. Returns `None` if the
    /// counts are invalid.
    pub(super) fn counts(self, cells: usize) -> Option<Counts> {
        let Self { positions, moves, by_code, filled, .. } = self;
        let filled = filled.into_iter().map(|(bits, counted)| Some((cell(bits)?, counted))).collect::<Option<_>>()?;
        (by_code.len() <= cells).then_some(Counts { verified: Verified { positions, moves }, by_code, filled })
    }
}

impl Tally {
    /// Combines the findings of all processes.
    pub(super) fn merged(all: Vec<SentTally>, cells: usize) -> Result<Self, TableError> {
        let mut merged = Self { wrong: u64::MAX, misfilled: u64::MAX, counts: Counts::default() };
        for tally in all {
            merged.wrong = merged.wrong.min(tally.wrong);
            merged.misfilled = merged.misfilled.min(tally.misfilled);
            merged.counts.merge(&tally.counts(cells).ok_or_else(VerifyGroup::strange)?);
        }
        Ok(merged)
    }
}

/// The counts of the slots that one or several threads have checked.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) verified: Verified,
    /// The counts of slots with stored values, indexed by code.
    pub(super) by_code: Vec<Counted>,
    /// The counts of slots with implied values, for each implied cell. There are only a few different implied cells.
    pub(super) filled: Vec<(Cell, Counted)>,
}

/// The number of slots with the same cell, and the lowest of these slots.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Counted {
    pub(super) slots: u64,
    pub(super) lowest: u64,
}

impl Default for Counted {
    fn default() -> Self {
        Self { slots: 0, lowest: u64::MAX }
    }
}

impl Counted {
    pub(super) const fn add(&mut self, more: Self) {
        self.slots += more.slots;
        if more.lowest < self.lowest {
            self.lowest = more.lowest;
        }
    }
}

impl Counts {
    /// Counts a slot whose value is stored.
    #[inline]
    pub(super) fn open(&mut self, one: One, cells: &[Cell], moves: u32) {
        if self.by_code.is_empty() {
            self.by_code.resize(cells.len(), Counted::default());
        }
        self.by_code[one.code as usize].add(Counted { slots: 1, lowest: one.slot.0 });
        self.verified.add_slot(cells[one.code as usize], moves);
    }

    /// Counts a slot whose value is implied.
    #[inline]
    pub(super) fn filled(&mut self, one: One, implied: Cell) {
        self.verified.add_slot(implied, 0);
        self.fill(implied, Counted { slots: 1, lowest: one.slot.0 });
    }

    pub(super) fn fill(&mut self, implied: Cell, counted: Counted) {
        match self.filled.iter_mut().find(|(cell, _)| *cell == implied) {
            Some((_, known)) => known.add(counted),
            None => self.filled.push((implied, counted)),
        }
    }

    pub(super) fn merge(&mut self, more: &Self) {
        self.verified.add(more.verified);
        let codes = self.by_code.len().max(more.by_code.len());
        self.by_code.resize(codes, Counted::default());
        self.by_code.iter_mut().zip(&more.by_code).for_each(|(known, &counted)| known.add(counted));
        more.filled.iter().for_each(|&(implied, counted)| self.fill(implied, counted));
    }

    /// Returns the number of slots with each cell, and the lowest of these slots. The function counts implied cells and
    /// stored cells in the same way.
    pub(super) fn census(&self, cells: &[Cell]) -> Census {
        let mut all: BTreeMap<Cell, Counted> = BTreeMap::new();
        let by_code = cells.iter().copied().zip(self.by_code.iter().copied());
        for (cell, counted) in by_code.chain(self.filled.iter().copied()).filter(|(_, counted)| counted.slots > 0) {
            all.entry(cell).or_default().add(counted);
        }
        Census { cells: all.into_iter().map(|(cell, counted)| (cell, (counted.slots, counted.lowest))).collect() }
    }
}
