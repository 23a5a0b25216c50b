//! Tests `stress` with wrong programs that an earlier `stress` accepted even after hours. The known cases must reveal
//! the errors of these programs.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::{example, retrograde, stdout};
use retrograde_service::registry::Registry;

/// Runs `stress` without random cases; returns what it finds. `shrinking` decides whether `stress` reduces the failing
/// input.
fn found(game: &str, program: &str, shrinking: Shrinking) -> String {
    let folder = std::env::temp_dir().join(format!("retrograde-killers-{program}-{}", std::process::id()));
    let mut stress = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(["stress", "--game", game, "--seed", "1", "-n", "0", "--timeout", "1m", "--out"])
        .arg(&folder)
        .args([OsStr::new("--"), example("wrong").as_os_str(), OsStr::new(program)])
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    for line in BufReader::new(stress.stderr.take().unwrap()).lines() {
        if line.unwrap().contains("looking for a small") && matches!(shrinking, Shrinking::Cut) {
            let kill = format!("kill -TERM {}", stress.id());
            assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        }
    }
    let output = stress.wait_with_output().unwrap();
    let _ = fs::remove_dir_all(&folder);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    stdout(&output)
}

#[derive(Clone, Copy)]
enum Shrinking {
    Whole,
    /// A signal ends the reduction, as Ctrl-C ends an endless run. The counterexample is reported without further
    /// reduction.
    Cut,
}

#[test]
fn a_false_criterion_falls() {
    let output = found("race", "race-criterion", Shrinking::Whole);
    assert!(
        output.starts_with("wrong answer: ") && output.contains("\nfound on the known case race/021, "),
        "{output}"
    );
}

#[test]
fn layers_that_overflow_fall() {
    let output = found("race", "race-overflow", Shrinking::Cut);
    assert!(
        output.starts_with("exit code: 101") && output.contains("\nfound on the known case race/031, "),
        "{output}"
    );
}

#[test]
fn state_between_cases_falls() {
    let output = found("race", "race-state", Shrinking::Whole);
    assert!(output.contains("\nfound on the known case race/"), "{output}");
    assert!(output.contains(" (2 cases)"), "it takes two boards: {output}");
}

#[test]
fn depths_in_8_bits_fall() {
    let output = found("pawn", "pawn-8-bits", Shrinking::Cut);
    assert!(output.starts_with("wrong answer: ") && output.contains("\nfound on the known case pawn/0"), "{output}");
}

/// The program without its fault gives right answers.
#[test]
fn right_programs_pass() {
    assert_passes("pawn", "pawn-right", &["--size", "6x6"]);
}

/// The known cases must accept any right program that is not too slow.
#[test]
#[ignore = "slow: all known cases of race"]
fn right_programs_pass_all_known_cases() {
    // Without the option `--size`, `stress` runs all known cases first, including the pairs.
    assert_passes("race", "race-right", &[]);
}

fn assert_passes(game: &str, program: &str, options: &[&str]) {
    let command = ["--", &example("wrong").display().to_string(), program];
    let always = ["stress", "--game", game, "--seed", "1", "-n", "40", "--timeout", "1m"];
    let output = retrograde(&[&always[..], options, &command].concat());
    assert_eq!(output.status.code(), Some(0), "{program}: {output:?}");
}

/// The known cases of `stress` must include every verified case that keeps the judge's promises, and the records of
/// long games.
#[test]
fn all_verified_cases_are_known() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for game in ["pawn", "race", "cannons"] {
        let known = registry.game(game).unwrap().starts().unwrap().known();
        let folder = Path::new("../retrograde-games/tests/cases").join(game);
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let inputs = files.filter(|path| path.extension().is_some_and(|extension| extension == "in"));
        let name = |path: PathBuf| format!("{game}/{}", path.file_stem().unwrap().to_str().unwrap());
        let mut there: BTreeSet<_> = inputs.map(name).collect();
        there.remove("pawn/no-start");
        assert_eq!(known.iter().map(|known| known.name.to_owned()).collect::<BTreeSet<_>>(), there);
    }
    let pawn = registry.game("pawn").unwrap().starts().unwrap().known();
    for record in ["pawn-red", "pawn-black"] {
        let board = fs::read_to_string(format!("../../examples/records/{record}.p9169")).unwrap();
        assert!(pawn.iter().any(|known| known.input == board), "{record}");
    }
}
