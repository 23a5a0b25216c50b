//! Connects chess to the solver. This module implements the rules, the numbering, and the tiers.

use retrograde::kernel::{Tier, Tiered};
use retrograde::rules::RawSlots;
use retrograde::{Ending, Game, Numbered, Reversible, Seed, Side, Slot};

use super::board::{Place, bit};
use super::numbering::{Material, Ranges, has_pawns, material};
use super::position::{Move, Position};
use super::symmetry::DIAGONALS;

/// Chess with a set of men, and with all sets to which captures and promotions lead from this set.
#[derive(Clone, Debug)]
pub struct Chess {
    pub(super) ranges: Ranges,
}

impl Chess {
    pub(super) fn new(material: Material) -> Self {
        Self { ranges: Ranges::from(material) }
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;
    const ALTERNATES: bool = true;

    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        (!position.can_move()).then(|| position.stuck())
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Move, Position)) {
        position.each_move(visit);
    }
}

impl Chess {
    /// Visits predecessors of a position. If several predecessors share a slot, the method visits at least one of them.
    /// A position without pawns can have predecessors with pawns, if the last move captured or promoted the last pawn.
    /// With pawns, the board has fewer symmetries. So the method computes the predecessors with pawns for several
    /// images of the position under the symmetries that hold without pawns.
    fn each_parent(&self, position: &Position, mut visit: impl FnMut(Position)) {
        self.each_unmove(position, &mut visit);
        if !has_pawns(&material(position)) && has_pawns(&self.ranges.whole()) {
            for turned in position.turned_without_pawns() {
                self.each_unmove(&turned, |parent| {
                    if has_pawns(&material(&parent)) {
                        visit(parent);
                    }
                });
            }
        }
    }

    /// Returns the slots of the positions that `each` visits, each slot once.
    fn distinct(&self, other_king: Place, each: impl FnOnce(&mut dyn FnMut(Position))) -> Vec<Slot> {
        let mut slots = Vec::new();
        each(&mut |position| slots.push(self.slot(&position)));
        // Each visited position differs from the given position by one move of one side, so the other side's king
        // stands on the same square in all of them. If this king is not on one of the long diagonals, no two of these
        // positions are symmetric to each other.
        if bit(other_king) & DIAGONALS != 0 {
            slots.sort_unstable();
            slots.dedup();
        }
        slots
    }
}

impl Numbered for Chess {
    fn slots(&self) -> u64 {
        self.ranges.slots()
    }

    fn slot(&self, position: &Position) -> Slot {
        Slot(self.ranges.slot(position).unwrap_or(self.slots()))
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        self.ranges.position(slot.0)
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    fn open_moves(&self, position: &Position) -> u32 {
        let stays = position.kings[position.turn.other().index()];
        if bit(stays) & DIAGONALS == 0 {
            return position.moves();
        }
        self.distinct(stays, |visit| position.each_move(|_, child| visit(child))).len() as u32
    }

    fn seed(&self, slot: Slot) -> Seed {
        let Some(position) = self.position(slot) else { return Seed::Hole };
        match self.open_moves(&position) {
            0 => Seed::Decided(position.stuck().value_for(position.turn)),
            moves => Seed::Open(moves),
        }
    }
}

impl RawSlots<Position> for Chess {
    fn raw_slots(&self) -> u64 {
        self.ranges.raw_slots()
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        Slot(self.ranges.raw_slot(position).unwrap_or(self.raw_slots()))
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        self.ranges.raw_position(slot.0)
    }

    /// Returns true, because all images of a position under the symmetries share one slot.
    fn slots_are_orbits(&self) -> bool {
        true
    }
}

impl Reversible for Chess {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        position.each_unmove(|parent| {
            if self.ranges.has(&material(&parent)) {
                visit(parent);
            }
        });
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        let Some(position) = self.position(slot) else { return };
        let stays = position.kings[position.turn.index()];
        let parents = self.distinct(stays, |visit| self.each_parent(&position, visit));
        for parent in parents {
            visit(parent, false);
        }
    }
}

/// After a capture or a promotion, play cannot return to the earlier set of men. So each set of men is a tier. The name
/// of a tier consists of the letters of its men.
impl Tiered for Chess {
    fn tiers(&self) -> Vec<Tier> {
        self.ranges.tiers()
    }

    fn tier(&self, position: &Position) -> usize {
        self.ranges.tier(position)
    }
}
