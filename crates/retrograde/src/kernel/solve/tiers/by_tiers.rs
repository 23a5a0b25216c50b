//! Solves a game with tiers, one tier after the other. A tier is a range of slots. When play has left a tier, it never
//! returns to this tier.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::agreement;
use super::super::distributed::Distributed;
use super::super::local_cells::{LocalCells, in_order};
use super::super::partition::Partition;
use super::super::paused::PausedSolve;
use super::super::segments::{Segments, workers};
use super::super::store::Store;
use super::finished::Finished;
use super::open::Open;
use super::tier::{Tier, Tiered};
use crate::kernel::options::{Options, SolveError};
use crate::kernel::transport::Transport;
use crate::table::cell::Table;
use crate::table::values::Values;

/// Finds the value of every slot, one tier at a time. Returns the same table as
/// [`solve`](crate::kernel::solve::solve()), but needs working memory for only one tier.
///
/// # Errors
/// Returns the errors of [`solve`](crate::kernel::solve::solve()). Returns [`SolveError::Tiers`] if the tiers form a
/// cycle, or do not cover the slots. Returns [`SolveError::TierTwice`] if a tier lists a child twice.
///
/// # Complexity
/// The cost is that of [`solve`](crate::kernel::solve::solve()). In addition, the function scans, for each tier, the
/// codes of the tier's children once. The scan is repeated at each depth if the memory limit leaves less than two bytes
/// for each slot of the child tiers. The scan is also repeated at each depth if there are more than 16,384 different
/// values.
pub fn solve_by_tiers<G: Tiered>(game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    let LocalCells { store, codebook, .. } = alone(game, &Options { scratch: None, ..*options })?;
    match store {
        Store::Memory(column) => Ok(in_order(column, &codebook)),
        // The options contain no scratch space. So the values cannot be in scratch storage.
        Store::Scratch(_) => Err(SolveError::NoRoom { needed: 0, limit: 0 }),
    }
}

/// Like [`solve_by_tiers`], but the values need not fit in memory. If the values and the solve of one tier do not fit
/// in memory together, this function stores the values in [`Options::scratch`]. The option `scratch` must then be set.
///
/// # Errors
/// Returns the errors of [`solve_by_tiers`]. Returns [`SolveError::NoRoom`] if the scratch space is full. Returns
/// [`SolveError::Scratch`] if the scratch space cannot be written or read.
pub fn solve_by_tiers_anywhere<G: Tiered>(
    game: &G,
    options: &Options<'_>,
) -> Result<Box<dyn Values + Send>, SolveError> {
    alone(game, options)?.values(options)
}

/// Like [`solve_by_tiers_anywhere`], but solves the game together with the other processes of a transport; see
/// [`solve_distributed`](crate::kernel::solve::solve_distributed). Each process may have its own scratch space.
///
/// # Errors
/// Returns the errors of [`solve_by_tiers_anywhere`]. Returns [`SolveError::Lost`] if another process is lost or has
/// failed. Returns [`SolveError::OneProcess`] if the game [lists the moves that leave a tier](Tiered::leaves_forwards)
/// and there are several processes.
pub fn solve_by_tiers_distributed<G: Tiered>(
    game: &G,
    transport: &Arc<dyn Transport>,
    options: &Options<'_>,
) -> Result<Distributed, SolveError> {
    agreement::few_enough(transport.members())?;
    agreement::agree_on_tiers(&**transport)?;
    let options = Options { checkpoint_sink: None, transport: Some(transport), ..*options };
    let here = finish(game, Partition::distributed(&**transport), &options)?;
    agreement::apart(Some(&**transport))?;
    Ok(Distributed::new(here, transport))
}

fn alone<G: Tiered>(game: &G, options: &Options<'_>) -> Result<LocalCells, SolveError> {
    let options = Options { checkpoint_sink: None, transport: None, ..*options };
    let workers = workers(game.slots(), options.workers());
    finish(game, Partition::alone(workers as usize), &options)
}

/// Solves tier by tier. Callers switch checkpoints off, because each tier is a separate solve, and a checkpoint sink
/// stores only one solve.
fn finish<G: Tiered>(game: &G, partition: Partition, options: &Options<'_>) -> Result<LocalCells, SolveError> {
    let tiers = game.tiers();
    let order = children_first(&tiers, game.slots())?;
    let segments = Segments::of_tiers(game.slots(), game.slots() / tiers.len().max(1) as u64, partition);
    if game.leaves_forwards() && segments.are_shared() {
        return Err(SolveError::OneProcess);
    }
    let mut finished = Finished::begin(game, &tiers, segments, options);
    if let Some(transport) = options.transport {
        finished = agreement::admitted(finished, &**transport);
    }
    let mut finished = finished?;
    for tier in order.into_iter().filter(|&tier| !tiers[tier].slots.is_empty()) {
        let mut open = Open::new(game, &tiers, &finished, tier);
        let held = game.facts().bytes.saturating_add(finished.bytes());
        if !tiers[tier].has_moves_inside && finished.is_at_hand() && open.cells_fit(held, options) {
            let cells = open.forward(options)?;
            finished.take_cells(tier, &tiers, &cells, options)?;
            continue;
        }
        let held = held.saturating_add(open.sort(held, options)?);
        let paused = PausedSolve::new(&open, finished.segments().around(&tiers[tier].slots), held, options)?;
        // Without this barrier, messages of this tier could reach a worker that still waits for messages of the
        // previous tier.
        agreement::apart(options.transport.map(|transport| &**transport))?;
        let paused = paused.solve(&open);
        open.was_read()?;
        finished.take(tier, &tiers, &paused?)?;
    }
    Ok(finished.here())
}

/// Sorts the tiers so that each tier follows all its children.
fn children_first(tiers: &[Tier], slots: u64) -> Result<Vec<usize>, SolveError> {
    let mut next = 0;
    for tier in tiers {
        if tier.slots.start != next || tier.slots.end < next {
            return Err(SolveError::Tiers { names: tier.name.clone() });
        }
        next = tier.slots.end;
        let mut seen = BTreeSet::new();
        if let Some(&child) = tier.children.iter().find(|&&child| !seen.insert(child)) {
            let child = tiers.get(child).map_or_else(|| child.to_string(), |child| child.name.clone());
            return Err(SolveError::TierTwice { tier: tier.name.clone(), child });
        }
    }
    if next != slots {
        return Err(SolveError::Tiers { names: tiers.last().map_or(String::new(), |tier| tier.name.clone()) });
    }
    let (mut order, mut done) = (Vec::new(), vec![false; tiers.len()]);
    while order.len() < tiers.len() {
        let is_ready =
            |&tier: &usize| !done[tier] && tiers[tier].children.iter().all(|&child| child == tier || done[child]);
        let Some(ready) = (0..tiers.len()).find(is_ready) else {
            let left = (0..tiers.len()).filter(|&tier| !done[tier]).map(|tier| tiers[tier].name.as_str());
            return Err(SolveError::Tiers { names: left.collect::<Vec<_>>().join(", ") });
        };
        done[ready] = true;
        order.push(ready);
    }
    Ok(order)
}
