//! Checks many items in parallel, in blocks. If several blocks contain errors, the program returns the error of the
//! lowest block. The number of threads does not change which error is returned.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::kernel::solve::Options;
use crate::rules::memory;

/// The number of items in a block.
pub const BLOCK: u64 = 1 << 12;

/// Checks the items with the numbers below `things`, in blocks of [`BLOCK`] items, with `threads` threads (0 means one
/// per core). Each thread has its own state. Returns the states of all threads, in no particular order.
///
/// # Errors
/// Returns the error of the lowest block that contains an error.
pub fn audit<S: Default + Send, E: Send>(
    things: u64,
    threads: usize,
    check: impl Fn(Range<u64>, &mut S) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E> {
    audit_in(BLOCK, things, threads, check)
}

/// Like [`audit`], with blocks of `block` items; `block` must be at least 1.
///
/// # Errors
/// Returns the error of the lowest block that contains an error.
pub fn audit_in<S: Default + Send, E: Send>(
    block: u64,
    things: u64,
    threads: usize,
    check: impl Fn(Range<u64>, &mut S) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E> {
    let threads = Options { threads, ..Options::default() }.workers() as u64;
    let (audit, check) = (Audit::of(block), &check);
    std::thread::scope(|scope| {
        for _ in 1..memory::threads(threads.min(things.div_ceil(block)) as usize, 0) {
            // If the system cannot start more threads, the running threads do the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || audit.take_blocks(things, check));
        }
        audit.take_blocks(things, check);
    });
    let Verdict { states, failure } = audit.verdict.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(states), |(_, failure)| Err(failure))
}

/// The shared state of the threads.
struct Audit<S, E> {
    block: u64,
    next: AtomicU64,
    failed: AtomicBool,
    verdict: Mutex<Verdict<S, E>>,
}

/// The results so far.
struct Verdict<S, E> {
    states: Vec<S>,
    /// The first item of the lowest block with an error, and the error.
    failure: Option<(u64, E)>,
}

impl<S: Default, E> Audit<S, E> {
    const fn of(block: u64) -> Self {
        let verdict = Mutex::new(Verdict { states: Vec::new(), failure: None });
        Self { block, next: AtomicU64::new(0), failed: AtomicBool::new(false), verdict }
    }

    /// Claims and checks blocks in ascending order, until no block is left or an error was found.
    fn take_blocks(&self, things: u64, check: impl Fn(Range<u64>, &mut S) -> Result<(), E>) {
        let mut state = S::default();
        while !self.failed.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(self.block, Ordering::Relaxed);
            let last = (first + self.block).min(things);
            if first >= last {
                break;
            }
            if let Err(failure) = check(first..last, &mut state) {
                self.report(first, failure);
            }
        }
        self.verdict.lock().unwrap_or_else(PoisonError::into_inner).states.push(state);
    }

    /// Records an error, unless a lower block already has one. Threads claim blocks in ascending order, and finish each
    /// block that they have claimed. So the error of the lowest block is always found.
    fn report(&self, first: u64, new: E) {
        let Verdict { failure, .. } = &mut *self.verdict.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|&(known, _)| first < known) {
            *failure = Some((first, new));
        }
        self.failed.store(true, Ordering::Relaxed);
    }
}

/// Divides `0..all` into `parts` parts of almost equal size, and picks one number from the part with index `part`. The
/// choice is deterministic. The caller must ensure that `parts <= all`.
pub fn picked(all: u64, parts: u64, part: u64) -> u64 {
    let first = |part: u64| (u128::from(all) * u128::from(part) / u128::from(parts)) as u64;
    // The chosen index within a part is pseudo-random, so that the choice does not follow a periodic pattern of the
    // numbering.
    let scattered = part.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
    first(part) + scattered % (first(part + 1) - first(part))
}

#[cfg(test)]
mod tests {
    use super::picked;

    #[test]
    fn every_part_has_a_slot_picked() {
        for (slots, number) in [(1, 1), (10, 10), (1_000, 7), (u64::MAX, 1 << 20)] {
            let parts = (0..number).map(|part| (u128::from(slots) * u128::from(part) / u128::from(number)) as u64);
            for (part, first) in (0..).zip(parts).step_by((number / 7).max(1) as usize) {
                let (slot, after) = (picked(slots, number, part), slots / number + 1);
                assert!(first <= slot && slot < slots && slot - first < after, "{part} of {number}: {slot} of {slots}");
            }
        }
        assert_eq!((0..10).map(|part| picked(10, 10, part)).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    }
}
