//! A process is stopped (SIGSTOP) but keeps its connections. The other processes must report the loss of this process
//! within 30 s. When the process continues, it must learn that it was reported as lost.

use std::io;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process};

use crate::PROGRAM;
use crate::job::{Job, Process, SHARE, is_kept_since, must_name};

/// A board of 43 million slots, whose solve takes many seconds.
pub(crate) const LARGE: &str = "quixo:4/4/4/4_x";
const PROCESSES: usize = 3;
/// The time within which a stopped process must be reported.
const NAMED: Duration = Duration::from_secs(30);
/// The time limit until the first checkpoint.
const BEGUN: Duration = Duration::from_mins(5);

/// Stops each of three processes once. The three jobs run in parallel, because they wait most of the time.
pub(crate) fn run() -> io::Result<()> {
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..PROCESSES).map(|one| scope.spawn(move || stop(one))).collect();
        jobs.into_iter().try_for_each(|job| job.join().map_err(|_| io::Error::other("a trial panicked"))?)
    })
}

fn stop(one: usize) -> io::Result<()> {
    let job = Job::new(PROGRAM, PROCESSES, SHARE)?;
    let mut processes = begun(&job, LARGE, |process| job.start(process, LARGE, &KEEPING))?;
    let mut stopped = processes.remove(one);
    stopped.signal(Signal::STOP)?;
    let begun = Instant::now();
    let others = processes.into_iter().map(|process| process.ended(begun + NAMED));
    let others = others.collect::<io::Result<Vec<_>>>()?;
    let after = begun.elapsed();
    must_name(&others, &job.name(one))?;
    stopped.signal(Signal::CONT)?;
    let ended = stopped.ended(Instant::now() + NAMED)?;
    must_name(std::slice::from_ref(&ended), &job.name(one))?;
    println!(
        "stopped: process {one} was reported after {after:.1?}, and ended when it continued: {}",
        ended.stderr.join(" ")
    );
    Ok(())
}

impl Process {
    pub(crate) fn signal(&mut self, signal: Signal) -> io::Result<()> {
        // After the system has reported the end of a process, another process may get the same number. Such a process
        // must not be stopped.
        if self.child()?.try_wait()?.is_some() {
            Ok(())
        } else {
            Ok(kill_process(Pid::from_child(self.child()?), signal)?)
        }
    }
}

/// The options that store checkpoints in the job's folder.
pub(crate) const KEEPING: [&str; 4] = ["-o", "tables", "--checkpoint", "20"];

/// Starts all processes of a job with checkpoints, and waits for the first checkpoint, because from then on all
/// processes work.
pub(crate) fn begun(job: &Job, board: &str, start: impl Fn(usize) -> io::Result<Process>) -> io::Result<Vec<Process>> {
    let (since, begun) = (SystemTime::now(), Instant::now());
    let mut processes = (0..job.addresses.len()).map(start).collect::<io::Result<Vec<_>>>()?;
    while !is_kept_since(&job.folder.path().join("tables"), since) {
        for process in &mut processes {
            let number = process.number;
            if process.child()?.try_wait()?.is_some() || begun.elapsed() > BEGUN {
                return Err(io::Error::other(format!("{board} has not begun: process {number}")));
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(processes)
}
