//! Tests that the verbs print no English text for people with `--lang zh`.
#![cfg(unix)]

use crate::program::{retrograde_reading, stdout};

/// Words that are the same in every language. They are names of games, and parts of contest files and commands. The
/// names of rules have dashes, so they need no entry.
const NAMES: [&str; 10] = ["captured", "pawn", "race", "cannons", "retrograde", "probe", "help", "moves", "max", "Tie"];

/// Returns the words of a text that look like English. Tokens and names of squares contain digits or colons and are
/// left out.
fn english(text: &str) -> Vec<&str> {
    let plain = text.split_whitespace().filter(|field| !field.contains(|c: char| c == ':' || c.is_ascii_digit()));
    let words = plain.flat_map(|field| field.split(|c: char| !c.is_ascii_alphabetic() && c != '-'));
    let words = words.filter(|word| word.len() > 2 && !word.contains('-'));
    words.filter(|word| !NAMES.contains(word)).collect()
}

#[test]
fn verbs_leave_no_english_on_standard_output() {
    let small = "pawn:2O/XO1_r";
    let wide = "race:A19/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/19B_a";
    let wrong = "cat >/dev/null; echo Oops >&2; echo Tie; exit 3";
    let lines = "help\nvalue\nhint\nmoves\nline\nboard\nundo\nz9z\nc1c2\nundo\nc1c2\n";
    let mut seen = 0;
    for (command, input) in [
        (&["probe", small, "--moves", "--line", "9"][..], ""),
        (&["probe", wide, "--method", "shortcut"], ""),
        (&["line", small], ""),
        (&["line", wide, "--method", "shortcut", "--max", "8"], ""),
        (&["line", "pawn:5/5/2O2/H2H1/OH1X1_r"], ""),
        (&["why", small], ""),
        (&["why", wide, "--method", "shortcut"], ""),
        (&["why", "pawn:5/5/2O2/H2H1/OH1X1_r"], ""),
        (&["stats", small], ""),
        (&["verify", small], ""),
        (&["gen", "pawn", "--seed", "1", "--to", "ascii"], ""),
        (
            &[
                "gen", "pawn", "--seed", "1", "--winner", "red", "--steps", "20", "--size", "4x4", "--to", "ascii",
                "-j1",
            ],
            "",
        ),
        (&["play", small, "--seed", "1"], lines),
        (&["play", small, "--seed", "1"], "resign\n"),
        (&["play", small, "--seed", "1"], "b2a2\n"),
        (&["play", "pawn:5/5/2O2/H2H1/OH1X1_r", "--seed", "1", "--you", "none"], ""),
        (&["play", "cannons:01100_r", "--seed", "1", "--you", "none"], ""),
        (
            &["stress", "--game", "pawn", "--seed", "1", "--out", env!("CARGO_TARGET_TMPDIR"), "--", "sh", "-c", wrong],
            "",
        ),
        (
            &[
                "stress",
                "--game",
                "pawn",
                "--seed",
                "1",
                "-n",
                "9",
                "--",
                env!("CARGO_BIN_EXE_retrograde"),
                "answer",
                "p9169",
            ],
            "",
        ),
        (&["laws", "race"], ""),
        (&["laws", "cannons", "-n", "50"], ""),
        (&["tabulate", "cannons", "--upto", "4"], ""),
        (&["tabulate", "cannons", "--upto", "3", "--", "sh", "-c", wrong], ""),
        (&["tabulate", "cannons", "--upto", "3", "--", env!("CARGO_BIN_EXE_retrograde"), "answer", "p7387"], ""),
        (&["validate", "p7387"], "1\n2\n01\n"),
        (&["convert", "--from", "p7387", "--to", "ascii"], "1\n2\n01\n"),
    ] {
        let output = retrograde_reading(&[&["--lang", "zh"], command].concat(), input.as_bytes());
        let text = stdout(&output);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command:?}: {output:?}");
        // The output of the program under test and the commands of `play` are not translated, so these lines are
        // removed.
        let kept = text.lines().filter(|line| {
            !line.starts_with("retrograde probe ")
                && !line.contains("Oops")
                && !line.contains(env!("CARGO_TARGET_TMPDIR"))
        });
        let kept: Vec<&str> = kept.filter(|line| !(command[0] == "play" && line.is_ascii())).collect();
        let commands = ["hint", "value", "line", "board", "undo", "resign", "quit"];
        let ours = kept.join("\n");
        let left: Vec<_> =
            english(&ours).into_iter().filter(|word| !(command[0] == "play" && commands.contains(word))).collect();
        assert!(left.is_empty(), "{command:?}: {left:?} in\n{text}");
        seen += text.chars().filter(|c| !c.is_ascii()).count();
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn standard_input_has_a_chinese_name() {
    let output = retrograde_reading(&["--lang", "zh", "answer", "p9169"], b"");
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.starts_with("错误：标准输入："), "{printed}");
}
