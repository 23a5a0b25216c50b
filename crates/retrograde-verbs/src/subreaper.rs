//! Finds and kills processes that still run after the program that started them has ended.
//!
//! After a run, this process kills the whole process group of the program. A process may leave the group, for example
//! by `setsid`. On Linux this module finds the processes that have left the group, because with
//! `PR_SET_CHILD_SUBREAPER` orphans become children of this process. On other systems, processes that have left the
//! group keep running.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

/// Adopts the orphans of all programs that run after this value was created. Dropping this value kills the orphans.
pub(crate) struct Subreaper {
    family: Family,
    /// A lock that each run holds as a reader. While no run holds the lock, every new child of this process is an
    /// orphan.
    quiet: RwLock<()>,
    /// The number of runs that have not ended.
    runs: AtomicUsize,
    last_look: Mutex<Instant>,
}

/// The interval between two searches for orphans. A search reads `/proc` for every process, so it takes about as long
/// as a run of a small program.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

impl Subreaper {
    pub(crate) fn open() -> Self {
        let last_look = Mutex::new(Instant::now());
        Self { family: Family::adopting(), quiet: RwLock::new(()), runs: AtomicUsize::new(0), last_look }
    }

    pub(crate) fn family(&self) -> &Family {
        &self.family
    }

    /// Returns the guard of a run. The caller holds the guard while the program runs.
    pub(crate) fn during_a_run(&self) -> DuringARun<'_> {
        let quiet = self.quiet.read().unwrap_or_else(PoisonError::into_inner);
        self.runs.fetch_add(1, Ordering::Relaxed);
        DuringARun { runs: &self.runs, _quiet: quiet }
    }

    /// Waits until no program runs, and then kills the orphans.
    pub(crate) fn end_all(&self) {
        let _quiet = self.quiet.write().unwrap_or_else(PoisonError::into_inner);
        self.family.end();
    }

    /// Like `end_all`, but does nothing if there are no orphans or if the last search was only a short time ago. Runs
    /// call this method, so that orphans do not fill the machine with processes.
    pub(crate) fn tidy(&self) {
        let is_time = {
            let mut last_look = self.last_look.lock().unwrap_or_else(PoisonError::into_inner);
            let is_time = last_look.elapsed() >= BETWEEN_LOOKS;
            if is_time {
                *last_look = Instant::now();
            }
            is_time
        };
        // A program that starts at this moment may be counted as a child but not as a run, or as a run but not as a
        // child. Such a wrong count only causes a short delay.
        if is_time && self.family.number() > self.runs.load(Ordering::Relaxed) {
            self.end_all();
        }
    }
}

impl Drop for Subreaper {
    fn drop(&mut self) {
        self.end_all();
    }
}

/// See [`Subreaper::during_a_run`].
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

    /// The children of this process, including the orphans that it has adopted.
    #[derive(Clone)]
    pub(crate) struct Family {
        /// Children that this process had before it adopted orphans; this process must not kill them. For example, a
        /// process has children at its start if a shell became this program by `exec`.
        strangers: Arc<HashSet<Pid>>,
    }

    /// The maximum time that killed processes may take to disappear. A process that waits for a broken disk never
    /// disappears.
    const KILL_TIMEOUT: Duration = Duration::from_secs(2);
    const BLINK: Duration = Duration::from_millis(1);

    impl Family {
        /// Sets this process to adopt the orphans of its children from now on.
        pub(super) fn adopting() -> Self {
            let strangers = Arc::new(children().collect());
            // Only old kernels return an error here. With such a kernel, only process groups are killed.
            let _ = process::set_child_subreaper(Some(process::getpid()));
            Self { strangers }
        }

        pub(super) fn number(&self) -> usize {
            self.children().count()
        }

        /// Kills all children of this process except `strangers`, and also the processes that become orphans when their
        /// parents die.
        pub(crate) fn end(&self) {
            let until = Instant::now() + KILL_TIMEOUT;
            loop {
                let children: Vec<_> = self.children().collect();
                if children.is_empty() || Instant::now() > until {
                    return;
                }
                for child in children {
                    // A failed call needs no handling, because the next iteration checks whether the process still
                    // exists.
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

    /// Returns the processes whose parent is this process. The file `/proc/self/task/*/children` would be simpler, but
    /// not every Linux kernel has this file.
    fn children() -> impl Iterator<Item = Pid> {
        let me = process::getpid();
        let names = fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.file_name());
        let pids = names.filter_map(|name| Pid::from_raw(name.to_str()?.parse().ok()?));
        pids.filter(move |pid| parent(*pid) == Some(me))
    }

    /// Reads the parent of a process from `PID (NAME) STATE PARENT ...`; the name may contain any characters.
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
    /// A substitute for `Family` on systems where this process cannot find orphans. The methods of the substitute do
    /// nothing.
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
