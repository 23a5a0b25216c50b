//! The kernel.

mod options;

pub use options::{Options, Progress, SolveError, Stage, bytes};
