//! A tier, and the trait of games with tiers.

use std::ops::Range;

use crate::rules::game::{Reversible, Slot};

/// A tier: a contiguous range of slots, with the other tiers to which its moves lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The name of the tier. Instances of the game that have the same tier, up to symmetry, use the same name.
    pub name: String,
    /// The slots of the tier.
    pub slots: Range<u64>,
    /// The other tiers to which moves from this tier lead, as indexes in the list of all tiers. Each tier is listed
    /// once.
    pub children: Vec<usize>,
    /// Whether some move leads from a position of the tier to a position of the same tier.
    pub has_moves_inside: bool,
}

/// A game with tiers.
///
/// # Laws
/// * The ranges of the tiers follow each other without gaps and cover all slots.
/// * A move leads to a position of the same tier or of one of its children. Play never returns to a tier that it has
///   left.
pub trait Tiered: Reversible {
    /// The tiers, in the order of their slots.
    fn tiers(&self) -> Vec<Tier>;

    /// The tier of a position, as an index in [`tiers`](Self::tiers). The default finds the tier from the slot;
    /// override this method if the game can find it faster.
    fn tier(&self, position: &Self::Position) -> usize {
        let slot = self.slot(position).0;
        self.tiers().partition_point(|tier| tier.slots.end <= slot)
    }

    /// Visits those predecessors of many slots that are in the tier with the index `tier` and the slots `within`, as
    /// [`each_predecessor_of`](Reversible::each_predecessor_of) does. All `slots` are in one tier: in this one, or in one
    /// of its children. The slots of several calls ascend within a tier and a value.
    ///
    /// The default makes all un-moves and ignores the predecessors in other tiers. Override this method if the game can
    /// make the un-moves to one tier alone: for example, if the tier has the same men, only the un-moves without
    /// captures.
    #[inline]
    fn each_predecessor_in(
        &self,
        tier: usize,
        within: &Range<u64>,
        slots: &[Slot],
        mut visit: impl FnMut(usize, Slot, bool),
    ) {
        let _ = tier;
        self.each_predecessor_of(slots, |index, parent, same| {
            if within.contains(&parent.0) {
                visit(index, parent, same);
            }
        });
    }
}
