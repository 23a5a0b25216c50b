//! Tests several processes that solve one board. Several processes must write the same bytes as one process, and
//! recover after one of them is killed. `joining` tests processes that refuse to begin.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;

use crate::ended::Ended;
use crate::job::{Job, Process, SHARE, is_kept_since, kill_one, must_name};
use crate::program::{retrograde, stdout, wait_for};

const PROGRAM: &str = env!("CARGO_BIN_EXE_retrograde");

/// Returns the report of `solve --json -o`.
fn stored_report(arguments: &[&str], folder: &Path) -> Value {
    let folder = folder.to_str().unwrap();
    let output = retrograde(&[arguments, &["--json", "-o", folder]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let files = report["kept"]["files"].as_array().unwrap();
    let bytes: Vec<u8> = files.iter().flat_map(|file| fs::read(file.as_str().unwrap()).unwrap()).collect();
    fs::remove_dir_all(folder).unwrap();
    let mut report = report;
    report["cost"] = Value::Null;
    report["bytes"] = format!("{:08x}", crc32fast(&bytes)).into();
    report
}

/// A checksum of the bytes of a table, so that a failed comparison does not print all bytes.
fn crc32fast(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn any_number_of_processes_tells_and_keeps_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("tables");
    // The boards are of different kinds. Quixo is folded by symmetries, connect four and chess have moves that cannot
    // be undone, and the graph has stored moves.
    let graph = "graph:1.a.o.2.3.1/2.b.o.1.4.4/3.b.t/4.a.b/5.a.o.6/6.b.o.5/7.a.o.7.4.6_1";
    let chess = "chess:8/8/8/3k4/8/8/8/KQ6_w";
    for board in [
        "race:A7/8/8/2HH4/4H3/8/8/7B_a",
        "cannons:011010011010_r",
        "quixo:3/3/3_x",
        "pawn:5/5/2O2/H2H1/OH1X1_r",
        "connect4:3/3/3/3_x",
        chess,
        graph,
    ] {
        let alone = stored_report(&["solve", board], &folder);
        for (processes, workers) in [("1", "2"), ("2", "1"), ("3", "2")] {
            let together = ["cluster", "--processes", processes, "-j", workers, "--", "solve", board];
            assert_eq!(stored_report(&together, &folder), alone, "{board}, {processes} processes of {workers}");
        }
    }
}

#[test]
#[ignore = "slow: solves boards with several numbers of processes"]
fn tiers_have_the_bytes_of_the_whole_for_any_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("tables");
    let board = "chess:8/8/8/3k4/8/8/8/KQ6_w";
    let alone = stored_report(&["solve", board], &folder);
    assert_eq!(stored_report(&["solve", board, "--tiers"], &folder), alone);
    for (processes, workers) in [("1", "2"), ("2", "1"), ("3", "2")] {
        let together = ["cluster", "--processes", processes, "-j", workers, "--", "solve", board, "--tiers"];
        assert_eq!(stored_report(&together, &folder), alone, "{processes} processes of {workers}");
    }
    let refused = |arguments: &[&str]| {
        let output = retrograde(&[&["solve"], arguments, &["--tiers"]].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (arguments, words) in [
        (&["cannons:0110_r"][..], "cannons has no tiers\n\nhint: leave out --tiers"),
        (&[board, "--domain", "reachable"], "--tiers needs --domain all\n\nhint: leave out --tiers, or --domain"),
        (&[board, "-o", "there", "--resume"], "cannot be used with"),
    ] {
        let (code, printed) = refused(arguments);
        assert!(code == Some(2) && printed.contains(words), "{arguments:?}: {printed}");
    }
    let (code, printed) = refused(&[board, "--mem", "1K"]);
    let memory = printed.split("hint: allow it with --mem ").nth(1).unwrap_or_else(|| panic!("{printed}")).trim();
    assert_eq!(code, Some(3), "{printed}");
    assert!(retrograde(&["solve", board, "--tiers", "--mem", memory]).status.success(), "{printed}");
}

/// The memory that the plan states is just enough. Several processes never solve on disk, so the limit of disk space of
/// a single process does not apply.
#[test]
fn a_share_is_admitted_by_what_the_plan_allows() {
    let board = forty();
    let plan = retrograde(&["--json", "-j1", "solve", "--plan", "--processes", "2", &board]);
    let plan: Value = serde_json::from_str(&stdout(&plan)).unwrap();
    let allowed = plan["among"]["allowed_bytes"].as_u64().unwrap();
    let solve = |memory: u64| {
        let memory = memory.to_string();
        let all = ["cluster", "--processes", "2", "-j1", "--mem", &memory, "--", "solve", &board];
        let output = retrograde(&[&all[..], &["--mem", "1K", "--disk", "1K"]].concat());
        (output.status.code(), output)
    };
    let (code, output) = solve(2 * allowed);
    assert_eq!(code, Some(0), "{output:?}");
    let (code, output) = solve(2 * allowed - 2);
    assert!(code == Some(3) && Ended::of(&output).says("set `mem="), "{output:?}");
}

#[test]
fn what_is_kept_already_is_not_solved_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let solve = ["solve", "cannons:0110100110_r", "-o", folder, "--json"];
    assert!(retrograde(&solve).status.success());
    let output = retrograde(&[&["cluster", "--"][..], &solve].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["kept"]["made"], false, "{output:?}");
}

fn job(processes: usize) -> Job {
    Job::new(PROGRAM, processes, SHARE).unwrap()
}

/// Returns a board of three million slots.
fn forty() -> String {
    format!("race:A39/{}39B_a", "40/".repeat(38))
}

/// The command `cargo xtask faults --cluster` kills more processes, and requires that the others end within five
/// seconds. This test has no time limit for the end, because other tests run at the same time.
#[test]
#[ignore = "slow: solves a board with several numbers of processes"]
fn what_was_killed_goes_on_with_another_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let (board, tables) = (forty(), folder.path().join("tables"));
    let board = board.as_str();
    let whole = stored_report(&["solve", board], &tables);
    let more = ["-o", tables.to_str().unwrap(), "--checkpoint", "20"];
    for (processes, killed) in [(2, 1), (3, 0)] {
        let (job, begun) = (job(processes), SystemTime::now());
        let started = job.start_all(board, &more).unwrap();
        wait_for("a checkpoint", || is_kept_since(&tables, begun));
        let (others, _) = kill_one(started, killed, Duration::from_secs(15)).unwrap();
        must_name(&others, &job.name(killed)).unwrap();
        let first = others.first().filter(|_| killed > 0);
        assert!(first.is_none_or(|first| first.says("run the same command again")), "{:?}", others[0].stderr);
    }
    let together = ["cluster", "--processes", "2", "-j", "1", "--", "solve", board, "--checkpoint", "20"];
    assert_eq!(stored_report(&together, &tables), whole);
}

/// Each process stores its part of the table on its own disk.
#[test]
fn a_part_that_lies_elsewhere_is_named_with_its_host() {
    let folder = tempfile::tempdir().unwrap();
    let (board, tables) = (forty(), folder.path().join("tables"));
    let whole = stored_report(&["solve", &board], &tables);
    let [disk, other, new] = ["disk", "other", "new"].map(|name| folder.path().join(name));
    let start = |job: &Job, disks: [&Path; 2]| {
        let start = |(process, disk): (usize, &Path)| {
            let (tables, disk) = (tables.to_str().unwrap(), disk.to_str().unwrap());
            job.start(process, &board, &["-o", tables, "--checkpoints", disk, "--checkpoint", "20"]).unwrap()
        };
        disks.into_iter().enumerate().map(start).collect::<Vec<_>>()
    };
    let ended = |process: Process| process.ended(Instant::now() + Duration::from_mins(1)).unwrap();
    let (first, begun) = (job(2), SystemTime::now());
    let started = start(&first, [&disk, &other]);
    wait_for("a checkpoint", || is_kept_since(&disk, begun));
    kill_one(started, 1, Duration::from_secs(15)).unwrap();
    for refused in start(&job(2), [&disk, &new]).into_iter().map(ended) {
        let named = format!(".2of2.checkpoint ({}); put them into the folder of --checkpoints", first.addresses[1]);
        let is_named = refused.says(&named) && refused.says(other.to_str().unwrap());
        refused.must(refused.code == Some(4) && is_named, "what is missing is named").unwrap();
    }
    // The second run has the same hosts in reverse order.
    let ends: Vec<_> = start(&job(2), [&other, &disk]).into_iter().map(ended).collect();
    assert!(ends[0].says("goes on from "), "{:?}", ends[0].stderr);
    assert_eq!(ends[0].hash.as_deref(), whole["kept"]["hash"].as_str(), "{:?}", ends[0].stderr);
    for disk in [disk, other, new] {
        // The lock of the killed process is free, but the lock's file still exists.
        let files = fs::read_dir(disk).unwrap().map(|entry| entry.unwrap().path());
        let left: Vec<_> = files.filter(|file| file.extension().is_none_or(|end| end != "lock")).collect();
        assert!(left.is_empty(), "files remain after the solve: {left:?}");
    }
}

/// A file cannot be created where a folder has the same name. The processes that wait for the table must get this
/// reason.
#[test]
fn a_table_that_one_cannot_write_none_has_and_all_say_whose_fault_it_is() {
    let (board, folder) = (forty(), tempfile::tempdir().unwrap());
    let whole = stored_report(&["solve", &board], &folder.path().join("whole"));
    let disks = ["first", "second"].map(|name| folder.path().join(name));
    let in_the_way = disks[0].join(format!("{}.rgt.new", whole["kept"]["table"].as_str().unwrap()));
    fs::create_dir_all(&in_the_way).unwrap();
    let job = job(2);
    let start =
        |(process, disk): (usize, &PathBuf)| job.start(process, &board, &["-o", disk.to_str().unwrap()]).unwrap();
    let run = || {
        let started: Vec<_> = disks.iter().enumerate().map(start).collect();
        let ended = |process: Process| process.ended(Instant::now() + Duration::from_mins(1)).unwrap();
        started.into_iter().map(ended).collect::<Vec<_>>()
    };
    let ends = run();
    let cannot = format!("cannot write {}", in_the_way.with_extension("").display());
    for (process, end) in ends.iter().enumerate() {
        let is_named = end.says(&cannot) && (process == 0 || end.says(&job.name(0)));
        end.must(end.code == Some(3) && is_named, "the process that cannot write the table is not named").unwrap();
    }
    fs::remove_dir(in_the_way).unwrap();
    // If each host has its own disk, the first process stores the only part.
    let ends = run();
    assert_eq!(ends[0].hash.as_deref(), whole["kept"]["hash"].as_str(), "{:?}", ends[0].stderr);
    assert_eq!(disks.map(|disk| fs::read_dir(disk).unwrap().count()), [1, 0], "only the table remains");
}

/// Solves a board into a folder, and returns the file of its table.
fn table(board: &str, folder: &Path) -> PathBuf {
    let output = retrograde(&["solve", board, "--json", "-o", folder.to_str().unwrap()]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    report["kept"]["files"][0].as_str().unwrap().into()
}

#[test]
fn any_number_of_processes_verifies_as_one_does() {
    let folder = tempfile::tempdir().unwrap();
    for board in ["race:A7/8/8/2HH4/4H3/8/8/7B_a", "quixo:3/3/3_x"] {
        let file = table(board, folder.path());
        let verify = ["verify", "--json", "--table", file.to_str().unwrap()];
        for sample in [&[][..], &["--sample", "100"]] {
            let verify = [&verify, sample].concat();
            let alone = retrograde(&verify);
            assert!(alone.status.success(), "{board}: {alone:?}");
            for (processes, workers) in [("1", "2"), ("2", "1"), ("3", "2")] {
                let together = ["cluster", "--processes", processes, "-j", workers, "--"];
                let output = retrograde(&[&together, &*verify].concat());
                assert_eq!((stdout(&output), output.status), (stdout(&alone), alone.status), "{board}: {output:?}");
            }
        }
    }
}

/// Each process has its own file. If one file is wrong, all processes must report the error and the number of that
/// process.
#[test]
fn a_process_without_its_table_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["race:A3/1H2/4/3B_a", "race:A3/4/4/3B_a"].map(|board| table(board, folder.path()));
    let gone = folder.path().join("gone.rgt");
    for (second, code, words) in [
        (&file, 0, "requested the values of"),
        (&gone, 3, "gone.rgt"),
        (&other, 3, "has opened another table, of hash"),
    ] {
        let job = job(2);
        let start = |(process, file): (usize, &PathBuf)| {
            let mut command = job.command_of(process, &["verify", "--table", file.to_str().unwrap()]);
            Process::of(process, &mut command).unwrap()
        };
        let started: Vec<_> = [&file, second].into_iter().enumerate().map(start).collect();
        for process in started {
            let ended = process.ended(Instant::now() + Duration::from_secs(30)).unwrap();
            let is_reported = ended.code == Some(code) && ended.says(words);
            ended.must(is_reported, words).unwrap();
        }
    }
}

/// The processes use standard input only to detect the end of their parent, so they cannot read a position from
/// standard input.
#[test]
fn a_board_must_be_named_among_the_arguments() {
    for solve in [&["solve"][..], &["solve", "-"], &["solve", "--from", "p4658"]] {
        let output = retrograde(&[&["cluster", "--"], solve].concat());
        let ended = Ended::of(&output);
        assert!(ended.code == Some(2) && ended.says("no board is given"), "{solve:?}: {:?}", ended.stderr);
    }
    let named = retrograde(&["cluster", "--", "solve", "--", "race:A3/1H2/4/3B_a"]);
    assert!(named.status.success(), "{named:?}");
    // Global options may stand before or after the verb.
    let printed = retrograde(&["--lang", "zh", "cluster", "--json", "--", "solve", "race:A3/1H2/4/3B_a"]);
    assert!(serde_json::from_str::<Value>(&stdout(&printed)).is_ok(), "{printed:?}");
    let printed = retrograde(&["--lang", "en", "cluster", "--", "solve", "race:A3/1H2/4/3B_a", "--lang", "zh"]);
    assert!(stdout(&printed).contains("步"), "{printed:?}");
}

/// An interrupt is not a failure. All processes get time for a last checkpoint, and the exit code is the code for an
/// interrupt.
#[test]
fn an_interrupted_job_goes_on_from_its_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let (board, tables) = (forty(), folder.path().join("tables"));
    let whole = stored_report(&["solve", &board], &tables);
    let tables = tables.to_str().unwrap();
    let together = ["cluster", "--processes", "2", "-j1", "--", "solve", &board, "-o", tables, "--checkpoint", "20"];
    let begun = SystemTime::now();
    let mut command = Command::new(PROGRAM);
    // The key must not be written to any file, so the test searches the folder for temporary files.
    let (temporary, command) = (tempfile::tempdir().unwrap(), command.args(together).env("LC_ALL", "C"));
    let started = command.env("TMPDIR", temporary.path()).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    wait_for("a checkpoint", || is_kept_since(Path::new(tables), begun));
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "no file holds the key");
    let sent = Command::new("kill").args(["-TERM", &started.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = started.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let resume = ["cluster", "--processes", "3", "-j1", "--", "solve", &board, "--resume"];
    assert_eq!(stored_report(&resume, Path::new(tables)), whole);
}

#[test]
fn a_verb_that_is_not_shared_is_refused() {
    let output = retrograde(&["cluster", "--", "probe", "dobutsu"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(Ended::of(&output).says("-- solve TOKEN"), "{output:?}");
    let output = retrograde(&["cluster", "--", "verify", "dobutsu"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(Ended::of(&output).says("give its files with --table"), "{output:?}");
    let output = retrograde(&["cluster", "--", "solve", "tictactoe:3/3/3_x"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(Ended::of(&output).says("without --hosts or `cluster`"), "{output:?}");
}
