//! Tests games in which some positions share a slot or have no slot. The tests check every position by the rules alone.

use retrograde::{Notation, Numbered, Options, Reversible, Solution, Value};
use retrograde_games::connect4::ConnectFour;
use retrograde_games::quixo::Quixo;

fn solved<G: Notation + Reversible>(token: &str) -> (Solution<G>, G::Position) {
    let (game, position) = G::parse(token).unwrap();
    (Solution::new(game, &Options::default()).unwrap(), position)
}

/// Checks that the value of every raw slot follows from the rules and the values of its successors.
fn assert_verified<G: Notation + Reversible>(solution: &Solution<G>, least: u64) {
    let verified = solution.questions().verify(2).unwrap();
    assert!(verified.positions >= least, "{} positions", verified.positions);
}

#[test]
fn both_sides_of_a_folded_game_have_the_right_values() {
    let (quixo, start) = solved::<Quixo>("3/3/3_x");
    assert_eq!(quixo.value(&start).map(|value| value.to_string()), Some("win in 7 plies".to_owned()));
    assert!(quixo.questions().board().slots() > quixo.game().slots());
    assert_verified(&quixo, 30_000);
    let line = quixo.line(&start, 100).unwrap();
    assert_eq!(line.plies.len(), 7);
}

#[test]
fn wins_at_once_are_valued_without_edges() {
    let (four, start) = solved::<ConnectFour>("4/4/4/4_x");
    assert!(matches!(four.value(&start), Some(Value::Tie(_))));
    assert_verified(&four, 161_029);
}
