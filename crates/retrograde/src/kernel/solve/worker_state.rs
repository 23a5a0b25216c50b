//! The state of a worker while it does not run.

use std::time::Instant;

use super::codebook::Codebook;
use super::frontier::Frontier;
use super::segments::Segments;
use crate::kernel::state::{Point, Seeds, State, Sweep};
use crate::table::column::Width;

/// The state of a worker that is kept while the cells are widened or a checkpoint is written.
pub(super) struct WorkerState {
    pub(super) codebook: Codebook,
    pub(super) point: Point,
    pub(super) has_ties: bool,
    pub(super) frontier: Frontier,
    pub(super) next: Frontier,
    /// When the stage began.
    pub(super) stage: Instant,
}

impl WorkerState {
    /// The states of all workers of a new solve.
    pub(super) fn all(segments: &Segments, spare: u32) -> Vec<Self> {
        Self::worker_states(segments, &Codebook::new(Width::One, spare), Point::Seeding(Seeds::default()))
    }

    /// The states of all workers of a solve that resumes from a checked state. Scans find the frontiers by their codes.
    pub(super) fn restored(segments: &Segments, state: &State) -> Vec<Self> {
        let mut worker_states = Self::worker_states(segments, &Codebook::restored(state), state.point);
        for worker_state in &mut worker_states {
            worker_state.has_ties = state.has_ties;
            worker_state.stage = Instant::now().checked_sub(state.spent).unwrap_or(worker_state.stage);
            worker_state.frontier.all();
            if worker_state.is_within_a_depth() {
                worker_state.next.all();
            }
        }
        worker_states
    }

    fn worker_states(segments: &Segments, codebook: &Codebook, point: Point) -> Vec<Self> {
        let worker_state = |me: usize| {
            let count = segments.share(me);
            let slots = segments.slots_here() / segments.here().len() as u64;
            let frontier = || Frontier::new(slots, count);
            let (frontier, next) = (frontier(), frontier());
            Self { codebook: codebook.clone(), point, has_ties: false, frontier, next, stage: Instant::now() }
        };
        segments.here().map(worker_state).collect()
    }

    /// The states of the workers that continue after the segments were distributed again between two depths.
    pub(super) fn redistributed(worker_states: &[Self], segments: &Segments, anew: &Segments) -> Vec<Self> {
        let Some(Self { codebook, point, has_ties, stage, .. }) = worker_states.first() else { return Vec::new() };
        let mut redistributed = Self::worker_states(anew, codebook, *point);
        let mut frontiers: Vec<_> = redistributed
            .iter_mut()
            .map(|worker_state| std::mem::replace(&mut worker_state.frontier, Frontier::new(0, 0)))
            .collect();
        for (me, worker_state) in worker_states.iter().enumerate() {
            worker_state.frontier.deal(me, segments, anew, &mut frontiers);
        }
        for (worker_state, frontier) in redistributed.iter_mut().zip(frontiers) {
            (worker_state.frontier, worker_state.has_ties, worker_state.stage) = (frontier, *has_ties, *stage);
        }
        redistributed
    }

    /// Whether the seeding is complete, so that the cells hold codes worth keeping.
    pub(super) const fn has_begun(&self) -> bool {
        !matches!(self.point, Point::Seeding(_))
    }

    /// Discards the seeds, which are lost together with the cells.
    pub(super) const fn begin_again(&mut self) {
        self.point = Point::Seeding(Seeds { most: 0, seen: 0 });
    }

    const fn is_within_a_depth(&self) -> bool {
        matches!(self.point, Point::Sweeping(Sweep { begun: Some(_), .. }))
    }

    /// The state for a checkpoint, without the codes. `done` is the number of slots done.
    pub(super) fn state(&self, slots: u64, done: u64) -> State {
        State::of(&self.codebook, slots, self.has_ties, self.point, done, self.stage.elapsed())
    }
}
