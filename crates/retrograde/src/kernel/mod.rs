//! The kernel computes the values of all slots (solves a game). The kernel works in memory or on disk. The kernel
//! solves the whole table or one tier after the other, in one process or in several processes. This module also
//! contains the settings and errors of a solve.

pub(crate) mod budget;
pub(crate) mod options;
pub(crate) mod scratch;
pub(crate) mod solve;
pub(crate) mod state;
pub(crate) mod transport;

pub use options::*;
pub use scratch::*;
pub use solve::*;
pub use transport::*;
