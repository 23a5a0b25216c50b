//! Checkpoints of a solve that goes on in several processes: each keeps the codes of its own slots, all at the same time.
//!
//! What is kept does not depend on how many there were: a [`Keeper`](crate::solve::Keeper) is told whose slots are whose, and finds the codes of others.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::Kept;
use crate::carrier::Carrier;
use crate::options::{Options, SolveError};

/// Waits for all other processes, if there are any.
pub(super) fn apart(carrier: Option<&dyn Carrier>) -> Result<(), SolveError> {
    let Some(carrier) = carrier else { return Ok(()) };
    carrier.meet([0; 4]).map(drop).map_err(|reason| SolveError::Lost { reason })
}

/// What all go on from.
pub(super) fn agree<'a>(options: &Options<'a>, carrier: &dyn Carrier) -> Result<Option<Kept<'a>>, SolveError> {
    let lost = |reason| SolveError::Lost { reason };
    let own = [options.keeper.is_some().into(), 0, 0, 0];
    if carrier.meet(own).map_err(lost)?.iter().any(|vote| *vote != own) {
        return Err(lost(Differ::Keeping.into()));
    }
    let kept = Kept::of(options)?;
    let own = kept.as_ref().map_or([0; 4], |kept| {
        let state = &kept.state;
        let mut hash = FxHasher::default();
        hash.write(format!("{:?}", state.point).as_bytes());
        [1, state.slots, state.done, hash.finish()]
    });
    if carrier.meet(own).map_err(lost)?.iter().any(|vote| *vote != own) {
        return Err(lost(Differ::State.into()));
    }
    Ok(kept)
}

crate::messages! {
    /// What the processes do not agree on.
    enum Differ {
        Keeping: "some processes keep checkpoints, and others do not: give all of them the same options", "有的进程保存检查点，有的不保存：请给所有进程相同的选项";
        State: "the processes go on from different checkpoints", "各进程要继续的检查点不同";
    }
}
