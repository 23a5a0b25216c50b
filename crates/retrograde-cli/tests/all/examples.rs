//! Runs the examples in the help of every verb, as a reader types them.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::{retrograde, stdout};

/// A contest program that answers every board with a tie, which is wrong for most boards.
const MINE: &str =
    "#!/bin/sh\nread -r test boards\nwhile [ \"$boards\" -gt 0 ]; do echo Tie; boards=$((boards - 1)); done\n";

/// The help of a verb, with the lines of its examples and its exit codes.
struct Help {
    verb: String,
    examples: Vec<String>,
    codes: BTreeSet<i32>,
}

/// Returns the verbs in the order of the program's help.
fn verbs() -> Vec<String> {
    let help = stdout(&retrograde(&["help"]));
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

fn help(verb: String) -> Help {
    let text = stdout(&retrograde(&["help", &verb]));
    let section = |heading: &str| {
        let (_, below) = text.split_once(heading).unwrap_or_else(|| panic!("no {heading} in {text}"));
        below.lines().skip(1).take_while(|line| line.starts_with("  ")).collect::<Vec<_>>()
    };
    let examples = section("\nExamples:").into_iter().filter(|line| !line.starts_with("  #"));
    let examples = examples.map(|line| line.trim().to_owned()).collect();
    let codes = section("\nExit codes:").into_iter().filter_map(|line| line.split_whitespace().next()?.parse().ok());
    Help { verb, examples, codes: codes.collect() }
}

/// Writes the files that the examples read: the contest's sample, its answers, and a program with its output.
fn prepare(folder: &Path) {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/zu.in");
    fs::copy(sample, folder.join("zu.in")).unwrap();
    for name in ["zu.out", "mine.out"] {
        fs::write(folder.join(name), "Black 0\nBlack 2\nBlack 2\nTie\nRed 75\n").unwrap();
    }
    fs::write(folder.join("mine"), MINE).unwrap();
    fs::set_permissions(folder.join("mine"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns bash with a command of the help, in a folder in which `retrograde` is this program.
fn bash(folder: &Path, command: &str) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_retrograde")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path)));
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("set -o pipefail; {command}")]).current_dir(folder).env("PATH", path.unwrap());
    bash.env("LC_ALL", "C")
        .env("RETROGRADE_TABLES", folder.join("usual"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    bash.stdin(Stdio::null());
    bash
}

/// Runs a command, and returns its exit code and its output. The test sends Ctrl-C to a server as soon as the server
/// has printed its address.
fn run(folder: &Path, verb: &str, command: &str) -> (i32, String) {
    if verb != "serve" {
        let output = bash(folder, command).output().unwrap();
        return (output.status.code().unwrap(), format!("{output:?}"));
    }
    let mut server = bash(folder, &format!("exec {command}")).stdout(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
    // The usual port may be taken; then the server has ended.
    let _ = Command::new("kill").args(["-INT", &server.id().to_string()]).output().unwrap();
    (server.wait().unwrap().code().unwrap(), address)
}

/// Whether an example of this verb may end with a code other than 0: `mine` has wrong answers, and the usual port of
/// `serve` may be taken.
fn may_fail(verb: &str, command: &str) -> bool {
    command.contains("./mine") || (verb == "serve" && !command.contains("--port 0"))
}

#[test]
fn every_example_of_the_help_runs() {
    let folder = tempfile::tempdir().unwrap();
    let verbs = verbs();
    assert!(verbs.len() > 20, "{verbs:?}");
    for Help { verb, examples, codes } in verbs.into_iter().map(help) {
        assert_eq!(examples.len(), 2, "{verb}: {examples:?}");
        assert!(codes.contains(&0), "{verb}: {codes:?}");
        prepare(folder.path());
        for command in examples {
            println!("{command}");
            assert!(
                command.contains(&format!("retrograde {verb} ")) || command == format!("retrograde {verb}"),
                "{command}"
            );
            if verb == "cluster" && !cfg!(feature = "cluster") {
                continue;
            }
            let (code, output) = run(folder.path(), &verb, &command);
            assert!(codes.contains(&code), "{command} ends with {code}, the help has {codes:?}: {output}");
            assert!(code == 0 || may_fail(&verb, &command), "{command} ends with {code}: {output}");
        }
    }
    let written: PathBuf = folder.path().join("histogram.svg");
    assert!(fs::read_to_string(&written).unwrap().starts_with("<svg"), "{}", written.display());
}
