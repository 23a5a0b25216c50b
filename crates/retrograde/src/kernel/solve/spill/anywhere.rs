//! A solve that runs in memory if the cells fit, and otherwise in scratch storage.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::allocator::SpillAllocator;
use super::column::ScratchColumn;
use super::plan::MemoryPlan;
use super::site::Site;
use super::start::Start;
use super::worker::{End, SpillWorker};

use super::super::checkpoint::StoredState;
use super::super::paused::{PausedSolve, affordable};
use super::super::pool::Pool;
use super::super::predecessors::Unmoves;
use super::super::run_workers::work;
use super::super::writer::Writer;
use crate::kernel::options::{Options, SolveError};
use crate::kernel::scratch::{Scratch, Spilled};
use crate::kernel::state::Point;
use crate::rules::game::Reversible;
use crate::rules::memory;
use crate::table::column::{Code, Width};
use crate::table::values::Values;

/// Finds the value of every slot, as [`solve`](crate::kernel::solve::solve()) does. If the cells fit in memory, they
/// are in memory. If the cells do not fit in memory, they are in [`Options::scratch`], if this option is set.
///
/// # Errors
/// Returns the errors of [`solve`](crate::kernel::solve::solve()). Returns [`SolveError::NoRoom`] if the scratch space
/// is full. Returns [`SolveError::Scratch`] if the scratch space cannot be written or read.
///
/// # Panics
/// Panics if the game's code panics, with the same message.
pub fn solve_anywhere<G: Reversible>(game: &G, options: &Options<'_>) -> Result<Box<dyn Values + Send>, SolveError> {
    let (unmoves, stored, stored_state) = (Unmoves(game), game.facts().bytes, StoredState::of(options)?);
    let segments = affordable(game.slots(), options.workers());
    let paused = PausedSolve::begin(&unmoves, segments, stored_state.as_ref(), stored, options);
    let has_begun = paused.is_ok();
    let in_memory = paused.and_then(|paused| paused.solve(&unmoves)).map(PausedSolve::table);
    let (Some(scratch), Err(SolveError::TooLarge { needed, .. })) = (options.scratch, &in_memory) else {
        return Ok(Box::new(in_memory?));
    };
    // If the solve began in memory, it resumes in scratch storage from its last checkpoint.
    let stored_state = if has_begun { StoredState::of(options)? } else { stored_state };
    match spill(&unmoves, stored, stored_state.as_ref(), options, scratch) {
        // There are two memory needs, one with scratch storage and one without. The error reports the smaller need. If
        // the caller raises the limit to the reported need, a second attempt does not return this error again.
        Err(SolveError::TooLarge { slots, needed: outside, limit }) => {
            Err(SolveError::TooLarge { slots, needed: outside.min(*needed), limit })
        }
        spilled => Ok(Box::new(spilled?)),
    }
}

/// Returns the minimum memory in bytes of a solve in scratch storage with `slots` slots. The result is valid if the
/// counts of open moves fit in a byte.
pub fn least(slots: u64, threads: usize) -> u64 {
    MemoryPlan::least::<u8>(slots, Options { threads, ..Options::DEFAULT }.workers())
}

/// Estimates the maximum scratch space, in bytes, of a solve with `slots` slots. The scratch space contains cells,
/// decided positions, messages and the column of codes.
pub const fn on_scratch(slots: u64) -> u64 {
    slots.saturating_mul(8)
}

fn spill(
    game: &dyn Writer,
    stored: u64,
    mut stored_state: Option<&StoredState<'_>>,
    options: &Options<'_>,
    scratch: &Arc<dyn Scratch>,
) -> Result<Spilled, SolveError> {
    if let Some(StoredState { state, .. }) = stored_state {
        state.check(game.slots())?;
    }
    let least = stored_state.map_or(Width::One, width_of_counts);
    // The attempt with counts of one byte fails if a position has more moves than a byte can count. Only few games have
    // a position with so many moves. The next attempt, with wider counts, starts from the beginning, without the
    // checkpoint.
    for width in [Width::One, Width::Two, Width::Four].into_iter().filter(|&width| width >= least) {
        let stored_state = stored_state.take();
        let spilled = match width {
            Width::One => attempt::<u8>(game, stored, stored_state, options, scratch),
            Width::Two => attempt::<u16>(game, stored, stored_state, options, scratch),
            Width::Four => attempt::<u32>(game, stored, stored_state, options, scratch),
        };
        if let Some(spilled) = spilled? {
            return Ok(spilled);
        }
    }
    Err(SolveError::TooDeep)
}

/// Returns the least width in which all counts of open moves in a checkpoint fit.
fn width_of_counts(stored_state: &StoredState<'_>) -> Width {
    match stored_state.state.point {
        Point::Seeding(_) => stored_state.state.width(),
        Point::Sweeping(_) | Point::Finishing => Width::of(stored_state.state.counts as usize + 1),
    }
}

/// Solves the game with counts of open moves of one width. Returns `None` if a count does not fit in this width.
fn attempt<C: Code>(
    game: &dyn Writer,
    stored: u64,
    stored_state: Option<&StoredState<'_>>,
    options: &Options<'_>,
    scratch: &Arc<dyn Scratch>,
) -> Result<Option<Spilled>, SolveError> {
    let (slots, limit, threads) = (game.slots(), options.limit(), options.workers());
    let Some(plan) = MemoryPlan::new::<C>(slots, threads, limit.saturating_sub(stored)) else {
        let needed = MemoryPlan::least::<C>(slots, threads).saturating_add(stored);
        return Err(SolveError::TooLarge { slots, needed, limit });
    };
    memory::admit(MemoryPlan::least::<C>(slots, threads))?;
    let allocator = SpillAllocator::new(&**scratch, plan.unit_bytes());
    let column = ScratchColumn::new(&allocator, slots);
    let done = AtomicU64::new(stored_state.map_or(0, |stored_state| stored_state.state.done()));
    let start = match stored_state {
        Some(stored_state) => Start::restored(stored_state, &column)?,
        None => Start::anew(C::WIDTH),
    };
    let pool = Pool::new(options, plan.segments, &done);
    let ends = work(pool, (0..plan.segments.workers()).map(drop), |pool, me, ()| {
        let site = Site { me, plan: &plan, allocator: &allocator, column: &column };
        SpillWorker::<C>::new(pool, site, &start)?.solve(game)
    })?;
    let Some(ends) = ends.into_iter().collect::<Option<Vec<End>>>() else { return Ok(None) };
    let cells = ends.first().map(|end| end.cells.clone()).unwrap_or_default();
    let width = Width::of(cells.len());
    let count = |code: usize| ends.iter().map(|end| end.counts[code]).sum();
    let codebook = cells.into_iter().enumerate().map(|(code, cell)| (cell, count(code))).collect();
    Ok(Some(Spilled::new(scratch.clone(), column.at(width)?, slots, width, codebook)))
}
