//! Tests that `why --certificate` writes a proof, and that `verify --certificate` checks it, for any game of the
//! program.

use std::fs;
use std::process::{Command, Output};

use crate::program::{example, reading, retrograde, retrograde_reading, stdout, text};

fn certificate(output: &Output) -> Vec<u8> {
    assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
    output.stdout.clone()
}

/// Returns the exit code of `verify`, and the number of the wrong line.
fn refusal(output: &Output) -> (Option<i32>, Option<u64>) {
    let printed = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat();
    let line = printed.split("line ").nth(1).and_then(|rest| rest.split(':').next()?.parse().ok());
    (output.status.code(), line)
}

#[test]
fn issue_27_the_certificate_of_an_authors_game_is_checked() {
    let broken = |arguments: &[&str]| {
        let mut command = Command::new(example("broken"));
        command.args(arguments).env("FAULT", "alone").env("LC_ALL", "C");
        command
    };
    let proof = certificate(&broken(&["why", "byrules:9.7_a", "--certificate", "-"]).output().unwrap());
    let checked = reading(&mut broken(&["verify", "--certificate", "-"]), &proof);
    assert!(stdout(&checked).contains("standard input is right: ") && checked.status.success(), "{checked:?}");
    let forged = String::from_utf8(proof.clone()).unwrap().replacen("\"depth\":", "\"depth\":1", 1);
    assert_eq!(
        refusal(&reading(&mut broken(&["verify", "--certificate", "-"]), forged.as_bytes())),
        (Some(1), Some(1))
    );
    // A program without the game cannot check the proof.
    let elsewhere = retrograde_reading(&["verify", "--certificate", "-"], &proof);
    assert_eq!(refusal(&elsewhere), (Some(2), Some(1)), "{elsewhere:?}");
}

#[test]
fn issue_27_nodes_of_files_are_checked_by_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, proof) = (folder.path().join("graph.txt"), folder.path().join("proof.jsonl"));
    fs::write(&graph, "1 a - 2 3\n2 b a\n3 b - 1\n").unwrap();
    let node = format!("{}#1", text(&graph));
    let written = certificate(&retrograde(&["why", &node, "--certificate", "-"]));
    fs::write(&proof, &written).unwrap();
    let verify = || retrograde(&["verify", "--certificate", text(&proof)]);
    assert!(stdout(&verify()).contains("is right: A wins in 1 ply"), "{:?}", verify());
    // The graph file has changed since the certificate was written.
    fs::write(&graph, "1 a - 3\n2 b a\n3 b - 1\n").unwrap();
    assert_eq!(refusal(&verify()), (Some(1), Some(2)), "{:?}", verify());
    fs::write(&graph, "4 a b\n").unwrap();
    assert_eq!(refusal(&verify()), (Some(2), Some(2)), "{:?}", verify());
    fs::remove_file(&graph).unwrap();
    assert_eq!(refusal(&verify()), (Some(2), Some(2)), "{:?}", verify());
    // A certificate may name an endless file. The program must not read this file.
    let endless = String::from_utf8(written).unwrap().replace(&node, "/dev/zero#1");
    let refused = retrograde_reading(&["verify", "--certificate", "-"], endless.as_bytes());
    assert_eq!(refusal(&refused), (Some(2), Some(2)), "{refused:?}");
}

#[test]
fn issue_27_a_certificate_is_checked_alone() {
    for others in [&["pawn:H1H/O1O/1X1_r"][..], &["--table", "x"], &["--from", "pos"], &["--hosts", "x"]] {
        let refused = retrograde(&[&["verify", "--certificate", "x"], others].concat());
        assert_eq!(refused.status.code(), Some(2), "{others:?}: {refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("cannot be used with"), "{refused:?}");
    }
}
