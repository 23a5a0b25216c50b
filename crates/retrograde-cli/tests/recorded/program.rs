//! Runs the program in a folder of its own, which contains the inputs, or at the root of the project.

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

/// The list of all games in each format in which it is printed. `games.md` records the program's list; elsewhere `EVERY_GAME` stands for it.
static GAMES: LazyLock<[String; 4]> = LazyLock::new(|| {
    let output = asked().arg("games").output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let names = output.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().unwrap());
    let names: Vec<_> = names.collect();
    // In errors; in completions of bash and zsh, and of fish; in manuals.
    [", ", " ", "\\t''\n", "\n.IP \\(bu 2\n"].map(|between| names.join(between))
});

/// Stands for the list of all games.
const EVERY_GAME: &str = "<every game>";

/// The program and its current folder.
pub(crate) struct Program {
    folder: Folder,
}

enum Folder {
    /// A new folder, with these files in it.
    Own(TempDir, BTreeSet<PathBuf>),
    /// The project's folder, which is read only.
    Project,
}

/// The folders of inputs that the catalogue's calls use.
const INPUTS: [&str; 7] = ["answer", "bad-input", "check", "convert", "stress", "trace", "validate"];

impl Program {
    /// In a folder with folders of inputs, and an empty folder `new`.
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

    /// In a folder with the inputs of this name, if there are any.
    pub(crate) fn with(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if inputs(name).exists() {
            copy(&inputs(name), folder.path());
        }
        Self::within(folder)
    }

    /// At the root of the project.
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

    /// The program under test.
    pub(crate) fn command(&self) -> Command {
        let mut command = asked();
        command.current_dir(self.path());
        command
    }

    /// The output of a call. A call has arguments, and its input after `<` (a file) or `<<` (lines).
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
        // The estimate of memory depends on the number of threads.
        let mut command = self.command();
        command.args(["-j", "1"]).args(words(arguments)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // Input that the program does not read is discarded.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().unwrap()
        })
    }

    /// The output of a call that begins with the program's name, as on a terminal: standard output and standard error in the order in which the
    /// program wrote them. The call has no input.
    pub(crate) fn on_terminal(&self, call: &str) -> String {
        let mut arguments = words(call).into_iter();
        assert_eq!(arguments.next().as_deref(), Some("retrograde"), "{call}");
        let (mut reader, writer) = std::io::pipe().unwrap();
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
        let mut child = command.spawn().unwrap();
        // The command keeps the pipe open.
        drop(command);
        let mut output = Vec::new();
        reader.read_to_end(&mut output).unwrap();
        let code = code(child.wait().unwrap().code().unwrap());
        code + &steady(&String::from_utf8(output).unwrap()) + &self.written()
    }

    /// The files that the call wrote to its folder; removes them.
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

/// The program under test under its usual name, without the user's settings.
fn asked() -> Command {
    let usual = || OsString::from(env!("CARGO_BIN_EXE_retrograde"));
    let mut command = Command::new(std::env::var_os("RETROGRADE").unwrap_or_else(usual));
    command.arg0("retrograde").env("LC_ALL", "C").env("RETROGRADE_TABLES", "");
    for name in ["RUST_BACKTRACE", "COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// A line, unless the call succeeded.
fn code(code: i32) -> String {
    if code == 0 { String::new() } else { format!("? {code}\n") }
}

/// The words of a call; quotes, single or double, enclose one word.
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

/// The lines without the variable parts.
fn shown(mark: char, bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => marked(mark, steady(text).as_bytes()),
        Err(_) => marked(mark, bytes),
    }
}

/// A text without variable parts: the version, rates, and the list of all games, which a new game changes.
pub(crate) fn steady(text: &str) -> String {
    assert!(!text.contains(EVERY_GAME), "{text}");
    let text = text.replace(concat!("retrograde ", env!("CARGO_PKG_VERSION")), "retrograde VERSION");
    let text = GAMES.iter().fold(text, |text, list| text.replace(list, EVERY_GAME));
    without_rates(&without_progress(&text))
}

/// A text without the progress of a solve that takes longer than two seconds, as any solve may on a busy machine.
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

/// A text with `N` for rates per second.
fn without_rates(text: &str) -> String {
    const RATE: &str = " a second";
    let is_of_number = |c: char| c.is_ascii_digit() || ",.".contains(c);
    let steady = |part: &str| match part.strip_suffix(RATE) {
        Some(rest) if rest.ends_with(is_of_number) => rest.trim_end_matches(is_of_number).to_owned() + "N" + RATE,
        _ => part.to_owned(),
    };
    text.split_inclusive(RATE).map(steady).collect()
}

/// The root of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of this file.
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

/// All files in a folder and its subfolders, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
