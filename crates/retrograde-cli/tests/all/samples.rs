//! Every verified pair of the contests through the program: `answer`, `check`, and back through `convert`.

use std::path::{Path, PathBuf};

use crate::program::{retrograde, retrograde_reading, stdout, text};

const CASES: &str = "../retrograde-games/tests/cases";

/// One of its boards breaks a promise of the statement: all are answered, and then the board is named.
const NO_START: &str = "pawn/no-start.in";

/// The inputs of a game, with their answers.
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

/// A file written anew from its tokens has the same answers.
fn check_conversion(format: &str, input: &Path, expected: &str) {
    let tokens = retrograde(&["convert", "--from", format, text(input)]);
    if tokens.status.code() != Some(0) {
        // Rows of contests may be longer than any token.
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
