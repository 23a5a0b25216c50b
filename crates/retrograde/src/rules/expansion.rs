//! The laws of a table, by forward rules alone: the expansion of a slot, and what the slot must hold.
//!
//! An *expansion* lists for some slots what the rules say of each, and the slots that its moves lead to. [`expected`] computes from it, and from
//! the values of the children, what a slot must hold. A position that is over must have the value of its ending, in 0 plies; any other must have
//! the best value of its moves, one ply later. Spelled out, with the moves' values as seen by the player who makes them:
//!
//! * a win in *d* has a move that wins in *d* - 1, and none that wins sooner;
//! * a loss in *d* has only losing moves, the longest in *d* - 1;
//! * a tie in *d* has no winning move, a move that ties in *d* - 1, and none that ties sooner;
//! * a draw has no winning and no tying move, and a move that draws.
//!
//! A table in which every slot holds this is right for the rules. Each value that it calls decided has a child one ply less deep, down to an
//! ending, so no ring of false wins supports itself. It also calls decided, with the right depth, every position that is: by induction on the true
//! depth, as the children that decide are less deep. Hence the draws are right, too.
//!
//! A table may hold one slot for positions that are equal up to a symmetry: its representative is checked. The other positions of the slot have the
//! same value by the law of the symmetry ([`check_symmetry`](crate::author::check::check_symmetry)).

use std::ops::Range;

use thiserror::Error;

use crate::rules::game::{Numbered, Slot};
use crate::rules::value::{Depth, Value};

/// What the rules say of some slots, in their order: a head for each, and the children of all whose values have to be looked up.
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
    /// The game goes on, to children whose values are looked up and to others.
    Open {
        /// How many moves there are.
        moves: u32,
        /// The best value for the mover among the children whose values the rules imply.
        known: Option<Value>,
        /// Whether a child has no slot.
        unnumbered: bool,
    },
}

impl Expansion {
    /// Removes all slots.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.children.clear();
        self.again.clear();
    }

    /// Adds a child of the next slot, whose value has to be looked up; `again`: the side to move at the parent is to move there, too.
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

    /// The head of each slot, with the places of its children among all.
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

    /// The number of the first slot that another expansion of the same slots says something else of; `None` if they agree. The order of the
    /// children of a slot does not matter.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let slot_by_slot = |expansion: &Self| {
            let children: Vec<_> = expansion.children().collect();
            let sorted = |(head, range): (Head, Range<usize>)| {
                let mut children = children[range].to_vec();
                children.sort_unstable();
                (head, children)
            };
            expansion.heads().map(sorted).collect::<Vec<_>>()
        };
        slot_by_slot(self).iter().zip(&slot_by_slot(other)).position(|(one, other)| one != other)
    }
}

/// A numbering whose slots' children follow from the slots alone, faster than by making the moves. A game declares it at its entry, by
/// [`fast_expansion`](crate::Entry::fast_expansion).
pub trait FastExpansion: Numbered {
    /// Writes what [`by_moves`] writes for these slots of the table; the children of a slot may be in another order.
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion);
}

/// Which slots are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotsOf {
    /// The board's, one for each position: the values of all children are looked up.
    Board,
    /// The table's: children whose values the rules imply need no slot there.
    Table,
}

/// Writes what the rules say of some slots, by making every move.
///
/// # Complexity
/// Every move of the positions of these slots once.
pub fn by_moves<N: Numbered + ?Sized>(game: &N, of: SlotsOf, slots: &[Slot], expansion: &mut Expansion) {
    expansion.clear();
    for &slot in slots {
        let head = match of {
            SlotsOf::Board => head::<N, true>(game, slot, expansion),
            SlotsOf::Table => head::<N, false>(game, slot, expansion),
        };
        expansion.head(head);
    }
}

#[inline]
fn head<N: Numbered + ?Sized, const BOARD: bool>(game: &N, slot: Slot, expansion: &mut Expansion) -> Head {
    let position = if BOARD { game.raw_position(slot) } else { game.position(slot) };
    let Some(position) = position else { return Head::Hole };
    if slot != if BOARD { game.raw_slot(&position) } else { game.slot(&position) } {
        return Head::Elsewhere;
    }
    let turn = game.turn(&position);
    if let Some(ending) = game.over(&position) {
        return Head::Over(ending.value_for(turn));
    }
    if !BOARD && N::AT_ONCE && game.wins_at_once(&position) {
        return Head::AtOnce;
    }
    let (mut moves, mut known, mut unnumbered) = (0, None, false);
    game.each_move(&position, |_, child| {
        moves += 1;
        let again = game.turn(&child) == turn;
        if let Some(value) = if BOARD { None } else { implied(game, &child) } {
            known = known.max(Some(value.for_parent(again)));
        } else if let Some(slot) = if BOARD { game.find(&child) } else { slot_of(game, &child) } {
            expansion.child(slot, again);
        } else {
            unnumbered = true;
        }
    });
    Head::Open { moves, known, unnumbered }
}

/// The value that the rules imply without any table.
fn implied<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Option<Value> {
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

/// What a slot holds, or must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A value.
    Value(Value),
    /// No position.
    Hole,
    /// A position, or one of its children, without a slot of its own.
    Unnumbered,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Hole => f.write_str("no position"),
            Self::Unnumbered => f.write_str("a position without a slot"),
        }
    }
}

/// The laws of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Law {
    /// Every position has a slot of its own: its children's, and its own, come back to the position they are of.
    #[error("a position has a slot of its own")]
    Numbering,
    /// Slots without a position have no value, and the others have one.
    #[error("a slot has a value if and only if it has a position")]
    Holes,
    /// A finished position has the value of its ending, in 0 plies.
    #[error("a finished position has its ending's value")]
    Ending,
    /// A position that is not over has the best value of its moves.
    #[error("a position is worth its best move")]
    BestMove,
}

/// What a slot must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The law that requires it.
    pub law: Law,
    /// What the slot must hold. A position without a move has to be an ending, or its game to say what that means: else no value is right for it.
    pub expected: Found,
    /// Moves made to find it.
    pub moves: u32,
}

/// What a slot must hold, by the rules and the values of its children that were looked up (`None`: the child's slot has none), each with whether
/// the side to move at the parent is to move again.
#[inline]
pub fn expected(head: Head, children: impl Iterator<Item = (Option<Value>, bool)>) -> Due {
    let implied = |law, expected| Due { law, expected, moves: 0 };
    let (moves, known, mut unnumbered) = match head {
        Head::Hole => return implied(Law::Holes, Found::Hole),
        Head::Elsewhere => return implied(Law::Numbering, Found::Unnumbered),
        Head::Over(value) => return implied(Law::Ending, Found::Value(value)),
        Head::AtOnce => return implied(Law::BestMove, Found::Value(Value::Win(Depth::new(1)))),
        Head::Open { moves, known, unnumbered } => (moves, known, unnumbered),
    };
    let mut best = known;
    for (value, again) in children {
        unnumbered |= value.is_none();
        best = best.max(value.map(|value| value.for_parent(again)));
    }
    let (law, expected) = match best {
        _ if unnumbered => (Law::Numbering, Found::Unnumbered),
        None => (Law::BestMove, Found::Hole),
        Some(best) => (Law::BestMove, Found::Value(best.one_ply_earlier())),
    };
    Due { law, expected, moves }
}
