//! The barrier at which all workers wait for each other between the steps of a solve.

use std::any::Any;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::kernel::options::SolveError;
use crate::kernel::transport::{RawVote, Transport};

/// The signal that all workers must stop, because a worker has failed or panicked, or because the solve was cancelled.
#[derive(Debug)]
pub(super) struct Stopped;

/// The vote of a worker at a barrier. A vote consists of the numbers that the worker contributes to the all-reduce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Vote {
    /// Two numbers that are summed over all workers.
    pub(super) sums: [u64; 2],
    /// A number of this worker. The all-reduce returns the maximum of the numbers of all workers.
    pub(super) most: u32,
    /// A bit set of this worker. The all-reduce returns the union of the bit sets of all workers.
    pub(super) seen: u32,
}

impl Vote {
    fn add(&mut self, other: Self) {
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, more)| *sum += more);
        self.most = self.most.max(other.most);
        self.seen |= other.seen;
    }

    fn raw(self) -> RawVote {
        [self.sums[0], self.sums[1], self.most.into(), self.seen.into()]
    }

    const fn of([one, other, most, seen]: RawVote) -> Self {
        Self { sums: [one, other], most: most as u32, seen: seen as u32 }
    }
}

/// A barrier with an all-reduce of one vote per worker. If the solve stops, the barrier opens immediately, so that no
/// worker waits for ever. If there are other processes, the worker that arrives last at the barrier waits for these
/// processes on behalf of all workers.
pub(super) struct Barrier<'a> {
    members: usize,
    transport: Option<&'a dyn Transport>,
    state: Mutex<BarrierState>,
    all_arrived: Condvar,
}

#[derive(Default)]
struct BarrierState {
    generation: u64,
    present: usize,
    sum: Vote,
    last_sum: Vote,
    stopped: bool,
    error: Option<SolveError>,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a> Barrier<'a> {
    pub(super) fn new(members: usize, transport: Option<&'a dyn Transport>) -> Self {
        Self { members, transport, state: Mutex::default(), all_arrived: Condvar::new() }
    }

    /// Returns the transport to the other processes, if there are any.
    pub(super) const fn transport(&self) -> Option<&'a dyn Transport> {
        self.transport
    }

    /// Waits until every worker has voted, and returns the combined votes.
    pub(super) fn sum(&self, vote: Vote) -> Result<Vote, Stopped> {
        let mut state = self.state();
        state.sum.add(vote);
        state.present += 1;
        if state.present == self.members {
            let mut sum = std::mem::take(&mut state.sum);
            if let Some(transport) = self.transport.filter(|_| !state.stopped) {
                drop(state);
                sum = self.all_gather(transport, sum)?;
                state = self.state();
            }
            (state.last_sum, state.present) = (sum, 0);
            state.generation += 1;
            self.all_arrived.notify_all();
        } else {
            let generation = state.generation;
            while state.generation == generation && !state.stopped {
                state = self.all_arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        if state.stopped { Err(Stopped) } else { Ok(state.last_sum) }
    }

    /// Exchanges and combines the votes of all processes.
    fn all_gather(&self, transport: &dyn Transport, vote: Vote) -> Result<Vote, Stopped> {
        let votes = transport.all_gather(vote.raw()).map_err(|reason| self.fail(SolveError::Lost { reason }))?;
        let mut sum = Vote::default();
        for vote in votes {
            sum.add(Vote::of(vote));
        }
        Ok(sum)
    }

    /// Stops all workers with an error. If several workers fail, the solve returns the first error.
    pub(super) fn fail(&self, error: SolveError) -> Stopped {
        let mut state = self.state();
        state.error.get_or_insert(error);
        self.stop(state)
    }

    /// Stops all workers, because one worker has panicked. The thread that called the solve resumes the panic.
    pub(super) fn panicked(&self, payload: Box<dyn Any + Send>) -> Stopped {
        let mut state = self.state();
        state.panic.get_or_insert(payload);
        self.stop(state)
    }

    fn stop(&self, mut state: MutexGuard<'_, BarrierState>) -> Stopped {
        state.stopped = true;
        self.all_arrived.notify_all();
        Stopped
    }

    /// Returns the result of the solve, after all workers have stopped.
    pub(super) fn verdict(self) -> Result<(), SolveError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(payload) = state.panic {
            std::panic::resume_unwind(payload);
        }
        state.error.map_or(Ok(()), Err)
    }

    // A worker's panic is caught while the worker does not hold the lock. So the state is valid even if the lock is
    // poisoned.
    fn state(&self) -> MutexGuard<'_, BarrierState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
