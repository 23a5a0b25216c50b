//! `FILE#NODE`: a graph's file is an instance, and no answer repeats its whole text.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Output, Stdio};

use common::stdout;
use tempfile::TempDir;

/// 1 and 2 may go round; at 3 nobody wins, at 4 B has won.
const LIST: &str = "n1 a - n2 n3\nn2 b - n1 n4\nn3 b =\nn4 a b\n";
/// The same, as a token without its node.
const TOKEN: &str = "graph:n1.a.o.n2.n3/n2.b.o.n1.n4/n3.b.t/n4.a.b";

/// A folder with the list in `g.txt`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.txt"), LIST).unwrap();
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

fn error(output: &Output) -> String {
    assert_eq!((output.status.code(), stdout(output)), (Some(2), String::new()), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The answer, with what names the instance in the form of the token's answer.
fn as_of_the_token(text: &str) -> String {
    let table = |text: &str| {
        let mut parts = text.split("graph-");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |told, part| told + "graph-HASH" + &part[8..])
    };
    let mut text = table(text);
    for node in ["n1", "n2", "n3", "n4"] {
        text = text.replace(&format!("{TOKEN}_{node}"), &format!("g.txt#{node}"));
    }
    text
}

#[test]
fn every_verb_answers_for_a_node_of_a_file_as_for_its_token() {
    let folder = folder();
    for verb in ["probe", "line", "why", "trace", "stats", "verify"] {
        for options in [&[][..], &["--json"], &["--domain", "reachable"]] {
            for node in ["n1", "n2", "n3"] {
                let answer = |position: &str| {
                    let output = run(&folder, &[&[verb, position][..], options].concat());
                    assert!(output.status.success(), "{verb} {position}: {output:?}");
                    as_of_the_token(&stdout(&output))
                };
                let (by_file, by_token) = (answer(&format!("g.txt#{node}")), answer(&format!("{TOKEN}_{node}")));
                assert_eq!(by_file, by_token, "{verb} {options:?} {node}");
                assert!(!by_file.contains("graph:"), "{by_file}");
            }
        }
    }
    let played = stdout(&run(&folder, &["play", "g.txt#n1", "--you", "none", "--seed", "1"]));
    assert!(played.contains("A plays n3"), "{played}");
}

#[test]
fn whole_boards_need_no_node() {
    let folder = folder();
    for (arguments, expected) in [
        (&["stats", "g.txt"][..], "4 positions in 4 slots"),
        (&["verify", "g.txt"], "is right: 4 positions"),
        (&["stats", "--from", "graph", "g.txt"], "g.txt#"),
        (&["probe", "--from", "graph", "g.txt"], "g.txt#n1\n"),
    ] {
        let output = run(&folder, arguments);
        let told = stdout(&output);
        assert!(
            output.status.success() && told.contains(expected) && !told.contains("graph:"),
            "{arguments:?}: {output:?}"
        );
    }
}

/// What a file holds is part of a table's name, as its own name is.
#[test]
fn tables_of_files_are_told_apart() {
    let folder = folder();
    let table = |file: &str| {
        let told = stdout(&run(&folder, &["stats", "--json", file]));
        told.split("\"table\":\"").nth(1).unwrap()[..14].to_owned()
    };
    let before = table("g.txt");
    assert_eq!(table("g.txt"), before);
    fs::copy(folder.path().join("g.txt"), folder.path().join("h.txt")).unwrap();
    assert_ne!(table("h.txt"), before);
    fs::write(folder.path().join("g.txt"), LIST.replace("n3 b =", "n3 b a")).unwrap();
    assert_ne!(table("g.txt"), before);
}

#[test]
fn answers_do_not_grow_with_the_file() {
    let folder = folder();
    let list = (1..=20_000).fold(String::new(), |mut list, n| {
        writeln!(list, "n{n} {} - n{} n{}", ["a", "b"][n % 2], n % 20_000 + 1, n / 2 + 1).unwrap();
        list
    });
    fs::write(folder.path().join("large.txt"), list).unwrap();
    for arguments in [
        &["stats", "large.txt"][..],
        &["probe", "--json", "large.txt#n7"],
        &["line", "large.txt#n7", "--max", "9", "--json"],
    ] {
        let output = run(&folder, arguments);
        assert!(output.status.success() && output.stdout.len() < 4000, "{arguments:?}: {} bytes", output.stdout.len());
    }
}

#[test]
fn what_is_no_node_of_a_file_is_told_in_a_sentence() {
    let folder = folder();
    fs::write(folder.path().join("bad.txt"), "n1 a - n2\n").unwrap();
    for (position, english, chinese) in [
        ("none.txt#n1", "cannot read none.txt", "无法读取 none.txt"),
        ("g.txt#n9", "g.txt has no node `n9`", "g.txt 中没有名为 `n9` 的结点"),
        ("g.txt", "a node of an edge list is g.txt#NODE", "g.txt#NODE"),
        ("bad.txt#n1", "bad.txt: line 1, column 8: node n1 leads to n2, which is not given", "n2"),
        // A game before a colon makes a token, whatever files there are.
        ("pawn:g.txt#n1", "unexpected `g` in row 1", "第 1 行"),
        ("pawns:3H#", "no game is called `pawns`", "没有叫 `pawns` 的游戏"),
    ] {
        let told = error(&run(&folder, &["probe", position]));
        assert!(told.contains(english), "{position}: {told}");
        let told = error(&run(&folder, &["--lang", "zh", "probe", position]));
        assert!(told.contains(chinese), "{position}: {told}");
    }
    let served = error(&run(&folder, &["serve", "--no-open", "g.txt#n1"]));
    assert!(served.contains("a token is needed here, and FILE#NODE is none"), "{served}");
}
