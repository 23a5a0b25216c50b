//! A shard: the found positions whose hashes have the same first bits.

use std::hash::Hash;

use hashbrown::HashTable;

use super::chunks::Chunks;
use super::number::{Number, SHARD_BITS, SHARDS, hash};
use super::stream::Stream;
use crate::derive::edges::{SeedTable, Standing};
use crate::kernel::budget::Budget;
use crate::kernel::solve::SolveError;
use crate::rules::game::Outcome;
use crate::rules::side::Side;

/// The data to store for each position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExploreMode {
    /// Only the position.
    Positions,
    /// Also its children and its content: an ending or an open position.
    Moves,
}

/// The positions in the order of discovery, and the data of those that are expanded.
pub(super) struct Shard<P> {
    pub(super) positions: Chunks<P>,
    index: HashTable<u32>,
    pub(super) expanded: usize,
    /// The contents of the expanded positions.
    pub(super) seeds: SeedTable,
    /// The children of the expanded positions.
    pub(super) children: Stream,
}

impl<P> Shard<P> {
    pub(super) fn new() -> Self {
        Self {
            positions: Chunks::default(),
            index: HashTable::new(),
            expanded: 0,
            seeds: SeedTable::default(),
            children: Stream::default(),
        }
    }

    /// Stores the content of the next expanded position, and the numbers of its children, which this sorts.
    pub(super) fn store(
        &mut self,
        turn: Side,
        outcome: Option<Outcome>,
        children: &mut Vec<u32>,
        wanted: ExploreMode,
        budget: &Budget,
    ) -> Result<(), SolveError> {
        self.expanded += 1;
        if wanted == ExploreMode::Positions {
            return Ok(());
        }
        children.sort_unstable();
        children.dedup();
        let standing = outcome.map_or(Standing::Open(children.len() as u32), Standing::Over);
        self.seeds.push(turn, standing, budget)?;
        self.children.push(children, budget)
    }

    /// Frees the index that finds positions.
    pub(super) fn forget_index(&mut self, budget: &Budget) {
        budget.give(self.index.allocation_size() as u64);
        self.index = HashTable::new();
    }
}

impl<P: Eq + Hash> Shard<P> {
    /// The number of a position of this shard, whose number is `shard`. Adds the position if it is new.
    #[inline]
    pub(super) fn number(&mut self, shard: usize, position: P, budget: &Budget) -> Result<Number, SolveError> {
        let looked_up = key(&position);
        if let Some(&local) = self.index.find(looked_up, |&local| *self.positions.get(local as usize) == position) {
            return Ok(Number(local << SHARD_BITS | shard as u32));
        }
        let local = self.positions.len();
        if self.index.len() == self.index.capacity() {
            self.grow(budget)?;
        }
        let Self { positions, index, .. } = self;
        positions.push(position, budget)?;
        index.insert_unique(looked_up, local as u32, |&local| key(positions.get(local as usize)));
        Ok(Number((local as u32) << SHARD_BITS | shard as u32))
    }

    /// Makes room in the index for one more position.
    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), SolveError> {
        let Self { positions, index, .. } = self;
        if positions.len() == Number::MOST {
            let slots = Number::MOST as u64 * SHARDS as u64;
            return Err(SolveError::TooLarge { slots, needed: budget.held(), limit: budget.limit() });
        }
        let before = index.allocation_size() as u64;
        // While it grows, the old table and the new one, twice as large, both exist.
        let more = (2 * before).max(64);
        budget.take(more, (positions.len() * SHARDS) as u64)?;
        let grown = index.try_reserve(1, |&local| key(positions.get(local as usize)));
        grown.map_err(|_| SolveError::NoMemory { needed: more })?;
        budget.give(more + before);
        budget.keep(index.allocation_size() as u64);
        Ok(())
    }
}

/// The lookup key of a position in its shard. The hash table uses the last and the first bits of the key.
#[inline]
fn key<P: Hash>(position: &P) -> u64 {
    hash(position).rotate_left(u64::BITS / 2)
}
