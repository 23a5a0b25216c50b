//! What should stand in the slots of a table, by forward rules: the verifier of [`verify`](crate::verify), a slot of the table at a time.
//!
//! A table may hold one slot for positions that are equal up to a symmetry: its representative is checked. What the rules tell of a
//! child, an ending, or a win at once where such are left out, is asked of the rules; any other child's value of the table. That the other positions of a
//! slot have its value is the symmetry's law (see [`check_symmetry`](crate::check::check_symmetry)), and that wins at once are seen rightly is
//! a law of the rules. Where a position has no move and its game does not say what that means, as may be on boards that no play reaches, no rule
//! tells its value: it should be the one that the game gives it before anything is spread.

use std::ops::Range;

use crate::entry::AnyBoard;
use crate::game::{Numbered, Reversible, Seed, Slot};
use crate::table::Cell;
use crate::value::{Depth, Value};
use crate::values::{Unreadable, Values};
use crate::verify::{Found, Law};

/// What the rules say of some slots of a table: a head for each, and the children of all whose values are in the table.
#[derive(Debug, Default)]
pub struct Sketch {
    heads: Vec<Head>,
    children: Vec<Slot>,
    /// Whether the side to move at the parent is to move again, child by child.
    again: Vec<bool>,
}

/// One slot of a [`Sketch`].
#[derive(Clone, Copy, Debug)]
enum Head {
    Hole,
    /// A position whose slot is another one.
    Elsewhere,
    /// An ending.
    Over(Value),
    /// A win at once.
    AtOnce,
    /// No move, where the game does not say what that means: the value that it seeds.
    Stuck(Value),
    /// The game goes on.
    Open {
        moves: u32,
        /// The children whose values are in the table.
        held: u32,
        /// The best value for the mover among the others.
        known: Option<Value>,
        /// A child has no slot.
        unnumbered: bool,
    },
}

/// What should stand in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The law that says so.
    pub law: Law,
    /// What should stand there.
    pub expected: Found,
    /// Whether the rules tell it without any other slot.
    pub is_told: bool,
    /// Moves made to find it.
    pub moves: u32,
}

/// What is called for, and the buffers to find it with.
#[derive(Debug, Default)]
pub struct Calls {
    sketch: Sketch,
    cells: Vec<Cell>,
}

/// Slots sketched in one go: with their children they stay in a near cache.
const AT_ONCE: u64 = 1 << 8;

impl Calls {
    /// Visits what should stand in some slots of a board's table, by the rules and by what stands in other slots.
    ///
    /// # Errors
    /// The values cannot be read.
    ///
    /// # Complexity
    /// Every move of these positions once.
    pub fn each(
        &mut self,
        board: &dyn AnyBoard,
        values: &dyn Values,
        slots: Range<u64>,
        mut visit: impl FnMut(Slot, Call),
    ) -> Result<(), Unreadable> {
        for first in slots.clone().step_by(AT_ONCE as usize) {
            let slots = first..slots.end.min(first + AT_ONCE);
            board.sketch(slots.clone(), &mut self.sketch);
            values.gather(&self.sketch.children, &mut self.cells)?;
            let mut children = self.cells.iter().copied().zip(self.sketch.again.iter().copied());
            for (slot, &head) in slots.zip(&self.sketch.heads) {
                visit(Slot(slot), called(head, &mut children));
            }
        }
        Ok(())
    }
}

/// What a slot should hold; takes its children.
fn called(head: Head, children: &mut impl Iterator<Item = (Cell, bool)>) -> Call {
    let told = |law, expected| Call { law, expected, is_told: true, moves: 0 };
    let (moves, stored, known, mut unnumbered) = match head {
        Head::Hole => return told(Law::Holes, Found::Hole),
        Head::Elsewhere => return told(Law::Numbering, Found::Unnumbered),
        Head::Over(value) => return told(Law::Ending, Found::Value(value)),
        Head::AtOnce => return told(Law::BestMove, Found::Value(Value::Win(Depth::new(1)))),
        Head::Stuck(value) => {
            return Call { is_told: false, ..told(Law::BestMove, Found::Value(value)) };
        }
        Head::Open { moves, held: stored, known, unnumbered } => (moves, stored, known, unnumbered),
    };
    let mut best = known;
    for (cell, again) in children.take(stored as usize) {
        let value = cell.value();
        unnumbered |= value.is_none();
        best = best.max(value.map(|value| value.for_parent(again)));
    }
    let (law, expected) = match best {
        _ if unnumbered => (Law::Numbering, Found::Unnumbered),
        None => (Law::BestMove, Found::Hole),
        Some(best) => (Law::BestMove, Found::Value(best.one_ply_earlier())),
    };
    Call { law, expected, is_told: false, moves }
}

/// Writes what the rules say of some slots of the table of a game.
pub(crate) fn sketch<R: Reversible>(game: &R, slots: Range<u64>, sketch: &mut Sketch) {
    sketch.heads.clear();
    sketch.children.clear();
    sketch.again.clear();
    for slot in slots.map(Slot) {
        let head = head(game, slot, sketch);
        sketch.heads.push(head);
    }
}

fn head<R: Reversible>(game: &R, slot: Slot, sketch: &mut Sketch) -> Head {
    let Some(position) = game.position(slot) else { return Head::Hole };
    if game.slot(&position) != slot {
        return Head::Elsewhere;
    }
    let turn = game.turn(&position);
    if let Some(ending) = game.over(&position) {
        return Head::Over(ending.value_for(turn));
    }
    if R::AT_ONCE && game.wins_at_once(&position) {
        return Head::AtOnce;
    }
    let (mut moves, mut held, mut known, mut unnumbered) = (0, 0, None, false);
    game.each_move(&position, |_, child| {
        moves += 1;
        let again = game.turn(&child) == turn;
        match told(game, &child) {
            Some(value) => known = known.max(Some(value.for_parent(again))),
            None => match slot_of(game, &child) {
                Some(slot) => {
                    held += 1;
                    sketch.children.push(slot);
                    sketch.again.push(again);
                }
                None => unnumbered = true,
            },
        }
    });
    if moves == 0
        && let Some(Seed::Decided(value)) = seed_of(game, slot)
    {
        return Head::Stuck(value);
    }
    Head::Open { moves, held, known, unnumbered }
}

/// What the game says of a slot before anything is spread.
fn seed_of<N: Numbered>(game: &N, slot: Slot) -> Option<Seed> {
    let mut seed = None;
    game.each_seed(slot.0..slot.0 + 1, |found| seed = Some(found));
    seed
}

/// The value that the rules tell by themselves.
fn told<R: Reversible>(game: &R, position: &R::Position) -> Option<Value> {
    match game.over(position) {
        Some(ending) => Some(ending.value_for(game.turn(position))),
        None => (R::AT_ONCE && game.wins_at_once(position)).then_some(Value::Win(Depth::new(1))),
    }
}

/// The slot of a position in the table, if it has one.
fn slot_of<N: Numbered>(game: &N, position: &N::Position) -> Option<Slot> {
    let slot = game.slot(position);
    let is_its = || N::FOLDED || game.position(slot).as_ref() == Some(position);
    (slot.0 < game.slots() && is_its()).then_some(slot)
}
