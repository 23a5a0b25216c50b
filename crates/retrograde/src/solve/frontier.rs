//! The positions decided at one depth, waiting to be expanded.

use super::layout::Holding;
use crate::table::Cell;

/// One worker's positions of one depth: a list while they are few; when they are many, a promise that
/// a scan of the cells will find them, which is as fast and takes no memory.
pub(super) struct Frontier {
    listed: Vec<u32>,
    capacity: usize,
    count: u64,
    cursor: u32,
}

/// Lists hold at most one slot in so many: beyond, the scan meets a hit within a few cache lines.
const LIST_SHARE: u64 = 32;
/// Cells looked at in one go by a scan: a cache line.
const LINE: usize = 32;

impl Frontier {
    pub(super) fn new(slots: u64) -> Self {
        Self { listed: Vec::new(), capacity: (slots / LIST_SHARE) as usize, count: 0, cursor: 0 }
    }

    /// The most bytes that a frontier over `slots` takes.
    pub(super) const fn bytes(slots: u64) -> u64 {
        slots / LIST_SHARE * size_of::<u32>() as u64
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    pub(super) fn push(&mut self, local: u32) {
        self.count += 1;
        if self.listed.len() < self.capacity {
            self.listed.push(local);
        }
    }

    pub(super) fn clear(&mut self) {
        self.listed.clear();
        self.count = 0;
        self.cursor = 0;
    }

    /// Makes it all cells for which `wanted` will hold, without listing them.
    pub(super) fn all_that_match(&mut self) {
        self.clear();
        self.count = u64::MAX;
    }

    /// Moves some more of its positions into `batch`, which must be empty; leaves it empty at the end.
    pub(super) fn next_batch(
        &mut self,
        cells: &mut Holding<'_, Cell>,
        wanted: impl Fn(Cell) -> bool,
        batch: &mut Vec<u32>,
    ) {
        if self.count == self.listed.len() as u64 {
            self.next_listed(batch);
        } else {
            self.scan(cells, wanted, batch);
        }
    }

    fn next_listed(&mut self, batch: &mut Vec<u32>) {
        let rest = &self.listed[self.cursor as usize..];
        let taken = rest.len().min(BATCH);
        batch.extend_from_slice(&rest[..taken]);
        self.cursor += taken as u32;
    }

    fn scan(&mut self, cells: &mut Holding<'_, Cell>, wanted: impl Fn(Cell) -> bool, batch: &mut Vec<u32>) {
        while batch.len() < BATCH {
            let Some(run) = cells.run_from(self.cursor).filter(|run| !run.is_empty()) else { return };
            let line = &run[..run.len().min(LINE)];
            // Without an early exit the whole line is compared in a few vector instructions.
            if line.iter().fold(false, |any, &cell| any | wanted(cell)) {
                let hits = line.iter().zip(self.cursor..).filter(|&(&cell, _)| wanted(cell));
                batch.extend(hits.map(|(_, local)| local));
            }
            self.cursor += line.len() as u32;
        }
    }
}

/// Positions expanded between two looks at the clock, the mail and the wish to cancel.
pub(super) const BATCH: usize = 256;
