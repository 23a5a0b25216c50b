//! The kernel finds the values of all slots: in memory, on disk, by tiers, or with several processes. This module also
//! has its settings and errors.

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
