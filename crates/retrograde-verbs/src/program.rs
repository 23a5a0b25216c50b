//! Runs an untrusted program once for each input. The program may never end, may ignore its input, and may print
//! without limit.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::failure::{Failure, Stop, no_threads};
use crate::group::Group;
use crate::interrupt::Interrupt;
use crate::messages::{Hint, Wrong};
use crate::meter::{Allowed, Excess, Meter, RunCost};
use crate::room::{Names, Room, Rooms};
use crate::subreaper::Subreaper;

/// A program under test, with its arguments.
pub(crate) struct Program<'p> {
    words: &'p [OsString],
    /// The limits of time and memory for one run.
    allowed: Allowed,
    /// The names of the program's input and output files, if they are set. Without names, the program uses standard
    /// input and standard output.
    names: OnceLock<Names>,
    rooms: Rooms,
    subreaper: Subreaper,
}

/// The result of one run of the program.
pub(crate) struct Run {
    /// The answers that the program has written.
    pub(crate) output: Vec<u8>,
    /// The bytes on standard output of a program that must write its answers to a file.
    pub(crate) beside: Vec<u8>,
    /// Whether the program has created the file for the answers.
    pub(crate) has_file: bool,
    pub(crate) end: End,
    /// The last bytes on standard error, which may contain the reason of a failure.
    pub(crate) errors: Vec<u8>,
    pub(crate) cost: RunCost,
}

impl Run {
    /// The result of a run that did not start because of an interrupt.
    fn none() -> Self {
        Self {
            output: Vec::new(),
            beside: Vec::new(),
            has_file: false,
            end: End::Interrupted,
            errors: Vec::new(),
            cost: RunCost::default(),
        }
    }
}

/// How a run of the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Done,
    /// The program ended with a nonzero exit code.
    Exit(i32),
    /// The program ended by a signal that the current process did not send.
    Crash(Option<i32>),
    Exceeded(Excess),
    /// The program wrote more output than any correct answers need.
    TooMuch,
    /// The run ended because the current process received Ctrl-C, SIGTERM or SIGHUP.
    Interrupted,
}

/// The maximum number of bytes of output that is read; 10^5 answers need less than 2 MiB.
const MOST_OUTPUT: u64 = 16 << 20;
/// The maximum number of bytes of standard error that are stored; if the output is longer, the last bytes are stored.
pub(crate) const MOST_ERRORS: usize = 64 << 10;
/// The time for which standard output may stay open after the program has ended. After this time, the current process
/// kills the processes outside the program's process group.
const GLANCE: Duration = Duration::from_millis(50);
/// The time for which standard error may stay open after the program and its process group have ended. Standard output
/// may stay open for this time or for the time limit of the run, whichever is longer. While one of the two outputs is
/// open, a process outside the group still uses this output.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The interval between two checks of a program that has closed its output and should end soon.
const BLINK: Duration = Duration::from_micros(200);

impl<'p> Program<'p> {
    pub(crate) fn new(words: &'p [OsString], allowed: Allowed) -> Self {
        Self { words, allowed, names: OnceLock::new(), rooms: Rooms::default(), subreaper: Subreaper::open() }
    }

    /// Sets the names of the program's files for all later runs. Only the first call of this function has an effect.
    pub(crate) fn settle(&self, names: Names) {
        let _ = self.names.set(names);
    }

    /// Returns the names of the program's files, if they are set.
    pub(crate) fn settled(&self) -> Option<&Names> {
        self.names.get()
    }

    pub(crate) const fn allowed(&self) -> Allowed {
        self.allowed
    }

    /// Listens for signals that ask the current process to end. The first of these signals sets the returned flag. At
    /// the second signal, the current process kills its child processes, removes the folders of the runs, and ends.
    pub(crate) fn interrupt(&self) -> Result<Interrupt, Stop> {
        let (family, rooms) = (self.subreaper.family().clone(), self.rooms.clone());
        let last = move || {
            family.end();
            rooms.remove();
        };
        let listening = Interrupt::listen_to_all(last);
        Ok(listening.map_err(|error| Failure::reading(Wrong::TheSignals, &error))?)
    }

    /// Runs the program on `input`. The program need not read the input completely. After the run, the program's group
    /// is killed (see [`Group`]). On Linux, the program's other child processes are killed, too, but perhaps only after
    /// a later run.
    pub(crate) fn run(&self, input: &[u8], interrupt: &Interrupt) -> Result<Run, Stop> {
        let names = self.names.get().cloned().unwrap_or_default();
        self.run_by(&names, input, interrupt)
    }

    /// Like `run`, but in a new folder. The input file and the output file have the given names.
    pub(crate) fn run_by(&self, names: &Names, input: &[u8], interrupt: &Interrupt) -> Result<Run, Stop> {
        if interrupt.is_pressed() {
            return Ok(Run::none());
        }
        let room = if names.has_some() { Some(self.rooms.make(names, input)?) } else { None };
        let (mut pipes, mut end, cost) = {
            let _during = self.subreaper.during_a_run();
            let group = self.start(names, room.as_ref())?;
            let mut meter = Meter::of(&group, self.allowed);
            let mut running = Running(Some(group));
            let mut pipes = running.pipes(input).map_err(|error| no_threads(1, &error))?;
            let awaited = running.await_end(&mut pipes.output, room.as_ref(), &mut meter, interrupt);
            let status = running.stop();
            let end = awaited.map_or_else(|stopped| stopped, |()| status.map_or(End::Exceeded(Excess::Wall), end));
            (pipes, end, meter.cost())
        };
        if matches!(end, End::Done | End::Exit(_) | End::Crash(_)) && !pipes.output.is_read_within(GLANCE) {
            // The output is still open, because a process outside the program's group has inherited it.
            self.subreaper.end_all();
            if !pipes.output.is_read_within(LAST_WORDS.max(self.allowed.time)) {
                end = End::Exceeded(Excess::Wall);
            }
        }
        self.subreaper.tidy();
        let errors = if pipes.errors.is_read_within(LAST_WORDS) { pipes.errors.bytes } else { Vec::new() };
        let standard = pipes.output.bytes;
        let has_file = room.as_ref().is_some_and(Room::has_answers);
        let (output, beside) = match room.and_then(|room| room.answers(MOST_OUTPUT + 1)) {
            Some(answers) => (answers, standard),
            None => (standard, Vec::new()),
        };
        // The current process reads only the first part of a very long output. A program that writes more may end by
        // the signal of a broken pipe.
        if matches!(end, End::Done | End::Exit(_) | End::Crash(_)) && output.len() as u64 > MOST_OUTPUT {
            end = End::TooMuch;
        }
        Ok(Run { output, beside, has_file, end, errors, cost })
    }

    fn start(&self, names: &Names, room: Option<&Room>) -> Result<Group, Stop> {
        let [name, arguments @ ..] = self.words else {
            return Err(Failure::usage(Wrong::NoProgram).into());
        };
        let mut command = if let Some(room) = room {
            // If the name of a program has no folder, the system searches `PATH` for the program.
            let has_folder = Path::new(name).parent().is_some_and(|folder| !folder.as_os_str().is_empty());
            let mut command = Command::new(if has_folder { absolute_program(name) } else { name.clone() });
            command.args(arguments.iter().map(absolute)).current_dir(room.path());
            command
        } else {
            let mut command = Command::new(name);
            command.args(arguments);
            command
        };
        command.stdin(if names.input.is_some() { Stdio::null() } else { Stdio::piped() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Group::spawn(&mut command).map_err(|error| {
            let message = Wrong::Running { program: name.display().to_string(), error: (&error).into() };
            let failure = Failure::usage(message);
            // Without a folder in its name, the system looks for the program elsewhere.
            if Path::new(name).is_file() && !name.to_string_lossy().contains(std::path::is_separator) {
                return failure.hint(Hint::InThisFolder).into();
            }
            if name.to_string_lossy().contains(char::is_whitespace) { failure.hint(Hint::NoShell) } else { failure }
                .into()
        })
    }
}

/// Returns a word of the command that runs the program, for use in another current folder. If the word names an
/// existing file or folder, the path becomes absolute.
fn absolute(word: &OsString) -> OsString {
    let path = Path::new(word);
    if path.exists() { std::path::absolute(path).map_or_else(|_| word.clone(), Into::into) } else { word.clone() }
}

/// Like `absolute`, but for the name of a program. On Windows the name need not end in `.exe`.
fn absolute_program(word: &OsString) -> OsString {
    let mut whole = word.clone();
    whole.push(EXE_SUFFIX);
    absolute(if Path::new(word).exists() { word } else { &whole })
}

/// The pipes of the program's standard output and standard error.
struct Pipes {
    output: Pipe,
    errors: Pipe,
}

/// A pipe that a separate thread reads. No other thread waits for the end of this thread, because a process that has
/// inherited the other end of the pipe may keep the pipe open without limit.
struct Pipe {
    /// The channel that receives the content of the pipe; `None` after the pipe was read to its end.
    reader: Option<Receiver<Vec<u8>>>,
    bytes: Vec<u8>,
}

impl Pipe {
    /// # Errors
    /// The system cannot start a thread.
    fn reading<R: Read + Send + 'static>(pipe: Option<R>, read: fn(R) -> Vec<u8>) -> io::Result<Self> {
        let start = |pipe| {
            let (sender, receiver) = mpsc::channel();
            // If the output arrives too late, nothing receives it.
            thread::Builder::new().spawn(move || sender.send(read(pipe)))?;
            io::Result::Ok(receiver)
        };
        Ok(Self { reader: pipe.map(start).transpose()?, bytes: Vec::new() })
    }

    /// Waits until the pipe is read to its end, but not longer than `time`. Returns whether the end was reached.
    fn is_read_within(&mut self, time: Duration) -> bool {
        let Some(reader) = &self.reader else { return true };
        if let Ok(bytes) = reader.recv_timeout(time) {
            self.bytes = bytes;
            self.reader = None;
        }
        self.reader.is_none()
    }
}

/// Reads standard output until its end or its limit. An error while reading counts as the end of the output.
fn read_output(pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.take(MOST_OUTPUT + 1).read_to_end(&mut bytes);
    bytes
}

/// Reads standard error to its end and returns the last bytes.
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

/// A program that runs. Stopping or dropping this value kills the program.
struct Running(Option<Group>);

impl Running {
    /// # Errors
    /// The system cannot start a thread.
    fn pipes(&mut self, input: &[u8]) -> io::Result<Pipes> {
        let child = self.0.as_mut().map(Group::child);
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
    /// Returns the reason why the program must be stopped.
    fn await_end(
        &mut self,
        output: &mut Pipe,
        room: Option<&Room>,
        meter: &mut Meter,
        interrupt: &Interrupt,
    ) -> Result<(), End> {
        loop {
            let pause = meter.pause();
            // A program that ends usually closes its output first. A program that has closed its output should end
            // soon.
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

    fn has_ended(&mut self) -> bool {
        self.0.as_mut().is_none_or(Group::has_ended)
    }

    /// Kills the program if it still runs, and all processes of its group.
    fn stop(&mut self) -> Option<ExitStatus> {
        self.0.take()?.kill()
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
