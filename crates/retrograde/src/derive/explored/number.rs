//! The numbers of positions in the order of discovery, and the shards that they are in.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// How many shards there are. An eighth of a megabyte of each is looked up at a time, which fits a core's cache, in games of some
/// ten million positions.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
pub(super) const SHARD_BITS: u32 = 8;

/// The number of a position in the order of discovery: its shard, and how many came before it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(pub(super) u32);

impl Number {
    /// The most positions in a shard.
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

/// A position's hash; its first bits tell the shard.
#[inline]
pub(super) fn hash<P: Hash>(position: &P) -> u64 {
    // The best bits of a hash by multiplication are its high ones.
    FxBuildHasher.hash_one(position).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The shard of a position with that hash.
#[inline]
pub(super) const fn shard_of(hash: u64) -> u8 {
    (hash >> (u64::BITS - SHARD_BITS)) as u8
}
