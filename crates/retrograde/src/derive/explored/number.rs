//! The numbers of positions in the order of discovery, and their shards.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// The number of shards. In games with about ten million positions, the lookup data of one shard is about an eighth of
/// a megabyte, which fits in a core's cache.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;
pub(super) const SHARD_BITS: u32 = 8;

/// The number of a position in the order of discovery: its shard, and its index there.
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

/// The hash of a position; its first bits are the shard.
#[inline]
pub(super) fn hash<P: Hash>(position: &P) -> u64 {
    // The high bits of a multiplicative hash are its best ones.
    FxBuildHasher.hash_one(position).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The shard of a position with this hash.
#[inline]
pub(super) const fn shard_of(hash: u64) -> u8 {
    (hash >> (u64::BITS - SHARD_BITS)) as u8
}
