//! Tests of quixo. They compare the fast algorithms with the rules, and both with published counts.

use retrograde::{Numbered, Slot};
use retrograde_games::quixo::Quixo;

use crate::laws;

#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let game = Quixo::new(rows, columns).unwrap();
        laws::check(&game);
        assert!(laws::check_values(&game, Quixo::start()) > 1);
    }
    let game = Quixo::new(3, 3).unwrap();
    laws::check_some(&game, (0..game.slots()).step_by(23).map(Slot));
    assert_eq!(laws::check_values(&game, Quixo::start()), 32_027);
}

/// Compares the counts of reachable positions with those of `GamesmanOne`. X begins, so play reaches many boards with
/// only one side to move.
#[test]
fn three_by_three_has_the_published_counts() {
    let (counts, value) = laws::reached(&Quixo::new(3, 3).unwrap(), &Quixo::start());
    assert_eq!(counts, [20_247, 0, 0, 11_780]);
    assert_eq!(value.to_string(), "win in 7 plies");
}
