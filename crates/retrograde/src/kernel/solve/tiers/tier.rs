//! What a tier is, and a game that names its tiers.

use std::ops::Range;

use crate::rules::game::Reversible;

/// Some slots that stand together, and the tiers that moves lead to from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Its name, up to symmetry: the same in every instance that has it.
    pub name: String,
    /// Its slots.
    pub slots: Range<u64>,
    /// The other tiers that a move leads to, by their places in the list of all, each once.
    pub children: Vec<usize>,
    /// Whether moves lead from the tier into itself.
    pub has_moves_inside: bool,
}

/// A game that names its tiers.
///
/// # Laws
/// * The tiers' ranges follow each other and cover all slots.
/// * A move leads from a tier into itself or into one of its children, and no way leads back into a tier that was left.
pub trait Tiered: Reversible {
    /// The tiers, in the order of their slots.
    fn tiers(&self) -> Vec<Tier>;

    /// The tier of a position, by its place among [`tiers`](Self::tiers): unless a game knows a faster way, by its slot.
    fn tier(&self, position: &Self::Position) -> usize {
        let slot = self.slot(position).0;
        self.tiers().partition_point(|tier| tier.slots.end <= slot)
    }
}
