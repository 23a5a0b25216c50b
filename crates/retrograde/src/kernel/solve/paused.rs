//! The steps of a solve between two runs of its workers. Examples are the assignment of segments, the widening of
//! cells, and checkpoints.

use std::sync::atomic::{AtomicU64, Ordering};

use super::agreement;
use super::checkpoint::{self, StoredState};
use super::need;
use super::pool::{Pool, Status};
use super::run_workers::work;
use super::segments::{Segments, transport_of};
use super::worker::Worker;
use super::worker_state::WorkerState;
use super::writer::Writer;
use crate::kernel::options::{Options, SolveError};
use crate::kernel::state::Left;
use crate::rules::memory;
use crate::table::cell::Table;
use crate::table::column::{Column, Width};

/// Divides the slots into segments for `threads` threads. If the address space is too small for the table and several
/// threads, divides the slots into segments for a single worker.
pub(super) fn affordable(slots: u64, threads: usize) -> Segments {
    let segments = Segments::new(slots, threads);
    let workers = segments.workers();
    if memory::threads(workers, need::bytes(&segments, Width::One)) < workers {
        Segments::new(slots, 1)
    } else {
        segments
    }
}

/// The state of a solve while no worker is running.
pub(super) struct PausedSolve<'a> {
    pub(super) options: &'a Options<'a>,
    stored: u64,
    /// The segments, assigned to all workers.
    all: Segments,
    /// The segments, assigned to the workers that run now. Either all workers run, or only one worker runs.
    pub(super) segments: Segments,
    pub(super) column: Column,
    pub(super) worker_states: Vec<WorkerState>,
    /// The number of slots that this stage has completed.
    done: AtomicU64,
}

impl<'a> PausedSolve<'a> {
    /// Starts a solve. If there is a checkpoint, the solve resumes from it.
    pub(super) fn begin(
        game: &dyn Writer,
        segments: Segments,
        stored_state: Option<&StoredState<'_>>,
        stored: u64,
        options: &'a Options<'a>,
    ) -> Result<Self, SolveError> {
        match stored_state {
            Some(stored_state) => Self::restored(game, stored_state, segments, stored, options),
            None => Self::new(game, segments, stored, options),
        }
    }

    pub(super) fn new(
        game: &dyn Writer,
        segments: Segments,
        stored: u64,
        options: &'a Options<'a>,
    ) -> Result<Self, SolveError> {
        admit(&segments, Width::One, expected_width(game), stored, options)?;
        let column = Column::zeroed(segments.slots_here(), Width::One)?;
        let spare = if options.checkpoint_sink.is_some() { Left::CODES } else { 0 };
        let worker_states = WorkerState::all(&segments, spare);
        Ok(Self { options, stored, all: segments, segments, column, worker_states, done: AtomicU64::new(0) })
    }

    fn restored(
        game: &dyn Writer,
        stored_state: &StoredState<'_>,
        segments: Segments,
        stored: u64,
        options: &'a Options<'a>,
    ) -> Result<Self, SolveError> {
        let StoredState { checkpoint_sink, state } = stored_state;
        admit(&segments, state.width(), expected_width(game).max(state.width()), stored, options)?;
        let (shares, process) = segments.shares(transport_of(options, &segments));
        let column = state.column(*checkpoint_sink, shares.of(process))?;
        let (worker_states, done) = (WorkerState::restored(&segments, state), AtomicU64::new(state.done()));
        Ok(Self { options, stored, all: segments, segments, column, worker_states, done })
    }

    /// Runs the solve until it is finished.
    pub(super) fn solve(mut self, game: &dyn Writer) -> Result<Self, SolveError> {
        loop {
            match self.gather(game)? {
                Status::TooNarrow => self.widen()?,
                Status::Due => self.keep()?,
                Status::Few => self.deal(self.all.for_one()),
                Status::Many => self.deal(self.all),
                Status::Solved => return Ok(self),
            }
        }
    }

    /// Assigns the segments to other workers, between two depths.
    fn deal(&mut self, anew: Segments) {
        self.worker_states = WorkerState::redistributed(&self.worker_states, &self.segments, &anew);
        self.segments = anew;
    }

    /// Runs the workers until they must stop. The workers stop if every slot has its value, if no code is left, if a
    /// checkpoint is due, or if the segments should be assigned to other workers.
    fn gather(&mut self, game: &dyn Writer) -> Result<Status, SolveError> {
        let Self { options, all, segments, column, worker_states, done, .. } = self;
        // The system may have less memory than the limit allows. So this line checks once whether the system has enough
        // memory; the workers do not check this when they allocate memory.
        memory::admit(need::bytes(segments, column.width()).saturating_sub(column.bytes()))?;
        let pool = Pool::new(options, *segments, done).of(all.workers());
        let own = segments.deal(column.codes_mut()).into_iter().zip(worker_states);
        let ends = work(pool, own, |pool, me, (holding, worker_state)| {
            Worker::new(pool, me, worker_state, holding)?.solve(game)
        })?;
        // All workers return the same status.
        Ok(ends.first().copied().unwrap_or(Status::Solved))
    }

    /// Widens the cells, because no code is left.
    fn widen(&mut self) -> Result<(), SolveError> {
        let Self { options, stored, all, segments, column, worker_states, .. } = self;
        let Some(wider) = column.width().wider() else { return Err(SolveError::TooDeep) };
        admit(all, wider, wider, *stored, options)?;
        let mut recode = None;
        for worker_state in &mut *worker_states {
            recode = Some(worker_state.codebook.widen());
        }
        match recode {
            Some(recode) if worker_states[0].has_begun() => column.widen(recode)?,
            // During seeding, the solve discards the seeds and begins again.
            _ => {
                worker_states.iter_mut().for_each(WorkerState::begin_again);
                *column = Column::zeroed(segments.slots_here(), wider)?;
            }
        }
        Ok(())
    }

    /// Makes a checkpoint.
    fn keep(&self) -> Result<(), SolveError> {
        let Self { options, segments, column, worker_states, done, .. } = self;
        let state = worker_states[0].state(segments.slots(), done.load(Ordering::Relaxed));
        let Some(checkpoint_sink) = options.checkpoint_sink else { return Ok(()) };
        let transport = transport_of(options, segments);
        let (shares, process) = segments.shares(transport);
        // The messages of checkpoint sinks must not mix with the messages of workers. So all processes wait for each
        // other.
        agreement::apart(transport)?;
        checkpoint_sink
            .keep(&state, shares.of(process), &mut checkpoint::next_of(column.as_bytes()))
            .map_err(|reason| SolveError::Lost { reason })?;
        agreement::apart(transport)
    }

    pub(super) fn table(self) -> Table {
        let (cells, _) = self.worker_states[0].codebook.finish();
        Table::new(self.column, cells)
    }
}

/// Returns the width of codes that will probably suffice.
pub(super) fn expected_width(game: &dyn Writer) -> Width {
    if game.fits_bytes() { Width::One } else { Width::Two }
}

/// Returns an error if a solve and the `stored` bytes of the numbering together do not fit in memory. The error reports
/// the memory need for the expected width. A second attempt with this need as its limit will probably succeed.
pub(super) fn admit(
    segments: &Segments,
    width: Width,
    expected: Width,
    stored: u64,
    options: &Options<'_>,
) -> Result<(), SolveError> {
    let needed = |width| need::bytes(segments, width).saturating_add(stored);
    let (slots, limit) = (segments.slots(), options.limit());
    if needed(width) <= limit {
        return Ok(());
    }
    Err(SolveError::TooLarge { slots, needed: needed(expected), limit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::solve::predecessors::Unmoves;
    use crate::rules::game::{Ending, Game, Numbered, Reversible, Slot};
    use crate::rules::side::Side;
    use crate::rules::value::Depth;

    /// A game for the test. The game consists of a chain of positions `0 <- 1 <- 2 <- ...`, and many positions with a
    /// move to the last position of the chain.
    struct Broom {
        chain: u64,
        all: u64,
    }

    impl Game for Broom {
        type Position = u64;
        type Move = u64;
        fn turn(&self, p: &u64) -> Side {
            Side::from_parity((*p).min(self.chain))
        }
        fn ending(&self, p: &u64) -> Option<Ending> {
            (*p == 0).then_some(Ending::won(Side::First, "first"))
        }
        fn each_move(&self, p: &u64, mut visit: impl FnMut(u64, u64)) {
            let child = (*p).min(self.chain) - 1;
            visit(child, child);
        }
    }

    impl Numbered for Broom {
        fn slots(&self) -> u64 {
            self.all
        }
        fn slot(&self, p: &u64) -> Slot {
            Slot(*p)
        }
        fn position(&self, slot: Slot) -> Option<u64> {
            Some(slot.0)
        }
    }

    impl Reversible for Broom {
        fn each_unmove(&self, p: &u64, visit: impl FnMut(u64)) {
            if *p + 1 < self.chain {
                std::iter::once(*p + 1).for_each(visit);
            } else if *p + 1 == self.chain {
                (self.chain..self.all).for_each(visit);
            }
        }
    }

    #[test]
    fn one_worker_goes_on_alone_while_depths_have_few_positions() {
        let game = Broom { chain: 5_000, all: 200_000 };
        for threads in [2, 4] {
            let options = Options { threads, ..Options::default() };
            let (unmoves, segments) = (Unmoves(&game), Segments::new(game.slots(), options.workers()));
            let mut paused = PausedSolve::new(&unmoves, segments, 0, &options).unwrap();
            let mut ends = Vec::new();
            loop {
                ends.push((paused.worker_states.len(), paused.gather(&unmoves).unwrap()));
                match ends.last().unwrap().1 {
                    Status::TooNarrow => paused.widen().unwrap(),
                    Status::Due => panic!("there is no checkpoint sink"),
                    Status::Few => paused.deal(paused.all.for_one()),
                    Status::Many => paused.deal(paused.all),
                    Status::Solved => break,
                }
            }
            let all = segments.workers();
            assert!(all > 1);
            let narrow = (1, Status::TooNarrow);
            assert_eq!(ends, [(all, Status::Few), narrow, (1, Status::Many), (all, Status::Solved)]);
            let table = paused.table();
            for slot in (0..5_002).chain([game.all - 1]) {
                let depth = Depth::new(slot.min(game.chain) as u32);
                assert_eq!(table.value(Slot(slot)).unwrap().depth(), Some(depth), "{slot}, {threads} threads");
            }
        }
    }
}
