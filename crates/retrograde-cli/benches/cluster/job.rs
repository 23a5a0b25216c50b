//! A job consists of processes that solve a board together. Each process is started separately, as on different hosts.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tempfile::TempDir;

use crate::ended::Ended;

/// The folder of a job, with a list of hosts and a key.
pub(crate) struct Job {
    program: PathBuf,
    pub(crate) folder: TempDir,
    /// The address on which each process listens.
    pub(crate) addresses: Vec<String>,
}

/// The threads and memory of each process, in a line of the hosts file.
pub(crate) const SHARE: &str = "workers=1 mem=2G";

/// The key that all processes share.
pub(crate) const KEY: &str = "sixteen bytes or more";

impl Job {
    /// Creates a job whose processes listen on free ports of this machine.
    pub(crate) fn new(program: impl Into<PathBuf>, processes: usize, share: &str) -> io::Result<Self> {
        // All listeners stay open until all addresses are known, so that all ports are different.
        let free: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<_>>()?;
        let addresses = free.iter().map(|listener| Ok(listener.local_addr()?.to_string()));
        Self::at(program, addresses.collect::<io::Result<_>>()?, share)
    }

    /// Creates a job whose processes listen at these addresses.
    pub(crate) fn at(program: impl Into<PathBuf>, addresses: Vec<String>, share: &str) -> io::Result<Self> {
        let hosts: Vec<String> = addresses.iter().map(|address| format!("{address} {share}\n")).collect();
        let job = Self { program: program.into(), folder: tempfile::tempdir()?, addresses };
        job.write("hosts", &hosts.concat())?;
        job.write("key", KEY)?;
        Ok(job)
    }

    /// Writes a file that only the file's owner may read.
    pub(crate) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.folder.path().join(name);
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
        file.write_all(text.as_bytes())
    }

    /// Returns the command that starts a process in the folder of this job.
    pub(crate) fn command(&self, process: usize, board: &str, more: &[&str]) -> Command {
        self.command_of(process, &[&["solve", board], more].concat())
    }

    /// Like `command`, for any verb and its arguments.
    pub(crate) fn command_of(&self, process: usize, verb: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .current_dir(self.folder.path())
            .args(["--progress", "none"])
            .args(verb)
            .args(["--hosts", "hosts", "--key", "key", "--process", &process.to_string()])
            .env("LC_ALL", "C")
            .env_remove("RETROGRADE_TABLES")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn start(&self, process: usize, board: &str, more: &[&str]) -> io::Result<Process> {
        Process::of(process, &mut self.command(process, board, more))
    }

    pub(crate) fn start_all(&self, board: &str, more: &[&str]) -> io::Result<Vec<Process>> {
        (0..self.addresses.len()).map(|process| self.start(process, board, more)).collect()
    }

    /// Returns the name of a process in the messages of the other processes.
    pub(crate) fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.addresses[process])
    }
}

/// A process of a job. Dropping this value kills the process.
pub(crate) struct Process {
    pub(crate) number: usize,
    child: Option<Child>,
}

impl Process {
    pub(crate) fn of(number: usize, command: &mut Command) -> io::Result<Self> {
        Ok(Self { number, child: Some(command.spawn()?) })
    }

    pub(crate) fn child(&mut self) -> io::Result<&mut Child> {
        self.child.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Waits until the process ends; returns an error if it still runs at the time `end`.
    pub(crate) fn ended(mut self, end: Instant) -> io::Result<Ended> {
        let number = self.number;
        while self.child()?.try_wait()?.is_none() {
            if Instant::now() >= end {
                return Err(io::Error::other(format!("process {number} has not ended in time")));
            }
            thread::sleep(Duration::from_millis(5));
        }
        let child = self.child.take().ok_or(io::ErrorKind::NotFound)?;
        child.wait_with_output().map(|output| Ended::of(&output))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // The process may have ended already, so errors are ignored.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Kills one process. Returns how the other processes ended, and the time until the last of them ended.
pub(crate) fn kill_one(
    mut processes: Vec<Process>,
    one: usize,
    within: Duration,
) -> io::Result<(Vec<Ended>, Duration)> {
    drop(processes.remove(one));
    let begun = Instant::now();
    let others = processes.into_iter().map(|process| process.ended(begun + within));
    Ok((others.collect::<io::Result<_>>()?, begun.elapsed()))
}

/// Checks that each process named the lost process in a single error, and exited with the code of a refusal.
pub(crate) fn must_name(others: &[Ended], name: &str) -> io::Result<()> {
    for other in others {
        let errors: Vec<_> = other.stderr.iter().filter(|line| line.starts_with("error")).collect();
        let is_reported = errors.len() == 1 && errors[0].contains(name);
        other.must(other.code == Some(3) && is_reported, &format!("one error that names {name}"))?;
    }
    Ok(())
}

/// Whether a file in a folder, other than a lock, was written after `begun`.
pub(crate) fn is_kept_since(folder: &Path, begun: SystemTime) -> bool {
    let is_new = |file: &Path| fs::metadata(file).and_then(|kept| kept.modified()).is_ok_and(|at| at > begun);
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut whole = files.filter(|file| file.extension().is_none_or(|end| end != "lock" && end != "new"));
    whole.any(|file| is_new(&file))
}
