//! A list in chunks. When the list grows, its items do not move, so the list never needs memory for two copies. Other
//! lists can reuse the memory of the chunks.

use crate::kernel::budget::Budget;
use crate::kernel::solve::{SolveError, with_room};

/// Items in chunks of equal length.
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    length: usize,
}

/// The number of items in a chunk.
const CHUNK: usize = 1 << 9;

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), length: 0 }
    }
}

impl<T> Chunks<T> {
    pub(super) const fn len(&self) -> usize {
        self.length
    }

    /// # Panics
    /// Panics if the index is out of range.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    #[inline]
    pub(super) fn push(&mut self, item: T, budget: &Budget) -> Result<(), SolveError> {
        if self.length.is_multiple_of(CHUNK) {
            budget.push(&mut self.chunks, Vec::new(), self.length as u64)?;
        }
        let chunk = &mut self.chunks[self.length / CHUNK];
        budget.push(chunk, item, self.length as u64)?;
        self.length += 1;
        Ok(())
    }

    /// Sorts the items, and returns the former index of each item.
    pub(super) fn sort(&mut self) -> Result<Vec<u32>, SolveError>
    where
        T: Ord,
    {
        let mut pairs = with_room(self.length)?;
        pairs.extend(self.chunks.iter_mut().flat_map(|chunk| chunk.drain(..)).zip(0..));
        pairs.sort_unstable_by(|(one, _): &(T, u32), (other, _)| one.cmp(other));
        let mut places = with_room(self.length)?;
        let mut pairs = pairs.into_iter();
        for chunk in &mut self.chunks {
            chunk.extend(pairs.by_ref().take(CHUNK).map(|(item, place)| {
                places.push(place);
                item
            }));
        }
        Ok(places)
    }

    /// Returns the memory use in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let items = self.chunks.iter().map(Vec::capacity).sum::<usize>() * size_of::<T>();
        (items + self.chunks.capacity() * size_of::<Vec<T>>()) as u64
    }
}

impl<T> IntoIterator for Chunks<T> {
    type Item = T;
    type IntoIter = std::iter::Flatten<std::vec::IntoIter<Vec<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.chunks.into_iter().flatten()
    }
}
