//! Tables and checkpoints as objects in an S3-compatible store. The crate uses the library `object_store`.
//!
//! [`S3`] implements the trait `ObjectStore` of `retrograde-tables`. The library reads the address and the credentials
//! of the store from environment variables. For example, the library reads the variables `AWS_ACCESS_KEY_ID`,
//! `AWS_SECRET_ACCESS_KEY` and `AWS_REGION`. For a store other than Amazon's, the variable `AWS_ENDPOINT` contains the
//! address. The library is asynchronous. One thread runs the library's tasks, and the other threads wait for the
//! results.

mod bucket;
mod error;
mod object;
mod reader;
#[cfg(test)]
mod tests;
mod upload;

pub use object::{S3, connect};
