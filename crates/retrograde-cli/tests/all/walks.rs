//! Random positions of games that make no boards of their own: by random walks.

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

/// The graph of the examples has two nodes that are not over.
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
