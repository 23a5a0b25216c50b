//! Processes that this process has started, on this machine or over ssh.

use std::io::{self, Read as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use retrograde_cluster::{HostList, Key};

/// The interval between two checks whether the started processes have ended.
pub(super) const LOOK: Duration = Duration::from_millis(10);
/// How long the other processes may run after one process has failed.
pub(super) const LAST: Duration = Duration::from_secs(4);

/// How long to wait for the output of a process that has ended.
const WORDS: Duration = Duration::from_secs(1);

/// A process that this process has started.
pub(super) struct Process {
    pub(super) child: Child,
    /// Receives the captured standard error of the process.
    last_words: Option<Receiver<Vec<u8>>>,
    pub(super) ended: Option<ExitStatus>,
}

impl Process {
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.spawn()?;
        let stderr = child.stderr.take();
        let mut process = Self { child, last_words: None, ended: None };
        if let Some(mut stderr) = stderr {
            let (send, last_words) = mpsc::channel();
            let read = move || {
                let mut words = Vec::new();
                // After a read error, the rest of the output is lost. A long output is read to its end, so that the
                // process does not block.
                let _ = stderr.by_ref().take(1 << 16).read_to_end(&mut words);
                let _ = send.send(words);
                let _ = io::copy(&mut stderr, &mut io::sink());
            };
            if let Err(error) = thread::Builder::new().spawn(read) {
                let _ = process.child.kill().and_then(|()| process.child.wait());
                return Err(error);
            }
            process.last_words = Some(last_words);
        }
        Ok(process)
    }

    /// Like `start`, but the new process reads the key and the hosts from its standard input. No third process can read
    /// this input. The input is a line with the key, the list of hosts, and an empty line. After the empty line, the
    /// current process keeps the pipe open until the current process ends. The started process ends when the pipe
    /// closes.
    pub(super) fn start_with_input(command: &mut Command, hosts: &HostList, key: &Key) -> io::Result<Self> {
        let mut process = Self::start(command.stdin(Stdio::piped()))?;
        if let Some(stdin) = &mut process.child.stdin {
            // A write to a process that has ended fails. The caller notices the end, because the process does not
            // connect.
            let _ = stdin.write_all(format!("{}\n{hosts}\n", key.to_line()).as_bytes());
        }
        Ok(process)
    }

    /// Returns the captured standard error of a process that has ended; a second call returns nothing. A child of the
    /// ended process, such as an ssh master, may keep the pipe open. The function does not wait for this child.
    pub(super) fn last_words(&mut self) -> Vec<u8> {
        self.last_words.take().and_then(|last_words| last_words.recv_timeout(WORDS).ok()).unwrap_or_default()
    }

    /// Whether this process has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
        }
        self.ended.is_some()
    }
}

/// All started processes. Dropping this value kills the processes.
#[derive(Default)]
pub(super) struct Processes(pub(super) Vec<Process>);

impl Processes {
    /// Closes the pipes to the processes; then the processes end by themselves.
    pub(super) fn release(&mut self) {
        self.0.iter_mut().for_each(|process| drop(process.child.stdin.take()));
    }

    /// Waits a short time, at most [`LAST`], until all processes have ended.
    pub(super) fn await_last(&mut self) {
        let end = Instant::now() + LAST;
        while !self.0.iter_mut().all(Process::has_ended) && Instant::now() < end {
            thread::sleep(LOOK);
        }
    }

    pub(super) fn kill(&mut self) {
        for process in self.0.iter_mut().filter(|process| process.ended.is_none()) {
            // The process may have ended since the last check.
            let _ = process.child.kill();
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.kill();
        for process in &mut self.0 {
            let _ = process.child.wait();
        }
    }
}
