//! The resources that the program has used so far. If the system does not report the use of a resource, the value for
//! this resource is `None`.

use std::time::Instant;

use serde::Serialize;

#[cfg(windows)]
use crate::system::own_peak as peak_bytes;

/// The time and memory that a run has used.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cost {
    /// Milliseconds since the work began.
    pub(crate) wall_ms: f64,
    /// Milliseconds of processor time of the whole process; `null` if the system does not report it.
    pub(crate) cpu_ms: Option<f64>,
    /// The peak memory of the process, in bytes; `null` if the system does not report it.
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
#[expect(clippy::unnecessary_wraps, reason = "other systems do not report it")]
fn cpu_ms() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6)
}

#[cfg(windows)]
fn cpu_ms() -> Option<f64> {
    Some(crate::system::own_processor()?.as_secs_f64() * 1e3)
}

/// Reads the peak memory of this process from Linux's line `VmHWM:   12345 kB`.
#[cfg(unix)]
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
