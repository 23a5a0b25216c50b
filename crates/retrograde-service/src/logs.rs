//! The cached event logs of a table. The cache has the log of the whole table, and the logs of the last requested
//! answers.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retrograde::ask::{MAX_POSITIONS, TraceError};
use retrograde::{QuestionError, Slot, Trace};

/// The cached logs; each log is stored as an index of its events. Each kind of log has its own lock. A request for the
/// log of an answer therefore need not wait while the log of the whole table is made.
#[derive(Default)]
pub(crate) struct Logs {
    /// The log of the whole table. The lock of this log is held while the log is made, so that concurrent requests wait
    /// for the same log.
    all: LogCache<Option<LogResult>>,
    answers: LogCache<VecDeque<(Slot, LogResult)>>,
}

/// A log, or the reason why there is no log.
type LogResult = Result<Arc<Trace>, QuestionError>;

/// The logs of one kind, and their size in bytes after the last change.
#[derive(Default)]
struct LogCache<T> {
    logs: Mutex<T>,
    bytes: AtomicU64,
}

/// The number of answers whose logs are cached.
const MOST_ANSWERS: usize = 4;

impl Logs {
    /// Returns the total size of all logs in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.all.bytes.load(Ordering::Relaxed) + self.answers.bytes.load(Ordering::Relaxed)
    }

    /// Drops the logs of every kind whose lock is free.
    pub(crate) fn forget(&self) {
        if let Ok(mut all) = self.all.logs.try_lock() {
            *all = None;
            self.all.count(0);
        }
        if let Ok(mut answers) = self.answers.logs.try_lock() {
            answers.clear();
            self.answers.count(0);
        }
    }

    /// Returns the log of the whole table, from the cache; calls `make` if the log is not cached.
    pub(crate) fn all(&self, make: impl FnOnce() -> Result<Trace, QuestionError>) -> LogResult {
        let mut all = self.all.lock();
        let log = all.get_or_insert_with(|| make().map(Arc::new)).clone();
        self.all.count(log.as_ref().map_or(0, |log| log.bytes()));
        log
    }

    /// Returns the log of the events that decide a slot's position, from the cache; calls `make` if the log is not
    /// cached. If the log would exceed the maximum number of positions of any log, the function caches the error,
    /// because `make` takes long to find this error.
    pub(crate) fn answer(&self, slot: Slot, make: impl FnOnce() -> Result<Trace, QuestionError>) -> LogResult {
        if let Some((_, log)) = self.answers.lock().iter().find(|(kept, _)| *kept == slot) {
            return log.clone();
        }
        let log = make().map(Arc::new);
        if log.as_ref().err().is_none_or(is_final) {
            let mut answers = self.answers.lock();
            answers.truncate(MOST_ANSWERS - 1);
            answers.push_front((slot, log.clone()));
            self.answers.count(answers.iter().filter_map(|(_, log)| log.as_ref().ok()).map(|log| log.bytes()).sum());
        }
        log
    }
}

/// Returns whether the log would be too long even for the highest limit that a caller can choose.
fn is_final(error: &QuestionError) -> bool {
    matches!(error, QuestionError::Trace(TraceError::TooManyPositions { limit }) if *limit >= MAX_POSITIONS as u64)
}

impl<T> LogCache<T> {
    fn lock(&self) -> MutexGuard<'_, T> {
        // Only complete results are stored, so they are valid even if the lock is poisoned.
        self.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, bytes: u64) {
        self.bytes.store(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Requests the same log twice. The log would have more positions than `limit`. Returns how often the log was made.
    fn made(limit: u64) -> u32 {
        let (logs, mut made) = (Logs::default(), 0);
        for _ in 0..2 {
            let log = logs.answer(Slot(7), || {
                made += 1;
                Err(TraceError::TooManyPositions { limit }.into())
            });
            assert!(log.is_err());
        }
        made
    }

    #[test]
    fn only_a_log_that_no_limit_allows_is_not_made_again() {
        assert_eq!([MAX_POSITIONS as u64 - 1, MAX_POSITIONS as u64].map(made), [2, 1]);
    }
}
