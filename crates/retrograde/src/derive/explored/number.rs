//! Defines the numbers that positions receive when the search finds them. Divides the positions into shards by their
//! hashes.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// The number of shards. For a game with ten million positions, the hash table of one shard needs about a third of a
/// megabyte. A table of this size fits in a core's cache.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
pub(super) const SHARD_BITS: u32 = 8;

/// The number that a position receives when the search finds it. The number consists of the index of a shard and the
/// index of the position in this shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(pub(super) u32);

impl Number {
    /// The maximum number of positions in a shard.
    pub(super) const MOST: usize = 1 << (u32::BITS - SHARD_BITS);

    #[inline]
    pub(super) const fn shard(self) -> usize {
        self.0 as usize % SHARDS
    }

    #[inline]
    pub(super) const fn local(self) -> usize {
        (self.0 >> SHARD_BITS) as usize
    }
}

/// Returns the hash of a position. The highest bits of the hash are the number of the position's shard.
#[inline]
pub(super) fn hash<P: Hash>(position: &P) -> u64 {
    // The hash is multiplied because a multiplication mixes the high bits of its result best.
    FxBuildHasher.hash_one(position).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the shard of a position with this hash.
#[inline]
pub(super) const fn shard_of(hash: u64) -> u8 {
    (hash >> (u64::BITS - SHARD_BITS)) as u8
}
