//! Shared code for the tests of several crates. The crate `retrograde-testing` is never published.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a test may panic, and so may its helpers")]

pub mod contests;
pub mod graph;
pub mod mutant;
pub mod processes;
#[cfg(feature = "service")]
pub mod solved;
pub mod teacher;
pub mod trial;
