//! A game that is stored completely, in the form that the kernel solves.

use std::ops::Range;
use std::sync::Arc;

use super::bins::BIN_SLOTS;
use super::lists::{List, Lists};
use super::seeds::{SeedTable, Standing};
use crate::kernel::solve::{self, Distributed, Options, Predecessors, SolveError};
use crate::kernel::transport::Transport;
use crate::rules::game::{Ending, Seed, Slot};
use crate::rules::side::Side;
use crate::table::cell::Table;

/// A stored game. For each slot, it stores the side to move, the ending or the number of distinct children, and the
/// predecessors. A solve needs no other data.
///
/// [`Children`](super::Children) builds the edges from lists of children, and [`Linked`](crate::Linked) from the rules
/// of a game. The edges need about five bytes for each slot and three bytes for each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    pub(super) seeds: SeedTable,
    pub(super) blocks: Vec<Lists>,
}

/// The maximum number of slots. The limit is 2^31 because a slot's number and one more bit share 32 bits.
pub(crate) const MAX_SLOTS: u64 = 1 << 31;

impl Edges {
    /// Returns the number of slots, holes included.
    pub fn slots(&self) -> u64 {
        self.seeds.len() as u64
    }

    /// Returns the number of distinct moves. Moves from the same position to the same position count once.
    pub fn moves(&self) -> u64 {
        self.blocks.iter().map(Lists::moves).sum()
    }

    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        self.seeds.bytes() + self.blocks.iter().map(Lists::bytes).sum::<u64>()
    }

    /// Returns the side to move at a slot. Returns `None` for a hole, and beyond the last slot.
    pub fn turn(&self, slot: Slot) -> Option<Side> {
        let slot = slot.index();
        (slot < self.seeds.len() && self.seeds.get(slot) != Standing::Hole).then(|| self.seeds.turn(slot))
    }

    /// Returns the distinct predecessors of a slot, in ascending order, each with the side to move at the predecessor.
    ///
    /// # Panics
    /// Panics if the slot does not exist.
    #[inline]
    pub fn predecessors(&self, slot: Slot) -> impl Iterator<Item = (Slot, Side)> + '_ {
        let turn = self.seeds.turn(slot.index());
        self.list(slot).map(move |(parent, same)| (parent, if same { turn } else { turn.other() }))
    }

    /// Finds the value of every slot; see [`solve`](solve::solve()).
    pub fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError> {
        self.solve_beside(0, options)
    }

    /// Like [`solve`](Self::solve), for a caller that uses `bytes` bytes for other data, which count towards the memory
    /// limit.
    pub fn solve_beside(&self, bytes: u64, options: &Options<'_>) -> Result<Table, SolveError> {
        solve::run(self, bytes.saturating_add(self.bytes()), options)
    }

    /// Like [`solve_beside`](Self::solve_beside), together with the other processes of a transport. All processes must
    /// have the same edges.
    pub(crate) fn solve_distributed(
        &self,
        bytes: u64,
        transport: &Arc<dyn Transport>,
        options: &Options<'_>,
    ) -> Result<Distributed, SolveError> {
        solve::run_distributed(self, bytes.saturating_add(self.bytes()), transport, options)
    }

    #[inline]
    fn list(&self, slot: Slot) -> List<'_> {
        let (number, place) = Lists::place(slot);
        self.blocks[number].list(slot, place)
    }
}

/// Returns the maximum number of bytes for the data that is stored for each slot. These data are the seeds (the
/// contents of the slots) and the starts of the lists.
pub(super) const fn bytes_by_slot(slots: u64) -> u64 {
    let starts = slots.saturating_mul(size_of::<u32>() as u64);
    let blocks = (slots / BIN_SLOTS as u64 + 1).saturating_mul(size_of::<Lists>() as u64 + 16);
    starts.saturating_add(blocks).saturating_add(SeedTable::bytes_of(slots))
}

impl Predecessors for Edges {
    const AT_ONCE: bool = false;
    const ALTERNATES: bool = false;

    fn slots(&self) -> u64 {
        self.slots()
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        for slot in slots.start as usize..slots.end as usize {
            visit(match self.seeds.get(slot) {
                Standing::Hole => Seed::Hole,
                Standing::Open(moves) => Seed::Open(moves),
                Standing::Over(outcome) => Seed::Decided(Ending { outcome, rule: "" }.value_for(self.seeds.turn(slot))),
            });
        }
    }

    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate() {
            self.list(slot).for_each(|(parent, same)| visit(index, parent, same));
        }
    }
}
