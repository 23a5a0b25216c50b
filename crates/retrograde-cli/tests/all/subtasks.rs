//! Tests files of `gen --subtask`. A program that fails on a known case must fail on the files of the case's subtask. A
//! start may repeat only after all starts were used.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::process::Command;

use retrograde::Options;
use retrograde::author::{Contest, Method, Strictness, Subtask};
use retrograde_service::registry::Registry;

use crate::program::{example, reading, retrograde, stdout};

/// A program of `tests/wrong`, with the game and the contest that it answers.
struct Wrong {
    game: &'static str,
    format: &'static str,
    program: &'static str,
}

const CRITERION: Wrong = Wrong { game: "race", format: "p4658", program: "race-criterion" };
const OVERFLOW: Wrong = Wrong { game: "race", format: "p4658", program: "race-overflow" };
const STATE: Wrong = Wrong { game: "race", format: "p4658", program: "race-state" };
const BITS: Wrong = Wrong { game: "pawn", format: "p9169", program: "pawn-8-bits" };

impl Wrong {
    /// Whether the program crashes on an input or gives other answers than ours.
    fn fails_on(&self, contest: &dyn Contest, input: &[u8]) -> bool {
        let mut ours = Vec::new();
        contest.answer(&mut &*input, Method::Auto, &Options::default(), &mut ours).unwrap();
        let run = reading(Command::new(example("wrong")).arg(self.program), input);
        !run.status.success() || run.stdout != ours
    }

    /// Whether the program fails on a known case whose starts all keep the promise of a subtask (a property that all
    /// its cases must have). `outcomes` caches the result of each case.
    fn fails_on_known(
        &self,
        registry: &Registry,
        subtask: &Subtask,
        outcomes: &mut HashMap<&'static str, bool>,
    ) -> bool {
        let contest = registry.contest(self.format).unwrap();
        let subtasks = contest.subtasks().unwrap();
        let known = registry.game(self.game).unwrap().starts().unwrap().known();
        known.iter().any(|known| {
            let mut keeps = true;
            let mut visit = |token: String| {
                keeps &= subtasks.breach(subtask, &token).is_none();
                if keeps { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            contest.read(&mut known.input.as_bytes(), Strictness::Judge, &mut visit).unwrap();
            keeps && *outcomes.entry(known.name).or_insert_with(|| self.fails_on(contest, known.input.as_bytes()))
        })
    }
}

/// Returns the file that `gen` writes for a subtask; checks that the judge accepts it.
fn file(game: &str, subtask: &str, seed: u64) -> Vec<u8> {
    let output = retrograde(&["gen", game, "--subtask", subtask, "--seed", &seed.to_string()]);
    assert!(output.status.success(), "{game} {subtask}, seed {seed}: {output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("seed {seed}\n"), "{game} {subtask}");
    output.stdout
}

/// Checks that the program fails on the files of these seeds, for each subtask on whose known cases it fails. Returns
/// the number of subtasks on whose known cases the program fails.
fn assert_fails(wrong: &Wrong, seeds: Range<u64>, is_asked: impl Fn(&str) -> bool) -> usize {
    let registry = Registry::from_iter(retrograde_games::builtin());
    let contest = registry.contest(wrong.format).unwrap();
    let mut outcomes = HashMap::new();
    let subtasks = contest.subtasks().unwrap().all().iter().filter(|subtask| is_asked(subtask.name));
    let failing: Vec<_> = subtasks.filter(|subtask| wrong.fails_on_known(&registry, subtask, &mut outcomes)).collect();
    for subtask in &failing {
        for seed in seeds.clone() {
            println!("{}: subtask {}, seed {seed}", wrong.program, subtask.name);
            let file = file(wrong.game, subtask.name, seed);
            assert!(wrong.fails_on(contest, &file), "{}", String::from_utf8_lossy(&file));
        }
    }
    failing.len()
}

const SEEDS: Range<u64> = 0..4;

#[test]
fn issue_27_what_fails_on_a_known_case_fails_on_a_file() {
    assert_eq!(assert_fails(&CRITERION, SEEDS, |name| name == "40%"), 1);
    assert_eq!(assert_fails(&BITS, 0..1, |name| name == "14"), 1);
}

#[test]
#[ignore = "slow: runs wrong programs on the largest boards of every subtask"]
fn issue_27_what_fails_on_a_known_case_fails_on_every_file() {
    for (wrong, failing) in [(CRITERION, 3), (STATE, 3), (OVERFLOW, 1), (BITS, 8)] {
        assert_eq!(assert_fails(&wrong, SEEDS, |_| true), failing, "{}", wrong.program);
    }
}

fn tokens(arguments: &[&str]) -> Vec<String> {
    let output = retrograde(&[&["gen"], arguments, &["--to", "pos", "-q"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn issue_27_no_start_repeats_while_others_are_left() {
    for (arguments, all) in [
        (&["cannons", "--subtask", "3"][..], 14),
        (&["cannons", "--subtask", "6", "--size", "1x5"], 32),
        (&["pawn", "--subtask", "14", "--size", "2x2"], 12),
        (&["pawn", "--subtask", "5", "--size", "4x2"], 12),
        (&["race", "--subtask", "40%", "--size", "2x2"], 44),
    ] {
        for seed in ["1", "2", "3"] {
            let number = (all + 3).to_string();
            let starts = tokens(&[arguments, &["--seed", seed, "-n", &number]].concat());
            let different: HashSet<_> = starts[..all].iter().collect();
            assert_eq!(different.len(), all, "{arguments:?}, seed {seed}: {starts:?}");
            assert_eq!(starts.len(), all + 3, "{arguments:?}, seed {seed}: {starts:?}");
            assert_eq!(starts.iter().collect::<HashSet<_>>(), different, "{arguments:?}, seed {seed}");
        }
    }
}

#[test]
fn issue_27_a_contests_file_has_no_start_twice() {
    let output =
        retrograde(&["gen", "pawn", "--size", "2x2", "--walls", "0", "--to", "p9169", "-n", "6", "--seed", "3", "-q"]);
    let boards: Vec<_> = stdout(&output).lines().skip(1).map(str::to_owned).collect();
    assert_eq!(boards.chunks(3).collect::<HashSet<_>>().len(), 6, "{output:?}");
}

#[test]
fn issue_27_a_file_has_as_many_cases_as_the_judges() {
    for (game, subtask, cases) in [("pawn", "7", 10), ("race", "40%", 10), ("cannons", "6", 1000)] {
        assert_eq!(tokens(&[game, "--subtask", subtask, "--seed", "1"]).len(), cases, "{game}");
    }
}

#[test]
fn issue_27_a_subtask_has_long_games() {
    let climb = ["gen", "pawn", "--winner", "red", "--seed", "1", "-j", "1", "-q"];
    for (subtask, head, more) in [("8", "8 1\n10 1\n", &["--steps", "50"][..]), ("5", "5 1\n", &["--min-depth", "11"])]
    {
        let output = retrograde(&[&climb[..], &["--subtask", subtask], more].concat());
        assert!(output.status.success() && stdout(&output).starts_with(head), "{subtask}: {output:?}");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &output.stdout).unwrap();
        let valid = retrograde(&["validate", "p9169", file.path().to_str().unwrap()]);
        assert!(valid.status.success(), "{subtask}: {valid:?}");
    }
}

#[test]
fn issue_27_the_deepest_is_reported_where_none_is_deep_enough() {
    let asked = |arguments: &[&str]| {
        let output = retrograde(&[&["gen", "pawn", "--seed", "1", "-q", "-j", "1"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let climbed = asked(&["--subtask", "11", "--winner", "red", "--min-depth", "99", "--steps", "200"]);
    assert!(climbed.starts_with("error: found 0 of 1 position; the longest game found takes 9 plies\n"), "{climbed}");
    // Red has only one move, and this move does not win immediately.
    let drawn = asked(&["--subtask", "14", "--size", "2x2", "--min-depth", "99", "--value", "win", "--tries", "50"]);
    assert!(
        drawn.starts_with(
            "error: found 0 of 10 positions; gave up after 50 random boards without a match; the deepest position found has a depth of 1 ply: pawn:"
        ),
        "{drawn}"
    );
    let of_tables = asked(&["--size", "3x3", "--min-depth", "99", "--tries", "50"]);
    let (_, deepest) = of_tables.split_once("the deepest position found has a depth of ").unwrap();
    let (plies, rest) = deepest.split_once(" plies: ").unwrap();
    let probed = retrograde(&["probe", "--json", rest.lines().next().unwrap()]);
    let report: serde_json::Value = serde_json::from_slice(&probed.stdout).unwrap();
    assert_eq!(report["depth"].to_string(), plies, "{of_tables}");
}

#[test]
fn more_tries_are_not_advised_where_all_positions_were_examined() {
    for board in [&["tictactoe"][..], &["pawn", "--from", "pawn:OO/1X_r"]] {
        let output = retrograde(&[&["gen"], board, &["--min-depth", "50", "--seed", "1", "-q"]].concat());
        assert_eq!(output.status.code(), Some(1), "{board:?}: {output:?}");
        let errors = String::from_utf8(output.stderr).unwrap();
        let begin =
            "error: found 0 of 1 position; no position of the searched boards matches; the deepest position found";
        assert!(errors.starts_with(begin) && !errors.contains("--tries"), "{board:?}: {errors}");
    }
    // Other random boards may have a deeper position.
    let output =
        retrograde(&["gen", "pawn", "--size", "2x2", "--min-depth", "50", "--seed", "1", "-q", "--tries", "9"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("gave up after 9 random boards") && errors.contains("raise --tries"), "{errors}");
}

#[test]
fn issue_27_boards_of_a_subtask_are_not_named() {
    let output = retrograde(&["gen", "pawn", "--subtask", "14", "--value", "win", "--from", "pawn:OO/1X_r"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.starts_with("error: --subtask generates its own boards and cannot be used with --from\n"),
        "{errors}"
    );
}
