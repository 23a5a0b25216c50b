//! Several processes that solve one board: what one finds, with the same bytes; and one clear error on all when something goes wrong.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;

use crate::program::{retrograde, stdout};

/// What `solve --json` tells of a board that is kept.
fn kept(arguments: &[&str], folder: &Path) -> Value {
    let folder = folder.to_str().unwrap();
    let output = retrograde(&[arguments, &["--json", "-o", folder]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let told: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let files = told["kept"]["files"].as_array().unwrap();
    let bytes: Vec<u8> = files.iter().flat_map(|file| fs::read(file.as_str().unwrap()).unwrap()).collect();
    fs::remove_dir_all(folder).unwrap();
    let mut told = told;
    told["cost"] = Value::Null;
    told["bytes"] = format!("{:08x}", crc32fast(&bytes)).into();
    told
}

/// A checksum, so that a difference is not printed byte by byte.
fn crc32fast(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn any_number_of_processes_tells_and_keeps_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("tables");
    for board in
        ["race:A7/8/8/2HH4/4H3/8/8/7B_a", "cannons:011010011010_r", "quixo:3/3/3_x", "pawn:5/5/2O2/H2H1/OH1X1_r"]
    {
        let alone = kept(&["solve", board], &folder);
        for (processes, workers) in [("1", "2"), ("2", "1"), ("3", "2")] {
            let together = ["cluster", "--processes", processes, "-j", workers, "--", "solve", board];
            assert_eq!(kept(&together, &folder), alone, "{board}, {processes} processes of {workers}");
        }
    }
}

#[test]
fn what_is_kept_already_is_not_solved_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let solve = ["solve", "cannons:0110100110_r", "-o", folder, "--json"];
    assert!(retrograde(&solve).status.success());
    let output = retrograde(&[&["cluster", "--"][..], &solve].concat());
    let told: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(told["kept"]["made"], false, "{output:?}");
}

/// Processes of one job, with hosts on free ports of this machine.
struct Job {
    folder: tempfile::TempDir,
    ports: Vec<u16>,
}

impl Job {
    fn new(processes: usize) -> Self {
        let free: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let ports = free.iter().map(|listener| listener.local_addr().unwrap().port()).collect();
        let job = Self { folder: tempfile::tempdir().unwrap(), ports };
        let host = |port: &u16| format!("127.0.0.1:{port} workers=1 mem=1G\n");
        job.write("hosts", &job.ports.iter().map(host).collect::<Vec<_>>().concat());
        job.write("key", "sixteen bytes or more");
        job
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    }

    fn start(&self, process: usize, board: &str, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .current_dir(self.folder.path())
            .args(["solve", board, "--hosts", "hosts", "--process", &process.to_string(), "--key", "key"])
            .args(more)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// How a process ends, and what it says; it ends within so many seconds.
fn ended(child: Child, seconds: u64) -> Output {
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(seconds), "after {:?}: {output:?}", begun.elapsed());
    output
}

/// 87 million slots: solved in many seconds.
const LARGE: &str = "race:A9/10/10/10/10/10/10/10/10/9B_a";

#[test]
fn a_killed_process_is_named_by_the_others_within_five_seconds() {
    let job = Job::new(3);
    let mut processes: Vec<Child> = (0..3).map(|process| job.start(process, "dobutsu", &[])).collect();
    std::thread::sleep(Duration::from_millis(1500));
    let mut killed = processes.remove(1);
    killed.kill().unwrap();
    for process in processes {
        let output = ended(process, 5);
        let named = format!("process 1 (127.0.0.1:{})", job.ports[1]);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(stderr(&output).contains(&named), "{output:?}");
        assert_eq!(stderr(&output).lines().filter(|line| line.starts_with("error")).count(), 1, "{output:?}");
    }
    killed.wait().unwrap();
}

#[test]
fn what_was_killed_goes_on_with_another_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let (board, tables) = (format!("race:A39/{}39B_a", "40/".repeat(38)), folder.path().join("tables"));
    let board = board.as_str();
    let whole = kept(&["solve", board], &tables);
    let more = ["-o", tables.to_str().unwrap(), "--checkpoint", "20"];
    for processes in [2, 3] {
        let (job, begun) = (Job::new(processes), SystemTime::now());
        let mut started: Vec<Child> = (0..processes).map(|process| job.start(process, board, &more)).collect();
        let is_kept = || {
            let files = fs::read_dir(&tables).map(|files| files.flatten().map(|file| file.path()).collect::<Vec<_>>());
            let checkpoints = files.unwrap_or_default().into_iter();
            let mut checkpoints = checkpoints.filter(|file| file.extension().is_some_and(|end| end == "checkpoint"));
            checkpoints.any(|file| fs::metadata(file).is_ok_and(|kept| kept.modified().unwrap() > begun))
        };
        crate::program::wait_for("a checkpoint", is_kept);
        started[processes - 1].kill().unwrap();
        let ends: Vec<_> = started.into_iter().map(|process| ended(process, 15)).collect();
        assert_eq!(ends[0].status.code(), Some(3), "{:?}", ends[0]);
        assert!(stderr(&ends[0]).contains("give the same command again"), "{:?}", ends[0]);
    }
    let together = ["cluster", "--processes", "2", "-j", "1", "--", "solve", board, "--checkpoint", "20"];
    assert_eq!(kept(&together, &tables), whole);
}

#[test]
fn a_share_that_does_not_fit_ends_all_with_its_numbers() {
    let job = Job::new(2);
    let port = |process: usize| job.ports[process];
    job.write("hosts", &format!("127.0.0.1:{} workers=1 mem=1G\n127.0.0.1:{} workers=1 mem=1M\n", port(0), port(1)));
    let processes: Vec<Child> = (0..2).map(|process| job.start(process, "dobutsu", &[])).collect();
    for process in processes {
        let output = ended(process, 15);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(stderr(&output).contains("limit 1.0 MiB"), "{output:?}");
    }
}

#[test]
fn who_is_of_another_game_is_named_by_all() {
    let job = Job::new(2);
    let processes = [job.start(0, "dobutsu", &[]), job.start(1, LARGE, &[])];
    for process in processes {
        let output = ended(process, 15);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(stderr(&output).contains("is of another game"), "{output:?}");
    }
}

#[test]
fn what_is_wrong_with_hosts_and_keys_is_told_with_its_place() {
    let job = Job::new(2);
    let said = |process: usize, more: &[&str]| {
        let output = ended(job.start(process, "dobutsu", more), 15);
        (output.status.code(), stderr(&output))
    };
    let (code, told) = said(2, &[]);
    assert!(code == Some(2) && told.contains("there is no process 2"), "{code:?} {told}");
    job.write("hosts", "127.0.0.1:7000 workers=1 mem=1G\n127.0.0.1 workers=1 mem=1G\n");
    let (code, told) = said(0, &[]);
    assert!(code == Some(2) && told.contains("hosts, line 2"), "{code:?} {told}");
    fs::set_permissions(job.folder.path().join("key"), fs::Permissions::from_mode(0o644)).unwrap();
    job.write("hosts", "127.0.0.1:7000 workers=1 mem=1G\n");
    let (code, told) = said(0, &[]);
    assert!(code == Some(2) && told.contains("chmod 600"), "{code:?} {told}");
}

#[test]
fn a_verb_that_is_not_shared_is_refused() {
    let output = retrograde(&["cluster", "--", "probe", "dobutsu"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("-- solve TOKEN"), "{output:?}");
    let output = retrograde(&["cluster", "--", "solve", "tictactoe:3/3/3_x"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("without --hosts"), "{output:?}");
}
