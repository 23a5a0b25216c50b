//! Tests with real processes, some of which are killed or stopped. Each process is another run of this test program.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::env;
use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use retrograde::Transport;
use retrograde_cluster::{Cluster, HostList, Identity, Joining, Key};
use rustix::process::{Pid, Signal, kill_process};

/// The environment variables with the settings of a process. They are the list of hosts, the process's number, and the
/// seconds after which a silent process is lost.
const ROLE: [&str; 3] = ["CLUSTER_TEST_HOSTS", "CLUSTER_TEST_PROCESS", "CLUSTER_TEST_SILENCE"];

/// The code that runs in the processes that the other tests start.
#[test]
#[ignore = "by hand: the other tests start it"]
fn one_of_them() {
    let [Ok(hosts), Ok(process), Ok(silence)] = ROLE.map(env::var) else { return };
    let hosts = HostList::parse(&hosts, "hosts").unwrap();
    let silence = Duration::from_secs(silence.parse().unwrap());
    let joining = Joining { silence, ..Joining::default() };
    let cluster = match Cluster::join(&hosts, process.parse().unwrap(), &Identity::default(), &Key::none(), joining) {
        Ok(cluster) => cluster,
        Err(error) => return println!("said {error}"),
    };
    for meeting in 0_u64.. {
        if let Err(message) = cluster.all_gather([meeting; 4]) {
            return println!("said {message}");
        }
        if meeting == 10 {
            println!("said met");
        }
    }
}

/// A process that a test has started. Dropping this value kills the process.
struct Process {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(hosts: &HostList, process: usize, silence: u64) -> Self {
        let role = [hosts.to_string(), process.to_string(), silence.to_string()];
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "one_of_them", "--ignored", "--nocapture"])
            .envs(ROLE.iter().zip(role))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Waits for the next message that the process prints, and returns it.
    fn says(&mut self) -> String {
        let line =
            self.lines.by_ref().map(Result::unwrap).find_map(|line| line.split("said ").nth(1).map(str::to_owned));
        line.unwrap_or_else(|| "nothing".to_owned())
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts three processes that run barriers without a pause.
fn three(silence: u64) -> Vec<Process> {
    let hosts = HostList::on_loopback(3, 1, 1 << 20).unwrap();
    let mut processes: Vec<_> = (0..3).map(|process| Process::start(&hosts, process, silence)).collect();
    for process in &mut processes {
        assert_eq!(process.says(), "met");
    }
    processes
}

/// Applies `deal` to one process. Returns the messages that the other processes then print, and the time until they
/// have printed these messages.
fn others_say(processes: &mut [Process], one: usize, deal: impl FnOnce(&Process)) -> (Vec<String>, Duration) {
    deal(&processes[one]);
    let start = Instant::now();
    let others = processes.iter_mut().enumerate().filter(|(process, _)| *process != one);
    (others.map(|(_, process)| process.says()).collect(), start.elapsed())
}

#[test]
fn who_is_killed_is_named_within_five_seconds() {
    for killed in 0..3 {
        let mut processes = three(30);
        let (said, after) = others_say(&mut processes, killed, |process| process.signal(Signal::KILL));
        println!("{said:?} after {after:?}");
        assert!(after < Duration::from_secs(5), "{after:?}");
        for said in said {
            assert!(
                said.starts_with(&format!("process {killed} (127.0.0.1:")) && said.ends_with(") is gone"),
                "{said}"
            );
        }
    }
}

/// Tests that the other processes report a stopped process as silent. The stopped process must learn of this when it
/// continues.
#[test]
fn who_is_stopped_is_named_once_it_is_silent() {
    let mut processes = three(3);
    let (said, after) = others_say(&mut processes, 1, |process| process.signal(Signal::STOP));
    println!("{said:?} after {after:?}");
    assert!((2..8).contains(&after.as_secs()), "{after:?}");
    for said in said {
        assert!(said.starts_with("process 1 (127.0.0.1:") && said.ends_with(") has not answered for 3 s"), "{said}");
    }
    processes[1].signal(Signal::CONT);
    let said = processes[1].says();
    assert!(said.ends_with("has not answered for 3 s"), "{said}");
}

/// Tests a process that is stopped for less than the time limit. The stop must have no effect.
#[test]
fn who_is_stopped_for_a_while_goes_on() {
    let mut processes = three(5);
    processes[2].signal(Signal::STOP);
    std::thread::sleep(Duration::from_secs(2));
    processes[2].signal(Signal::CONT);
    std::thread::sleep(Duration::from_millis(500));
    let (said, _) = others_say(&mut processes, 0, |process| process.signal(Signal::KILL));
    assert!(said.iter().all(|said| said.starts_with("process 0 (") && said.ends_with("is gone")), "{said:?}");
}

#[test]
fn who_is_killed_before_all_have_come_is_named() {
    let hosts = HostList::on_loopback(3, 1, 1 << 20).unwrap();
    let mut processes: Vec<_> = (0..2).map(|process| Process::start(&hosts, process, 30)).collect();
    // After this time, the two processes are usually connected, and wait for the third process.
    std::thread::sleep(Duration::from_secs(1));
    let (said, after) = others_say(&mut processes, 1, |process| process.signal(Signal::KILL));
    println!("{said:?} after {after:?}");
    assert!(said[0].contains("process 1 (127.0.0.1:"), "{said:?}");
    assert!(after < Duration::from_secs(15), "{after:?}");
}
