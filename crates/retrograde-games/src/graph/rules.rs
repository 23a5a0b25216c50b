//! Connects graphs to the solver. The nodes are the positions, and the successors are the moves.

use retrograde::{Children, Edges, Ending, Facts, Game, Numbered, Options, Outcome, Side, Slot, SolveError};

use super::file::File;
use super::name::{Name, Names};

/// A game that is defined by the list of its positions. Each position has a name, an owner (the side to move there),
/// and either an ending or successors.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(super) nodes: Vec<NodeOf>,
    /// The successors of all nodes. The successors of node `n` are `children[nodes[n].first_child..nodes[n +
    /// 1].first_child]`.
    pub(super) children: Vec<u32>,
    pub(super) names: Names,
    /// The node that each name belongs to.
    pub(super) named: Vec<Node>,
    /// The file from which the graph was read; `None` if the identity of the graph is its whole text.
    pub(super) file: Option<File>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NodeOf {
    /// The index of the node's name in [`Names`](super::name::Names).
    pub(super) name: u32,
    pub(super) owner: Side,
    pub(super) ending: Option<Outcome>,
    pub(super) first_child: usize,
}

/// A position, given as the number of a node. Nodes are numbered in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

impl Graph {
    pub(super) fn node(&self, node: Node) -> &NodeOf {
        &self.nodes[node.0 as usize]
    }

    pub(super) fn children(&self, node: Node) -> impl ExactSizeIterator<Item = Node> + '_ {
        let number = node.0 as usize;
        let last = self.nodes.get(number + 1).map_or(self.children.len(), |next| next.first_child);
        self.children[self.nodes[number].first_child..last].iter().map(|&child| Node(child))
    }

    pub(super) fn name(&self, node: Node) -> &str {
        self.names.text(self.node(node).name)
    }

    /// Copies the graph into lists of children. With lists of children, the kernel need not call the rules.
    ///
    /// # Errors
    /// Returns the errors of [`Children::with_room`] and of [`Children::link`]. The errors of `with_room` occur before
    /// the graph is copied.
    pub fn edges(&self, options: &Options<'_>) -> Result<Edges, SolveError> {
        let mut children = Children::with_room(self.slots(), self.children.len() as u64, self.facts().bytes, options)?;
        for number in 0..self.nodes.len() {
            let node = Node(number as u32);
            let NodeOf { owner, ending, .. } = self.node(node);
            children.position(*owner, *ending)?;
            self.children(node).try_for_each(|child| children.child(self.slot(&child)))?;
        }
        children.link(options)
    }

    /// Returns the node with this name.
    pub fn named(&self, name: &str) -> Option<Node> {
        Some(self.named[self.names.find(name)? as usize])
    }
}

impl Game for Graph {
    type Position = Node;
    type Move = Name;

    fn turn(&self, node: &Node) -> Side {
        self.node(*node).owner
    }

    fn ending(&self, node: &Node) -> Option<Ending> {
        Some(match self.node(*node).ending? {
            Outcome::Won(Side::First) => Ending::won(Side::First, "a-wins"),
            Outcome::Won(Side::Second) => Ending::won(Side::Second, "b-wins"),
            Outcome::Level => Ending::level("level"),
        })
    }

    fn each_move(&self, node: &Node, mut visit: impl FnMut(Name, Node)) {
        for child in self.children(*node) {
            visit(Name::new(self.name(child)), child);
        }
    }
}

impl Numbered for Graph {
    fn slots(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn slot(&self, node: &Node) -> Slot {
        Slot(u64::from(node.0))
    }

    fn position(&self, slot: Slot) -> Option<Node> {
        Some(Node(slot.0 as u32))
    }

    fn facts(&self) -> Facts {
        let numbers = size_of_val(&*self.nodes) + size_of_val(&*self.children) + size_of_val(&*self.named);
        let (bytes, moves) = (numbers as u64 + self.names.bytes(), self.children.len() as u64);
        Facts { bytes, moves: Some(moves), ..Facts::default() }
    }

    fn open_moves(&self, node: &Node) -> u32 {
        // Each child counts as one move, because the builder has removed duplicate successors.
        self.children(*node).len() as u32
    }
}
