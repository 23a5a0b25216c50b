//! The seam between games and questions: a game asked by slot, behind a trait object.
//!
//! What asks a finished table knows no game, only a [`Board`]: whose turn it is in a slot, where its moves lead and what
//! they are called. So all questions ([`Questions`](crate::ask::questions::Questions)) are compiled once, and a game costs what its
//! rules cost. [`Slots`] makes a board of any game with a numbering and un-moves; [`AnyBoard`](crate::AnyBoard) adds the texts of positions, for
//! games with a [`Notation`](crate::Notation).
//!
//! What a whole table needs of every slot is asked in blocks and written into buffers, so that one call through the trait
//! object serves hundreds of slots.

use std::ops::Range;

use crate::rules::expansion::{Expansion, SlotsOf, by_moves};
use crate::rules::game::{Ending, Reversible, Slot};
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};

/// A position in a few words: whose turn it is, and whether the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Here {
    /// The side to move; of a finished position, who would be next.
    pub turn: Side,
    /// The ending, if the game is over.
    pub ending: Option<Ending>,
}

/// A slot beside the position asked about: a child or a parent, and who moves there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbour {
    /// The slot. Of a child that the numbering does not know, any slot: see [`Board::children`].
    pub slot: Slot,
    /// The side to move there.
    pub turn: Side,
}

/// A move: its number among the moves of its position, in the order in which the game makes them, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its number, from 0.
    pub number: u32,
    text: Box<str>,
}

impl Action {
    /// Its text, as in the game's notation.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A legal move and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub action: Action,
    /// The position it leads to; `None` if the numbering does not know it.
    pub child: Option<Slot>,
    /// What is there.
    pub there: Here,
}

/// Where the value of a slot's position is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nowhere: the slot is a hole.
    Nowhere,
    /// The rules tell it, and the table need not hold it.
    Known(Value),
    /// In that slot of the table.
    At(Slot),
}

/// A numbered game, asked by slot. A slot in a question is one below [`slots`](Board::slots) that holds a position.
pub trait Board: Sync {
    /// The number of slots, holes included.
    fn slots(&self) -> u64;

    /// The memory that the numbering takes, in bytes.
    fn bytes(&self) -> u64;

    /// Whether a game can end level.
    fn ties(&self) -> bool;

    /// Whether the table's slots are others than the board's: see [`Numbered::FOLDED`](crate::Numbered::FOLDED).
    fn is_folded(&self) -> bool {
        false
    }

    /// Where the value of the position in a slot is to be found.
    fn held(&self, slot: Slot) -> Held {
        Held::At(slot)
    }

    /// What is in a slot; `None` for a hole, and beyond the last slot.
    fn here(&self, slot: Slot) -> Option<Here>;

    /// Writes where the moves of a position lead, in the order of the moves, and returns whose turn it is.
    ///
    /// A child that is not numbered breaks a law of [`Numbered`](crate::Numbered), and may be written as any slot.
    fn children(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Side>;

    /// Writes the distinct predecessors of a position, and returns whose turn it is.
    fn parents(&self, slot: Slot, parents: &mut Vec<Neighbour>) -> Option<Side>;

    /// All legal moves, in the order in which the game makes them.
    fn steps(&self, slot: Slot) -> Vec<Step>;

    /// Writes whose turn it is in each slot of a block; `None` for a hole.
    fn turns(&self, slots: Range<u64>, turns: &mut Vec<Option<Side>>) {
        turns.clear();
        turns.extend(slots.map(|slot| Some(self.here(Slot(slot))?.turn)));
    }

    /// Writes what the rules say of some slots, and where their moves lead, as [`by_moves`] does: what the values of all slots are checked by.
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion);

    /// The position of a slot in Rust's debug form: for errors.
    fn debug(&self, slot: Slot) -> String;
}

/// Any game with a numbering and un-moves, as a board.
#[derive(Clone, Copy, Debug)]
pub struct Slots<R>(pub R);

impl<R: Reversible> Slots<R> {
    pub(crate) fn position(&self, slot: Slot) -> Option<R::Position> {
        // A numbering need not answer for slots beyond its last.
        (slot.0 < self.0.raw_slots()).then(|| self.0.raw_position(slot)).flatten()
    }

    pub(crate) fn look(&self, position: &R::Position) -> Here {
        Here { turn: self.0.turn(position), ending: self.0.over(position) }
    }

    /// Visits all legal moves of a position, each with the position that it leads to.
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
        self.0.raw_slots()
    }

    fn bytes(&self) -> u64 {
        self.0.facts().bytes
    }

    fn ties(&self) -> bool {
        R::TIES
    }

    fn is_folded(&self) -> bool {
        R::FOLDED
    }

    fn held(&self, slot: Slot) -> Held {
        let Some(position) = self.position(slot) else { return Held::Nowhere };
        match self.look(&position) {
            Here { turn, ending: Some(ending) } => Held::Known(ending.value_for(turn)),
            _ if R::AT_ONCE && self.0.wins_at_once(&position) => Held::Known(Value::Win(Depth::new(1))),
            _ => Held::At(self.0.slot(&position)),
        }
    }

    fn here(&self, slot: Slot) -> Option<Here> {
        Some(self.look(&self.position(slot)?))
    }

    fn children(&self, slot: Slot, children: &mut Vec<Neighbour>) -> Option<Side> {
        children.clear();
        let position = self.position(slot)?;
        self.0.each_move(&position, |_, child| {
            children.push(Neighbour { slot: self.0.raw_slot(&child), turn: self.0.turn(&child) });
        });
        Some(self.0.turn(&position))
    }

    fn parents(&self, slot: Slot, parents: &mut Vec<Neighbour>) -> Option<Side> {
        parents.clear();
        let position = self.position(slot)?;
        self.0.each_unmove(&position, |parent| {
            parents.push(Neighbour { slot: self.0.raw_slot(&parent), turn: self.0.turn(&parent) });
        });
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
