//! Tests of hexapawn and breakthrough, which compare the values with the oracle (a slow reference solver).

use retrograde::author::check::{check_notation, check_rules};
use retrograde::judge::oracle;
use retrograde::{Linked, Notation, Options, Solution};
use retrograde_games::pawns::{Breakthrough, Hexapawn, March, Pawns, Position};

#[test]
fn the_textbook_agrees() {
    fn agrees<M: March>(size: &str)
    where
        Pawns<M>: Notation<Position = Position>,
    {
        let (game, start) = Pawns::<M>::parse(size).unwrap();
        let truth = oracle(&game, [start]);
        let linked = Linked::explored(game, [start], &Options::default()).unwrap();
        let solution = Solution::new(linked, &Options::default()).unwrap();
        assert!(truth.iter().all(|(position, value)| solution.value(position) == Some(*value)));
        check_rules(&game, truth.keys().copied()).unwrap();
        check_notation(&game, truth.keys().copied()).unwrap();
    }
    agrees::<Hexapawn>("3x3");
    agrees::<Breakthrough>("3x3");
}
