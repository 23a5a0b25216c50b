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
mod course;
mod crew;
mod dealing;
mod dealt;
mod estimate;
mod frontier;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod here;
mod messages;
mod need;
mod parcel;
mod post;
mod predecessors;
mod rehearsal;
mod run;
mod seat;
mod segments;
mod share;
mod spill;
mod store;
mod team;
mod tiers;
mod together;
mod watch;
mod worker;
mod writer;

pub(crate) use crate::kernel::options::{Options, SolveError};
pub use crate::kernel::state::{Keeper, Next, Stage, State, Take};
pub(crate) use crate::rules::memory::{filled, filled_by, with_room};
pub use crate::table::shares::{Share, Shares};
pub use dealing::MOST as MOST_WORKERS;
pub use dealt::Dealt;
pub use estimate::{estimate, estimates, estimates_among, expected, expected_among, messages_a_round};
pub(crate) use predecessors::{Outside, Predecessors, Unsound, unsound};
pub(crate) use rehearsal::rehearse_linked;
pub use rehearsal::{Rehearsal, rehearse};
pub(crate) use run::{run, run_among};
pub use run::{solve, solve_among};
pub(crate) use share::share;
pub use spill::{least, on_scratch, solve_anywhere};
pub use tiers::{Tier, Tiered, solve_by_tiers, solve_by_tiers_among, solve_by_tiers_anywhere};
pub(crate) use watch::Watch;
