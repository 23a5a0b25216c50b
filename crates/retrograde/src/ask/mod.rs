//! Answers queries about a solved board. Examples are queries for lines, reasons, statistics, traces and certificates.

pub(crate) mod board;
pub(crate) mod certificate;
pub(crate) mod folded;
pub(crate) mod line;
pub(crate) mod probe;
pub(crate) mod question_error;
pub(crate) mod questions;
pub(crate) mod reachable;
pub(crate) mod solution;
pub(crate) mod solution_graph;
pub(crate) mod stats;
pub(crate) mod trace;
pub(crate) mod why;

pub use board::*;
pub use certificate::*;
pub use folded::*;
pub use line::*;
pub use probe::*;
pub use questions::*;
pub use reachable::*;
pub use solution::*;
pub use solution_graph::*;
pub use stats::*;
pub use trace::*;
pub use why::*;
