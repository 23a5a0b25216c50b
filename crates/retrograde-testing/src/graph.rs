//! Games that are explicit graphs. A position is a node, and a move is an edge.

use retrograde::{Ending, Game, Numbered, Reversible, Side, Slot};

/// The number of a node, which is also its slot.
pub type NodeNumber = u32;

/// A game as a graph. Nodes are numbered from 0. A node has a side to move and successors. If the game is over at the
/// node, the node also has an ending.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The side to move at each node.
    pub owner: Vec<Side>,
    /// The ending at each node where the game is over.
    pub ending: Vec<Option<Ending>>,
    /// The successors of each node, in the order of the moves. A successor may occur several times.
    pub children: Vec<Vec<NodeNumber>>,
    parents: Vec<Vec<NodeNumber>>,
}

impl Graph {
    /// Makes a graph from the data of its nodes, and computes the predecessors.
    pub fn new(owner: Vec<Side>, ending: Vec<Option<Ending>>, children: Vec<Vec<NodeNumber>>) -> Self {
        let mut parents = vec![Vec::new(); owner.len()];
        for (node, children) in children.iter().enumerate() {
            let mut distinct = children.clone();
            distinct.sort_unstable();
            distinct.dedup();
            for &child in &distinct {
                parents[child as usize].push(node as NodeNumber);
            }
        }
        Self { owner, ending, children, parents }
    }

    /// Returns a random game with `nodes` nodes. The game has endings of all three outcomes, cycles, repeated edges,
    /// and edges from a node to itself. The sides move in any order.
    pub fn random(seed: u64, nodes: u32) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (endings, branching) = (rng.u32(2..12), rng.u32(1..5));
        let mut owner = Vec::new();
        let mut ending = Vec::new();
        let mut children = Vec::new();
        for _ in 0..nodes {
            let over = rng.u32(..endings) == 0;
            owner.push(Side::from_parity(rng.u64(..)));
            ending.push(over.then(|| match rng.u8(..3) {
                0 => Ending::won(Side::First, "first"),
                1 => Ending::won(Side::Second, "second"),
                _ => Ending::level("level"),
            }));
            let degree = if over { 0 } else { rng.u32(1..=branching) };
            children.push((0..degree).map(|_| rng.u32(..nodes)).collect());
        }
        Self::new(owner, ending, children)
    }

    /// Returns the graph `0 <- 1 <- 2 <- ...` of `nodes` nodes, which is a chain. The last node is `nodes - 1` plies
    /// from the end of the game.
    pub fn chain(nodes: u32) -> Self {
        let owner = (0..nodes).map(|node| Side::from_parity(u64::from(node))).collect();
        let ending = (0..nodes).map(|node| (node == 0).then_some(Ending::won(Side::First, "first"))).collect();
        let children = (0..nodes).map(|node| node.checked_sub(1).into_iter().collect()).collect();
        Self::new(owner, ending, children)
    }
}

impl Game for Graph {
    type Position = NodeNumber;
    type Move = usize;
    fn turn(&self, node: &NodeNumber) -> Side {
        self.owner[*node as usize]
    }
    fn ending(&self, node: &NodeNumber) -> Option<Ending> {
        self.ending[*node as usize]
    }
    fn each_move(&self, node: &NodeNumber, mut visit: impl FnMut(usize, NodeNumber)) {
        self.children[*node as usize].iter().enumerate().for_each(|(index, &child)| visit(index, child));
    }
}

impl Numbered for Graph {
    fn slots(&self) -> u64 {
        self.owner.len() as u64
    }
    fn slot(&self, node: &NodeNumber) -> Slot {
        Slot(u64::from(*node))
    }
    fn position(&self, slot: Slot) -> Option<NodeNumber> {
        Some(slot.0 as NodeNumber)
    }
}

impl Reversible for Graph {
    fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
        self.parents[*node as usize].iter().copied().for_each(visit);
    }
}
