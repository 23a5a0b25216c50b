//! Processes that this one has started, here or over ssh.

use std::io::{self, Read as _, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use retrograde_cluster::{HostList, Key};

/// Between two looks at the processes.
pub(super) const LOOK: Duration = Duration::from_millis(10);
/// What is left to the others to end by themselves when one has failed.
pub(super) const LAST: Duration = Duration::from_secs(4);

/// What one that has ended has said is there by then.
const WORDS: Duration = Duration::from_secs(1);

/// A process that was started.
pub(super) struct Process {
    pub(super) child: Child,
    /// What it says that nobody hears.
    said: Option<Receiver<Vec<u8>>>,
    pub(super) ended: Option<ExitStatus>,
}

impl Process {
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.spawn()?;
        let stderr = child.stderr.take();
        let mut process = Self { child, said: None, ended: None };
        if let Some(mut stderr) = stderr {
            let (tell, said) = mpsc::channel();
            let read = move || {
                let mut words = Vec::new();
                // What it did not get to say is not heard. What is too long is read all the same, lest it wait for ever.
                let _ = stderr.by_ref().take(1 << 16).read_to_end(&mut words);
                let _ = tell.send(words);
                let _ = io::copy(&mut stderr, &mut io::sink());
            };
            if let Err(error) = thread::Builder::new().spawn(read) {
                let _ = process.child.kill().and_then(|()| process.child.wait());
                return Err(error);
            }
            process.said = Some(said);
        }
        Ok(process)
    }

    /// The same for one that is to be told the key and the hosts by its standard input, which nobody else can read: a line with the key, the list of hosts,
    /// an empty line. After that it stays open for as long as this process lives: it is the leash of the other one.
    pub(super) fn start_told(command: &mut Command, hosts: &HostList, key: &Key) -> io::Result<Self> {
        let mut process = Self::start(command.stdin(Stdio::piped()))?;
        if let Some(stdin) = &mut process.child.stdin {
            // One that has ended already is told of when it does not come.
            let _ = stdin.write_all(format!("{}\n{hosts}\n", key.to_line()).as_bytes());
        }
        Ok(process)
    }

    /// What it has said, once it has ended; the second time nothing. What it has started, such as a master of ssh, may hold its output open: that is not
    /// waited for.
    pub(super) fn said(&mut self) -> Vec<u8> {
        self.said.take().and_then(|said| said.recv_timeout(WORDS).ok()).unwrap_or_default()
    }

    /// Whether it has ended.
    pub(super) fn has_ended(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
        }
        self.ended.is_some()
    }
}

/// All of them; dropped, they are ended.
#[derive(Default)]
pub(super) struct Processes(pub(super) Vec<Process>);

impl Processes {
    /// They end by themselves when nobody holds their leash.
    pub(super) fn release(&mut self) {
        self.0.iter_mut().for_each(|process| drop(process.child.stdin.take()));
    }

    /// Waits until all have ended by themselves, but not for long.
    pub(super) fn await_last(&mut self) {
        let end = Instant::now() + LAST;
        while !self.0.iter_mut().all(Process::has_ended) && Instant::now() < end {
            thread::sleep(LOOK);
        }
    }

    pub(super) fn kill(&mut self) {
        for process in self.0.iter_mut().filter(|process| process.ended.is_none()) {
            // It may have ended just now.
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
