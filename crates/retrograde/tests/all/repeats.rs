//! Tests games that count a child several times and whose un-moves visit a parent several times; see
//! `Numbered::REPEATS`.

use std::collections::BTreeMap;

use retrograde::author::check::{self, GameLaw};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::rules::{Orbits, RawSlots, Symmetric};
use retrograde::{Ending, Game, Linked, Numbered, Options, Reversible, Seed, Side, Slot, Solution};
use retrograde_testing::graph::{Graph, NodeNumber};

use crate::symmetric::{Board, TicTacToe};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// The rule by which the game counts an edge.
#[derive(Clone, Copy)]
enum Times {
    /// The game counts an edge once for each move.
    Moves,
    /// The game counts an edge a random number of times.
    Random,
}

/// A graph whose edges are counted several times.
struct Multigraph {
    graph: Graph,
    /// For each node, its parents, each with the number of visits.
    parents: Vec<BTreeMap<NodeNumber, u32>>,
    counts: Vec<u32>,
    fault: Fault,
}

/// A fault of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// The method for many slots forgets repeated visits.
    Forgets,
    /// The predecessors of the first node omit the second node, although the un-moves contain it.
    Skips(NodeNumber, NodeNumber),
    /// The seed of a node counts one open move.
    SeedsOne(NodeNumber),
}

impl Multigraph {
    fn new(graph: Graph, seed: u64, times: Times) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut parents = vec![BTreeMap::new(); graph.owner.len()];
        for (node, children) in graph.children.iter().enumerate() {
            for &child in children {
                let times = if matches!(times, Times::Moves) { 1 } else { rng.u32(1..4) };
                *parents[child as usize].entry(node as NodeNumber).or_insert(0) += times;
            }
        }
        let mut counts = vec![0; graph.owner.len()];
        for (&parent, times) in parents.iter().flatten() {
            counts[parent as usize] += times;
        }
        Self { graph, parents, counts, fault: Fault::None }
    }

    fn random(seed: u64, nodes: u32, times: Times) -> Self {
        Self::new(Graph::random(seed, nodes), seed, times)
    }

    /// Returns a node with several distinct children, and two of these children.
    fn fork(&self) -> (NodeNumber, NodeNumber, NodeNumber) {
        let children_of = |node: usize| {
            let mut children = self.graph.children[node].clone();
            children.sort_unstable();
            children.dedup();
            children
        };
        let fork = (0..self.graph.children.len()).find(|&node| children_of(node).len() > 1).unwrap();
        (fork as NodeNumber, children_of(fork)[0], children_of(fork)[1])
    }
}

impl Game for Multigraph {
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

impl Numbered for Multigraph {
    const REPEATS: bool = true;
    fn slots(&self) -> u64 {
        self.graph.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.graph.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.graph.position(slot)
    }
    fn open_moves(&self, node: &NodeNumber) -> u32 {
        self.counts[*node as usize]
    }
    fn each_seed(&self, slots: std::ops::Range<u64>, mut visit: impl FnMut(Seed)) {
        for slot in slots {
            let is_wrong = self.fault == Fault::SeedsOne(slot as NodeNumber);
            visit(if is_wrong { Seed::Open(1) } else { self.seed(Slot(slot)) });
        }
    }
}

impl Reversible for Multigraph {
    fn each_unmove(&self, node: &NodeNumber, mut visit: impl FnMut(NodeNumber)) {
        for (&parent, &times) in &self.parents[*node as usize] {
            (0..times).for_each(|_| visit(parent));
        }
    }
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        let node = slot.0 as NodeNumber;
        self.each_unmove(&node, |parent| {
            if self.fault != Fault::Skips(node, parent) {
                visit(self.slot(&parent), self.turn(&parent) == self.turn(&node));
            }
        });
    }
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate() {
            let mut last = None;
            self.each_predecessor(slot, |parent, same| {
                if self.fault != Fault::Forgets || last.replace(parent) != Some(parent) {
                    visit(index, parent, same);
                }
            });
        }
    }
}

#[test]
fn edges_that_count_several_times_have_the_oracles_values() {
    let (mut seen, mut repeated) = ([0; 4], 0);
    for seed in 0..800 {
        let times = if seed % 2 == 0 { Times::Moves } else { Times::Random };
        let game = Multigraph::random(seed, 1 + (seed % 60) as u32, times);
        let truth = oracle(&game, 0..game.slots() as NodeNumber);
        let table = solve(&game, &DEFAULT).unwrap();
        for (slot, value) in table.values() {
            assert_eq!(value, truth[&(slot.0 as NodeNumber)], "seed {seed}, node {slot}");
            seen[value.kind() as usize] += 1;
        }
        assert_eq!(solve(&Linked::new(&game, &DEFAULT).unwrap(), &DEFAULT).unwrap(), table, "seed {seed}");
        repeated += game.parents.iter().flatten().filter(|(_, times)| **times > 1).count();
        check::check_numbering(&game, 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        check::check_unmoves(&game, 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    }
    assert!(seen.iter().all(|&count| count > 500) && repeated > 1000, "{seen:?}, {repeated} repeated edges");
}

#[test]
fn the_default_counts_moves() {
    for seed in 0..50 {
        let Multigraph { graph, counts, .. } = Multigraph::random(seed, 40, Times::Moves);
        let moves: Vec<_> = graph.children.iter().map(|children| children.len() as u32).collect();
        assert_eq!(counts, moves, "seed {seed}");
        let counted: Vec<_> = (0..40).map(|node| ByMoves(&graph).open_moves(&node)).collect();
        assert_eq!(counted, moves, "seed {seed}");
    }
}

/// A graph with the default count of open moves, and `REPEATS`.
struct ByMoves<'g>(&'g Graph);

impl Game for ByMoves<'_> {
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

impl Numbered for ByMoves<'_> {
    const REPEATS: bool = true;
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

/// A query lists each parent once, although un-moves visit it several times.
#[test]
fn queries_ignore_repetitions() {
    for seed in 0..40 {
        let solution = |times| Solution::new(Multigraph::random(seed, 40, times), &DEFAULT).unwrap();
        let plain = Solution::new(Graph::random(seed, 40), &DEFAULT).unwrap();
        for times in [Times::Moves, Times::Random] {
            let repeated = solution(times);
            repeated.verify(1).unwrap();
            for node in 0..40 {
                let slot = Slot(node);
                let events = |questions: retrograde::Questions<'_>| {
                    questions.events(&questions.trace_of(slot, retrograde::ask::MAX_POSITIONS, 1).unwrap(), 0..1000)
                };
                assert_eq!(events(repeated.questions()), events(plain.questions()), "seed {seed}, node {node}");
            }
        }
    }
}

#[test]
fn counts_that_differ_from_the_visits_are_named() {
    let game = || Multigraph::random(11, 60, Times::Random);
    let law = |game: &Multigraph| check::check_unmoves(game, 100).unwrap_err().law;
    let (node, first, second) = game().fork();

    let mut counts_too_many = game();
    counts_too_many.counts[node as usize] += 1;
    assert_eq!(law(&counts_too_many), GameLaw::UnmovesVisitOpenMoves);
    check::check_numbering(&counts_too_many, 100).unwrap();

    let mut visits_too_often = game();
    *visits_too_often.parents[first as usize].get_mut(&node).unwrap() += 1;
    assert_eq!(law(&visits_too_often), GameLaw::UnmovesVisitOpenMoves);

    // The total number of visits is right, but the un-moves of the second child do not visit the node.
    let mut never_visits = game();
    let times = never_visits.parents[second as usize].remove(&node).unwrap();
    *never_visits.parents[first as usize].get_mut(&node).unwrap() += times;
    assert_eq!(law(&never_visits), GameLaw::MovesHaveUnmoves);

    let mut visits_stranger = game();
    visits_stranger.parents[node as usize].insert(node, 1);
    assert_eq!(law(&visits_stranger), GameLaw::UnmovesHaveMoves);

    for fault in [Fault::Forgets, Fault::Skips(second, node)] {
        assert_eq!(law(&Multigraph { fault, ..game() }), GameLaw::PredecessorsAreUnmoves);
    }

    let mut counts_too_few = game();
    counts_too_few.counts[node as usize] = 1;
    let broken = check::check_numbering(&counts_too_few, 100).unwrap_err();
    assert_eq!(broken.law, GameLaw::OpenMovesCountChildren, "{broken}");
    let seeds_too_few = Multigraph { fault: Fault::SeedsOne(node), ..game() };
    let broken = check::check_numbering(&seeds_too_few, 100).unwrap_err();
    assert_eq!(broken.law, GameLaw::SeedsAreWhatMovesSay, "{broken}");
}

/// Declares a game of tic-tac-toe. The game is folded by its symmetries, and counts moves instead of distinct children.
macro_rules! folded {
    ($game:ty) => {
        impl Game for $game {
            type Position = Board;
            type Move = usize;
            const ALTERNATES: bool = true;
            fn turn(&self, board: &Board) -> Side {
                TicTacToe.turn(board)
            }
            fn ending(&self, board: &Board) -> Option<Ending> {
                TicTacToe.ending(board)
            }
            fn each_move(&self, board: &Board, visit: impl FnMut(usize, Board)) {
                TicTacToe.each_move(board, visit);
            }
        }

        impl Numbered for $game {
            const REPEATS: bool = true;
            fn slots(&self) -> u64 {
                TicTacToe.slots()
            }
            fn slot(&self, board: &Board) -> Slot {
                Orbits(TicTacToe).slot(board)
            }
            fn position(&self, slot: Slot) -> Option<Board> {
                Orbits(TicTacToe).position(slot)
            }
            fn raw(&self) -> Option<&dyn RawSlots<Board>> {
                Some(self)
            }
        }

        impl RawSlots<Board> for $game {
            fn raw_slots(&self) -> u64 {
                TicTacToe.slots()
            }
            fn raw_slot(&self, board: &Board) -> Slot {
                TicTacToe.slot(board)
            }
            fn raw_position(&self, slot: Slot) -> Option<Board> {
                TicTacToe.position(slot)
            }
        }
    };
}

/// A game whose predecessors come from the default method, which makes the moves of each predecessor.
struct Plain;

folded!(Plain);

impl Reversible for Plain {
    fn each_unmove(&self, board: &Board, visit: impl FnMut(Board)) {
        TicTacToe.each_unmove(board, visit);
    }
}

/// A game that computes the number of visits of each predecessor from the sizes of stabilisers. With `HALF`, the game
/// ignores the stabiliser of the child.
struct Weighted<const HALF: bool>;

folded!(Weighted<false>);
folded!(Weighted<true>);

/// Returns the number of symmetries that map a board to itself.
fn stabiliser(board: &Board) -> usize {
    (0..TicTacToe.symmetries()).filter(|&symmetry| TicTacToe.turned(symmetry, board) == *board).count()
}

fn each_weighted<G: Reversible<Position = Board>>(game: &G, slot: Slot, half: bool, mut visit: impl FnMut(Slot, bool)) {
    let Some(board) = game.position(slot) else { return };
    let mut weights = BTreeMap::new();
    game.each_unmove(&board, |parent| *weights.entry(game.slot(&parent)).or_insert(0) += stabiliser(&parent));
    for (parent, weight) in weights {
        (0..weight / if half { 1 } else { stabiliser(&board) }).for_each(|_| visit(parent, false));
    }
}

impl Reversible for Weighted<false> {
    fn each_unmove(&self, board: &Board, visit: impl FnMut(Board)) {
        TicTacToe.each_unmove(board, visit);
    }
    fn each_predecessor(&self, slot: Slot, visit: impl FnMut(Slot, bool)) {
        each_weighted(self, slot, false, visit);
    }
}

impl Reversible for Weighted<true> {
    fn each_unmove(&self, board: &Board, visit: impl FnMut(Board)) {
        TicTacToe.each_unmove(board, visit);
    }
    fn each_predecessor(&self, slot: Slot, visit: impl FnMut(Slot, bool)) {
        each_weighted(self, slot, true, visit);
    }
}

#[test]
fn a_folded_game_visits_a_parent_as_often_as_its_stabilisers_say() {
    let expected = solve(&Orbits(TicTacToe), &DEFAULT).unwrap();
    assert_eq!(solve(&Plain, &DEFAULT).unwrap(), expected);
    assert_eq!(solve(&Weighted::<false>, &DEFAULT).unwrap(), expected);
    check::check_unmoves(&Plain, 2000).unwrap();
    check::check_unmoves(&Weighted::<false>, 2000).unwrap();
    let visits = |child| {
        let mut visits = [Vec::new(), Vec::new()];
        Plain.each_predecessor(child, |parent, _| visits[0].push(parent));
        Weighted::<false>.each_predecessor(child, |parent, _| visits[1].push(parent));
        for visits in &mut visits {
            visits.sort_unstable();
        }
        visits
    };
    let mut repeated = 0;
    for child in (0..Plain.slots()).map(Slot) {
        let [plain, weighted] = visits(child);
        assert_eq!(plain, weighted, "slot {child}");
        repeated += plain.windows(2).filter(|pair| pair[0] == pair[1]).count();
    }
    assert!(repeated > 100, "{repeated} repeated visits");
    let broken = check::check_unmoves(&Weighted::<true>, 2000).unwrap_err();
    assert_eq!(broken.law, GameLaw::UnmovesVisitOpenMoves, "{broken}");
}
