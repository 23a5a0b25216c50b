//! Adapters that derive what a game lacks: a numbering by exploring, predecessors by storing moves.

pub(crate) mod edges;
pub(crate) mod explored;
pub(crate) mod linked;

pub use edges::*;
pub use explored::*;
pub use linked::*;
