//! Tests endless and closed pipes as standard input and output, and inputs that claim false sizes.

use std::io::Read;
use std::process::{Command, Output, Stdio};

use crate::program::{reading, retrograde, retrograde_reading, stdout};

/// The verbs that read standard input, each with the exit code for an input that is not valid.
const READERS: [(&str, i32); 12] = [
    ("answer p9169", 2),
    ("answer p4658", 2),
    ("answer p7387", 2),
    ("answer graph", 2),
    ("validate p9169", 2),
    ("validate p4658", 2),
    ("validate p7387", 2),
    ("validate graph", 2),
    ("probe", 2),
    ("line --from p7387", 2),
    ("verify --from pos -", 2),
    ("convert --from p9169 --to ascii", 2),
];

/// A call of `check` with an arbitrary output of a contestant.
const JUDGE: &str = "check p7387 tests/recorded/inputs/answer/chess.in -";

fn words(verb: &str) -> Vec<&str> {
    verb.split(' ').collect()
}

/// Writes a gigabyte of one byte to the program. The program should read only a little of it.
fn feed_a_gigabyte(verb: &str, byte: u8) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .env("LC_ALL", "C")
        .args(words(verb))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || std::io::copy(&mut std::io::repeat(byte).take(1 << 30), &mut stdin));
    let output = child.wait_with_output().unwrap();
    assert!(feeder.join().unwrap().is_err(), "{verb} read the whole gigabyte");
    output
}

#[test]
fn a_gigabyte_of_zeros_is_refused_at_once() {
    for (verb, code) in READERS {
        for byte in [0, b'0'] {
            let output = feed_a_gigabyte(verb, byte);
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(code), "{verb}, byte {byte}: {stderr}");
            assert!(stderr.starts_with("error: standard input: line 1, column 1: "), "{verb}, byte {byte}: {stderr}");
        }
    }
}

#[test]
fn a_gigabyte_of_zeros_is_judged_at_once() {
    for byte in [0, b'0'] {
        let output = feed_a_gigabyte(JUDGE, byte);
        let verdict = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(2), "byte {byte}: {verdict}");
        assert!(verdict.starts_with("presentation error: case 1: "), "byte {byte}: {verdict}");
        assert!(verdict.len() < 1000, "byte {byte}: {verdict}");
    }
}

/// Runs the program with too little memory for the billion items that its input claims to have.
fn in_a_gigabyte(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_retrograde"), "-j", "1"]);
    reading(command.args(arguments).env("LC_ALL", "C"), input)
}

#[test]
fn a_size_is_not_believed_before_the_body_is_read() {
    let billion = "1000000000";
    let cases = [
        ("p9169", format!("0 1\n{billion} {billion}\n...\n")),
        ("p9169", format!("0 {billion}\n2 2\n")),
        ("p4658", format!("1\n{billion}\nA.\n.B\n")),
        ("p4658", format!("{billion}\n2\nA.\n.B\n")),
        ("p7387", format!("1\n{billion}\n101\n")),
        ("p7387", format!("{billion}\n3\n101\n")),
    ];
    for (format, input) in cases {
        for verb in ["answer", "validate"] {
            let output = in_a_gigabyte(&[verb, format], input.as_bytes());
            assert_eq!(output.status.code(), Some(2), "{verb} {format} {input:?}: {output:?}");
        }
    }
}

/// The output is closed early, as in `retrograde ... | head -1`.
#[test]
fn a_closed_output_is_no_failure() {
    let nodes: Vec<_> = (2..200_000).map(|node| format!("{node} b - 1")).collect();
    let folder = std::env::temp_dir().join(format!("retrograde-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("large.txt");
    std::fs::write(&file, format!("1 a =\n{}\n", nodes.join("\n"))).unwrap();
    let file = file.to_str().unwrap();
    let verbs: [&[&str]; 5] = [
        &["answer", "graph", file],
        &["gen", "pawn", "--seed", "1", "-n", "20000", "-q"],
        &["games", "--json"],
        &["--help"],
        &["completions", "bash"],
    ];
    for verb in verbs {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .env("LC_ALL", "C")
            .args(verb)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{verb:?}: {stderr}");
        assert!(stderr.is_empty() || stderr == "seed 1\n", "{verb:?}: {stderr}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_and_outputs_come_through_pipes() {
    let tokens = "cannons:01100_r\n\ncannons:101_r\r\n";
    for arguments in [&["probe", "--json"][..], &["probe", "--json", "-"], &["probe", "--json", "--from", "pos", "-"]] {
        let output = retrograde_reading(arguments, tokens.as_bytes());
        assert_eq!(stdout(&output).lines().count(), 2, "{arguments:?}: {output:?}");
    }
    let check = ["check", "p7387", "tests/recorded/inputs/answer/chess.in", "-"];
    assert_eq!(retrograde_reading(&check, b"WIN\nTIE\nWIN\nLOSE\n").status.code(), Some(0));
    assert_eq!(retrograde_reading(&check, b"WIN\nTIE\nWIN\nWIN\n").status.code(), Some(1));
}

/// The standard input may be empty or absent; both are errors.
#[test]
fn nothing_is_an_error() {
    assert_eq!(retrograde(&["answer", "p9169"]).status.code(), Some(2));
    assert_eq!(retrograde(&["probe"]).status.code(), Some(2));
}
