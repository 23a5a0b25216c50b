//! Computes the predecessors of a slot of the table in two ways. A check compares the predecessors that the game
//! reports to the kernel with the predecessors that follow from the un-moves of positions.

use super::held::{HeldIndex, Numbers, Rules, UnmoveChecks};
use crate::rules::game::{Seed, Slot};
use crate::rules::side::Side;

/// The slot of a predecessor, and the predecessor's side to move.
pub(super) type Parent = (Slot, Side);

/// The game whose predecessors are computed.
pub(super) struct Parents<'h> {
    pub(super) rules: &'h dyn Rules,
    pub(super) numbers: &'h dyn Numbers,
    pub(super) unmoves: &'h dyn UnmoveChecks,
}

impl Parents<'_> {
    /// Returns two lists of the predecessors of a position's slot in the table. One list contains the predecessors that
    /// the game reports to the kernel. The second list contains the predecessors that follow from the un-moves of the
    /// representative. Returns `None` if the position needs no slot.
    pub(super) fn of(&self, at: HeldIndex) -> Option<[Vec<Parent>; 2]> {
        self.numbers.seeds(at)?;
        let slot = self.unmoves.table_slot(at);
        let representative = self.unmoves.representative(slot)?;
        let turn = self.rules.turn(representative);
        let (beside, index) = self.beside(slot);
        let alone = self.parents(self.unmoves.predecessors(slot), turn);
        let batched = self.parents(self.unmoves.predecessors_in_batch(&beside, index), turn);
        let mut expected = self.unmoved(representative, turn);
        if self.unmoves.is_folded() {
            expected.extend(self.unmoved(at, turn));
            // A slot may contain only some of the symmetric images of a position. Then a parent may have a move to this
            // slot although the parent's representative has no such move, and the reverse may also happen.
            expected.extend(&alone);
            expected.retain(|&(parent, mover)| self.unmoves.leads_to(parent, slot, mover == turn));
        }
        expected.sort_unstable();
        expected.dedup();
        if self.numbers.repeats() && alone.iter().all(|parent| expected.contains(parent)) {
            // The game may visit a predecessor several times, but must visit each predecessor at least once.
            let missing = expected.into_iter().filter(|parent| !alone.contains(parent));
            expected = alone.iter().copied().chain(missing).collect();
            expected.sort_unstable();
        }
        let given = if alone == expected { batched } else { alone };
        Some([given, expected])
    }

    /// Returns the count of open moves that the seed of a slot contains. Also returns each child whose un-moves must
    /// visit the slot, with the number of these visits. Returns `None` if the seed is not a count.
    pub(super) fn visits(&self, slot: Slot) -> Option<(u32, Vec<(Slot, usize)>)> {
        let [Seed::Open(open), _] = self.numbers.seeds(self.unmoves.representative(slot)?)? else { return None };
        let times = |(child, same)| {
            let visits = self.unmoves.predecessors(child).into_iter();
            (child, visits.filter(|&parent| parent == (slot, same)).count())
        };
        Some((open, self.unmoves.counted(slot).into_iter().map(times).collect()))
    }

    /// Returns a list with a slot and its neighbouring slots, and the index of the slot in this list. The kernel
    /// queries many slots in one call, so this check also queries several slots in one call.
    fn beside(&self, slot: Slot) -> (Vec<Slot>, usize) {
        let is_other = |&other: &Slot| other.0 < self.unmoves.table_slots() && self.is_position(other);
        let before = slot.0.checked_sub(1).map(Slot).filter(is_other);
        let after = slot.0.checked_add(1).map(Slot).filter(is_other);
        let index = usize::from(before.is_some());
        (before.into_iter().chain([slot]).chain(after).collect(), index)
    }

    fn is_position(&self, slot: Slot) -> bool {
        self.unmoves.representative(slot).is_some()
    }

    /// Returns the reported predecessors that are not elided (omitted from the table). The kernel ignores messages to
    /// elided positions.
    fn parents(&self, parents: Vec<(Slot, bool)>, turn: Side) -> Vec<Parent> {
        let counts = |slot| !self.unmoves.representative(slot).is_some_and(|parent| self.numbers.is_elided(parent));
        let parents = parents.into_iter().filter(|&(parent, _)| counts(parent));
        let mut given: Vec<_> =
            parents.map(|(parent, same)| (parent, if same { turn } else { turn.other() })).collect();
        given.sort_unstable();
        given
    }

    /// Computes the predecessors from the un-moves of a position. `turn` is the side to move at the representative of
    /// the slot.
    fn unmoved(&self, at: HeldIndex, turn: Side) -> Vec<Parent> {
        let mover = |parent| if self.rules.turn(parent) == self.rules.turn(at) { turn } else { turn.other() };
        let parents = self.unmoves.parents(at).into_iter().filter(|&parent| !self.numbers.is_elided(parent));
        parents.map(|parent| (self.unmoves.table_slot(parent), mover(parent))).collect()
    }
}
