//! A game that is stored completely: the side to move at each slot, the endings and the predecessors.
//!
//! The kernel solves it without calls to the game. So this kernel is compiled once, in this crate, for all games whose
//! moves are stored.
//!
//! ```text
//! Children   by position, its children             -> Bins
//! Bins       moves roughly sorted by child: three bytes each, on pages
//! Shelf      65,536 lists of predecessors: three bytes each; meanwhile the pages of their bin are released
//! ```
//!
//! So no move is stored twice at any time, and it takes about three bytes from its discovery to the end of the solve.
//! Moves between near slots take two bytes or one.

mod bins;
mod children;
pub(crate) mod code;
mod link;
mod lists;
mod order;
mod seeds;
mod stored;

pub(crate) use bins::Bins;
pub use children::Children;
pub(crate) use link::{Unlinked, most_bytes};
pub(crate) use order::Order;
pub(crate) use seeds::{SeedTable, Standing};
pub use stored::Edges;
pub(crate) use stored::MAX_SLOTS;
