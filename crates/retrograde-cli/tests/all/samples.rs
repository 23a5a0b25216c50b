//! Tests every verified pair of a contest's input and output with `answer`, `check` and `convert`.

use std::path::{Path, PathBuf};

use crate::program::{retrograde, retrograde_reading, stdout, text};

const CASES: &str = "../retrograde-games/tests/cases";

/// A file in which one board breaks a promise of the problem statement. `answer` must answer all boards, and then name
/// this board.
const NO_START: &str = "pawn/no-start.in";

/// Returns the inputs of a game, each with its answers.
pub(crate) fn pairs(game: &str) -> Vec<(PathBuf, PathBuf)> {
    let folder = Path::new(CASES).join(game);
    let mut inputs: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "no cases in {}", folder.display());
    inputs
        .into_iter()
        .map(|input| (input.with_extension("out"), input))
        .map(|(output, input)| (input, output))
        .collect()
}

fn check_all(game: &str, format: &str) {
    for (input, output) in pairs(game) {
        println!("{}", input.display());
        let expected = std::fs::read_to_string(&output).unwrap();
        let answer = retrograde(&["answer", format, text(&input)]);
        assert_eq!(stdout(&answer), expected, "{answer:?}");
        if input.ends_with(NO_START) {
            assert_eq!(answer.status.code(), Some(2), "{answer:?}");
            continue;
        }
        assert_eq!(answer.status.code(), Some(0), "{answer:?}");
        let check = retrograde(&["check", format, text(&input), text(&output)]);
        assert_eq!(check.status.code(), Some(0), "{}", stdout(&check));
        check_conversion(format, &input, &expected);
    }
}

/// Checks that a file that is rebuilt from its tokens has the same answers.
fn check_conversion(format: &str, input: &Path, expected: &str) {
    let tokens = retrograde(&["convert", "--from", format, text(input)]);
    if tokens.status.code() != Some(0) {
        // Only rows of this contest may be longer than any token.
        assert_eq!(format, "p7387", "{tokens:?}");
        return;
    }
    let rewritten = retrograde_reading(&["convert", "--from", "pos", "--to", format], &tokens.stdout);
    assert_eq!(rewritten.status.code(), Some(0), "{rewritten:?}");
    let answer = retrograde_reading(&["answer", format], &rewritten.stdout);
    assert_eq!(stdout(&answer), expected);
}

#[test]
fn pawn() {
    check_all("pawn", "p9169");
}

#[test]
fn race() {
    check_all("race", "p4658");
}

#[test]
fn cannons() {
    check_all("cannons", "p7387");
}

/// `examples/zu2.in` has one board at the limits of each of the tests 5 to 13 of problem P9169.
#[test]
fn issue_27_zu2_is_answered_alike_by_both_methods_and_keeps_the_promises() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let [input, answers] = ["zu2.in", "zu2.out"].map(|name| std::fs::read_to_string(examples.join(name)).unwrap());
    for method in ["shortcut", "table"] {
        let answer = retrograde_reading(&["answer", "p9169", "--method", method], input.as_bytes());
        assert_eq!((answer.status.code(), stdout(&answer)), (Some(0), answers.clone()), "{method}: {answer:?}");
    }
    let mut lines = input.lines();
    assert_eq!(lines.next(), Some("0 9"));
    for test in 5..=13 {
        // Most boards have ten rows and ten columns. The boards of tests 7 to 9 have one column.
        let size = if (7..=9).contains(&test) { "10 1" } else { "10 10" };
        let board: Vec<_> = lines.by_ref().take(11).collect();
        assert_eq!(board[0], size, "test {test}");
        let file = format!("{test} 1\n{}\n", board.join("\n"));
        let valid = retrograde_reading(&["validate", "p9169", "--subtask", &test.to_string()], file.as_bytes());
        assert_eq!(valid.status.code(), Some(0), "{valid:?}{file}");
    }
    assert_eq!(lines.next(), None);
}
