//! Tests that text from other sources can neither control nor flood the user's terminal.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::program::{retrograde, retrograde_reading, text};

/// A text with control characters. On a terminal, it sets the title, clears the screen with 7-bit and 8-bit escapes,
/// hides text, and reverses the direction of text.
const HOSTILE: &str = "\x1b]0;owned\x07\x1b[2J\x1b[8m\u{9b}2J\x7f\r\x08\u{202e}\u{2066}x";

/// The escape sequences of the program's own styles, with `--color always`.
const OURS: [&str; 5] = ["\x1b[0m", "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m"];

/// Creates a folder whose name contains control characters.
fn folder() -> PathBuf {
    let path = std::env::temp_dir().join(format!("retrograde-terminal-{}-{}", std::process::id(), HOSTILE));
    fs::create_dir_all(&path).unwrap();
    path
}

fn assert_is_tame(what: &str, output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        let shown =
            OURS.iter().fold(std::str::from_utf8(bytes).unwrap().to_owned(), |text, style| text.replace(style, ""));
        let steers = |letter: char| letter != '\n' && letter.is_control() || "\u{202e}\u{2066}".contains(letter);
        assert!(!shown.contains(steers), "{what}: {shown:?}");
    }
}

#[test]
fn escapes_in_input_do_not_reach_the_terminal() {
    let folder = folder();
    let file = |name: &str, content: &str| {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let tokens = file("tokens", &format!("pawn:H1H/O1O/1X1_{HOSTILE}\n"));
    let (missing, wrong) = (folder.join("missing"), file("wrong", &format!("Black 0\n{HOSTILE}\n")));
    let (bad, right) = (file("bad", &format!("0 1\n2 {HOSTILE}\n")), file("right", "0 1\n3 1\nO\nO\nX\n"));
    let no_text = folder.join("no-text");
    fs::write(&no_text, [b"Red \xff\x1b[2J\n", HOSTILE.as_bytes()].concat()).unwrap();
    let token = format!("pawn:H1H/O1O/1X1_r_{HOSTILE}");
    let [game, field] = [format!("{HOSTILE}:1"), format!("cannons:0{HOSTILE}1_r")];
    let size = format!("4{HOSTILE}");
    let program = format!("printf '%s\\n' 'Red 1 {HOSTILE}'; printf '%s\\n' '{HOSTILE}' >&2");
    let asked: [&[&str]; 17] = [
        &["probe", &token],
        &["probe", &game],
        &["probe", &field],
        &["probe", HOSTILE],
        &["probe", "--from", "pos", text(&tokens)],
        &["probe", "--from", HOSTILE, "x"],
        &["why", "pawn:H1H/O1O/1X1_r", "--certificate", text(&folder)],
        &["answer", "p9169", text(&missing)],
        &["answer", "p9169", text(&bad)],
        &["check", "p9169", text(&right), text(&wrong)],
        &["check", "p9169", text(&right), text(&no_text)],
        &["check", HOSTILE, text(&right), text(&wrong)],
        &[HOSTILE],
        &["probe", "--mem", &size, "x"],
        &["probe", &format!("--{HOSTILE}")],
        &["stress", "--game", "pawn", "-n", "3", "--out", text(&folder), "--", &missing.display().to_string()],
        &["stress", "--game", "pawn", "-n", "3", "--seed", "1", "--out", text(&folder), "--", "sh", "-c", &program],
    ];
    for arguments in asked {
        for how in [&["--color", "always"][..], &["--json"], &["--lang", "zh", "--color", "always"], &["-v"]] {
            let (verb, rest) = arguments.split_at(1);
            let output = retrograde(&[verb, how, rest].concat());
            assert!(!output.status.success(), "{arguments:?}: {output:?}");
            assert_is_tame(&format!("{how:?} {arguments:?}"), &output);
        }
    }
    let saved = text(&folder).to_owned() + "/proof.jsonl";
    let output = retrograde(&["why", "pawn:H1H/O1O/1X1_r", "--certificate", &saved]);
    assert!(output.status.success(), "{output:?}");
    assert_is_tame("a note", &output);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_long_token_is_not_printed() {
    const LENGTH: usize = 1_000_000;
    let long = "x".repeat(LENGTH);
    for token in [format!("pawn:{long}_r"), format!("pawn:H1H/O1O/1X1_{long}"), format!("{long}:1_r"), long] {
        for how in [&[][..], &["--json"], &["--lang", "zh"]] {
            let output = retrograde_reading(&[&["probe"], how].concat(), token.as_bytes());
            assert_eq!(output.status.code(), Some(2), "{how:?}");
            let printed = output.stdout.len() + output.stderr.len();
            assert!(printed < 10_000, "{how:?} {}: {printed} bytes", &token[..20]);
        }
    }
    let argument = "y\n".repeat(60_000);
    for arguments in [&["probe", &argument][..], &["probe", "--mem", &argument, "x"], &[&argument]] {
        let output = retrograde(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.len() < 10_000, "{} bytes", output.stderr.len());
    }
}
