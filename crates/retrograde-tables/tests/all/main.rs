//! Tests of tables in files. These tests are one program, because each separate program would have to link all games.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod checkpoint;
mod export;
mod exported;
mod files;
mod mend;
mod mutations;
mod objects;
mod parts;
mod proof;
#[cfg(unix)]
mod readers;
mod repartition;
mod solved;
mod until;
mod verify_group;
