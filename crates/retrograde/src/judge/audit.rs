//! Many things checked on all threads, in blocks; what fails first by its number is told, however many threads there are.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::kernel::solve::Options;
use crate::rules::memory;

/// Things checked by a thread in one go.
pub const BLOCK: u64 = 1 << 12;

/// Checks things by their numbers in blocks of [`BLOCK`], on as many threads as asked for (0: one a core), each with a state of its own: all of
/// these, in no order.
///
/// # Errors
/// That of the lowest block with one.
pub fn audit<S: Default + Send, E: Send>(
    things: u64,
    threads: usize,
    check: impl Fn(Range<u64>, &mut S) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E> {
    audit_in(BLOCK, things, threads, check)
}

/// The same in blocks of so many, at least one.
///
/// # Errors
/// That of the lowest block with one.
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
            // If the system gives no more threads, those there are do the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || audit.take_blocks(things, check));
        }
        audit.take_blocks(things, check);
    });
    let Verdict { states, failure } = audit.verdict.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(states), |(_, failure)| Err(failure))
}

/// What the threads of an audit share.
struct Audit<S, E> {
    block: u64,
    next: AtomicU64,
    failed: AtomicBool,
    verdict: Mutex<Verdict<S, E>>,
}

/// What was found so far.
struct Verdict<S, E> {
    states: Vec<S>,
    /// What failed first, with the first thing of its block.
    failure: Option<(u64, E)>,
}

impl<S: Default, E> Audit<S, E> {
    const fn of(block: u64) -> Self {
        let verdict = Mutex::new(Verdict { states: Vec::new(), failure: None });
        Self { block, next: AtomicU64::new(0), failed: AtomicBool::new(false), verdict }
    }

    /// Takes blocks in ascending order until all are taken or one was found wrong.
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

    /// Blocks are taken in ascending order and finished once taken, so the lowest failure is always met.
    fn report(&self, first: u64, new: E) {
        let Verdict { failure, .. } = &mut *self.verdict.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|&(known, _)| first < known) {
            *failure = Some((first, new));
        }
        self.failed.store(true, Ordering::Relaxed);
    }
}

/// A number of one of `parts` parts of all, of which there are at least as many: always the same one.
pub fn picked(all: u64, parts: u64, part: u64) -> u64 {
    let first = |part: u64| (u128::from(all) * u128::from(part) / u128::from(parts)) as u64;
    // Scattered, so that a pattern of the numbering is not met in step.
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
