//! Games solved a tier at a time against the same games in one.

use retrograde::solve::{Tier, Tiered, solve, solve_by_tiers};
use retrograde::{Ending, Game, Numbered, Options, Reversible, Side, Slot, SolveError};
use retrograde_testing::graph::{Graph, Node};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// A graph cut into tiers; moves go within a tier or to one before it, but where `forth` says otherwise.
struct Floors {
    graph: Graph,
    tiers: Vec<Tier>,
}

impl Floors {
    /// Tiers of random sizes, some without moves inside.
    fn random(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let sizes: Vec<Node> = (0..rng.u32(1..6)).map(|_| rng.u32(1..40)).collect();
        let nodes: Node = sizes.iter().sum();
        let Graph { owner, mut ending, mut children, .. } = Graph::random(seed, nodes);
        let (mut tiers, mut first) = (Vec::<Tier>::new(), 0);
        for (number, size) in sizes.into_iter().enumerate() {
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
    type Position = Node;
    type Move = usize;
    fn turn(&self, node: &Node) -> Side {
        self.graph.turn(node)
    }
    fn ending(&self, node: &Node) -> Option<Ending> {
        self.graph.ending(node)
    }
    fn each_move(&self, node: &Node, visit: impl FnMut(usize, Node)) {
        self.graph.each_move(node, visit);
    }
}

impl Numbered for Floors {
    fn slots(&self) -> u64 {
        self.graph.slots()
    }
    fn slot(&self, node: &Node) -> Slot {
        self.graph.slot(node)
    }
    fn position(&self, slot: Slot) -> Option<Node> {
        self.graph.position(slot)
    }
}

impl Reversible for Floors {
    fn each_unmove(&self, node: &Node, visit: impl FnMut(Node)) {
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
        let game = Floors::random(seed);
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

#[test]
fn tiers_that_lead_back_are_refused_by_name() {
    let mut game = Floors::random(1);
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
