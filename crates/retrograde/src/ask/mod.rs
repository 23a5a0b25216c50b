//! Questions to a board and its values: lines, reasons, statistics, traces, certificates.

pub mod board;
pub mod certificate;
pub mod folded;
pub mod line;
pub mod probe;
pub(crate) mod question_error;
pub mod questions;
pub mod reachable;
pub mod solution;
pub mod solution_graph;
pub mod stats;
pub mod trace;
pub mod why;
