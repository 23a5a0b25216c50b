//! Tests games that elide wins at once (wins in 1 ply) in counts and un-moves. Their values must be the same as without
//! elision.

use retrograde::author::check::{self, GameLaw};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::{Ending, Game, Numbered, Options, Reversible, Seed, Side, Slot, Solution};
use retrograde_testing::graph::{Graph, NodeNumber};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// A graph that elides wins at once. With `LAZY`, the un-moves of the graph also omit parents that win at once.
pub(crate) struct AtOnce<const LAZY: bool>(pub(crate) Graph);

impl<const LAZY: bool> Game for AtOnce<LAZY> {
    type Position = NodeNumber;
    type Move = usize;
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

impl<const LAZY: bool> Numbered for AtOnce<LAZY> {
    const AT_ONCE: bool = true;
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

impl<const LAZY: bool> Reversible for AtOnce<LAZY> {
    fn each_unmove(&self, node: &NodeNumber, mut visit: impl FnMut(NodeNumber)) {
        self.0.each_unmove(node, |parent| {
            if !LAZY || !self.wins_at_once(&parent) {
                visit(parent);
            }
        });
    }
}

fn assert_equals_oracle<const LAZY: bool>() {
    let (mut seen, mut lost_at_once) = ([0; 4], 0);
    for seed in 0..600 {
        let graph = Graph::random(seed, 1 + (seed % 60) as u32);
        let truth = oracle(&graph, 0..graph.slots() as NodeNumber);
        let game = AtOnce::<LAZY>(graph);
        for (slot, value) in solve(&game, &DEFAULT).unwrap().values() {
            assert_eq!(value, truth[&(slot.0 as NodeNumber)], "seed {seed}, node {slot}");
            seen[value.kind() as usize] += 1;
        }
        let lost =
            |slot: u64| matches!(game.seed(Slot(slot)), Seed::Decided(value) if value.depth().unwrap().plies() == 2);
        lost_at_once += (0..game.slots()).filter(|&slot| lost(slot)).count();
        check::check_numbering(&game, 100).unwrap();
        check::check_unmoves(&game, 100).unwrap();
    }
    assert!(seen.iter().all(|&count| count > 150) && lost_at_once > 30, "{seen:?}, {lost_at_once} lost in 2");
}

#[test]
fn a_game_without_edges_to_wins_at_once_has_the_oracles_values() {
    assert_equals_oracle::<false>();
    assert_equals_oracle::<true>();
}

#[test]
fn values_are_verified_by_all_the_moves() {
    for seed in 0..200 {
        let solution = Solution::new(AtOnce::<true>(Graph::random(seed, 300)), &DEFAULT).unwrap();
        solution.questions().verify(1).unwrap();
    }
}

/// A game with a fault. The fault depends on `HOW` as follows. 0: counts one move too many. 1: claims that turns
/// alternate. 2: denies wins at once. 3: returns wrong seeds if several slots are queried together. 4: omits
/// predecessors if several slots are queried together.
struct Wrong<const HOW: u8>(Graph);

impl<const HOW: u8> Game for Wrong<HOW> {
    type Position = NodeNumber;
    type Move = usize;
    const ALTERNATES: bool = HOW == 1;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.0.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.0.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.0.each_move(node, visit);
    }
    fn wins_at_once(&self, node: &NodeNumber) -> bool {
        HOW != 2 && Game::wins_at_once(&self.0, node)
    }
}

impl<const HOW: u8> Numbered for Wrong<HOW> {
    const AT_ONCE: bool = true;
    fn slots(&self) -> u64 {
        self.0.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.0.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.0.position(slot)
    }
    fn seed(&self, slot: Slot) -> Seed {
        match AtOnce::<false>(self.0.clone()).seed(slot) {
            Seed::Open(moves) if HOW == 0 => Seed::Open(moves + 1),
            seed => seed,
        }
    }
    fn each_seed(&self, slots: std::ops::Range<u64>, mut visit: impl FnMut(Seed)) {
        let first = slots.start;
        for slot in slots {
            visit(self.seed(Slot(if HOW == 3 { first } else { slot })));
        }
    }
}

impl<const HOW: u8> Reversible for Wrong<HOW> {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.0.each_unmove(node, visit);
    }
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate().take(if HOW == 4 { 1 } else { slots.len() }) {
            self.each_predecessor(slot, |parent, same| visit(index, parent, same));
        }
    }
}

#[test]
fn the_laws_of_wins_at_once_are_named() {
    let graph = || Graph::random(7, 200);
    let nodes = || 0..200;
    let broken = check::check_numbering(&Wrong::<0>(graph()), 200).unwrap_err();
    assert_eq!(broken.law, GameLaw::SeedsAreWhatMovesSay, "{broken}");
    let broken = check::check_rules(&Wrong::<1>(graph()), nodes()).unwrap_err();
    assert_eq!(broken.law, GameLaw::TurnsAlternate, "{broken}");
    let broken = check::check_rules(&Wrong::<2>(graph()), nodes()).unwrap_err();
    assert_eq!(broken.law, GameLaw::WinsAtOnceAreMoves, "{broken}");
    let broken = check::check_numbering(&Wrong::<3>(graph()), 200).unwrap_err();
    assert_eq!(broken.law, GameLaw::SeedsAreWhatMovesSay, "{broken}");
    check::check_unmoves(&Wrong::<3>(graph()), 200).unwrap();
    let broken = check::check_unmoves(&Wrong::<4>(graph()), 200).unwrap_err();
    assert_eq!(broken.law, GameLaw::PredecessorsAreUnmoves, "{broken}");
}
