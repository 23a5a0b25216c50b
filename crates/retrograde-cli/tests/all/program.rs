//! Running the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// `retrograde` with these arguments, and no input.
pub(crate) fn retrograde(arguments: &[&str]) -> Output {
    program(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The same, with `input` on standard input; whatever the program does not read is thrown away.
pub(crate) fn retrograde_reading(arguments: &[&str], input: &[u8]) -> Output {
    reading(&mut program(arguments), input)
}

/// A program with `input` on standard input; whatever it does not read is thrown away.
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

/// An example of this crate. Cargo builds them with the tests, unless it is told to build only some tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let ours = Path::new(env!("CARGO_BIN_EXE_retrograde"));
    let program = ours.with_file_name("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is not built: run `cargo test -p retrograde-cli`", program.display());
    program
}

/// The processes that sleep for so many seconds.
pub(crate) fn sleepers(seconds: &str) -> usize {
    let running = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    stdout(&running).lines().filter(|line| line.trim() == format!("sleep {seconds}")).count()
}

/// A time to sleep that nobody else has, as tests of another working copy may run: `hours`, and this process in the fraction.
pub(crate) fn own_sleep(hours: &str) -> String {
    format!("{hours}{}", std::process::id())
}

/// Waits; that it is never so is told after a minute.
pub(crate) fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Whether the programs that we start end by SIGHUP: not if we run under `nohup`, whose word they inherit.
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
