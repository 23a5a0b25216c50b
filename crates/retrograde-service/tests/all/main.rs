//! The tests of questions and reports. They are one program, because each of many programs would link all games.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod certificate;
mod decoding;
mod forms;
mod letters;
mod log_check;

mod library;
mod look;
mod own_table;
mod questions;
mod trace;
