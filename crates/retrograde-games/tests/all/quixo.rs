//! Tests of quixo. They compare the fast algorithms with the rules, and both with published counts.

use retrograde::Numbered;
use retrograde::author::check::{check_numbering, check_unmoves};
use retrograde_games::quixo::Quixo;

use crate::laws;

#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        let game = Quixo::new(rows, columns).unwrap();
        check_numbering(&game, game.slots()).unwrap();
        check_unmoves(&game, game.slots()).unwrap();
        let positions = laws::check_values(&game, Quixo::start());
        assert!(positions > 1 && (rows * columns < 9 || positions == 32_027), "{positions}");
    }
}

/// Compares the counts of reachable positions with those of `GamesmanOne`. X begins, so play reaches many boards with
/// only one side to move.
#[test]
fn three_by_three_has_the_published_counts() {
    let (counts, value) = laws::reached(&Quixo::new(3, 3).unwrap(), &Quixo::start());
    assert_eq!(counts, [20_247, 0, 0, 11_780]);
    assert_eq!(value.to_string(), "win in 7 plies");
}
