//! Checks of values and tables, by the verifier, the oracle, and the consistency of answers.

pub(crate) mod audit;
pub(crate) mod caught;
pub(crate) mod consistent;
pub(crate) mod oracle;
pub(crate) mod verify;

pub use audit::*;
pub use consistent::*;
pub use oracle::solve as oracle;
pub use verify::*;
