//! Functions that run the program under test.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Runs `retrograde` with these arguments and without input.
pub(crate) fn retrograde(arguments: &[&str]) -> Output {
    program(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Like `retrograde`, with `input` on standard input. Input that the program does not read is discarded.
pub(crate) fn retrograde_reading(arguments: &[&str], input: &[u8]) -> Output {
    reading(&mut program(arguments), input)
}

/// Runs a command with `input` on standard input. Input that the program does not read is discarded.
pub(crate) fn reading(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
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

/// Returns the path of an example of this crate. Cargo builds the examples together with the tests, unless it builds
/// only some tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let ours = Path::new(env!("CARGO_BIN_EXE_retrograde"));
    let program = ours.with_file_name("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is not built: run `cargo test -p retrograde-cli`", program.display());
    program
}

/// Returns the number of processes that run `sleep` with this time.
pub(crate) fn sleepers(seconds: &str) -> usize {
    let running = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    stdout(&running).lines().filter(|line| line.trim() == format!("sleep {seconds}")).count()
}

/// Returns a time for `sleep` that no other process uses, because tests of another working copy may run. The time is
/// `hours` with this process's number in its fraction.
pub(crate) fn own_sleep(hours: &str) -> String {
    format!("{hours}{}", std::process::id())
}

/// Waits until a condition holds; panics after a minute.
pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Returns a path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether SIGHUP ends the programs that the tests start. Under `nohup` the tests ignore this signal, and the started
/// programs also ignore it.
#[cfg(unix)]
pub(crate) fn are_hangups_heard() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let is_heard = mask.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 0);
    if !is_heard {
        println!("SIGHUP is left out: we run under nohup");
    }
    is_heard
}
