//! The entry points of the kernel. The functions of this module solve a game in one process or in several processes.

use std::sync::Arc;

use super::agreement;
use super::checkpoint::StoredState;
use super::distributed::Distributed;
use super::local_cells::LocalCells;
use super::paused::{PausedSolve, admit, affordable, expected_width};
use super::predecessors::{Predecessors, Unmoves};
use super::segments::Segments;
use super::store::Store;
use super::writer::Writer;
use crate::kernel::options::{Options, SolveError};
use crate::kernel::transport::Transport;
use crate::rules::game::Reversible;
use crate::table::cell::Table;
use crate::table::column::Width;

/// Finds the value of every slot.
///
/// The solve first seeds the finished positions. The solve then propagates values depth by depth. A predecessor of a
/// position is a win if the predecessor's mover has won the position. The predecessor's win is one ply deeper than the
/// position's value. A position without any open move left is a loss. When no more wins and losses are found, an
/// undecided predecessor of a tie is a tie, one ply deeper. For ties, it does not matter which side moves. All other
/// positions are draws.
///
/// # Errors
/// Returns [`SolveError`] if the solve needs more memory than [`Options::memory`], if it was cancelled, if it has too
/// many values, or if the game breaks a law (a property that every game must have). The memory need is checked before
/// memory is allocated.
///
/// # Panics
/// Panics if the game's code panics, with the same message.
///
/// # Complexity
/// For each slot, a solve computes the position and counts its moves once. A solve makes every un-move of a decided
/// position once. A solve needs memory for the cells (one to four bytes per slot), for the frontiers (a quarter of a
/// byte per slot), and for the messages (see [`estimate`](super::estimate())). If the moves of a game are stored
/// ([`Linked`](crate::Linked)), the solver reads the stored moves ([`Edges`](crate::Edges)) and does not call the
/// rules.
///
/// # Source
/// K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986. The counters come from the
/// linear-time algorithm for reachability games.
pub fn solve<G: Reversible>(game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    run(&Unmoves(game), game.facts().bytes, options)
}

/// Runs the kernel on a game that gives slots instead of positions. The game itself occupies `stored` bytes during the
/// solve.
pub(crate) fn run(game: &impl Predecessors, stored: u64, options: &Options<'_>) -> Result<Table, SolveError> {
    run_by(game, stored, options)
}

fn run_by(game: &dyn Writer, stored: u64, options: &Options<'_>) -> Result<Table, SolveError> {
    let segments = affordable(game.slots(), options.workers());
    let paused = PausedSolve::begin(game, segments, StoredState::of(options)?.as_ref(), stored, options)?;
    paused.solve(game).map(PausedSolve::table)
}

/// Finds the value of every slot, as [`solve`] does, together with the other processes of a transport. Each process
/// calls this function for the same game. The transport, not [`Options::threads`], gives the number of threads of each
/// process.
///
/// # Errors
/// Returns the errors of [`solve`]. Returns [`SolveError::Lost`] if another process is lost or has failed. A process
/// that fails must notify the other processes, because they wait for it.
///
/// # Panics
/// Panics if the game's code panics, with the same message.
pub fn solve_distributed<G: Reversible>(
    game: &G,
    transport: &Arc<dyn Transport>,
    options: &Options<'_>,
) -> Result<Distributed, SolveError> {
    run_distributed(&Unmoves(game), game.facts().bytes, transport, options)
}

/// Like [`run`], together with the other processes of a transport.
pub(crate) fn run_distributed(
    game: &impl Predecessors,
    stored: u64,
    transport: &Arc<dyn Transport>,
    options: &Options<'_>,
) -> Result<Distributed, SolveError> {
    run_distributed_by(game, stored, transport, options)
}

fn run_distributed_by(
    game: &dyn Writer,
    stored: u64,
    transport: &Arc<dyn Transport>,
    options: &Options<'_>,
) -> Result<Distributed, SolveError> {
    agreement::few_enough(transport.members())?;
    let segments = Segments::distributed(game.slots(), &**transport);
    let options = Options { transport: Some(transport), ..*options };
    let stored_state = agreement::agree(&options, &**transport)?;
    let width = stored_state.as_ref().map_or(Width::One, |stored_state| stored_state.state.width());
    let admitted = admit(&segments, width, expected_width(game).max(width), stored, &options);
    agreement::admitted(admitted, &**transport)?;
    let paused = PausedSolve::begin(game, segments, stored_state.as_ref(), stored, &options)?;
    agreement::apart(Some(&**transport))?;
    let paused = paused.solve(game)?;
    let (codebook, _) = paused.worker_states[0].codebook.finish();
    Ok(Distributed::new(LocalCells::new(segments, Store::Memory(paused.column), codebook), transport))
}
