//! Tests processes that do not find each other, or must not work together. Each process must print one clear sentence
//! within fifteen seconds.

use std::fs;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;

use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::ended::Ended;
use crate::job::{Job, KEY, Process, SHARE, must_name};

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograde");
/// A board whose solve takes almost no time.
const BOARD: &str = "race:A3/4/4/3B_a";
/// The option that makes a process wait only a short time for the others.
const WAIT: [&str; 2] = ["--wait", "3"];

fn job(processes: usize) -> Job {
    Job::new(PROGRAM, processes, SHARE).unwrap()
}

/// Waits until all processes have ended; returns how they ended.
fn ends(processes: Vec<Process>) -> Vec<Ended> {
    let end = Instant::now() + Duration::from_secs(15);
    let ends: Vec<_> = processes.into_iter().map(|process| process.ended(end).unwrap()).collect();
    for ended in &ends {
        println!("{:?}: {}", ended.code, ended.stderr.join("\n  "));
    }
    ends
}

/// Starts two processes that differ in one property. Each must report this difference and name the other process.
fn with_another(change: impl FnOnce(&mut Other), what: &str) -> Vec<Ended> {
    let here = job(2);
    let mut other = Other { program: PROGRAM.into(), addresses: here.addresses.clone(), ..Other::default() };
    change(&mut other);
    let there = Job::at(other.program, other.addresses, other.share).unwrap();
    there.write("key", other.key).unwrap();
    let both = vec![here.start(0, BOARD, &WAIT).unwrap(), there.start(1, other.board, &WAIT).unwrap()];
    let ends = ends(both);
    for (process, ended) in ends.iter().enumerate() {
        must_name(std::slice::from_ref(ended), &here.name(1 - process)).unwrap();
        assert!(ended.says(what), "not `{what}`: {:?}", ended.stderr);
    }
    ends
}

/// The options of the second process; by default the same as those of the first.
struct Other {
    program: PathBuf,
    addresses: Vec<String>,
    share: &'static str,
    key: &'static str,
    board: &'static str,
}

impl Default for Other {
    fn default() -> Self {
        let (program, addresses) = (PathBuf::new(), Vec::new());
        Self { program, addresses, share: SHARE, key: KEY, board: BOARD }
    }
}

#[test]
fn who_is_of_something_else_is_named() {
    with_another(|other| other.board = "race:A4/5/5/5/4B_a", "has another game");
    with_another(|other| other.share = "workers=2 mem=2G", "has other workers or memory");
    with_another(|other| other.addresses.push("127.0.0.1:1".to_owned()), "processes, but this process has a list of ");
}

/// An attacker could also send a wrong key. Therefore the processes only print a note, and try again until the time is
/// over.
#[test]
fn issue_27_another_key_is_named_at_once_and_at_the_end() {
    let ends = with_another(|other| other.key = "another key of some length", "has another key");
    for ended in ends {
        let is_note = |line: &String| line.starts_with("note: ") && line.contains("has another key");
        assert!(
            ended.stderr.iter().any(is_note) && ended.says("trying again until 3 s have passed"),
            "{:?}",
            ended.stderr
        );
        assert!(ended.says("some processes did not join within 3 s"), "{:?}", ended.stderr);
    }
}

#[test]
fn another_build_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("retrograde");
    // The copy is made by `cp`. If this process wrote it, other children of this process could inherit the open file,
    // and the copy could not be run.
    let copy = r#"cp "$1" "$2" && printf x >> "$2""#;
    assert!(Command::new("sh").args(["-c", copy, "sh", PROGRAM]).arg(&program).status().unwrap().success());
    with_another(|other| other.program = program, "has another build");
}

#[test]
fn who_is_not_there_is_named() {
    for absent in [0, 1] {
        let job = job(2);
        let ends = ends(vec![job.start(1 - absent, BOARD, &WAIT).unwrap()]);
        must_name(&ends, &job.name(absent)).unwrap();
        assert!(ends[0].says("within 3 s") && ends[0].says("has it been started"), "{:?}", ends[0].stderr);
    }
}

/// If the port of a process is taken, that process must report it. The other process must report that another program
/// answers at that port, or that no program answers.
#[test]
fn a_port_that_is_taken_is_named() {
    for says in [&b""[..], b"220 mail.example.org ESMTP\r\n"] {
        // Between the choice and the use of a port, a test that runs at the same time may have taken the port.
        let taken = |job: Job| TcpListener::bind(&job.addresses[0]).ok().map(|taken| (job, taken));
        let (job, taken) = (0..10).find_map(|_| taken(job(2))).unwrap();
        taken.set_nonblocking(true).unwrap();
        let both = [job.start(0, BOARD, &WAIT).unwrap(), job.start(1, BOARD, &WAIT).unwrap()];
        let ends = thread::scope(|scope| {
            let both = scope.spawn(|| ends(both.into()));
            let mut callers = Vec::new();
            while !both.is_finished() {
                if let Ok((mut caller, _)) = taken.accept() {
                    // If the caller has closed the connection, it receives nothing.
                    let _ = caller.write_all(says);
                    callers.push(caller);
                }
                thread::sleep(Duration::from_millis(5));
            }
            both.join().unwrap()
        });
        let listens = format!("cannot listen on {}", job.addresses[0]);
        assert!(ends[0].code == Some(3) && ends[0].says(&listens), "{:?}", ends[0].stderr);
        must_name(&ends[1..], &job.name(0)).unwrap();
        assert!(ends[1].says("another program answers") || says.is_empty(), "{:?}", ends[1].stderr);
    }
}

/// Other programs connect to each process before the last process joins.
#[test]
fn strangers_hinder_nobody() {
    let job = job(2);
    let first = job.start(0, BOARD, &["--wait", "60"]).unwrap();
    let begun = Instant::now();
    let strangers: Vec<TcpStream> = [&b""[..], &[0; 10_000], b"GET / HTTP/1.1\r\n\r\n", b"rgcluste\x01\0"]
        .into_iter()
        .map(|says| {
            let mut stranger = loop {
                match TcpStream::connect(&job.addresses[0]) {
                    Ok(stranger) => break stranger,
                    Err(error) => assert!(begun.elapsed() < Duration::from_secs(50), "{error}"),
                }
                thread::sleep(Duration::from_millis(10));
            };
            // The process may close the connection before all bytes are sent.
            let _ = stranger.write_all(says);
            stranger
        })
        .collect();
    let ends = ends(vec![first, job.start(1, BOARD, &[]).unwrap()]);
    assert!(ends.iter().all(|ended| ended.code == Some(0)));
    drop(strangers);
}

/// Starts a single process of a job and returns its message about a wrong file.
fn alone(job: &Job, process: usize) -> Ended {
    let ended = ends(vec![job.start(process, BOARD, &WAIT).unwrap()]).remove(0);
    assert_eq!(ended.code, Some(2), "{:?}", ended.stderr);
    ended
}

#[test]
fn what_is_wrong_with_hosts_and_keys_is_told_with_its_place() {
    let job = job(2);
    assert!(alone(&job, 2).says("there is no process 2"));
    job.write("hosts", "127.0.0.1:7000 workers=1 mem=1G\n127.0.0.1 workers=1 mem=1G\n").unwrap();
    assert!(alone(&job, 0).says("hosts, line 2"));
    job.write("hosts", "127.0.0.1:7000 workers=1 mem=1G\n").unwrap();
    let key = |name: &str| job.folder.path().join(name);
    fs::set_permissions(key("key"), fs::Permissions::from_mode(0o644)).unwrap();
    assert!(alone(&job, 0).says("chmod 600"));
    job.write("key", "short").unwrap();
    fs::set_permissions(key("key"), fs::Permissions::from_mode(0o600)).unwrap();
    assert!(alone(&job, 0).says("fewer than 16"));
    fs::remove_file(key("key")).unwrap();
    assert!(alone(&job, 0).says("cannot read the key key"));
    fs::remove_file(key("hosts")).unwrap();
    assert!(alone(&job, 0).says("hosts: "));
}

#[test]
fn more_workers_than_solve_one_board_are_refused_before_anybody_is_waited_for() {
    let job = job(2);
    job.write("hosts", "127.0.0.1:7000 workers=200 mem=1G\n127.0.0.1:7001 workers=25 mem=1G\n").unwrap();
    let printed = alone(&job, 1);
    assert!(
        printed.says("225 workers exceed the limit of 224") && printed.says("lower `workers=`"),
        "{:?}",
        printed.stderr
    );
    let started = ["cluster", "--processes", "5", "-j", "45", "--", "solve", BOARD];
    let output = Command::new(PROGRAM).args(started).env("LC_ALL", "C").output().unwrap();
    let ended = Ended::of(&output);
    assert!(ended.code == Some(2) && ended.says("225 workers exceed the limit of 224"), "{:?}", ended.stderr);
}

/// The hosts are on other machines, but the processes are started without `--key`.
#[test]
fn a_key_is_wanted_where_others_can_come() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hosts"), "192.0.2.1:7000 workers=1 mem=1G\n192.0.2.2:7000 workers=1 mem=1G\n")
        .unwrap();
    let solve = ["solve", BOARD, "--hosts", "hosts", "--process", "0"];
    let output = Command::new(PROGRAM).args(solve).current_dir(folder.path()).env("LC_ALL", "C").output().unwrap();
    let ended = Ended::of(&output);
    assert!(ended.code == Some(3) && ended.says("--key FILE"), "{:?}", ended.stderr);
}

#[test]
fn a_share_that_does_not_fit_ends_all_with_its_numbers() {
    let job = job(2);
    let [first, second] = [&job.addresses[0], &job.addresses[1]];
    job.write("hosts", &format!("{first} workers=1 mem=1G\n{second} workers=1 mem=1M\n")).unwrap();
    let ends = ends(job.start_all("dobutsu", &[]).unwrap());
    for ended in &ends {
        assert!(ended.code == Some(3) && ended.says("limit 1.0 MiB"), "{:?}", ended.stderr);
    }
    assert!(ends[1].says("set `mem=65M` for this process in every copy of the hosts file"), "{:?}", ends[1].stderr);
}
