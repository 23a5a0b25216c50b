//! Tests that a solve by tiers computes the same values as a single solve of the whole game.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::author::check;
use retrograde::judge::oracle;
use retrograde::kernel::{
    Member, Scratch, Tier, Tiered, solve, solve_by_tiers, solve_by_tiers_anywhere, solve_by_tiers_distributed,
    solve_distributed,
};
use retrograde::{Ending, Game, Numbered, Options, Reversible, Side, Slot, SolveError, Values};
use retrograde_testing::graph::{Graph, NodeNumber};
use retrograde_testing::processes::{World, members, run_processes};

use crate::among::assert_same_values;
use crate::elided::Partly;
use crate::spill::List;

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// A graph that is divided into tiers. Each move leads to a node of the same tier or of an earlier tier.
pub(crate) struct Floors {
    pub(crate) graph: Graph,
    pub(crate) tiers: Vec<Tier>,
}

impl Floors {
    /// Creates a graph with tiers of random sizes. Some tiers have no moves inside.
    pub(crate) fn random(seed: u64, largest: NodeNumber) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let sizes: Vec<NodeNumber> = (0..rng.u32(1..6)).map(|_| rng.u32(1..=largest)).collect();
        Self::of(rng, &sizes)
    }

    /// Creates a graph with tiers of the given sizes, in nodes.
    fn of(mut rng: fastrand::Rng, sizes: &[NodeNumber]) -> Self {
        let seed = rng.u64(..);
        let nodes: NodeNumber = sizes.iter().sum();
        let Graph { owner, mut ending, mut children, .. } = Graph::random(seed, nodes);
        let (mut tiers, mut first) = (Vec::<Tier>::new(), 0);
        for (number, &size) in sizes.iter().enumerate() {
            let goes_round = number == 0 || rng.bool();
            let end = if goes_round { first + size } else { first };
            let mut leads_to = vec![false; number];
            let mut has_moves_inside = false;
            for node in first..first + size {
                for child in &mut children[node as usize] {
                    *child = rng.u32(..end);
                    match tiers.iter().position(|tier| tier.slots.contains(&u64::from(*child))) {
                        Some(tier) => leads_to[tier] = true,
                        None => has_moves_inside = true,
                    }
                }
                if children[node as usize].is_empty() && ending[node as usize].is_none() {
                    ending[node as usize] = Some(Ending::level("stuck"));
                }
            }
            let (slots, children) = (u64::from(first)..u64::from(first + size), 0..number);
            let children = children.filter(|&tier| leads_to[tier]).collect();
            tiers.push(Tier { name: format!("tier {number}"), slots, children, has_moves_inside });
            first += size;
        }
        Self { graph: Graph::new(owner, ending, children), tiers }
    }
}

impl Game for Floors {
    type Position = NodeNumber;
    type Move = usize;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.graph.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.graph.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.graph.each_move(node, visit);
    }
}

impl Numbered for Floors {
    fn slots(&self) -> u64 {
        self.graph.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.graph.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.graph.position(slot)
    }
}

impl Reversible for Floors {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.graph.each_unmove(node, visit);
    }
}

impl Tiered for Floors {
    fn tiers(&self) -> Vec<Tier> {
        self.tiers.clone()
    }
}

#[test]
fn tiers_have_the_values_of_the_whole() {
    let (mut seen, mut forward) = ([0; 4], 0);
    for seed in 0..1500 {
        let game = Floors::random(seed, 39);
        let whole = solve(&game, &DEFAULT).unwrap();
        for threads in [1, 2] {
            let tiers = solve_by_tiers(&game, &Options { threads, ..DEFAULT }).unwrap();
            for (slot, value) in whole.values() {
                assert_eq!(tiers.value(slot), Some(value), "seed {seed}, slot {slot}, {threads} threads");
            }
            assert_eq!(tiers, whole, "seed {seed}");
        }
        whole.values().for_each(|(_, value)| seen[value.kind() as usize] += 1);
        forward += game.tiers.iter().filter(|tier| !tier.has_moves_inside).count();
    }
    assert!(seen.iter().all(|&count| count > 500) && forward > 500, "{seen:?}, {forward} tiers by one pass");
}

/// A game with tiers. It makes the un-moves for one tier at a time.
struct OneTier {
    floors: Floors,
    /// The number of calls with several slots of an earlier tier.
    batches: AtomicU64,
}

impl Game for OneTier {
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

impl Numbered for OneTier {
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

impl Reversible for OneTier {
    fn each_unmove(&self, node: &NodeNumber, _: impl FnMut(NodeNumber)) {
        panic!("the un-moves of node {node} to all tiers");
    }
}

impl Tiered for OneTier {
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
        let from = self.floors.tiers.iter().position(|tier| tier.slots.contains(&slots[0].0)).unwrap();
        assert!(from == tier || self.floors.tiers[tier].children.contains(&from));
        self.batches.fetch_add(u64::from(from != tier && slots.len() > 1), Ordering::Relaxed);
        for (index, slot) in slots.iter().enumerate() {
            assert!(self.floors.tiers[from].slots.contains(&slot.0), "slots of several tiers");
            self.floors.each_predecessor(*slot, |parent, same| {
                if within.contains(&parent.0) {
                    visit(index, parent, same);
                }
            });
        }
    }
}

#[test]
fn a_game_makes_the_un_moves_to_one_tier_alone() {
    let mut batches = 0;
    for seed in 0..300 {
        let whole = solve(&Floors::random(seed, 39), &DEFAULT).unwrap();
        let game = OneTier { floors: Floors::random(seed, 39), batches: AtomicU64::new(0) };
        assert_eq!(solve_by_tiers(&game, &DEFAULT).unwrap(), whole, "seed {seed}");
        batches += game.batches.into_inner();
    }
    assert!(batches > 300, "{batches} calls with several finished slots");
}

/// A game that elides some of its wins at once, divided into tiers.
struct Elided<const ALTERNATES: bool, const FORWARDS: bool> {
    game: Partly<ALTERNATES>,
    tiers: Vec<Tier>,
}

impl<const ALTERNATES: bool, const FORWARDS: bool> Elided<ALTERNATES, FORWARDS> {
    fn random(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        // The tiers have even sizes. So the graph with alternating turns has moves to the same tiers.
        let sizes: Vec<NodeNumber> = (0..rng.u32(1..6)).map(|_| 2 * rng.u32(1..20)).collect();
        let Floors { graph, tiers } = Floors::of(rng, &sizes);
        Self { game: Partly::without_holes(graph, seed), tiers }
    }
}

impl<const ALTERNATES: bool, const FORWARDS: bool> Game for Elided<ALTERNATES, FORWARDS> {
    type Position = NodeNumber;
    type Move = usize;
    const ALTERNATES: bool = ALTERNATES;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.game.turn(node)
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.game.ending(node)
    }
    fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
        self.game.each_move(node, visit);
    }
}

impl<const ALTERNATES: bool, const FORWARDS: bool> Numbered for Elided<ALTERNATES, FORWARDS> {
    const AT_ONCE: bool = true;
    fn elides_win(&self, node: &NodeNumber) -> bool {
        self.game.elides_win(node)
    }
    fn elides_all_wins(&self) -> bool {
        false
    }
    fn elides_ending(&self, node: &NodeNumber, ending: Ending) -> bool {
        self.game.elides_ending(node, ending)
    }
    fn slots(&self) -> u64 {
        self.game.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.game.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.game.position(slot)
    }
}

impl<const ALTERNATES: bool, const FORWARDS: bool> Reversible for Elided<ALTERNATES, FORWARDS> {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.game.each_unmove(node, visit);
    }
    fn each_predecessor_of(&self, slots: &[Slot], visit: impl FnMut(usize, Slot, bool)) {
        self.game.each_predecessor_of(slots, visit);
    }
}

impl<const ALTERNATES: bool, const FORWARDS: bool> Tiered for Elided<ALTERNATES, FORWARDS> {
    fn leaves_forwards(&self) -> bool {
        FORWARDS
    }
    fn tiers(&self) -> Vec<Tier> {
        self.tiers.clone()
    }
}

fn assert_elided_tiers_equal_oracle<const ALTERNATES: bool, const FORWARDS: bool>() {
    for seed in 0..600 {
        let mut game = Elided::<ALTERNATES, FORWARDS>::random(seed);
        let truth = oracle(&game, 0..game.slots() as NodeNumber);
        let table = solve_by_tiers(&game, &DEFAULT).unwrap();
        for (slot, value) in table.values() {
            assert_eq!(value, truth[&(slot.0 as NodeNumber)], "seed {seed}, slot {slot}");
        }
        assert_eq!(solve(&game, &DEFAULT).unwrap(), table, "seed {seed}");
        game.game.relax();
        check::check_tiers(&game, 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    }
}

#[test]
fn tiers_of_games_that_elide_wins_have_the_oracles_values() {
    assert_elided_tiers_equal_oracle::<false, false>();
    assert_elided_tiers_equal_oracle::<true, false>();
}

#[test]
fn tiers_of_games_that_elide_wins_have_the_oracles_values_forwards() {
    assert_elided_tiers_equal_oracle::<false, true>();
    assert_elided_tiers_equal_oracle::<true, true>();
}

#[test]
fn tiers_that_lead_back_are_refused_by_name() {
    let mut game = Floors::random(1, 39);
    let slots = game.tiers.last().unwrap().slots.clone();
    game.tiers = vec![
        Tier { name: "upper".into(), slots: 0..1, children: vec![1], has_moves_inside: true },
        Tier { name: "lower".into(), slots: 1..slots.end, children: vec![0], has_moves_inside: true },
    ];
    let error = solve_by_tiers(&game, &DEFAULT).unwrap_err();
    assert_eq!(error, SolveError::Tiers { names: "upper, lower".into() });
    game.tiers[1].slots = 2..slots.end;
    assert!(matches!(solve_by_tiers(&game, &DEFAULT), Err(SolveError::Tiers { names }) if names == "lower"));
}

#[test]
fn issue_27_a_tier_that_lists_a_child_twice_is_refused_by_name() {
    let mut game = Floors::random(1, 39);
    let slots = game.tiers.last().unwrap().slots.clone();
    game.tiers = vec![
        Tier { name: "upper".into(), slots: 0..1, children: vec![1, 1], has_moves_inside: true },
        Tier { name: "lower".into(), slots: 1..slots.end, children: Vec::new(), has_moves_inside: true },
    ];
    let error = solve_by_tiers(&game, &DEFAULT).unwrap_err();
    assert_eq!(error, SolveError::TierTwice { tier: "upper".into(), child: "lower".into() });
}

/// Returns a chain of nodes, divided into tiers of `each` nodes. Tests use chains that have more depths than one byte
/// has codes.
fn deep(nodes: NodeNumber, each: NodeNumber) -> Floors {
    let graph = Graph::chain(nodes);
    let nodes = graph.slots();
    let slots = (0..nodes).step_by(each as usize).map(|first| first..nodes.min(first + u64::from(each)));
    let tier = |(number, slots): (usize, Range<u64>)| Tier {
        name: format!("tier {number}"),
        slots,
        children: (0..number).collect(),
        has_moves_inside: true,
    };
    Floors { tiers: slots.enumerate().map(tier).collect(), graph }
}

/// Returns a graph of `nodes` nodes with `wide` nodes at each depth. Each tier of `each` nodes has one child.
fn stack(nodes: NodeNumber, wide: NodeNumber, each: NodeNumber) -> Floors {
    let owner = (0..nodes).map(|node| Side::from_parity(u64::from(node / wide))).collect();
    let ending = (0..nodes).map(|node| (node < wide).then_some(Ending::won(Side::First, "first"))).collect();
    let children = (0..nodes).map(|node| node.checked_sub(wide).into_iter().collect()).collect();
    let tier = |number: NodeNumber| Tier {
        name: format!("tier {number}"),
        slots: u64::from(number * each)..u64::from((number + 1) * each),
        children: number.checked_sub(1).map(|below| below as usize).into_iter().collect(),
        has_moves_inside: true,
    };
    Floors { graph: Graph::new(owner, ending, children), tiers: (0..nodes / each).map(tier).collect() }
}

/// With little memory, the codes of a tier's child are read at each depth. With two more bytes of memory per slot, the
/// codes are read only once, when the tier is opened.
#[test]
fn finished_slots_are_sorted_once_if_they_fit() {
    let game = stack(40_000, 50, 2_000);
    let whole = solve(&game, &DEFAULT).unwrap();
    let solved = |memory| {
        let list = Arc::new(List::new(1 << 30, u64::MAX));
        let scratch: Arc<dyn Scratch> = list.clone();
        let options = Options { memory, scratch: Some(&scratch), threads: 1, ..DEFAULT };
        let values = solve_by_tiers_anywhere(&game, &options).ok()?;
        let read = list.bytes_read();
        assert_eq!(values.identity().unwrap(), whole.identity().unwrap(), "{memory} bytes");
        Some((list.written() > 0).then_some((memory, read)))
    };
    let Some((least, scanned)) = with_the_least(solved) else { panic!("nothing was on scratch") };
    let sorted = solved(least + 30_000).unwrap().expect("values on scratch").1;
    let codes = 2 * game.slots();
    assert!(scanned > 100 * codes && sorted < 10 * codes, "{scanned} bytes read, {sorted} with more memory");
}

/// Solves a game by tiers with several processes, and checks that every process has the same values as a single solve.
/// Returns the number of bytes that all processes together have written to scratch storage, or `None` if the memory is
/// too small for some process.
fn assert_same_among(game: &Floors, members: &[Member], memory: u64, named: &str) -> Option<u64> {
    let whole = solve(game, &DEFAULT).unwrap();
    let written = AtomicU64::new(0);
    let distributed = run_processes(&World::new(members, None), |transport| {
        let list = Arc::new(List::new(1 << 30, u64::MAX));
        let scratch: Arc<dyn Scratch> = list.clone();
        let options = Options { memory, scratch: Some(&scratch), ..Options::DEFAULT };
        let distributed = solve_by_tiers_distributed(game, transport, &options)?;
        assert_same_values(&whole, &distributed, named);
        written.fetch_add(list.written(), Ordering::Relaxed);
        Ok(())
    });
    if distributed.iter().any(|distributed| matches!(distributed, Err(SolveError::TooLarge { .. }))) {
        assert!(distributed.iter().all(Result::is_err), "{named}");
        return None;
    }
    for distributed in distributed {
        distributed.unwrap_or_else(|error| panic!("{named}: {error}"));
    }
    Some(written.into_inner())
}

/// Finds the minimum memory that suffices; the result may be up to 16 bytes more. Returns the result of `solved` with
/// this memory. `solved` returns `None` if the memory is too small.
pub(crate) fn with_the_least<T>(solved: impl Fn(u64) -> Option<T>) -> T {
    let (mut too_little, mut enough) = (0, 1 << 20);
    let mut best = solved(enough).unwrap();
    while enough - too_little > 16 {
        let memory = u64::midpoint(too_little, enough);
        match solved(memory) {
            None => too_little = memory,
            Some(found) => (best, enough) = (found, memory),
        }
    }
    best
}

#[test]
fn several_processes_find_the_same_by_tiers() {
    let unequal = [Member { workers: 1, weight: 5 }, Member { workers: 2, weight: 2 }];
    for seed in 0..24 {
        let game = Floors::random(seed, [39, 3_000, 12_000][seed as usize % 3]);
        for (number, members) in [members(1, 2), members(2, 1), members(3, 2), unequal.to_vec()].iter().enumerate() {
            let named = format!("seed {seed}, members {number}");
            assert_eq!(assert_same_among(&game, members, Options::MEMORY, &named), Some(0));
        }
    }
    let game = deep(6_000, 1_500);
    assert_eq!(assert_same_among(&game, &members(3, 1), Options::MEMORY, "a chain"), Some(0));
}

/// Tests a tier of one slot, which has fewer slots than there are workers.
#[test]
fn a_tier_of_one_slot_is_solved_by_many() {
    for seed in 0..4 {
        let rng = || fastrand::Rng::with_seed(seed);
        let game = Floors::of(rng(), &[2_000, 48, 1]);
        for members in [members(2, 1), members(3, 2)] {
            assert_eq!(assert_same_among(&game, &members, Options::MEMORY, &format!("seed {seed}")), Some(0));
        }
        let game = Floors::of(rng(), &[65_530, 6, 1]);
        assert_eq!(solve_by_tiers(&game, &DEFAULT).unwrap(), solve(&game, &DEFAULT).unwrap(), "seed {seed}");
    }
}

/// The memory suffices for the largest tier, but not for the finished values. So the finished values are in scratch
/// storage.
#[test]
fn finished_tiers_go_to_scratch_where_they_do_not_fit() {
    assert_scratch_takes_finished_tiers(0..1);
}

#[test]
#[ignore = "slow: more seeds of the same test"]
fn finished_tiers_of_more_games_go_to_scratch() {
    assert_scratch_takes_finished_tiers(1..4);
}

fn assert_scratch_takes_finished_tiers(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let (game, named) = (Floors::random(seed, 12_000), format!("seed {seed}"));
        let whole = solve(&game, &DEFAULT).unwrap();
        let (values, written) = with_the_least(|memory| {
            let list = Arc::new(List::new(1 << 30, u64::MAX));
            let scratch: Arc<dyn Scratch> = list.clone();
            let options = Options { memory, scratch: Some(&scratch), threads: 2, ..DEFAULT };
            match solve_by_tiers_anywhere(&game, &options) {
                Err(SolveError::TooLarge { needed, limit, .. }) => {
                    assert!(limit == memory && needed > limit, "{named}");
                    None
                }
                values => Some((values.unwrap(), list.written())),
            }
        });
        assert!(written >= game.slots(), "{named}: nothing was on scratch");
        assert_eq!(values.identity().unwrap(), whole.identity().unwrap(), "{named}");
        assert_eq!(values.histogram().unwrap(), whole.histogram().unwrap(), "{named}");
        let written = with_the_least(|memory| assert_same_among(&game, &members(2, 1), memory, &named));
        assert!(written > 0, "{named}: nothing was on scratch");
    }
}

#[test]
fn codes_are_widened_on_scratch() {
    // The whole game has more values than one byte has codes, but each tier has fewer.
    let game = deep(600, 60);
    let among = |memory| assert_same_among(&game, &members(2, 1), memory, "a chain");
    let (least, written) = with_the_least(|memory| Some((memory, among(memory)?)));
    assert!(written >= 3 * game.slots(), "{written} bytes: the codes were not widened on scratch");
    // With a little more memory, the codes are in memory at first. They move to scratch storage when they are widened.
    for memory in (least..least + 1_500).step_by(250) {
        assert!(among(memory).is_some(), "{memory} bytes do not do, but {least} do");
    }
}

#[test]
fn a_disk_that_is_gone_and_one_that_is_full_are_errors() {
    let game = Floors::random(4, 3_000);
    let solve = |list: List, memory| {
        let scratch: Arc<dyn Scratch> = Arc::new(list);
        let options = Options { memory, scratch: Some(&scratch), threads: 1, ..DEFAULT };
        solve_by_tiers_anywhere(&game, &options).map(drop)
    };
    // The minimum memory for this game. With more memory, the solve would not need the disk.
    let least = with_the_least(|memory| match solve(List::new(1 << 30, u64::MAX), memory) {
        Err(SolveError::TooLarge { .. }) => None,
        end => Some(end.map(|()| memory)),
    });
    let least = least.unwrap();
    assert!(matches!(solve(List::new(100, u64::MAX), least), Err(SolveError::NoRoom { limit: 100, .. })));
    let mut failures = 0;
    while let Err(error) = solve(List::new(1 << 30, failures), least) {
        assert_eq!(error, SolveError::Scratch { reason: "the disk is gone".into() });
        failures += 1;
    }
    assert!(failures > 5, "{failures}");
}

#[test]
fn who_solves_by_tiers_is_not_mixed_with_who_does_not() {
    let game = Floors::random(2, 3_000);
    let refused = run_processes(&World::new(&members(2, 1), None), |transport| {
        if transport.process() == 0 {
            solve_distributed(&game, transport, &Options::DEFAULT).map(drop)
        } else {
            solve_by_tiers_distributed(&game, transport, &Options::DEFAULT).map(drop)
        }
    });
    for refused in refused {
        let refusal = refused.unwrap_err().to_string();
        assert!(refusal.contains("some processes solve by tiers, and others do not"), "{refusal}");
    }
}
