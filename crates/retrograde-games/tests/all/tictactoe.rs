//! Tests of tic-tac-toe. They explore the whole game, and compare it with the oracle (a slow reference solver) and with
//! published counts.

use retrograde::author::check::{check_notation, check_rules};
use retrograde::judge::oracle;
use retrograde::{Explored, Kind, Linked, Notation, Numbered, Options, Solution};
use retrograde_games::tictactoe::TicTacToe;

/// Compares the numbers of reachable positions in each class with published counts.
#[test]
fn whole_game_has_the_published_counts() {
    let (_, start) = TicTacToe::parse("3/3/3_x").unwrap();
    let options = Options::default();
    let explored = Explored::new(TicTacToe, [start], &options).unwrap();
    let solution = Solution::new(Linked::new(explored, &options).unwrap(), &options).unwrap();
    let stats = solution.stats().unwrap();
    let total = |kind| stats.totals.0.iter().map(|counts| counts.of(kind)).sum::<u64>();
    assert_eq!(stats.positions, 5_478);
    assert_eq!(Kind::ALL.map(total), [2_836, 1_068, 0, 1_574]);
    assert_eq!(solution.value(&start).unwrap().to_string(), "tie in 9 plies");
    assert!(solution.verify(2).is_ok());
    let truth = oracle(&TicTacToe, [start]);
    assert!(truth.iter().all(|(position, value)| solution.value(position) == Some(*value)));
    let all = || truth.keys().copied();
    check_rules(&TicTacToe, all()).unwrap();
    check_notation(&TicTacToe, all()).unwrap();
    assert_eq!(solution.game().slots(), 5_478);
}
