//! The interface between games and queries. Queries access a game by slot, through a trait object.
//!
//! Code that queries a finished table uses only a [`Board`], which supplies the side to move, the children and the
//! texts of the moves for each slot. So all queries ([`Questions`](crate::ask::questions::Questions)) are compiled only
//! once for all games. A new game adds only the code of its rules. [`Slots`] turns any game with a numbering and
//! un-moves into a board. [`AnyBoard`](crate::AnyBoard) adds the texts of positions, for games with a
//! [`Notation`](crate::Notation).
//!
//! Some queries read all slots of a table. For these queries, one call through the trait object processes hundreds of
//! slots and writes the results to a buffer.

use std::ops::Range;

use crate::rules::expansion::{Expansion, SlotsOf, by_moves};
use crate::rules::game::{BoardSlots, Ending, Reversible, Slot};
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};

/// The side to move of a position, and the ending if the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionSummary {
    /// The side to move; for a finished position, the side that would be next.
    pub turn: Side,
    /// The ending of the game; `None` if the game is not over.
    pub ending: Option<Ending>,
}

/// A child or a parent of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbour {
    /// The slot of the child or parent. If the numbering does not contain the child, the slot has no meaning; see
    /// [`Board::children`].
    pub slot: Slot,
    /// The side to move at this child or parent.
    pub turn: Side,
}

/// A move, given by its number and its text. The moves of a position are numbered in the order of the game's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The number of the move, counted from 0.
    pub number: u32,
    text: Box<str>,
}

impl Action {
    /// Returns the text of the move, in the game's notation.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A legal move and its child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub action: Action,
    /// The slot of the child; `None` if the numbering does not contain the child.
    pub child: Option<Slot>,
    /// The side to move at the child, and the ending if the child is a finished position.
    pub there: PositionSummary,
}

/// The source of a position's value. The source is the table or the rules. A hole has no source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// There is no value, because the slot is a hole.
    Nowhere,
    /// The rules imply the value, so the table need not contain it.
    Known(Value),
    /// The table contains the value in this slot.
    At(Slot),
}

/// A numbered game that is queried by slot. Callers must pass only slots that are below [`slots`](Board::slots) and
/// contain a position, unless the documentation of a method allows other slots.
pub trait Board: Sync {
    /// Returns the number of slots, holes included.
    fn slots(&self) -> u64;

    /// Returns the memory use of the numbering in bytes.
    fn bytes(&self) -> u64;

    /// Returns whether a play of this game can end in a tie.
    fn ties(&self) -> bool;

    /// Returns whether the slots of the table differ from the slots of the board; see
    /// [`RawSlots`](crate::rules::RawSlots).
    fn is_folded(&self) -> bool {
        false
    }

    /// Each slot of the table has one representative position. Returns the slot of this position on the board. Returns
    /// `None` for a hole. The two slots differ only if the board is [folded](Board::is_folded).
    fn representative(&self, slot: Slot) -> Option<Slot> {
        Some(slot)
    }

    /// Returns where the value of the position in a slot comes from.
    fn held(&self, slot: Slot) -> ValueSource {
        ValueSource::At(slot)
    }

    /// Returns the side to move at the position in a slot, and the ending if the game is over. Returns `None` for a
    /// hole, and beyond the last slot.
    fn here(&self, slot: Slot) -> Option<PositionSummary>;

    /// Writes the children of a position, in the order of its moves, and returns the position's side to move.
    ///
    /// By the contract of [`Numbered`](crate::Numbered), the numbering contains every child. If a game breaks this
    /// contract, the method may write any slot for the missing child.
    fn children(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Side>;

    /// Writes the distinct predecessors of a position, and returns the position's side to move.
    fn parents(&self, slot: Slot, parents: &mut Vec<Neighbour>) -> Option<Side>;

    /// Returns all legal moves, in the order of the game's rules.
    fn steps(&self, slot: Slot) -> Vec<Step>;

    /// Writes the side to move in each slot of a block. For a hole, writes `None`.
    fn turns(&self, slots: Range<u64>, turns: &mut Vec<Option<Side>>) {
        turns.clear();
        turns.extend(slots.map(|slot| Some(self.here(Slot(slot))?.turn)));
    }

    /// Writes the expansions (lists of children) of some slots, in the form that [`by_moves`] writes. The verifier uses
    /// the expansions to check values.
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion);

    /// Returns the position of a slot as text for error messages. The text is the output of Rust's `Debug`.
    fn debug(&self, slot: Slot) -> String;
}

/// An adapter that turns any game with a numbering and un-moves into a [`Board`].
#[derive(Clone, Copy, Debug)]
pub struct Slots<R>(pub R);

impl<R: Reversible> Slots<R> {
    pub(crate) fn position(&self, slot: Slot) -> Option<R::Position> {
        // The slot must be checked first, because a numbering need not support slots beyond its last slot.
        (slot.0 < self.0.board_slots()).then(|| self.0.board_position(slot)).flatten()
    }

    pub(crate) fn look(&self, position: &R::Position) -> PositionSummary {
        PositionSummary { turn: self.0.turn(position), ending: self.0.over(position) }
    }

    /// Visits all legal moves of a position, each with its child.
    pub(crate) fn each_step(&self, position: &R::Position, mut visit: impl FnMut(Step, &R::Position)) {
        let mut number = 0;
        self.0.each_move(position, |action, child| {
            let action = Action { number, text: action.to_string().into() };
            number += 1;
            visit(Step { action, child: self.0.find(&child), there: self.look(&child) }, &child);
        });
    }
}

impl<R: Reversible> Board for Slots<R> {
    fn slots(&self) -> u64 {
        self.0.board_slots()
    }

    fn bytes(&self) -> u64 {
        self.0.facts().bytes
    }

    fn ties(&self) -> bool {
        R::TIES
    }

    fn is_folded(&self) -> bool {
        self.0.raw().is_some()
    }

    fn representative(&self, slot: Slot) -> Option<Slot> {
        self.0.position(slot).map(|position| self.0.board_slot(&position))
    }

    fn held(&self, slot: Slot) -> ValueSource {
        let Some(position) = self.position(slot) else { return ValueSource::Nowhere };
        match self.look(&position) {
            PositionSummary { turn, ending: Some(ending) } => ValueSource::Known(ending.value_for(turn)),
            _ if self.0.elides_win(&position) => ValueSource::Known(Value::Win(Depth::new(1))),
            _ => ValueSource::At(self.0.slot(&position)),
        }
    }

    fn here(&self, slot: Slot) -> Option<PositionSummary> {
        Some(self.look(&self.position(slot)?))
    }

    fn children(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Side> {
        children.clear();
        let position = self.position(slot)?;
        self.0.each_move(&position, |_, child| {
            children.push(Neighbour { slot: self.0.board_slot(&child), turn: self.0.turn(&child) });
        });
        Some(self.0.turn(&position))
    }

    fn parents(&self, slot: Slot, parents: &mut Vec<Neighbour>) -> Option<Side> {
        parents.clear();
        let position = self.position(slot)?;
        self.0.each_unmove(&position, |parent| {
            parents.push(Neighbour { slot: self.0.board_slot(&parent), turn: self.0.turn(&parent) });
        });
        if R::REPEATS {
            parents.sort_unstable();
            parents.dedup();
        }
        Some(self.0.turn(&position))
    }

    fn steps(&self, slot: Slot) -> Vec<Step> {
        let mut steps = Vec::new();
        if let Some(position) = self.position(slot) {
            self.each_step(&position, |step, _| steps.push(step));
        }
        steps
    }

    fn turns(&self, slots: Range<u64>, turns: &mut Vec<Option<Side>>) {
        turns.clear();
        turns.extend(slots.map(|slot| Some(self.0.turn(&self.position(Slot(slot))?))));
    }

    fn expand(&self, slots: &[Slot], expansion: &mut Expansion) {
        by_moves(&self.0, SlotsOf::Board, slots, expansion);
    }

    fn debug(&self, slot: Slot) -> String {
        self.position(slot).map_or_else(|| "a hole".to_owned(), |position| format!("{position:?}"))
    }
}
