//! A host loses all packets. If the loss lasts a minute, each side must report the other side as lost. If the loss
//! lasts ten seconds, the solve must continue.

use std::io;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::job::{Job, Process, SHARE, must_name};
use crate::network::Network;
use crate::stopped::{KEEPING, LARGE, begun};
use crate::{PROGRAM, kept, open_race};

const HOSTS: usize = 3;
/// The time limit for reporting a lost process.
const NAMED: Duration = Duration::from_secs(30);
/// The duration of the long loss. During the loss, the sockets report no error.
const LOST: Duration = Duration::from_mins(1);
/// The duration of the short loss. A short loss must not end the solve.
const SHORT: Duration = Duration::from_secs(10);
const DONE: Duration = Duration::from_mins(10);

pub(crate) fn run() -> io::Result<()> {
    let Some(network) = Network::of(HOSTS) else {
        println!("lost: skipped, because the user may not create network namespaces (this needs root and `ip`)");
        return Ok(());
    };
    for_a_minute(&network)?;
    for_some_seconds(&network)
}

fn job() -> io::Result<Job> {
    let addresses = (0..HOSTS).map(|host| format!("{}:7000", Network::address(host)));
    Job::at(PROGRAM, addresses.collect(), SHARE)
}

fn start(network: &Network, job: &Job, process: usize, board: &str) -> io::Result<Process> {
    let mut command = network.on(process, &job.command(process, board, &KEEPING));
    Process::of(process, command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))
}

fn for_a_minute(network: &Network) -> io::Result<()> {
    let job = job()?;
    let mut processes = begun(&job, LARGE, |process| start(network, &job, process, LARGE))?;
    let alone = processes.remove(HOSTS - 1);
    network.cut(HOSTS - 1)?;
    let begun = Instant::now();
    let alone = alone.ended(begun + NAMED)?;
    let others = processes.into_iter().map(|process| process.ended(begun + NAMED));
    let others = others.collect::<io::Result<Vec<_>>>()?;
    let after = begun.elapsed();
    must_name(&others, &job.name(HOSTS - 1))?;
    let named = (0..HOSTS - 1).find(|&other| must_name(std::slice::from_ref(&alone), &job.name(other)).is_ok());
    alone.must(named.is_some(), "who is cut off names another")?;
    thread::sleep(LOST.saturating_sub(begun.elapsed()));
    network.mend(HOSTS - 1)?;
    println!("lost: after {after:.1?} all had ended; the process that was cut off printed: {}", alone.stderr.join(" "));
    println!(
        "lost: and the others: {}",
        others.iter().flat_map(|other| &other.stderr).cloned().collect::<Vec<_>>().join(" ")
    );
    Ok(())
}

fn for_some_seconds(network: &Network) -> io::Result<()> {
    let board = open_race(60);
    let folder = tempfile::tempdir()?;
    let hash = kept(&["-j", "2"], &board, folder.path())?.hash;
    let job = job()?;
    let processes = begun(&job, &board, |process| start(network, &job, process, &board))?;
    network.cut(HOSTS - 1)?;
    thread::sleep(SHORT);
    network.mend(HOSTS - 1)?;
    let (mended, end) = (Instant::now(), Instant::now() + DONE);
    let ends = processes.into_iter().map(|process| process.ended(end)).collect::<io::Result<Vec<_>>>()?;
    ends.iter().try_for_each(|ended| ended.must(ended.code == Some(0), "a short loss is not an error"))?;
    ends[0].must(ends[0].hash == hash, "the table differs from that without a loss")?;
    println!("lost: for {SHORT:?} without an error; the same hash, {:.1?} after that", mended.elapsed());
    Ok(())
}
