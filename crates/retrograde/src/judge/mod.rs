//! Judges of values and tables: the verifier, the oracle, the checks that an answer agrees with itself.

pub mod audit;
pub(crate) mod caught;
pub mod consistent;
pub mod oracle;
pub mod verify;
