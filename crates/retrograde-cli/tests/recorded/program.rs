//! Runs the program in a folder of its own, in which the inputs of the other tests stand.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::book::marked;

/// The program, and a folder that it runs in.
pub(crate) struct Program {
    folder: TempDir,
}

/// Folders of inputs, beside this file and beside the snapshots.
const INPUTS: [&str; 6] = ["answer", "bad-input", "check", "convert", "stress", "validate"];

impl Program {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        for name in INPUTS {
            copy(&tests.join("cmd").join(name).with_extension("in"), &folder.path().join(name));
        }
        fs::create_dir(folder.path().join("new")).unwrap();
        Self { folder }
    }

    /// The program that is asked, called by its usual name.
    pub(crate) fn command(&self) -> Command {
        let usual = || OsString::from(env!("CARGO_BIN_EXE_retrograde"));
        let mut command = Command::new(std::env::var_os("RETROGRADE").unwrap_or_else(usual));
        command.arg0("retrograde").current_dir(self.folder.path()).env("LC_ALL", "C").stderr(Stdio::piped());
        for name in ["RUST_BACKTRACE", "COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        command
    }

    /// What comes of a call: its arguments, and after `<` a file, or after `<<` the lines, of its input.
    pub(crate) fn run(&self, call: &str) -> String {
        let (arguments, input) = call.split_once(" <").unwrap_or((call, ""));
        let input = match input.split_once("< ") {
            Some((_, lines)) => (lines.replace(';', "\n") + "\n").into_bytes(),
            None if input.is_empty() => Vec::new(),
            None => fs::read(self.folder.path().join(input.trim())).unwrap(),
        };
        let output = self.output(arguments, &input);
        let code = output.status.code().unwrap();
        let code = if code == 0 { String::new() } else { format!("? {code}\n") };
        code + &shown('|', &output.stdout) + &shown('!', &output.stderr) + &self.written()
    }

    fn output(&self, arguments: &str, input: &[u8]) -> Output {
        let arguments = arguments.split(' ').map(|argument| argument.trim_matches('\''));
        // The estimate of memory depends on the number of threads.
        let mut command = self.command();
        command.args(["-j", "1"]).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // What is not read is thrown away.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().unwrap()
        })
    }

    /// What was written into the folder `new`, which is emptied.
    fn written(&self) -> String {
        let folder = self.folder.path().join("new");
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let file = |path: &Path| format!("> {}\n", path.file_name().unwrap().display());
        let shown: String = paths.iter().map(|path| file(path) + &shown('>', &fs::read(path).unwrap())).collect();
        for path in paths {
            fs::remove_file(path).unwrap();
        }
        shown
    }
}

/// The lines without what must vary: the version.
fn shown(mark: char, bytes: &[u8]) -> String {
    let version = |text: &str| text.replace(concat!("retrograde ", env!("CARGO_PKG_VERSION")), "retrograde VERSION");
    match std::str::from_utf8(bytes) {
        Ok(text) => marked(mark, version(text).as_bytes()),
        Err(_) => marked(mark, bytes),
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}
