//! Tests verbs with too little address space (`ulimit -v`). Without enough memory, a verb must print an error and exit
//! with 3, and must not abort.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The number of steps of address space, from 30 to 400 MB.
const STEPS: usize = 17;
const LEAST: usize = 30;
const MOST: usize = 400;

/// Creates inputs that need from a few to a hundred megabytes.
fn inputs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let (mut graph, mut answers) = (String::new(), String::new());
    for node in 0..120_000 {
        match node % 3 {
            0 => writeln!(graph, "n{node} a b").unwrap(),
            _ => writeln!(graph, "n{node} b - n{}", node / 3 * 3).unwrap(),
        }
        writeln!(answers, "n{node} loss 0").unwrap();
    }
    write("graph", &graph);
    write("graph.out", &answers);
    write("large", &p4658(2500));
    write("board", &p4658(900));
    folder
}

/// Returns a board of `side` times `side` squares without walls, as a file of the judge.
fn p4658(side: usize) -> String {
    let row = |row: usize| match row {
        0 => format!("A{}", ".".repeat(side - 1)),
        _ if row == side - 1 => format!("{}B", ".".repeat(side - 1)),
        _ => ".".repeat(side),
    };
    let rows: Vec<String> = (0..side).map(row).collect();
    format!("1\n{side}\n{}\n", rows.join("\n"))
}

/// Returns the token of a board of `side` times `side` squares without walls.
fn race(side: usize) -> String {
    format!("race:A{}/{}{}B_a", side - 1, format!("{side}/").repeat(side - 2), side - 1)
}

/// Returns runs of eight verbs. With each run, `true` means that the run succeeds if there is enough memory.
fn runs() -> Vec<(Vec<String>, bool)> {
    let run = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let of_race = |verb: &str, side: usize| vec![verb.to_owned(), race(side)];
    vec![
        (run("answer p4658 large"), true),
        (run("answer graph graph"), true),
        (run("probe graph#n4"), true),
        (of_race("probe", 24), true),
        (of_race("solve", 24), true),
        // The table of this board does not fit the memory at any step.
        (of_race("solve", 140), false),
        (run("stats graph"), true),
        (of_race("verify", 20), true),
        (run("convert --from p4658 board"), true),
        (run("convert graph --to json"), true),
        (run("check graph graph graph.out"), false),
        (run("gen race --size 300x300 -n 3 --seed 1"), true),
    ]
}

/// Runs the program with this address space, in megabytes.
fn limited(megabytes: usize, arguments: &[String], folder: &Path) -> Output {
    let limit = format!("ulimit -v {} && exec \"$@\"", megabytes * 1024);
    Command::new("sh")
        .args(["-c", &limit, "sh", env!("CARGO_BIN_EXE_retrograde"), "--progress", "none", "-j", "2"])
        .args(arguments)
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .env("LC_ALL", "C")
        .output()
        .unwrap()
}

/// Runs the program with some of the steps of address space. The program may abort only at the first step at which it
/// starts.
fn walk(steps: &[usize]) {
    let folder = inputs();
    let mut refused = 0;
    for (arguments, succeeds) in runs() {
        let (mut has_started, mut last) = (false, None);
        for &step in steps {
            let megabytes = LEAST + step * (MOST - LEAST) / (STEPS - 1);
            let output = limited(megabytes, &arguments, folder.path());
            let (code, printed) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
            let printed = printed.get(..printed.floor_char_boundary(300)).unwrap_or_default();
            let what = format!("{:.60}, {megabytes} MB: {:?}, {printed}", arguments.join(" "), output.status);
            let may_abort = !has_started;
            // Exit code 127 means that the program's libraries do not fit the address space.
            has_started |= code != Some(127);
            match code {
                Some(0) => {}
                Some(2 | 3) => {
                    assert!(printed.contains("error: "), "{what}");
                    refused += 1;
                }
                Some(1) if arguments[0] == "check" => {}
                _ => assert!(may_abort, "{what}"),
            }
            last = code;
        }
        assert_eq!(last == Some(0), succeeds, "{:.60}: {last:?}", arguments.join(" "));
    }
    println!("{refused} runs are refused");
    assert!(refused > 0);
}

#[test]
fn issue_27_no_verb_aborts_where_memory_is_short() {
    walk(&[0, 1, 2, 16]);
}

#[test]
#[ignore = "slow: the same at all steps"]
fn issue_27_no_verb_aborts_at_any_step() {
    walk(&(0..STEPS).collect::<Vec<_>>());
}
