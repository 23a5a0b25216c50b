//! What a running program uses, with all that it has started: processor time, sleep and memory.
//!
//! On Linux `/proc` reports it, so that a program that waits for a core on a busy machine loses no time. Elsewhere, and where `/proc` is not
//! mounted, wall time counts.

use std::time::{Duration, Instant};

/// What a program may use in one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// Processor time; also the longest sleep in all.
    pub(crate) time: Duration,
    /// The largest resident size of any of its processes, in bytes.
    pub(crate) memory: Option<u64>,
}

/// What a program used too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    Processor,
    /// It neither ran nor waited for a core.
    Sleep,
    /// Where processor time is not known.
    Wall,
    Memory,
}

/// The meter of one run.
pub(crate) struct Meter {
    allowed: Allowed,
    begun: Instant,
    /// `None` where `/proc` reports nothing.
    family: Option<Family>,
    times: Times,
    last: Instant,
    next_search: Duration,
}

/// Between two looks at a program.
const GLANCE: Duration = Duration::from_millis(50);
/// The same if its memory is limited: growth is seen only while the program lives.
const BLINK: Duration = Duration::from_millis(1);
/// The longest time between two searches for new children, which read what `/proc` says of every process.
const SEARCH: Duration = Duration::from_millis(100);

impl Meter {
    /// Of the program that has just been started as this process.
    pub(crate) fn of(process: u32, allowed: Allowed) -> Self {
        let begun = Instant::now();
        let family = Some(Family::of(process));
        Self { allowed, begun, family, times: Times::default(), last: begun, next_search: Duration::ZERO }
    }

    /// Whether memory can be limited here.
    pub(crate) fn knows_memory() -> bool {
        Family::of(std::process::id()).peak().is_some()
    }

    /// The time to the next look.
    pub(crate) fn pause(&self) -> Duration {
        if self.family.is_none() {
            return self.allowed.time.saturating_sub(self.begun.elapsed()).min(GLANCE);
        }
        // Of several looks none decides alone: it may come late on a busy machine.
        let often = if self.allowed.memory.is_some() { BLINK } else { GLANCE };
        (self.allowed.time / 16).clamp(BLINK, often)
    }

    /// What the program has used too much of, if it is time for a look, or if the program has ended.
    pub(crate) fn look(&mut self, has_ended: bool) -> Option<Excess> {
        let (now, pause) = (Instant::now(), self.pause());
        let passed = now - self.last;
        if passed < pause && !has_ended {
            return None;
        }
        let elapsed = now - self.begun;
        let searches = elapsed >= self.next_search && !has_ended;
        let Some(sample) = self.family.as_mut().and_then(|family| family.look(searches)) else {
            self.family = None;
            return (elapsed >= self.allowed.time && !has_ended).then_some(Excess::Wall);
        };
        if searches {
            self.next_search = (elapsed * 2).min(elapsed + SEARCH);
        }
        self.last = now;
        self.times.add(passed.min(4 * pause), &sample);
        let memory = || self.family.as_ref().and_then(Family::peak);
        if self.times.processor > self.allowed.time {
            Some(Excess::Processor)
        } else if self.times.asleep > self.allowed.time {
            Some(Excess::Sleep)
        } else if self.allowed.memory.is_some_and(|most| memory().is_some_and(|peak| peak > most)) {
            Some(Excess::Memory)
        } else {
            None
        }
    }
}

/// What a look at a program and its children shows.
struct Sample {
    /// Of all of them since the start.
    processor: Duration,
    /// Whether one of them runs, or waits for a core.
    runs: bool,
}

/// The time of a run; waiting for a core is in neither part.
#[derive(Debug, Default)]
struct Times {
    processor: Duration,
    asleep: Duration,
}

impl Times {
    /// Adds the time that has passed since the last look.
    fn add(&mut self, passed: Duration, sample: &Sample) {
        // The end of a child may be seen before its time is its parent's.
        let computed = sample.processor.saturating_sub(self.processor);
        self.processor += computed;
        if !sample.runs {
            self.asleep += passed.saturating_sub(computed);
        }
    }
}

#[cfg(target_os = "linux")]
use linux::Family;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::fs;
    use std::time::Duration;

    use super::Sample;

    type Pid = u32;

    /// A program and what it has started, as far as it was seen.
    pub(super) struct Family {
        root: Pid,
        members: BTreeMap<Pid, Stat>,
        /// The time of orphans that have ended: no parent of theirs in the family has it.
        lost: u64,
    }

    impl Family {
        pub(super) fn of(root: Pid) -> Self {
            let members = read_stat(root).map(|stat| (root, stat)).into_iter().collect();
            Self { root, members, lost: 0 }
        }

        /// Looks at all members, and before at all processes for new ones, if it searches; `None` if nothing is known of the program.
        pub(super) fn look(&mut self, searches: bool) -> Option<Sample> {
            if searches {
                self.search();
            }
            let known: Vec<Pid> = self.members.keys().copied().collect();
            let mut ended = Vec::new();
            for pid in known {
                let member = self.members.get_mut(&pid)?;
                match read_stat(pid).filter(|stat| stat.start == member.start) {
                    Some(stat) => *member = stat,
                    None => ended.push(pid),
                }
            }
            // While all parents are there: what a parent has waited for is in its own time.
            let is_orphan = |pid: &&Pid| !self.members.contains_key(&self.members[pid].parent);
            self.lost += ended.iter().filter(is_orphan).map(|pid| self.members[pid].ticks).sum::<u64>();
            for pid in ended {
                self.members.remove(&pid);
            }
            self.members.get(&self.root)?;
            let ticks = self.lost + self.members.values().map(|member| member.ticks).sum::<u64>();
            let runs = self.members.iter().any(|(&pid, member)| member.runs || has_running_thread(pid, member));
            Some(Sample { processor: Duration::from_millis(ticks.saturating_mul(1000 / TICKS)), runs })
        }

        /// Finds children of members, and members of the program's group whose parent has ended.
        fn search(&mut self) {
            let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
            let pids = names.filter_map(|name| name.to_str()?.parse().ok());
            let mut others: Vec<(Pid, Stat)> = pids.filter_map(|pid| Some((pid, read_stat(pid)?))).collect();
            loop {
                let is_new = |pid: &Pid, stat: &Stat| {
                    !self.members.contains_key(pid)
                        && (stat.group == self.root || self.members.contains_key(&stat.parent))
                };
                let (found, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|(pid, stat)| is_new(pid, stat));
                if found.is_empty() {
                    return;
                }
                self.members.extend(found);
                others = rest;
            }
        }

        /// The largest resident size that a member has had; `None` if `/proc` has none, as for a process that has ended.
        pub(super) fn peak(&self) -> Option<u64> {
            self.members.keys().filter_map(|&pid| read_peak(pid)).max()
        }
    }

    /// A second has so many ticks of `/proc` on every processor that Rust's standard library supports.
    const TICKS: u64 = 100;

    /// What `/proc/PID/stat` says.
    struct Stat {
        runs: bool,
        parent: Pid,
        group: Pid,
        /// Its own, and that of the children it has waited for.
        ticks: u64,
        threads: u64,
        /// When it was started: with it, a number that is used again shows.
        start: u64,
    }

    fn read_stat(pid: Pid) -> Option<Stat> {
        Stat::parse(&fs::read(format!("/proc/{pid}/stat")).ok()?)
    }

    impl Stat {
        /// Parses `PID (NAME) STATE PARENT GROUP ...`, where the name may be anything.
        fn parse(line: &[u8]) -> Option<Self> {
            let after_name = &line[line.iter().rposition(|&byte| byte == b')')? + 1..];
            let words: Vec<&str> = std::str::from_utf8(after_name).ok()?.split_ascii_whitespace().collect();
            let number = |index: usize| words.get(index)?.parse::<u64>().ok();
            let pid = |index: usize| words.get(index)?.parse().ok();
            let ticks = (11..=14).map(number).sum::<Option<u64>>()?;
            let runs = *words.first()? == "R";
            Some(Self { runs, parent: pid(1)?, group: pid(2)?, ticks, threads: number(17)?, start: number(19)? })
        }
    }

    /// Whether a thread runs beside the first, of which the process's own state is.
    fn has_running_thread(pid: Pid, stat: &Stat) -> bool {
        let runs = |task: fs::DirEntry| {
            let stat = fs::read(task.path().join("stat")).ok()?;
            Some(Stat::parse(&stat)?.runs)
        };
        let tasks = || fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        stat.threads > 1 && tasks().any(|task| runs(task).unwrap_or(false))
    }

    /// Parses a line such as `VmHWM: 1960 kB`.
    fn read_peak(pid: Pid) -> Option<u64> {
        let status = fs::read(format!("/proc/{pid}/status")).ok()?;
        let status = String::from_utf8_lossy(&status);
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(number * 1024)
    }

    #[cfg(test)]
    #[allow(clippy::unwrap_used, reason = "a test may panic")]
    mod tests {
        use super::*;

        #[test]
        fn a_name_may_be_anything() {
            let line = b"4711 (a) R 1 (b) S 12 34 34 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 3 0 9999 1 2";
            let stat = Stat::parse(line).unwrap();
            assert_eq!((stat.runs, stat.parent, stat.group), (false, 12, 34));
            assert_eq!((stat.ticks, stat.threads, stat.start), (5 + 6 + 7 + 8, 3, 9999));
            assert!(Stat::parse(b"4711 (a) R 1").is_none() && Stat::parse(b"").is_none());
        }

        #[test]
        fn this_process_is_known() {
            let mut family = Family::of(std::process::id());
            let sample = family.look(true).unwrap();
            assert!(sample.runs, "the thread that asks runs");
            assert!(family.peak().unwrap() > 100_000);
        }
    }
}

#[cfg(not(target_os = "linux"))]
use elsewhere::Family;

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use super::Sample;

    /// Nothing is known of it.
    pub(super) struct Family;

    impl Family {
        pub(super) fn of(_root: u32) -> Self {
            Self
        }

        pub(super) fn look(&mut self, _searches: bool) -> Option<Sample> {
            None
        }

        pub(super) fn peak(&self) -> Option<u64> {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Duration = Duration::from_millis(50);

    fn sample(milliseconds: u64, runs: bool) -> Sample {
        Sample { processor: Duration::from_millis(milliseconds), runs }
    }

    /// On a busy machine it gets a tenth of a core.
    #[test]
    fn waiting_for_a_core_is_no_sleep() {
        let mut times = Times::default();
        for look in 1..=1000 {
            times.add(LOOK, &sample(look * 5, true));
        }
        assert_eq!((times.processor, times.asleep), (Duration::from_secs(5), Duration::ZERO));
    }

    /// With a core to itself it computes, and then sleeps: neither part lasts longer than the limit, nor both than twice that.
    #[test]
    fn the_rest_of_the_time_is_sleep() {
        let mut times = Times::default();
        for look in 1..=10 {
            times.add(LOOK, &sample(look * 50, true));
        }
        for _ in 0..10 {
            times.add(LOOK, &sample(500, false));
        }
        assert_eq!((times.processor, times.asleep), (LOOK * 10, LOOK * 10));
        // It has computed since the last look.
        times.add(LOOK, &sample(530, false));
        assert_eq!(times.asleep, LOOK * 10 + Duration::from_millis(20));
    }

    /// A child has ended, and its parent has not waited for it yet.
    #[test]
    fn time_does_not_run_backwards() {
        let mut times = Times::default();
        for milliseconds in [100, 40, 100, 120] {
            times.add(LOOK, &sample(milliseconds, true));
        }
        assert_eq!(times.processor, Duration::from_millis(120));
    }
}
