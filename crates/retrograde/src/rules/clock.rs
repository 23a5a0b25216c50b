//! The clock of the library. The library measures all times and rates with this clock.
//!
//! On a system that has a clock, a program need not call [`set`]. WebAssembly has no clock. So the host of a
//! WebAssembly module must set a clock. Without a clock, all times are 0 and all rates are 0. A solve without a clock
//! reports no progress, but its result is the same.

use std::sync::OnceLock;
use std::time::Duration;

/// Returns the time since a fixed moment, which the host chooses. The time never decreases.
pub type Clock = fn() -> Duration;

static HOST: OnceLock<Clock> = OnceLock::new();

/// Sets the clock. A program needs this function only on a system without a clock. Only the first call has an effect.
/// This call must precede the first [`Moment::now`]. Returns whether this call has set the clock.
pub fn set(clock: Clock) -> bool {
    HOST.set(clock).is_ok()
}

/// A point in time, read from the clock.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The reading of the clock in nanoseconds. The value is `None` if there is no clock. 64 bits suffice for 292
    /// years.
    reading: Option<i64>,
}

impl Moment {
    /// Returns the current moment.
    pub fn now() -> Self {
        Self { reading: read().map(nanoseconds) }
    }

    /// Returns the time from this moment until now. Without a clock, returns 0.
    pub fn elapsed(self) -> Duration {
        let since = |before: i64| Self::now().reading.map_or(0, |now| now.saturating_sub(before));
        self.reading.map_or(Duration::ZERO, |before| Duration::from_nanos(since(before).max(0).unsigned_abs()))
    }

    /// Returns the moment that precedes this moment by the duration `by`.
    #[must_use]
    pub fn earlier(self, by: Duration) -> Self {
        Self { reading: self.reading.map(|reading| reading.saturating_sub(nanoseconds(by))) }
    }
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// Reads the clock that the host has set. If there is none, reads the clock of the system.
fn read() -> Option<Duration> {
    match HOST.get() {
        Some(clock) => Some(clock()),
        None => of_system(),
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[expect(clippy::unnecessary_wraps, reason = "another system has no clock")]
fn of_system() -> Option<Duration> {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    Some(START.get_or_init(std::time::Instant::now).elapsed())
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
const fn of_system() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_and_an_earlier_moment_is_earlier() {
        let (before, hour) = (Moment::now(), Duration::from_hours(1));
        let wait = before.elapsed();
        assert!(before.elapsed() >= wait && before.elapsed() < hour);
        assert!(before.earlier(hour).elapsed() >= hour + wait);
        assert!(before.earlier(Duration::MAX).elapsed() >= 2 * hour);
    }

    #[test]
    fn without_a_clock_no_time_passes() {
        let moment = Moment { reading: None };
        assert_eq!(
            (moment.elapsed(), moment.earlier(Duration::from_secs(1)).elapsed()),
            (Duration::ZERO, Duration::ZERO)
        );
    }
}
