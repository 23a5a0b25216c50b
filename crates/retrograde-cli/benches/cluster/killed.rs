//! Kills one of several processes with `kill -9` at a random moment. The other processes must report the loss, and any
//! other number of processes must resume the solve and write the same table.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::ended::Ended;
use crate::job::{Job, SHARE, kill_one, must_name};
use crate::{PROGRAM, kept, open_race};

/// The side of an open board in squares. The board has 9.8 million slots and some 90 depths.
const SIDE: usize = 47;
/// The maximum number of processes in a run.
const PROCESSES: usize = 4;
/// The time limit for reporting a loss before all processes have connected. In this phase, a killed process looks like
/// a process that has not joined yet.
const NAMED: Duration = Duration::from_secs(15);
/// The time limit for reporting a loss after all processes have connected.
const GONE: Duration = Duration::from_secs(5);
/// The time limit of a solve. A longer solve counts as a hang.
const DONE: Duration = Duration::from_mins(10);

/// A board that the benchmark solves many times.
struct Trial {
    board: String,
    hash: Option<String>,
    /// The time in which two processes solve the board.
    takes: Duration,
    /// The number of processes in the last run.
    last: usize,
}

/// The result of killing a process.
enum Killed {
    /// The kill came too late, because the table was already complete.
    TooLate,
    /// The kill came early, before all processes had connected.
    Early,
    /// The other processes reported the loss; the value is the time until the report.
    Named(Duration),
}

pub(crate) fn run(kills: u64, rng: &mut Rng) -> io::Result<()> {
    let mut trial = Trial::new(open_race(SIDE))?;
    let (mut left, mut early, mut worst) = (kills, 0, Duration::ZERO);
    while left > 0 {
        let folder = tempfile::tempdir()?;
        for _ in 0..rng.u64(1..=3).min(left) {
            match trial.kill(folder.path(), rng)? {
                Killed::TooLate => break,
                Killed::Early => early += 1,
                Killed::Named(after) => worst = worst.max(after),
            }
            left -= 1;
        }
        trial.go_on(folder.path(), rng)?;
    }
    println!(
        "killed: {kills} times, the same hash each time; {early} before all had connected, else reported by all within {worst:.1?}"
    );
    Ok(())
}

impl Trial {
    fn new(board: String) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let hash = kept(&["-j", "2"], &board, folder.path())?.hash;
        let trial = Self { board, hash, takes: Duration::ZERO, last: 2 };
        let (folder, begun) = (tempfile::tempdir()?, Instant::now());
        trial.finish(2, folder.path())?;
        let takes = begun.elapsed();
        let hash = trial.hash.as_deref().unwrap_or_default();
        println!("killed: {}: {takes:.1?} by two processes, hash {hash}", trial.board);
        Ok(Self { takes, ..trial })
    }

    fn job(&self, processes: usize, folder: &Path) -> io::Result<(Job, Vec<crate::job::Process>)> {
        let job = Job::new(PROGRAM, processes, SHARE)?;
        let folder = folder.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
        let started = job.start_all(&self.board, &["-o", folder, "--checkpoint", "20"])?;
        Ok((job, started))
    }

    /// Draws a number of processes that differs from the number in the last run.
    fn another(&mut self, rng: &mut Rng) -> usize {
        self.last = (self.last + rng.usize(..PROCESSES - 1)) % PROCESSES + 1;
        self.last
    }

    /// Kills a process at a random moment within the duration of a whole solve.
    fn kill(&mut self, folder: &Path, rng: &mut Rng) -> io::Result<Killed> {
        let processes = self.another(rng);
        let (one, after) = (rng.usize(..processes), self.takes.mul_f64(rng.f64()));
        let (job, started) = self.job(processes, folder)?;
        thread::sleep(after);
        let (others, named) = kill_one(started, one, NAMED)?;
        if holds_table(folder)? {
            println!("  too late, after {after:.2?}: the table is complete");
            return Ok(Killed::TooLate);
        }
        must_name(&others, &job.name(one))?;
        let is_early = others.iter().any(|other| other.says("some processes did not join within"));
        let what = if is_early { "not all had come" } else { "the others ended" };
        println!("  killed process {one} of {processes} after {after:.2?}: {what}, after {named:.2?}");
        if is_early {
            return Ok(Killed::Early);
        }
        if named > GONE {
            return Err(io::Error::other(format!("process {one} was reported only after {named:.1?}")));
        }
        Ok(Killed::Named(named))
    }

    /// Resumes the solve from the checkpoint, with another number of processes.
    fn go_on(&mut self, folder: &Path, rng: &mut Rng) -> io::Result<()> {
        let processes = self.another(rng);
        let begun = Instant::now();
        let ended = self.finish(processes, folder)?;
        let resumed = ended.stderr.iter().find(|line| line.contains("goes on from "));
        let resumed = resumed.map_or("anew, or it was done", String::as_str);
        println!("  {processes} processes continue: {resumed}; {:.1?}, the same hash", begun.elapsed());
        Ok(())
    }

    fn finish(&self, processes: usize, folder: &Path) -> io::Result<Ended> {
        let (_job, started) = self.job(processes, folder)?;
        let end = Instant::now() + DONE;
        let ends = started.into_iter().map(|process| process.ended(end)).collect::<io::Result<Vec<_>>>()?;
        ends.iter().try_for_each(|ended| ended.must(ended.code == Some(0), "it is solved"))?;
        let first = ends.into_iter().next().ok_or(io::ErrorKind::NotFound)?;
        first.must(first.hash == self.hash, "the table differs from that of an undisturbed solve")?;
        Ok(first)
    }
}

fn holds_table(folder: &Path) -> io::Result<bool> {
    let mut tables = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    Ok(tables.any(|file| file.extension().is_some_and(|end| end == "rgt")))
}
