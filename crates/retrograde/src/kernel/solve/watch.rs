//! Supports a long computation in one thread. At intervals, a [`Watch`] reports progress, and returns an error if the
//! solve was cancelled.

use std::time::Duration;

use crate::kernel::options::{Options, Progress, SolveError};
use crate::kernel::state::Stage;
use crate::rules::clock::Moment;

/// The minimum time between two progress reports.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(50);

/// The number of steps between two checks for cancellation.
const LOOK_EVERY: u64 = 1024;

/// A stage of a solve that one thread executes step by step.
pub(crate) struct Watch<'a, 'o> {
    options: &'a Options<'o>,
    stage: Stage,
    total: Option<u64>,
    began: Moment,
    reported: Moment,
}

impl<'a, 'o> Watch<'a, 'o> {
    /// Starts a stage. The argument `total` is the number of steps of the stage, if it is known.
    pub(crate) fn new(options: &'a Options<'o>, stage: Stage, total: Option<u64>) -> Self {
        Self { options, stage, total, began: Moment::now(), reported: Moment::now() }
    }

    /// Reports progress and checks for cancellation at intervals. The caller must call this method after every step.
    /// The argument `done` is the progress to report.
    #[inline]
    pub(crate) fn look(&mut self, step: u64, done: u64) -> Result<(), SolveError> {
        if step.is_multiple_of(LOOK_EVERY) { self.look_up(done) } else { Ok(()) }
    }

    #[cold]
    fn look_up(&mut self, done: u64) -> Result<(), SolveError> {
        if self.options.cancelled() {
            return Err(SolveError::Cancelled);
        }
        if let Some(show) = self.options.progress
            && self.reported.elapsed() >= REPORT_EVERY
        {
            self.reported = Moment::now();
            show(Progress { stage: self.stage, done, total: self.total, depth: 0, elapsed: self.began.elapsed() });
        }
        Ok(())
    }
}
