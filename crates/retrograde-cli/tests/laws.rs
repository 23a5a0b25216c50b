//! Games that break a law, by rules, with a numbering, with un-moves: each is named by `laws`.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod common;

use std::path::PathBuf;
use std::process::{Command, Output};

use common::stdout;
use serde_json::Value;

/// Ways into the solver, by the ids of the games in `broken/program.rs`.
const BY_RULES: &str = "byrules";
const BY_NUMBERS: &str = "bynumbers";
const BY_UNMOVES: &str = "byunmoves";

/// Every way has rules.
const ALL: &[&str] = &[BY_RULES, BY_NUMBERS, BY_UNMOVES];
const NUMBERED: &[&str] = &[BY_NUMBERS, BY_UNMOVES];

/// A fault, the games that can have it, and the law it breaks.
const FAULTS: [(&str, &[&str], &str); 22] = [
    ("unread", ALL, "the game's examples can be read"),
    ("identity", ALL, "instances that differ have different identities"),
    ("equality", ALL, "equal positions have the same turn, ending, moves and token"),
    ("memory", ALL, "equal positions have the same turn, ending, moves and token"),
    ("order", ALL, "positions compare as equal if they are equal, and only then"),
    ("circle", ALL, "positions have one order, from whichever end it is looked at"),
    ("hash", ALL, "equal positions have the same hash"),
    ("late", ALL, "a finished position has no moves"),
    ("stuck", ALL, "a position that is not over has a move"),
    ("alike", ALL, "the moves of one position print differently"),
    ("change", ALL, "the same position always has the same turn, ending and moves"),
    ("tie", ALL, "a game without ties does not end level"),
    ("panic", ALL, "the game's code does not panic"),
    ("turnless", ALL, "parsing a printed position gives it back"),
    ("unsafe", ALL, "tokens use only A-Z a-z 0-9 : / _ ."),
    ("shared", NUMBERED, "the children of a numbered position are numbered"),
    ("lost", NUMBERED, "the children of a numbered position are numbered"),
    ("more", NUMBERED, "open moves are the distinct children"),
    ("missing", &[BY_UNMOVES], "every move has its un-move"),
    ("extra", &[BY_UNMOVES], "an un-move leads to a position that has the move"),
    ("twice", &[BY_UNMOVES], "un-moves are distinct"),
    ("turn", &[BY_UNMOVES], "predecessors are the un-moves, with their turns"),
];

/// The command line with the games that have this fault.
fn broken(fault: &str, arguments: &[&str]) -> Output {
    // Cargo builds the examples with the tests, unless it is told to build only some tests.
    let mut path = PathBuf::from(env!("CARGO_BIN_EXE_retrograde"));
    path.pop();
    let program = path.join("examples").join(format!("broken{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "{} is not built: run `cargo test -p retrograde-cli`", program.display());
    let mut command = Command::new(program);
    command.args(arguments).env_remove("RUST_BACKTRACE").env("LC_ALL", "C").env("FAULT", fault).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn the_game_without_a_fault_keeps_all_laws() {
    for game in ALL {
        let output = broken("", &["laws", game]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let checked = if *game == BY_RULES { "46 moves" } else { "46 moves, 20 slots" };
        let expected =
            format!("{game} keeps all laws: 20 positions, {checked} checked, all that its examples lead to\n");
        assert_eq!(stdout(&output), expected);
    }
}

#[test]
fn every_broken_law_is_named_with_a_token_to_see_it_at() {
    for (fault, games, law) in FAULTS {
        for game in games {
            let output = broken(fault, &["laws", "--json", game]);
            assert_eq!(output.status.code(), Some(1), "{fault}, {game}: {output:?}");
            let report = json(&output);
            assert_eq!(
                (&report["ok"], &report["broken"]["law"]),
                (&false.into(), &law.into()),
                "{fault}, {game}: {report}"
            );
            let pos = report["broken"]["pos"].as_str().unwrap();
            assert!(pos.starts_with(&format!("{game}:")), "{fault}, {game}: {report}");
            // Where tokens are not broken themselves, this one can be pasted.
            if fault != "unread" {
                let drawn = broken("", &["probe", &pos.replace('$', ".")]);
                assert_eq!(drawn.status.code(), Some(0), "{fault}, {game}: {pos}: {drawn:?}");
            }
        }
    }
}

#[test]
fn a_broken_law_is_told_in_both_languages() {
    for (lang, expected) in [
        (
            "en",
            "byunmoves breaks a law: every move has its un-move\nbyunmoves:9.4_a: the move to byunmoves:9.6_b has no un-move\n",
        ),
        ("zh", "byunmoves 违反约定：每个走法都有反向走子\nbyunmoves:9.4_a：到 byunmoves:9.6_b 的走法没有反向走子\n"),
    ] {
        let output = broken("missing", &["laws", BY_UNMOVES, "--lang", lang]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), expected));
    }
    for (fault, games, _) in FAULTS {
        let output = broken(fault, &["laws", games[0], "--lang", "zh"]);
        let text = stdout(&output);
        let english = text.lines().find(|line| line.split_once('：').is_some_and(|(_, told)| told.is_ascii()));
        // A panic's message, and an author's refusal, are the author's own words.
        assert!(english.is_none() || matches!(fault, "panic" | "unread"), "{fault}: {text}");
    }
}
