//! Running the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// `retrograde` with these arguments, and no input.
#[allow(dead_code, reason = "some tests always have input")]
pub(crate) fn retrograde(arguments: &[&str]) -> Output {
    program(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The same, with `input` on standard input; whatever the program does not read is thrown away.
#[allow(dead_code, reason = "not every test has input")]
pub(crate) fn retrograde_reading(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env_remove("RUST_BACKTRACE")
        .env("LC_ALL", "C");
    command
}

/// A path as an argument.
#[allow(dead_code, reason = "not every test has files")]
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[allow(dead_code, reason = "not every test looks at it")]
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether the programs that we start end by SIGHUP: not if we run under `nohup`, whose word they inherit.
#[cfg(unix)]
#[allow(dead_code, reason = "few tests send signals")]
pub(crate) fn are_hangups_heard() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let is_heard = mask.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 0);
    if !is_heard {
        println!("SIGHUP is left out: we run under nohup");
    }
    is_heard
}
