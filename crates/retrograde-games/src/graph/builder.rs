//! From nodes in the order of their text to a graph: linear in the text, within a limit of memory.

use retrograde::message::Bytes;
use retrograde::{Outcome, Side};

pub(super) use super::messages::Fault;
use super::name::Names;
use super::{Graph, Node, NodeOf};

/// The most nodes: a stored predecessor is a node and one flag in 32 bits.
const MAX_NODES: usize = 1 << 31;

/// One node as it is read, its successors still by name.
pub(super) struct RawNode<'t> {
    pub(super) name: &'t str,
    pub(super) owner: Side,
    pub(super) ending: Option<Outcome>,
}

/// Collects nodes; successors may be named before they are given. `P` is where in the text a name stands.
pub(super) struct Builder<P> {
    nodes: Vec<NodeOf>,
    names: Names,
    /// For each name where it came first, and its node once that is given.
    met: Vec<(P, Option<Node>)>,
    /// The successors of all nodes, by the numbers of their names.
    links: Vec<u32>,
    /// The most bytes that all this may take.
    limit: u64,
}

impl<P> Builder<P> {
    pub(super) fn new(limit: u64) -> Self {
        Self { nodes: Vec::new(), names: Names::default(), met: Vec::new(), links: Vec::new(), limit }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn node(&mut self, node: &RawNode<'_>, location: P) -> Result<(), Fault> {
        if self.nodes.len() == MAX_NODES {
            return Err(Fault::TooMany { most: MAX_NODES });
        }
        let number = Node(self.nodes.len() as u32);
        let name = self.name(node.name, location)?;
        if self.met[name as usize].1.replace(number).is_some() {
            return Err(Fault::Twice { name: node.name.to_owned() });
        }
        let first_child = self.links.len();
        self.nodes.push(NodeOf { name, owner: node.owner, ending: node.ending, first_child });
        Ok(())
    }

    /// Adds a successor to the last node.
    pub(super) fn link(&mut self, successor: &str, location: P) -> Result<(), Fault> {
        let name = self.name(successor, location)?;
        self.links.push(name);
        Ok(())
    }

    /// The number of a name that stands at `location`.
    fn name(&mut self, name: &str, location: P) -> Result<u32, Fault> {
        let needed = self.bytes();
        if self.names.len() == MAX_NODES {
            return Err(Fault::TooMany { most: MAX_NODES });
        }
        if needed > self.limit {
            return Err(Fault::TooLarge { nodes: self.nodes.len() as u64, needed, limit: Bytes(self.limit) });
        }
        let number = self.names.number(name);
        if number as usize == self.met.len() {
            self.met.push((location, None));
        }
        Ok(number)
    }

    /// What this takes, and what [`build`](Self::build) adds to it.
    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<NodeOf>();
        let met = self.met.capacity()
            * (size_of::<(P, Option<Node>)>() + size_of::<Node>() + size_of::<(Option<Node>, Option<Node>)>());
        let links = self.links.capacity() * (size_of::<u32>() + size_of::<Node>());
        self.names.bytes() + (nodes + met + links) as u64
    }

    /// Checks the last node, whose successors are all linked.
    pub(super) fn close_node(&self) -> Result<(), Fault> {
        let Some(last) = self.nodes.last() else { return Ok(()) };
        let name = || self.names.text(last.name).to_owned();
        match (last.ending, self.links.len() - last.first_child) {
            (None, 0) => Err(Fault::NoSuccessor { name: name() }),
            (Some(_), 1..) => Err(Fault::OverWithSuccessors { name: name() }),
            _ => Ok(()),
        }
    }

    /// The graph; or the first successor that is not given, with its location. A successor named twice counts once.
    pub(super) fn build(self) -> Result<Graph, (Fault, P)> {
        let Self { mut nodes, mut names, mut met, links, .. } = self;
        names.shrink();
        nodes.shrink_to_fit();
        let mut children: Vec<Node> = Vec::with_capacity(links.len());
        // By successor its node, and the last node that leads there: whether it is named twice is seen without looking through
        // the others.
        let mut targets: Vec<(Option<Node>, Option<Node>)> = met.iter().map(|&(_, node)| (node, None)).collect();
        let mut first = 0;
        for number in 0..nodes.len() {
            let last = nodes.get(number + 1).map_or(links.len(), |next| next.first_child);
            nodes[number].first_child = children.len();
            for &name in &links[first..last] {
                let (child, linked_from) = &mut targets[name as usize];
                let &mut Some(child) = child else {
                    let text = |name| names.text(name).to_owned();
                    let fault = Fault::Unknown { name: text(name), from: text(nodes[number].name) };
                    // Here is where it came first, for a name before would have been met before.
                    return Err((fault, met.swap_remove(name as usize).0));
                };
                let from = Some(Node(number as u32));
                if std::mem::replace(linked_from, from) != from {
                    children.push(child);
                }
            }
            first = last;
        }
        children.shrink_to_fit();
        let named = met.into_iter().map(|(_, node)| node.expect("every name that came is given, or refused above"));
        Ok(Graph { nodes, children, names, named: named.collect(), file: None })
    }
}
