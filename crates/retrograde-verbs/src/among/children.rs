//! Processes that this one has started, here or over ssh.

use std::io::{self, Read as _};
use std::process::{Child, Command, ExitStatus};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Between two looks at the processes.
pub(super) const LOOK: Duration = Duration::from_millis(10);
/// What is left to the others to end by themselves when one has failed.
pub(super) const LAST: Duration = Duration::from_secs(4);

/// A process that was started.
pub(super) struct Process {
    pub(super) child: Child,
    /// What it says that nobody hears.
    said: Option<JoinHandle<Vec<u8>>>,
    pub(super) ended: Option<ExitStatus>,
}

impl Process {
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.spawn()?;
        let said = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut said = Vec::new();
                // What it did not get to say is not heard. What is too long is read all the same, lest it wait for ever.
                let _ = stderr.by_ref().take(1 << 16).read_to_end(&mut said);
                let _ = io::copy(&mut stderr, &mut io::sink());
                said
            })
        });
        Ok(Self { child, said, ended: None })
    }

    /// What it has said, once it has ended; the second time nothing.
    pub(super) fn said(&mut self) -> Vec<u8> {
        self.said.take().and_then(|said| said.join().ok()).unwrap_or_default()
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
