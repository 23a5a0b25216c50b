//! The decided positions of a worker of a solve in scratch storage. This module records where these positions are
//! stored, and which of their codes are not in the column yet.

use std::collections::BTreeMap;

use super::super::codebook::Codebook;
use super::super::segments::Source;
use super::super::worker::expanded;
use super::entry::ColumnEntry;
use super::site::Site;
use super::spill_file::Unit;
use crate::kernel::options::SolveError;
use crate::kernel::state::SweepLaw;
use crate::rules::value::{Depth, Value};
use crate::table::column::{Code, Width};

/// The decided positions of one worker.
pub(super) struct Decided {
    /// The codebook. All workers have identical codebooks, because a codebook depends only on the combined results of
    /// all workers.
    pub(super) codebook: Codebook,
    /// For each depth, the positions that must be expanded at this depth and whose codes are already in the column.
    known: BTreeMap<(SweepLaw, Depth), Vec<Unit>>,
    /// Positions that were decided by messages and must be expanded at the next depth.
    fresh: Vec<Unit>,
    /// Positions whose codes are not in the column yet.
    pending: Vec<ColumnEntry>,
}

impl Decided {
    pub(super) const fn new(codebook: Codebook) -> Self {
        Self { codebook, known: BTreeMap::new(), fresh: Vec::new(), pending: Vec::new() }
    }

    /// Returns the list of the positions that must be expanded at a depth and whose codes are already in the column.
    pub(super) fn known(&mut self, law: SweepLaw, depth: Depth) -> &mut Vec<Unit> {
        self.known.entry((law, depth)).or_default()
    }

    /// Removes and returns the stored positions that must be expanded at a depth. After these positions are expanded,
    /// the solve does not need them again.
    pub(super) fn frontier(&mut self, law: SweepLaw, depth: Depth) -> Vec<Unit> {
        let mut all = self.known.remove(&(law, depth)).unwrap_or_default();
        all.append(&mut self.fresh);
        all
    }

    /// Adds positions that messages decided. Each position has one of the two values in `values`. For each of these
    /// values, `marks` contains the number of slots that all workers together have decided.
    pub(super) fn add(&mut self, units: &[Unit], values: [Value; 2], marks: [u64; 2]) -> Result<(), SolveError> {
        let [mut win, mut loss] = [0; 2];
        for (place, (value, marks)) in [&mut win, &mut loss].into_iter().zip(values.into_iter().zip(marks)) {
            if marks > 0 {
                *place = self.take(value)?;
            }
        }
        // For ties, both values are the same.
        let places = if values[0] == values[1] { [win; 2] } else { [win, loss] };
        self.fresh.extend_from_slice(units);
        self.pending.extend(units.iter().map(|&unit| ColumnEntry { unit, places }));
        Ok(())
    }

    /// Returns the index of a value in the codebook. Assigns a free code if the value has no code yet, and widens the
    /// codes if no code is free.
    fn take(&mut self, value: Value) -> Result<u32, SolveError> {
        loop {
            if let Some((code, _)) = self.codebook.take(value) {
                return Ok(self.codebook.width().last() - code);
            }
            if self.codebook.width() == Width::Four {
                return Err(SolveError::TooDeep);
            }
            drop(self.codebook.widen());
        }
    }

    /// Stores the codes of a group's pending positions in `codes`. The codes have the width of the codebook.
    pub(super) fn enter<C: Code>(&self, site: &Site<'_>, group: usize, codes: &mut [C]) -> Result<(), SolveError> {
        for entry in self.pending.iter().filter(|entry| entry.unit.group() == group) {
            entry.enter(site, codes)?;
        }
        Ok(())
    }

    /// Clears the list of pending positions, after the codes of all pending positions are in the column.
    pub(super) fn entered(&mut self) {
        self.pending = Vec::new();
    }

    /// Reserves codes for the unexpanded positions of a depth. Returns column entries that give these positions the
    /// reserved codes.
    pub(super) fn set_apart(&mut self, law: SweepLaw, depth: Depth, left: &[Unit]) -> Vec<ColumnEntry> {
        let whole = self.places(law, depth);
        let [win, loss] = law.values(depth).map(|value| self.codebook.find(value));
        self.codebook.set_apart(expanded(law, Source { win, loss }));
        let [win, loss] = self.codebook.left_places().0;
        // Ties have one code. If the positions of a value need no expansion, the value gets no reserved code. So these
        // positions keep their code.
        let apart = [win, if law == SweepLaw::Ties { win } else { loss }];
        let places = [apart[0].unwrap_or(whole[0]), apart[1].unwrap_or(whole[1])];
        left.iter().map(|&unit| ColumnEntry { unit, places }).collect()
    }

    /// Frees the codes that mark unexpanded positions. At the next update of the column, these positions get the codes
    /// of their values again.
    pub(super) fn rejoin(&mut self, law: SweepLaw, depth: Depth, left: &[Unit]) {
        self.codebook.rejoin();
        let places = self.places(law, depth);
        self.pending.extend(left.iter().map(|&unit| ColumnEntry { unit, places }));
    }

    /// Returns the indexes of a depth's values in the codebook. A value that does not occur gets the index of the code
    /// for holes instead.
    fn places(&self, law: SweepLaw, depth: Depth) -> [u32; 2] {
        let last = self.codebook.width().last();
        law.values(depth).map(|value| self.codebook.find(value).map_or(0, |code| last - code))
    }
}

impl ColumnEntry {
    /// Stores the codes of this entry's positions in `codes`. The list `codes` contains the codes of the positions'
    /// group.
    pub(super) fn enter<C: Code>(&self, site: &Site<'_>, codes: &mut [C]) -> Result<(), SolveError> {
        let [win, loss] = self.places.map(|place| C::new(C::WIDTH.last() - place));
        self.unit.each_run(site.allocator, |number, positions| {
            for position in positions {
                codes[number as usize * site.segment_size() + position.place()] =
                    if position.won() { win } else { loss };
            }
            Ok(())
        })
    }
}
