//! Tests of connect four. They compare the fast algorithms with the rules, and both with published counts.

use retrograde::{Numbered, Slot};
use retrograde_games::connect4::ConnectFour;

use crate::laws;

#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (5, 2), (1, 6)] {
        let game = ConnectFour::new(rows, columns).unwrap();
        laws::check(&game);
        assert!(laws::check_values(&game, ConnectFour::START) > 1);
    }
    let game = ConnectFour::new(4, 5).unwrap();
    laws::check_some(&game, (0..game.slots()).step_by(9_973).map(Slot));
}

/// Compares the number of reachable positions with the count that J. Tromp published.
#[test]
fn four_by_four_has_the_published_count() {
    let (counts, value) = laws::reached(&ConnectFour::new(4, 4).unwrap(), &ConnectFour::START);
    assert_eq!(counts.iter().sum::<u64>(), 161_029);
    assert_eq!(value.to_string(), "tie in 16 plies");
}
