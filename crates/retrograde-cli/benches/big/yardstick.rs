//! Measures the speed of this machine at this minute, so that times measured at different times can be compared. The
//! measurement has four figures, measured on two threads. Each figure is the best of a few tries.

use std::fmt;
use std::hint::black_box;
use std::thread;
use std::time::Instant;

/// The size of the large memory in bytes. The large memory is far larger than any cache. Each of the two threads uses
/// half of the large memory.
const LARGE: usize = 512 << 20;
/// The size of the small memory in bytes. The small memory fits the cache of one core.
const SMALL: usize = 512 << 10;
/// The number of updates or steps per thread.
const STEPS: usize = 1 << 23;
const TRIES: usize = 3;

/// The four figures of the machine's speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Yardstick {
    /// The speed of sequential reads, in gigabytes per second.
    stream: f64,
    /// The time for an update of two random bytes in 512 MiB, in nanoseconds per thread. Many updates run in parallel.
    random: f64,
    /// The time for an update of two random bytes in 512 KiB, in nanoseconds per thread.
    cached: f64,
    /// The time for mixing the bits of an integer, in nanoseconds per thread.
    integer: f64,
}

impl Yardstick {
    /// Measures the four figures. The measurement takes some seconds.
    pub(crate) fn measure() -> Self {
        let mut cells = vec![1_u16; LARGE / 2];
        let stream = best(|| {
            share(cells.chunks(LARGE / 4), |half: &[u16]| black_box(half.iter().fold(0, |all, &cell| all ^ cell)));
        });
        let random = best(|| share(cells.chunks_mut(LARGE / 4), update));
        let cached = best(|| share(cells[..SMALL / 2].chunks_mut(SMALL / 4), update));
        let integer = best(|| {
            share([1_u64, 2].into_iter(), |seed| black_box((0..STEPS as u64).fold(seed, |x, step| mix(x ^ step))));
        });
        let nanoseconds = |seconds: f64| seconds / STEPS as f64 * 1e9;
        Self {
            stream: LARGE as f64 / stream / 1e9,
            random: nanoseconds(random),
            cached: nanoseconds(cached),
            integer: nanoseconds(integer),
        }
    }
}

impl fmt::Display for Yardstick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stream, random, cached, integer } = self;
        write!(f, "{stream:.1} GB/s, {random:.1} ns, {cached:.1} ns, {integer:.1} ns")
    }
}

/// Returns the time of the fastest try, in seconds.
fn best(mut work: impl FnMut()) -> f64 {
    let seconds = (0..TRIES).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    });
    seconds.fold(f64::MAX, f64::min)
}

/// Processes each part on a separate thread.
fn share<T: Send, R: Send>(parts: impl Iterator<Item = T>, work: impl Fn(T) -> R + Sync) {
    thread::scope(|scope| {
        let work = &work;
        parts.for_each(|part| drop(scope.spawn(move || work(part))));
    });
}

/// Adds one to random cells. The updates do not depend on each other, so a core runs many updates in parallel.
fn update(cells: &mut [u16]) {
    let mask = cells.len() - 1;
    for step in 0..STEPS as u64 {
        let cell = &mut cells[mix(step.wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize & mask];
        *cell = cell.wrapping_add(1);
    }
}

/// Scatters the bits of an integer, as the last step of `MurmurHash3` does.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^ (x >> 29)
}
