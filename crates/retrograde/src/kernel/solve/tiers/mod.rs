//! Games whose slots are divided into tiers, which are solved one after the other.
//!
//! Captures, promotions and placements are never undone, so play goes from tier to tier and never returns. Only within
//! a tier can it cycle. So the solver finishes a tier's children before the tier itself, and only the open tier has
//! counters, frontiers and messages. Finished tiers send their messages at the depth of each value: at depth *d* the
//! kernel expands the positions of depth *d* of the open tier and of its children, and asks only for predecessors in
//! the open tier. A sweep ends when it marks nothing and no deeper finished value is left. If a tier has no moves
//! inside and this process has all values of its children, no sweep is needed: each position gets the value of its best
//! move.
//!
//! # Several processes
//! The segments are those of the whole game, distributed as in a solve without tiers. An open tier uses the segments in
//! which it lies, each with its worker. Slots of other tiers in the first and the last segment are holes for it. So a
//! process keeps the values that it has solved. It sends messages from its finished slots to their predecessors in any
//! process, and never sends values.
//!
//! # Memory
//! Finished values take one byte a slot (two or four if there are more than 256 values), or no memory if they are on
//! scratch. In that case only the open tier is in memory, and its children's values are read once per depth.

mod by_tiers;
mod finished;
mod open;
mod tier;

pub use by_tiers::{solve_by_tiers, solve_by_tiers_anywhere, solve_by_tiers_distributed};
pub use tier::{Tier, Tiered};
