//! Tests games in which some positions share a slot or have no slot. The tests check every position by the rules alone.

use retrograde::{Filter, Kind, Notation, Numbered, Options, Reversible, Side, Solution, Value};
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

/// Draws a position for every side, class and depth, and compares with the counts of all positions whether there is one.
fn assert_drawn<G: Notation + Reversible>(solution: &Solution<G>, most: u32) {
    let stats = solution.stats().unwrap();
    let mut drawn = 0;
    for (turn, kind, depth) in Side::BOTH.into_iter().flat_map(|turn| {
        let kinds = [Kind::Win, Kind::Loss, Kind::Tie].into_iter();
        kinds.flat_map(move |kind| (0..=most).map(move |depth| (turn, kind, depth)))
    }) {
        let wanted = Filter { turn: Some(turn), kind: Some(kind), depth: Some(depth..=depth) };
        let deepest = solution.questions().deepest(&wanted, &|_, _| true).unwrap().map(|(_, depth)| depth.plies());
        let found = solution.random(&wanted, u64::from(depth), |_| true).unwrap();
        assert_eq!(deepest, found.as_ref().map(|_| depth), "{wanted:?}");
        if let Some((position, value)) = found {
            assert!(wanted.matches(value, solution.game().turn(&position)), "{position:?}: {value:?}, not {wanted:?}");
            assert_eq!(solution.value(&position), Some(value));
            drawn += 1;
        }
    }
    let rows = stats
        .by_depth
        .iter()
        .map(|counts| u32::from(counts.win > 0) + u32::from(counts.loss > 0) + u32::from(counts.tie > 0));
    assert!(drawn >= rows.sum::<u32>(), "{drawn}");
}

#[test]
fn rare_positions_of_folded_games_are_found() {
    assert_drawn(&solved::<Quixo>("3/3/3_x").0, 12);
    assert_drawn(&solved::<ConnectFour>("3/3/3/3_x").0, 13);
}
