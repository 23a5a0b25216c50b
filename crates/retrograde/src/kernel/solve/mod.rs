//! Retrograde analysis. Retrograde analysis goes from the endings backwards to every position.
//!
//! ```text
//! seed       every finished position gets its ending's value; every other position gets its count of open moves
//! sweep      depth by depth: if the mover of a predecessor has won the position, the predecessor is a win, one ply
//!            deeper; otherwise one open move of the predecessor is closed; if no open move is left, the predecessor
//!            is a loss, one ply deeper
//! ties       when wins and losses are exhausted: an undecided predecessor of a tie is a tie, one ply deeper
//! draws      all positions that are still undecided
//! ```
//!
//! Turns need not alternate. Suppose that side A has won a position. Then every predecessor in which A is to move is a
//! win. It does not matter which side is to move in the position itself.
//!
//! Depths are exact, because the solver propagates depth *d* completely before depth *d + 1*. So the depth of a won
//! position follows from the child with the least depth among the children that its mover has won. The depth of a lost
//! position follows from the child with the greatest depth. While the solver propagates depth *d*, it decides positions
//! of depth *d + 1* only. So the values depend neither on the order within a depth nor on the number of threads.
//!
//! # One kernel, routed messages
//! The slots are divided into contiguous *segments* that fit in a core's cache. Slots that are close to each other
//! often have similar depths. So successive segments are assigned to successive workers, which keeps every worker busy.
//! A worker asks the game for the predecessors of several hundred slots at a time. In one call, the side to move has
//! won either all of these slots or none of them. The worker writes the predecessors to a buffer and sorts them into
//! packets by segment. A packet contains messages of four bytes. A message has the offset of the predecessor in its
//! segment, and one bit that says whether the predecessor's mover has won the child.
//!
//! Packets are exchanged in rounds. Each worker applies the received messages segment by segment, so a segment's cells
//! stay in the cache. No branch depends on the content of a cell. For cells of one byte, a lookup table gives the
//! effect of a message. If a single worker solves a small table, the table is one segment, and nothing is sorted. Only
//! the owner of a segment accesses its cells, so no atomics are needed. The table is the same for any number of
//! workers, because a value depends only on depths, not on the order in which messages arrive. The trait `Channel`
//! sends the packets. The workers use the game through the trait `Writer`, whose methods process many slots per call.
//! So the workers are compiled only once, for all games.
//!
//! At depths with few positions, the workers spend most of the time waiting for each other. After many successive
//! depths with few positions, one worker gets all segments. When a depth has many positions, or when all depths of the
//! sweep are complete, all workers get segments again.
//!
//! # Cells
//! A cell occupies one byte while 256 codes suffice. The counts of open moves use the lowest codes. The values use the
//! highest codes. These codes are assigned downwards, in the order in which the values first occur. When no code is
//! left, the cells are widened in place to two bytes, and later to four bytes if necessary. When all values are known,
//! the solver sorts the codebook and renumbers the codes. So the table does not depend on the order in which the values
//! were found.
//!
//! If a segment has few positions of the next frontier, a list contains these positions. Otherwise a scan of the
//! segment finds these positions. The two lists of a worker need at most a quarter of a byte per slot. A list entry
//! says whether the position's mover has won the position, so the solver need not read the cell again. The workers wait
//! at a barrier, which also combines their votes (a few numbers from each worker). The barrier opens immediately if a
//! worker fails or panics, or if the solve is cancelled.
//!
//! # Checkpoints
//! The workers can stop between two rounds, as they do when the cells are widened. While they are stopped, a checkpoint
//! can be stored; see [`CheckpointSink`]. A checkpoint does not depend on the number of workers.
//!
//! # Several processes
//! The workers may belong to several processes on several hosts; see [`transport`](crate::kernel::transport). The
//! segments are divided among all workers, in proportion to the memory of each process. A process holds only the cells
//! of its own segments. Threads of one process exchange buffers of messages; for another process, `wire.rs` packs the
//! messages into bytes. The last thread at a barrier waits for the other processes on behalf of all threads. All other
//! steps and the table are the same as in one process.
//!
//! # Wins at once
//! A game may elide wins at once (wins in 1 ply, see [`Numbered`](crate::Numbered)). In a game that elides wins at
//! once, seeds have depths up to two plies. Elided positions are not expanded, but other endings and other wins in 1
//! are expanded. So, during the solve, an elided position and an expanded position have different codes even if their
//! values are equal. In the finished table they have the same code. A scan for the positions of a depth compares codes.
//! So an elided position costs nothing, and the solver need not ask the game about it. If turns do not alternate, an
//! elided win must reach its predecessors with the same side to move. So elided wins have the same code as all other
//! wins in 1, and the solver asks the game which wins in 1 are elided.

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
