//! Tests that all claims of certificates agree with the table. Also tests the law `TiesAreDeclared`. By this law, a
//! game that declares no ties never ends in a tie. The certificates of draws rely on this law.

use retrograde::ask::{Claim, Fact, Horizon};
use retrograde::author::check::{GameLaw, check_rules};
use retrograde::kernel::solve;
use retrograde::{Ending, Game, Options, QuestionError, Side, Solution, Value};
use retrograde_testing::graph::{Graph, NodeNumber};

const OPTIONS: Options<'static> = Options { threads: 1, ..Options::DEFAULT };

/// Returns whether a claim about a position is true. The side to move is `turn`, and the position has the value
/// `value`.
fn is_true(claim: &Claim<usize, NodeNumber>, turn: Side, value: Value) -> bool {
    let is_soon = value.depth().is_some_and(|depth| Horizon::Plies(depth) <= claim.term);
    match claim.fact {
        Fact::Wins(side) => value.winner(turn) == Some(side) && is_soon,
        Fact::Holds(side) => value.winner(turn) != Some(side.other()) || !is_soon,
        Fact::Ties => matches!(value, Value::Tie(_)) && is_soon,
        Fact::Untied => !(matches!(value, Value::Tie(_)) && is_soon),
    }
}

#[test]
fn all_claims_are_true_and_made_once() {
    let mut claims = [0; 4];
    for seed in 0..1500 {
        let graph = Graph::random(seed, 1 + (seed % 60) as u32);
        let solution = Solution::new(&graph, &OPTIONS).unwrap();
        let certificate = solution.certificate(&0, usize::MAX).unwrap();
        let value = solution.value(&0).unwrap();
        assert_eq!((certificate.turn, certificate.value, certificate.exact), (graph.turn(&0), value, true), "{seed}");
        for (index, claim) in certificate.claims.iter().enumerate() {
            let (turn, value) = (graph.turn(&claim.position), solution.value(&claim.position).unwrap());
            assert!(is_true(claim, turn, value) && graph.ending(&claim.position).is_none(), "seed {seed}: {claim:?}");
            let again = certificate.claims[..index]
                .iter()
                .any(|before| (before.fact, before.position) == (claim.fact, claim.position));
            assert!(!again, "seed {seed}: {claim:?}");
            claims[match claim.fact {
                Fact::Wins(_) => 0,
                Fact::Ties => 1,
                Fact::Holds(_) => 2,
                Fact::Untied => 3,
            }] += 1;
        }
    }
    assert!(claims.iter().all(|&count| count > 500), "every claim occurs: {claims:?}");
}

#[test]
fn a_position_that_is_not_in_the_table_has_no_certificate() {
    let graph = Graph::chain(3);
    let table = solve(&graph, &OPTIONS).unwrap();
    let refused = Solution::from_table(graph, table).certificate(&7, usize::MAX);
    assert_eq!(refused, Err(QuestionError::NotHeld));
}

/// A game that declares that it has no ties, although it can end in a tie.
struct Liar(Graph);

impl Game for Liar {
    type Position = NodeNumber;
    type Move = usize;
    const TIES: bool = false;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.0.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.0.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.0.each_move(node, visit);
    }
}

#[test]
fn a_level_ending_that_was_denied_is_named() {
    let ending = |ending| Liar(Graph::new(vec![Side::First], vec![Some(ending)], vec![vec![]]));
    assert!(check_rules(&ending(Ending::won(Side::First, "first")), [0]).is_ok());
    let broken = check_rules(&ending(Ending::level("level")), [0]).unwrap_err();
    assert_eq!(broken.law, GameLaw::TiesAreDeclared);
}
