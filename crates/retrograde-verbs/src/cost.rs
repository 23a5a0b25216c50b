//! What the program has taken so far, as far as the system tells.

use std::time::Instant;

use serde::Serialize;

/// What a run takes.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cost {
    /// Milliseconds that have passed since the work began.
    pub(crate) wall_ms: f64,
    /// Milliseconds of processor time of the whole process; `null` where the system does not tell.
    pub(crate) cpu_ms: Option<f64>,
    /// The most memory that the process has held, in bytes; `null` where the system does not tell.
    pub(crate) peak_bytes: Option<u64>,
}

impl Cost {
    pub(crate) fn since(begun: Instant) -> Self {
        Self { wall_ms: milliseconds(begun), cpu_ms: cpu_ms(), peak_bytes: peak_bytes() }
    }
}

pub(crate) fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems do not tell")]
fn cpu_ms() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6)
}

#[cfg(not(unix))]
fn cpu_ms() -> Option<f64> {
    None
}

/// As Linux tells it: `VmHWM:   12345 kB`.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
