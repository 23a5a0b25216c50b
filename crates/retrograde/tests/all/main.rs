//! All tests of the solver are in one program, because each test program must be linked with the whole library.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod among;
mod at_once;
mod certificate;
mod checkpoint;
mod edges;
mod elided;
mod kernel;
mod leaving;
mod library;
mod listed;
mod no_move;
mod random;
mod repeats;
mod similar;
mod spill;
mod symmetric;
mod tiers;
mod trace;
mod ways;
