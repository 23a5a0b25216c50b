//! Any explicit game: positions as nodes of a graph, from an edge list.

mod edge_list;
mod lexer;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use retrograde::{Ending, Game, Notation, NotationError, Numbered, Outcome, Side, Slot};

use crate::token::fields;

pub use edge_list::EdgeList;

/// A game given by its positions: for each its name, its owner (who moves there), how it ended, and its successors.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<NodeOf>,
    /// The successors of node `n` are `children[nodes[n].first..nodes[n + 1].first]`.
    children: Vec<Node>,
    by_name: HashMap<Arc<str>, Node>,
}

#[derive(Clone, Debug)]
struct NodeOf {
    name: Name,
    owner: Side,
    ending: Option<Outcome>,
    first_child: usize,
}

/// A position: the node's number, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

/// A node's name: letters and digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(Arc<str>);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The longest name of a node, in bytes.
const MAX_NAME: usize = 64;
/// The most nodes: a stored predecessor is a node and one flag in 32 bits.
const MAX_NODES: usize = 1 << 31;

/// One node as it is read, its successors still by name.
struct RawNode<'t> {
    name: &'t str,
    owner: Side,
    ending: Option<Outcome>,
}

/// What is wrong with a graph, whatever text it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    Twice(String),
    NoSuccessor(String),
    OverWithSuccessors(String),
    Unknown { name: String, from: String },
    TooMany,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice(name) => write!(f, "node {name} is given twice"),
            Self::NoSuccessor(name) => write!(f, "node {name} is not over and has no successors"),
            Self::OverWithSuccessors(name) => write!(f, "node {name} is over, but has successors"),
            Self::Unknown { name, from } => write!(f, "node {from} leads to {name}, which is not given"),
            Self::TooMany => write!(f, "more than {MAX_NODES} nodes"),
        }
    }
}

/// Collects nodes; successors may be named before they are given. `P` is where in the text a successor stands.
struct Builder<P> {
    nodes: Vec<NodeOf>,
    by_name: HashMap<Arc<str>, Node>,
    links: Vec<(Name, P)>,
}

impl<P> Builder<P> {
    fn new() -> Self {
        Self { nodes: Vec::new(), by_name: HashMap::new(), links: Vec::new() }
    }

    fn node(&mut self, node: &RawNode<'_>) -> Result<(), Fault> {
        if self.nodes.len() == MAX_NODES {
            return Err(Fault::TooMany);
        }
        let name: Arc<str> = node.name.into();
        let number = Node(self.nodes.len() as u32);
        if self.by_name.insert(name.clone(), number).is_some() {
            return Err(Fault::Twice(node.name.to_owned()));
        }
        let first_child = self.links.len();
        self.nodes.push(NodeOf { name: Name(name), owner: node.owner, ending: node.ending, first_child });
        Ok(())
    }

    /// Adds a successor to the last node.
    fn link(&mut self, successor: &str, place: P) {
        // Names are shared where they are known already, so that a list of edges costs no strings.
        let known = self.by_name.get_key_value(successor).map(|(name, _)| name.clone());
        self.links.push((Name(known.unwrap_or_else(|| successor.into())), place));
    }

    /// Checks the last node, whose successors are all linked.
    fn close_node(&self) -> Result<(), Fault> {
        let Some(last) = self.nodes.last() else { return Ok(()) };
        match (last.ending, self.links.len() - last.first_child) {
            (None, 0) => Err(Fault::NoSuccessor(last.name.to_string())),
            (Some(_), 1..) => Err(Fault::OverWithSuccessors(last.name.to_string())),
            _ => Ok(()),
        }
    }

    /// The graph; or the first successor that is not given, with its place. A successor named twice counts once.
    fn build(mut self) -> Result<Graph, (Fault, P)> {
        let mut children: Vec<Node> = Vec::with_capacity(self.links.len());
        let mut links = self.links.into_iter();
        for number in 0..self.nodes.len() {
            let last = self.nodes.get(number + 1).map_or(usize::MAX, |next| next.first_child);
            let first = std::mem::replace(&mut self.nodes[number].first_child, children.len());
            for (name, place) in links.by_ref().take(last - first) {
                let from = &self.nodes[number];
                let unknown = || Fault::Unknown { name: name.to_string(), from: from.name.to_string() };
                let Some(&child) = self.by_name.get(&name.0) else { return Err((unknown(), place)) };
                if !children[from.first_child..].contains(&child) {
                    children.push(child);
                }
            }
        }
        Ok(Graph { nodes: self.nodes, children, by_name: self.by_name })
    }
}

impl Graph {
    fn node(&self, node: Node) -> &NodeOf {
        &self.nodes[node.0 as usize]
    }

    fn children(&self, node: Node) -> &[Node] {
        let number = node.0 as usize;
        let last = self.nodes.get(number + 1).map_or(self.children.len(), |next| next.first_child);
        &self.children[self.nodes[number].first_child..last]
    }

    /// The node of a name.
    pub fn named(&self, name: &str) -> Option<Node> {
        self.by_name.get(name).copied()
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
        for &child in self.children(*node) {
            visit(self.node(child).name.clone(), child);
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

    fn open_moves(&self, node: &Node) -> u32 {
        // Doubled successors were dropped when the graph was built.
        self.children(*node).len() as u32
    }
}

/// The letters of owners, in tokens and edge lists.
const OWNERS: [&str; 2] = ["a", "b"];
/// The letters of endings in tokens: not over, won by A, won by B, level.
const ENDINGS: [(&str, Option<Outcome>); 4] = [
    ("o", None),
    ("a", Some(Outcome::Won(Side::First))),
    ("b", Some(Outcome::Won(Side::Second))),
    ("t", Some(Outcome::Level)),
];

fn owner_of(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| OWNERS[side.index()] == text)
}

impl Notation for Graph {
    const ID: &'static str = "graph";
    const SIDES: [&'static str; 2] = ["a", "b"];
    const TITLE: &'static str = "Any explicit game, from a list of its positions";
    const RULES: &'static str = "\
A graph of positions is given: for each its name, its owner (a or b, who moves there), its ending if it has one, and \
its successors. A turn goes from a node to one of its successors.

The game ends at a node with an ending
  a-wins, b-wins  that side wins;
  level           the game ends level.

As a file (format `graph`), a line a node: `name owner ending successors...`, where the owner is `a` or `b` and the \
ending is `-` (none), `a`, `b` (that side has won) or `=` (level); names are letters and digits, `#` begins a comment.

As a token: nodes split by `/`, each `name.owner.ending.successors...` joined by dots, where the ending is `o` (not over), \
`a`, `b` or `t` (level); then `_` and the name of the node meant. A move is the name of the successor.";
    const TITLE_ZH: &'static str = "任意给定的对局图，由局面列表给出";
    const RULES_ZH: &'static str = "\
给出局面的图。每个结点有名称、归属（a 或 b，即轮到谁走）、后继，还可以有结局。
每回合从一个结点走到它的一个后继。

对局在有结局的结点结束：
  A方胜、B方胜（a-wins、b-wins）；
  平局（level）。

文件格式（graph）每行一个结点：`名称 归属 结局 后继...`。归属为 `a` 或 `b`。
结局为 `-`（没有）、`a`、`b`（该方已胜）或 `=`（平局）。
名称由字母和数字组成，`#` 之后是注释。

局面串中结点用 `/` 分开，每个写作 `名称.归属.结局.后继...`。
结局为 `o`（未结束）、`a`、`b` 或 `t`（平局）。最后是 `_` 和所指结点的名称。
走法写作后继的名称。";
    const EXAMPLES: &'static [&'static str] = &["1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1"];

    fn parse(text: &str) -> Result<(Self, Node), NotationError> {
        let mut fields = fields(text);
        let list = fields.next().ok_or_else(|| NotationError::malformed(0..0, "there are no nodes"))?;
        let graph = parse_nodes(list.text, list.start)?;
        let missing =
            || NotationError::malformed(text.len()..text.len(), "the node meant is missing, expected `_NAME`");
        let here = fields.next().ok_or_else(missing)?;
        let unknown = || NotationError::malformed(here.at(), format!("node {} is not given", here.text));
        let node = graph.named(here.text).ok_or_else(unknown)?;
        crate::token::no_more_fields(fields.next())?;
        Ok((graph, node))
    }

    fn print(&self, node: &Node) -> String {
        format!("{}_{}", self.identity(), self.node(*node).name)
    }

    fn identity(&self) -> String {
        let nodes = (0..self.nodes.len()).map(|number| self.print_node(Node(number as u32)));
        nodes.collect::<Vec<_>>().join("/")
    }

    fn draw(&self, node: &Node) -> String {
        let NodeOf { name, owner, .. } = self.node(*node);
        let children: Vec<_> = self.children(*node).iter().map(|&child| self.node(child).name.to_string()).collect();
        match self.ending(node) {
            Some(ending) => format!("{name}: {}", ending.rule),
            None => format!("{name}: {} moves to {}", Self::SIDES[owner.index()], children.join(", ")),
        }
    }
}

impl Graph {
    fn print_node(&self, node: Node) -> String {
        let NodeOf { name, owner, ending, .. } = self.node(node);
        let letter = ENDINGS.iter().find(|(_, meant)| meant == ending).map_or("o", |(letter, _)| letter);
        let mut text = format!("{name}.{}.{letter}", OWNERS[owner.index()]);
        for &child in self.children(node) {
            text.push('.');
            text.push_str(&self.node(child).name.0);
        }
        text
    }
}

fn parse_nodes(text: &str, start: usize) -> Result<Graph, NotationError> {
    let mut builder = Builder::new();
    let mut at = start;
    for node in text.split('/') {
        parse_node(node, at, &mut builder)?;
        let end = at + node.len();
        builder.close_node().map_err(|fault| NotationError::malformed(at..end, fault.to_string()))?;
        at = end + 1;
    }
    builder.build().map_err(|(fault, at)| NotationError::malformed(at, fault.to_string()))
}

fn parse_node(node: &str, start: usize, builder: &mut Builder<std::ops::Range<usize>>) -> Result<(), NotationError> {
    let form = "a node is `name.owner.ending.successors...`, such as `1.a.o.2.3` or `4.b.t`";
    let fault = |at, message: String| NotationError::malformed(at, message).hint(form);
    let mut next = start;
    let mut parts = node.split('.').map(|part| {
        let at = next..next + part.len();
        next = at.end + 1;
        (part, at)
    });
    let whole = start..start + node.len();
    let (Some((name, name_at)), Some((owner, owner_at)), Some((ending, ending_at))) =
        (parts.next(), parts.next(), parts.next())
    else {
        return Err(fault(whole, format!("node `{node}` has fewer than three parts")));
    };
    if !is_name(name) {
        return Err(fault(name_at, bad_name(name)));
    }
    let owner =
        owner_of(owner).ok_or_else(|| fault(owner_at, format!("`{owner}` is not an owner, expected a or b")))?;
    let meant = ENDINGS.iter().find(|(letter, _)| *letter == ending);
    let unknown = || fault(ending_at, format!("`{ending}` is not an ending, expected o, a, b or t"));
    let (_, ending) = *meant.ok_or_else(unknown)?;
    builder.node(&RawNode { name, owner, ending }).map_err(|error| fault(name_at, error.to_string()))?;
    for (successor, at) in parts {
        if !is_name(successor) {
            return Err(fault(at, bad_name(successor)));
        }
        builder.link(successor, at);
    }
    Ok(())
}

fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn bad_name(text: &str) -> String {
    format!("`{}` is not a name, expected 1 to {MAX_NAME} letters and digits", text.escape_default())
}
