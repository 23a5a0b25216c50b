//! The trace: how a finished table is found, event by event.
//!
//! The kernel records nothing. Its log is *derived* from the table, in the order of (depth, slot), as a solver with one
//! queue and a counter for each position would write it:
//!
//! ```text
//! seed        every finished position, by slot
//! for each depth, from 0:
//!   pop       every position won or lost in that many plies, by slot; and for each undecided predecessor, by slot:
//!     mark      it is won, as its mover has won the popped one; or it is lost, as that was its last open move
//!     relax     or it has one open move fewer
//!   layer     the depth is done
//! the same for ties: a predecessor that is still undecided is marked a tie
//! rest        what is left is drawn
//! done        the value of the position asked about
//! ```
//!
//! Why it can be derived: whether a predecessor `p` is undecided when `s` is popped depends only on the values and slots of the
//! children of `p` (see `Blocks::effect` in `trace/block.rs`), so that the *block* of a popped position, itself and what follows from it, is a
//! function of the table. An [`Index`] counts the events in front of every 64th block; any window of the log, and the state
//! at any step, then takes a binary search and a few blocks, and nobody ever holds all events.

mod block;
mod event;
mod index;
mod log;
mod questions;

pub use crate::ask::question_error::TraceError;
pub use event::{Event, Layer, State, Tally};
pub use index::{Index, MAX_POSITIONS, MAX_SLOTS};
pub use log::{Log, Tide};
pub use questions::Trace;
