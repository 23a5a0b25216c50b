//! Tests of hexapawn and breakthrough, which compare the values with the oracle (a slow reference solver).

use retrograde::author::check::{Level, Written, from_positions};
use retrograde::judge::oracle;
use retrograde::{Linked, Options, Solution, Tokens};
use retrograde_games::pawns::PawnGame;

#[test]
fn the_textbook_agrees() {
    for (id, tokens) in [("hexapawn", PawnGame::Hexapawn), ("breakthrough", PawnGame::Breakthrough)] {
        let (game, start) = tokens.parse("3x3").unwrap();
        let truth = oracle(&game, [start]);
        let linked = Linked::explored(game, [start], &Options::default()).unwrap();
        let solution = Solution::new(linked, &Options::default()).unwrap();
        assert!(truth.iter().all(|(position, value)| solution.value(position) == Some(*value)));
        let written = Written { id, tokens: &tokens };
        let reached: Vec<_> = truth.keys().copied().collect();
        let checked = from_positions(Level::rules(), written, &game, &reached, 0, 1).unwrap();
        assert_eq!((checked.positions, checked.complete), (truth.len() as u64, true));
    }
}
