//! Checks values and tables. The verifier checks a table by the rules. The oracle is a second, simple solver. The
//! consistency check compares the values in an answer.

pub(crate) mod audit;
pub(crate) mod caught;
pub(crate) mod consistent;
pub(crate) mod oracle;
pub(crate) mod verify;

pub use audit::*;
pub use consistent::*;
pub use oracle::solve as oracle;
pub use verify::*;
