//! The functions of the module for its host, and the functions of the host for the module.

// Safety: the host passes an address and a length that describe memory that `allocate` or `answer` has returned and that
// was not freed since. The module has one thread.
#![allow(unsafe_code)]

use std::panic;
use std::sync::Once;
use std::time::Duration;

use retrograde::rules::clock;

use crate::instance;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    #[link_name = "clock"]
    safe fn host_clock() -> f64;
    #[link_name = "seed"]
    safe fn host_seed() -> u64;
    #[link_name = "progress"]
    safe fn host_progress(address: *const u8, length: usize);
}

/// Passes an answer to the host before the end of `answer`.
fn pass(answer: &[u8]) {
    host_progress(answer.as_ptr(), answer.len());
}

/// Prepares the clock, the random numbers and the reports of panics.
fn prepare() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| {
        clock::set(|| Duration::from_secs_f64(host_clock().max(0.0) / 1e3));
        fastrand::seed(host_seed());
        instance::listen(pass);
        panic::set_hook(Box::new(|panic| instance::report_panic(&panic.to_string())));
    });
}

/// Sets the memory limit of all tables and answers, in mebibytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn begin(mebibytes: u32) {
    instance::limit_memory(u64::from(mebibytes) << 20);
}

/// Reserves `length` bytes, and returns the address of these bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees `length` bytes at an address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn free(address: *mut u8, length: usize) {
    drop(owned(address, length));
}

/// Returns the memory at an address as a value that the module owns. Before the call, the host owned this memory.
fn owned(address: *mut u8, length: usize) -> Box<[u8]> {
    // Safety: see the top of the file.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) }
}

/// Answers the request at an address, and frees the memory of the request. Returns the address of the answer. At this
/// address are four bytes with the length of the answer, and then the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer(address: *mut u8, length: usize) -> *mut u8 {
    prepare();
    let answer = instance::answer(&owned(address, length));
    let mut whole = Vec::with_capacity(answer.len() + 4);
    whole.extend_from_slice(&(answer.len() as u32).to_le_bytes());
    whole.extend_from_slice(&answer);
    Box::into_raw(whole.into_boxed_slice()).cast()
}
