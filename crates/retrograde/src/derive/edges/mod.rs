//! Games that are stored completely. For each slot, the stored data are the side to move, the ending, and the
//! predecessors.
//!
//! The kernel (the solver) solves a stored game without calls to the game's rules. So one compiled kernel, in this
//! crate, serves all games whose moves are stored.
//!
//! ```text
//! Children   receives the children of each position, and fills Bins
//! Bins       moves roughly sorted by child: three bytes each, on pages
//! Lists      65,536 lists of predecessors: three bytes each; filling them releases the pages of the bins
//! ```
//!
//! At any time, memory holds only one copy of each move. So a move needs about three bytes from the time when it is
//! found until the end of the solve. After linking, a move between slots that are close to each other needs only one or
//! two bytes.

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
