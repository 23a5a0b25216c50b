//! A child process and the processes that it starts, as a group that can be killed.
//!
//! On Unix the group is a process group, and a process can leave this group. On Windows the group is a job, and no
//! process can leave a job. Other systems have no groups, so this module kills only the child process on these systems.

use std::io;
use std::process::{Child, Command, ExitStatus};
#[cfg(windows)]
use std::sync::Arc;

#[cfg(windows)]
use crate::system::Job;

/// A child process and its group.
pub(crate) struct Group {
    child: Child,
    /// The job that contains the child and the processes that the child starts; `None` if the system refuses a job.
    #[cfg(windows)]
    job: Option<Arc<Job>>,
}

impl Group {
    /// Starts a process in a new group. Ctrl-C in the terminal does not reach the group.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Self> {
        apart(command);
        let child = command.spawn()?;
        Ok(Self {
            // A process that the child starts before this line is not in the job. But the child first loads its own
            // libraries, which takes longer.
            #[cfg(windows)]
            job: Job::new().and_then(|job| job.add(&child).map(|()| job.into())).ok(),
            child,
        })
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns the process number of the child.
    #[cfg(not(windows))]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    #[cfg(windows)]
    pub(crate) fn job(&self) -> Option<Arc<Job>> {
        self.job.clone()
    }

    /// Checks whether the child has ended. The function does not reap the child, because the system could then give the
    /// child's process number to another process.
    #[cfg(all(unix, not(target_os = "openbsd")))]
    pub(crate) fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    /// Checks whether the child has ended.
    #[cfg(any(not(unix), target_os = "openbsd"))]
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the child if it still runs, and all processes of its group. Returns the exit status of the child, if the
    /// system reports it.
    pub(crate) fn kill(mut self) -> Option<ExitStatus> {
        self.kill_group();
        // The child may have ended by itself since the last check.
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    #[cfg(windows)]
    fn kill_group(&self) {
        let _ = self.job.as_ref().map(|job| job.kill());
    }

    #[cfg(not(any(unix, windows)))]
    fn kill_group(&self) {}
}

/// Sets the command so that its process starts in a new process group.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Sets the command so that its process starts in a new process group. Ctrl-C does not reach this group.
#[cfg(windows)]
fn apart(command: &mut Command) {
    use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

#[cfg(not(any(unix, windows)))]
fn apart(_command: &mut Command) {}
