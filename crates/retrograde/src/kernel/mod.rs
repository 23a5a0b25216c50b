//! The kernel computes the values of all slots. It works in memory or on disk, for the whole table or tier by tier, in
//! one process or in several. This module also contains the settings and errors of a solve.

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
