//! Tests a build with the cargo features `parquet` and `s3`. These tests are a separate program, because the other
//! tests are built without the libraries of these features. See `retrograde-parquet` and `retrograde-s3`.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod export;
mod objects;
#[path = "../all/program.rs"]
#[allow(dead_code, reason = "the other program of tests needs more of it")]
mod program;
