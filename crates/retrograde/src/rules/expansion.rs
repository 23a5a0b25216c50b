//! The conditions that a correct table satisfies, which are called its *laws*. The laws are stated with forward moves
//! only. This module computes the expansion of a slot, and the value that the slot must have.
//!
//! An *expansion* describes several slots. For each slot, the expansion contains the *head* of the slot, which consists
//! of the facts that the rules give. The expansion also contains the slots of the children. From the expansion and the
//! values of the children, [`expected`] computes the value that a slot must have. A finished position must have the
//! value of its ending, with depth 0. Any other position must have the best value of its moves, one ply deeper. The
//! following list states these conditions exactly. In the list, the value of a move is the child's value from the point
//! of view of the player who makes the move.
//!
//! * a win in *d* plies has a move that wins in *d* - 1, and no move that wins sooner;
//! * a loss in *d* plies has only losing moves, and the slowest of these moves loses in *d* - 1;
//! * a tie in *d* plies has no winning move, a move that ties in *d* - 1, and no move that ties sooner;
//! * a draw has no winning and no tying move, and has a move that draws.
//!
//! A table is correct for the rules if every slot satisfies these conditions. Each decided position has a child whose
//! depth is one ply smaller. A chain of these children leads to an ending. So wrong wins in a cycle cannot justify each
//! other. Conversely, the table has the exact value of every position that is truly won, lost or tied. The proof of
//! this is by induction on the true depth, because the children that decide a position have smaller depths. Hence the
//! draws are also correct.
//!
//! In some tables, positions that are equal up to a symmetry share one slot. The check covers only the representative
//! of such a slot. The other positions of the slot have the same value, because a symmetry preserves values
//! ([`check_symmetry`](crate::author::check::check_symmetry)).

use std::ops::Range;

use thiserror::Error;

use crate::rules::game::{BoardSlots, Numbered, Slot};
use crate::rules::value::{Depth, Value};

/// The expansions of several slots. For each slot, an expansion has a head ([`SlotRules`]) and a list of the children
/// whose values the caller must look up.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The head of each slot. Each head comes with the index in `children` at which the slot's children end.
    heads: Vec<(SlotRules, usize)>,
    children: Vec<Slot>,
    /// For each child, whether the mover of the parent also moves at the child.
    again: Vec<bool>,
}

/// The facts that the rules give about one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotRules {
    /// A slot without a position.
    Hole,
    /// The numbering maps this slot to a position, but maps this position to another slot.
    Elsewhere,
    /// The game is over, with this value.
    Over(Value),
    /// An elided win in 1, whose moves are omitted; see [`elides_win`](Numbered::elides_win).
    AtOnce,
    /// The game continues. The caller must look up the values of some children. The rules imply the values of the other
    /// children.
    Open {
        /// The number of moves of the position.
        moves: u32,
        /// The best value for the mover among the children whose values the rules imply.
        known: Option<Value>,
        /// Whether some child has no slot.
        unnumbered: bool,
    },
}

impl Expansion {
    /// Empties the expansion.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.children.clear();
        self.again.clear();
    }

    /// Adds a child of the slot that the next call of [`head`](Self::head) adds. The caller of the expansion must look
    /// up the child's value. The argument `again` says whether the mover of the parent also moves at the child.
    #[inline]
    pub fn child(&mut self, slot: Slot, again: bool) {
        self.children.push(slot);
        self.again.push(again);
    }

    /// Adds the head of the next slot. The children of this slot must be added before this call.
    #[inline]
    pub fn head(&mut self, head: SlotRules) {
        self.heads.push((head, self.children.len()));
    }

    /// Returns the head of each slot, with the range of its children in the list of all children.
    pub fn heads(&self) -> impl Iterator<Item = (SlotRules, Range<usize>)> + '_ {
        let mut next = 0;
        self.heads.iter().map(move |&(head, end)| (head, std::mem::replace(&mut next, end)..end))
    }

    /// Returns the slots of all children.
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.children
    }

    /// Returns, for each child of this range, whether the mover of the parent also moves at the child.
    pub(crate) fn again(&self, children: Range<usize>) -> &[bool] {
        &self.again[children]
    }

    /// Returns all children, each with its slot and a flag that says whether the mover of the parent also moves at the
    /// child.
    #[inline]
    pub fn children(&self) -> impl Iterator<Item = (Slot, bool)> + '_ {
        self.children.iter().copied().zip(self.again.iter().copied())
    }

    /// Returns the index of the first slot for which the two expansions have a different head or different children.
    /// Returns `None` if the expansions agree. Both `self` and `other` must be expansions of the same slots. The order
    /// of the children of a slot does not matter.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let slot_by_slot = |expansion: &Self| {
            let children: Vec<_> = expansion.children().collect();
            let sorted = |(head, range): (SlotRules, Range<usize>)| {
                let mut children = children[range].to_vec();
                children.sort_unstable();
                (head, children)
            };
            expansion.heads().map(sorted).collect::<Vec<_>>()
        };
        slot_by_slot(self).iter().zip(&slot_by_slot(other)).position(|(one, other)| one != other)
    }
}

/// A numbering that computes the children of a slot from the slot itself. This computation is faster than making the
/// moves. A game declares such a numbering in its entry, with [`fast_expansion`](crate::Entry::fast_expansion).
pub trait FastExpansion: Numbered {
    /// Writes the expansions of these slots of the table. The written expansions must equal the expansions that
    /// [`by_moves`] writes, but the children of a slot may be in another order.
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion);
}

/// The kind of slots to expand. In a folded game, the slots of the board differ from the slots of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotsOf {
    /// The slots of the board, one for each position. An expansion lists every child that has a slot, even if the rules
    /// imply its value.
    Board,
    /// The slots of the table. An expansion omits the children whose values the rules imply.
    Table,
}

/// Computes the expansions of some slots by making the moves of their positions.
///
/// # Complexity
/// The function makes every move of the positions of these slots once.
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
fn head<N: Numbered + ?Sized, const BOARD: bool>(game: &N, slot: Slot, expansion: &mut Expansion) -> SlotRules {
    let position = if BOARD { game.board_position(slot) } else { game.position(slot) };
    let Some(position) = position else { return SlotRules::Hole };
    if slot != if BOARD { game.board_slot(&position) } else { game.slot(&position) } {
        return SlotRules::Elsewhere;
    }
    let turn = game.turn(&position);
    if let Some(ending) = game.over(&position) {
        return SlotRules::Over(ending.value_for(turn));
    }
    if !BOARD && game.elides_win(&position) {
        return SlotRules::AtOnce;
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
    SlotRules::Open { moves, known, unnumbered }
}

/// Returns the value of a position if the rules imply this value without a table. Otherwise returns `None`.
fn implied<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Option<Value> {
    match game.over(position) {
        Some(ending) => Some(ending.value_for(game.turn(position))),
        None => game.elides_win(position).then_some(Value::Win(Depth::new(1))),
    }
}

/// Returns the slot of a position in the table, if the position has one.
fn slot_of<N: Numbered + ?Sized>(game: &N, position: &N::Position) -> Option<Slot> {
    let slot = game.slot(position);
    let is_its = || game.raw().is_some() || game.position(slot).as_ref() == Some(position);
    (slot.0 < game.slots() && is_its()).then_some(slot)
}

/// The content that a slot has or must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotContent {
    /// A value.
    Value(Value),
    /// No position.
    Hole,
    /// A position that has no slot of its own, or that has a child without a slot.
    Unnumbered,
}

impl std::fmt::Display for SlotContent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Hole => f.write_str("no position"),
            Self::Unnumbered => f.write_str("a position without a slot"),
        }
    }
}

/// The conditions that every slot of a correct table satisfies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Law {
    /// Every position has its own slot. So the numbering maps this slot back to the same position. The children of the
    /// position also have their own slots.
    #[error("every position has a slot of its own")]
    Numbering,
    /// A slot has a value if and only if it has a position.
    #[error("a slot has a value if and only if it has a position")]
    Holes,
    /// A finished position has the value of its ending, in 0 plies.
    #[error("a finished position has its ending's value")]
    Ending,
    /// A position that is not over has the value of its best move.
    #[error("a position has the value of its best move")]
    BestMove,
}

/// The content that a slot must have, with the law that requires it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The law that requires this content.
    pub law: Law,
    /// The content that the slot must have. No value is correct if a position is not over and has no move, and
    /// [`NO_MOVE`](crate::Game::NO_MOVE) does not define its result. The slot of a position without a correct value
    /// must have the content of a hole.
    pub expected: SlotContent,
    /// The number of moves that were made to compute the content.
    pub moves: u32,
}

/// Computes the content that a slot must have from the rules and from the values of the slot's children. Each item of
/// `children` contains the value of a child (`None` if its slot has no value), and says whether the mover of the parent
/// also moves at the child.
#[inline]
pub fn expected(head: SlotRules, children: impl Iterator<Item = (Option<Value>, bool)>) -> Due {
    let implied = |law, expected| Due { law, expected, moves: 0 };
    let (moves, known, mut unnumbered) = match head {
        SlotRules::Hole => return implied(Law::Holes, SlotContent::Hole),
        SlotRules::Elsewhere => return implied(Law::Numbering, SlotContent::Unnumbered),
        SlotRules::Over(value) => return implied(Law::Ending, SlotContent::Value(value)),
        SlotRules::AtOnce => return implied(Law::BestMove, SlotContent::Value(Value::Win(Depth::new(1)))),
        SlotRules::Open { moves, known, unnumbered } => (moves, known, unnumbered),
    };
    let mut best = known;
    for (value, again) in children {
        unnumbered |= value.is_none();
        best = best.max(value.map(|value| value.for_parent(again)));
    }
    let (law, expected) = match best {
        _ if unnumbered => (Law::Numbering, SlotContent::Unnumbered),
        None => (Law::BestMove, SlotContent::Hole),
        Some(best) => (Law::BestMove, SlotContent::Value(best.one_ply_earlier())),
    };
    Due { law, expected, moves }
}
