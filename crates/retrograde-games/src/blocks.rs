//! A lazily computed array of numbers. Each block of the array is computed on first use and then stored.

use std::sync::OnceLock;

/// The number of entries in a block.
const BLOCK: usize = 16;

/// A lazily computed array of numbers; each block is computed on first use.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    blocks: OnceLock<Vec<OnceLock<Box<[T; BLOCK]>>>>,
}

/// The array together with the function that computes its numbers.
#[derive(Clone, Copy)]
pub(crate) struct BlockFinder<'b, T, F> {
    blocks: &'b [OnceLock<Box<[T; BLOCK]>>],
    find: F,
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self { blocks: OnceLock::new() }
    }
}

/// The maximum length of the array. For a longer array, the list of blocks alone would need too much memory.
const MOST: u64 = 1 << 26;

impl<T: Copy> Blocks<T> {
    /// Returns whether an array of `numbers` entries is short enough to be stored.
    pub(crate) const fn can_keep(numbers: u64) -> bool {
        numbers <= MOST
    }

    /// Returns the memory, in bytes, of an array of `numbers` entries after all blocks are computed.
    pub(crate) const fn bytes(numbers: u64) -> u64 {
        let block = size_of::<[T; BLOCK]>() + size_of::<OnceLock<Box<[T; BLOCK]>>>();
        numbers.div_ceil(BLOCK as u64) * block as u64
    }

    /// Combines the array of `numbers` entries with `find`, which computes the entry at an index. For the last block,
    /// `find` is also called with indexes after the last entry.
    pub(crate) fn of<F: Fn(u64) -> T>(&self, numbers: u64, find: F) -> BlockFinder<'_, T, F> {
        let blocks = numbers.div_ceil(BLOCK as u64);
        BlockFinder { blocks: self.blocks.get_or_init(|| (0..blocks).map(|_| OnceLock::new()).collect()), find }
    }
}

impl<T: Copy, F: Fn(u64) -> T> BlockFinder<'_, T, F> {
    /// Returns the entry at index `place`, which is below the length of the array.
    #[inline]
    pub(crate) fn get(&self, place: u64) -> T {
        let (block, place) = ((place / BLOCK as u64) as usize, place as usize % BLOCK);
        self.blocks[block].get_or_init(|| Box::new(self.find_block(block)))[place]
    }

    #[cold]
    fn find_block(&self, block: usize) -> [T; BLOCK] {
        std::array::from_fn(|place| (self.find)((block * BLOCK + place) as u64))
    }
}
