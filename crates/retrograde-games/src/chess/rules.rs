//! The game: its rules from the positions, the numbering, and the tiers.

use retrograde::kernel::{Tier, Tiered};
use retrograde::{Ending, Game, Numbered, Reversible, Seed, Side, Slot};

use super::board::{Place, bit};
use super::numbering::{Material, Ranges, has_pawns, material};
use super::position::{Move, Position};
use super::symmetry::DIAGONALS;

/// The game with some men, and with all smaller sets of them.
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
    /// Visits positions of all slots that lead to a position. Pawns allow fewer symmetries than the sets of men without
    /// pawns. So if a promotion or the capture of the last pawn leads to a position without pawns, its predecessors
    /// with pawns come from several transformed boards.
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

    /// Returns the distinct slots of the positions that `each` visits.
    fn distinct(&self, other_king: Place, each: impl FnOnce(&mut dyn FnMut(Position))) -> Vec<Slot> {
        let mut slots = Vec::new();
        each(&mut |position| slots.push(self.slot(&position)));
        // One king does not move. If it is off the diagonals, no two of the positions are symmetric to each other.
        if bit(other_king) & DIAGONALS != 0 {
            slots.sort_unstable();
            slots.dedup();
        }
        slots
    }
}

impl Numbered for Chess {
    const FOLDED: bool = true;

    fn slots(&self) -> u64 {
        self.ranges.slots()
    }

    fn slot(&self, position: &Position) -> Slot {
        Slot(self.ranges.slot(position).unwrap_or(self.slots()))
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        self.ranges.position(slot.0)
    }

    /// All images share a slot.
    fn slots_are_orbits(&self) -> bool {
        true
    }

    fn raw_slots(&self) -> u64 {
        self.ranges.raw_slots()
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        Slot(self.ranges.raw_slot(position).unwrap_or(self.raw_slots()))
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        self.ranges.raw_position(slot.0)
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

/// Captures and promotions cannot be reversed, so each set of men is a tier; its letters are its name.
impl Tiered for Chess {
    fn tiers(&self) -> Vec<Tier> {
        self.ranges.tiers()
    }

    fn tier(&self, position: &Position) -> usize {
        self.ranges.tier(position)
    }
}
