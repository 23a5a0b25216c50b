//! Runs the workers of a process. Each worker runs in its own thread. The exception is the last worker, which runs in
//! the caller's thread.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use super::barrier::Stopped;
use super::pool::Pool;
use crate::kernel::options::SolveError;
use crate::rules::memory;

/// Runs `task` for each worker of this process. Each call receives the worker's item of `own`. Returns the results in
/// the order of the workers.
///
/// # Errors
/// Returns the first error of a worker. Returns [`SolveError::NoThreads`] if the system cannot start the threads.
///
/// # Panics
/// If a worker panics, this function panics with the same message.
pub(super) fn work<O: Send, T: Send>(
    pool: Pool<'_>,
    own: impl IntoIterator<Item = O>,
    task: impl Fn(&Pool<'_>, usize, O) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, SolveError> {
    let here = pool.segments.here();
    let threads = here.len();
    let last = here.end - 1;
    let no_threads = |error: io::Error| SolveError::NoThreads { threads, reason: error.to_string() };
    if memory::threads(threads, 0) < threads {
        return Err(no_threads(io::ErrorKind::OutOfMemory.into()));
    }
    let results: Vec<Mutex<Option<T>>> = (0..threads).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for ((me, result), own) in here.zip(&results).zip(own) {
            let (pool, task) = (&pool, &task);
            let work = move || match catch_unwind(AssertUnwindSafe(|| task(pool, me, own))) {
                Ok(Ok(value)) => *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(value),
                // If a worker returns `Stopped`, it has already reported its error at the barrier.
                Ok(Err(Stopped)) => {}
                Err(payload) => drop(pool.barrier.panicked(payload)),
            };
            if me == last {
                work();
            } else if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                // The running workers must stop, because otherwise they would wait for the worker that did not start.
                pool.barrier.fail(no_threads(error));
                break;
            }
        }
    });
    pool.barrier.verdict()?;
    Ok(results.into_iter().filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}
