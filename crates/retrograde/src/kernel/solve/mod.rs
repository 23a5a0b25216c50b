//! Retrograde analysis: from the endings back to every position.
//!
//! ```text
//! seed       every finished position gets its ending's value; every other one its count of open moves
//! sweep      depth by depth: a predecessor of a position that the predecessor's mover has won wins, one ply deeper;
//!            any other predecessor loses one open move, and at zero it loses, one ply deeper
//! ties       when wins and losses are exhausted: an undecided predecessor of a tie ties, one ply deeper
//! draws      what is left
//! ```
//!
//! Turns need not alternate: the rule speaks of who has *won* a position, not of whose turn it is.
//!
//! Why depths come out exact: all of depth *d* is spread before any of depth *d + 1*, so the first child to win a position is a
//! nearest one, and the last open move to close is a farthest one. Marks go only to depth *d + 1*, so the order within a depth does not
//! matter, and neither do threads.
//!
//! # One kernel, routed messages
//! The slots are cut into contiguous *segments*, small enough for a core's cache, which are dealt to the workers in turn: depth and slot
//! often go together, and dealing keeps every worker busy. A worker asks the game for the predecessors of some hundred slots at a time, of
//! those that are won and of the others apart, notes them down, and sorts the notes into packets by segment: messages of four bytes, the
//! place in the segment and whether its mover has won.
//! Packets go in rounds; each worker applies what came segment by segment, so that a segment's cells are in the cache while they change, and
//! without a branch that depends on a cell (what a message makes of a cell of one byte is looked up). One worker's small table is one
//! segment: nothing is sorted. Only the owner touches a cell: no atomics, and the same table for any number of workers, as a value
//! depends on depths, not on the order of arrival. What carries the packets is a trait, `Post`. A game is
//! asked through one, too, `Writer`, about hundreds of slots in a call, so that the workers are compiled once for all games.
//! After many depths in a row with few positions, at each of which the workers would mostly wait for each other, all segments are dealt to one
//! worker. When a depth has many positions, or the sweep is over, they are dealt to all workers again.
//!
//! # Cells
//! A cell takes one byte as long as 256 codes last: the counts of open moves from below, and from above a code for each value that occurs, as it
//! first occurs. When they end, the cells are widened in place to two bytes, and then to four. At the end the codes are put in order, so that
//! the table does not tell how it came about.
//!
//! The next frontier is a list by segment while it is short, else a promise that a scan of the segment will find it: at most a quarter of
//! a byte a slot. A position in it carries the bit that says who has won, so that its cell is not read again. The workers meet at a barrier that also
//! adds up votes, and that opens at once when somebody fails, panics or is cancelled.
//!
//! # Checkpoints
//! Between two rounds the workers can go home, as they do to have their cells widened, and their state can be kept: see [`Keeper`]. It does not
//! depend on their number.
//!
//! # Several processes
//! The workers may belong to several processes, on several hosts: see [`carrier`](crate::kernel::carrier). Segments are dealt to all of them, in proportion to what
//! each process may hold; a process keeps the cells of its own alone. Mail to another process is packed (`parcel.rs`) where mail to a thread
//! changes hands, and whoever comes last to a meeting of threads meets the other processes for all. Nothing else differs, and the table is the same.
//!
//! # Wins at once
//! Where a game leaves them out ([`Numbered::AT_ONCE`](crate::Numbered::AT_ONCE)), seeds are as deep as two plies: won endings are not
//! expanded, and positions won at once only over un-moves that keep the mover.

mod apply;
mod assembly;
mod book;
pub mod checkpoint;
mod crew;
mod dealing;
mod dealt;
mod frontier;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod here;
mod parcel;
mod post;
mod predecessors;
mod rehearsal;
mod segments;
mod share;
mod spill;
mod store;
mod tiers;
mod together;
mod watch;
mod worker;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crew::work;
use dealing::Dealing;
use here::Here;
use segments::Segments;
use store::Store;
use worker::{Seat, Status, Team, Worker};
use writer::Writer;

use crate::kernel::carrier::{Carrier, Member};
use crate::kernel::state::Left;
use crate::rules::game::Reversible;
use crate::rules::memory;
use crate::table::cell::Table;
use crate::table::column::{Column, Width};

pub use crate::kernel::options::{Options, Progress, SolveError, Stage};
pub use crate::kernel::state::{Keeper, Next, State, Take};
pub(crate) use crate::rules::memory::{filled, filled_by, with_room};
pub use crate::table::shares::{Share, Shares};
pub use dealing::MOST as MOST_WORKERS;
pub use dealt::Dealt;
pub(crate) use predecessors::{Outside, Predecessors, Unmoves, Unsound, unsound};
pub(crate) use rehearsal::rehearse_linked;
pub use rehearsal::{Rehearsal, rehearse};
pub(crate) use share::share;
pub use spill::{least, on_scratch, solve_anywhere};
pub use tiers::{Tier, Tiered, solve_by_tiers, solve_by_tiers_among, solve_by_tiers_anywhere};
pub(crate) use watch::Watch;

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
/// decided position is taken once; one to four bytes a slot, a quarter for the frontiers, and the mail (see [`estimate`]). A game
/// whose moves are stored ([`Linked`](crate::Linked)) is solved by its [`Edges`](crate::Edges), without a call to its rules.
///
/// # Source
/// K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986; the counters are those of
/// the linear-time algorithm for reachability games.
pub fn solve<G: Reversible>(game: &G, options: &Options<'_>) -> Result<Table, SolveError> {
    run(&Unmoves(game), game.bytes(), options)
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

/// The segments for so many threads; for one, if the system does not have the address space for more beside the table.
fn affordable(slots: u64, threads: usize) -> Segments {
    let segments = Segments::new(slots, threads);
    let workers = segments.workers();
    if memory::threads(workers, worker::bytes(&segments, Width::One)) < workers {
        Segments::new(slots, 1)
    } else {
        segments
    }
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
    run_among(&Unmoves(game), game.bytes(), carrier, options)
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

/// What was kept of a solve, and by whom.
struct Kept<'a> {
    keeper: &'a dyn Keeper,
    state: State,
}

impl<'a> Kept<'a> {
    fn of(options: &Options<'a>) -> Result<Option<Self>, SolveError> {
        let Some(keeper) = options.keeper else { return Ok(None) };
        let state = keeper.kept().map_err(|reason| SolveError::Resume { reason })?;
        Ok(state.map(|state| Self { keeper, state }))
    }
}

/// What connects this process with those that have some of the segments.
fn carrier_of<'o>(options: &Options<'o>, segments: &Segments) -> Option<&'o dyn Carrier> {
    options.carrier.filter(|_| segments.are_shared()).map(|carrier| &**carrier as &dyn Carrier)
}

/// A solve, while no worker is at work.
struct Course<'a> {
    options: &'a Options<'a>,
    stored: u64,
    /// The segments, dealt to all workers.
    all: Segments,
    /// The same segments, dealt to the workers that run now: all of them, or one.
    segments: Segments,
    column: Column,
    seats: Vec<Seat>,
    /// What is done of the stage.
    done: AtomicU64,
}

impl<'a> Course<'a> {
    /// From a checkpoint, if there is one.
    fn begin(
        game: &dyn Writer,
        segments: Segments,
        kept: Option<&Kept<'_>>,
        stored: u64,
        options: &'a Options<'a>,
    ) -> Result<Self, SolveError> {
        match kept {
            Some(kept) => Self::restored(game, kept, segments, stored, options),
            None => Self::new(game, segments, stored, options),
        }
    }

    fn new(game: &dyn Writer, segments: Segments, stored: u64, options: &'a Options<'a>) -> Result<Self, SolveError> {
        admit(&segments, Width::One, expected_width(game), stored, options)?;
        let column = Column::zeroed(segments.slots_here(), Width::One)?;
        let spare = if options.keeper.is_some() { Left::CODES } else { 0 };
        let seats = Seat::all(&segments, spare);
        Ok(Self { options, stored, all: segments, segments, column, seats, done: AtomicU64::new(0) })
    }

    fn restored(
        game: &dyn Writer,
        kept: &Kept<'_>,
        segments: Segments,
        stored: u64,
        options: &'a Options<'a>,
    ) -> Result<Self, SolveError> {
        let Kept { keeper, state } = kept;
        admit(&segments, state.width(), expected_width(game).max(state.width()), stored, options)?;
        let (shares, process) = segments.shares(carrier_of(options, &segments));
        let column = state.column(*keeper, shares.of(process))?;
        let (seats, done) = (Seat::restored(&segments, state), AtomicU64::new(state.done()));
        Ok(Self { options, stored, all: segments, segments, column, seats, done })
    }

    /// The whole solve, or what is left of it.
    fn solve(mut self, game: &dyn Writer) -> Result<Self, SolveError> {
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

    /// Deals the segments anew, between two depths.
    fn deal(&mut self, anew: Segments) {
        self.seats = Seat::dealt(&self.seats, &self.segments, &anew);
        self.segments = anew;
    }

    /// Lets the workers work until all slots are solved, no codes are left, a checkpoint is due, or the segments are to be dealt anew.
    fn gather(&mut self, game: &dyn Writer) -> Result<Status, SolveError> {
        let Self { options, all, segments, column, seats, done, .. } = self;
        // The system may have less than the limit allows. Once they are at work, the workers allocate without asking.
        memory::admit(worker::bytes(segments, column.width()).saturating_sub(column.bytes()))?;
        let team = Team::new(options, *segments, done).of(all.workers());
        let own = segments.deal(column.codes_mut()).into_iter().zip(seats);
        let ends = work(team, own, |team, me, (holding, seat)| Worker::new(team, me, seat, holding)?.solve(game))?;
        // All workers come to the same end.
        Ok(ends.first().copied().unwrap_or(Status::Solved))
    }

    /// Makes room for more codes.
    fn widen(&mut self) -> Result<(), SolveError> {
        let Self { options, stored, all, segments, column, seats, .. } = self;
        let Some(wider) = column.width().wider() else { return Err(SolveError::TooDeep) };
        admit(all, wider, wider, *stored, options)?;
        let mut recode = None;
        for seat in &mut *seats {
            recode = Some(seat.book.widen());
        }
        match recode {
            Some(recode) if seats[0].has_begun() => column.widen(recode)?,
            // Nothing is seeded yet that would be kept.
            _ => {
                seats.iter_mut().for_each(Seat::begin_again);
                *column = Column::zeroed(segments.slots_here(), wider)?;
            }
        }
        Ok(())
    }

    /// Makes a checkpoint.
    fn keep(&self) -> Result<(), SolveError> {
        let Self { options, segments, column, seats, done, .. } = self;
        let state = seats[0].state(segments.slots(), done.load(Ordering::Relaxed));
        let Some(keeper) = options.keeper else { return Ok(()) };
        let carrier = carrier_of(options, segments);
        let (shares, process) = segments.shares(carrier);
        // What keepers say to each other must not come to a worker who still waits for mail, nor mail to a keeper.
        together::apart(carrier)?;
        keeper
            .keep(&state, shares.of(process), &mut checkpoint::next_of(column.as_bytes()))
            .map_err(|reason| SolveError::Lost { reason })?;
        together::apart(carrier)
    }

    fn table(self) -> Table {
        let (cells, _) = self.seats[0].book.finish();
        Table::new(self.column, cells)
    }
}

/// The width that is expected to do.
fn expected_width(game: &dyn Writer) -> Width {
    if game.fits_bytes() { Width::One } else { Width::Two }
}

/// The bytes that [`solve`] takes for a numbering of so many slots, by so many threads (0: one a core), at two bytes a slot: a
/// game with few values takes one. At most `u64::MAX`, however many slots are claimed.
pub fn estimate(slots: u64, threads: usize) -> u64 {
    estimates(slots, threads)[1]
}

/// The same at one byte a slot, as of a game with few values, and at two.
pub fn estimates(slots: u64, threads: usize) -> [u64; 2] {
    [Width::One, Width::Two].map(|width| worker::bytes(&segments(slots, threads), width))
}

/// The bytes that [`solve`] is expected to hold at its peak, at one byte a slot, as of a game with few values, and at two: less than
/// [`estimates`], which nothing exceeds.
pub fn expected(slots: u64, threads: usize) -> [u64; 2] {
    [Width::One, Width::Two].map(|width| worker::touched(&segments(slots, threads), width))
}

/// The same for one of several processes that solve a numbering together, of those that hold most.
pub fn expected_among(slots: u64, members: &[Member]) -> [u64; 2] {
    most_among(slots, members, worker::touched)
}

/// The bytes that a share is admitted by: the memory that one of several processes must be allowed, of those that hold most. At one byte a slot, and at two.
pub fn estimates_among(slots: u64, members: &[Member]) -> [u64; 2] {
    most_among(slots, members, worker::bytes)
}

fn most_among(slots: u64, members: &[Member], bytes: fn(&Segments, Width) -> u64) -> [u64; 2] {
    let of = |process| {
        let segments = Segments::dealt(slots, Dealing::of(members, process));
        [Width::One, Width::Two].map(|width| bytes(&segments, width))
    };
    (0..members.len()).map(of).max().unwrap_or_default()
}

/// The messages that all workers send in a round, between two meetings, if so many are due.
pub fn messages_a_round(slots: u64) -> u64 {
    worker::messages_a_round(slots)
}

fn segments(slots: u64, threads: usize) -> Segments {
    Segments::new(slots, Options { threads, ..Options::default() }.workers())
}

/// Refuses, with numbers, what would not fit beside the `stored` bytes of the numbering: those of the width that is expected to do, so that no
/// second refusal follows.
fn admit(
    segments: &Segments,
    width: Width,
    expected: Width,
    stored: u64,
    options: &Options<'_>,
) -> Result<(), SolveError> {
    let needed = |width| worker::bytes(segments, width).saturating_add(stored);
    let (slots, limit) = (segments.slots(), options.memory);
    if needed(width) <= limit {
        return Ok(());
    }
    Err(SolveError::TooLarge { slots, needed: needed(expected), limit })
}

#[cfg(test)]
mod tests {
    use super::predecessors::Unmoves;
    use super::*;
    use crate::rules::game::{Ending, Game, Numbered, Slot};
    use crate::rules::side::Side;
    use crate::rules::value::Depth;

    /// `0 <- 1 <- 2 <- ...`, and at the end of the chain many positions that move to it.
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
            let mut course = Course::new(&unmoves, segments, 0, &options).unwrap();
            let mut ends = Vec::new();
            loop {
                ends.push((course.seats.len(), course.gather(&unmoves).unwrap()));
                match ends.last().unwrap().1 {
                    Status::TooNarrow => course.widen().unwrap(),
                    Status::Due => panic!("nobody keeps anything"),
                    Status::Few => course.deal(course.all.for_one()),
                    Status::Many => course.deal(course.all),
                    Status::Solved => break,
                }
            }
            let all = segments.workers();
            assert!(all > 1);
            let narrow = (1, Status::TooNarrow);
            assert_eq!(ends, [(all, Status::Few), narrow, (1, Status::Many), (all, Status::Solved)]);
            let table = course.table();
            for slot in (0..5_002).chain([game.all - 1]) {
                let depth = Depth::new(slot.min(game.chain) as u32);
                assert_eq!(table.value(Slot(slot)).unwrap().depth(), Some(depth), "{slot}, {threads} threads");
            }
        }
    }

    #[test]
    fn a_claimed_size_costs_nothing_to_estimate() {
        for slots in [0, 1 << 44, 1 << 56, u64::MAX] {
            let bytes = estimate(slots, 2);
            assert!(bytes >= slots.saturating_mul(2), "{slots} slots: {bytes} bytes");
        }
        assert_eq!(estimate(u64::MAX, 2), u64::MAX);
    }
}
