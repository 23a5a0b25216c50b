//! The state that the workers of a process share, and the reasons why the workers stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::barrier::Barrier;
use super::channel::{Queues, WorkerChannel};
use super::segments::{Segments, transport_of};
use super::watch::REPORT_EVERY;
use crate::kernel::options::{Options, Progress, SolveError};
use crate::kernel::state::Stage;
use crate::rules::clock::Moment;

/// If a depth has fewer positions than this number, one worker expands it faster than several workers. The reason is
/// that several workers wait for each other twice at each depth.
pub(super) const FEW: u64 = 256;
/// If a depth has more positions than this number, all workers take part. `MANY` is far above [`FEW`], so that the
/// number of workers does not change too often.
const MANY: u64 = 4 * FEW;
/// The minimum of [`Pool::quiet_limit`], in depths.
const LEAST_QUIET_LIMIT: u32 = 16;

/// The state that all workers of a process share, with the caller's options, the message queues and the barrier.
pub(super) struct Pool<'a> {
    pub(super) options: &'a Options<'a>,
    pub(super) segments: Segments,
    pub(super) barrier: Barrier<'a>,
    queues: Queues,
    /// The number of workers of the whole solve. While one worker has all segments, this number differs from the number
    /// of workers in `segments`, which is 1.
    all: usize,
    done: &'a AtomicU64,
    /// Whether a checkpoint is due.
    is_due: AtomicBool,
}

impl<'a> Pool<'a> {
    /// Creates a pool. The pool counts completed slots in `done`, and does not reset this number.
    pub(super) fn new(options: &'a Options<'a>, segments: Segments, done: &'a AtomicU64) -> Self {
        let here = segments.here().len();
        let transport = transport_of(options, &segments);
        let (barrier, queues) = (Barrier::new(here, transport), Queues::new(here));
        let all = segments.workers();
        Self { options, segments, barrier, queues, all, done, is_due: AtomicBool::new(false) }
    }

    /// Sets the number of workers of the whole solve.
    pub(super) fn of(self, all: usize) -> Self {
        Self { all, ..self }
    }

    /// Returns whether one worker has all segments, although the solve has several workers.
    pub(super) const fn is_one_for_all(&self) -> bool {
        self.segments.workers() < self.all
    }

    /// Returns the number of successive depths with few positions after which one worker continues alone. A new
    /// assignment of the segments takes time in proportion to the number of segments. The limit is so high that the
    /// workers have already lost at least this time by waiting for each other.
    fn quiet_limit(&self) -> u32 {
        (self.segments.count() as u32 / 16).max(LEAST_QUIET_LIMIT)
    }

    /// Decides whether the segments should be assigned to other workers before the next depth. The next depth has
    /// `positions` positions, and the last `quiet` depths had few positions.
    pub(super) fn should_change(&self, positions: u64, quiet: u32) -> Option<Status> {
        if self.is_one_for_all() {
            return (positions > MANY).then_some(Status::Many);
        }
        let may = self.segments.workers() > 1 && !self.segments.are_shared();
        (may && quiet >= self.quiet_limit()).then_some(Status::Few)
    }

    /// Creates the message channel of a worker.
    pub(super) fn channel(&self, me: usize) -> WorkerChannel<'_> {
        WorkerChannel::new(me, self.segments, &self.barrier, &self.queues)
    }

    /// Returns whether a checkpoint is due. The workers may read a change of this flag at different times. So the
    /// workers exchange the flag's value at the barrier.
    pub(super) fn is_due(&self) -> bool {
        self.is_due.load(Ordering::Relaxed)
    }

    /// Clears the flag that a checkpoint is due, after the checkpoint was made.
    pub(super) fn checkpoint_done(&self) {
        self.is_due.store(false, Ordering::Relaxed);
    }

    /// Returns the number of slots that this stage has completed.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Starts a stage, and sets the number of completed slots to 0.
    pub(super) fn begin_stage(&self) {
        self.done.store(0, Ordering::Relaxed);
    }

    /// Adds `done` to the number of completed slots, reports progress at intervals, and returns an error if the solve
    /// was cancelled.
    pub(super) fn report(
        &self,
        me: usize,
        stage: Stage,
        done: u64,
        depth: u32,
        began: Moment,
        reported: &mut Moment,
    ) -> Result<(), SolveError> {
        let done = self.done.fetch_add(done, Ordering::Relaxed) + done;
        self.options.heed()?;
        let speaks = me == self.segments.here().start;
        if let (true, Some(checkpoint_sink)) = (speaks, self.options.checkpoint_sink)
            && checkpoint_sink.is_due()
        {
            self.is_due.store(true, Ordering::Relaxed);
        }
        if let (true, Some(show)) = (speaks, self.options.progress)
            && reported.elapsed() >= REPORT_EVERY
        {
            *reported = Moment::now();
            show(Progress { stage, done, total: Some(self.segments.slots_here()), depth, elapsed: began.elapsed() });
        }
        Ok(())
    }
}

/// The reason why the workers of a process stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Every slot has its value.
    Solved,
    /// No code is left, so the cells must be widened.
    TooNarrow,
    /// A checkpoint is due.
    Due,
    /// Many successive depths had few positions, so one worker continues alone.
    Few,
    /// A depth has many positions, or all depths of the sweep are complete, so all workers continue.
    Many,
}
