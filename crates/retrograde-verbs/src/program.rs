//! Somebody else's program: run once for each input, and never trusted to end, to read, or to print little.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::failure::{Failure, Stop, no_threads};
use crate::interrupt::Interrupt;
use crate::messages::{Hint, Wrong};
use crate::meter::{Allowed, Excess, Meter};
use crate::orphan::Orphanage;
use crate::room::{Names, Room, Rooms};

/// The program to be tested, with its arguments.
pub(crate) struct Program<'p> {
    words: &'p [OsString],
    /// In one run.
    allowed: Allowed,
    /// Those through which it is asked, once that is settled: standard input and standard output until then.
    names: OnceLock<Names>,
    rooms: Rooms,
    orphanage: Orphanage,
}

/// What came of a run.
pub(crate) struct Run {
    /// Its answers.
    pub(crate) output: Vec<u8>,
    /// What it prints on standard output, if its answers are expected in a file.
    pub(crate) beside: Vec<u8>,
    /// Whether it has made that file.
    pub(crate) has_file: bool,
    pub(crate) end: End,
    /// The last bytes on standard error, which may tell why.
    pub(crate) errors: Vec<u8>,
}

impl Run {
    /// Of a program that is not started any more.
    const fn none() -> Self {
        Self { output: Vec::new(), beside: Vec::new(), has_file: false, end: End::Interrupted, errors: Vec::new() }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Done,
    /// With an exit code that is not 0.
    Exit(i32),
    /// By a signal that was not ours.
    Crash(Option<i32>),
    Exceeded(Excess),
    /// More output than any answer takes.
    TooMuch,
    /// Ctrl-C, SIGTERM or SIGHUP.
    Interrupted,
}

/// The most output that is read, in bytes: 10^5 answers are less than 2 MiB.
const MOST_OUTPUT: u64 = 16 << 20;
/// The most bytes of standard error that are stored: the last ones.
pub(crate) const MOST_ERRORS: usize = 64 << 10;
/// How long the output may stay open when the program has ended, before what has left its group is ended, too.
const GLANCE: Duration = Duration::from_millis(50);
/// How long standard output or standard error may stay open when the program and its group have ended: only who has left the group holds it.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Between two looks at a process that has closed its output, and should be gone.
const BLINK: Duration = Duration::from_micros(200);

impl<'p> Program<'p> {
    pub(crate) fn new(words: &'p [OsString], allowed: Allowed) -> Self {
        Self { words, allowed, names: OnceLock::new(), rooms: Rooms::default(), orphanage: Orphanage::open() }
    }

    /// Settles how the program is asked from now on. Once it is settled, it stays so.
    pub(crate) fn settle(&self, names: Names) {
        let _ = self.names.set(names);
    }

    /// How the program is asked, once that is settled.
    pub(crate) fn settled(&self) -> Option<&Names> {
        self.names.get()
    }

    pub(crate) const fn allowed(&self) -> Allowed {
        self.allowed
    }

    /// Listens to whoever wants this process to end, which no run is to outlive.
    pub(crate) fn interrupt(&self) -> Result<Interrupt, Stop> {
        let (family, rooms) = (self.orphanage.family().clone(), self.rooms.clone());
        let last = move || {
            family.end();
            rooms.remove();
        };
        let listening = Interrupt::listen_to_all(last);
        Ok(listening.map_err(|error| Failure::reading(Wrong::TheSignals, &error))?)
    }

    /// Runs the program on `input`; what it leaves unread is its own affair. What it has started ends with it.
    pub(crate) fn run(&self, input: &[u8], interrupt: &Interrupt) -> Result<Run, Stop> {
        let names = self.names.get().cloned().unwrap_or_default();
        self.run_by(&names, input, interrupt)
    }

    /// The same by files of these names, in a fresh folder.
    pub(crate) fn run_by(&self, names: &Names, input: &[u8], interrupt: &Interrupt) -> Result<Run, Stop> {
        if interrupt.is_pressed() {
            return Ok(Run::none());
        }
        let room = if names.has_some() { Some(self.rooms.make(names, input)?) } else { None };
        let (mut pipes, mut end) = {
            let _during = self.orphanage.during_a_run();
            let child = self.start(names, room.as_ref())?;
            let meter = Meter::of(child.id(), self.allowed);
            let mut running = Running(Some(child));
            let mut pipes = running.pipes(input).map_err(|error| no_threads(1, &error))?;
            let awaited = running.await_end(&mut pipes.output, room.as_ref(), meter, interrupt);
            let status = running.stop();
            (pipes, awaited.map_or_else(|stopped| stopped, |()| status.map_or(End::Exceeded(Excess::Wall), end)))
        };
        if matches!(end, End::Done | End::Exit(_) | End::Crash(_)) && !pipes.output.is_read_within(GLANCE) {
            // Somebody outside its group has inherited it.
            self.orphanage.end_all();
            if !pipes.output.is_read_within(LAST_WORDS.max(self.allowed.time)) {
                end = End::Exceeded(Excess::Wall);
            }
        }
        self.orphanage.tidy();
        let errors = if pipes.errors.is_read_within(LAST_WORDS) { pipes.errors.bytes } else { Vec::new() };
        let standard = pipes.output.bytes;
        let has_file = room.as_ref().is_some_and(Room::has_answers);
        let (output, beside) = match room.and_then(|room| room.answers(MOST_OUTPUT + 1)) {
            Some(answers) => (answers, standard),
            None => (standard, Vec::new()),
        };
        if matches!(end, End::Done) && output.len() as u64 > MOST_OUTPUT {
            end = End::TooMuch;
        }
        Ok(Run { output, beside, has_file, end, errors })
    }

    fn start(&self, names: &Names, room: Option<&Room>) -> Result<Child, Stop> {
        let [name, arguments @ ..] = self.words else {
            return Err(Failure::usage(Wrong::NoProgram).into());
        };
        let mut command = if let Some(room) = room {
            // By its name alone it is looked for elsewhere.
            let has_folder = Path::new(name).parent().is_some_and(|folder| !folder.as_os_str().is_empty());
            let mut command = Command::new(if has_folder { absolute(name) } else { name.clone() });
            command.args(arguments.iter().map(absolute)).current_dir(room.path());
            command
        } else {
            let mut command = Command::new(name);
            command.args(arguments);
            command
        };
        command.stdin(if names.input.is_some() { Stdio::null() } else { Stdio::piped() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        apart(&mut command);
        command.spawn().map_err(|error| {
            let message = Wrong::Running { program: name.display().to_string(), error: (&error).into() };
            Failure::usage(message).hint(Hint::InThisFolder).into()
        })
    }
}

/// A word that names something in this folder, for a program that runs in another one.
fn absolute(word: &OsString) -> OsString {
    let path = Path::new(word);
    if path.exists() { std::path::absolute(path).map_or_else(|_| word.clone(), Into::into) } else { word.clone() }
}

/// What a program prints.
struct Pipes {
    output: Pipe,
    errors: Pipe,
}

/// A pipe that is read on a thread of its own. Nobody waits for that thread: whoever inherited the other end may keep it open
/// for ever.
struct Pipe {
    /// `None` once all has been read.
    reader: Option<Receiver<Vec<u8>>>,
    bytes: Vec<u8>,
}

impl Pipe {
    /// # Errors
    /// The system starts no thread.
    fn reading<R: Read + Send + 'static>(pipe: Option<R>, read: fn(R) -> Vec<u8>) -> io::Result<Self> {
        let start = |pipe| {
            let (sender, receiver) = mpsc::channel();
            // What comes too late has no receiver.
            thread::Builder::new().spawn(move || sender.send(read(pipe)))?;
            io::Result::Ok(receiver)
        };
        Ok(Self { reader: pipe.map(start).transpose()?, bytes: Vec::new() })
    }

    /// Whether all is read, or is so in time.
    fn is_read_within(&mut self, time: Duration) -> bool {
        let Some(reader) = &self.reader else { return true };
        if let Ok(bytes) = reader.recv_timeout(time) {
            self.bytes = bytes;
            self.reader = None;
        }
        self.reader.is_none()
    }
}

/// What cannot be read was not printed.
fn read_output(pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes);
    bytes
}

/// All is read, and the end is stored.
fn read_errors(mut pipe: impl Read) -> Vec<u8> {
    let (mut stored, mut bytes) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = pipe.read(&mut bytes) {
        stored.extend_from_slice(&bytes[..count]);
        if stored.len() > 2 * MOST_ERRORS {
            stored.drain(..stored.len() - MOST_ERRORS);
        }
    }
    stored.drain(..stored.len().saturating_sub(MOST_ERRORS));
    stored
}

/// A run, until it is stopped or dropped.
struct Running(Option<Child>);

impl Running {
    /// # Errors
    /// The system starts no thread.
    fn pipes(&mut self, input: &[u8]) -> io::Result<Pipes> {
        let child = self.0.as_mut();
        let (stdin, stdout, stderr) =
            child.map_or((None, None, None), |child| (child.stdin.take(), child.stdout.take(), child.stderr.take()));
        if let Some(mut stdin) = stdin {
            let input = input.to_vec();
            thread::Builder::new().spawn(move || stdin.write_all(&input))?;
        }
        Ok(Pipes { output: Pipe::reading(stdout, read_output)?, errors: Pipe::reading(stderr, read_errors)? })
    }

    /// Waits until the program ends by itself.
    ///
    /// # Errors
    /// Why it shall be stopped.
    fn await_end(
        &mut self,
        output: &mut Pipe,
        room: Option<&Room>,
        mut meter: Meter,
        interrupt: &Interrupt,
    ) -> Result<(), End> {
        loop {
            let pause = meter.pause();
            // The output is closed when a program ends, as a rule at least; one that has closed it should end soon.
            if output.reader.is_none() {
                thread::sleep(pause.min(BLINK));
            } else if output.is_read_within(pause) && output.bytes.len() as u64 > MOST_OUTPUT {
                return Err(End::TooMuch);
            }
            if room.is_some_and(|room| room.has_more_than(MOST_OUTPUT)) {
                return Err(End::TooMuch);
            }
            let has_ended = self.has_ended();
            if let Some(excess) = meter.look(has_ended) {
                return Err(End::Exceeded(excess));
            } else if has_ended {
                return Ok(());
            } else if interrupt.is_pressed() {
                return Err(End::Interrupted);
            }
        }
    }

    /// Without waiting for it in the sense of Unix, so that nothing else can have its number.
    #[cfg(all(unix, not(target_os = "openbsd")))]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(child) = &self.0 else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    #[cfg(any(not(unix), target_os = "openbsd"))]
    fn has_ended(&mut self) -> bool {
        self.0.as_mut().is_none_or(|child| !matches!(child.try_wait(), Ok(None)))
    }

    /// Ends the program, if it has not ended by itself, and what it has started, as far as that has stayed in its group.
    fn stop(&mut self) -> Option<ExitStatus> {
        let mut child = self.0.take()?;
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::KILL,
        );
        // It may have ended by itself in the meantime.
        let _ = child.kill();
        child.wait().ok()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
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
