//! One process that gets a tenth of its time: it is not declared dead, and the others hold no more than was planned, as they wait for it.

use std::fs;
use std::io;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::job::{Job, Process};
use crate::{PROGRAM, kept, open_race};

/// 63 million slots: what is planned for each process is much more than the buffers of its connections, which are not planned.
const SIDE: usize = 75;
const PROCESSES: usize = 3;
/// Of each turn it runs so long, and stands so long.
const RUNS: Duration = Duration::from_millis(10);
const STANDS: Duration = Duration::from_millis(90);
const DONE: Duration = Duration::from_mins(15);

pub(crate) fn run() -> io::Result<()> {
    let board = open_race(SIDE);
    let folder = tempfile::tempdir()?;
    let hash = kept(&["-j", "2"], &board, folder.path())?.hash;
    let share = planned(&board)?;
    // What the program takes without a board.
    let base = held(&open_race(4), None, false)?.1;
    let (even, evenly) = held(&board, hash.as_deref(), false)?;
    let (slowed, slowly) = held(&board, hash.as_deref(), true)?;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!(
        "slow: {board}: {even:.1?} by {PROCESSES} alike, {slowed:.1?} with one of them ten times slower; of {:.1} MiB planned for each, the others held {:.1} and {:.1} MiB \
         beyond the {:.1} MiB of the program",
        mib(share),
        mib(evenly.saturating_sub(base)),
        mib(slowly.saturating_sub(base)),
        mib(base),
    );
    if slowly.saturating_sub(base) as f64 > share as f64 * 1.1 {
        return Err(io::Error::other("the others hold more than a tenth beyond what was planned"));
    }
    Ok(())
}

/// Bytes that are planned for each.
fn planned(board: &str) -> io::Result<u64> {
    let processes = PROCESSES.to_string();
    let plan = ["-j", "1", "solve", "--plan", "--processes", &processes, "--json", board];
    let plan = Command::new(PROGRAM).args(plan).output()?;
    let plan: serde_json::Value = serde_json::from_slice(&plan.stdout)?;
    plan["among"]["bytes"].as_u64().ok_or_else(|| io::Error::other(format!("no plan in {plan}")))
}

/// How long a board takes, and what the first processes held at most; the last one may be slow.
fn held(board: &str, hash: Option<&str>, is_slow: bool) -> io::Result<(Duration, u64)> {
    let job = Job::new(PROGRAM, PROCESSES, "workers=1 mem=2G")?;
    let begun = Instant::now();
    // No checkpoint comes: a slow run would make one more than the other, and the first process holds it for a while.
    let mut processes = job.start_all(board, &["-o", "tables", "--checkpoint", "86400000"])?;
    let (mut most, mut running) = (0, true);
    while running {
        running = false;
        for process in &mut processes[..PROCESSES - 1] {
            running |= process.child()?.try_wait()?.is_none();
            most = most.max(peak(process)?);
        }
        if begun.elapsed() > DONE {
            return Err(io::Error::other("the others have not ended"));
        }
        turn(&mut processes[PROCESSES - 1], is_slow)?;
    }
    let took = begun.elapsed();
    let ends = processes.into_iter().map(|process| process.ended(begun + DONE)).collect::<io::Result<Vec<_>>>()?;
    ends.iter().try_for_each(|ended| ended.must(ended.code == Some(0), "it is slow, and not dead"))?;
    ends[0].must(hash.is_none() || ends[0].hash.as_deref() == hash, "another table by a slow process")?;
    Ok((took, most))
}

fn turn(process: &mut Process, is_slow: bool) -> io::Result<()> {
    if !is_slow {
        thread::sleep(RUNS);
        return Ok(());
    }
    process.signal(Signal::STOP)?;
    thread::sleep(STANDS);
    process.signal(Signal::CONT)?;
    thread::sleep(RUNS);
    Ok(())
}

/// The most that a process has held so far, as the system tells; nothing of one that has ended.
fn peak(process: &mut Process) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.child()?.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    Ok(kib.unwrap_or_default() * 1024)
}
