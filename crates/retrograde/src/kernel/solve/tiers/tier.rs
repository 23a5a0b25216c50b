//! A tier, and the trait of games with tiers.

use std::ops::Range;

use crate::rules::game::Reversible;

/// A contiguous range of slots, and the tiers to which moves lead from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// The name, up to symmetry: the same in every instance that has this tier.
    pub name: String,
    /// The slots.
    pub slots: Range<u64>,
    /// The other tiers to which a move leads, as indexes in the list of all tiers, each once.
    pub children: Vec<usize>,
    /// Whether moves lead from the tier into itself.
    pub has_moves_inside: bool,
}

/// A game with tiers.
///
/// # Laws
/// * The tiers' ranges follow each other and cover all slots.
/// * A move leads from a tier into itself or into one of its children. Play never returns to a tier that it has left.
pub trait Tiered: Reversible {
    /// The tiers, in the order of their slots.
    fn tiers(&self) -> Vec<Tier>;

    /// The tier of a position, as an index in [`tiers`](Self::tiers). The default computes it from the slot; override
    /// it if the game has a faster way.
    fn tier(&self, position: &Self::Position) -> usize {
        let slot = self.slot(position).0;
        self.tiers().partition_point(|tier| tier.slots.end <= slot)
    }
}
