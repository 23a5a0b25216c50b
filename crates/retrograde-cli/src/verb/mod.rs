//! The verbs, one a file: its arguments, and what it does with them.

pub(crate) mod answer;
pub(crate) mod check;
pub(crate) mod climb;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod laws;
pub(crate) mod line;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod rules;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod stats;
pub(crate) mod stress;
pub(crate) mod tabulate;
pub(crate) mod trace;
pub(crate) mod validate;
pub(crate) mod verify;
pub(crate) mod why;
