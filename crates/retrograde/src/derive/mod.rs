//! Adapters for games that do not implement a numbering or un-moves. [`Explored`] numbers the reachable positions, and
//! [`Linked`] stores the predecessors of all positions. A [`ListedGame`] has lists of its positions and moves instead
//! of rules.

pub(crate) mod edges;
pub(crate) mod explored;
pub(crate) mod linked;
pub(crate) mod listed;

pub use edges::*;
pub use explored::*;
pub use linked::*;
pub use listed::*;
