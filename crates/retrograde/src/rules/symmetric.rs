//! Games with symmetries. The solver solves only one position of each set of symmetric positions.
//!
//! A symmetry maps positions to positions. A symmetry preserves turns, endings, moves and children. If the symmetry
//! swaps the sides, it also swaps the sides in turns and endings. Hence a symmetry preserves values. An *orbit* is the
//! set of images of one position. The solver needs to solve only one position of each orbit. The solved position is the
//! *representative* of the orbit. [`Orbits`] folds any numbered game in this way. Tic-tac-toe is an example. The empty
//! board has four children with a mark in a corner. These children form one orbit. The representative of this orbit has
//! one un-move, which leads back to the empty board.

use crate::rules::game::{BoardSlots, Ending, Facts, Game, Numbered, RawSlots, Reversible, Slot, forward_rules};
use crate::rules::side::Side;

/// A game with symmetries.
///
/// # Laws
/// For every symmetry `g` and position `p`, the position `q = turned(g, p)` has the turn and the ending of `p`. If `g`
/// swaps the sides, the sides in the turn and in the ending are also swapped. If `g` turns the moves of `p`, the
/// results are exactly the moves of `q`. If a move leads from `p` to a child, the turned move leads from `q` to the
/// turned child. Symmetry 0 is the identity. The function [`crate::author::check::check_symmetry`] tests these laws.
pub trait Symmetric: Reversible {
    /// Returns the number of symmetries of this instance. The identity counts as a symmetry.
    fn symmetries(&self) -> usize;

    /// Returns whether a symmetry swaps the sides.
    fn swaps_sides(&self, symmetry: usize) -> bool {
        let _ = symmetry;
        false
    }

    /// Returns the image of a position under a symmetry.
    fn turned(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// Returns the image of a move of a position under a symmetry.
    fn turned_move(&self, symmetry: usize, position: &Self::Position, action: &Self::Move) -> Self::Move;

    /// Returns the representative of a position, and the symmetry that maps the position to the representative. The
    /// representative is the image of the position with the least slot.
    ///
    /// # Complexity
    /// The function computes one image and one slot for each symmetry.
    fn canonical(&self, position: &Self::Position) -> (Self::Position, usize) {
        let all = (0..self.symmetries()).map(|symmetry| (self.turned(symmetry, position), symmetry));
        all.min_by_key(|(turned, symmetry)| (self.slot(turned), *symmetry)).unwrap_or_else(|| (position.clone(), 0))
    }

    /// Counts the positions in the orbit of `position`, but only those in which `turn` is to move.
    fn orbit(&self, position: &Self::Position, turn: Side) -> u64 {
        let mut slots: Vec<_> = (0..self.symmetries())
            .map(|symmetry| self.turned(symmetry, position))
            .filter(|turned| self.turn(turned) == turn)
            .map(|turned| self.slot(&turned))
            .collect();
        slots.sort_unstable();
        slots.dedup();
        slots.len() as u64
    }
}

/// A symmetric game with one slot for each orbit. This slot is the slot of the orbit's representative. All other slots
/// are holes.
///
/// The table has the same number of slots as the table of the wrapped game, but the solver solves only representatives.
/// Queries use the slots of the wrapped game, which are the raw slots of the fold.
#[derive(Clone, Copy, Debug)]
pub struct Orbits<G>(pub G);

forward_rules!([G: Game] Orbits<G>, G, self => self.0);

impl<G: Symmetric> Numbered for Orbits<G> {
    const AT_ONCE: bool = G::AT_ONCE;
    fn elides_win(&self, position: &Self::Position) -> bool {
        self.0.elides_win(position)
    }
    fn elides_all_wins(&self) -> bool {
        self.0.elides_all_wins()
    }
    fn elides_any(&self) -> bool {
        self.0.elides_any()
    }
    fn elides_ending(&self, position: &Self::Position, ending: Ending) -> bool {
        self.0.elides_ending(position, ending)
    }
    fn slots(&self) -> u64 {
        self.0.slots()
    }
    fn slot(&self, position: &Self::Position) -> Slot {
        let slots = (0..self.0.symmetries()).map(|symmetry| self.0.slot(&self.0.turned(symmetry, position)));
        slots.min().unwrap_or_else(|| self.0.slot(position))
    }
    fn position(&self, slot: Slot) -> Option<Self::Position> {
        self.0.position(slot).filter(|position| self.slot(position) == slot)
    }
    fn raw(&self) -> Option<&dyn RawSlots<Self::Position>> {
        Some(self)
    }
    /// The wrapped game counts the moves of all positions, not only of representatives. So this adapter does not report
    /// a number of moves.
    fn facts(&self) -> Facts {
        Facts { bytes: self.0.facts().bytes, ..Facts::default() }
    }
}

impl<G: Symmetric> RawSlots<G::Position> for Orbits<G> {
    fn raw_slots(&self) -> u64 {
        self.0.board_slots()
    }
    fn raw_slot(&self, position: &G::Position) -> Slot {
        self.0.board_slot(position)
    }
    fn raw_position(&self, slot: Slot) -> Option<G::Position> {
        self.0.board_position(slot)
    }
    fn slots_are_orbits(&self) -> bool {
        self.0.raw().is_none_or(RawSlots::slots_are_orbits)
    }
}

impl<G: Symmetric> Reversible for Orbits<G> {
    fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position)) {
        self.0.each_unmove(position, visit);
    }
}
