//! What the rules say of some slots, with the slots that their moves lead to.

use std::ops::Range;

use crate::rules::game::{Numbered, Slot};
use crate::rules::value::{Depth, Value};

/// What the rules say of some slots of a table, in their order: a head for each, and the children of all whose values are in the table.
///
/// A game that finds its children's slots without making moves overrides [`Numbered::expand`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// Each with where its children end.
    heads: Vec<(Head, usize)>,
    children: Vec<Slot>,
    /// Whether the side to move at the parent is to move again, child by child.
    again: Vec<bool>,
}

/// What the rules say of one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// It has no position.
    Hole,
    /// Its position has another slot.
    Elsewhere,
    /// The game is over, with that value.
    Over(Value),
    /// A win at once.
    AtOnce,
    /// The game goes on, to children whose values are in the table and to others.
    Open {
        /// How many moves there are.
        moves: u32,
        /// The best value for the mover among the children whose values the rules tell.
        known: Option<Value>,
        /// Whether a child has no slot.
        unnumbered: bool,
    },
}

impl Expansion {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.children.clear();
        self.again.clear();
    }

    /// Adds a child of the next slot, whose value is in the table; `again`: the side to move at the parent is to move there, too.
    #[inline]
    pub fn child(&mut self, slot: Slot, again: bool) {
        self.children.push(slot);
        self.again.push(again);
    }

    /// Adds the next slot, behind its children.
    #[inline]
    pub fn head(&mut self, head: Head) {
        self.heads.push((head, self.children.len()));
    }

    /// What was said of each slot, with the places of its children among all.
    pub fn heads(&self) -> impl Iterator<Item = (Head, Range<usize>)> + '_ {
        let mut next = 0;
        self.heads.iter().map(move |&(head, end)| (head, std::mem::replace(&mut next, end)..end))
    }

    /// The slots of the children of all slots.
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.children
    }

    /// Whether the side to move at the parent is to move again, for the children in these places.
    pub(crate) fn again(&self, children: Range<usize>) -> &[bool] {
        &self.again[children]
    }

    /// The children of all slots, each with whether the side to move at its parent is to move again.
    #[inline]
    pub fn children(&self) -> impl Iterator<Item = (Slot, bool)> + '_ {
        self.children.iter().copied().zip(self.again.iter().copied())
    }
}

/// Writes what the rules say of some slots of the table of a game, by making every move.
pub fn by_moves<N: Numbered + ?Sized>(game: &N, slots: &[Slot], expansion: &mut Expansion) {
    expansion.clear();
    for &slot in slots {
        let head = head(game, slot, expansion);
        expansion.head(head);
    }
}

fn head<N: Numbered + ?Sized>(game: &N, slot: Slot, expansion: &mut Expansion) -> Head {
    let Some(position) = game.position(slot) else { return Head::Hole };
    if game.slot(&position) != slot {
        return Head::Elsewhere;
    }
    let turn = game.turn(&position);
    if let Some(ending) = game.over(&position) {
        return Head::Over(ending.value_for(turn));
    }
    if N::AT_ONCE && game.wins_at_once(&position) {
        return Head::AtOnce;
    }
    let (mut moves, mut known, mut unnumbered) = (0, None, false);
    game.each_move(&position, |_, child| {
        moves += 1;
        let again = game.turn(&child) == turn;
        match told(game, &child) {
            Some(value) => known = known.max(Some(value.for_parent(again))),
            None => match slot_of(game, &child) {
                Some(slot) => expansion.child(slot, again),
                None => unnumbered = true,
            },
        }
    });
    Head::Open { moves, known, unnumbered }
}

/// The value that the rules tell by themselves.
fn told<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Option<Value> {
    match game.over(position) {
        Some(ending) => Some(ending.value_for(game.turn(position))),
        None => (N::AT_ONCE && game.wins_at_once(position)).then_some(Value::Win(Depth::new(1))),
    }
}

/// The slot of a position in the table, if it has one.
fn slot_of<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Option<Slot> {
    let slot = game.slot(position);
    let is_its = || N::FOLDED || game.position(slot).as_ref() == Some(position);
    (slot.0 < game.slots() && is_its()).then_some(slot)
}
