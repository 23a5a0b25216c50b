//! Processes the parts of a list in parallel.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::kernel::options::SolveError;
use crate::rules::memory;

/// Runs `work` on every part, with up to `threads` threads.
///
/// # Errors
/// Returns the error of the first part that failed, in the order of the parts.
pub(crate) fn share<T: Send>(
    threads: usize,
    parts: Vec<T>,
    work: impl Fn(T) -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    let parts: Vec<_> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    share_numbers(threads, parts.len(), &|number| lock(&parts[number]).take().map_or(Ok(()), &work))
}

/// Like [`share`], but `work` receives the index of a part instead of the part. So the code that starts threads is
/// compiled only once for all callers.
fn share_numbers(
    threads: usize,
    parts: usize,
    work: &(dyn Fn(usize) -> Result<(), SolveError> + Sync),
) -> Result<(), SolveError> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let take = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return;
            }
            if let Err(error) = work(number) {
                let mut first = lock(&failure);
                if first.as_ref().is_none_or(|&(other, _)| number < other) {
                    *first = Some((number, error));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..memory::threads(threads.min(parts), 0) {
            // If the system cannot start more threads, the running threads do the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, take);
        }
        take();
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), |(_, error)| Err(error))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
