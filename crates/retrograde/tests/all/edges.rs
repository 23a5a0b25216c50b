//! Tests that games with stored moves have the values of the oracle (a simple reference solver). Also tests that a game
//! gives the same result whether it is explored and linked in one pass or in two passes.

use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::{
    Children, Edges, Ending, Explored, Game, Linked, Numbered, Options, Outcome, Reversible, Side, Slot, SolveError,
};
use retrograde_testing::graph::{Graph, NodeNumber};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

fn edges(graph: &Graph, options: &Options<'_>) -> Result<Edges, SolveError> {
    let mut children = Children::new(options);
    for node in 0..graph.slots() as NodeNumber {
        children.position(graph.turn(&node), graph.ending(&node).map(|ending| ending.outcome))?;
        let each = graph.children[node as usize].iter();
        each.map(|&child| Slot(child.into())).try_for_each(|child| children.child(child))?;
    }
    children.link(options)
}

#[test]
fn edges_equal_the_oracle_on_random_graphs() {
    for seed in 0..1000 {
        let graph = Graph::random(seed, 1 + (seed % 60) as u32);
        let edges = edges(&graph, &DEFAULT).unwrap();
        let truth = oracle(&graph, 0..graph.slots() as NodeNumber);
        for (slot, value) in edges.solve(&DEFAULT).unwrap().values() {
            let node = slot.0 as NodeNumber;
            assert_eq!(value, truth[&node], "seed {seed}, node {slot}");
            assert_eq!(edges.turn(slot), Some(graph.turn(&node)), "seed {seed}, node {slot}");
            let mut parents = Vec::new();
            graph.each_unmove(&node, |parent| parents.push((graph.slot(&parent), graph.turn(&parent))));
            assert_eq!(edges.predecessors(slot).collect::<Vec<_>>(), parents, "seed {seed}, node {slot}");
        }
        assert_eq!(Linked::new(&graph, &DEFAULT).unwrap().edges(), &edges, "seed {seed}");
    }
}

/// A graph whose positions are sorted in reverse. So the order in which positions are found differs from the sorted
/// order.
struct Turned(Graph);

impl Game for Turned {
    type Position = std::cmp::Reverse<NodeNumber>;
    type Move = usize;
    fn turn(&self, node: &Self::Position) -> Side {
        self.0.turn(&node.0)
    }
    fn ending(&self, node: &Self::Position) -> Option<Ending> {
        self.0.ending(&node.0)
    }
    fn each_move(&self, node: &Self::Position, mut visit: impl FnMut(usize, Self::Position)) {
        self.0.each_move(&node.0, |index, child| visit(index, std::cmp::Reverse(child)));
    }
}

#[test]
fn one_pass_stores_what_two_passes_store() {
    for seed in 0..1000 {
        let graph = Turned(Graph::random(seed, 1 + (seed % 60) as u32));
        let starts = [0, seed as NodeNumber % 7 % graph.0.slots() as NodeNumber].map(std::cmp::Reverse);
        let one = Linked::explored(&graph, starts, &DEFAULT).unwrap();
        let two = Linked::new(Explored::new(&graph, starts, &DEFAULT).unwrap(), &DEFAULT).unwrap();
        assert_eq!(one.edges(), two.edges(), "seed {seed}");
        let table = solve(&one, &DEFAULT).unwrap();
        let truth = oracle(&graph, starts);
        assert_eq!(truth.len() as u64, one.slots(), "seed {seed}");
        for (node, value) in truth {
            assert_eq!(table.value(one.slot(&node)), Some(value), "seed {seed}, node {node:?}");
        }
    }
}

/// Tests a graph that is so large that each thread gets a part of it.
#[test]
fn threads_store_the_same_edges() {
    let graph = Turned(Graph::random(1, 300_000));
    let stored = |threads| {
        let options = Options { threads, ..DEFAULT };
        let explored = Linked::explored(&graph, [std::cmp::Reverse(0)], &options).unwrap();
        (edges(&graph.0, &options).unwrap(), explored.edges().clone())
    };
    let one = stored(1);
    assert!(one.0.slots() + one.0.moves() > 3 << 18, "a part for each of four threads: {} moves", one.0.moves());
    for threads in 2..=4 {
        let (listed, explored) = stored(threads);
        assert!(listed == one.0 && explored == one.1, "{threads} threads");
    }
}

/// A long chain whose positions also have a move to themselves. The game counts the calls of `each_move`.
struct Counted(AtomicU64);

impl Game for Counted {
    type Position = u32;
    type Move = u32;
    fn turn(&self, _: &u32) -> Side {
        Side::First
    }
    fn ending(&self, position: &u32) -> Option<Ending> {
        (*position == 0).then_some(Ending::won(Side::First, "done"))
    }
    fn each_move(&self, position: &u32, mut visit: impl FnMut(u32, u32)) {
        self.0.fetch_add(1, Ordering::Relaxed);
        if let Some(before) = position.checked_sub(1) {
            visit(before, before);
            visit(*position, *position);
        }
    }
}

#[test]
fn one_pass_makes_every_move_once() {
    let game = Counted(AtomicU64::new(0));
    let linked = Linked::explored(&game, [999], &DEFAULT).unwrap();
    assert_eq!(solve(&linked, &DEFAULT).unwrap().value(Slot(999)).unwrap().to_string(), "win in 999 plies");
    assert_eq!(game.0.load(Ordering::Relaxed), 1000);
}

#[test]
fn children_that_are_no_positions_are_named_by_their_parent() {
    let unsound = |law| SolveError::Unsound { slot: Slot(1), law };
    for stray in [3, 4, (1 << 31) - 1] {
        let mut children = Children::new(&DEFAULT);
        children.position(Side::First, Some(Outcome::Level)).unwrap();
        children.position(Side::First, None).unwrap();
        children.child(Slot(0)).unwrap();
        children.child(Slot(stray)).unwrap();
        children.position(Side::First, Some(Outcome::Level)).unwrap();
        children.hole().unwrap();
        let error = children.link(&DEFAULT).unwrap_err();
        assert_eq!(error, unsound("a move leads to a slot without a position".into()), "child {stray}");
    }
    let mut children = Children::new(&DEFAULT);
    children.hole().unwrap();
    children.position(Side::First, None).unwrap();
    let beyond = children.child(Slot(1 << 31)).unwrap_err();
    assert!(matches!(beyond, SolveError::TooLarge { .. }), "{beyond}");
    let error = children.link(&DEFAULT).unwrap().solve(&DEFAULT).unwrap_err();
    assert_eq!(error, unsound("the game is not over here, but there is no move".into()));
}

/// A position whose order ignores a difference. So different positions compare as equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Blurred(u32);

impl PartialOrd for Blurred {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Blurred {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0 / 2).cmp(&(other.0 / 2))
    }
}

struct Blur;

impl Game for Blur {
    type Position = Blurred;
    type Move = u32;
    fn turn(&self, position: &Blurred) -> Side {
        Side::from_parity(position.0.into())
    }
    fn ending(&self, position: &Blurred) -> Option<Ending> {
        (position.0 == 0).then_some(Ending::won(Side::First, "done"))
    }
    fn each_move(&self, position: &Blurred, mut visit: impl FnMut(u32, Blurred)) {
        position.0.checked_sub(1).into_iter().for_each(|before| visit(before, Blurred(before)));
    }
}

#[test]
fn an_order_that_overlooks_something_is_an_error() {
    let error = Linked::explored(Blur, [Blurred(9)], &DEFAULT).err().unwrap();
    assert!(matches!(error, SolveError::Unsound { slot: Slot(0), .. }), "{error}");
    assert_eq!(Explored::new(Blur, [Blurred(9)], &DEFAULT).err(), Some(error));
}

type Way<'g> = &'g dyn Fn(&Options<'_>) -> Result<(), SolveError>;

/// If a solve returns an error because it needs more memory, the amount that the error reports suffices.
#[test]
fn what_a_refusal_asks_for_is_enough() {
    let mut refusals = 0;
    for seed in 0..20 {
        let graph = Turned(Graph::random(seed, 2000));
        let numbered = &graph.0;
        let ways: [Way<'_>; 3] = [
            &|options| solve(&Linked::explored(&graph, [std::cmp::Reverse(0)], options)?, options).map(drop),
            &|options| solve(&Linked::new(numbered, options)?, options).map(drop),
            &|options| edges(numbered, options)?.solve(options).map(drop),
        ];
        for (way, solve) in ways.into_iter().enumerate() {
            for memory in (12..22).flat_map(|power| [1 << power, 3 << power]) {
                let Err(SolveError::TooLarge { needed, limit, .. }) = solve(&Options { memory, ..DEFAULT }) else {
                    continue;
                };
                assert!(limit == memory && needed > memory, "seed {seed}, way {way}: {needed} of {memory}");
                let again = solve(&Options { memory: needed, ..DEFAULT });
                assert!(again.is_ok(), "seed {seed}, way {way}, {memory}, then {needed}: {again:?}");
                refusals += 1;
            }
        }
    }
    assert!(refusals > 100, "{refusals} refusals");
}
