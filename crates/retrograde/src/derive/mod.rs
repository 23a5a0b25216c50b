//! Adapters that derive what a game does not implement: a numbering by exploring, predecessors by storing moves.

pub(crate) mod edges;
pub(crate) mod explored;
pub(crate) mod linked;

pub use edges::*;
pub use explored::*;
pub use linked::*;
