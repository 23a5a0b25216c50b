//! Tests `stress` with our own program, which is right, and with programs that are wrong in different ways.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::program::{example, own_sleep, retrograde, sleepers, stdout, text, wait_for};

const OURS: &str = env!("CARGO_BIN_EXE_retrograde");

/// The folder of one test, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retrograde-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `stress` on a shell script. In the script, `$0` is our own program.
fn stress(folder: &Folder, game: &str, seed: &str, script: &str) -> Output {
    let options = ["stress", "--game", game, "--seed", seed, "--out", text(&folder.0), "-n", "2000"];
    retrograde(&[&options[..], &["--", "sh", "-c", script, OURS]].concat())
}

#[test]
fn our_own_program_agrees() {
    for (format, number) in [("p9169", "100"), ("p4658", "100"), ("p7387", "3000")] {
        let output =
            retrograde(&["stress", "--game", format, "--seed", "7", "-n", number, "--", OURS, "answer", format]);
        assert_eq!(output.status.code(), Some(0), "{format}: {output:?}");
        assert!(stdout(&output).starts_with("ok: "), "{format}: {output:?}");
    }
}

#[test]
fn the_table_agrees_too() {
    for (format, size) in [("p9169", "4x4"), ("p4658", "4x4"), ("p7387", "1x9")] {
        let ours = [OURS, "answer", format, "--method", "table"];
        let options = ["stress", "--game", format, "--seed", "7", "--size", size, "-n", "60", "--"];
        let output = retrograde(&[&options[..], &ours].concat());
        assert_eq!(output.status.code(), Some(0), "{format}: {output:?}");
    }
}

#[test]
fn a_counterexample_becomes_as_small_as_can_be() {
    let folder = Folder::new("small");
    // The script answers only ties wrongly. The shortest rows that are ties have one cannon of each side.
    let output = stress(&folder, "cannons", "5", "$0 answer p7387 | sed s/TIE/LOSE/");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let input = folder.read("stress-5.in");
    assert!(input == "1\n2\n01\n" || input == "1\n2\n10\n", "{input}");
    assert_eq!(folder.read("stress-5.out"), "TIE\n");
    // The script answers a race wrongly if B wins. A race that B wins takes at least two steps.
    let output = stress(&folder, "race", "6", "$0 answer p4658 | sed s/B/A/");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let input = folder.read("stress-6.in");
    assert!(input.starts_with("1\n2\n") && input.lines().count() == 4, "{input}");
    assert_eq!(folder.read("stress-6.out"), "B\n");
}

#[test]
fn a_long_game_stays_long_while_its_board_shrinks() {
    let folder = Folder::new("long");
    let output = stress(&folder, "pawn", "5", "$0 answer p9169 | sed 's/Red [1-9]../Red 1/; s/Red 9/Red 7/'");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let (input, answer) = (folder.read("stress-5.in"), folder.read("stress-5.out"));
    assert!(answer == "Red 9\n" || answer.starts_with("Red 1") || answer.starts_with("Red 9"), "{answer}{input}");
    let squares: usize = input.lines().skip(2).map(str::len).sum();
    assert!(input.starts_with("0 1\n") && squares <= 40, "{input}");
    let probed = stdout(&output);
    let token = probed.lines().find_map(|line| line.strip_prefix("retrograde probe ")).unwrap();
    assert!(stdout(&retrograde(&["probe", token])).starts_with("Red wins in "), "{probed}");
}

/// A program that keeps state from one board to the next fails on two boards together, but on no single board.
#[test]
fn a_fault_that_takes_two_cases_keeps_two() {
    let folder = Folder::new("two");
    let output = stress(&folder, "race", "5", "$0 answer p4658 | awk 'NR == 1 { first = $1 } { print first }'");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(folder.read("stress-5.in").starts_with("2\n"), "{}", folder.read("stress-5.in"));
    assert!(stdout(&output).starts_with("wrong answer: case 2: "), "{output:?}");
}

#[test]
fn the_same_seed_finds_the_same() {
    let found = |name| {
        let folder = Folder::new(name);
        stress(&folder, "pawn", "11", "$0 answer p9169 | sed s/Tie/Red/");
        (folder.read("stress-11.in"), folder.read("stress-11.out"))
    };
    let first = found("same-1");
    assert_eq!(first, found("same-2"));
    assert_eq!(first.1, "Tie\n");
}

/// The shell's child keeps the output open, so `stress` must kill the child, too.
#[test]
fn a_program_that_never_ends_is_killed_with_its_children() {
    let folder = Folder::new("never");
    let options = ["stress", "--game", "race", "--seed", "1", "--timeout", "100ms", "--out", text(&folder.0), "--"];
    let seconds = own_sleep("6108.1");
    let output = retrograde(&[&options[..], &["sh", "-c", &format!("sleep {seconds}; true")]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).starts_with("timeout: "), "{output:?}");
    assert_eq!(sleepers(&seconds), 0, "a child is left");
}

#[test]
fn ctrl_c_ends_a_run_without_end() {
    let folder = Folder::new("ctrl-c");
    let begun = folder.0.join("begun");
    let child = Command::new(OURS)
        .args([
            "stress",
            "--game",
            "cannons",
            "--seed",
            "1",
            "--",
            "sh",
            "-c",
            "touch \"$1\"; \"$0\" answer p7387",
            OURS,
        ])
        .arg(&begun)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("no program is run", || begun.exists());
    let pid = child.id().to_string();
    assert!(Command::new("sh").args(["-c", &format!("kill -INT {pid}")]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(stdout(&output).starts_with("interrupted: "), "{output:?}");
}

#[test]
fn an_interrupted_search_for_a_smaller_input_is_reported() {
    let folder = Folder::new("interrupted-search");
    let mut child = Command::new(OURS)
        .args(["stress", "--game", "p9169", "--size", "6x6", "--seed", "7", "--out"])
        .arg(&folder.0)
        .args(["--", "sh", "-c", "sleep 0.1; echo no"])
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut notes = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("looking for a small input") {
        line.clear();
        assert!(notes.read_line(&mut line).unwrap() > 0, "no search has begun");
    }
    let pid = child.id().to_string();
    assert!(Command::new("sh").args(["-c", &format!("kill -INT {pid}")]).status().unwrap().success());
    let mut rest = String::new();
    notes.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("a smaller input may fail as well"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Compares the values in the kernel's tables with the shortcut's answers on all small starts.
#[test]
fn all_small_starts_are_answered_alike() {
    for (format, size, starts) in [("p9169", "2x3", "252"), ("p4658", "2", "44"), ("p7387", "9", "1,022")] {
        for method in ["shortcut", "table"] {
            let program = ["--", OURS, "answer", format, "--method", method];
            let output = retrograde(&[&["tabulate", format, "--upto", size][..], &program].concat());
            assert_eq!(output.status.code(), Some(0), "{format}: {output:?}");
            assert_eq!(stdout(&output), format!("ok: {starts} starts agree\n"), "{format}");
        }
        let listed = retrograde(&["tabulate", format, "--upto", size]);
        assert_eq!(stdout(&listed).lines().count(), 1 + starts.replace(',', "").parse::<usize>().unwrap(), "{format}");
    }
}

/// The list does not fit the pipe, so the program cannot end before the test has read the line of progress.
#[test]
fn a_long_list_shows_its_progress() {
    let mut command = Command::new(OURS);
    command.args(["tabulate", "p7387", "--upto", "14", "--progress", "plain"]).env("LC_ALL", "C");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let notes = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut lines = notes.filter(|line| line.starts_with("listing the starts, "));
    let line = lines.next().unwrap();
    assert!(line.contains(" of at most 32,766 starts, ") && line.ends_with(" s"), "{line}");
    let list = std::thread::spawn(move || lines.count());
    let output = child.wait_with_output().unwrap();
    list.join().unwrap();
    assert_eq!(stdout(&output).lines().count(), 1 + 32_766);
}

#[test]
fn the_first_row_that_differs_is_named() {
    // The script is right for every row except one.
    let wrong = r#"
        read -r cases
        while read -r length && read -r row; do
            if [ "$row" = 0011 ]; then echo TIE; else printf '1\n%s\n%s\n' "$length" "$row" | "$0" answer p7387; fi
        done"#;
    let output = retrograde(&["tabulate", "cannons", "--upto", "5", "--json", "--", "sh", "-c", wrong, OURS]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report = stdout(&output);
    // The wrong row is 0011. There are 14 shorter rows, and the rows 0000, 0001 and 0010 stand before the wrong one.
    for part in ["\"row\":18", "\"agree\":17", "\"expected\":\"WIN\"", "\"found\":\"TIE\"", "cannons:0011_r"] {
        assert!(report.contains(part), "{part}: {report}");
    }
}

/// `stress` reports the first failure in the order of the seed, for any number of parallel runs.
#[test]
fn any_number_of_threads_finds_the_same() {
    let folder = Folder::new("threads");
    // The script is wrong only on a few boards, so that some runs pass before the failure.
    let script = "\"$0\" answer p9169 | sed 's/Black 8/Tie/'";
    let found = |threads| {
        let options =
            ["stress", "--game", "pawn", "--seed", "3", "--json", "-j", threads, "--out", text(&folder.0), "--"];
        let output = retrograde(&[&options[..], &["sh", "-c", script, OURS]].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        // The files are removed, because otherwise the next run would use other file names.
        for ending in ["in", "out"] {
            fs::remove_file(folder.0.join(format!("stress-3.{ending}"))).unwrap();
        }
        stdout(&output)
    };
    let alone = found("1");
    assert!(!alone.contains("\"runs\":1,"), "{alone}");
    for threads in ["2", "5", "0"] {
        assert_eq!(found(threads), alone, "{threads}");
    }
}

/// Regression: the program suggested quixo, which has no starts, and this led to a second error.
#[test]
fn what_cannot_be_tested_is_not_suggested() {
    for (name, suggested) in [("quix", None), ("pawm", Some("did you mean `pawn`?"))] {
        let refused = retrograde(&["stress", "--game", name, "--", "true"]);
        let message = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{message}");
        assert!(message.contains("there are: pawn, p9169") && !message.contains("quixo"), "{message}");
        assert_eq!(message.contains("did you mean"), suggested.is_some(), "{message}");
        assert!(suggested.is_none_or(|suggested| message.contains(suggested)), "{message}");
    }
}

/// Tests the right program for races on one board, with options and with a shell script around the program. In the
/// script, `$0` is the program and `$1` the folder.
fn stress_one(folder: &Folder, options: &[&str], script: &str) -> (String, Output) {
    let own = example("wrong").display().to_string();
    let always = ["stress", "--game", "race", "--seed", "1", "--size", "2x2", "-n", "1", "--out", text(&folder.0)];
    let output = retrograde(&[&always[..], options, &["--", "sh", "-c", script, &own, text(&folder.0)]].concat());
    (stdout(&output), output)
}

#[cfg(target_os = "linux")]
mod limits {
    use std::process::Child;

    use super::*;

    /// Other programs that keep one core busy. They end together with the test.
    struct Crowd(Vec<Child>);

    impl Crowd {
        fn new(core: &str, number: usize) -> Self {
            let busy =
                || Command::new("taskset").args(["-c", core, "sh", "-c", "while :; do :; done"]).spawn().unwrap();
            Self((0..number).map(|_| busy()).collect())
        }
    }

    impl Drop for Crowd {
        fn drop(&mut self) {
            for child in &mut self.0 {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }

    /// Returns the number of a core that this process may use.
    fn core() -> String {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let cores = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
        cores.trim().split(['-', ',']).next().unwrap().to_owned()
    }

    /// The program needs half of the limit as processor time, but three times the limit as wall time, because it shares
    /// a core with five other programs.
    #[test]
    fn a_program_that_waits_for_a_core_does_not_time_out() {
        let (folder, core) = (Folder::new("waits"), core());
        let _crowd = Crowd::new(&core, 5);
        let script = format!("exec taskset -c {core} \"$0\" race-right 200");
        let (stdout, output) = stress_one(&folder, &["--timeout", "400ms"], &script);
        assert_eq!(output.status.code(), Some(0), "{stdout}{output:?}");
    }

    #[test]
    fn a_program_that_computes_times_out() {
        let folder = Folder::new("computes");
        let (stdout, output) = stress_one(&folder, &["--timeout", "100ms"], "exec \"$0\" race-right 100000");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stdout.starts_with("timeout: more than 100ms of processor time\n"), "{stdout}");
    }

    #[test]
    fn a_program_that_sleeps_times_out() {
        let folder = Folder::new("sleeps");
        let seconds = own_sleep("6109.1");
        let (stdout, output) = stress_one(&folder, &["--timeout", "100ms"], &format!("sleep {seconds}; true"));
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stdout.starts_with("timeout: slept for more than 100ms; "), "{stdout}");
    }

    /// Each process needs at most half of the limit, but all processes together need more.
    #[test]
    fn the_time_of_children_counts() {
        let folder = Folder::new("family");
        let one_after_the_other = "for i in 1 2 3 4; do \"$0\" race-right 100 </dev/null >/dev/null 2>&1; done; true";
        // These processes have left the process group, and no parent waits for them.
        let side_by_side = "for i in 1 2 3 4; do setsid sh -c 'while :; do :; done' & done; sleep 6109";
        for script in [one_after_the_other, side_by_side] {
            let (stdout, output) = stress_one(&folder, &["--timeout", "200ms"], script);
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            assert!(stdout.starts_with("timeout: more than 200ms of processor time\n"), "{script}: {stdout}");
        }
    }

    #[test]
    fn memory_is_limited() {
        let folder = Folder::new("memory");
        // In the second script, the shell waits while the program keeps its memory, so that a sample certainly measures
        // the program.
        for (script, limit) in [("exec \"$0\" race-right 200 64", "32M"), ("\"$0\" race-right 200 64; true", "32M")] {
            let (stdout, output) = stress_one(&folder, &["--memory", limit], script);
            assert_eq!(output.status.code(), Some(1), "{script}: {output:?}");
            assert!(stdout.starts_with("memory limit: more than 33,554,432 bytes resident; "), "{stdout}");
        }
        let (stdout, output) = stress_one(&folder, &["--memory", "256M"], "exec \"$0\" race-right 30 64");
        assert_eq!(output.status.code(), Some(0), "{stdout}{output:?}");
    }

    /// The program keeps its memory while it computes, so that a sample certainly measures the memory.
    #[test]
    fn the_most_time_and_memory_are_reported() {
        let (folder, script) = (Folder::new("most"), "exec \"$0\" race-right 200 64");
        let (stdout, output) = stress_one(&folder, &["--json"], script);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let number = |name: &str, key: &str| report[name][key].as_u64().unwrap();
        assert!(number("slowest", "ms") >= 150, "{report}");
        assert!((64 << 20..256 << 20).contains(&number("largest", "bytes")), "{report}");
        for name in ["slowest", "largest"] {
            assert_eq!(report[name]["input"], "random case 1 of seed 1", "{report}");
        }
        let (_, output) = stress_one(&folder, &[], script);
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(notes.contains("note: the slowest run took "), "{notes}");
        assert!(notes.contains(" MiB of memory (random case 1 of seed 1)\n"), "{notes}");
        // The cost of a run that fails is not reported, because its failure is.
        let (stdout, output) = stress_one(&folder, &["--json"], "exit 3");
        assert!(output.status.code() == Some(1) && !stdout.contains("slowest"), "{stdout}");
    }

    #[test]
    fn the_judge_s_limits_are_known() {
        let folder = Folder::new("judge");
        // The program runs long enough for at least one sample, even on a busy machine.
        let (stdout, output) = stress_one(&folder, &["--judge"], "exec \"$0\" race-right 1000 16");
        assert!(stdout.starts_with("memory limit: more than 8,000,000 bytes resident; "), "{stdout}{output:?}");
        // An explicit limit is used instead of the judge's limit.
        let (stdout, output) = stress_one(&folder, &["--judge", "--memory", "1G"], "exec \"$0\" race-right 30 16");
        assert_eq!(output.status.code(), Some(0), "{stdout}{output:?}");
        let unknown = retrograde(&["stress", "--game", "p7387", "--judge", "--", "true"]);
        assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
        let message = String::from_utf8(unknown.stderr).unwrap();
        assert!(
            message.contains("limits of the p7387 judge are unknown") && message.contains("--timeout"),
            "{message}"
        );
    }
}

/// The program fails only in its first run, as if the machine had been busy for a moment.
#[test]
fn a_flaky_program_is_called_flaky() {
    let folder = Folder::new("flaky");
    let script = "if [ -e \"$1/ran\" ]; then exec \"$0\" race-right; fi; touch \"$1/ran\"; exit 3";
    let (stdout, output) = stress_one(&folder, &[], script);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout.starts_with("flaky: failed in 1 of 3 runs on the same input\nexit code: 3\n"), "{stdout}");
    assert!(
        !String::from_utf8_lossy(&output.stderr).contains("a small input"),
        "nothing is to be made smaller: {output:?}"
    );
    fs::remove_file(folder.0.join("ran")).unwrap();
    let (stdout, _) = stress_one(&folder, &["--json"], script);
    assert!(stdout.contains("\"flaky\":{\"failed\":1,\"runs\":3}"), "{stdout}");
    // A program that always fails must not be called flaky.
    let (stdout, _) = stress_one(&folder, &[], "exit 3");
    assert!(stdout.starts_with("exit code: 3\n"), "{stdout}");
}

#[test]
fn the_end_of_standard_error_is_stored_and_shown() {
    let folder = Folder::new("stderr");
    let script = "i=0; while [ $i -lt 9000 ]; do echo line $i >&2; i=$((i + 1)); done; exit 3";
    let (stdout, output) = stress_one(&folder, &[], script);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        stdout.contains("the end of its standard error:\n  line 8990\n") && stdout.contains("\n  line 8999\n"),
        "{stdout}"
    );
    assert!(!stdout.contains("line 8989\n"), "{stdout}");
    let stored = folder.read("stress-1.err");
    assert!(stored.len() == 64 << 10 && stored.ends_with("\nline 8999\n"), "{} bytes", stored.len());
    assert!(stdout.contains("stress-1.err (1 case)"), "{stdout}");
}

#[test]
fn files_of_an_earlier_run_are_not_overwritten() {
    let folder = Folder::new("earlier");
    for name in ["stress-1", "stress-1-2", "stress-1-3"] {
        let (stdout, output) = stress_one(&folder, &[], "exit 3");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stdout.contains(&format!("{name}.in and ")), "{stdout}");
        fs::write(folder.0.join(format!("{name}.in")), name).unwrap();
    }
    assert_eq!(folder.read("stress-1.in"), "stress-1");
}

/// If the folder is not writable, the error must come at the start, because a search may take hours.
#[test]
fn a_bad_folder_is_refused_before_the_search() {
    let folder = Folder::new("bad");
    fs::write(folder.0.join("file"), "").unwrap();
    let (bad, ran) = (folder.0.join("file/found"), folder.0.join("ran"));
    let script = "touch \"$0\"; exit 3";
    let options = ["stress", "--game", "race", "--seed", "1", "--out", text(&bad), "--", "sh", "-c", script];
    let output = retrograde(&[&options[..], &[text(&ran)]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(!ran.exists(), "the program has been run");
}

/// Tests a shell script on some boards. In the script, `$0` is our program and `$1` the folder. The script runs in the
/// folder, because it may write files there.
fn stress_files(folder: &Folder, game: &str, options: &[&str], script: &str) -> (String, String, Option<i32>) {
    let always = ["stress", "--game", game, "--seed", "1", "-n", "30", "--out", text(&folder.0)];
    let program = ["--", "sh", "-c", script, OURS, text(&folder.0)];
    let mut command = Command::new(OURS);
    command.args([&always[..], options, &program].concat()).current_dir(&folder.0).env("LC_ALL", "C");
    let output = command.output().unwrap();
    (stdout(&output), String::from_utf8(output.stderr).unwrap(), output.status.code())
}

const SMALL: [&str; 2] = ["--size", "3x3"];

#[test]
fn a_program_is_asked_by_files_in_a_fresh_folder() {
    let folder = Folder::new("files");
    let names = ["--size", "3x3", "--stdin-file", "in put", "--stdout-file", "out"];
    let script = "pwd >>\"$1/rooms\"; [ $(ls | wc -l) = 1 ] && \"$0\" answer p9169 <'in put' >out && echo debugging";
    let (stdout, stderr, code) = stress_files(&folder, "pawn", &names, script);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let rooms = folder.read("rooms");
    let mut rooms: Vec<_> = rooms.lines().collect();
    let runs = rooms.len();
    assert!(rooms.iter().all(|room| !fs::exists(room).unwrap()), "they are removed");
    rooms.sort_unstable();
    rooms.dedup();
    assert!(rooms.len() == runs && runs > 3, "{runs} runs in {} folders", rooms.len());
    // With file names given, standard input is empty and standard output is ignored.
    let (stdout, _, code) = stress_files(&folder, "pawn", &names, "\"$0\" answer p9169; cat; echo Tie");
    assert!(code == Some(1) && stdout.starts_with("too few answers: "), "{stdout}");
    // The program uses only one of the two files.
    for (name, script) in [("--stdin-file", "\"$0\" answer p4658 x"), ("--stdout-file", "\"$0\" answer p4658 >x")] {
        let (stdout, stderr, code) = stress_files(&folder, "race", &[&SMALL[..], &[name, "x"]].concat(), script);
        assert_eq!(code, Some(0), "{stdout}{stderr}");
    }
}

/// Tests a program that opens the contest's files, as `freopen("zu.in", "r", stdin)` does.
#[test]
fn the_contest_s_files_are_tried() {
    let folder = Folder::new("zu");
    let by_files = "\"$0\" answer p9169 <zu.in >zu.out";
    let (stdout, stderr, code) = stress_files(&folder, "pawn", &SMALL, by_files);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert_eq!(stderr.matches("as with --stdin-file zu.in --stdout-file zu.out").count(), 1, "{stderr}");
    let (stdout, _, _) = stress_files(&folder, "pawn", &["--size", "3x3", "--json"], by_files);
    assert!(stdout.contains("\"files\":{\"input\":\"zu.in\",\"output\":\"zu.out\"}"), "{stdout}");
    // The program waits until the input file exists, and prints its answers to standard output.
    let waits = "while [ ! -e zu.in ]; do sleep 1; done; exec \"$0\" answer p9169 zu.in";
    let (stdout, stderr, code) = stress_files(&folder, "pawn", &["--size", "3x3", "--timeout", "200ms"], waits);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stderr.contains("as with --stdin-file zu.in\n"), "{stderr}");
    // Even with files, a wrong program is detected.
    let wrong = "\"$0\" answer p9169 <zu.in | sed 's/Tie/Red 1/' >zu.out";
    let (stdout, stderr, code) = stress_files(&folder, "pawn", &[], wrong);
    assert!(
        code == Some(1) && stdout.contains("wrong answer: ") && stderr.contains("looking for a small input"),
        "{stdout}{stderr}"
    );
}

/// The report must describe the run with files, although the program has written nothing in that run.
#[test]
fn a_program_that_fails_with_the_contest_s_files_keeps_them() {
    let folder = Folder::new("zu-fails");
    let (stdout, stderr, code) = stress_files(&folder, "pawn", &SMALL, "exec <zu.in >zu.out; exit 5");
    assert!(code == Some(1) && stdout.starts_with("exit code: 5\n"), "{stdout}");
    assert!(stderr.contains("as with --stdin-file zu.in --stdout-file zu.out"), "{stderr}");
}

/// For a program that uses no files, `stress` tries the contest's files only once.
#[test]
fn a_program_that_uses_no_files_gets_none() {
    for (game, with_files) in [("pawn", 1), ("race", 0)] {
        let folder = Folder::new(&format!("mute-{game}"));
        let script = "if [ -e zu.in ]; then echo >>\"$1/files\"; else echo >>\"$1/none\"; fi";
        let (stdout, stderr, code) = stress_files(&folder, game, &["-j", "1", "--size", "3x3"], script);
        assert!(code == Some(1) && stdout.starts_with("too few answers: "), "{stdout}");
        assert!(!stderr.contains("zu.in"), "{stderr}");
        let runs = |name| fs::read_to_string(folder.0.join(name)).unwrap_or_default().lines().count();
        assert_eq!(runs("files"), with_files, "{game}");
        assert!(runs("none") >= 3, "{game}: the first, and two to confirm it");
    }
}

#[test]
fn paths_in_the_command_hold_in_every_folder() {
    let folder = Folder::new("paths");
    fs::write(folder.0.join("mine.sh"), format!("exec '{OURS}' answer p4658 <a >b")).unwrap();
    let options = ["stress", "--game", "race", "--size", "3x3", "-n", "5", "--stdin-file", "a", "--stdout-file", "b"];
    let mut command = Command::new(OURS);
    let output = command.args(options).args(["--", "sh", "mine.sh"]).current_dir(&folder.0).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn bad_names_of_files_are_refused() {
    for (names, stdout) in [
        (&["--stdin-file", "a/zu.in"][..], "without a folder"),
        (&["--stdin-file", "zu", "--stdout-file", "zu"], "different names"),
    ] {
        let output = retrograde(&[&["stress", "--game", "pawn"][..], names, &["--", "true"]].concat());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && message.contains(stdout), "{message}");
    }
}
