//! A tier, and the trait of games with tiers.

use std::ops::Range;

use crate::rules::game::{Reversible, Slot, counted_children};

/// A tier, which is a contiguous range of slots. A move from a position of the tier leads to the same tier or to one of
/// the tier's children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The name of the tier. If two tiers of different instances are equal or symmetric to each other, they have the
    /// same name.
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
/// * A move leads to a position of the same tier or of one of this tier's children. Play never returns to a tier that
///   it has left.
/// * The number of open moves of a slot is the number of times that [`each_predecessor_in`](Self::each_predecessor_in)
///   visits the slot from its children. With [`leaves_forwards`](Self::leaves_forwards), the number of open moves is
///   the number of visits of `each_predecessor_in` from children in the same tier, plus the number of visits of
///   [`each_leaving`](Self::each_leaving).
///
/// The function [`crate::author::check::check_tiers`] tests the last two laws.
pub trait Tiered: Reversible {
    /// If the result is true, a solve by tiers calls [`each_leaving`](Self::each_leaving) for the moves that leave a
    /// tier. The result is the same in all calls. The default is false. A solve by tiers then requests no un-moves from finished tiers. So `each_predecessor_in` is called only
    /// for slots of the same tier. A solve without tiers still needs all un-moves. A solve by tiers in several
    /// processes returns [`SolveError::OneProcess`](crate::SolveError::OneProcess), because a process reads only its
    /// own values.
    fn leaves_forwards(&self) -> bool {
        false
    }

    /// Returns the tiers, in the order of their slots.
    fn tiers(&self) -> Vec<Tier>;

    /// Returns the tier of a position, as an index in [`tiers`](Self::tiers). The default finds the tier from the slot.
    /// Override this method if the game can find the tier faster.
    fn tier(&self, position: &Self::Position) -> usize {
        let slot = self.slot(position).0;
        self.tiers().partition_point(|tier| tier.slots.end <= slot)
    }

    /// Like [`each_predecessor_of`](Reversible::each_predecessor_of), but visits only the predecessors in one tier.
    /// This tier has the index `tier` and the slots `within`. All `slots` are in the tier with the index `tier`, or all
    /// are in one of the children of this tier. In successive calls for the same tier and the same value, the slots are
    /// in ascending order.
    ///
    /// The default makes all un-moves and ignores the predecessors in other tiers. Override this method if the game can
    /// make only the un-moves that lead to one tier. For example, if every capture changes the tier, an un-move that
    /// stays in a tier is never a capture.
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

    /// Visits the moves from a range of slots that leave the tier of these slots. This tier has the index `tier` and
    /// the slots `within`. For each open position in ascending order, `visit` receives the slot of the position, the
    /// slot of each child in another tier, and whether the same side moves in this child. The method visits each child
    /// as often as the number of open moves includes the child. So the method does not visit elided children. The
    /// method may also visit positions that are not open.
    ///
    /// The default makes all moves. Override this method if the game can make only the moves that leave a tier.
    fn each_leaving(
        &self,
        tier: usize,
        within: &Range<u64>,
        slots: Range<u64>,
        mut visit: impl FnMut(Slot, Slot, bool),
    ) {
        let _ = tier;
        for slot in slots.map(Slot) {
            let Some(position) = self.position(slot) else { continue };
            if self.over(&position).is_some() || self.elides_win(&position) {
                continue;
            }
            let mut children = counted_children(self, &position);
            if !Self::REPEATS {
                children.dedup();
            }
            for (child, same) in children.into_iter().filter(|(child, _)| !within.contains(&child.0)) {
                visit(slot, child, same);
            }
        }
    }
}
