//! Work on parts of something, by as many threads as there are.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::options::SolveError;

/// Does the work on every part, by up to so many threads.
///
/// # Errors
/// That of the first part that failed, in their order.
pub(crate) fn share<T: Send>(
    threads: usize,
    parts: Vec<T>,
    work: impl Fn(T) -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    let threads = threads.min(parts.len());
    let waiting = Mutex::new(parts.into_iter().enumerate());
    let failure = Mutex::new(None);
    let take = || {
        while let Some((index, part)) = next(&waiting) {
            if let Err(error) = work(part) {
                let mut first = lock(&failure);
                if first.as_ref().is_none_or(|&(other, _)| index < other) {
                    *first = Some((index, error));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If the system gives no more threads, those there are do the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, take);
        }
        take();
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), |(_, error)| Err(error))
}

fn next<I: Iterator>(waiting: &Mutex<I>) -> Option<I::Item> {
    lock(waiting).next()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
