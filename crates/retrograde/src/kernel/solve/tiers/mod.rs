//! Games whose slots fall into tiers, solved one tier after the other.
//!
//! Captures, promotions and placed stones are never taken back: a game goes from tier to tier and never returns, and only within a tier it may
//! go round. So tiers are solved with those that they lead to already finished, and only the open tier has counters, frontiers and mail.
//! The finished tiers' values are mailed at their own depth: at depth *d* the kernel expands the positions of depth *d* of the tier
//! and of the tiers that it leads to, and asks for predecessors in the open tier alone. A sweep ends when nothing was marked and no
//! deeper finished value is left. A tier without moves inside is not swept if this process has all its children's values: each position is
//! worth its best move.
//!
//! # Several processes
//! The segments are those of the whole game, dealt as without tiers: an open tier has those that it lies in, each with its worker, and slots around it
//! in the first and the last one are holes to it. So what a process has solved stays with it: it sends messages to the predecessors of its finished slots, wherever those
//! are, and never values.
//!
//! # Memory
//! Finished values take a byte a slot (two or four once there are more than 256 of them), or none, where there is scratch for them: then only the open
//! tier is in memory, and what it leads to is read once a depth.

mod by_tiers;
mod finished;
mod open;
mod tier;

pub use by_tiers::{solve_by_tiers, solve_by_tiers_among, solve_by_tiers_anywhere};
pub use tier::{Tier, Tiered};
