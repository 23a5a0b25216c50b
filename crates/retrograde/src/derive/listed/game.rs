//! A game that is given as lists.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::lists::{Lists, Node};
use super::parts;
use crate::derive::edges::{Edges, most_bytes};
use crate::kernel::solve::{Distributed, Options, Predecessors, SolveError};
use crate::kernel::transport::Transport;
use crate::rules::game::{Ending, Facts, Game, Numbered, Reversible, Slot};
use crate::rules::side::Side;
use crate::table::cell::Table;

/// A move of a listed game. A move prints as its text. If the moves of the game have no texts, a move prints as the
/// name of its child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove(Arc<str>);

impl fmt::Display for ListedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A game that is given as lists. Clones share the lists.
///
/// ```
/// use retrograde::derive::{ListBuilder, Node};
/// use retrograde::{Ending, Options, Side, Solution};
///
/// // 0 -> 1 -> 2, and 1 -> 0; the first side has won at 2.
/// let options = Options::default();
/// let mut lists = ListBuilder::new(&options);
/// lists.position(Side::First, None)?;
/// lists.name("start")?;
/// lists.child(1)?;
/// lists.position(Side::Second, None)?;
/// lists.name("fork")?;
/// lists.child(2)?;
/// lists.child(0)?;
/// lists.position(Side::First, Some(Ending::won(Side::First, "home")))?;
/// lists.name("end")?;
///
/// let game = lists.finish()?;
/// let fork = game.named("fork").unwrap();
/// let solution = Solution::listed(game, &options)?;
/// assert_eq!(solution.line(&fork, 10)?.to_string(), "start fork for ever");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ListedGame {
    lists: Arc<Lists>,
    hash: u64,
    /// The predecessors. The first query that needs the predecessors computes them. The value is `None` if the system
    /// had too little memory for the predecessors.
    edges: Arc<OnceLock<Option<Edges>>>,
}

impl fmt::Debug for ListedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListedGame").field("slots", &self.slots()).field("moves", &self.moves()).finish_non_exhaustive()
    }
}

impl ListedGame {
    pub(super) fn new(lists: Lists) -> Self {
        Self { hash: lists.hash(), lists: Arc::new(lists), edges: Arc::default() }
    }

    /// Returns the number of moves. Several moves from a position to the same child count separately.
    pub fn moves(&self) -> u64 {
        self.lists.children.len() as u64
    }

    /// Returns a hash of the lists. Games with equal lists have the same hash.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the name of a position. If the positions of the game have no names, the name is the position's number.
    ///
    /// # Panics
    /// Panics if the position does not exist.
    pub fn name(&self, node: Node) -> String {
        assert!(self.has(node), "a position of the lists");
        let named = self.lists.names.as_ref().and_then(|names| names.texts().get(node.index()));
        named.map_or_else(|| node.0.to_string(), str::to_owned)
    }

    /// Returns the position with a name. Returns `None` if no position has this name.
    pub fn named(&self, name: &str) -> Option<Node> {
        match &self.lists.names {
            Some(names) => names.find(name).map(Node),
            // Only the usual spelling of a number is a name. So every position has exactly one name.
            None => name.parse().ok().map(Node).filter(|&node| self.has(node) && self.name(node) == name),
        }
    }

    /// Returns the average length of a name in bytes.
    pub(crate) fn name_length(&self) -> usize {
        let named = self.lists.names.as_ref().map(|names| names.texts().as_bytes().len());
        named.unwrap_or_default() / self.lists.states.len().max(1)
    }

    fn has(&self, node: Node) -> bool {
        node.index() < self.lists.states.len()
    }

    /// Returns the children of a position, in the order of its moves.
    ///
    /// # Panics
    /// Panics if the position does not exist.
    pub fn children(&self, node: Node) -> impl ExactSizeIterator<Item = Node> + '_ {
        self.lists.children[self.lists.moves_of(node)].iter().map(|&child| Node(child))
    }

    /// Returns the memory in bytes that a solve with `threads` threads needs, including the lists. The value 0 for
    /// `threads` means one thread per core.
    pub fn estimate(&self, threads: usize) -> u64 {
        let options = Options { threads, ..Options::DEFAULT };
        most_bytes(self.slots(), self.moves(), self.lists.bytes(), &options)
    }

    /// Copies the moves to stored edges. The kernel solves these edges.
    ///
    /// # Errors
    /// Returns [`SolveError::TooLarge`] if the lists, the edges and the later solve need more than [`Options::memory`].
    /// Also returns the errors of [`Children::link`](crate::derive::Children::link).
    pub fn edges(&self, options: &Options<'_>) -> Result<Edges, SolveError> {
        let (slots, beside) = (self.slots(), self.lists.bytes());
        let (needed, limit) = (most_bytes(slots, self.moves(), beside, options), options.limit());
        if needed > limit {
            return Err(SolveError::TooLarge { slots, needed, limit });
        }
        parts::edges(&self.lists, beside, options)
    }

    /// Finds the value of every position. The edges are dropped after the solve.
    ///
    /// # Errors
    /// Returns the errors of [`edges`](Self::edges) and [`Edges::solve`].
    ///
    /// # Complexity
    /// The time is linear in the numbers of positions and moves. The peak memory use is at most the result of
    /// [`estimate`](Self::estimate).
    pub fn solve(&self, options: &Options<'_>) -> Result<Table, SolveError> {
        self.edges(options)?.solve_beside(self.lists.bytes(), options)
    }

    /// Like [`solve`](Self::solve), but solves the game together [with other
    /// processes](crate::kernel::solve::solve_distributed).
    ///
    /// # Errors
    /// Returns the errors of [`solve`](Self::solve).
    pub(crate) fn solve_distributed(
        &self,
        transport: &Arc<dyn Transport>,
        options: &Options<'_>,
    ) -> Result<Distributed, SolveError> {
        self.edges(options)?.solve_distributed(self.lists.bytes(), transport, options)
    }

    /// Returns the stored predecessors. The first call computes the predecessors.
    fn stored(&self) -> Option<&Edges> {
        let options = Options { threads: 1, memory: u64::MAX, ..Options::DEFAULT };
        self.edges.get_or_init(|| self.edges(&options).ok()).as_ref()
    }

    /// Visits the distinct predecessors of a position in ascending order. The function is used if the game has no
    /// stored edges.
    fn each_parent_by_scan(&self, child: Node, mut visit: impl FnMut(Node)) {
        let nodes = (0..self.slots() as u32).map(Node);
        nodes.filter(|&node| self.children(node).any(|other| other == child)).for_each(&mut visit);
    }
}

impl Game for ListedGame {
    type Position = Node;
    type Move = ListedMove;

    fn turn(&self, node: &Node) -> Side {
        self.lists.turn(*node)
    }

    fn ending(&self, node: &Node) -> Option<Ending> {
        self.lists.ending(*node)
    }

    fn each_move(&self, node: &Node, mut visit: impl FnMut(ListedMove, Node)) {
        let Lists { children, actions, texts, .. } = &*self.lists;
        for number in self.lists.moves_of(*node) {
            let child = Node(children[number]);
            let text = match actions.get(number) {
                Some(&text) => texts[text as usize].clone(),
                None => self.name(child).into(),
            };
            visit(ListedMove(text), child);
        }
    }
}

impl Numbered for ListedGame {
    fn slots(&self) -> u64 {
        self.lists.states.len() as u64
    }

    fn slot(&self, node: &Node) -> Slot {
        Slot(node.0.into())
    }

    fn position(&self, slot: Slot) -> Option<Node> {
        u32::try_from(slot.0).ok().map(Node).filter(|&node| self.has(node))
    }

    fn facts(&self) -> Facts {
        let edges = self.edges.get().and_then(Option::as_ref).map_or(0, Edges::bytes);
        Facts { bytes: self.lists.bytes() + edges, moves: Some(self.moves()), ..Facts::default() }
    }
}

impl Reversible for ListedGame {
    fn each_unmove(&self, node: &Node, mut visit: impl FnMut(Node)) {
        self.each_predecessor(self.slot(node), |parent, _| visit(Node(parent.0 as u32)));
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        if let Some(edges) = self.stored() {
            return Predecessors::each_predecessor_of(edges, slots, visit);
        }
        for (index, &slot) in slots.iter().enumerate() {
            let child = Node(slot.0 as u32);
            let turn = self.turn(&child);
            self.each_parent_by_scan(child, |parent| visit(index, self.slot(&parent), self.turn(&parent) == turn));
        }
    }
}
