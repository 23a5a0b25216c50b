//! Tests faults that a solve by several processes must survive. In each test, a process is killed with `kill -9`,
//! stopped, cut off, delayed, or made ten times slower. The result must be the same as the result of one process.
//! `cargo xtask faults --cluster` runs these tests.
//!
//! `cargo bench -p retrograde-cli --features cluster --bench cluster -- --faults [--only NAME | --board TOKEN] [--kills N] [--graphs N] [--seed S]`

#[path = "../faults/ended.rs"]
mod ended;
#[path = "../../../retrograde-cluster/tests/all/proxy.rs"]
#[expect(clippy::unwrap_used, dead_code, reason = "it is of tests, which use all of it")]
mod proxy;

mod delayed;
mod job;
mod killed;
mod lost;
mod matrix;
mod network;
mod slow;
mod stopped;

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use ended::Ended;
use fastrand::Rng;

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograde");
/// The default number of kills.
const KILLS: u64 = 30;
/// The default number of random graphs.
const GRAPHS: u64 = 200;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` runs all benchmarks, so this one needs an explicit option.
    if !words.iter().any(|word| word == "--faults") {
        return ExitCode::SUCCESS;
    }
    let given = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let number = |flag: &str| given(flag).and_then(|word| word.parse().ok());
    let seed = number("--seed").unwrap_or_else(|| fastrand::u64(..1_000_000));
    println!("seed {seed}");
    let (kills, graphs) = (number("--kills").unwrap_or(KILLS), number("--graphs").unwrap_or(GRAPHS));
    let word = |flag: &str| given(flag).map(String::as_str);
    let run = match word("--board") {
        Some(board) => matrix::alike(board),
        None => run(word("--only"), kills, graphs, seed),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs all trials, or only the trial with this name. Each trial has its own random numbers, so that the trials do not
/// depend on each other.
fn run(only: Option<&str>, kills: u64, graphs: u64, seed: u64) -> io::Result<()> {
    let rng = || Rng::with_seed(seed);
    let mut known = false;
    let mut is_wanted = |name| {
        let is_wanted = only.is_none_or(|only| only == name);
        known |= is_wanted;
        is_wanted
    };
    if is_wanted("killed") {
        killed::run(kills, &mut rng())?;
    }
    if is_wanted("stopped") {
        stopped::run()?;
    }
    if is_wanted("lost") {
        lost::run()?;
    }
    if is_wanted("slow") {
        slow::run()?;
    }
    if is_wanted("delayed") {
        delayed::run()?;
    }
    if is_wanted("matrix") {
        matrix::run(graphs, &mut rng())?;
    }
    if known { Ok(()) } else { Err(io::Error::other("--only is killed, stopped, lost, slow, delayed or matrix")) }
}

/// Solves a board and stores its table in a folder. `before` has the arguments that stand before those of `solve`.
fn kept(before: &[&str], board: &str, folder: &Path) -> io::Result<Ended> {
    let mut command = Command::new(PROGRAM);
    command.args(["--progress", "none"]).args(before).args(["solve", board, "-o"]).arg(folder);
    let output = command.env("LC_ALL", "C").env_remove("RETROGRADE_TABLES").stdin(Stdio::null()).output()?;
    let ended = Ended::of(&output);
    ended.must(ended.hash.is_some(), &format!("{board} is solved with {before:?}"))?;
    Ok(ended)
}

/// Returns an open board of `race` with the two tokens in opposite corners.
fn open_race(side: usize) -> String {
    let mut rows = vec![side.to_string(); side];
    rows[0] = format!("A{}", side - 1);
    rows[side - 1] = format!("{}B", side - 1);
    format!("race:{}_a", rows.join("/"))
}
