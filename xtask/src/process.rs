//! Runs other programs, and reports when they fail.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, fmt, io};

use crate::cost;

/// The reason why a command of xtask failed. The text has one sentence, then a hint.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The command line is wrong.
    Usage(String),
    /// A check failed, or a program failed.
    Failed(String),
}

impl Trouble {
    /// Returns the exit code, which is 2 for a wrong command line, otherwise 1.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) => 1,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Failed(message) => f.write_str(message),
        }
    }
}

/// The path of this program. The path is determined when the program starts, because Linux returns another path after a
/// build has replaced the file.
pub(crate) static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| env::current_exe().unwrap_or_default());

/// The destination of a command's standard output and error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Shown,
    Captured,
}

/// The result of a measured command.
pub(crate) struct Ended {
    /// The output of the command, if it was captured.
    pub(crate) written: String,
    pub(crate) result: Result<(), Trouble>,
    /// The processor time of the command and its children, if the system reports it.
    pub(crate) processor: Option<Duration>,
}

impl Ended {
    fn of(program: &str, written: String, end: io::Result<(ExitStatus, Option<Duration>)>) -> Self {
        let (result, processor) = match end {
            Ok((status, processor)) if status.success() => (Ok(()), processor),
            Ok((status, processor)) => (Err(ended(program, status)), processor),
            Err(error) => (Err(cannot_run(program, &error)), None),
        };
        Self { written, result, processor }
    }
}

/// A command that runs in the root folder of the repository, without standard input.
pub(crate) struct Run(Command);

impl Run {
    /// Parses a command as typed in a shell, such as `NAME=value program arg arg`. Words are separated by blanks, and
    /// there are no quotes.
    ///
    /// For `cargo xtask`, the command runs this program directly, because cargo would wait for its lock on the build
    /// folder.
    pub(crate) fn line(line: &str) -> Self {
        let mut words = line.split_whitespace().peekable();
        let mut settings = Vec::new();
        while let Some(setting) = words.peek().and_then(|word| word.split_once('=')) {
            settings.push(setting);
            words.next();
        }
        let words: Vec<_> = words.collect();
        let (program, args) = match words.as_slice() {
            ["cargo", "xtask", args @ ..] => (PROGRAM.clone(), args),
            [program, args @ ..] => (PathBuf::from(program), args),
            [] => (PathBuf::new(), [].as_slice()),
        };
        let mut command = Command::new(program);
        command.args(args).envs(settings).current_dir(root()).stdin(Stdio::null());
        Self(command)
    }

    /// Returns a command that runs a program without arguments.
    pub(crate) fn program(path: &Path) -> Self {
        let mut command = Command::new(path);
        command.current_dir(root()).stdin(Stdio::null());
        Self(command)
    }

    /// Runs the command in `dir`, relative to the root folder of the repository.
    pub(crate) fn dir(mut self, dir: &str) -> Self {
        self.0.current_dir(root().join(dir));
        self
    }

    /// Runs the command in a folder that may be outside the repository.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.0.current_dir(folder);
        self
    }

    /// Runs the command with the environment variable `name`, whose value may contain any characters.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.0.env(name, value);
        self
    }

    pub(crate) fn args(mut self, args: impl IntoIterator<Item: AsRef<std::ffi::OsStr>>) -> Self {
        self.0.args(args);
        self
    }

    /// Runs the command without the environment variable `name`.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.env_remove(name);
        self
    }

    /// Runs the command without showing its output. Returns whether the command succeeded.
    pub(crate) fn succeeds(mut self) -> bool {
        self.0.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// Runs the command to the end, and returns its standard error. If the command fails, shows this output and returns
    /// an error.
    pub(crate) fn report(mut self) -> Result<String, Trouble> {
        let program = self.name();
        let output = self.0.stdout(Stdio::null()).output().map_err(|error| cannot_run(&program, &error))?;
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            return Ok(report);
        }
        eprintln!("{report}");
        Err(ended(&program, output.status))
    }

    /// Runs the command to the end, and returns its standard output.
    pub(crate) fn output(mut self) -> Result<String, Trouble> {
        let program = self.name();
        let output = self.0.stderr(Stdio::inherit()).output().map_err(|error| cannot_run(&program, &error))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() { Ok(text) } else { Err(ended(&program, output.status)) }
    }

    /// Runs the command to the end, and measures its time. Depending on `output`, shows the output immediately or
    /// captures it.
    pub(crate) fn measured(mut self, output: Output) -> Ended {
        let program = self.name();
        let mut written = Vec::new();
        let run = |written: &mut Vec<u8>| -> io::Result<(ExitStatus, Option<Duration>)> {
            if output == Output::Shown {
                let child = self.0.spawn()?;
                return cost::wait(child);
            }
            let (mut reader, writer) = io::pipe()?;
            let child = self.0.stdout(writer.try_clone()?).stderr(writer).spawn()?;
            // The command also owns the writing ends of the pipe. The read below ends only when all writing ends are
            // closed.
            drop(self.0);
            reader.read_to_end(written)?;
            cost::wait(child)
        };
        let end = run(&mut written);
        Ended::of(&program, String::from_utf8_lossy(&written).into_owned(), end)
    }

    /// Runs the command to the end, and measures its time. Returns the standard output of the command, and shows its
    /// standard error.
    pub(crate) fn measured_output(mut self) -> (String, Ended) {
        let program = self.name();
        let mut text = String::new();
        let mut run = || -> io::Result<(ExitStatus, Option<Duration>)> {
            let mut child = self.0.stdout(Stdio::piped()).spawn()?;
            if let Some(mut output) = child.stdout.take() {
                output.read_to_string(&mut text)?;
            }
            cost::wait(child)
        };
        let end = run();
        (text, Ended::of(&program, String::new(), end))
    }

    /// Runs the command to the end. If the command fails, returns an error.
    pub(crate) fn check(mut self) -> Result<(), Trouble> {
        let program = self.name();
        let status = self.0.status().map_err(|error| cannot_run(&program, &error))?;
        if status.success() { Ok(()) } else { Err(ended(&program, status)) }
    }

    fn name(&self) -> String {
        self.0.get_program().display().to_string()
    }
}

fn cannot_run(program: &str, error: &io::Error) -> Trouble {
    Trouble::Failed(format!("cannot run {program}: {error}"))
}

fn ended(program: &str, status: ExitStatus) -> Trouble {
    Trouble::Failed(format!("{program} ended with {status}"))
}

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    // Cargo sets this variable to the crate's folder at run time. The folder that was known at compile time is outdated
    // if the repository has been moved.
    let crate_dir = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(crate_dir).join("..")
}

#[cfg(test)]
mod tests {
    use super::{Ended, Output, Run};

    #[test]
    fn a_line_sets_variables_then_names_program_and_arguments() {
        let run = Run::line("RUSTDOCFLAGS=-Dwarnings cargo doc --cfg=x");
        let settings: Vec<_> = run.0.get_envs().collect();
        assert_eq!(settings, [("RUSTDOCFLAGS".as_ref(), Some("-Dwarnings".as_ref()))]);
        assert_eq!(run.0.get_program(), "cargo");
        assert_eq!(run.0.get_args().collect::<Vec<_>>(), ["doc", "--cfg=x"]);
    }

    #[test]
    fn a_measured_command_returns_its_text_and_its_end() {
        let Ended { written, result, .. } =
            Run::line("cargo no-such-command").without("RUST_BACKTRACE").measured(Output::Captured);
        assert!(written.contains("no-such-command"), "{written}");
        assert!(result.unwrap_err().to_string().starts_with("cargo ended with exit "));
        let Ended { written, result, .. } = Run::line("cargo --version").measured(Output::Captured);
        assert!(result.is_ok() && written.starts_with("cargo "), "{written}");
        let Ended { written, result, .. } = Run::line("cargo --version").measured(Output::Shown);
        assert!(result.is_ok() && written.is_empty());
    }

    #[test]
    fn cargo_xtask_runs_this_program() {
        let run = Run::line("cargo xtask fuzz --list");
        assert_eq!(run.0.get_program(), std::env::current_exe().unwrap());
        assert_eq!(run.0.get_args().collect::<Vec<_>>(), ["fuzz", "--list"]);
    }

    #[test]
    fn failure_says_which_program_failed() {
        let error = Run::line("cargo no-such-command").without("RUST_BACKTRACE").report().unwrap_err();
        assert!(error.to_string().starts_with("cargo ended with exit "), "{error}");
        let error = Run::line("no-such-program").check().unwrap_err();
        assert!(error.to_string().starts_with("cannot run no-such-program: "), "{error}");
    }
}
