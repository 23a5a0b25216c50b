//! Adapters for games that implement only the rules. Exploring derives a numbering, and storing the moves derives the
//! predecessors.

pub(crate) mod edges;
pub(crate) mod explored;
pub(crate) mod linked;

pub use edges::*;
pub use explored::*;
pub use linked::*;
