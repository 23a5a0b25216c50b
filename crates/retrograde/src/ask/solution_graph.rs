//! The part of a game that decides one position, as a game of its own.
//!
//! A *strategy* of a side from a position keeps one move where that side is to move, and all moves where the opponent
//! is. If one side has won the position, its *solution graph* is the winner's strategy. Otherwise it contains
//! strategies of both sides, which never lose.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use crate::ask::board::{Board, Neighbour, PositionSummary, Step};
use crate::ask::questions::{QuestionError, Questions};
use crate::ask::trace::TraceError;
use crate::rules::expansion::{Expansion, SlotRules};
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::table::cell::Table;

/// The positions that decide one position, by slot of the table.
#[derive(Clone, Debug)]
pub struct SolutionGraph {
    /// In ascending order. The index is the slot in the graph's own numbering.
    slots: Vec<Slot>,
    /// The slot of the child, in the table, if only one move is kept; `None` if all moves are kept.
    kept: Vec<Option<Slot>>,
    table: Table,
}

impl SolutionGraph {
    /// The memory use in bytes.
    pub fn bytes(&self) -> u64 {
        let lists = self.slots.capacity() * size_of::<Slot>() + self.kept.capacity() * size_of::<Option<Slot>>();
        lists as u64 + self.table.bytes()
    }
}

/// The strategies that go through a position.
#[derive(Clone, Copy, Default)]
struct StrategyNode {
    /// By [`Side::index`]: whether this side's strategy goes through the position, and the position was processed.
    of: [bool; 2],
    /// By [`Side::index`]: whether this side's strategy goes through the position; it may still be in the queue.
    met: [bool; 2],
    /// The child that the mover's own strategy chooses.
    to: Option<Slot>,
}

/// The positions found so far, and the queue of those to process, once for each strategy.
struct StrategySearch {
    plans: FxHashMap<Slot, StrategyNode>,
    waiting: VecDeque<(Slot, Side)>,
    most: usize,
}

/// The maximum number of bytes per position while a solution graph is made: an entry of a growing hash map, and two of
/// a queue.
pub(crate) const BYTES_A_POSITION: u64 = 200;

impl StrategySearch {
    /// Notes that a strategy goes through a position.
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

    /// Takes the next position of the queue, with the side whose strategy goes through it.
    fn next(&mut self) -> Option<(Slot, Side)> {
        let (slot, side) = self.waiting.pop_front()?;
        self.plans.entry(slot).or_default().of[side.index()] = true;
        Some((slot, side))
    }

    /// Whether a strategy is known to go through a position.
    fn has(&self, slot: Slot, side: Side) -> bool {
        self.plans.get(&slot).is_some_and(|plan| plan.of[side.index()])
    }
}

impl Questions<'_> {
    /// The positions that decide a position.
    ///
    /// A winner keeps its best move, the first in the order of moves. A side that holds a draw or a tie keeps a best
    /// move. If possible, it keeps one that leads to a position of the graph.
    ///
    /// # Complexity
    /// Makes and rates the moves of every kept position, at most twice.
    pub fn solution_graph(self, root: Slot) -> Result<SolutionGraph, QuestionError> {
        self.solution_graph_within(root, usize::MAX)
    }

    /// The same with at most `most` positions. The search takes at most 200 bytes per position.
    ///
    /// # Errors
    /// [`TraceError::TooManyPositions`] as soon as there are more.
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

    /// The child that a strategy chooses in a position of its side; `None` if the game is over.
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
        // If both sides' strategies go through a position, the graph needs a reply to every move.
        let kept = |&(_, StrategyNode { of, to, .. }): &(Slot, StrategyNode)| to.filter(|_| of != [true, true]);
        Ok(SolutionGraph { kept: plans.iter().map(kept).collect(), slots, table: Table::from_cells(&cells) })
    }
}

impl SolutionGraph {
    /// The positions, as slots of the whole table, in ascending order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The values of the positions, by the graph's own slots: the same as in the whole table.
    ///
    /// A winner keeps a best move and the loser keeps all moves, so wins and losses have the same values, by induction
    /// on the depth. Every other position keeps a best move. It keeps all moves unless it lies only on the mover's own
    /// strategy, which never loses.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The board with only these positions and the kept moves. `board` must be the one that the graph was made from.
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

/// A board restricted to a [`SolutionGraph`]. The event log of the graph is made from it.
#[derive(Clone, Copy)]
pub struct SolutionBoard<'a> {
    board: &'a dyn Board,
    graph: &'a SolutionGraph,
}

impl SolutionBoard<'_> {
    /// The slot in the whole board.
    fn whole(self, slot: Slot) -> Option<Slot> {
        self.graph.slots.get(slot.index()).copied()
    }

    /// The slot in the graph of a slot in the whole board.
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

    /// The restricted board lacks the slots of some children, so the rules prove none of its values.
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
