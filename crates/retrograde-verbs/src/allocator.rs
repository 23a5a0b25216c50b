//! Settings of the memory allocator for a long-running process.

/// Makes the allocator return freed memory to the system from now on.
///
/// By default glibc gives each thread a heap of its own, and keeps freed memory in this heap. After many requests to
/// `serve --mem 256M`, the resident memory was up to twice the memory in use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "glibc has no safe interface for it")]
pub(crate) fn return_freed() {
    use std::thread;
    use std::time::Duration;

    /// The interval between two calls of `malloc_trim`, which searches the heaps for free pages.
    const PAUSE: Duration = Duration::from_secs(1);
    // There are at most two heaps. Blocks of 128 KiB or more are stored outside of the heaps. A heap keeps at most 1
    // MiB of free memory at its end.
    for (parameter, value) in
        [(libc::M_ARENA_MAX, 2), (libc::M_MMAP_THRESHOLD, 128 << 10), (libc::M_TRIM_THRESHOLD, 1 << 20)]
    {
        // Safety: `mallopt` takes two numbers and sets a parameter under the allocator's own lock. Existing allocations stay valid.
        // If `mallopt` rejects a value, the parameter does not change.
        unsafe { libc::mallopt(parameter, value) };
    }
    let trim = || loop {
        thread::sleep(PAUSE);
        // Safety: any thread may call `malloc_trim` at any time. The function returns only pages that contain no
        // allocated block.
        unsafe { libc::malloc_trim(0) };
    };
    // If the trimming thread cannot start, more memory stays resident; the answers of the program are the same.
    let _ = thread::Builder::new().spawn(trim);
}

/// Does nothing, because this system does not use the allocator of glibc.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn return_freed() {}
