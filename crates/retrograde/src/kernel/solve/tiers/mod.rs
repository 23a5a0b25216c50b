//! The solve of games whose slots are divided into tiers. The tiers are solved one after the other.
//!
//! Captures, promotions and placements are never undone, so play goes from tier to tier and never returns. Play can
//! cycle only within a tier. So the solver finishes a tier's children before the tier itself, and only the *open* tier
//! (the tier that is being solved) has counters, frontiers and messages. At depth *d* the kernel expands the positions
//! of depth *d* in the open tier and in its finished children, and asks the game only for the predecessors in the open
//! tier. When a tier is opened, the slots of its finished children are sorted by their values, so that each depth reads
//! only the slots of this depth. A sweep ends at the first depth that decides no position of the open tier, unless a
//! finished child has a deeper value. If no move of a tier stays in the tier, and this process has all values of the
//! tier's children, no sweep is needed, because each position gets the value of its best move.
//!
//! # Moves that leave a tier
//! A game may list these moves forwards ([`Tiered::LEAVES_FORWARDS`]), so that captures and promotions need no
//! un-moves. Then the values of the children are read when the tier is opened, and each move becomes a *pending
//! message*, which is delivered at the depth of its child. So a slot receives exactly the messages that un-moves would
//! send, at the same depths. A win from outside waits for its depth, so a quicker win inside the tier may come first.
//! The last open move of a lost slot is closed at the greatest depth of all its children, inside and outside of the
//! tier. Most messages from outside of a tier have no effect, and need not be stored. Only the best outside child
//! matters, as seen by the mover of the slot:
//!
//! * If this child gives a win in d, one message arrives at depth d. The slot wins, unless it has won before, and
//!   cannot lose.
//! * If this child gives a tie in d, one message arrives at depth d of the ties. The slot cannot lose.
//! * If this child gives a draw, there is no message. The slot cannot lose.
//! * If this child gives a loss in d, all outside moves lose, the longest in d. There are as many messages as outside
//!   moves, all at depth d.
//!
//! A message needs two bytes. If the memory limit leaves no space for the messages, the moves are listed again at each
//! depth.
//!
//! # Several processes
//! The slots of the whole game are divided into segments and assigned to workers as in a solve without tiers. An open
//! tier uses the segments that contain its slots, with the workers of these segments. In the first and the last segment
//! of a tier, slots of other tiers are treated as holes. So each process keeps the values that it has computed. A
//! process sends messages from its finished slots to their predecessors in any process, and never sends values.
//!
//! # Memory
//! Finished values need one byte per slot (two or four bytes if there are more than 256 codes). If the finished values
//! are in scratch storage, only the tier that is being solved is in memory, together with the sorted slots of its
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
