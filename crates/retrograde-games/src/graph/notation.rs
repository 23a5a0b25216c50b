//! Reads and writes graphs as tokens, such as `graph:1.a.o.2/2.b.t_1`.

use std::ops::Range;

use retrograde::rules::message::{Bytes, Message};
use retrograde::{Game, Notation, NotationError, Outcome, Side};

use super::builder::{Builder, Fault, RawNode};
use super::file::File;
use super::messages::Wrong;
use super::name::bad_name;
use super::rules::{Graph, Node, NodeOf};
use crate::token::fields;

/// The letters of owners, in tokens and edge lists.
const OWNERS: [&str; 2] = ["a", "b"];
/// The letters of endings in tokens. The four entries stand for a game that is not over, for a win of A, for a win of
/// B, and for a tie.
const ENDINGS: [(&str, Option<Outcome>); 4] = [
    ("o", None),
    ("a", Some(Outcome::Won(Side::First))),
    ("b", Some(Outcome::Won(Side::Second))),
    ("t", Some(Outcome::Level)),
];

pub(super) fn owner_of(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| OWNERS[side.index()] == text)
}

impl Notation for Graph {
    const ID: &'static str = "graph";
    const SIDES: [&'static str; 2] = ["a", "b"];
    const SIDES_ZH: [&'static str; 2] = ["A方", "B方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] =
        &[("a-wins", "A方胜"), ("b-wins", "B方胜"), ("level", "平局")];
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
        let list = fields.next().ok_or_else(|| NotationError::malformed(0..0, Wrong::NoNodes))?;
        let graph = parse_nodes(list.text, list.start)?;
        let missing = || NotationError::malformed(text.len()..text.len(), Wrong::NoNode);
        let here = fields.next().ok_or_else(missing)?;
        let unknown = || NotationError::malformed(here.at(), Wrong::NotGiven { name: here.text.to_owned() });
        let node = graph.named(here.text).ok_or_else(unknown)?;
        crate::token::no_more_fields(fields.next())?;
        Ok((graph, node))
    }

    fn print(&self, node: &Node) -> String {
        format!("{}_{}", self.text(), self.name(*node))
    }

    /// Estimates the length of the text from the average length of a name. A name appears once for its node and once
    /// for each move to the node.
    fn length(&self) -> usize {
        let (nodes, names) = (self.nodes.len(), self.nodes.len() + self.children.len());
        4 * nodes + names + names * self.names.letters() / nodes.max(1)
    }

    fn identity(&self) -> String {
        self.file.as_ref().map_or_else(|| self.text(), File::identity)
    }

    fn token(&self, node: &Node) -> String {
        match &self.file {
            Some(file) => file.node(self.name(*node)),
            None => format!("{}:{}", Self::ID, self.print(node)),
        }
    }

    fn recall(&self, text: &str) -> Option<Node> {
        self.named(self.file.as_ref()?.name_of(text)?)
    }

    fn draw(&self, node: &Node) -> String {
        let (name, owner) = (self.name(*node), self.node(*node).owner);
        let children: Vec<_> = self.children(*node).map(|child| self.name(child)).collect();
        match self.ending(node) {
            Some(ending) => format!("{name}: {}", ending.rule),
            None => format!("{name}: {} moves to {}", Self::SIDES[owner.index()], children.join(", ")),
        }
    }
}

impl Graph {
    /// Returns the text of all nodes in the form that tokens use.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for number in 0..self.nodes.len() {
            if number > 0 {
                text.push('/');
            }
            self.print_node(Node(number as u32), &mut text);
        }
        text
    }

    fn print_node(&self, node: Node, text: &mut String) {
        let NodeOf { owner, ending, .. } = self.node(node);
        let letter = ENDINGS.iter().find(|(_, meant)| meant == ending).map_or("o", |(letter, _)| letter);
        let children = self.children(node).map(|child| self.name(child));
        for part in [self.name(node), OWNERS[owner.index()], letter].into_iter().chain(children) {
            text.push_str(part);
            text.push('.');
        }
        // Removes the last dot.
        text.pop();
    }
}

fn parse_nodes(text: &str, start: usize) -> Result<Graph, NotationError> {
    // No memory limit is needed, because a graph needs at most about twelve times the memory of its token, and the
    // token is already in memory.
    let mut builder = Builder::new(u64::MAX);
    if let Err(error) = collect_nodes(text, start, &mut builder) {
        // The collected names come before this error in the text. If these names contain an error, this function must
        // return the error of the names first.
        builder.look_up().map_err(malformed)?;
        return Err(error);
    }
    builder.build().map_err(malformed)
}

fn malformed((fault, at): (Fault, Range<usize>)) -> NotationError {
    if let Fault::NoMemory { needed: Bytes(needed) } = fault {
        return NotationError::NoMemory { needed };
    }
    let is_of_node = matches!(fault, Fault::Twice { .. });
    let error = NotationError::malformed(at, fault);
    if is_of_node { error.hint(Wrong::Node) } else { error }
}

/// Like [`malformed`], with advice on how to write a node.
fn malformed_node(located: (Fault, Range<usize>)) -> NotationError {
    malformed(located).hint(Wrong::Node)
}

fn collect_nodes(text: &str, start: usize, builder: &mut Builder<Range<usize>>) -> Result<(), NotationError> {
    let mut at = start;
    for node in text.split('/') {
        parse_node(node, at, builder)?;
        let end = at + node.len();
        builder.close_node(&(at..end)).map_err(malformed)?;
        at = end + 1;
    }
    Ok(())
}

fn parse_node(node: &str, start: usize, builder: &mut Builder<Range<usize>>) -> Result<(), NotationError> {
    let fault = |at, message: Message| NotationError::malformed(at, message).hint(Wrong::Node);
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
        return Err(fault(whole, Wrong::Parts { node: node.to_owned() }.into()));
    };
    let name = builder.spelt(name.as_bytes()).ok_or_else(|| fault(name_at.clone(), bad_name(name).into()))?;
    let owner = owner_of(owner).ok_or_else(|| fault(owner_at, Wrong::Owner { found: owner.to_owned() }.into()))?;
    let meant = ENDINGS.iter().find(|(letter, _)| *letter == ending);
    let unknown = || fault(ending_at, Wrong::TokenEnding { found: ending.to_owned() }.into());
    let (_, ending) = *meant.ok_or_else(unknown)?;
    let node = RawNode { name, owner, ending };
    builder.node(&node, name_at).map_err(malformed_node)?;
    for (successor, at) in parts {
        let spelt = builder.spelt(successor.as_bytes());
        let successor = spelt.ok_or_else(|| fault(at.clone(), bad_name(successor).into()))?;
        builder.link(successor, at).map_err(malformed_node)?;
    }
    Ok(())
}
