//! The API of retrograde as a WebAssembly module. A page without a server sends its requests to this module.
//!
//! ```text
//! exports   the module's functions for its host, and the host's functions for the module
//!   instance  the API with its games and tables
//!   message   requests and answers as bytes
//! ```
//!
//! The module has plain exports and imports, so a host needs no generated code:
//!
//! ```text
//! allocate(length) -> address   reserves memory for a request
//! free(address, length)         frees memory: an answer that the host has copied
//! begin(mebibytes)              sets the memory limit of all tables and answers; the first call before `answer` counts
//! answer(address, length) -> address   answers a request, and frees it
//!
//! host.clock() -> f64           the time in milliseconds, since any start
//! host.seed() -> i64            a random number
//! host.progress(address, length)   receives an answer that comes before the end of `answer`
//! ```
//!
//! An answer begins with four bytes, the lowest byte first. The four bytes contain the number of the bytes that follow.
//! The module [`message`] describes the form of requests and answers. The host's function `progress` gets answers in
//! the same form, without the four bytes. An answer for `progress` is a state of a job, or the failure after a panic. A
//! state of a job has the form in which the path of the job reports the state. The failure after a panic has status
//! 500. After a panic the module traps, and the host must not use this instance again.
//!
//! An instance of the module answers one request after the other. If a request has started a job, the job runs at the
//! beginning of the next call of `answer`.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
pub mod instance;
pub mod message;
