//! Tests `NO_MOVE`, the declared result for a side that cannot move. It must have the same effect as endings that
//! `ending` returns.

use retrograde::ask::MAX_POSITIONS;
use retrograde::author::check;
use retrograde::judge::oracle;
use retrograde::{Ending, Game, Linked, NoMove, Numbered, Options, Reversible, Side, Slot, Solution};
use retrograde_testing::graph::{Graph, NodeNumber};

/// A graph in which `ending` returns `None` for some positions without moves.
struct Silent<const RULE: usize>(Graph);

impl<const RULE: usize> Silent<RULE> {
    /// Creates a random graph and removes some endings. So there are positions in which the side to move has neither a
    /// move nor an ending. Also returns the same graph with the endings that `NO_MOVE` defines for these positions.
    fn random(seed: u64) -> (Self, Graph) {
        let mut silent = Graph::random(seed, 40);
        let mut explicit = silent.clone();
        for node in (0..silent.owner.len()).filter(|node| node % 3 > 0) {
            if silent.ending[node].take().is_some() {
                explicit.ending[node] = Self::NO_MOVE.ending(silent.owner[node]);
            }
        }
        (Self(silent), explicit)
    }
}

impl<const RULE: usize> Game for Silent<RULE> {
    type Position = NodeNumber;
    type Move = usize;
    const NO_MOVE: NoMove = [NoMove::Loses, NoMove::Ties, NoMove::Wins][RULE];
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

impl<const RULE: usize> Numbered for Silent<RULE> {
    fn slots(&self) -> u64 {
        self.0.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.0.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.0.position(slot)
    }
}

impl<const RULE: usize> Reversible for Silent<RULE> {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.0.each_unmove(node, visit);
    }
}

fn answers_are_those_of_endings_spelled_out<const RULE: usize>() {
    let options = Options { threads: 2, ..Options::default() };
    for seed in 0..20 {
        let (silent, explicit) = Silent::<RULE>::random(seed);
        check::check_rules(&silent, 0..40).unwrap();
        let truth = oracle(&explicit, 0..40);
        assert_eq!(oracle(&silent, 0..40), truth, "seed {seed}");
        let explicit = Solution::new(explicit, &options).unwrap();
        let by_rules = Solution::new(Linked::explored(&silent, 0..40, &options).unwrap(), &options).unwrap();
        let by_numbers = Solution::new(Linked::new(&silent, &options).unwrap(), &options).unwrap();
        let solution = Solution::new(&silent, &options).unwrap();
        assert!(solution.verify(2).is_ok(), "seed {seed}");
        assert_eq!(solution.stats(), explicit.stats(), "seed {seed}");
        for node in 0..40 {
            let probe = explicit.probe(&node);
            assert_eq!(probe.as_ref().unwrap().value, truth[&node], "seed {seed}, node {node}");
            assert_eq!(by_rules.probe(&node), probe, "seed {seed}, node {node}");
            assert_eq!(by_numbers.probe(&node), probe, "seed {seed}, node {node}");
            assert_eq!(solution.probe(&node), probe, "seed {seed}, node {node}");
            assert_eq!(solution.line(&node, 100), explicit.line(&node, 100), "seed {seed}, node {node}");
            assert_eq!(solution.why(&node), explicit.why(&node), "seed {seed}, node {node}");
            let proof = |of: Result<_, _>| format!("{of:?}");
            assert_eq!(
                proof(solution.certificate(&node, 1000)),
                proof(explicit.certificate(&node, 1000)),
                "seed {seed}"
            );
            let slot = Slot(u64::from(node));
            let [ours, theirs] = [solution.questions(), explicit.questions()]
                .map(|questions| questions.events(&questions.trace_of(slot, MAX_POSITIONS, 1).unwrap(), 0..1000));
            assert_eq!(ours, theirs, "seed {seed}, node {node}");
        }
    }
}

#[test]
fn a_side_that_cannot_move_loses_where_the_game_says_so() {
    answers_are_those_of_endings_spelled_out::<0>();
}

#[test]
fn a_side_that_cannot_move_ties_where_the_game_says_so() {
    answers_are_those_of_endings_spelled_out::<1>();
}

#[test]
fn issue_27_a_side_that_cannot_move_wins_where_the_game_says_so() {
    answers_are_those_of_endings_spelled_out::<2>();
}
