//! The tests of described games.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod checkers;
mod derived;
mod document;
mod errors;
mod files;
mod games;
mod limits;
mod random;
mod remarks;
mod rules;
