//! Tests of questions and reports. These tests are one program, because each separate program would have to link all
//! games.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod certificate;
mod decoding;
mod forms;
mod letters;
mod log_check;

mod library;
mod look;
mod lookahead;
mod own_table;
mod questions;
mod smaller;
mod trace;
