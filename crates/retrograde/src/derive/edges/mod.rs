//! A game that is stored whole: whose turn it is at each slot, the endings, and the predecessors.
//!
//! The kernel solves it without a game inside, so that it is compiled once, here, for all games whose moves are stored.
//!
//! ```text
//! Children   position by position its children        -> Bins
//! Bins       moves sorted roughly by child: three bytes each, on pages
//! Shelf      65,536 lists of predecessors: three bytes each, as the pages of their bin are given back
//! ```
//!
//! So a move is never stored twice, and takes three bytes from the time it is known to the end; local moves take two, or one.

mod bins;
mod children;
pub(crate) mod code;
mod link;
mod order;
mod seeds;
mod shelf;
mod stored;

pub(crate) use bins::Bins;
pub use children::Children;
pub(crate) use link::{Unlinked, most_bytes};
pub(crate) use order::Order;
pub(crate) use seeds::{Seeds, Standing};
pub use stored::Edges;
pub(crate) use stored::MAX_SLOTS;
