//! A recorded text, which contains calls of the program and their output.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::program::recorded;

/// The lines that stand above the calls.
const HEAD: &str = "\
Calls and their output, recorded by tests/recorded/main.rs.
$ the call   ? its exit code or status, if not success
| a line of output   ! a line on standard error   > a line of a written file
A long output is replaced by its size and its hash; \\ at the end stands for a missing line feed.
";

/// If an output has at least this many bytes, only its hash is recorded.
const LONG: usize = 700;

/// A text that is either compared with the recorded text or recorded again.
pub(crate) struct Book {
    path: PathBuf,
    text: String,
}

impl Book {
    pub(crate) fn open(name: &str) -> Self {
        Self { path: recorded().join(name).with_extension("txt"), text: HEAD.to_owned() }
    }

    /// Runs the calls that a text contains. The text has prose and blocks of `console`. In a block, `$ ` stands before
    /// a call, and the output follows the call.
    pub(crate) fn replay(path: PathBuf, ask: impl Fn(&str) -> String) -> Self {
        let recorded = fs::read_to_string(&path).unwrap();
        let mut book = Self { path, text: String::new() };
        let mut is_console = false;
        for line in recorded.lines() {
            let is_fence = line.starts_with("```");
            match line.strip_prefix("$ ") {
                Some(call) if is_console => book.answer(call, &ask),
                _ if is_console && !is_fence => {}
                _ => writeln!(book.text, "{line}").unwrap(),
            }
            is_console = if is_fence { line == "```console" } else { is_console };
        }
        book
    }

    /// Adds a call, its output and a blank line.
    fn answer(&mut self, call: &str, ask: impl Fn(&str) -> String) {
        println!("{call}");
        let answer = ask(call);
        assert!(!answer.lines().any(|line| line.starts_with("$ ") || line.starts_with("```")), "{answer}");
        let blank = if answer.is_empty() { "" } else { "\n" };
        write!(self.text, "$ {call}\n{answer}{blank}").unwrap();
    }

    /// Adds a call and its output. Prints the call before it runs, so that a call that never ends is visible.
    pub(crate) fn note(&mut self, call: &str, ask: impl FnOnce() -> String) {
        println!("{call}");
        write!(self.text, "\n$ {call}\n{}", ask()).unwrap();
    }

    /// Compares this text with the recorded text, or records it.
    pub(crate) fn close(self) {
        if std::env::var_os("RECORD").is_some() {
            fs::write(&self.path, self.text).unwrap();
            return;
        }
        let recorded = fs::read_to_string(&self.path).unwrap();
        let [mut old, mut new] = [&recorded, &self.text].map(|text| text.split("\n$ ").skip(1));
        let mut differing = Vec::new();
        loop {
            match (old.next(), new.next()) {
                (None, None) => break,
                (old, new) if old == new => {}
                (old, new) => differing.push(difference(old.unwrap_or_default(), new.unwrap_or_default())),
            }
        }
        let shown = differing.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("\n");
        let (count, file) = (differing.len(), self.path.file_name().unwrap().display());
        assert!(differing.is_empty(), "{count} calls differ from {file}; RECORD=1 records what is meant\n{shown}");
    }
}

/// Returns the recorded lines of a call that are missing now, and the lines that are new.
fn difference(old: &str, new: &str) -> String {
    let mut shown = format!("$ {}\n", new.lines().next().unwrap_or_default());
    for (mark, lines, others) in [('-', old, new), ('+', new, old)] {
        let changed = lines.lines().filter(|line| !others.lines().any(|other| other == *line));
        changed.for_each(|line| writeln!(shown, "{mark} {line}").unwrap());
    }
    shown
}

/// Returns the lines of an output with a mark before each line; for long or binary output, only the hash.
pub(crate) fn marked(mark: char, bytes: &[u8]) -> String {
    let Ok(text) = std::str::from_utf8(bytes) else { return hashed(mark, bytes) };
    if text.len() >= LONG || text.contains('\0') {
        return hashed(mark, bytes);
    }
    let mut shown: String =
        text.lines().flat_map(|line| [&*mark.to_string(), " ", line, "\n"].map(str::to_owned)).collect();
    if !text.is_empty() && !text.ends_with('\n') {
        shown.insert(shown.len() - 1, '\\');
    }
    shown
}

fn hashed(mark: char, bytes: &[u8]) -> String {
    // The hash is FNV-1a with 64 bits.
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, hash);
    format!("{mark} {} bytes, hash {hash:016x}\n", bytes.len())
}
