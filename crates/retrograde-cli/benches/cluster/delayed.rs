//! Two processes through a slow line: the table is that of threads, and the time is what `--plan` tells.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::job::{Job, SHARE};
use crate::proxy::Proxy;
use crate::{PROGRAM, kept};

/// 43 million slots, of whose moves nearly nine in ten are told: the plan counts all.
const BOARD: &str = "quixo:4x4";
/// What the line is: 100 Mbit/s in each direction, and 1 ms from one end to the other.
const SPEED: (&str, u64) = ("100Mbit", 12_500_000);
const DELAY: (&str, Duration) = ("1000", Duration::from_millis(1));
/// How far the plan may be off.
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
    // Each knows the other by the address of the line to it.
    let jobs = [
        Job::at(PROGRAM, vec![here[0].clone(), line(1)], SHARE)?,
        Job::at(PROGRAM, vec![line(0), here[1].clone()], SHARE)?,
    ];
    // A table that is kept is written afterwards, which the plan does not count.
    let (took, _) = solved(&jobs, board, &[])?;
    println!("delayed: {board}: {took:.2?} by two processes at {} and {:?}, {planned:.2?} planned", SPEED.0, DELAY.1);
    let ratio = took.as_secs_f64() / planned.as_secs_f64();
    if !(1.0 - OFF..=1.0 + OFF).contains(&ratio) {
        return Err(io::Error::other(format!("that is {ratio:.2} times what was planned")));
    }
    if solved(&jobs, board, &["-o", "tables"])?.1 != hash {
        return Err(io::Error::other("another table through a slow line"));
    }
    Ok(())
}

/// How long a board takes, and the hash of its table if that is kept.
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

/// How long two processes take, as the plan tells it.
fn planned(board: &str) -> io::Result<Duration> {
    let line = ["--processes", "2", "--net-speed", SPEED.0, "--net-delay", DELAY.0];
    let plan = Command::new(PROGRAM).args(["-j1", "--json", "solve", "--plan", board]).args(line).output()?;
    let plan: serde_json::Value = serde_json::from_slice(&plan.stdout)?;
    let planned = plan["among"]["estimated_ms"].as_f64().map(|ms| Duration::from_secs_f64(ms / 1e3));
    planned.ok_or_else(|| io::Error::other(format!("no plan in {plan}")))
}
