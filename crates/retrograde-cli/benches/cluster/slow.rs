//! One process runs only a tenth of the time. The other processes must not report the slow process as lost, and while
//! they wait they must not use more memory than planned.

use std::fs;
use std::io;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::job::{Job, Process};
use crate::{PROGRAM, kept, open_race};

/// The side of a board of 63 million slots. The planned memory of each process is much larger than its connection
/// buffers, which the plan does not include.
const SIDE: usize = 75;
const PROCESSES: usize = 3;
/// In each period, how long the slow process runs, and how long it is stopped.
const RUNS: Duration = Duration::from_millis(10);
const STANDS: Duration = Duration::from_millis(90);
const DONE: Duration = Duration::from_mins(15);

pub(crate) fn run() -> io::Result<()> {
    let board = open_race(SIDE);
    let folder = tempfile::tempdir()?;
    let hash = kept(&["-j", "2"], &board, folder.path())?.hash;
    let share = planned(&board)?;
    // The memory that the program needs even for a tiny board.
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
        return Err(io::Error::other("the other processes use more than 110 % of the planned memory"));
    }
    Ok(())
}

/// Returns the planned memory of each process, in bytes.
fn planned(board: &str) -> io::Result<u64> {
    let processes = PROCESSES.to_string();
    let plan = ["-j", "1", "solve", "--plan", "--processes", &processes, "--json", board];
    let plan = Command::new(PROGRAM).args(plan).output()?;
    let plan: serde_json::Value = serde_json::from_slice(&plan.stdout)?;
    plan["among"]["bytes"].as_u64().ok_or_else(|| io::Error::other(format!("no plan in {plan}")))
}

/// Solves a board. Returns the time, and the peak memory of all processes except the last, which may be slow.
fn held(board: &str, hash: Option<&str>, is_slow: bool) -> io::Result<(Duration, u64)> {
    let job = Job::new(PROGRAM, PROCESSES, "workers=1 mem=2G")?;
    let begun = Instant::now();
    // Checkpoints are disabled. A slow run would write one checkpoint more than the fast run, and the first process
    // needs memory for each.
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
    ends[0].must(hash.is_none() || ends[0].hash.as_deref() == hash, "the table differs with a slow process")?;
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

/// Returns the peak memory of a process so far, as the system reports it; 0 for a process that has ended.
fn peak(process: &mut Process) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.child()?.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    Ok(kib.unwrap_or_default() * 1024)
}
