//! Entry points of the kernel, for one process or several.

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
/// Seeds the finished positions. Then, depth by depth: a predecessor whose mover has won the position is a win, one ply
/// deeper; a position whose last open move has closed is a loss. When wins and losses are exhausted, an undecided
/// predecessor of a tie is a tie, one ply deeper, whichever side moves. The rest are draws.
///
/// # Errors
/// [`SolveError`]: the solve needs more than [`Options::memory`] (refused before anything is allocated), it was
/// cancelled, it has too many values, or the game breaks a law.
///
/// # Panics
/// If the game's code panics, with its message.
///
/// # Complexity
/// With V slots and E distinct moves: computes the position of each slot and counts its moves once; makes every un-move
/// of a decided position once. Memory: one to four bytes a slot, a quarter of a byte for the frontiers, and the
/// messages (see [`estimate`](super::estimate())). A game whose moves are stored ([`Linked`](crate::Linked)) is solved
/// by its [`Edges`](crate::Edges), without calls to its rules.
///
/// # Source
/// K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986; the counters are those of
/// the linear-time algorithm for reachability games.
pub fn solve<G: Reversible>(game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    run(&Unmoves(game), game.facts().bytes, options)
}

/// The kernel: solves a game with un-moves by slot. `stored` bytes are in use during the solve.
pub(crate) fn run(game: &impl Predecessors, stored: u64, options: &Options<'_>) -> Result<Table, SolveError> {
    run_by(game, stored, options)
}

fn run_by(game: &dyn Writer, stored: u64, options: &Options<'_>) -> Result<Table, SolveError> {
    let segments = affordable(game.slots(), options.workers());
    let paused = PausedSolve::begin(game, segments, StoredState::of(options)?.as_ref(), stored, options)?;
    paused.solve(game).map(PausedSolve::table)
}

/// Finds the value of every slot, as [`solve`] does, together with the other processes of a transport. Each process
/// calls this for the same game. The transport, not [`Options::threads`], gives the number of threads of each process.
///
/// # Errors
/// Those of [`solve`]; and another process is lost or has failed. A process that fails must notify the others, because
/// they wait for it.
///
/// # Panics
/// If the game's code panics, with its message.
pub fn solve_distributed<G: Reversible>(
    game: &G,
    transport: &Arc<dyn Transport>,
    options: &Options<'_>,
) -> Result<Distributed, SolveError> {
    run_distributed(&Unmoves(game), game.facts().bytes, transport, options)
}

/// The kernel, with several processes.
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
