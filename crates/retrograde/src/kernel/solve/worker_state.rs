//! The state of a worker while it does not run.

use super::codebook::Codebook;
use super::frontier::Frontier;
use super::segments::Segments;
use crate::kernel::state::{Point, Seeds, State, Sweep};
use crate::rules::clock::Moment;
use crate::table::column::Width;

/// The part of a worker's state that remains while the worker is stopped. Workers stop so that the cells can be
/// widened, a checkpoint can be stored, or the segments can be assigned to other workers.
pub(super) struct WorkerState {
    pub(super) codebook: Codebook,
    pub(super) point: Point,
    pub(super) has_ties: bool,
    pub(super) frontier: Frontier,
    pub(super) next: Frontier,
    /// The time at which the stage began.
    pub(super) stage: Moment,
}

impl WorkerState {
    /// Creates the states of all workers for a new solve.
    pub(super) fn all(segments: &Segments, spare: u32) -> Vec<Self> {
        Self::worker_states(segments, &Codebook::new(Width::One, spare), Point::Seeding(Seeds::default()))
    }

    /// Creates the states of all workers for a solve that resumes from a valid state. The workers then find the
    /// positions of their frontiers by scans for codes.
    pub(super) fn restored(segments: &Segments, state: &State) -> Vec<Self> {
        let mut worker_states = Self::worker_states(segments, &Codebook::restored(state), state.point);
        for worker_state in &mut worker_states {
            worker_state.has_ties = state.has_ties;
            worker_state.stage = Moment::now().earlier(state.spent);
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
            Self { codebook: codebook.clone(), point, has_ties: false, frontier, next, stage: Moment::now() }
        };
        segments.here().map(worker_state).collect()
    }

    /// Creates the states of the workers that continue after the segments were assigned to other workers. The caller
    /// uses this function between two depths.
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

    /// Returns whether the seeding is complete. If the cells must be widened before the seeding is complete, the codes
    /// are discarded, and the seeding begins again.
    pub(super) const fn has_begun(&self) -> bool {
        !matches!(self.point, Point::Seeding(_))
    }

    /// Resets the state to the beginning of the seeding.
    pub(super) const fn begin_again(&mut self) {
        self.point = Point::Seeding(Seeds { most: 0, seen: 0 });
    }

    const fn is_within_a_depth(&self) -> bool {
        matches!(self.point, Point::Sweeping(Sweep { begun: Some(_), .. }))
    }

    /// Returns the state of the solve for a checkpoint. The argument `done` is the number of completed slots.
    pub(super) fn state(&self, slots: u64, done: u64) -> State {
        State::of(&self.codebook, slots, self.has_ties, self.point, done, self.stage.elapsed())
    }
}
