//! What the workers of a process share, and why they go home.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::assembly::Assembly;
use super::post::{Letterboxes, Threads};
use super::segments::{Segments, carrier_of};
use super::watch::REPORT_EVERY;
use crate::kernel::options::{Options, Progress, SolveError};
use crate::kernel::state::Stage;

/// A depth with fewer positions is expanded faster by one worker than by several, which wait for each other twice at each depth.
pub(super) const FEW: u64 = 256;
/// A depth with more positions is expanded by all workers. Far above [`FEW`], so that the workers do not change at every other depth.
const MANY: u64 = 4 * FEW;
/// The least that [`Team::patience`] returns.
const LEAST_PATIENCE: u32 = 16;

/// What the workers share: the wishes of the caller, the mail and the meeting place.
pub(super) struct Team<'a> {
    pub(super) options: &'a Options<'a>,
    pub(super) segments: Segments,
    pub(super) assembly: Assembly<'a>,
    letterboxes: Letterboxes,
    /// The number of workers of this solve; the segments may be dealt to one of them alone.
    all: usize,
    done: &'a AtomicU64,
    /// Whether a checkpoint is due.
    is_due: AtomicBool,
}

impl<'a> Team<'a> {
    /// A team that counts on in `done`.
    pub(super) fn new(options: &'a Options<'a>, segments: Segments, done: &'a AtomicU64) -> Self {
        let here = segments.here().len();
        let carrier = carrier_of(options, &segments);
        let (assembly, letterboxes) = (Assembly::new(here, carrier), Letterboxes::new(here));
        let all = segments.workers();
        Self { options, segments, assembly, letterboxes, all, done, is_due: AtomicBool::new(false) }
    }

    /// Sets the number of workers of the whole solve.
    pub(super) fn of(self, all: usize) -> Self {
        Self { all, ..self }
    }

    /// Whether all segments are dealt to one of several workers.
    pub(super) const fn is_one_for_all(&self) -> bool {
        self.segments.workers() < self.all
    }

    /// After how many depths in a row with few positions one worker continues alone. To deal the segments anew takes time in proportion to their
    /// number; waiting at so many depths takes at least as long.
    fn patience(&self) -> u32 {
        (self.segments.count() as u32 / 16).max(LEAST_PATIENCE)
    }

    /// Whether the segments should be dealt anew before a depth with so many positions, after `quiet` depths with few.
    pub(super) fn should_change(&self, positions: u64, quiet: u32) -> Option<Status> {
        if self.is_one_for_all() {
            return (positions > MANY).then_some(Status::Many);
        }
        let may = self.segments.workers() > 1 && !self.segments.are_shared();
        (may && quiet >= self.patience()).then_some(Status::Few)
    }

    /// A worker's post.
    pub(super) fn post(&self, me: usize) -> Threads<'_> {
        Threads::new(me, self.segments, &self.assembly, &self.letterboxes)
    }

    /// Whether a checkpoint is due. Not all workers may see it at once; they vote on it.
    pub(super) fn is_due(&self) -> bool {
        self.is_due.load(Ordering::Relaxed)
    }

    /// A checkpoint was made.
    pub(super) fn kept(&self) {
        self.is_due.store(false, Ordering::Relaxed);
    }

    /// What is done of the stage.
    pub(super) fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// A stage begins, of which nothing is done.
    pub(super) fn begin_stage(&self) {
        self.done.store(0, Ordering::Relaxed);
    }

    /// Adds to the count of work done, tells the caller now and then, and heeds its wish to stop.
    pub(super) fn report(
        &self,
        me: usize,
        stage: Stage,
        done: u64,
        depth: u32,
        began: Instant,
        reported: &mut Instant,
    ) -> Result<(), SolveError> {
        let done = self.done.fetch_add(done, Ordering::Relaxed) + done;
        self.options.heed()?;
        let speaks = me == self.segments.here().start;
        if let (true, Some(keeper)) = (speaks, self.options.keeper)
            && keeper.is_due()
        {
            self.is_due.store(true, Ordering::Relaxed);
        }
        if let (true, Some(tell)) = (speaks, self.options.progress)
            && reported.elapsed() >= REPORT_EVERY
        {
            *reported = Instant::now();
            tell(Progress { stage, done, total: Some(self.segments.slots_here()), depth, elapsed: began.elapsed() });
        }
        Ok(())
    }
}

/// Why the workers go home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Every slot has its value.
    Solved,
    /// The codes have come to an end: to go on, they must be wider.
    TooNarrow,
    /// A checkpoint is due.
    Due,
    /// Many depths in a row had few positions: one worker continues alone.
    Few,
    /// A depth has many positions, or the sweep is over: all workers continue.
    Many,
}
