//! Functions that allocate memory. The amount of memory depends on the input. If the system has too little memory,
//! these functions return an error, and the process does not abort.

use std::fs;
use std::io::{self, Write};
use std::sync::OnceLock;

/// The system cannot provide the requested number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The number of bytes that were requested.
    pub needed: u64,
}

/// If fewer bytes than this number are requested, [`admit`] always succeeds, because small allocations hardly ever
/// fail.
const SMALL: u64 = 64 << 10;

/// Checks that the system can provide `bytes` bytes now. Call this function before a computation that allocates up to
/// this amount in many parts. The function allocates `bytes` bytes and frees them. Requests for small amounts always
/// succeed.
///
/// # Errors
/// Returns [`NoMemory`] if the system has too little memory.
pub fn admit(bytes: u64) -> Result<(), NoMemory> {
    if bytes < SMALL {
        return Ok(());
    }
    let count = usize::try_from(bytes).map_err(|_| NoMemory { needed: bytes })?;
    // Without `black_box`, the compiler may remove the allocation, because the memory is never read.
    with_room::<u8>(count).map(|room| drop(std::hint::black_box(room)))
}

/// Returns the memory of this machine in bytes. Returns `None` if the system does not report it.
pub fn of_machine() -> Option<u64> {
    static MEMORY: OnceLock<Option<u64>> = OnceLock::new();
    let kibibytes = |report: &str| {
        let line = report.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    };
    *MEMORY.get_or_init(|| kibibytes(&fs::read_to_string("/proc/meminfo").ok()?)?.checked_mul(1024))
}

/// The number of bytes of address space that a thread can occupy before its first allocation. This space is for the
/// stack, and for the arena that the allocator reserves for the thread (64 MiB with glibc).
const THREAD: u64 = 80 << 20;

/// Returns the number of threads to run, if the process also needs `beside` bytes. The result is `wanted`. If the
/// address space is too small, the result is 1. `wanted` and the result include the calling thread. If the system
/// limits the address space (`ulimit -v`), every additional thread reserves a part of this space. Later allocations of
/// the calling thread cannot use this part. These allocations may fail, and they are not checked for failure.
pub fn threads(wanted: usize, beside: u64) -> usize {
    let others = wanted.saturating_sub(1) as u64;
    if others == 0 || !is_limited() {
        return wanted;
    }
    if admit(beside.saturating_add(others.saturating_mul(THREAD))).is_ok() { wanted } else { 1 }
}

/// Returns whether the system limits the address space of this process. If the system does not report the limit, the
/// result is `true`.
fn is_limited() -> bool {
    static LIMITED: OnceLock<bool> = OnceLock::new();
    let is_unlimited =
        |limits: String| limits.lines().any(|line| line.starts_with("Max address space         unlimited"));
    *LIMITED.get_or_init(|| !fs::read_to_string("/proc/self/limits").is_ok_and(is_unlimited))
}

/// Reserves memory in a list for `more` items. If the list must grow, the function reserves additional memory for later
/// items, as `Vec::push` does.
///
/// # Errors
/// Returns [`NoMemory`] if the system has too little memory.
#[inline]
pub fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), NoMemory> {
    if list.capacity() - list.len() >= more { Ok(()) } else { grow(list, more) }
}

#[cold]
fn grow<T>(list: &mut Vec<T>, more: usize) -> Result<(), NoMemory> {
    let needed = ((list.len() + more) as u64).saturating_mul(size_of::<T>() as u64);
    list.try_reserve(more).map_err(|_| NoMemory { needed })
}

/// A writer that stores its output in memory. Writing returns an error if no memory is left.
#[derive(Debug, Default)]
pub struct Output(pub Vec<u8>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_reserve(bytes.len())?;
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a list of `length` copies of `value`.
///
/// # Errors
/// Returns [`NoMemory`] if the system has too little memory.
pub fn filled<T: Clone>(length: u64, value: T) -> Result<Vec<T>, NoMemory> {
    filled_by(length, || value.clone())
}

/// Like [`filled`], but calls a function for each value.
///
/// # Errors
/// Returns [`NoMemory`] if the system has too little memory.
pub fn filled_by<T>(length: u64, value: impl FnMut() -> T) -> Result<Vec<T>, NoMemory> {
    let needed = length.saturating_mul(size_of::<T>() as u64);
    let length = usize::try_from(length).map_err(|_| NoMemory { needed })?;
    let mut cells = with_room(length)?;
    cells.resize_with(length, value);
    Ok(cells)
}

/// Returns a list of zeros. The system provides each part of the list's memory only when this part is first read or
/// changed.
///
/// # Errors
/// Returns [`NoMemory`] if the system has too little memory.
pub fn zeros(length: u64) -> Result<Vec<u32>, NoMemory> {
    let no_memory = NoMemory { needed: length.saturating_mul(size_of::<u32>() as u64) };
    let length = usize::try_from(length).map_err(|_| no_memory)?;
    bytemuck::allocation::try_zeroed_vec(length).map_err(|()| no_memory)
}

/// Returns an empty list with reserved memory for `count` items.
///
/// # Errors
/// Returns [`NoMemory`] if the system has too little memory.
pub fn with_room<T>(count: usize) -> Result<Vec<T>, NoMemory> {
    let mut list = Vec::new();
    let needed = (count as u64).saturating_mul(size_of::<T>() as u64);
    list.try_reserve_exact(count).map_err(|_| NoMemory { needed })?;
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issue_27_what_no_system_has_is_an_error() {
        let much = u64::MAX / 2;
        assert_eq!(admit(much), Err(NoMemory { needed: much }));
        assert_eq!(filled(1 << 61, 0_u64), Err(NoMemory { needed: u64::MAX }));
        assert_eq!(zeros(1 << 61), Err(NoMemory { needed: 1 << 63 }));
        assert_eq!(with_room::<u16>(1 << 62), Err(NoMemory { needed: 1 << 63 }));
        let mut list = vec![0_u64; 3];
        assert_eq!(reserve(&mut list, 1 << 60), Err(NoMemory { needed: ((1 << 60) + 3) * 8 }));
        assert_eq!((admit(1 << 20), reserve(&mut list, 100)), (Ok(()), Ok(())));
        assert!(list.capacity() >= 103);
        assert_eq!([threads(0, much), threads(1, much), threads(7, 1 << 20)], [0, 1, 7]);
    }
}
