//! The searches for stored tables that are in progress. If several threads need the same table, one thread searches for
//! it, and the other threads wait.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The instances (boards) for which some thread is searching for a stored table.
#[derive(Default)]
pub(crate) struct Finding {
    now: Mutex<BTreeSet<String>>,
    ended: Condvar,
}

/// A search for the table of one instance; the search ends when this value is dropped.
pub(crate) struct Turn<'f> {
    finding: &'f Finding,
    instance: &'f str,
}

impl Finding {
    /// Waits until no other thread searches for the instance's table, and begins a search.
    pub(crate) fn turn<'f>(&'f self, instance: &'f str) -> Turn<'f> {
        let mut now = self.now();
        while now.contains(instance) {
            now = self.ended.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
        now.insert(instance.to_owned());
        Turn { finding: self, instance }
    }

    fn now(&self) -> MutexGuard<'_, BTreeSet<String>> {
        // No code panics while it holds the lock.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.finding.now().remove(self.instance);
        self.finding.ended.notify_all();
    }
}
