//! Two processes solve a board over a slow network line. The table must be the same as the table of one process. The
//! time must be about the time that `--plan` estimates.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::job::{Job, SHARE};
use crate::proxy::Proxy;
use crate::{PROGRAM, kept};

/// A board of 43 million slots. A solve sends nearly nine tenths of the messages that the plan expects.
const BOARD: &str = "quixo:4x4";
/// The speed of the network line, which is 100 Mbit/s in each direction. The latency is 1 ms.
const SPEED: (&str, u64) = ("100Mbit", 12_500_000);
const DELAY: (&str, Duration) = ("1000", Duration::from_millis(1));
/// The maximum relative error of the plan.
const OFF: f64 = 0.3;
const DONE: Duration = Duration::from_mins(5);

pub(crate) fn run() -> io::Result<()> {
    let board = BOARD;
    let folder = tempfile::tempdir()?;
    let hash = kept(&["-j", "2"], board, folder.path())?.hash;
    let planned = planned(board)?;
    let here = Job::new(PROGRAM, 2, SHARE)?.addresses;
    let parse = |address: &String| address.parse().map_err(io::Error::other);
    let lines = [parse(&here[0])?, parse(&here[1])?].map(|to| Proxy::start(to, DELAY.1, Some(SPEED.1)));
    let line = |to: usize| lines[to].address().to_string();
    // Each process knows the other process only by an address of the slow line, so all their messages go through this
    // line.
    let jobs = [
        Job::at(PROGRAM, vec![here[0].clone(), line(1)], SHARE)?,
        Job::at(PROGRAM, vec![line(0), here[1].clone()], SHARE)?,
    ];
    // This run writes no table, because the plan does not include the time for writing a table.
    let (took, _) = solved(&jobs, board, &[])?;
    println!("delayed: {board}: {took:.2?} by two processes at {} and {:?}, {planned:.2?} planned", SPEED.0, DELAY.1);
    let ratio = took.as_secs_f64() / planned.as_secs_f64();
    if !(1.0 - OFF..=1.0 + OFF).contains(&ratio) {
        return Err(io::Error::other(format!("the time is {ratio:.2} times the estimate")));
    }
    if solved(&jobs, board, &["-o", "tables"])?.1 != hash {
        return Err(io::Error::other("the table differs through a slow line"));
    }
    Ok(())
}

/// Solves a board. Returns the time, and the hash of the table if the table is stored.
fn solved(jobs: &[Job; 2], board: &str, more: &[&str]) -> io::Result<(Duration, Option<String>)> {
    let begun = Instant::now();
    let processes = [jobs[0].start(0, board, more)?, jobs[1].start(1, board, more)?];
    let mut hash = None;
    for process in processes {
        let ended = process.ended(begun + DONE)?;
        ended.must(ended.code == Some(0), "a slow line is no end")?;
        hash = hash.or(ended.hash);
    }
    Ok((begun.elapsed(), hash))
}

/// Returns the estimated time of a solve by two processes.
fn planned(board: &str) -> io::Result<Duration> {
    let line = ["--processes", "2", "--net-speed", SPEED.0, "--net-delay", DELAY.0];
    let plan = Command::new(PROGRAM).args(["-j1", "--json", "solve", "--plan", board]).args(line).output()?;
    let plan: serde_json::Value = serde_json::from_slice(&plan.stdout)?;
    let planned = plan["among"]["estimated_ms"].as_f64().map(|ms| Duration::from_secs_f64(ms / 1e3));
    planned.ok_or_else(|| io::Error::other(format!("no plan in {plan}")))
}
