//! Runs the commands in the pages for contestants, setters, authors and researchers, as a reader types them: line by
//! line in one new folder, by bash.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use crate::book::Book;
use crate::program::{Program, project, steady};

/// The pages in `docs/`.
pub(crate) const PAGES: [&str; 4] = ["author", "contestant", "researcher", "setter"];

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
    let program = Program::with("pages");
    let programs = tempfile::tempdir().unwrap();
    program.link(programs.path());
    Book::replay(path, |line| typed(&program, programs.path(), line)).close();
}

macro_rules! pages {
    ($($name:ident)*) => { $(#[test] fn $name() { replay(stringify!($name)); })* };
}

pages! { author contestant researcher setter }
