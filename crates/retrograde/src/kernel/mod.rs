//! The kernel: finds the values of all slots in memory, on disk, by tiers, or among processes; its settings and errors.

pub(crate) mod budget;
pub mod carrier;
pub mod options;
pub mod scratch;
pub mod solve;
pub(crate) mod state;
