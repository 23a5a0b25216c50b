//! Memory that several lists, and several threads, take of one limit.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kernel::solve::{Options, SolveError};

/// How many bytes are held, and the most that may be.
#[derive(Debug)]
pub(crate) struct Budget {
    held: AtomicU64,
    limit: u64,
    /// Pages of the usual size that nobody uses. Lists that shrink while others grow hand their memory over here: what an allocator gets
    /// back from one thread in pieces it seldom gives to another.
    pages: Mutex<Vec<Vec<u8>>>,
}

/// The usual size of a page, in bytes.
pub(crate) const PAGE: usize = 1 << 15;

impl Budget {
    /// Nothing is held of [`Options::memory`].
    pub(crate) const fn new(options: &Options<'_>) -> Self {
        Self { held: AtomicU64::new(0), limit: options.memory, pages: Mutex::new(Vec::new()) }
    }

    pub(crate) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    /// Takes some bytes, when so many positions are reached.
    pub(crate) fn take(&self, bytes: u64, reached: u64) -> Result<(), SolveError> {
        let needed = self.held.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if needed <= self.limit {
            return Ok(());
        }
        self.give(bytes);
        Err(SolveError::TooMany { reached, needed, limit: self.limit })
    }

    /// Takes some bytes that are there whether they fit or not.
    pub(crate) fn keep(&self, bytes: u64) {
        self.held.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Gives back what was taken.
    pub(crate) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Adds to a list, whose memory counts.
    #[inline]
    pub(crate) fn push<T>(&self, list: &mut Vec<T>, item: T, reached: u64) -> Result<(), SolveError> {
        if list.len() == list.capacity() {
            self.grow(list, list.capacity().max(FIRST_ROOM), reached)?;
        }
        list.push(item);
        Ok(())
    }

    /// Makes room in a list for so many more than it has room for.
    #[cold]
    pub(crate) fn grow<T>(&self, list: &mut Vec<T>, more: usize, reached: u64) -> Result<(), SolveError> {
        let (before, after) = (bytes_of::<T>(list.capacity()), bytes_of::<T>(list.capacity() + more));
        // While it moves, a list takes its old place and the new one.
        self.take(after, reached)?;
        let room = list.capacity() + more - list.len();
        list.try_reserve_exact(room).map_err(|_| SolveError::NoMemory { needed: after })?;
        self.give(before);
        Ok(())
    }

    /// An empty page with room for so many bytes.
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

    /// Takes back a page.
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

    /// Gives back what a list takes, which is to go.
    pub(crate) fn give_list<T>(&self, list: &Vec<T>) {
        self.give(bytes_of::<T>(list.capacity()));
    }
}

/// The room that a list begins with.
const FIRST_ROOM: usize = 16;

const fn bytes_of<T>(count: usize) -> u64 {
    (count * size_of::<T>()) as u64
}
