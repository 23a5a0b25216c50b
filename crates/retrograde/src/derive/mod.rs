//! Adapters that derive what a game lacks: a numbering by exploring, predecessors by storing moves.

pub mod edges;
pub mod explored;
pub mod linked;
