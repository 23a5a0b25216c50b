//! Connects dobutsu shogi to the solver, with the numbering, the file order, the expansion and the un-moves.

use std::ops::Range;

use retrograde::rules::{Expansion, FastExpansion, FileOrder, RawSlots};
use retrograde::{Depth, Facts, Numbered, Reversible, Seed, Slot, Value};

use super::position::Position;
use super::rules::Dobutsu;
use super::{moves, raw, seeds};

impl Numbered for Dobutsu {
    const AT_ONCE: bool = true;

    fn slots(&self) -> u64 {
        if self.must_take { self.numbering.all_slots() } else { self.numbering.open_slots() }
    }

    /// Returns the slot of a position. For a position without a slot, returns the number of slots.
    fn slot(&self, position: &Position) -> Slot {
        let slot = self.numbering.slot(position).filter(|&slot| slot < self.slots());
        Slot(slot.unwrap_or(self.slots()))
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        let is_own = slot.0 < self.slots() && self.numbering.shared(slot.0) == slot.0;
        is_own.then(|| self.numbering.position(slot.0))
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    /// Returns facts about depths and moves. The facts tell the solver that a value fits into a byte. Wins have odd
    /// depths up to 173 plies, losses have even depths, and a position has at most 40 moves.
    fn facts(&self) -> Facts {
        Facts { fits_bytes: true, ..Facts::default() }
    }

    /// Returns the number of open moves; 0 for a position without a slot.
    fn open_moves(&self, position: &Position) -> u32 {
        let slot = Some(self.slot(position)).filter(|slot| slot.0 < self.slots());
        match slot.map(|slot| self.seed(slot)) {
            Some(Seed::Open(open)) => open,
            _ => 0,
        }
    }

    fn seed(&self, slot: Slot) -> Seed {
        let mut found = Seed::Hole;
        self.each_seed(slot.0..slot.0 + 1, |seed| found = seed);
        found
    }

    #[inline]
    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        self.numbering.each_start(slots, |start| {
            visit(match start {
                seeds::WON => Seed::Elided(Value::Win(Depth::new(1))),
                seeds::HOLE => Seed::Hole,
                seeds::LOST => Seed::Elided(Value::Loss(Depth::ZERO)),
                0 => Seed::Decided(Value::Loss(Depth::new(2))),
                open => Seed::Open(open.into()),
            });
        });
    }
}

impl RawSlots<Position> for Dobutsu {
    fn raw_slots(&self) -> u64 {
        raw::slots(self.numbering.ranks)
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        Slot(raw::slot(self.numbering.ranks, position).unwrap_or(self.raw_slots()))
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        raw::position(self.numbering.ranks, slot.0)
    }

    /// Returns whether every position shares a slot with its mirror image. The result is true only in the game with
    /// `take`.
    fn slots_are_orbits(&self) -> bool {
        self.must_take
    }
}

impl FileOrder for Dobutsu {
    fn place(&self, slot: Slot) -> u64 {
        let (frame, rank) = self.numbering.at(slot.0);
        self.numbering.owner_order.place(self.slots() / self.numbering.frame(), frame as u64, rank)
    }

    fn write_slots(&self, places: Range<u64>, slots: &mut Vec<Slot>) {
        let (frame, frames) = (self.numbering.frame(), self.slots() / self.numbering.frame());
        self.numbering
            .owner_order
            .each(frames, places, |number, rank| slots.push(Slot(number * frame + u64::from(rank))));
    }
}

impl FastExpansion for Dobutsu {
    fn expand(&self, slots: &[Slot], expansion: &mut Expansion) {
        moves::expand(&self.numbering, slots, expansion);
    }
}

impl Reversible for Dobutsu {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let takes = position.lion(position.turn).is_none();
        position.each_unmove(|parent| {
            if parent.ending().is_none() && (takes || !self.must_take || !parent.takes_lion()) {
                visit(parent);
            }
        });
    }

    /// Visits the predecessors of a slot, except predecessors in which the side to move can win with its next move.
    #[inline]
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let slots = slots.iter().map(|slot| slot.0);
        self.numbering.each_parent(slots, |index, parent| visit(index, Slot(parent), false));
    }
}
