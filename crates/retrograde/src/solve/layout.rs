//! Which worker owns which slots.

use crate::game::Slot;

/// How the slots are cut into shards, and the shards dealt to the workers.
///
/// A shard is a contiguous range of `2^shift` slots (the last may be shorter). Shard `s` belongs to
/// worker `s % workers`: many small shards dealt in turn keep the work even when depth and slot go
/// together. A worker calls its slots by *local* numbers: its shards laid end to end.
pub(super) struct Layout {
    slots: u64,
    workers: usize,
    shift: u32,
    homes: Vec<Home>,
}

#[derive(Clone, Copy)]
struct Home {
    owner: u32,
    first_local: u32,
}

/// A worker's local numbers and one flag share 32 bits.
const MAX_LOCAL: u64 = 1 << 31;
/// Smaller shards would not be worth their place in the map.
const MIN_SHARD_SHIFT: u32 = 12;
/// With fewer slots a worker is not worth its thread.
const MIN_SLOTS_EACH: u64 = 1 << 16;
/// Each worker has a letterbox from each other one; more workers than this would mostly carry mail.
const MAX_THREADS: u64 = 256;
/// Shards a worker, if there are slots enough.
const SHARDS_EACH: u64 = 64;

/// How many workers so many slots are dealt to: no more than threads, unless local numbers would not do.
pub(super) fn workers(slots: u64, threads: usize) -> u64 {
    let needed = slots.div_ceil(MAX_LOCAL / 2);
    let useful = slots / MIN_SLOTS_EACH + 1;
    (threads as u64).min(MAX_THREADS).min(useful).max(needed).max(1)
}

impl Layout {
    pub(super) fn new(slots: u64, threads: usize) -> Self {
        let workers = workers(slots, threads);
        let shift = (slots / (workers * SHARDS_EACH)).max(1).ilog2().max(MIN_SHARD_SHIFT);
        let homes = (0..slots.div_ceil(1 << shift))
            .map(|shard| Home { owner: (shard % workers) as u32, first_local: ((shard / workers) << shift) as u32 })
            .collect();
        Self { slots, workers: workers as usize, shift, homes }
    }

    pub(super) const fn workers(&self) -> usize {
        self.workers
    }

    pub(super) const fn slots(&self) -> u64 {
        self.slots
    }

    /// The owner and the local number of a slot; `None` beyond the last slot.
    #[inline]
    pub(super) fn home(&self, slot: Slot) -> Option<(usize, u32)> {
        if slot.0 >= self.slots {
            return None;
        }
        let home = self.homes.get((slot.0 >> self.shift) as usize)?;
        let within = slot.0 as u32 & ((1 << self.shift) - 1);
        Some((home.owner as usize, home.first_local | within))
    }

    /// The slot that `worker` calls `local`.
    #[inline]
    pub(super) fn slot(&self, worker: usize, local: u32) -> Slot {
        let shard = u64::from(local >> self.shift) * self.workers as u64 + worker as u64;
        Slot(shard << self.shift | u64::from(local) & ((1 << self.shift) - 1))
    }

    /// Cuts the table into each worker's holdings.
    pub(super) fn deal<'t, T>(&self, table: &'t mut [T]) -> Vec<Holding<'t, T>> {
        let mut holdings: Vec<_> =
            (0..self.workers).map(|_| Holding { shift: self.shift, shards: Vec::new() }).collect();
        for (shard, cells) in table.chunks_mut(1 << self.shift).enumerate() {
            holdings[shard % self.workers].shards.push(cells);
        }
        holdings
    }
}

/// The cells that one worker owns, by local number.
pub(super) struct Holding<'t, T> {
    shift: u32,
    shards: Vec<&'t mut [T]>,
}

impl<T> Holding<'_, T> {
    #[inline]
    pub(super) fn cell(&mut self, local: u32) -> &mut T {
        &mut self.shards[(local >> self.shift) as usize][(local & ((1 << self.shift) - 1)) as usize]
    }

    /// The number of cells.
    #[inline]
    pub(super) fn len(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// The run of cells from `local` to the end of its shard; `None` after the last.
    #[inline]
    pub(super) fn run_from(&mut self, local: u32) -> Option<&mut [T]> {
        self.shards.get_mut((local >> self.shift) as usize)?.get_mut((local & ((1 << self.shift) - 1)) as usize..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_and_slots_are_inverse_and_cover_every_cell_once() {
        for (slots, threads) in [(0, 1), (1, 3), (5_000, 2), (100_000, 1), (990_000, 2), (1_234_567, 7)] {
            let layout = Layout::new(slots, threads);
            let mut table = vec![u64::MAX; slots as usize];
            let mut holdings = layout.deal(&mut table);
            for slot in 0..slots {
                let (owner, local) = layout.home(Slot(slot)).unwrap();
                assert_eq!(layout.slot(owner, local), Slot(slot), "{slots} slots, {threads} threads");
                *holdings[owner].cell(local) = slot;
            }
            assert!(layout.home(Slot(slots)).is_none());
            assert!(table.iter().enumerate().all(|(slot, &seen)| seen == slot as u64), "{slots} slots");
        }
    }

    #[test]
    fn a_huge_numbering_gets_more_workers_than_threads() {
        let layout = Layout::new(1 << 33, 2);
        assert!(layout.workers() >= 8);
        let last = Slot((1 << 33) - 1);
        let (owner, local) = layout.home(last).unwrap();
        assert_eq!(layout.slot(owner, local), last);
    }
}
