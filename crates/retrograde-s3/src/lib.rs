//! Tables and checkpoints as objects in an S3-compatible store. The crate uses the library `object_store`.
//!
//! [`S3`] implements the trait `ObjectStore` of `retrograde-tables`. The library reads the address and the credentials
//! of the store from environment variables. Among them are `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`,
//! and `AWS_ENDPOINT` for a store other than Amazon's. The library is asynchronous. One thread runs its tasks, and the
//! other threads wait for the results.

mod bucket;
mod error;
mod object;
mod reader;
#[cfg(test)]
mod tests;
mod upload;

pub use object::{S3, connect};
