//! Solves games whose slots are divided into tiers. The tiers are solved one after the other.
//!
//! Captures, promotions and placements are never undone. So play goes from tier to tier, and never returns to an
//! earlier tier. Play can cycle only within a tier. So the solver finishes all children of a tier before the tier
//! itself. The tier that is being solved is called the *open* tier. Only the open tier has counters, frontiers and
//! messages. At depth *d* the kernel expands the positions of depth *d* in the open tier and in the tier's finished
//! children. The kernel asks the game only for predecessors in the open tier. When the solver opens a tier, it sorts
//! the slots of the finished children by their values. So each depth reads only the slots of this depth. A sweep ends
//! at the first depth that decides no position of the open tier. But if a finished child has a deeper value, the sweep
//! continues. The solver needs no sweep if every move of a tier leaves the tier, and if this process has the values of
//! all the tier's children in memory. Without a sweep, the solver gives each position the value of its best move.
//!
//! # Moves that leave a tier
//! A game may list the moves that leave a tier ([`Tiered::leaves_forwards`]). A game that does so need not list the
//! corresponding un-moves. So captures and promotions need no un-moves. The solver then reads the values of the
//! children when it opens the tier. The moves become *pending messages*. Each message is delivered at the depth of the
//! child to which the move leads. So a slot is decided at the same depth, and by the same value, as with un-moves. A
//! message about a win by an outside child (a child in another tier) waits until the solve reaches the child's depth.
//! So a quicker win inside the tier can come first. The last open move of a lost slot is closed at the greatest depth
//! among the slot's children inside and outside of the tier. Most messages from outside of a tier would have no effect.
//! So these messages are not stored. Only the best outside child matters. The best child is the child that is best from
//! the point of view of the slot's mover. In the following list, d is the depth of the best outside child.
//!
//! * If the mover has won the best outside child, one message arrives at depth d. The slot becomes a win, unless it is
//!   already a win. The slot cannot be a loss.
//! * If the best outside child is a tie, one message arrives at depth d of the sweep of ties. The slot cannot be a
//!   loss.
//! * If the best outside child is a draw, there is no message. The slot cannot be a loss.
//! * If the mover has lost the best outside child, all moves to outside children lose. In this case, d is the greatest
//!   depth of the outside children. There is one message for each move to an outside child, and all these messages
//!   arrive at depth d.
//!
//! A message needs two bytes. If the memory limit leaves no space for the messages, the moves are listed again at each
//! depth instead.
//!
//! # Several processes
//! The slots of the whole game are divided into segments and assigned to workers, as in a solve without tiers. The
//! solve of an open tier uses only the segments that contain slots of the tier, and the workers that own these
//! segments. In the first and the last segment of a tier, slots of other tiers are treated as holes. With this
//! division, each process keeps the values that it has computed, and no values are sent. A process sends messages from
//! its finished slots to their predecessors in any process.
//!
//! # Memory
//! Finished values need one byte per slot (two or four bytes if there are more than 256 codes). If the finished values
//! are in scratch storage, the memory contains only the tier that is being solved, and the sorted slots of its
//! children. A sorted slot needs two bytes. If the memory limit leaves no space for the sorted slots, the values of the
//! tier's children are read and compared at each depth.

mod by_tiers;
mod finished;
mod leaving;
mod open;
mod sorted_run;
mod tier;

pub use by_tiers::{solve_by_tiers, solve_by_tiers_anywhere, solve_by_tiers_distributed};
pub use tier::{Tier, Tiered};
