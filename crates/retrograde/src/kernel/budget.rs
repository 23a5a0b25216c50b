//! A memory limit that several lists and threads share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kernel::solve::{Options, SolveError};

/// A memory limit, with the number of bytes in use.
#[derive(Debug)]
pub(crate) struct Budget {
    held: AtomicU64,
    limit: u64,
    /// Empty pages of [`PAGE`] bytes for reuse. A list that shrinks adds its pages to this pool, and a list that grows
    /// takes pages from this pool. Without the pool, a thread could seldom reuse memory that another thread has freed
    /// in small pieces.
    pages: Mutex<Vec<Vec<u8>>>,
}

/// The usual size of a page, in bytes.
pub(crate) const PAGE: usize = 1 << 15;

impl Budget {
    /// Creates a budget with the limit [`Options::memory`] and no bytes in use.
    pub(crate) const fn new(options: &Options<'_>) -> Self {
        Self { held: AtomicU64::new(0), limit: options.limit(), pages: Mutex::new(Vec::new()) }
    }

    pub(crate) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    /// Reserves `bytes` bytes, or returns an error if the limit does not allow them. The error also reports `reached`,
    /// the number of positions found so far.
    pub(crate) fn take(&self, bytes: u64, reached: u64) -> Result<(), SolveError> {
        let needed = self.held.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if needed <= self.limit {
            return Ok(());
        }
        self.give(bytes);
        Err(SolveError::TooMany { reached, needed, limit: self.limit })
    }

    /// Counts `bytes` bytes, which are already allocated, as bytes in use. The sum may exceed the limit.
    pub(crate) fn keep(&self, bytes: u64) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Releases reserved bytes.
    pub(crate) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Appends an item to a list. If the list grows, the additional memory counts against the limit.
    #[inline]
    pub(crate) fn push<T>(&self, list: &mut Vec<T>, item: T, reached: u64) -> Result<(), SolveError> {
        if list.len() == list.capacity() {
            self.grow(list, list.capacity().max(FIRST_ROOM), reached)?;
        }
        list.push(item);
        Ok(())
    }

    /// Appends items to a list, like [`push`](Self::push).
    #[inline]
    pub(crate) fn extend<T: Copy>(&self, list: &mut Vec<T>, more: &[T], reached: u64) -> Result<(), SolveError> {
        if list.capacity() - list.len() < more.len() {
            self.grow(list, list.capacity().max(more.len()).max(FIRST_ROOM), reached)?;
        }
        list.extend_from_slice(more);
        Ok(())
    }

    /// Appends a text to a text, like [`push`](Self::push).
    pub(crate) fn push_text(&self, text: &mut String, more: &str, reached: u64) -> Result<(), SolveError> {
        if text.capacity() - text.len() < more.len() {
            let before = text.capacity();
            let after = 2 * before.max(more.len()).max(FIRST_ROOM);
            self.take(after as u64, reached)?;
            let room = after - text.len();
            text.try_reserve_exact(room).map_err(|_| SolveError::NoMemory { needed: after as u64 })?;
            self.give(before as u64);
        }
        text.push_str(more);
        Ok(())
    }

    /// Increases the capacity of a list by `more` items.
    #[cold]
    pub(crate) fn grow<T>(&self, list: &mut Vec<T>, more: usize, reached: u64) -> Result<(), SolveError> {
        let (before, after) = (bytes_of::<T>(list.capacity()), bytes_of::<T>(list.capacity() + more));
        // During the reallocation, both the old memory and the new memory of the list are in use.
        self.take(after, reached)?;
        let room = list.capacity() + more - list.len();
        list.try_reserve_exact(room).map_err(|_| SolveError::NoMemory { needed: after })?;
        self.give(before);
        Ok(())
    }

    /// Returns an empty page with a capacity of `size` bytes.
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

/// The number of items for which a list reserves memory at its first growth.
const FIRST_ROOM: usize = 16;

const fn bytes_of<T>(count: usize) -> u64 {
    (count * size_of::<T>()) as u64
}
