//! Converts binned moves to stored lists of predecessors. Each step converts a block of 65,536 slots.

use std::sync::{Mutex, PoisonError};

use super::bins::{BIN_SLOTS, Bin, Bins};
use super::lists::{self, Lists};
use super::order::Order;
use super::seeds::SeedTable;
use super::stored::{Edges, bytes_by_slot};
use crate::kernel::budget::{Budget, PAGE};
use crate::kernel::solve::{Options, SolveError, Stage, Watch, estimate, share};

/// All positions and the moves between them, divided into parts. Each thread has made one part. The positions of a part
/// are in the order in which the thread added them.
#[derive(Debug, Default)]
pub(crate) struct Unlinked {
    pub(crate) seeds: Vec<SeedTable>,
    /// The moves of each part. A parent is given by its number in the order of addition, and a child is given by its
    /// slot.
    pub(crate) bins: Vec<Bins>,
    /// The number of slots that progress reports have counted as linked before this step.
    pub(crate) done_before: u64,
}

impl Unlinked {
    fn slots(&self) -> u64 {
        self.seeds.iter().map(|seeds| seeds.len() as u64).sum()
    }

    /// Converts the moves to stored lists of predecessors. `beside` is the number of bytes of the caller's data that
    /// stay in use until the solve is complete.
    pub(crate) fn link(
        self,
        order: Order<'_>,
        beside: u64,
        budget: &Budget,
        options: &Options<'_>,
    ) -> Result<Edges, SolveError> {
        let slots = self.slots();
        let Self { seeds, bins, done_before } = self;
        let blocks = blocks(slots);
        let bins = by_block(bins, blocks);
        let needed = needed(&bins, slots, beside, budget, options);
        if needed > options.limit() {
            return Err(SolveError::TooLarge { slots, needed, limit: options.limit() });
        }
        let seeds = SeedTable::gather(seeds, order)?;
        let mut filled = Vec::new();
        filled.resize_with(bins.len(), Lists::default);
        let watch = Mutex::new(Watch::new(options, Stage::Linking, Some(slots)));
        let parts = bins.into_iter().zip(&mut filled).zip((0..).step_by(BIN_SLOTS)).collect();
        share(options.workers(), parts, |((bins, lists), first)| {
            let done = done_before + (slots - done_before) * slots.min(first) / slots.max(1);
            watch.lock().unwrap_or_else(PoisonError::into_inner).look(0, done)?;
            *lists = Lists::fill(first, bins, &seeds, order, budget, options)?;
            Ok(())
        })?;
        Ok(Edges { seeds, blocks: filled })
    }
}

/// Returns the number of blocks that `slots` slots need, with 65,536 slots in each block.
fn blocks(slots: u64) -> usize {
    slots.div_ceil(BIN_SLOTS as u64) as usize
}

/// Groups the bins of all parts by block. Bins of children beyond the last slot come after the bins of the last block.
fn by_block(bins: Vec<Bins>, blocks: usize) -> Vec<Vec<Bin>> {
    let mut all = Vec::new();
    all.resize_with(blocks, Vec::new);
    for bins in bins {
        for (index, bin) in bins.into_bins().enumerate() {
            if index == all.len() {
                all.push(Vec::new());
            }
            all[index].push(bin);
        }
    }
    all
}

/// Returns the maximum number of bytes in use during the linking and during the later solve.
fn needed(bins: &[Vec<Bin>], slots: u64, beside: u64, budget: &Budget, options: &Options<'_>) -> u64 {
    let on_a_shelf = slots.min(BIN_SLOTS as u64);
    let (mut stored, mut excess, mut largest) = (0, 0, 0);
    for bins in bins {
        let moves = bins.iter().map(Bin::moves).sum();
        let most = lists::most_bytes(on_a_shelf, moves, slots);
        stored += most;
        excess += most.saturating_sub(bins.iter().map(Bin::bytes).sum());
        largest = largest.max(moves);
    }
    let by_slot = bytes_by_slot(slots);
    let scratch = scratch(largest, slots, options);
    let link = budget.held().saturating_add(by_slot + excess + scratch);
    link.max(beside.saturating_add(by_slot + stored).saturating_add(estimate(slots, options.threads)))
}

/// Returns the maximum number of bytes of temporary memory while the blocks are filled, if no block has more than
/// `largest` moves.
fn scratch(largest: u64, slots: u64, options: &Options<'_>) -> u64 {
    let on_a_shelf = slots.min(BIN_SLOTS as u64);
    let at_once = options.workers().min(blocks(slots)) as u64;
    at_once.saturating_mul(lists::most_scratch(on_a_shelf, largest))
}

/// Returns the maximum number of bytes for storing `moves` moves and for the later solve. The bound can be too low if
/// most moves lead to slots of a few blocks.
pub(crate) fn most_bytes(slots: u64, moves: u64, beside: u64, options: &Options<'_>) -> u64 {
    let blocks = slots.div_ceil(BIN_SLOTS as u64).max(1);
    // The bound assumes that the largest block has half more moves than the average block.
    let largest = moves.min((moves / blocks).saturating_mul(3) / 2);
    let by_slot = bytes_by_slot(slots);
    let bins = Bins::most_bytes(slots, moves, options.workers() as u64);
    // Each block may have one page that is almost empty.
    let stored = lists::most_bytes(slots, moves, slots).saturating_add((blocks - 1).saturating_mul(PAGE as u64));
    let link =
        bins.max(stored).saturating_add(scratch(largest, slots, options)).saturating_add(SeedTable::bytes_of(slots));
    let solve = stored.saturating_add(estimate(slots, options.threads));
    beside.saturating_add(by_slot).saturating_add(link.max(solve))
}
