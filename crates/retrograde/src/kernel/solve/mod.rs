//! Retrograde analysis: from the endings backwards to every position.
//!
//! ```text
//! seed       every finished position gets its ending's value; every other position gets its count of open moves
//! sweep      depth by depth: a predecessor whose mover has won the position wins, one ply deeper;
//!            any other predecessor loses one open move; at zero it is lost, one ply deeper
//! ties       when wins and losses are exhausted: an undecided predecessor of a tie is a tie, one ply deeper
//! draws      the undecided rest
//! ```
//!
//! Turns need not alternate: the rule refers to the side that has *won* a position, not to the side to move.
//!
//! Why depths are exact: the solver propagates depth *d* completely before depth *d + 1*. So the first child that wins
//! a position is a nearest one, and the last open move to close is a farthest one. Positions are decided only at depth
//! *d + 1*, so neither the order within a depth nor the number of threads matters.
//!
//! # One kernel, routed messages
//! The slots are divided into contiguous *segments* that fit in a core's cache. The segments are assigned to the
//! workers in turn. Depth and slot are often correlated, and this assignment keeps every worker busy. A worker asks the
//! game for the predecessors of several hundred slots at a time, separately for won slots and for the others. It writes
//! them to a buffer and sorts them into packets by segment. A message takes four bytes: the offset in the segment, and
//! whether the mover there has won.
//!
//! Packets are exchanged in rounds. Each worker applies the received messages segment by segment, so a segment's cells
//! stay in the cache. No branch depends on a cell: for cells of one byte, a lookup table gives the effect of a message.
//! If one worker has a small table, it is a single segment, and nothing is sorted. Only the owner of a segment accesses
//! its cells, so no atomics are needed. The table is the same for any number of workers, because a value depends on
//! depths and not on the order of arrival. The trait `Channel` sends the packets. The trait `Writer` calls the game, for
//! hundreds of slots per call, so the workers are compiled once for all games.
//!
//! At depths with few positions the workers mostly wait for each other. After many such depths in a row, one worker
//! gets all segments. When a depth has many positions, or the sweep is over, all workers get segments again.
//!
//! # Cells
//! A cell takes one byte while 256 codes suffice. The counts of open moves use the codes from below. The values that
//! occur use the codes from above, in the order in which they first occur. When no code is left, the cells are widened
//! in place to two bytes, and then to four. At the end the codes are sorted, so that the table does not depend on
//! how it was computed.
//!
//! The next frontier is a list by segment while it is short; otherwise a scan of the segment finds it. The lists take
//! at most a quarter of a byte per slot. A listed position has the bit for "its mover has won", so the solver need not
//! read its cell again. The workers wait at a barrier, which also combines their votes. It opens at once if a worker
//! fails or panics, or the solve is cancelled.
//!
//! # Checkpoints
//! Between two rounds the workers can stop, as they do when their cells are widened, and a checkpoint can be made: see
//! [`CheckpointSink`]. It does not depend on the number of workers.
//!
//! # Several processes
//! The workers may belong to several processes on several hosts: see [`transport`](crate::kernel::transport). The segments
//! are distributed to all of them, in proportion to the memory of each process. A process holds only the cells of its
//! own segments. `wire.rs` packs the messages to another process at the point where threads exchange buffers. The
//! last thread at a barrier waits for the other processes on behalf of all. Nothing else differs, and the table is the
//! same.
//!
//! # Wins at once
//! If a game elides them ([`Numbered::AT_ONCE`](crate::Numbered::AT_ONCE)), seeds have depths up to two plies. Won
//! endings are not expanded. Positions won at once are expanded only by un-moves after which the same side moves.

mod agreement;
mod apply;
mod barrier;
mod channel;
pub mod checkpoint;
mod codebook;
mod distributed;
mod estimate;
mod frontier;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod local_cells;
mod messages;
mod need;
mod partition;
mod paused;
mod pool;
mod predecessors;
mod run;
mod run_workers;
mod sampled_estimate;
mod segments;
mod share;
mod spill;
mod store;
mod tiers;
mod watch;
mod wire;
mod worker;
mod worker_state;
mod writer;

pub(crate) use crate::kernel::options::{Options, SolveError};
pub use crate::kernel::state::{CheckpointSink, Next, Stage, State, Take};
pub(crate) use crate::rules::memory::{filled, filled_by, with_room};
pub use crate::table::shares::{Share, Shares};
pub use distributed::Distributed;
pub use estimate::{estimate, estimates, estimates_distributed, expected, expected_distributed, messages_a_round};
pub use partition::MOST as MOST_WORKERS;
pub(crate) use predecessors::{Outside, Predecessors, Unsound, unsound};
pub(crate) use run::{run, run_distributed};
pub use run::{solve, solve_distributed};
pub(crate) use sampled_estimate::estimate_linked_by_sample;
pub use sampled_estimate::{SampledEstimate, estimate_by_sample};
pub(crate) use share::share;
pub use spill::{least, on_scratch, solve_anywhere};
pub use tiers::{Tier, Tiered, solve_by_tiers, solve_by_tiers_anywhere, solve_by_tiers_distributed};
pub(crate) use watch::Watch;
