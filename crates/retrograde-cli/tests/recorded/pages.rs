//! Runs the commands in the pages for contestants, setters, authors and researchers, as a reader types them: line by
//! line in one new folder, by bash. The Chinese pages have the same blocks, so their commands do not run a second time.
//! The text `first-hours.md` has what testers typed, and runs in the same way.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::book::Book;
use crate::program::{Program, project, recorded, steady};

/// The pages in `docs/`; each has a Chinese page, such as `author.zh-CN.md`.
const PAGES: [&str; 4] = ["author", "contestant", "researcher", "setter"];

/// Returns whether a file of `docs/` is one of these pages, in English or in Chinese.
pub(crate) fn is_page(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    PAGES.iter().any(|page| name.strip_prefix(page).is_some_and(|end| end == ".md" || end == ".zh-CN.md"))
}

/// The commands in blocks of `sh`, which this test does not run: servers, which another test runs, and builds of
/// packages, which a slow test runs.
const NOT_RUN: [&str; 2] = ["retrograde serve", "cargo "];

/// Returns the exit code, if it is not 0, and the output of a line. Both outputs are in the order of a terminal.
fn typed(program: &Program, programs: &Path, line: &str) -> String {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut bash = program.shell(programs, line);
    bash.stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = bash.spawn().unwrap();
    // The command must be dropped, because it keeps the pipe open.
    drop(bash);
    let mut output = String::new();
    reader.read_to_string(&mut output).unwrap();
    let code = child.wait().unwrap().code().unwrap();
    let code = if code == 0 { String::new() } else { format!("? {code}\n") };
    code + &steady(&output)
}

fn replay(page: &str) {
    let path = project().join("docs").join(page).with_extension("md");
    let text = fs::read_to_string(&path).unwrap();
    let mut is_sh = false;
    for line in text.lines() {
        assert!(!is_sh || line == "```" || NOT_RUN.iter().any(|start| line.starts_with(start)), "{page}: {line}");
        is_sh = line == "```sh" || (is_sh && line != "```");
    }
    replay_lines(path.clone());
    compare_blocks(&path, &path.with_extension("zh-CN.md"));
}

/// Runs the lines of a text in a new folder.
fn replay_lines(text: PathBuf) {
    let program = Program::with("pages");
    let programs = tempfile::tempdir().unwrap();
    program.link(programs.path());
    Book::replay(text, |line| typed(&program, programs.path(), line)).close();
}

/// Compares the blocks of a Chinese page with the blocks of the English page, or copies them when outputs are recorded.
fn compare_blocks(english: &Path, chinese: &Path) {
    const FENCE: &str = "```";
    let [original, twin] = [english, chinese].map(|path| fs::read_to_string(path).unwrap());
    let [mut original, twin] = [&original, &twin].map(|text| text.split(FENCE).collect::<Vec<_>>());
    let page = chinese.display();
    // The parts at odd places are the blocks.
    assert_eq!(original.len(), twin.len(), "{page} has another number of blocks");
    if std::env::var_os("RECORD").is_some() {
        for (part, prose) in original.iter_mut().zip(&twin).step_by(2) {
            *part = prose;
        }
        fs::write(chinese, original.join(FENCE)).unwrap();
        return;
    }
    for (block, copy) in original.iter().zip(&twin).skip(1).step_by(2) {
        assert_eq!(block, copy, "{page} has another block; RECORD=1 copies what is meant");
    }
}

macro_rules! pages {
    ($($name:ident)*) => { $(#[test] fn $name() { replay(stringify!($name)); })* };
}

pages! { author contestant researcher setter }

/// The name of the text with what testers typed.
pub(crate) const FIRST_HOURS: &str = "first-hours.md";

#[test]
fn issue_33_first_hours() {
    replay_lines(recorded().join(FIRST_HOURS));
}
