//! A checkpoint sink that stops a solve after a number of checkpoints. The fuzz target `table` also includes this file.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::kernel::{CheckpointSink, Next, Share, State, Take};
use retrograde::rules::message::Message;
use retrograde_tables::Checkpoints;

/// A checkpoint sink that stops a solve after a number of checkpoints, like a power failure: only the files remain.
pub(crate) struct Until<'c> {
    checkpoints: &'c Checkpoints<'c>,
    left: AtomicU64,
    cancel: &'c AtomicBool,
}

impl<'c> Until<'c> {
    /// Creates a sink that cancels the solve after `left` checkpoints.
    pub(crate) const fn new(checkpoints: &'c Checkpoints<'c>, left: u64, cancel: &'c AtomicBool) -> Self {
        Self { checkpoints, left: AtomicU64::new(left), cancel }
    }
}

impl CheckpointSink for Until<'_> {
    fn is_due(&self) -> bool {
        self.checkpoints.is_due()
    }
    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message> {
        self.checkpoints.keep(state, share, next)?;
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
    fn last(&self) -> Result<Option<State>, Message> {
        self.checkpoints.last()
    }
    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message> {
        self.checkpoints.read(share, take)
    }
}
