//! The allocator of a process that runs long.

/// Has the allocator return what is freed to the system, from now on.
///
/// By itself glibc gives each thread a heap of its own and keeps what is freed there: a flood at `serve --mem 256M` left up to twice as much resident as was
/// in use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "glibc has no safe interface for it")]
pub(crate) fn return_freed() {
    use std::thread;
    use std::time::Duration;

    /// The time between two looks for pages that are free within the heaps.
    const PAUSE: Duration = Duration::from_secs(1);
    // Two heaps; blocks of 128 KiB and more apart from them; and no more than 1 MiB kept at the end of a heap.
    for (parameter, value) in
        [(libc::M_ARENA_MAX, 2), (libc::M_MMAP_THRESHOLD, 128 << 10), (libc::M_TRIM_THRESHOLD, 1 << 20)]
    {
        // Safety: `mallopt` takes two numbers and sets a parameter under the allocator's own lock. What has been allocated stays valid.
        // A parameter that is refused stays as it was.
        unsafe { libc::mallopt(parameter, value) };
    }
    let trim = || loop {
        thread::sleep(PAUSE);
        // Safety: `malloc_trim` may be called by any thread at any time. It gives back pages that no block lies in.
        unsafe { libc::malloc_trim(0) };
    };
    // Without it, more stays resident, and all is answered as well.
    let _ = thread::Builder::new().spawn(trim);
}

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn return_freed() {}
