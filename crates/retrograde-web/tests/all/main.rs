//! The tests of the server. All tests are one program, because each test program would link the whole server.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod answers;
mod bounds;
mod broken;
mod client;
mod crowds;
mod document;
mod ending;
mod heap;
mod hostile;
mod language;
mod load;
mod log_check;
mod looks;
mod manual;
mod openapi;
mod outgrown;
mod reading;
mod shelf;
mod stored;
mod unsolved;
mod waiting;
mod wider;
