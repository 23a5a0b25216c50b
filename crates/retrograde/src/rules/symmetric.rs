//! Games whose board looks the same from several sides, solved once for all of them.
//!
//! A symmetry maps positions onto positions, with their turns (swapped, if it swaps the sides), endings, moves and children, so that it
//! keeps values. An *orbit* is what the symmetries make of one position; one position of each orbit, the *representative*, is enough to
//! solve. [`Orbits`] folds any numbered game so: the empty board of tic-tac-toe has four children that are corners, and their one orbit
//! has one un-move, back to the empty board.

use crate::rules::game::{Facts, Game, Numbered, Reversible, Slot, forward_rules};
use crate::rules::side::Side;

/// A game with symmetries.
///
/// # Laws
/// For every symmetry `g` and position `p`, with `q = turned(g, p)`: `q` has the turn of `p`, swapped if `g` swaps the sides; the ending of `p`,
/// likewise; the moves of `p`, each turned by `g`; and these lead to the children of `p`, turned by `g`. Symmetry 0 is the identity.
/// [`crate::author::check::check_symmetry`] tests them.
pub trait Symmetric: Reversible {
    /// The number of symmetries of this instance, the identity included.
    fn symmetries(&self) -> usize;

    /// Whether a symmetry swaps the sides.
    fn swaps_sides(&self, symmetry: usize) -> bool {
        let _ = symmetry;
        false
    }

    /// What a symmetry makes of a position.
    fn turned(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// What a symmetry makes of a move of a position.
    fn turned_move(&self, symmetry: usize, position: &Self::Position, action: &Self::Move) -> Self::Move;

    /// The representative of a position, and the symmetry that makes it of the position: of all, the one with the least slot.
    ///
    /// # Complexity
    /// A turn and a slot for each symmetry.
    fn canonical(&self, position: &Self::Position) -> (Self::Position, usize) {
        let all = (0..self.symmetries()).map(|symmetry| (self.turned(symmetry, position), symmetry));
        all.min_by_key(|(turned, symmetry)| (self.slot(turned), *symmetry)).unwrap_or_else(|| (position.clone(), 0))
    }

    /// How many positions the orbit of a position has whose side to move is `turn`.
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

/// A symmetric game with one slot for each orbit: the representative's; the others are holes.
///
/// Its table has as many slots as before, but only representatives are solved. Questions go by the game's own slots, which are
/// the raw ones here.
#[derive(Clone, Copy, Debug)]
pub struct Orbits<G>(pub G);

forward_rules!([G: Game] Orbits<G>, G, self => self.0);

impl<G: Symmetric> Numbered for Orbits<G> {
    const AT_ONCE: bool = G::AT_ONCE;
    const FOLDED: bool = true;
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
    fn raw_slots(&self) -> u64 {
        self.0.raw_slots()
    }
    fn raw_slot(&self, position: &Self::Position) -> Slot {
        self.0.raw_slot(position)
    }
    fn raw_position(&self, slot: Slot) -> Option<Self::Position> {
        self.0.raw_position(slot)
    }
    fn slots_are_orbits(&self) -> bool {
        self.0.slots_are_orbits()
    }
    /// Moves are counted by position there, not by orbit.
    fn facts(&self) -> Facts {
        Facts { bytes: self.0.facts().bytes, ..Facts::default() }
    }
}

impl<G: Symmetric> Reversible for Orbits<G> {
    fn each_unmove(&self, position: &Self::Position, visit: impl FnMut(Self::Position)) {
        self.0.each_unmove(position, visit);
    }
}
