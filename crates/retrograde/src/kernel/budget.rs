//! A memory limit that several lists and threads share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kernel::solve::{Options, SolveError};

/// The number of bytes in use, and the maximum.
#[derive(Debug)]
pub(crate) struct Budget {
    held: AtomicU64,
    limit: u64,
    /// Unused pages of the usual size. Lists that shrink hand their memory to lists that grow, because an allocator
    /// seldom gives memory that one thread freed in pieces to another thread.
    pages: Mutex<Vec<Vec<u8>>>,
}

/// The usual size of a page, in bytes.
pub(crate) const PAGE: usize = 1 << 15;

impl Budget {
    /// Starts with no bytes in use; the limit is [`Options::memory`].
    pub(crate) const fn new(options: &Options<'_>) -> Self {
        Self { held: AtomicU64::new(0), limit: options.memory, pages: Mutex::new(Vec::new()) }
    }

    pub(crate) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    /// Reserves some bytes. `reached` is the number of positions found so far, for the error.
    pub(crate) fn take(&self, bytes: u64, reached: u64) -> Result<(), SolveError> {
        let needed = self.held.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if needed <= self.limit {
            return Ok(());
        }
        self.give(bytes);
        Err(SolveError::TooMany { reached, needed, limit: self.limit })
    }

    /// Counts bytes that are already allocated, even if they exceed the limit.
    pub(crate) fn keep(&self, bytes: u64) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Releases reserved bytes.
    pub(crate) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Appends to a list and counts its memory.
    #[inline]
    pub(crate) fn push<T>(&self, list: &mut Vec<T>, item: T, reached: u64) -> Result<(), SolveError> {
        if list.len() == list.capacity() {
            self.grow(list, list.capacity().max(FIRST_ROOM), reached)?;
        }
        list.push(item);
        Ok(())
    }

    /// Makes room in a list for `more` items beyond its capacity.
    #[cold]
    pub(crate) fn grow<T>(&self, list: &mut Vec<T>, more: usize, reached: u64) -> Result<(), SolveError> {
        let (before, after) = (bytes_of::<T>(list.capacity()), bytes_of::<T>(list.capacity() + more));
        // While it is reallocated, a list takes both its old and its new memory.
        self.take(after, reached)?;
        let room = list.capacity() + more - list.len();
        list.try_reserve_exact(room).map_err(|_| SolveError::NoMemory { needed: after })?;
        self.give(before);
        Ok(())
    }

    /// An empty page with room for `size` bytes.
    pub(crate) fn page(&self, size: usize, reached: u64) -> Result<Vec<u8>, SolveError> {
        if size == PAGE
            && let Some(page) = self.pages().pop()
        {
            return Ok(page);
        }
        let mut page = Vec::new();
        self.grow(&mut page, size, reached)?;
        Ok(page)
    }

    /// Returns a page to the pool of unused pages.
    pub(crate) fn give_page(&self, mut page: Vec<u8>) {
        if page.capacity() == PAGE {
            page.clear();
            self.pages().push(page);
        } else {
            self.give_list(&page);
        }
    }

    fn pages(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Releases the memory of a list that the caller is about to drop.
    pub(crate) fn give_list<T>(&self, list: &Vec<T>) {
        self.give(bytes_of::<T>(list.capacity()));
    }
}

/// The first capacity of a list.
const FIRST_ROOM: usize = 16;

const fn bytes_of<T>(count: usize) -> u64 {
    (count * size_of::<T>()) as u64
}
