//! The part of a game that decides the value of one position. Callers can use this part like a separate game.
//!
//! A *strategy* of a side is a set of moves. A strategy contains one move for each position where that side is to move,
//! and all moves where the opponent is to move. If one side can force a win from a position, the *solution graph* of
//! the position is a strategy of the winner. Otherwise the solution graph consists of two strategies, one for each
//! side. A side that follows its strategy never loses.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use crate::ask::board::{Board, Neighbour, PositionSummary, Step};
use crate::ask::questions::{QuestionError, Questions};
use crate::ask::trace::TraceError;
use crate::rules::expansion::{Expansion, SlotRules};
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::table::cell::Table;

/// The positions that decide the value of one position, given by their slots in the table.
#[derive(Clone, Debug)]
pub struct SolutionGraph {
    /// The slots of the positions in the table, in ascending order. The index of a position in the list `slots` is the
    /// position's slot in the graph.
    slots: Vec<Slot>,
    /// The chosen child of each position. If the graph contains only one move of a position, the entry is the child of
    /// this move, as a slot of the table. If the graph contains all moves of the position, the entry is `None`.
    kept: Vec<Option<Slot>>,
    table: Table,
}

impl SolutionGraph {
    /// Returns the memory use in bytes.
    pub fn bytes(&self) -> u64 {
        let lists = self.slots.capacity() * size_of::<Slot>() + self.kept.capacity() * size_of::<Option<Slot>>();
        lists as u64 + self.table.bytes()
    }
}

/// The data of a position during the search. The data say which strategies reach the position, and which child is
/// chosen.
#[derive(Clone, Copy, Default)]
struct StrategyNode {
    /// For each side, whether the search has reached and processed the position with the strategy of this side. The
    /// index of a side is [`Side::index`].
    of: [bool; 2],
    /// For each side, whether the strategy of this side reaches the position. The position may still be in the queue.
    /// The index of a side is [`Side::index`].
    met: [bool; 2],
    /// The child that the strategy of the side to move chooses.
    to: Option<Slot>,
}

/// The positions found so far, and the queue of positions to process. A position enters the queue once for each
/// strategy that reaches it.
struct StrategySearch {
    plans: FxHashMap<Slot, StrategyNode>,
    waiting: VecDeque<(Slot, Side)>,
    most: usize,
}

/// The maximum number of bytes per position while a solution graph is made. A position has one entry in a growing hash
/// map, and at most two entries in a queue.
pub(crate) const BYTES_A_POSITION: u64 = 200;

impl StrategySearch {
    /// Records that the strategy of `side` reaches a position.
    fn visit(&mut self, slot: Slot, side: Side) -> Result<(), TraceError> {
        let plan = self.plans.entry(slot).or_default();
        if !std::mem::replace(&mut plan.met[side.index()], true) {
            self.waiting.push_back((slot, side));
        }
        if self.plans.len() > self.most {
            return Err(TraceError::TooManyPositions { limit: self.most as u64 });
        }
        Ok(())
    }

    /// Removes the next position from the queue, and returns it with the side whose strategy reaches it.
    fn next(&mut self) -> Option<(Slot, Side)> {
        let (slot, side) = self.waiting.pop_front()?;
        self.plans.entry(slot).or_default().of[side.index()] = true;
        Some((slot, side))
    }

    /// Returns whether a position was already processed for the strategy of `side`.
    fn has(&self, slot: Slot, side: Side) -> bool {
        self.plans.get(&slot).is_some_and(|plan| plan.of[side.index()])
    }
}

impl Questions<'_> {
    /// Returns the positions that decide the value of the position `root`.
    ///
    /// The winner's strategy contains a best move in each position. If several moves are best, the strategy contains
    /// the first of these moves. A strategy that holds a draw or a tie also contains a best move. If possible, the
    /// search chooses a best move that leads to a position already in the graph.
    ///
    /// # Complexity
    /// For every position of the graph, the function makes the moves and looks up their values, at most twice.
    pub fn solution_graph(self, root: Slot) -> Result<SolutionGraph, QuestionError> {
        self.solution_graph_within(root, usize::MAX)
    }

    /// Like [`solution_graph`](Self::solution_graph), with at most `most` positions. The search needs at most 200 bytes
    /// for each position.
    ///
    /// # Errors
    /// Returns [`TraceError::TooManyPositions`] as soon as the graph has more than `most` positions.
    pub fn solution_graph_within(self, root: Slot, most: usize) -> Result<SolutionGraph, QuestionError> {
        let winner = self.value(root)?.winner(self.here(root)?.turn);
        let mut wanted = StrategySearch { plans: FxHashMap::default(), waiting: VecDeque::new(), most };
        for side in Side::BOTH.into_iter().filter(|&side| winner.is_none_or(|winner| winner == side)) {
            wanted.visit(root, side)?;
        }
        let mut children = Vec::new();
        while let Some((slot, side)) = wanted.next() {
            if self.here(slot)?.turn == side {
                if let Some(child) = self.strategic(slot, |child| wanted.has(child, side))? {
                    wanted.plans.entry(slot).or_default().to = Some(child);
                    wanted.visit(child, side)?;
                }
            } else {
                self.board().children(slot, &mut children);
                children.iter().try_for_each(|child| wanted.visit(child.slot, side))?;
            }
        }
        self.collect(wanted.plans)
    }

    /// Returns the child that a side's strategy chooses in a position where this side is to move. Returns `None` if the
    /// game is over.
    fn strategic(self, slot: Slot, is_kept: impl Fn(Slot) -> bool) -> Result<Option<Slot>, QuestionError> {
        let moves = self.probe(slot)?.moves;
        let Some(best) = moves.first() else { return Ok(None) };
        let equal = moves.iter().take_while(|rated| rated.value == best.value);
        let kept = || equal.map(|rated| rated.child).find(|&child| is_kept(child));
        let has_won = best.value.winner(Side::First).is_some();
        Ok(Some(if has_won { None } else { kept() }.unwrap_or(best.child)))
    }

    fn collect(self, plans: FxHashMap<Slot, StrategyNode>) -> Result<SolutionGraph, QuestionError> {
        let mut plans: Vec<_> = plans.into_iter().collect();
        plans.sort_unstable_by_key(|&(slot, _)| slot);
        let slots: Vec<Slot> = plans.iter().map(|&(slot, _)| slot).collect();
        let mut cells = Vec::with_capacity(slots.len());
        self.values().gather(&slots, &mut cells)?;
        // If the strategies of both sides reach a position, the graph needs all moves of the position.
        let kept = |&(_, StrategyNode { of, to, .. }): &(Slot, StrategyNode)| to.filter(|_| of != [true, true]);
        Ok(SolutionGraph { kept: plans.iter().map(kept).collect(), slots, table: Table::from_cells(&cells) })
    }
}

impl SolutionGraph {
    /// Returns the positions, as slots of the whole table, in ascending order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the values of the positions, indexed by their slots in the graph. The positions have the same values as
    /// in the whole table.
    ///
    /// The graph contains a best move of the winner and all moves of the loser. By induction on the depth, wins and
    /// losses therefore keep their values. For every drawn or tied position the graph contains a best move. If only the
    /// strategy of the side to move reaches a drawn or tied position, the graph contains only this move. The strategy
    /// of this side never loses. If the other side's strategy reaches a drawn or tied position, the graph contains all
    /// moves of the position.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the board restricted to the positions and moves of the graph. `board` must be the board from which the
    /// graph was made.
    pub const fn board<'a>(&'a self, board: &'a dyn Board) -> SolutionBoard<'a> {
        SolutionBoard { board, graph: self }
    }

    fn find(&self, slot: Slot) -> Option<usize> {
        self.slots.binary_search(&slot).ok()
    }

    fn keeps(&self, parent: usize, child: Slot) -> bool {
        self.kept[parent].is_none_or(|kept| kept == child)
    }
}

/// A board restricted to a [`SolutionGraph`]. The event log of a solution graph is computed from a board of this kind.
#[derive(Clone, Copy)]
pub struct SolutionBoard<'a> {
    board: &'a dyn Board,
    graph: &'a SolutionGraph,
}

impl SolutionBoard<'_> {
    /// Converts a slot in the graph to the slot in the whole board.
    fn whole(self, slot: Slot) -> Option<Slot> {
        self.graph.slots.get(slot.index()).copied()
    }

    /// Converts a slot in the whole board to the slot in the graph. Returns `None` if the graph does not contain the
    /// slot.
    fn own(self, slot: Slot) -> Option<Slot> {
        self.graph.find(slot).map(|number| Slot(number as u64))
    }

    fn keeps(self, parent: Slot, child: Slot) -> bool {
        self.graph.keeps(parent.index(), child)
    }
}

impl Board for SolutionBoard<'_> {
    fn slots(&self) -> u64 {
        self.graph.slots.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.board.bytes()
    }

    fn ties(&self) -> bool {
        self.board.ties()
    }

    fn here(&self, slot: Slot) -> Option<PositionSummary> {
        self.board.here(self.whole(slot)?)
    }

    fn children(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Side> {
        let turn = self.board.children(self.whole(slot)?, children);
        children.retain_mut(|child| match self.own(child.slot).filter(|_| self.keeps(slot, child.slot)) {
            Some(own) => {
                child.slot = own;
                true
            }
            None => false,
        });
        turn
    }

    fn parents(&self, slot: Slot, parents: &mut Vec<Neighbour>) -> Option<Side> {
        let whole = self.whole(slot)?;
        let turn = self.board.parents(whole, parents);
        parents.retain_mut(|parent| match self.own(parent.slot).filter(|&own| self.keeps(own, whole)) {
            Some(own) => {
                parent.slot = own;
                true
            }
            None => false,
        });
        turn
    }

    fn steps(&self, slot: Slot) -> Vec<Step> {
        let Some(whole) = self.whole(slot) else { return Vec::new() };
        let mut steps = self.board.steps(whole);
        steps.retain(|step| step.child.is_some_and(|child| self.keeps(slot, child)));
        for step in &mut steps {
            step.child = step.child.and_then(|child| self.own(child));
        }
        steps
    }

    /// The restricted board has no slots for some children. So the verifier cannot check a value by the rules of this
    /// board.
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion) {
        expansion.clear();
        for _ in slots {
            expansion.head(SlotRules::Elsewhere);
        }
    }

    fn debug(&self, slot: Slot) -> String {
        self.whole(slot).map_or_else(|| "a hole".to_owned(), |whole| self.board.debug(whole))
    }
}
