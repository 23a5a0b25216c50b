//! From nodes in the order of their text to a graph: linear in the text, within a limit of memory.

use retrograde::message::Bytes;
use retrograde::{Outcome, Side};

pub(super) use super::messages::Fault;
use super::name::{Names, Sought};
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
///
/// Names are looked up a block at a time: each waits for memory, and many can wait together.
pub(super) struct Builder<P> {
    nodes: Vec<NodeOf>,
    names: Names,
    /// For each name where it came first, and its node once that is given.
    met: Vec<(P, Option<Node>)>,
    /// The successors of all nodes, by the numbers of their names.
    links: Vec<u32>,
    /// What was read since names were looked up.
    block: Block<P>,
    /// The last node, and how many successors it has.
    last: Option<Last>,
    /// The most bytes that all this may take.
    limit: u64,
}

struct Last {
    name: String,
    ending: Option<Outcome>,
    successors: u32,
}

/// Names that are to be looked up.
struct Block<P> {
    texts: String,
    mentions: Vec<Mention<P>>,
    /// What came of looking them all up before any is added.
    sought: Vec<(Sought, Option<u32>)>,
}

/// A name as it was read.
struct Mention<P> {
    end: usize,
    location: P,
    of: Of,
}

/// Whose name it is.
#[derive(Clone, Copy)]
enum Of {
    Node { owner: Side, ending: Option<Outcome> },
    Successor,
}

/// The names of a block.
const BLOCK: usize = 1 << 10;

/// What is wrong, and where.
type Located<P> = (Fault, P);

impl<P: Clone> Builder<P> {
    pub(super) fn new(limit: u64) -> Self {
        Self {
            nodes: Vec::new(),
            names: Names::default(),
            met: Vec::new(),
            links: Vec::new(),
            block: Block { texts: String::new(), mentions: Vec::new(), sought: Vec::new() },
            last: None,
            limit,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    pub(super) fn node(&mut self, node: &RawNode<'_>, location: P) -> Result<(), Located<P>> {
        let &RawNode { name, owner, ending } = node;
        let mut last = self.last.take().map_or_else(String::new, |last| last.name);
        last.clear();
        last.push_str(name);
        self.last = Some(Last { name: last, ending, successors: 0 });
        self.mention(name, location, Of::Node { owner, ending })
    }

    /// Adds a successor to the last node.
    pub(super) fn link(&mut self, successor: &str, location: P) -> Result<(), Located<P>> {
        if let Some(last) = &mut self.last {
            last.successors = last.successors.saturating_add(1);
        }
        self.mention(successor, location, Of::Successor)
    }

    #[inline]
    fn mention(&mut self, name: &str, location: P, of: Of) -> Result<(), Located<P>> {
        let Block { texts, mentions, .. } = &mut self.block;
        texts.push_str(name);
        mentions.push(Mention { end: texts.len(), location, of });
        if mentions.len() < BLOCK { Ok(()) } else { self.look_up() }
    }

    /// Looks up what was read. To be called before anything that comes later in the text is refused.
    pub(super) fn look_up(&mut self) -> Result<(), Located<P>> {
        let mut block = std::mem::replace(
            &mut self.block,
            Block { texts: String::new(), mentions: Vec::new(), sought: Vec::new() },
        );
        block.seek(&self.names);
        let mut begin = 0;
        for (Mention { end, location, of }, &(sought, known)) in block.mentions.drain(..).zip(&block.sought) {
            let name = &block.texts[begin..end];
            begin = end;
            let number = match known {
                Some(number) => number,
                None => self.number(sought, name, &location)?,
            };
            self.add(number, name, of).map_err(|fault| (fault, location))?;
        }
        block.texts.clear();
        self.block = block;
        Ok(())
    }

    /// The number of a name that was not known before this block.
    fn number(&mut self, sought: Sought, name: &str, location: &P) -> Result<u32, Located<P>> {
        let needed = self.bytes();
        if self.names.len() == MAX_NODES {
            return Err((Fault::TooMany { most: MAX_NODES }, location.clone()));
        }
        if needed > self.limit {
            return Err((self.too_large(needed), location.clone()));
        }
        let number = self.names.number(sought, name);
        if number as usize == self.met.len() {
            self.met.push((location.clone(), None));
        }
        Ok(number)
    }

    fn add(&mut self, name: u32, text: &str, of: Of) -> Result<(), Fault> {
        let Of::Node { owner, ending } = of else {
            if self.links.len() == self.links.capacity() && self.bytes() > self.limit {
                return Err(self.too_large(self.bytes()));
            }
            self.links.push(name);
            return Ok(());
        };
        if self.nodes.len() == MAX_NODES {
            return Err(Fault::TooMany { most: MAX_NODES });
        }
        let number = Node(self.nodes.len() as u32);
        if self.met[name as usize].1.replace(number).is_some() {
            return Err(Fault::Twice { name: text.to_owned() });
        }
        self.nodes.push(NodeOf { name, owner, ending, first_child: self.links.len() });
        Ok(())
    }

    fn too_large(&self, needed: u64) -> Fault {
        Fault::TooLarge { nodes: self.nodes.len() as u64, needed, limit: Bytes(self.limit) }
    }

    /// What this takes, and what [`build`](Self::build) adds to it.
    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<NodeOf>();
        let met = self.met.capacity() * (size_of::<(P, Option<Node>)>() + size_of::<Node>());
        let links = self.links.capacity() * size_of::<u32>();
        self.names.bytes() + (nodes + met + links) as u64
    }

    /// Checks the last node, which stands at `location` and whose successors are all linked.
    pub(super) fn close_node(&mut self, location: &P) -> Result<(), Located<P>> {
        let fault = match &self.last {
            Some(Last { name, ending: None, successors: 0 }) => Fault::NoSuccessor { name: name.clone() },
            Some(Last { name, ending: Some(_), successors: 1.. }) => Fault::OverWithSuccessors { name: name.clone() },
            _ => return Ok(()),
        };
        self.look_up()?;
        Err((fault, location.clone()))
    }

    /// The graph; or the first successor that is not given, with its location. A successor named twice counts once.
    pub(super) fn build(mut self) -> Result<Graph, Located<P>> {
        self.look_up()?;
        let Self { mut nodes, mut names, mut met, mut links, .. } = self;
        names.shrink();
        nodes.shrink_to_fit();
        let (mut first, mut kept, mut marks) = (0, 0, Marks::default());
        for number in 0..nodes.len() {
            let last = nodes.get(number + 1).map_or(links.len(), |next| next.first_child);
            let begin = kept;
            nodes[number].first_child = begin;
            for at in first..last {
                let name = links[at];
                let Some(child) = met[name as usize].1 else {
                    let text = |name| names.text(name).to_owned();
                    let fault = Fault::Unknown { name: text(name), from: text(nodes[number].name) };
                    // Here is where it came first, for a name before would have been met before.
                    return Err((fault, met.swap_remove(name as usize).0));
                };
                let is_new = if last - first <= SHORT {
                    !links[begin..kept].contains(&child.0)
                } else {
                    marks.mark(child, number, nodes.len())
                };
                if is_new {
                    links[kept] = child.0;
                    kept += 1;
                }
            }
            first = last;
        }
        links.truncate(kept);
        links.shrink_to_fit();
        let named = met.into_iter().map(|(_, node)| node.expect("every name that came is given, or refused above"));
        let mut named = named.collect::<Vec<_>>();
        named.shrink_to_fit();
        Ok(Graph { nodes, children: links, names, named, file: None })
    }
}

impl<P> Block<P> {
    /// Looks all names up, without adding any.
    fn seek(&mut self, names: &Names) {
        let Self { texts, mentions, sought } = self;
        sought.clear();
        let mut begin = 0;
        for mention in &*mentions {
            sought.push((names.sought(&texts[begin..mention.end]), None));
            begin = mention.end;
        }
        names.fetch(sought.iter().map(|&(sought, _)| sought));
        begin = 0;
        for (mention, (sought, known)) in mentions.iter().zip(sought) {
            *known = names.number_of(*sought, &texts[begin..mention.end]);
            begin = mention.end;
        }
    }
}

/// So few successors are compared each with each, which needs no memory.
const SHORT: usize = 32;

/// By node the last one, and one more, that leads there.
#[derive(Default)]
struct Marks(Vec<u32>);

impl Marks {
    /// Marks a successor of the `number`th node, of so many; whether it was not one before.
    fn mark(&mut self, child: Node, number: usize, nodes: usize) -> bool {
        self.0.resize(nodes, 0);
        let from = number as u32 + 1;
        std::mem::replace(&mut self.0[child.0 as usize], from) != from
    }
}
