//! Tests random positions of games that cannot generate boards. Such positions come from random walks.

use std::collections::HashSet;

use crate::program::{retrograde, stdout};

fn made(arguments: &str) -> Vec<String> {
    let arguments: Vec<_> = ["gen", "-q"].into_iter().chain(arguments.split(' ')).collect();
    let output = retrograde(&arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn positions_are_many_and_of_many_depths() {
    let positions = made("tictactoe -n 200 --seed 1");
    let distinct: HashSet<_> = positions.iter().collect();
    assert_eq!((positions.len(), distinct.len()), (200, 200));
    let marks = |position: &String| position.chars().filter(|letter| "XO".contains(*letter)).count();
    let depths: HashSet<_> = positions.iter().map(marks).collect();
    assert!(depths.len() >= 7, "{depths:?}");
    assert_eq!(made("tictactoe -n 200 --seed 1"), positions);
    assert_ne!(made("tictactoe -n 200 --seed 2"), positions);
}

/// The graph of the examples has only two positions that are not over.
#[test]
fn a_position_comes_twice_only_when_all_have_come() {
    for wanted in ["", " --turn a", " --turn b"] {
        let positions = made(&format!("graph -n 4 --seed 1{wanted}"));
        let of_round = if wanted.is_empty() { 2 } else { 1 };
        assert_eq!(positions.len(), 4, "{positions:?}");
        for round in positions.chunks(of_round) {
            assert_eq!(round.iter().collect::<HashSet<_>>().len(), of_round, "{positions:?}");
        }
    }
    let both = made("tictactoe -n 2 --seed 1 --turn x");
    assert_ne!(both[0], both[1]);
}

#[test]
fn issue_27_positions_are_of_the_board_that_is_asked_for() {
    let on = |token: &str| made(&format!("hexapawn --from {token} --value win -n 9 --seed 1"));
    // A token of a board of two by three squares has three rows.
    assert!(on("hexapawn:BB/2/WW_b").iter().all(|token| token.len() < "hexapawn:BBB/3/WWW_w".len()));
    assert_eq!(made("pawn --from pawn:1OO/3/3/1X1_r --value win --turn black -n 2 --seed 1").len(), 2);
    for (arguments, printed) in [
        (&["hexapawn", "--from", "BAD", "--value", "win"][..], "begins with its game and a colon"),
        (&["hexapawn", "--from", "hexapawn:BB/2/WW_b"], "--from alone does not say which positions are wanted"),
        (&["hexapawn", "--from", "race:AB_a", "--value", "win"], "race:AB_a is not a position of hexapawn"),
    ] {
        let refused = retrograde(&[&["gen"], arguments].concat());
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(printed), "{arguments:?}: {error}");
    }
}

/// The game on the first example, three by three squares, is shorter than nine plies.
#[test]
fn issue_27_boards_of_all_examples_are_tried() {
    assert!(made("hexapawn --value win --min-depth 9 --seed 1")[0].starts_with("hexapawn:BBBB/"));
}
