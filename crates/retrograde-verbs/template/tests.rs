//! Tests of the game, by the command of this package.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_NAME"));
    command
        .arg("--no-tables")
        .args(arguments)
        .output()
        .expect("the command starts")
}

/// Checks the laws, which are properties that the solver relies on.
#[test]
fn the_game_obeys_the_laws() {
    let output = run(&["laws", "NAME"]);
    assert!(output.status.success(), "{output:?}");
}

/// Checks positions whose values are known. `win=5` is a win in five plies for the side to move. Add your positions.
#[test]
fn known_positions_have_their_values() {
    for (board, value) in VALUES {
        let output = run(&["probe", "--expect", value, &format!("NAME:{board}")]);
        assert!(output.status.success(), "{board} {value}: {output:?}");
    }
}

/// The exit code of the command for bad input is 2.
#[test]
fn an_invalid_position_is_refused() {
    let output = run(&["probe", "NAME:nonsense"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
