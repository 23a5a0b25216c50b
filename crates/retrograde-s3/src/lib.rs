//! Tables and checkpoints as objects in an S3-compatible store. The crate uses the library `object_store`.
//!
//! [`S3`] implements the object store of `retrograde-tables`. The library reads the store's address and credentials
//! from the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT` for a store other
//! than Amazon's, and others. The library is asynchronous; one thread runs its tasks for all threads that wait.

mod bucket;
mod error;
mod object;
mod reader;
#[cfg(test)]
mod tests;
mod upload;

pub use object::{S3, connect};
