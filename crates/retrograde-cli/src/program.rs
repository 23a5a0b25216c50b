//! Somebody else's program: run once for each input, and never trusted to end, to read, or to print little.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::{Failure, Stop};
use crate::interrupt::Interrupt;

/// The program to be tested, with its arguments.
pub(crate) struct Program<'p> {
    words: &'p [OsString],
    /// For one run.
    timeout: Duration,
}

/// What came of a run.
pub(crate) struct Run {
    pub(crate) output: Vec<u8>,
    pub(crate) end: End,
    /// The first line on standard error, which may tell why.
    pub(crate) complaint: Option<String>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Done,
    /// With an exit code that is not 0.
    Exit(i32),
    /// By a signal that was not ours.
    Crash(Option<i32>),
    TimedOut,
    /// More output than any answer takes.
    TooMuch,
    /// Ctrl-C.
    Interrupted,
}

/// The most output that is read, in bytes: 10^5 answers are less than 2 MiB.
const MOST_OUTPUT: u64 = 16 << 20;
/// Of standard error, the rest of which is read and forgotten.
const MOST_COMPLAINT: usize = 4096;
/// How often Ctrl-C is looked for while a run takes its time.
const GLANCE: Duration = Duration::from_millis(50);
/// Between two looks at a process that has closed its output, and should be gone.
const BLINK: Duration = Duration::from_micros(200);

impl<'p> Program<'p> {
    pub(crate) const fn new(words: &'p [OsString], timeout: Duration) -> Self {
        Self { words, timeout }
    }

    pub(crate) const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Runs the program on `input`; what it leaves unread is its own affair.
    pub(crate) fn run(&self, input: Vec<u8>, interrupt: &Interrupt) -> Result<Run, Stop> {
        let deadline = Instant::now() + self.timeout;
        let mut child = self.start()?;
        // The threads are not waited for: whoever inherited a pipe may keep it open for ever.
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || stdin.write_all(&input));
        }
        let output = child.stdout.take().map(|pipe| reading(pipe, read_output));
        let complaint = child.stderr.take().map(|pipe| reading(pipe, read_complaint));
        let mut run = Run { output: Vec::new(), end: End::Done, complaint: None };
        run.end = match await_output(output, deadline, interrupt) {
            Ok(bytes) if bytes.len() as u64 > MOST_OUTPUT => End::TooMuch,
            Ok(bytes) => {
                run.output = bytes;
                await_exit(&mut child, deadline)
            }
            Err(end) => end,
        };
        if matches!(run.end, End::TimedOut | End::TooMuch | End::Interrupted) {
            kill(&mut child);
        }
        run.complaint =
            complaint.and_then(|lines| lines.recv_timeout(GLANCE).ok()).and_then(|bytes| first_line(&bytes));
        Ok(run)
    }

    fn start(&self) -> Result<Child, Stop> {
        let [name, arguments @ ..] = self.words else {
            return Err(Failure::usage("no program is given after `--`").into());
        };
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        apart(&mut command);
        command.spawn().map_err(|error| {
            let message = format!("cannot run {}: {error}", name.display());
            Failure::usage(message).hint("a program in this folder is written `./NAME`").into()
        })
    }
}

/// Reads a pipe on a thread of its own.
fn reading<R: Read + Send + 'static>(pipe: R, read: fn(R) -> Vec<u8>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    // Nobody receives what comes too late.
    thread::spawn(move || sender.send(read(pipe)));
    receiver
}

/// What cannot be read was not printed.
fn read_output(pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes);
    bytes
}

fn read_complaint(mut pipe: impl Read) -> Vec<u8> {
    let (mut kept, mut bytes) = (Vec::new(), [0; MOST_COMPLAINT]);
    while let Ok(count @ 1..) = pipe.read(&mut bytes) {
        let room = MOST_COMPLAINT - kept.len();
        kept.extend_from_slice(&bytes[..count.min(room)]);
    }
    kept
}

fn first_line(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

fn await_output(output: Option<Receiver<Vec<u8>>>, deadline: Instant, interrupt: &Interrupt) -> Result<Vec<u8>, End> {
    let Some(output) = output else { return Ok(Vec::new()) };
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match output.recv_timeout(left.min(GLANCE)) {
            Ok(bytes) => return Ok(bytes),
            Err(_) if interrupt.is_pressed() => return Err(End::Interrupted),
            Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
            Err(_) => return Err(End::TimedOut),
        }
    }
}

/// The output is closed, so that the process should end soon.
fn await_exit(child: &mut Child, deadline: Instant) -> End {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return end(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(BLINK),
            Ok(None) | Err(_) => return End::TimedOut,
        }
    }
}

fn end(status: ExitStatus) -> End {
    match status.code() {
        Some(0) => End::Done,
        Some(code) => End::Exit(code),
        None => End::Crash(signal(status)),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// Gives the process a group of its own, so that all it starts can be ended with it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn apart(_command: &mut Command) {}

/// Ends the process, and what it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
    // It may have ended by itself in the meantime.
    let _ = child.kill();
    let _ = child.wait();
}
