//! The trace of a finished table. A trace is a log of the events of a retrograde analysis.
//!
//! The kernel does not record events. The log is *computed* from the table, in the order of depth and then slot. The
//! result equals the log of a simple solver with one queue and a counter for each position. This solver works as
//! follows:
//!
//! ```text
//! seed        every finished position, by slot
//! for each depth, from 0:
//!   pop       every position won or lost in this number of plies, by slot; then for each undecided predecessor, by slot:
//!     mark      it is a win if its mover wins in the popped position, or a loss if it has no open move left
//!     relax     otherwise it has one open move fewer
//!   layer     the depth is complete
//! the same for ties: an undecided predecessor is marked a tie
//! rest        the undecided positions are draws
//! done        the log is complete
//! ```
//!
//! There is a reason why the log can be computed from the table. The values and slots of the children of a predecessor
//! `p` determine whether `p` is still undecided when `s` is popped (see `effect` in `trace/block.rs`). So the table
//! determines the *block* of each popped position. A block consists of the pop and the events that follow from it. An
//! [`Index`] stores the number of events before every 64th block. To compute any range of the log or the state at any
//! step, the program needs only a binary search and the events of a few blocks. So the complete log never needs to be
//! in memory.

mod block;
mod event;
mod index;
mod log;
mod questions;

pub use crate::ask::question_error::TraceError;
pub use event::{DepthSummary, Event, KeyFrame, Tally};
pub use index::{Index, MAX_POSITIONS, MAX_SLOTS};
pub use log::{Log, Timeline};
pub use questions::Trace;
