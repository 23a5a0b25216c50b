//! Tests the kinds of arguments, which are tokens, files in any format, parts of files, and games.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::{retrograde_reading, stdout};

/// Three boards in the format of the pawn's contest.
const BOARDS: &str = "0 3\n3 3\n.O.\n.#.\nOX.\n2 2\nOO\n.X\n2 2\nO.\nXO\n";
const TOKENS: [&str; 3] = ["pawn:1O1/1H1/OX1_r", "pawn:OO/1X_r", "pawn:O1/XO_r"];

/// Creates a folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

fn answer(folder: &TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    stdout(&output)
}

fn error(folder: &TempDir, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn issue_27_a_file_is_not_taken_for_a_game() {
    let folder = folder(&[("zu.in", BOARDS)]);
    for verb in ["probe", "line", "stats"] {
        let printed = answer(&folder, &[verb, "zu.in"]);
        let expected = if verb == "stats" { &["pawn-"; 3] } else { &TOKENS };
        assert!(expected.iter().all(|token| printed.contains(token)), "{verb}: {printed}");
        assert_eq!(printed, answer(&folder, &[verb, "./zu.in"]), "{verb}");
        assert_eq!(printed, answer(&folder, &[verb, "--from", "p9169", "zu.in"]), "{verb}");
    }
    fs::remove_file(folder.path().join("zu.in")).unwrap();
    for verb in ["probe", "line", "stats", "trace", "play"] {
        let printed = error(&folder, &[verb, "zu.in"]);
        assert!(printed.contains("there is no file zu.in"), "{verb}: {printed}");
    }
}

#[test]
fn the_form_of_a_file_is_what_it_holds() {
    let lines = TOKENS.join("\n") + "\n";
    let folder = folder(&[("boards", BOARDS), ("tokens", &lines), ("pawn", &format!("# three\n{lines}"))]);
    let json = answer(&folder, &["convert", "--json", "boards"]);
    fs::write(folder.path().join("json"), &json).unwrap();
    for file in ["boards", "tokens", "json", "pawn"] {
        assert_eq!(answer(&folder, &["convert", file]), lines, "{file}");
        assert_eq!(answer(&folder, &["convert", "--to", "p9169", file]), BOARDS, "{file}");
        let values = answer(&folder, &["probe", "--value", file]);
        assert_eq!(values, answer(&folder, &[&["probe", "--value"], &TOKENS[..]].concat()), "{file}");
    }
    // A file with a board, but without the first lines of the contest's format.
    fs::write(folder.path().join("board"), ".O.\n.#.\nOX.\n").unwrap();
    assert_eq!(answer(&folder, &["convert", "board"]), "pawn:1O1/1H1/OX1_r\n");
    fs::write(folder.path().join("board"), ".O.\n.#.\nOXX\n").unwrap();
    assert!(
        error(&folder, &["probe", "board"]).contains("board: case 1, line 3"),
        "{}",
        error(&folder, &["probe", "board"])
    );
    assert_eq!(answer(&folder, &["convert", "pawn:1O1/1H1/OX1_r"]), "pawn:1O1/1H1/OX1_r\n");
}

#[test]
fn the_form_of_standard_input_is_what_it_holds() {
    let folder = folder(&[("boards", BOARDS)]);
    let lines = TOKENS.join("\n") + "\n";
    let json = answer(&folder, &["convert", "--json", "boards"]);
    let values = answer(&folder, &["probe", "--value", "boards"]);
    for input in [BOARDS, &lines, &json, &format!("\n# three\n{lines}")] {
        for arguments in [&["convert"][..], &["convert", "-"]] {
            let output = retrograde_reading(arguments, input.as_bytes());
            assert!(output.status.success(), "{arguments:?} {input}: {output:?}");
            assert_eq!(stdout(&output), lines, "{arguments:?}: {input}");
        }
        assert_eq!(stdout(&retrograde_reading(&["probe", "--value", "-"], input.as_bytes())), values, "{input}");
    }
    // A board without the first lines of the contest's format, a graph, and a wrong line before a token.
    let board = retrograde_reading(&["convert"], b".O.\n.#.\nOX.\n");
    assert_eq!(stdout(&board), format!("{}\n", TOKENS[0]), "{board:?}");
    let graph = retrograde_reading(&["probe", "--value"], b"1 a - 2 3\n2 b - 1 4\n3 b =\n4 a b\n");
    assert!(graph.status.success(), "{graph:?}");
    let wrong = retrograde_reading(&["probe", "--value"], format!("?\n{lines}").as_bytes());
    assert_eq!(stdout(&wrong), values);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("standard input: line 1"), "{wrong:?}");
}

/// The program writes the answers so far before it prints the error of the second line, while the input is still open.
#[test]
fn tokens_of_standard_input_are_answered_before_the_input_ends() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(["probe", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    write!(stdin, "{}\npawn:\n", TOKENS[0]).unwrap();
    let answer = BufReader::new(stdout).lines().next().unwrap().unwrap();
    assert!(answer.contains(TOKENS[0]), "{answer}");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_percentage_has_no_sign() {
    let folder = folder(&[]);
    for percentage in ["30%", "12.5", "a"] {
        let printed = error(&folder, &["gen", "pawn", "--walls", percentage]);
        assert!(printed.contains("expected a whole number without `%`, such as 30"), "{percentage}: {printed}");
    }
    let printed = error(&folder, &["gen", "pawn", "--walls", "101"]);
    assert!(printed.contains("101 is not in 0..=100"), "{printed}");
}

#[test]
fn a_position_of_a_file_is_named_by_its_number() {
    let folder = folder(&[("boards", BOARDS), ("tokens", &TOKENS.join("\n")), ("one", "0 1\n2 2\nO.\nXO\n")]);
    for (number, token) in (1..).zip(TOKENS) {
        for file in ["boards", "tokens"] {
            let part = format!("{file}#{number}");
            assert_eq!(answer(&folder, &["probe", &part]), answer(&folder, &["probe", token]), "{part}");
            assert_eq!(answer(&folder, &["trace", &part]), answer(&folder, &["trace", token]), "{part}");
        }
    }
    assert_eq!(answer(&folder, &["trace", "one"]), answer(&folder, &["trace", TOKENS[2]]));
    for asked in [&["stats", "--svg", "-", "boards"][..], &["trace", "boards"], &["play", "boards"]] {
        assert!(error(&folder, asked).contains("such as boards#3"), "{asked:?}: {}", error(&folder, asked));
    }
    for (part, printed) in [
        ("boards#4", "only 3 positions"),
        ("boards#0", "is not the number"),
        ("boards#x", "is not the number"),
        ("none#1", "cannot read none"),
    ] {
        assert!(error(&folder, &["probe", part]).contains(printed), "{part}: {}", error(&folder, &["probe", part]));
    }
}

#[test]
fn a_file_without_positions_is_refused() {
    let game = "id = \"mine\"\ntitle = \"Mine\"\n";
    let folder = folder(&[("text", "to be or not to be\n"), ("nothing", ""), ("game.txt", game), ("t.rgt", "RGT")]);
    for (file, wrong, hint) in [
        ("text", "is in no known position format", "p9169"),
        ("nothing", "nothing is empty", ""),
        ("game.txt", "is in no known position format", "must end in .game"),
        ("t.rgt", "is in no known position format", "`retrograde verify --table t.rgt` checks it"),
    ] {
        for verb in ["probe", "solve", "stats", "trace", "convert"] {
            let printed = error(&folder, &[verb, file]);
            assert!(printed.contains(wrong) && printed.contains(hint), "{verb} {file}: {printed}");
        }
    }
}
