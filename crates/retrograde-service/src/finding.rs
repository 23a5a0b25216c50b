//! Lookups in progress: threads that look up the same table wait for the first of them.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The instances whose stored tables are being looked up.
#[derive(Default)]
pub(crate) struct Finding {
    now: Mutex<BTreeSet<String>>,
    ended: Condvar,
}

/// A lookup of one instance, in progress until this is dropped.
pub(crate) struct Turn<'f> {
    finding: &'f Finding,
    instance: &'f str,
}

impl Finding {
    /// Waits until no other thread looks up the instance.
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
