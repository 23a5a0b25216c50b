//! Measures the processor time, the time asleep and the memory of a running program. The measurement includes the
//! program's children.
//!
//! On Linux the numbers come from `/proc`, so the meter does not count the time in which a program waits for a core of
//! a busy machine. On Windows the numbers come from the program's job, and the memory is the memory that a process has
//! reserved. On other systems, and if `/proc` is not mounted, the time limit is a limit of wall time.

use std::time::{Duration, Instant};

use crate::group::Group;

/// The limits of a program in one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// The limit of processor time, and also the limit of the total time asleep.
    pub(crate) time: Duration,
    /// The limit of the resident size of each process of the program, in bytes.
    pub(crate) memory: Option<u64>,
}

/// The limit that a program has exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    Processor,
    /// The program slept too long. While a program sleeps, it neither runs nor waits for a core.
    Sleep,
    /// The wall time of the program exceeded the limit. The processor time of the program is unknown.
    Wall,
    Memory,
}

/// What one run of a program has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RunCost {
    /// The processor time, child processes included; wall time if the system does not report the processor time.
    pub(crate) time: Duration,
    /// The largest resident size of any process of the program, in bytes, at the last sample while the program ran;
    /// `None` if there is no sample.
    pub(crate) memory: Option<u64>,
}

/// The meter of one run.
pub(crate) struct Meter {
    allowed: Allowed,
    begun: Instant,
    /// The program and its children; `None` if the system has no data about them.
    family: Option<ProcessTree>,
    times: Times,
    last: Instant,
    next_search: Duration,
    /// The largest memory that a sample has found, in bytes.
    peak: Option<u64>,
    last_peak: Instant,
}

/// The interval between two samples of a program that has no memory limit.
const GLANCE: Duration = Duration::from_millis(50);
/// The interval between two samples of a program that has a memory limit. The interval is short, because the memory can
/// be read only while the program runs.
const BLINK: Duration = Duration::from_millis(1);
/// The longest interval between two searches for new children. Each search reads `/proc` for every process.
const SEARCH: Duration = Duration::from_millis(100);

impl Meter {
    /// Creates the meter of a program that has just started.
    pub(crate) fn of(group: &Group, allowed: Allowed) -> Self {
        let begun = Instant::now();
        let family = Some(ProcessTree::of_group(group));
        Self {
            allowed,
            begun,
            family,
            times: Times::default(),
            last: begun,
            next_search: Duration::ZERO,
            peak: None,
            last_peak: begun,
        }
    }

    /// Whether this system reports how much memory a process uses.
    pub(crate) fn knows_memory() -> bool {
        ProcessTree::knows_memory()
    }

    /// The pause until the next sample. The next sample is a sample of the processor time or of the memory.
    pub(crate) fn pause(&self) -> Duration {
        let pause = self.pause_of_times();
        if self.family.is_some() { pause.min(self.pause_of_memory()) } else { pause }
    }

    /// The interval between two samples of the memory. The system reports the largest size so far, so a program that
    /// has run for long is sampled less often, and the samples take little of the time of the run.
    fn pause_of_memory(&self) -> Duration {
        (self.begun.elapsed() / 16).clamp(BLINK, GLANCE)
    }

    /// The interval between two samples of the processor time and of the time asleep.
    fn pause_of_times(&self) -> Duration {
        if self.family.is_none() {
            return self.allowed.time.saturating_sub(self.begun.elapsed()).min(GLANCE);
        }
        // Several samples fit into the time limit, because one sample may be late on a busy machine.
        let often = if self.allowed.memory.is_some() { BLINK } else { GLANCE };
        (self.allowed.time / 16).clamp(BLINK, often)
    }

    /// Returns the limit that the program has exceeded; `None` if the program has exceeded no limit. Takes a sample
    /// only if the pause is over or the program has ended.
    pub(crate) fn look(&mut self, has_ended: bool) -> Option<Excess> {
        let (now, pause) = (Instant::now(), self.pause_of_times());
        if now - self.last_peak >= self.pause_of_memory() {
            self.sample_memory(now);
        }
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
        if self.allowed.memory.is_some() {
            self.sample_memory(now);
        }
        if self.times.processor > self.allowed.time {
            Some(Excess::Processor)
        } else if self.times.asleep > self.allowed.time {
            Some(Excess::Sleep)
        } else if self.allowed.memory.is_some_and(|most| self.peak.is_some_and(|peak| peak > most)) {
            Some(Excess::Memory)
        } else {
            None
        }
    }

    fn sample_memory(&mut self, now: Instant) {
        self.last_peak = now;
        // An ended process has no memory, so the largest size of all samples is stored.
        self.peak = self.peak.max(self.family.as_ref().and_then(ProcessTree::peak));
    }

    /// Returns what the run has used, as of the last sample. The caller takes a last sample when the program has ended.
    pub(crate) fn cost(&self) -> RunCost {
        let time = if self.family.is_some() { self.times.processor } else { self.begun.elapsed() };
        RunCost { time, memory: self.peak }
    }
}

/// A sample of the state of a program and its children at one moment.
struct Sample {
    /// The processor time of the program and all its children since the start.
    processor: Duration,
    /// Whether the program or one of its children runs or waits for a core.
    runs: bool,
}

/// How long a program has computed and slept. The time in which the program waits for a core does not count.
#[derive(Debug, Default)]
struct Times {
    processor: Duration,
    asleep: Duration,
}

impl Times {
    /// Adds the time since the last sample.
    fn add(&mut self, passed: Duration, sample: &Sample) {
        // The sum may be smaller than before, because the time of a child is missing if the child has ended and its
        // parent has not waited for it yet.
        let computed = sample.processor.saturating_sub(self.processor);
        self.processor += computed;
        if !sample.runs {
            self.asleep += passed.saturating_sub(computed);
        }
    }
}

#[cfg(target_os = "linux")]
use linux::ProcessTree;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::fs;
    use std::time::Duration;

    use super::Sample;
    use crate::group::Group;

    type Pid = u32;

    /// A program and the processes that it started. The tree lacks the processes that no search has found.
    pub(super) struct ProcessTree {
        root: Pid,
        members: BTreeMap<Pid, Stat>,
        /// The processor time of orphans that have ended, in ticks. The meter counts the time of an orphan separately,
        /// because no process of the tree includes this time.
        lost: u64,
    }

    impl ProcessTree {
        pub(super) fn of_group(group: &Group) -> Self {
            Self::of(group.id())
        }

        pub(super) fn knows_memory() -> bool {
            Self::of(std::process::id()).peak().is_some()
        }

        fn of(root: Pid) -> Self {
            let members = read_stat(root).map(|stat| (root, stat)).into_iter().collect();
            Self { root, members, lost: 0 }
        }

        /// Samples all processes of the tree. If `searches` is set, the function first searches all processes of the
        /// system for new members. Returns `None` if `/proc` has no data about the program.
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
            // If a parent has waited for a child, the time of the parent includes the time of the child. So the time of
            // an ended process is added here only if its parent is not a member. Ended processes are removed
            // afterwards, because a parent may have ended together with its child.
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

        /// Adds new processes to the tree. New processes are children of the tree's members, and processes of the
        /// program's process group whose parent has ended.
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

        /// Returns the largest resident size that any process of the tree has reached; `None` if `/proc` has no value,
        /// as for an ended process.
        pub(super) fn peak(&self) -> Option<u64> {
            self.members.keys().filter_map(|&pid| read_peak(pid)).max()
        }
    }

    /// The number of `/proc` ticks per second. The rate is the same on all architectures that Rust's standard library
    /// supports.
    const TICKS: u64 = 100;

    /// The data of a process in `/proc/PID/stat`.
    struct Stat {
        runs: bool,
        parent: Pid,
        group: Pid,
        /// The processor time of the process, and of the children that it has waited for, in ticks.
        ticks: u64,
        threads: u64,
        /// The start time of the process. If a later sample has another start time, the process number now belongs to
        /// another process.
        start: u64,
    }

    fn read_stat(pid: Pid) -> Option<Stat> {
        Stat::parse(&fs::read(format!("/proc/{pid}/stat")).ok()?)
    }

    impl Stat {
        /// Parses `PID (NAME) STATE PARENT GROUP ...`; the name may contain any characters.
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

    /// Whether any thread of a process with several threads is in the state R (running). The file `/proc/PID/stat`
    /// contains only the state of the first thread.
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
            let mut family = ProcessTree::of(std::process::id());
            let sample = family.look(true).unwrap();
            assert!(sample.runs, "the thread that asks runs");
            assert!(family.peak().unwrap() > 100_000);
        }
    }
}

#[cfg(windows)]
use windows::ProcessTree;

#[cfg(windows)]
mod windows {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::Sample;
    use crate::group::Group;
    use crate::system::Job;

    /// A program and the processes that it started.
    pub(super) struct ProcessTree {
        /// `None` if the system has refused a job; then the tree has no data.
        job: Option<Arc<Job>>,
        /// The processor time at the last sample.
        processor: Duration,
        /// The time of the last sample in which the processor time had grown.
        computed: Instant,
    }

    /// The system counts processor time in steps of about 16 ms, and a thread on a busy machine waits for several
    /// steps. The meter therefore counts a program as running if its processor time has grown within `STEPS`.
    const STEPS: Duration = Duration::from_millis(100);

    impl ProcessTree {
        pub(super) fn of_group(group: &Group) -> Self {
            Self { job: group.job(), processor: Duration::ZERO, computed: Instant::now() }
        }

        pub(super) const fn knows_memory() -> bool {
            true
        }

        /// Samples the job, which needs no search for members.
        pub(super) fn look(&mut self, _searches: bool) -> Option<Sample> {
            let processor = self.job.as_ref()?.processor()?;
            if processor > self.processor {
                (self.processor, self.computed) = (processor, Instant::now());
            }
            Some(Sample { processor, runs: self.computed.elapsed() < STEPS })
        }

        pub(super) fn peak(&self) -> Option<u64> {
            self.job.as_ref()?.peak()
        }
    }
}

#[cfg(not(any(target_os = "linux", windows)))]
use elsewhere::ProcessTree;

#[cfg(not(any(target_os = "linux", windows)))]
mod elsewhere {
    use super::Sample;
    use crate::group::Group;

    /// A substitute for the process tree on a system without `/proc`. The substitute never has data.
    pub(super) struct ProcessTree;

    impl ProcessTree {
        pub(super) fn of_group(_group: &Group) -> Self {
            Self
        }

        pub(super) const fn knows_memory() -> bool {
            false
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

    /// On a busy machine the program gets only a tenth of a core.
    #[test]
    fn waiting_for_a_core_is_no_sleep() {
        let mut times = Times::default();
        for look in 1..=1000 {
            times.add(LOOK, &sample(look * 5, true));
        }
        assert_eq!((times.processor, times.asleep), (Duration::from_secs(5), Duration::ZERO));
    }

    /// With a core of its own, the program first computes and then sleeps. Each of the two times stays within the
    /// limit, so their sum is at most twice the limit.
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
        // The program has computed for 30 ms since the last sample.
        times.add(LOOK, &sample(530, false));
        assert_eq!(times.asleep, LOOK * 10 + Duration::from_millis(20));
    }

    /// In the second sample, the time of a child is missing, because the child has ended, but its parent has not waited
    /// for it yet.
    #[test]
    fn time_does_not_run_backwards() {
        let mut times = Times::default();
        for milliseconds in [100, 40, 100, 120] {
            times.add(LOOK, &sample(milliseconds, true));
        }
        assert_eq!(times.processor, Duration::from_millis(120));
    }
}
