//! Measures the processor time of a process, and the load of the machine's cores, from Linux's `/proc`. On other
//! systems these measurements are not available.

use std::process::{Child, ExitStatus};
use std::time::Duration;
use std::{fs, io, thread};

/// The unit of time in `/proc`. Linux reports hundredths of a second to programs, independent of its internal clock.
const TICK: Duration = Duration::from_millis(10);
/// The time between two checks whether a process has ended.
const POLL: Duration = Duration::from_millis(20);

/// Waits for a process. Returns the exit status, and the processor time of the process and its children.
pub(crate) fn wait(mut child: Child) -> io::Result<(ExitStatus, Option<Duration>)> {
    let spent = until_it_ends(child.id());
    Ok((child.wait()?, spent))
}

/// Waits until a process ends, and returns the processor time of the process. This time stays in `/proc` until the
/// parent waits for the process. Returns `None` on a system without `/proc`.
fn until_it_ends(process: u32) -> Option<Duration> {
    loop {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (state, spent) = state_and_time(&stat)?;
        if state == "Z" {
            return Some(spent);
        }
        thread::sleep(POLL);
    }
}

/// Parses `/proc/PID/stat`; returns the state, and the processor time of the process and its children. The second field
/// is a name in brackets. The name may contain any character.
fn state_and_time(stat: &str) -> Option<(&str, Duration)> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    // The fields 14 to 17 of proc(5): utime, stime, cutime, cstime.
    let ticks: Option<Vec<u32>> = fields.skip(10).take(4).map(|field| field.parse().ok()).collect();
    let ticks = ticks.filter(|ticks| ticks.len() == 4)?;
    Some((state, TICK * ticks.iter().sum()))
}

/// The busy time and the total time of all cores together since the machine started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cores {
    busy: u64,
    all: u64,
}

impl Cores {
    pub(crate) fn now() -> Option<Self> {
        Self::of(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// Parses the first line of `/proc/stat`, which has the times for user, nice, system, idle, waiting for disks and
    /// interrupts.
    fn of(stat: &str) -> Option<Self> {
        let fields = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
        let ticks: Vec<u64> = fields.take(7).map(|field| field.parse().ok()).collect::<Option<_>>()?;
        let (all, idle) = (ticks.iter().sum(), ticks.get(3)? + ticks.get(4)?);
        Some(Self { busy: all - idle, all })
    }

    /// Returns the average load of all cores since `earlier`, in percent.
    pub(crate) fn percent_since(self, earlier: Self) -> u64 {
        100 * (self.busy - earlier.busy) / (self.all - earlier.all).max(1)
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{Cores, state_and_time, wait};

    #[test]
    fn times_are_parsed_after_any_name() {
        let stat = "12 (a) S 9) Z 1 12 12 0 -1 4194560 10 20 0 0 5 6 70 800 20 0 1 0 99";
        assert_eq!(state_and_time(stat), Some(("Z", Duration::from_millis(8810))));
        assert_eq!(state_and_time("12 (a) Z 1 2"), None);
        assert_eq!(state_and_time(""), None);
    }

    #[test]
    fn cores_are_busy_when_they_are_not_idle() {
        let of = |line: &str| Cores::of(&format!("cpu  {line}\ncpu0 1 1\n")).unwrap();
        let (before, after) = (of("10 0 10 80 0 0 0 0"), of("70 5 20 100 5 0 0 0"));
        assert_eq!(after.percent_since(before), 75);
        assert_eq!(before.percent_since(before), 0);
        assert_eq!(Cores::of("intr 1"), None);
    }

    #[test]
    fn a_process_is_waited_for_with_its_children() {
        let script = "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; exit 3";
        let (status, spent) = wait(Command::new("sh").args(["-c", script]).spawn().unwrap()).unwrap();
        assert_eq!(status.code(), Some(3));
        assert_eq!(spent.is_some(), cfg!(target_os = "linux"));
        assert!(spent.is_none_or(|spent| spent > Duration::ZERO), "{spent:?}");
    }
}
