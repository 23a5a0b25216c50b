//! Tests games that elide some of their wins at once; see `Numbered::elides_win` and `Numbered::elides_ending`.

use retrograde::author::check::{self, GameLaw};
use retrograde::judge::oracle;
use retrograde::kernel::{estimate_by_sample, solve};
use retrograde::{Depth, Ending, Game, Numbered, Options, Reversible, Seed, Side, Slot, Solution, Value};
use retrograde_testing::graph::{Graph, NodeNumber};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// A graph that elides a random part of its wins at once. Its un-moves omit elided parents. Elided endings have no
/// un-moves. Elided wins have un-moves to nodes with the same side to move. If turns do not alternate, every second
/// elided win also has un-moves to all its other predecessors, which the solver must ignore. If turns alternate, some
/// elided positions are holes.
pub(crate) struct Partly<const ALTERNATES: bool> {
    graph: Graph,
    elided: Vec<bool>,
    holes: Vec<bool>,
    /// Whether elided positions have the same seeds as positions that are not elided.
    decides_elided: bool,
    /// Whether `each_predecessor_of` panics for positions that the solver must not expand.
    is_strict: bool,
}

impl<const ALTERNATES: bool> Partly<ALTERNATES> {
    pub(crate) fn new(graph: Graph, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let graph = if ALTERNATES { alternating(&graph) } else { graph };
        let share = rng.u8(1..4);
        let nodes = graph.owner.len();
        let is_won = |ending: &Option<Ending>| ending.is_some_and(|ending| ending.winner().is_some());
        let mut elided: Vec<bool> = graph.ending.iter().map(|ending| is_won(ending) && rng.u8(..4) < share).collect();
        for node in 0..nodes {
            let wins =
                |&child: &NodeNumber| graph.ending[child as usize].and_then(Ending::winner) == Some(graph.owner[node]);
            let children = &graph.children[node];
            let must = children.iter().any(|child| wins(child) && elided[*child as usize]);
            elided[node] |= must || children.iter().any(wins) && rng.u8(..4) < share;
        }
        let holes = elided.iter().map(|&elided| elided && rng.u8(..4) == 0).collect();
        Self { graph, elided, holes, decides_elided: false, is_strict: true }
    }

    pub(crate) fn without_holes(graph: Graph, seed: u64) -> Self {
        let game = Self::new(graph, seed);
        Self { holes: vec![false; game.holes.len()], ..game }
    }

    /// Allows calls for positions that the solver must not expand.
    pub(crate) const fn relax(&mut self) {
        self.is_strict = false;
    }

    pub(crate) fn is_elided(&self, node: NodeNumber) -> bool {
        self.elided[node as usize]
    }
}

/// Returns a graph in which turns alternate, made from `graph`. The first side moves at even nodes, and the second side
/// at odd nodes. The endings stay the same, but a node that has no moves left ends level.
fn alternating(graph: &Graph) -> Graph {
    let nodes = graph.owner.len() as NodeNumber;
    let owner = (0..nodes).map(|node| Side::from_parity(node.into())).collect();
    let other = |node: NodeNumber, child: NodeNumber| if (node + child) % 2 == 1 { child } else { child ^ 1 };
    let child = |node: NodeNumber, child: NodeNumber| Some(other(node, child)).filter(|&child| child < nodes);
    let children = graph.children.iter().zip(0..);
    let children: Vec<Vec<NodeNumber>> =
        children.map(|(to, node)| to.iter().filter_map(|&to| child(node, to)).collect()).collect();
    let stuck = |node: usize| children[node].is_empty().then_some(Ending::level("stuck"));
    let ending = (0..nodes as usize).map(|node| graph.ending[node].or_else(|| stuck(node))).collect();
    Graph::new(owner, ending, children)
}

impl<const ALTERNATES: bool> Game for Partly<ALTERNATES> {
    type Position = NodeNumber;
    type Move = usize;
    const ALTERNATES: bool = ALTERNATES;
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

impl<const ALTERNATES: bool> Numbered for Partly<ALTERNATES> {
    const AT_ONCE: bool = true;
    fn elides_win(&self, node: &NodeNumber) -> bool {
        self.is_elided(*node)
    }
    fn elides_all_wins(&self) -> bool {
        false
    }
    fn elides_ending(&self, node: &NodeNumber, _: Ending) -> bool {
        self.is_elided(*node)
    }
    fn slots(&self) -> u64 {
        self.graph.slots()
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        self.graph.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        self.graph.position(slot)
    }
    fn each_seed(&self, slots: std::ops::Range<u64>, mut visit: impl FnMut(Seed)) {
        for slot in slots {
            visit(match self.seed(Slot(slot)) {
                _ if ALTERNATES && self.holes[slot as usize] => Seed::Hole,
                Seed::Elided(value) if self.decides_elided => Seed::Decided(value),
                seed => seed,
            });
        }
    }
}

impl<const ALTERNATES: bool> Reversible for Partly<ALTERNATES> {
    fn each_unmove(&self, node: &NodeNumber, mut visit: impl FnMut(NodeNumber)) {
        self.graph.each_unmove(node, |parent| {
            let keeps_mover = self.ending(node).is_none() && self.turn(node) == self.turn(&parent);
            let is_extra = !ALTERNATES && self.ending(node).is_none() && node.is_multiple_of(2);
            if !self.is_elided(parent) && (keeps_mover || is_extra || !self.is_elided(*node)) {
                visit(parent);
            }
        });
    }
    /// The kernel must ask only for the un-moves that it follows.
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        for (index, &slot) in slots.iter().enumerate() {
            let node = slot.0 as NodeNumber;
            let is_expanded = !self.is_elided(node) || !ALTERNATES && self.ending(&node).is_none();
            assert!(is_expanded || !self.is_strict, "node {node} is elided");
            self.each_predecessor(slot, |parent, same| visit(index, parent, same));
        }
    }
}

/// Solves random graphs, and compares all values with the oracle. `seen` counts elided wins in 1, other wins in 1,
/// elided endings, other won endings, and losses in 1.
fn assert_equals_oracle<const ALTERNATES: bool>() {
    let mut seen = [0; 5];
    for seed in 0..1000 {
        let mut game = Partly::<ALTERNATES>::new(Graph::random(seed, 1 + (seed % 60) as u32), seed);
        let truth = oracle(&game, 0..game.slots() as NodeNumber);
        let table = solve(&game, &DEFAULT).unwrap();
        for node in 0..game.slots() as NodeNumber {
            let (slot, value) = (Slot(node.into()), truth[&node]);
            let is_hole = ALTERNATES && game.holes[node as usize];
            assert_eq!(table.value(slot), (!is_hole).then_some(value), "seed {seed}, node {node}");
            let (is_over, elided) = (game.ending(&node).is_some(), game.is_elided(node));
            seen[match value {
                Value::Win(depth) if depth == Depth::new(1) => usize::from(!elided),
                Value::Win(_) | Value::Loss(_) if is_over => 2 + usize::from(!elided),
                Value::Loss(depth) if depth == Depth::new(1) => 4,
                _ => continue,
            }] += 1;
        }
        game.relax();
        check::check_rules(&game, 0..game.slots() as NodeNumber).unwrap();
        check::check_numbering(&game, 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        check::check_unmoves(&game, 100).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn a_game_may_elide_any_part_of_its_wins_at_once() {
    assert_equals_oracle::<false>();
    assert_equals_oracle::<true>();
}

#[test]
fn values_are_verified_by_the_rules_and_the_other_values() {
    for seed in 0..100 {
        let graph = Graph::random(seed, 300);
        Solution::new(Partly::<false>::new(graph.clone(), seed), &DEFAULT).unwrap().questions().verify(1).unwrap();
        let game = Partly::<true>::without_holes(graph, seed);
        Solution::new(game, &DEFAULT).unwrap().questions().verify(1).unwrap();
    }
}

/// Tests a node with two moves. One leads to an ending that the mover has lost and that is not elided, and the other
/// leads to an elided win of the opponent. When the solver propagates the ending, it must not store a loss in 1 ply,
/// because the position is a loss in 2 plies.
#[test]
fn a_loss_in_two_by_an_elided_win_is_not_a_loss_in_one_by_an_ending() {
    let owner = [Side::First, Side::Second, Side::Second, Side::Second].to_vec();
    let won = |is_won: bool| is_won.then_some(Ending::won(Side::Second, "second"));
    let ending = [false, true, false, true].map(won).to_vec();
    let graph = Graph::new(owner, ending, vec![vec![1, 2], vec![], vec![3], vec![]]);
    let mut game = Partly::<false> {
        graph,
        elided: vec![false, false, true, true],
        holes: vec![false; 4],
        ..Partly::new(Graph::chain(4), 0)
    };
    game.relax();
    check::check_numbering(&game, 4).unwrap();
    check::check_unmoves(&game, 4).unwrap();
    assert_eq!(game.seed(Slot(0)), Seed::Decided(Value::Loss(Depth::new(2))));
    assert_eq!(game.seed(Slot(1)), Seed::Decided(Value::Win(Depth::ZERO)));
    assert_eq!(solve(&game, &DEFAULT).unwrap().value(Slot(0)), Some(Value::Loss(Depth::new(2))));
}

#[test]
fn elided_positions_count_as_not_expanded_in_the_estimate() {
    let game = Partly::<true>::new(Graph::random(3, 50), 3);
    let mut moves = 0;
    for node in (0..50).filter(|&node| !game.is_elided(node)) {
        game.each_predecessor(Slot(node.into()), |_, _| moves += 1);
    }
    assert_eq!(estimate_by_sample(&game).moves, moves);
}

#[test]
fn wrong_elisions_are_named() {
    let game = || Partly::<false>::new(Graph::random(7, 200), 7);
    let law = |game: &Partly<false>| check::check_numbering(game, 200).unwrap_err().law;
    let truth = oracle(&game(), 0..200);
    let find =
        |wanted: &dyn Fn(&Partly<false>, NodeNumber) -> bool| (0..200).find(|&node| wanted(&game(), node)).unwrap();

    let mut elides_open = game();
    elides_open.elided[find(&|_, node| truth[&node].depth().is_none_or(|depth| depth.plies() > 1)) as usize] = true;
    assert_eq!(law(&elides_open), GameLaw::ElidedPositionsAreWon);

    let mut elides_level = game();
    elides_level.elided[find(&|_, node| truth[&node] == Value::Tie(Depth::ZERO)) as usize] = true;
    assert_eq!(law(&elides_level), GameLaw::ElidedPositionsAreWon);

    let mut counts_winner = game();
    let wins_by_elided = |game: &Partly<false>, node: NodeNumber| {
        let wins = |&child: &NodeNumber| {
            game.is_elided(child)
                && game.graph.ending[child as usize].and_then(Ending::winner) == Some(game.turn(&node))
        };
        game.graph.children[node as usize].iter().any(wins)
    };
    counts_winner.elided[find(&wins_by_elided) as usize] = false;
    assert_eq!(law(&counts_winner), GameLaw::ElidedPositionsAreWon);

    let decides_elided = Partly { decides_elided: true, ..game() };
    assert_eq!(law(&decides_elided), GameLaw::SeedsAreWhatMovesSay);
}
