//! Numbers that are found block by block when they are first asked for, and kept.

use std::sync::OnceLock;

/// The numbers of one block.
const BLOCK: usize = 16;

/// Numbers 0 to some limit, of which those that were asked for are there, with their neighbours.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    blocks: OnceLock<Vec<OnceLock<Box<[T; BLOCK]>>>>,
}

/// The same with the function that finds them.
#[derive(Clone, Copy)]
pub(crate) struct Found<'b, T, F> {
    blocks: &'b [OnceLock<Box<[T; BLOCK]>>],
    find: F,
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self { blocks: OnceLock::new() }
    }
}

/// So many numbers are kept at most: beyond, the list of their blocks alone takes more memory than most machines have.
const MOST: u64 = 1 << 26;

impl<T: Copy> Blocks<T> {
    /// Whether so many numbers can be kept.
    pub(crate) const fn can_keep(numbers: u64) -> bool {
        numbers <= MOST
    }

    /// The memory of so many numbers, all found, in bytes.
    pub(crate) const fn bytes(numbers: u64) -> u64 {
        let block = size_of::<[T; BLOCK]>() + size_of::<OnceLock<Box<[T; BLOCK]>>>();
        numbers.div_ceil(BLOCK as u64) * block as u64
    }

    /// So many numbers, by a function that finds them; it is asked for some beyond the last, too.
    pub(crate) fn of<F: Fn(u64) -> T>(&self, numbers: u64, find: F) -> Found<'_, T, F> {
        let blocks = numbers.div_ceil(BLOCK as u64);
        Found { blocks: self.blocks.get_or_init(|| (0..blocks).map(|_| OnceLock::new()).collect()), find }
    }
}

impl<T: Copy, F: Fn(u64) -> T> Found<'_, T, F> {
    /// The number in a place below the limit.
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
