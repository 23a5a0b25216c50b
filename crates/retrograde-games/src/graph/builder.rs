//! Builds a graph in linear time and within a memory limit. The caller gives the nodes in the order of the text.

use std::num::NonZero;

use retrograde::rules::memory::{self, NoMemory};
use retrograde::rules::message::Bytes;
use retrograde::{Outcome, Side};

pub(super) use super::messages::Fault;
use super::name::{Names, Sought, Spelt};
use super::rules::{Graph, Node, NodeOf};

/// The maximum number of nodes. A stored predecessor consists of the number of a node and one flag, in 32 bits.
const MAX_NODES: usize = 1 << 31;

/// One node of the text. The successors of the node are added separately, as names.
pub(super) struct RawNode<'t> {
    pub(super) name: Spelt<'t>,
    pub(super) owner: Side,
    pub(super) ending: Option<Outcome>,
}

/// Collects nodes and successors. The name of a successor may appear before the node with this name. `P` is the type of
/// a location in the text.
///
/// The builder collects names and looks up many names together. Each lookup waits until data arrives from memory, and
/// many lookups can wait at the same time.
pub(super) struct Builder<P> {
    nodes: Vec<NodeOf>,
    names: Names,
    /// For each name, its first location in the text.
    met: Vec<P>,
    /// The node of each name; `None` if the text has not yet defined this node.
    given: Vec<Given>,
    /// The successors of all nodes, given as the numbers of their names.
    links: Vec<u32>,
    /// The names that were read since the last lookup.
    block: Block<P>,
    /// The node that was added last, and its number of successors.
    last: Option<Last>,
    /// The memory limit in bytes.
    limit: u64,
}

/// The node of a name; `None` if the text has not yet defined this node.
#[derive(Clone, Copy, Default)]
struct Given(Option<NonZero<u32>>);

impl Given {
    const fn to(Node(number): Node) -> Self {
        Self(NonZero::new(number + 1))
    }

    #[inline]
    fn node(self) -> Option<Node> {
        self.0.map(|next| Node(next.get() - 1))
    }
}

struct Last {
    /// The text of the node's name.
    text: Vec<u8>,
    ending: Option<Outcome>,
    successors: u32,
}

/// Names that still have to be looked up.
struct Block<P> {
    texts: Vec<u8>,
    mentions: Vec<Mention<P>>,
    /// For each name, the number of the name. The entry is `None` if the name was unknown before the builder added the
    /// new names of this block.
    known: Vec<Option<u32>>,
}

/// An occurrence of a name in the text.
struct Mention<P> {
    /// The index in the block's field `texts` at which the name ends.
    end: usize,
    sought: Sought,
    location: P,
    of: Of,
}

/// The role of an occurrence of a name in the text. At this occurrence, the text defines the node with this name, or
/// lists the node as a successor.
#[derive(Clone, Copy)]
enum Of {
    Node { owner: Side, ending: Option<Outcome> },
    Successor,
}

/// The number of names that are looked up together.
const BLOCK: usize = 1 << 10;

/// A fault and its location in the text.
type Located<P> = (Fault, P);

impl<P: Clone> Builder<P> {
    pub(super) fn new(limit: u64) -> Self {
        Self {
            nodes: Vec::new(),
            names: Names::default(),
            met: Vec::new(),
            given: Vec::new(),
            links: Vec::new(),
            block: Block::default(),
            last: None,
            limit,
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the name in a text; `None` if the text is not a name.
    #[inline]
    pub(super) fn spelt<'t>(&self, text: &'t [u8]) -> Option<Spelt<'t>> {
        self.names.spelt(text)
    }

    pub(super) fn node(&mut self, node: &RawNode<'_>, location: P) -> Result<(), Located<P>> {
        let &RawNode { name, owner, ending } = node;
        let mut text = self.last.take().map_or_else(Vec::new, |last| last.text);
        text.clear();
        text.extend_from_slice(name.text);
        self.last = Some(Last { text, ending, successors: 0 });
        self.mention(name, location, Of::Node { owner, ending })
    }

    /// Adds a successor to the last node.
    #[inline]
    pub(super) fn link(&mut self, successor: Spelt<'_>, location: P) -> Result<(), Located<P>> {
        if let Some(last) = &mut self.last {
            last.successors = last.successors.saturating_add(1);
        }
        self.mention(successor, location, Of::Successor)
    }

    #[inline]
    fn mention(&mut self, name: Spelt<'_>, location: P, of: Of) -> Result<(), Located<P>> {
        let Block { texts, mentions, .. } = &mut self.block;
        texts.extend_from_slice(name.text);
        mentions.push(Mention { end: texts.len(), sought: name.sought, location, of });
        if mentions.len() < BLOCK { Ok(()) } else { self.look_up() }
    }

    /// Looks up the names of the block, and returns the first error among them. If a caller wants to return an error at
    /// a later location in the text, the caller must first call this function.
    pub(super) fn look_up(&mut self) -> Result<(), Located<P>> {
        let mut block = std::mem::take(&mut self.block);
        block.seek(&self.names, &self.given);
        let mut begin = 0;
        for (Mention { end, sought, location, of }, &known) in block.mentions.drain(..).zip(&block.known) {
            let name = Spelt { text: &block.texts[begin..end], sought };
            begin = end;
            let number = match known {
                Some(number) => number,
                None => self.number(name, &location)?,
            };
            self.add(number, name.text, of).map_err(|fault| (fault, location))?;
        }
        block.texts.clear();
        self.block = block;
        Ok(())
    }

    /// Returns the number of a name that was unknown when the lookup of this block began. If no earlier occurrence in
    /// the block has added the name, the function adds it.
    fn number(&mut self, name: Spelt<'_>, location: &P) -> Result<u32, Located<P>> {
        let needed = self.bytes();
        if self.names.len() == MAX_NODES {
            return Err((Fault::TooMany { most: MAX_NODES }, location.clone()));
        }
        if needed > self.limit {
            return Err((self.too_large(needed), location.clone()));
        }
        self.try_number(name, location).map_err(|error| (error.into(), location.clone()))
    }

    fn try_number(&mut self, name: Spelt<'_>, location: &P) -> Result<u32, NoMemory> {
        let number = self.names.number(name)?;
        if number as usize == self.met.len() {
            memory::reserve(&mut self.met, 1)?;
            self.met.push(location.clone());
            memory::reserve(&mut self.given, 1)?;
            self.given.push(Given::default());
        }
        Ok(number)
    }

    #[inline]
    fn add(&mut self, name: u32, text: &[u8], of: Of) -> Result<(), Fault> {
        let Of::Node { owner, ending } = of else {
            if self.links.len() == self.links.capacity() {
                self.grow_links()?;
            }
            self.links.push(name);
            return Ok(());
        };
        if self.nodes.len() == MAX_NODES {
            return Err(Fault::TooMany { most: MAX_NODES });
        }
        let number = Node(self.nodes.len() as u32);
        let before = std::mem::replace(&mut self.given[name as usize], Given::to(number));
        if before.node().is_some() {
            return Err(Fault::Twice { name: name_of(text) });
        }
        memory::reserve(&mut self.nodes, 1)?;
        self.nodes.push(NodeOf { name, owner, ending, first_child: self.links.len() });
        Ok(())
    }

    #[cold]
    fn grow_links(&mut self) -> Result<(), Fault> {
        if self.bytes() > self.limit {
            return Err(self.too_large(self.bytes()));
        }
        Ok(memory::reserve(&mut self.links, 1)?)
    }

    fn too_large(&self, needed: u64) -> Fault {
        Fault::TooLarge { nodes: self.nodes.len() as u64, needed, limit: Bytes(self.limit) }
    }

    /// Returns the memory of the builder in bytes, including the memory that [`build`](Self::build) will need in
    /// addition.
    fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<NodeOf>();
        let met = self.met.capacity() * size_of::<P>() + self.given.capacity() * size_of::<[Given; 2]>();
        let links = self.links.capacity() * size_of::<u32>();
        self.names.bytes() + (nodes + met + links) as u64
    }

    /// Checks the last node after all its successors were added. `location` is the location of the node.
    pub(super) fn close_node(&mut self, location: &P) -> Result<(), Located<P>> {
        let fault = match &self.last {
            Some(Last { text, ending: None, successors: 0 }) => Fault::NoSuccessor { name: name_of(text) },
            Some(Last { text, ending: Some(_), successors: 1.. }) => Fault::OverWithSuccessors { name: name_of(text) },
            _ => return Ok(()),
        };
        self.look_up()?;
        Err((fault, location.clone()))
    }

    /// Builds the graph. Returns an error if a successor is not the name of a node. If there are several such
    /// successors, the error is about the first one. If a node has the same successor several times, only the first
    /// occurrence remains.
    pub(super) fn build(mut self) -> Result<Graph, Located<P>> {
        self.look_up()?;
        if let Some(at) = self.resolve() {
            return Err(self.unknown(at));
        }
        let first = self.met.first().cloned();
        self.try_build().map_err(|error| (error.into(), first.expect("a graph without names needs no memory")))
    }

    /// Like [`build`](Self::build), but the caller must already have replaced the names of all successors with nodes.
    fn try_build(self) -> Result<Graph, NoMemory> {
        let Self { mut nodes, mut names, given, mut links, .. } = self;
        names.shrink();
        nodes.shrink_to_fit();
        keep_distinct(&mut nodes, &mut links)?;
        links.shrink_to_fit();
        let mut named = memory::with_room(given.len())?;
        named.extend(given.iter().map(|given| given.node().expect("a name without a node was reported before")));
        Ok(Graph { nodes, children: links, names, named, file: None })
    }

    /// Replaces the names of the successors by their nodes. Returns the index of the first successor whose name has no
    /// node; `None` if every name has a node.
    fn resolve(&mut self) -> Option<usize> {
        let Self { given, links, .. } = self;
        links.iter_mut().position(|link| {
            let node = given[*link as usize].node();
            *link = node.map_or(*link, |Node(number)| number);
            node.is_none()
        })
    }

    /// Returns the error for the successor with index `at`. The name of this successor is not the name of a node.
    fn unknown(mut self, at: usize) -> Located<P> {
        let name = self.links[at];
        let from = self.nodes.partition_point(|node| node.first_child <= at) - 1;
        let text = |name| self.names.text(name).to_owned();
        let fault = Fault::Unknown { name: text(name), from: text(self.nodes[from].name) };
        // This successor is the first occurrence of its name in the text. An earlier occurrence would also be a
        // successor without a node, and the error would be about that occurrence instead.
        (fault, self.met.swap_remove(name as usize))
    }
}

impl From<NoMemory> for Fault {
    fn from(NoMemory { needed }: NoMemory) -> Self {
        Self::NoMemory { needed: Bytes(needed) }
    }
}

/// Converts a name to a text for a message.
fn name_of(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

impl<P> Default for Block<P> {
    fn default() -> Self {
        Self { texts: Vec::new(), mentions: Vec::new(), known: Vec::new() }
    }
}

impl<P> Block<P> {
    /// Looks up all names of the block. Adds no new names.
    fn seek(&mut self, names: &Names, given: &[Given]) {
        let Self { texts, mentions, known } = self;
        names.fetch(mentions.iter().map(|mention| mention.sought));
        known.clear();
        let mut begin = 0;
        known.extend(mentions.iter().map(|&Mention { end, sought, .. }| {
            let text = &texts[begin..end];
            begin = end;
            names.number_of(Spelt { text, sought })
        }));
        // The next lines read the entries of all nodes together, so that the memory accesses run at the same time.
        let nodes = mentions.iter().zip(&*known).filter(|(mention, _)| matches!(mention.of, Of::Node { .. }));
        let number = |given: &Given| given.node().map_or(0, |node| node.0);
        let numbers = nodes.filter_map(|(_, &known)| given.get(known? as usize)).map(number);
        std::hint::black_box(numbers.fold(0, |seen, number| seen ^ number));
    }
}

/// Removes the duplicate successors of each node, and closes the gaps in the list of successors.
fn keep_distinct(nodes: &mut [NodeOf], links: &mut Vec<u32>) -> Result<(), NoMemory> {
    let (mut first, mut kept) = (0, 0);
    let mut distinct = Distinct { nodes: nodes.len(), marks: Vec::new() };
    for number in 0..nodes.len() {
        let last = nodes.get(number + 1).map_or(links.len(), |next| next.first_child);
        let count = distinct.keep(number as u32, &mut links[first..last], |&child| child as usize)?;
        nodes[number].first_child = kept;
        links.copy_within(first..first + count, kept);
        kept += count;
        first = last;
    }
    links.truncate(kept);
    Ok(())
}

/// If a node has at most this number of successors, the program compares all pairs of successors. A comparison of all
/// pairs needs no additional memory.
const SHORT: usize = 32;

/// Finds duplicate successors.
struct Distinct {
    nodes: usize,
    /// One mark for each node X. All marks are 0 at first. When the program reads X in a long list of successors, it
    /// changes the mark of X. The new mark is one more than the number of the node to which the list belongs.
    marks: Vec<u32>,
}

impl Distinct {
    /// Moves the distinct successors of a node to the front, and returns how many there are.
    #[inline]
    fn keep<S: Copy + PartialEq>(
        &mut self,
        from: u32,
        successors: &mut [S],
        node: impl Fn(&S) -> usize,
    ) -> Result<usize, NoMemory> {
        let is_short = successors.len() <= SHORT;
        if !is_short && self.marks.is_empty() {
            self.marks = memory::filled(self.nodes as u64, 0)?;
        }
        let mut kept = 0;
        for at in 0..successors.len() {
            let successor = successors[at];
            let is_new = if is_short {
                !successors[..kept].contains(&successor)
            } else {
                std::mem::replace(&mut self.marks[node(&successor)], from + 1) != from + 1
            };
            if is_new {
                successors[kept] = successor;
                kept += 1;
            }
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A successor that counts how often it is read.
    #[derive(Clone, Copy)]
    struct Counted<'c>(u32, &'c Cell<u64>);

    impl Counted<'_> {
        fn look(self) -> usize {
            self.1.set(self.1.get() + 1);
            self.0 as usize
        }
    }

    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.look() == other.0 as usize
        }
    }

    /// An earlier version searched linearly for each successor. The earlier version needed 11 s for one node with
    /// 300,000 successors, each given twice.
    #[test]
    fn successors_are_told_apart_in_linear_time() {
        for (count, names) in [(SHORT, SHORT), (SHORT + 1, 3), (3_000, 3_000), (6_000, 3_000)] {
            let looks = Cell::new(0);
            let mut successors: Vec<_> = (0..count).map(|at| Counted((at % names) as u32, &looks)).collect();
            let mut distinct = Distinct { nodes: names, marks: Vec::new() };
            // Two nodes have the same successors.
            for from in 0..2 {
                assert_eq!(distinct.keep(from, &mut successors, |successor| successor.look()), Ok(names));
                assert!(successors[..names].iter().zip(0..).all(|(successor, number)| successor.0 == number));
            }
            let looks = looks.get();
            assert!(looks <= (SHORT * count) as u64, "{looks} looks at {count} successors");
        }
    }
}
