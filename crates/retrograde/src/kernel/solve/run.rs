//! The kernel, in this process or together with others.

use std::sync::Arc;

use super::checkpoint::Kept;
use super::course::{Course, admit, affordable, expected_width};
use super::dealt::Dealt;
use super::here::Here;
use super::predecessors::{Predecessors, Unmoves};
use super::segments::Segments;
use super::store::Store;
use super::together;
use super::writer::Writer;
use crate::kernel::carrier::Carrier;
use crate::kernel::options::{Options, SolveError};
use crate::rules::game::Reversible;
use crate::table::cell::Table;
use crate::table::column::Width;

/// Finds the value of every slot.
///
/// The finished positions are seeded. Then depth by depth: a predecessor of a position that the predecessor's
/// mover has won is won, one ply deeper; a position whose last open move has closed is lost. When wins and
/// losses are exhausted, a predecessor of a tie is a tie, one ply deeper, whoever moves. The rest is drawn.
///
/// # Errors
/// [`SolveError`]: too large for [`Options::memory`] (refused before anything is allocated), cancelled, too
/// many values, or the game breaks its own laws.
///
/// # Panics
/// If the game's code panics, with its message.
///
/// # Complexity
/// V slots, E distinct moves: every position is ranked back and its moves counted once, every un-move of a
/// decided position is taken once; one to four bytes a slot, a quarter for the frontiers, and the mail (see [`estimate`](super::estimate())). A game
/// whose moves are stored ([`Linked`](crate::Linked)) is solved by its [`Edges`](crate::Edges), without a call to its rules.
///
/// # Source
/// K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986; the counters are those of
/// the linear-time algorithm for reachability games.
pub fn solve<G: Reversible>(game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    run(&Unmoves(game), game.facts().bytes, options)
}

/// The kernel: solves what can take moves back by slot, beside `stored` bytes that are kept meanwhile.
pub(crate) fn run(game: &impl Predecessors, stored: u64, options: &Options<'_>) -> Result<Table, SolveError> {
    run_by(game, stored, options)
}

fn run_by(game: &dyn Writer, stored: u64, options: &Options<'_>) -> Result<Table, SolveError> {
    let segments = affordable(game.slots(), options.workers());
    let course = Course::begin(game, segments, Kept::of(options)?.as_ref(), stored, options)?;
    course.solve(game).map(Course::table)
}

/// Finds the value of every slot, as [`solve`] does, together with the other processes that a carrier connects this one with: each calls this
/// for the same game. The threads are those that the carrier tells of each process.
///
/// # Errors
/// Those of [`solve`]; and another process is lost, or has given up. A process that has failed must tell the others, as they wait for it.
///
/// # Panics
/// If the game's code panics, with its message.
pub fn solve_among<G: Reversible>(
    game: &G,
    carrier: &Arc<dyn Carrier>,
    options: &Options<'_>,
) -> Result<Dealt, SolveError> {
    run_among(&Unmoves(game), game.facts().bytes, carrier, options)
}

/// The kernel, in this process and in all others.
pub(crate) fn run_among(
    game: &impl Predecessors,
    stored: u64,
    carrier: &Arc<dyn Carrier>,
    options: &Options<'_>,
) -> Result<Dealt, SolveError> {
    run_among_by(game, stored, carrier, options)
}

fn run_among_by(
    game: &dyn Writer,
    stored: u64,
    carrier: &Arc<dyn Carrier>,
    options: &Options<'_>,
) -> Result<Dealt, SolveError> {
    together::few_enough(carrier.members())?;
    let segments = Segments::among(game.slots(), &**carrier);
    let options = Options { carrier: Some(carrier), ..*options };
    let kept = together::agree(&options, &**carrier)?;
    let width = kept.as_ref().map_or(Width::One, |kept| kept.state.width());
    let admitted = admit(&segments, width, expected_width(game).max(width), stored, &options);
    together::admitted(admitted, &**carrier)?;
    let course = Course::begin(game, segments, kept.as_ref(), stored, &options)?;
    together::apart(Some(&**carrier))?;
    let course = course.solve(game)?;
    let (book, _) = course.seats[0].book.finish();
    Ok(Dealt::new(Here::new(segments, Store::Memory(course.column), book), carrier))
}
