//! What programs on trial leave behind: processes that outlive the run they were started in.
//!
//! A run's process group ends with it. What has left the group, by `setsid` for example, is found on Linux alone, where orphans become
//! our own children (`PR_SET_CHILD_SUBREAPER`); elsewhere it stays.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

/// Takes in the orphans of all programs that are run from now on; dropped, it has ended them.
pub(crate) struct Orphanage {
    family: Family,
    /// Held for reading by every run: while none holds it, all our new children are orphans.
    quiet: RwLock<()>,
    /// The number of runs.
    runs: AtomicUsize,
    last_look: Mutex<Instant>,
}

/// Between two looks for orphans: one takes about as long as a run, since it reads what `/proc` says of every process.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

impl Orphanage {
    pub(crate) fn open() -> Self {
        let last_look = Mutex::new(Instant::now());
        Self { family: Family::adopting(), quiet: RwLock::new(()), runs: AtomicUsize::new(0), last_look }
    }

    pub(crate) fn family(&self) -> &Family {
        &self.family
    }

    /// To be held while a program runs.
    pub(crate) fn during_a_run(&self) -> DuringARun<'_> {
        let quiet = self.quiet.read().unwrap_or_else(PoisonError::into_inner);
        self.runs.fetch_add(1, Ordering::Relaxed);
        DuringARun { runs: &self.runs, _quiet: quiet }
    }

    /// Ends the orphans, once no program runs.
    pub(crate) fn end_all(&self) {
        let _quiet = self.quiet.write().unwrap_or_else(PoisonError::into_inner);
        self.family.end();
    }

    /// The same, now and then, if there are any: a program that leaves one on each run must not fill the machine.
    pub(crate) fn tidy(&self) {
        let is_time = {
            let mut last_look = self.last_look.lock().unwrap_or_else(PoisonError::into_inner);
            let is_time = last_look.elapsed() >= BETWEEN_LOOKS;
            if is_time {
                *last_look = Instant::now();
            }
            is_time
        };
        // A program that starts right now may be counted on one side only, which costs a moment.
        if is_time && self.family.number() > self.runs.load(Ordering::Relaxed) {
            self.end_all();
        }
    }
}

impl Drop for Orphanage {
    fn drop(&mut self) {
        self.end_all();
    }
}

/// See [`Orphanage::during_a_run`].
pub(crate) struct DuringARun<'r> {
    runs: &'r AtomicUsize,
    _quiet: RwLockReadGuard<'r, ()>,
}

impl Drop for DuringARun<'_> {
    fn drop(&mut self) {
        self.runs.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::Family;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashSet;
    use std::sync::Arc;
    use std::time::{Duration, Instant};
    use std::{fs, thread};

    use rustix::process::{self, Pid, Signal, WaitOptions};

    /// Our children, orphans of theirs among them.
    #[derive(Clone)]
    pub(crate) struct Family {
        /// Those from before, which are not ours to end: a shell may have become this program by `exec`.
        strangers: Arc<HashSet<Pid>>,
    }

    /// How long the killed may take to go. One that waits for a broken disk takes for ever.
    const PATIENCE: Duration = Duration::from_secs(2);
    const BLINK: Duration = Duration::from_millis(1);

    impl Family {
        /// From now on orphans of our children become our children.
        pub(super) fn adopting() -> Self {
            let strangers = Arc::new(children().collect());
            // Refused by old kernels alone; then only process groups are ended.
            let _ = process::set_child_subreaper(Some(process::getpid()));
            Self { strangers }
        }

        pub(super) fn number(&self) -> usize {
            self.children().count()
        }

        /// Ends all of them, and what becomes an orphan by that.
        pub(crate) fn end(&self) {
            let until = Instant::now() + PATIENCE;
            loop {
                let children: Vec<_> = self.children().collect();
                if children.is_empty() || Instant::now() > until {
                    return;
                }
                for child in children {
                    // Whether it was still there shows at the next look.
                    let _ = process::kill_process(child, Signal::KILL);
                    let _ = process::waitpid(Some(child), WaitOptions::NOHANG);
                }
                thread::sleep(BLINK);
            }
        }

        fn children(&self) -> impl Iterator<Item = Pid> {
            children().filter(|child| !self.strangers.contains(child))
        }
    }

    /// The processes whose parent we are. `/proc/self/task/*/children` would be shorter, but not every kernel has it.
    fn children() -> impl Iterator<Item = Pid> {
        let me = process::getpid();
        let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
        let pids = names.filter_map(|name| Pid::from_raw(name.to_str()?.parse().ok()?));
        pids.filter(move |pid| parent(*pid) == Some(me))
    }

    /// `PID (NAME) STATE PARENT ...`, where the name may be anything.
    fn parent(pid: Pid) -> Option<Pid> {
        let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let after_name = &stat[stat.iter().rposition(|&byte| byte == b')')? + 1..];
        let parent = after_name.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).nth(1)?;
        Pid::from_raw(std::str::from_utf8(parent).ok()?.parse().ok()?)
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::Family;

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    /// Nobody that we know of.
    #[derive(Clone)]
    pub(crate) struct Family;

    impl Family {
        pub(super) fn adopting() -> Self {
            Self
        }

        pub(super) fn number(&self) -> usize {
            0
        }

        pub(crate) fn end(&self) {}
    }
}
