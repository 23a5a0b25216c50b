//! Tests games that list the moves that leave a tier as moves, not as un-moves; see `Tiered::leaves_forwards`.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::author::check::{self, GameLaw};
use retrograde::kernel::{
    Scratch, Tier, Tiered, solve, solve_by_tiers, solve_by_tiers_anywhere, solve_by_tiers_distributed,
};
use retrograde::{Ending, Game, Numbered, Options, Reversible, Side, Slot, SolveError, Value, Values};
use retrograde_testing::graph::{Graph, NodeNumber};
use retrograde_testing::processes::{World, members, run_processes};

use crate::spill::List;
use crate::tiers::{Floors, with_the_least};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// A fault of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// Omits the leaving moves of every third slot.
    Omits,
    /// Lists the leaving moves of every third slot twice.
    Repeats,
    /// Also lists moves that stay in the tier.
    Stays,
    /// Claims, for every move that leaves the tier, that the other side moves at the child.
    Passes,
}

/// A game with tiers in which the moves to other tiers have no un-moves. With `REPEATS`, the game counts moves instead
/// of children.
struct Forwards<const REPEATS: bool> {
    floors: Floors,
    fault: Fault,
    /// The number of slots whose leaving moves were listed.
    listed: AtomicU64,
}

impl<const REPEATS: bool> Forwards<REPEATS> {
    fn new(floors: Floors) -> Self {
        Self { floors, fault: Fault::None, listed: AtomicU64::new(0) }
    }
}

impl<const REPEATS: bool> Game for Forwards<REPEATS> {
    type Position = NodeNumber;
    type Move = usize;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.floors.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.floors.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.floors.each_move(node, visit);
    }
}

impl<const REPEATS: bool> Numbered for Forwards<REPEATS> {
    const REPEATS: bool = REPEATS;
    fn slots(&self) -> u64 {
        self.floors.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.floors.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.floors.position(slot)
    }
}

impl<const REPEATS: bool> Reversible for Forwards<REPEATS> {
    fn each_unmove(&self, node: &NodeNumber, _: impl FnMut(NodeNumber)) {
        panic!("the un-moves of node {node} to all tiers");
    }
}

impl<const REPEATS: bool> Tiered for Forwards<REPEATS> {
    fn leaves_forwards(&self) -> bool {
        true
    }

    fn tiers(&self) -> Vec<Tier> {
        self.floors.tiers()
    }

    fn each_predecessor_in(
        &self,
        tier: usize,
        within: &Range<u64>,
        slots: &[Slot],
        mut visit: impl FnMut(usize, Slot, bool),
    ) {
        assert_eq!(*within, self.floors.tiers[tier].slots);
        for (index, slot) in slots.iter().enumerate() {
            assert!(within.contains(&slot.0), "slot {slot} is in another tier");
            self.floors.each_predecessor(*slot, |parent, same| {
                let moves = self.floors.graph.children[parent.index()].iter();
                let times = moves.filter(|&&child| u64::from(child) == slot.0).count();
                if within.contains(&parent.0) {
                    (0..if REPEATS { times } else { 1 }).for_each(|_| visit(index, parent, same));
                }
            });
        }
    }

    fn each_leaving(
        &self,
        tier: usize,
        within: &Range<u64>,
        slots: Range<u64>,
        mut visit: impl FnMut(Slot, Slot, bool),
    ) {
        assert_eq!(*within, self.floors.tiers[tier].slots);
        assert!(within.start <= slots.start && slots.end <= within.end, "{slots:?} is not in tier {tier}");
        self.listed.fetch_add(slots.end - slots.start, Ordering::Relaxed);
        for slot in slots {
            let mut children = self.floors.graph.children[slot as usize].clone();
            if !REPEATS {
                children.sort_unstable();
                children.dedup();
            }
            let is_faulty = slot % 3 == 0;
            let times = match self.fault {
                Fault::Omits if is_faulty => 0,
                Fault::Repeats if is_faulty => 2,
                _ => 1,
            };
            let leaves = |child: &NodeNumber| !within.contains(&u64::from(*child)) || self.fault == Fault::Stays;
            for child in children.into_iter().filter(leaves) {
                let same = self.turn(&child) == self.turn(&(slot as NodeNumber)) && self.fault != Fault::Passes;
                (0..times).for_each(|_| visit(Slot(slot), Slot(child.into()), same));
            }
        }
    }
}

/// The same game, but with the default method that lists the leaving moves.
struct ByMoves(Floors);

impl Game for ByMoves {
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

impl Numbered for ByMoves {
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

impl Reversible for ByMoves {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.0.each_unmove(node, visit);
    }
}

impl Tiered for ByMoves {
    fn leaves_forwards(&self) -> bool {
        true
    }
    fn tiers(&self) -> Vec<Tier> {
        self.0.tiers()
    }
}

#[test]
fn moves_that_leave_forwards_have_the_values_of_the_whole() {
    let mut seen = [0; 4];
    for seed in 0..1500 {
        let floors = || Floors::random(seed, 39);
        let whole = solve(&floors(), &DEFAULT).unwrap();
        for threads in [1, 2] {
            let options = Options { threads, ..DEFAULT };
            let named = format!("seed {seed}, {threads} threads");
            assert_eq!(solve_by_tiers(&Forwards::<false>::new(floors()), &options).unwrap(), whole, "{named}");
            assert_eq!(solve_by_tiers(&Forwards::<true>::new(floors()), &options).unwrap(), whole, "{named}, repeats");
            assert_eq!(solve_by_tiers(&ByMoves(floors()), &options).unwrap(), whole, "{named}, by moves");
        }
        check::check_tiers(&floors(), 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        check::check_tiers(&Forwards::<false>::new(floors()), 100)
            .unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        check::check_tiers(&Forwards::<true>::new(floors()), 100)
            .unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        check::check_tiers(&ByMoves(floors()), 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        whole.values().for_each(|(_, value)| seen[value.kind() as usize] += 1);
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

/// Node 12 wins sooner inside its tier than outside, and node 13 wins sooner outside. Nodes 14, 15 and 16 lose. Nodes
/// 14 and 15 have their longest defence outside of the tier, and node 16 has it inside.
#[test]
fn outside_values_wait_for_their_depth() {
    // Nodes 0 to 9 form a chain, in which node n is n plies from the end. At node 0 the second side has won, and the
    // first side would be next to move.
    let mut owner: Vec<Side> = (0..10).map(Side::from_parity).collect();
    let mut ending = vec![None; 10];
    ending[0] = Some(Ending::won(Side::Second, "second"));
    let mut children: Vec<Vec<NodeNumber>> =
        (0..10_u32).map(|node| node.checked_sub(1).into_iter().collect()).collect();
    let mut add = |side, over: Option<Ending>, to: &[NodeNumber]| {
        owner.push(side);
        ending.push(over);
        children.push(to.to_vec());
    };
    add(Side::First, Some(Ending::won(Side::Second, "second")), &[]); // 10: a loss in 0
    add(Side::Second, None, &[10]); // 11: a win in 1
    add(Side::Second, None, &[8, 10]); // 12: a loss of the first side in 8, or one in 0
    add(Side::Second, None, &[4, 15]); // 13: a loss of the first side in 4, or one in 10
    add(Side::First, None, &[7, 11]); // 14: wins of the second side in 7 and in 1
    add(Side::First, None, &[3, 7, 9, 13]); // 15: wins of the second side in 3, 7, 9 and 5
    add(Side::First, None, &[1, 13]); // 16: wins of the second side in 1 and in 5
    let tier =
        |slots: Range<u64>, children: Vec<usize>| Tier { name: String::new(), slots, children, has_moves_inside: true };
    let floors = || Floors {
        graph: Graph::new(owner.clone(), ending.clone(), children.clone()),
        tiers: vec![tier(0..10, Vec::new()), tier(10..17, vec![0])],
    };
    let whole = solve(&floors(), &DEFAULT).unwrap();
    let table = solve_by_tiers(&Forwards::<false>::new(floors()), &DEFAULT).unwrap();
    let plies: Vec<_> = (12..17).map(|node| table.value(Slot(node)).and_then(Value::depth).unwrap().plies()).collect();
    assert_eq!((table, plies), (whole, vec![1, 5, 8, 10, 6]));
}

/// If the memory suffices for the messages, the leaving moves of each slot are listed once. With less memory, they are
/// listed again at each depth, and the values are the same, in memory and in scratch storage.
#[test]
fn leaving_moves_are_listed_once_if_the_messages_fit() {
    for seed in 0..3 {
        let whole = solve(&Floors::random(seed, 3_000), &DEFAULT).unwrap();
        let solved = |memory| {
            let game = Forwards::<false>::new(Floors::random(seed, 3_000));
            let list = Arc::new(List::new(1 << 30, u64::MAX));
            let scratch: Arc<dyn Scratch> = list.clone();
            let options = Options { memory, scratch: Some(&scratch), ..DEFAULT };
            let values = solve_by_tiers_anywhere(&game, &options).ok()?;
            assert_eq!(values.identity().unwrap(), whole.identity().unwrap(), "seed {seed}, {memory} bytes");
            Some((game.listed.into_inner(), list.written()))
        };
        let by_sweep = |tier: &Tier| if tier.has_moves_inside { tier.slots.end - tier.slots.start } else { 0 };
        let slots: u64 = Floors::random(seed, 3_000).tiers.iter().map(by_sweep).sum();
        assert_eq!(solved(Options::MEMORY), Some((slots, 0)), "seed {seed}");
        let (listed, written) = with_the_least(solved);
        assert!(written > 0 && listed > 2 * slots, "seed {seed}: {listed} listed, {slots} slots, {written} written");
    }
}

#[test]
fn several_processes_are_refused() {
    let game = Forwards::<false>::new(Floors::random(1, 3_000));
    let refused = run_processes(&World::new(&members(2, 1), None), |transport| {
        solve_by_tiers_distributed(&game, transport, &Options::DEFAULT).map(drop)
    });
    assert!(refused.into_iter().all(|refused| refused.err() == Some(SolveError::OneProcess)));
}

#[test]
fn faults_of_leaving_moves_are_named() {
    let faulty = |fault| Forwards::<false> { fault, ..Forwards::new(Floors::random(5, 39)) };
    assert!(faulty(Fault::None).floors.tiers.iter().any(|tier| !tier.children.is_empty()));
    for fault in [Fault::Omits, Fault::Repeats, Fault::Stays, Fault::Passes] {
        let broken = check::check_tiers(&faulty(fault), 1000).unwrap_err();
        assert_eq!(broken.law, GameLaw::TiersVisitOpenMoves, "{broken}");
    }
    let mut unlisted = Floors::random(5, 39);
    unlisted.tiers.iter_mut().for_each(|tier| tier.children.clear());
    let broken = check::check_tiers(&unlisted, 1000).unwrap_err();
    assert_eq!(broken.law, GameLaw::MovesFollowTiers, "{broken}");
}
