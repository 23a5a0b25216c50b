//! The part of a game that decides one position, as a game of its own.
//!
//! A *strategy* of a side from a position keeps one move where that side moves, and all where the other does. If somebody has won
//! the position, the winner's strategy is its answer; if nobody has, both sides' are: neither ever loses.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use crate::game::{Ending, Game, NoMove, Numbered, Reversible, Slot};
use crate::side::Side;
use crate::solution::{RatedMove, Solution};
use crate::table::{Cell, Table};
use crate::trace::TraceError;

/// The positions that decide one position, by their slots in its table.
#[derive(Clone, Debug)]
pub struct Answer {
    /// In ascending order; the slot of this answer's own numbering is the index.
    slots: Vec<Slot>,
    /// The one move kept, as the slot of the child in the table; `None` keeps all.
    kept: Vec<Option<Slot>>,
    table: Table,
}

/// What a strategy does with a position.
#[derive(Clone, Copy, Default)]
struct Plan {
    /// Whose strategies go through it, by [`Side::index`].
    of: [bool; 2],
    /// Where the mover's own strategy goes.
    to: Option<Slot>,
}

impl<N: Numbered> Solution<N> {
    /// The positions that decide a position; `None` if the table does not hold it.
    ///
    /// A winner keeps its best move, the first in the order of moves. Who holds a draw or a tie keeps a best move, one that
    /// leads to a position already kept if there is any.
    ///
    /// # Complexity
    /// The moves of every position kept are made and rated, up to twice.
    pub fn answer(&self, position: &N::Position) -> Option<Answer> {
        self.answer_within(position, usize::MAX)?.ok()
    }

    /// The same, of at most `most` positions: some seventy bytes each while they are looked for, and an entry of a queue for each move.
    ///
    /// # Errors
    /// [`TraceError::TooManyPositions`], as soon as there are more.
    pub fn answer_within(&self, position: &N::Position, most: usize) -> Option<Result<Answer, TraceError>> {
        let root = self.game().find(position)?;
        let winner = self.table().value(root)?.winner(self.game().turn(position));
        let mut plans: FxHashMap<Slot, Plan> = FxHashMap::default();
        let mut waiting: VecDeque<_> = Side::BOTH
            .into_iter()
            .filter(|&side| winner.is_none_or(|winner| winner == side))
            .map(|side| (root, side))
            .collect();
        while let Some((slot, side)) = waiting.pop_front() {
            let plan = plans.entry(slot).or_default();
            if std::mem::replace(&mut plan.of[side.index()], true) {
                continue;
            }
            if plans.len() > most {
                return Some(Err(TraceError::TooManyPositions { limit: most as u64 }));
            }
            let position = self.game().position(slot)?;
            if self.game().turn(&position) == side {
                let is_kept = |child| plans.get(&child).is_some_and(|plan| plan.of[side.index()]);
                if let Some(child) = self.strategic(&position, is_kept) {
                    plans.entry(slot).or_default().to = Some(child);
                    waiting.push_back((child, side));
                }
            } else {
                self.game().each_move(&position, |_, child| waiting.push_back((self.game().slot(&child), side)));
            }
        }
        Some(Ok(self.collect(plans)))
    }

    /// Where a strategy goes from a position of its side; `None` if the game is over.
    fn strategic(&self, position: &N::Position, is_kept: impl Fn(Slot) -> bool) -> Option<Slot> {
        let slot = |rated: &RatedMove<_, _>| self.game().slot(&rated.child);
        let moves = self.probe(position)?.moves;
        let best = moves.first()?;
        let kept =
            || moves.iter().take_while(|rated| rated.value == best.value).map(slot).find(|&child| is_kept(child));
        let has_won = best.value.winner(Side::First).is_some();
        Some(if has_won { None } else { kept() }.unwrap_or_else(|| slot(best)))
    }

    fn collect(&self, plans: FxHashMap<Slot, Plan>) -> Answer {
        let mut plans: Vec<_> = plans.into_iter().collect();
        plans.sort_unstable_by_key(|&(slot, _)| slot);
        let cell = |&(slot, _): &(Slot, Plan)| self.table().value(slot).and_then(Cell::of);
        let cells = plans.iter().map(|plan| cell(plan).expect("a value that came from a cell fits one"));
        let table = Table::from_cells(cells.collect());
        // Where the other side's strategy comes through, it must have an answer to every move.
        let kept = |&(_, Plan { of, to }): &(Slot, Plan)| to.filter(|_| of != [true, true]);
        Answer {
            kept: plans.iter().map(kept).collect(),
            slots: plans.into_iter().map(|(slot, _)| slot).collect(),
            table,
        }
    }
}

impl Answer {
    /// The positions, as slots of the whole table, in ascending order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Their values, by this answer's own slots: the same as in the whole table.
    ///
    /// A winner keeps a best move and the loser all of them, so wins and losses come out the same, by induction on the depth.
    /// Every other position keeps a best move, and all moves unless it lies on the mover's own strategy alone, which never loses.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The game with only these positions and the moves kept. `game` is the one that it was made from.
    pub const fn game<'a, R>(&'a self, game: &'a R) -> Answering<'a, R> {
        Answering { game, answer: self }
    }

    fn find(&self, slot: Slot) -> Option<usize> {
        self.slots.binary_search(&slot).ok()
    }

    fn keeps(&self, parent: usize, child: Slot) -> bool {
        self.kept[parent].is_none_or(|kept| kept == child)
    }
}

/// A game cut down to an [`Answer`]: what the log of following it is made from.
pub struct Answering<'a, R> {
    game: &'a R,
    answer: &'a Answer,
}

impl<R: Numbered> Game for Answering<'_, R> {
    type Position = R::Position;
    type Move = R::Move;
    const TIES: bool = R::TIES;
    const NO_MOVE: NoMove = R::NO_MOVE;
    fn turn(&self, position: &Self::Position) -> Side {
        self.game.turn(position)
    }
    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        self.game.ending(position)
    }
    fn over(&self, position: &Self::Position) -> Option<Ending> {
        self.game.over(position)
    }
    fn each_move(&self, position: &Self::Position, mut visit: impl FnMut(Self::Move, Self::Position)) {
        let Some(here) = self.answer.find(self.game.slot(position)) else { return };
        self.game.each_move(position, |action, child| {
            if self.answer.keeps(here, self.game.slot(&child)) {
                visit(action, child);
            }
        });
    }
}

impl<R: Numbered> Numbered for Answering<'_, R> {
    fn slots(&self) -> u64 {
        self.answer.slots.len() as u64
    }
    fn slot(&self, position: &Self::Position) -> Slot {
        let number = self.answer.find(self.game.slot(position));
        Slot(number.expect("a position of the answer, or a child that it keeps") as u64)
    }
    fn position(&self, slot: Slot) -> Option<Self::Position> {
        self.game.position(*self.answer.slots.get(slot.index())?)
    }
}

impl<R: Reversible> Reversible for Answering<'_, R> {
    fn each_unmove(&self, position: &Self::Position, mut visit: impl FnMut(Self::Position)) {
        let child = self.game.slot(position);
        self.game.each_unmove(position, |parent| {
            let number = self.answer.find(self.game.slot(&parent));
            if number.is_some_and(|number| self.answer.keeps(number, child)) {
                visit(parent);
            }
        });
    }
}
