//! A part (shard) of the positions that the search has found. A shard contains the positions whose hashes have the same
//! highest bits.

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
    /// The position, its side to move, its outcome if the game is over, and its children.
    Moves,
}

/// The positions of a shard in the order of discovery, and the data of the expanded positions.
pub(super) struct Shard<P> {
    pub(super) positions: Chunks<P>,
    index: HashTable<u32>,
    pub(super) expanded: usize,
    /// For each expanded position, the side to move, and the ending or the number of children.
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

    /// Stores the data of the next expanded position. Sorts the numbers of the position's children first.
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

    /// Frees the hash table that finds positions.
    pub(super) fn forget_index(&mut self, budget: &Budget) {
        budget.give(self.index.allocation_size() as u64);
        self.index = HashTable::new();
    }
}

impl<P: Eq + Hash> Shard<P> {
    /// Returns the number of a position, and adds the position if it is new. `shard` is the number of this shard.
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

    /// Grows the hash table so that it can hold one more position.
    #[cold]
    fn grow(&mut self, budget: &Budget) -> Result<(), SolveError> {
        let Self { positions, index, .. } = self;
        if positions.len() == Number::MOST {
            let slots = Number::MOST as u64 * SHARDS as u64;
            return Err(SolveError::TooLarge { slots, needed: budget.held(), limit: budget.limit() });
        }
        let before = index.allocation_size() as u64;
        // During the growth both the old hash table and the new one exist, and the new one is twice as large.
        let more = (2 * before).max(64);
        budget.take(more, (positions.len() * SHARDS) as u64)?;
        let grown = index.try_reserve(1, |&local| key(positions.get(local as usize)));
        grown.map_err(|_| SolveError::NoMemory { needed: more })?;
        budget.give(more + before);
        budget.keep(index.allocation_size() as u64);
        Ok(())
    }
}

/// Returns the lookup key of a position in its shard. The hash table uses the lowest and the highest bits of the key.
/// The highest bits of the hash are the same for all positions of a shard. So the hash is rotated.
#[inline]
fn key<P: Hash>(position: &P) -> u64 {
    hash(position).rotate_left(u64::BITS / 2)
}
