//! The checks that all processes of a solve make together before the solve begins. The processes check that there are
//! not too many workers, and that every process has enough memory for its share. The processes also check that all of
//! them use the same kind of solve (by tiers or not) and resume from the same checkpoint.
//!
//! A checkpoint does not depend on the number of processes, because a
//! [`CheckpointSink`](crate::kernel::solve::CheckpointSink) knows which process stored which slots.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::checkpoint::StoredState;
use super::partition::MOST;
use crate::kernel::options::{Options, SolveError};
use crate::kernel::transport::{Member, RawVote, Transport};

/// Returns an error if there are more workers than [`MOST`]. All processes return the same error, because every process
/// knows all members.
pub(super) fn few_enough(members: &[Member]) -> Result<(), SolveError> {
    let workers = members.iter().fold(0_u64, |sum, member| sum.saturating_add(member.workers as u64));
    if workers <= MOST {
        return Ok(());
    }
    Err(SolveError::Lost { reason: Refused::Workers { workers, most: MOST }.into() })
}

/// Waits until all other processes, if there are any, reach the same point.
pub(super) fn apart(transport: Option<&dyn Transport>) -> Result<(), SolveError> {
    let Some(transport) = transport else { return Ok(()) };
    transport.all_gather([0; 4]).map(drop).map_err(|reason| SolveError::Lost { reason })
}

/// Returns the checkpoint from which all processes resume, if there is one. Returns an error if the checkpoints of the
/// processes differ.
pub(super) fn agree<'a>(
    options: &Options<'a>,
    transport: &dyn Transport,
) -> Result<Option<StoredState<'a>>, SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let own = [options.checkpoint_sink.is_some().into(), 0, 0, 0];
    let votes = transport.all_gather(own).map_err(lost)?;
    if votes.contains(&BY_TIERS) {
        return Err(lost(Differ::Tiers.into()));
    }
    if votes.iter().any(|vote| *vote != own) {
        return Err(lost(Differ::Keeping.into()));
    }
    let stored_state = StoredState::of(options)?;
    let own = stored_state.as_ref().map_or([0; 4], |stored_state| {
        let state = &stored_state.state;
        let mut hash = FxHasher::default();
        hash.write(format!("{:?}", state.point).as_bytes());
        [1, state.slots, state.done, hash.finish()]
    });
    if transport.all_gather(own).map_err(lost)?.iter().any(|vote| *vote != own) {
        return Err(lost(Differ::State.into()));
    }
    Ok(stored_state)
}

/// The first vote of a process that solves by tiers. A vote consists of the numbers that a process contributes at a
/// barrier.
const BY_TIERS: RawVote = [2, 0, 0, 0];

/// Checks that all processes solve tier by tier, as this process does.
pub(super) fn agree_on_tiers(transport: &dyn Transport) -> Result<(), SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let votes = transport.all_gather(BY_TIERS).map_err(lost)?;
    if votes.iter().all(|vote| *vote == BY_TIERS) { Ok(()) } else { Err(lost(Differ::Tiers.into())) }
}

/// Checks that every process has enough memory for its share. All processes wait until every process has reported
/// whether its share fits.
pub(super) fn admitted<T>(admitted: Result<T, SolveError>, transport: &dyn Transport) -> Result<T, SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let votes = transport.all_gather([u64::from(admitted.is_err()), 0, 0, 0]).map_err(lost);
    let admitted = admitted?;
    match votes?.into_iter().position(|[is_refused, ..]| is_refused > 0) {
        Some(process) => Err(lost(Refused::Share { process }.into())),
        None => Ok(admitted),
    }
}

crate::messages! {
    /// The reason why the processes do not start the solve.
    enum Refused {
        Workers { workers: u64, most: u64 }:
            "{workers} workers are more than the maximum of {most} for one board: give each process fewer", "{workers} 个线程，多于能一起求解一个棋盘的 {most} 个：请减少各进程的线程";
        Share { process: usize }: "process {process} cannot begin: its share does not fit in its memory", "进程 {process} 无法开始：那里放不下它的份额";
    }
}

crate::messages! {
    /// A setting or checkpoint in which the processes differ.
    enum Differ {
        Keeping: "some processes keep checkpoints, and others do not: give all of them the same options", "有的进程保存检查点，有的不保存：请给所有进程相同的选项";
        Tiers: "some processes solve by tiers, and others do not: give all of them the same options", "有的进程逐层求解，有的不是：请给所有进程相同的选项";
        State: "the processes have different checkpoints", "各进程要继续的检查点不同";
    }
}
