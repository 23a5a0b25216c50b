//! Runs the program in a new folder with the inputs, or at the root of the project.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::book::marked;

/// The list of all games in each format in which the program prints it. `games.md` records the list; in other texts
/// `EVERY_GAME` replaces it.
static GAMES: LazyLock<[String; 4]> = LazyLock::new(|| {
    let output = asked().arg("games").output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let names = output.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().unwrap());
    let names: Vec<_> = names.collect();
    // The separators of the list in errors, in completions of bash and zsh, in completions of fish, and in manuals.
    [", ", " ", "\\t''\n", "\n.IP \\(bu 2\n"].map(|between| names.join(between))
});

/// The text that replaces the list of all games.
const EVERY_GAME: &str = "<every game>";

/// The program and its current folder.
pub(crate) struct Program {
    folder: Folder,
}

enum Folder {
    /// A new folder, and the files that the test has put into it.
    Own(TempDir, BTreeSet<PathBuf>),
    /// The folder of the project, which the calls must not change.
    Project,
}

/// The folders of inputs that the calls in the catalogue use.
const INPUTS: [&str; 7] = ["answer", "bad-input", "check", "convert", "stress", "trace", "validate"];

impl Program {
    /// Runs in a folder with all folders of inputs, and with an empty folder `new`.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in INPUTS {
            let to = folder.path().join(name);
            fs::create_dir(&to).unwrap();
            copy(&inputs(name), &to);
        }
        fs::create_dir(folder.path().join("new")).unwrap();
        Self::within(folder)
    }

    /// Runs in a folder with the inputs of this name, if inputs of this name exist.
    pub(crate) fn with(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if inputs(name).exists() {
            copy(&inputs(name), folder.path());
        }
        Self::within(folder)
    }

    /// Runs at the root of the project.
    pub(crate) fn in_project() -> Self {
        Self { folder: Folder::Project }
    }

    fn within(folder: TempDir) -> Self {
        let given = files(folder.path()).into_iter().collect();
        Self { folder: Folder::Own(folder, given) }
    }

    fn path(&self) -> PathBuf {
        match &self.folder {
            Folder::Own(folder, _) => folder.path().to_owned(),
            Folder::Project => project(),
        }
    }

    /// Returns the command that runs the program under test.
    pub(crate) fn command(&self) -> Command {
        let mut command = asked();
        command.current_dir(self.path());
        command
    }

    /// Links the program under test into a folder, under its usual name.
    pub(crate) fn link(&self, folder: &Path) {
        std::os::unix::fs::symlink(self.command().get_program(), folder.join("retrograde")).unwrap();
    }

    /// Returns the command that runs a line by bash, which finds the program under test in the folder `programs`.
    pub(crate) fn shell(&self, programs: &Path, line: &str) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([programs.to_owned()].into_iter().chain(std::env::split_paths(&path)));
        let mut bash = without_settings(Command::new("bash"));
        bash.args(["-c", line]).current_dir(self.path()).env("PATH", path.unwrap());
        bash
    }

    /// Returns the output of a call. A call has arguments and may have an input: `<` and a file, or `<<` and lines.
    pub(crate) fn run(&self, call: &str) -> String {
        let (arguments, input) = call.split_once(" <").unwrap_or((call, ""));
        let input = match input.split_once("< ") {
            Some((_, lines)) => (lines.replace(';', "\n") + "\n").into_bytes(),
            None if input.is_empty() => Vec::new(),
            None => fs::read(self.path().join(input.trim())).unwrap(),
        };
        let output = self.output(arguments, &input);
        let code = code(output.status.code().unwrap());
        code + &shown('|', &output.stdout) + &shown('!', &output.stderr) + &self.written()
    }

    fn output(&self, arguments: &str, input: &[u8]) -> Output {
        // The calls use one thread, because the estimate of memory depends on the number of threads.
        let mut command = self.command();
        command.args(["-j", "1"]).args(words(arguments)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // The program may end before it has read all input; the rest is discarded.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().unwrap()
        })
    }

    /// Returns the output of a call that begins with the program's name. As on a terminal, standard output and standard
    /// error are in the order in which the program wrote them. The call has no input.
    pub(crate) fn on_terminal(&self, call: &str) -> String {
        let mut arguments = words(call).into_iter();
        assert_eq!(arguments.next().as_deref(), Some("retrograde"), "{call}");
        let (mut reader, writer) = std::io::pipe().unwrap();
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
        let mut child = command.spawn().unwrap();
        // The command must be dropped, because it keeps the pipe open.
        drop(command);
        let mut output = Vec::new();
        reader.read_to_end(&mut output).unwrap();
        let code = code(child.wait().unwrap().code().unwrap());
        code + &steady(&String::from_utf8(output).unwrap()) + &self.written()
    }

    /// Returns the files that the call has written to its folder, and removes them.
    fn written(&self) -> String {
        let Folder::Own(folder, given) = &self.folder else { return String::new() };
        let paths: Vec<_> = files(folder.path()).into_iter().filter(|path| !given.contains(path)).collect();
        let file = |path: &Path| format!("> {}\n", path.strip_prefix(folder.path()).unwrap().display());
        let shown: String = paths.iter().map(|path| file(path) + &shown('>', &fs::read(path).unwrap())).collect();
        for path in paths {
            fs::remove_file(path).unwrap();
        }
        shown
    }
}

/// Returns the command of the program under test, under its usual name and without the user's settings.
fn asked() -> Command {
    let usual = || OsString::from(env!("CARGO_BIN_EXE_retrograde"));
    let mut command = without_settings(Command::new(std::env::var_os("RETROGRADE").unwrap_or_else(usual)));
    command.arg0("retrograde");
    command
}

fn without_settings(mut command: Command) -> Command {
    command.env("LC_ALL", "C").env("RETROGRADE_TABLES", "");
    for name in ["RUST_BACKTRACE", "COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// Returns a line with the exit code; nothing if the call succeeded.
fn code(code: i32) -> String {
    if code == 0 { String::new() } else { format!("? {code}\n") }
}

/// Splits a call into words. Single or double quotes enclose one word.
fn words(call: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for c in call.chars() {
        let word = words.last_mut().expect("there is one from the start");
        match quote {
            None if c == ' ' => words.push(String::new()),
            None if "'\"".contains(c) => quote = Some(c),
            Some(end) if c == end => quote = None,
            _ => word.push(c),
        }
    }
    words
}

/// Returns the lines of an output without the parts that differ from run to run.
fn shown(mark: char, bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => marked(mark, steady(text).as_bytes()),
        Err(_) => marked(mark, bytes),
    }
}

/// Returns a text without the parts that may change, which are the version, rates, and the list of all games.
pub(crate) fn steady(text: &str) -> String {
    assert!(!text.contains(EVERY_GAME), "{text}");
    let text = text.replace(concat!("retrograde ", env!("CARGO_PKG_VERSION")), "retrograde VERSION");
    let text = GAMES.iter().fold(text, |text, list| text.replace(list, EVERY_GAME));
    without_rates(&without_progress(&text))
}

/// Removes the progress lines of a solve. Progress lines appear if the solve takes longer than two seconds, which any
/// solve may do on a busy machine.
fn without_progress(text: &str) -> String {
    const STAGES: [&str; 5] =
        ["exploring: ", "storing predecessors: ", "seeding: ", "sweeping, depth ", "pushing ties, depth "];
    let is_progress =
        |line: &&str| STAGES.iter().any(|stage| line.starts_with(stage)) && line.trim_end().ends_with(" a second");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_told = |at: usize| {
        let is_plan = lines[at].starts_with("plan: ") && lines.get(at + 1).is_some_and(is_progress);
        is_plan || is_progress(&lines[at])
    };
    (0..lines.len()).filter(|at| !is_told(*at)).map(|at| lines[at]).collect()
}

/// Replaces each rate per second in a text by `N`.
fn without_rates(text: &str) -> String {
    const RATE: &str = " a second";
    let is_of_number = |c: char| c.is_ascii_digit() || ",.".contains(c);
    let steady = |part: &str| match part.strip_suffix(RATE) {
        Some(rest) if rest.ends_with(is_of_number) => rest.trim_end_matches(is_of_number).to_owned() + "N" + RATE,
        _ => part.to_owned(),
    };
    text.split_inclusive(RATE).map(steady).collect()
}

/// Returns the root folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folder of this source file.
pub(crate) fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

fn inputs(name: &str) -> PathBuf {
    recorded().join("inputs").join(name)
}

fn copy(from: &Path, to: &Path) {
    for path in files(from) {
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

/// Returns all files in a folder and its subfolders, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
