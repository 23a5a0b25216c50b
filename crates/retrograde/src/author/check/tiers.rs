//! The check of the laws of games with tiers.

use std::ops::Range;

use super::sample::sampled_slots;
use super::seen::Finding;
use crate::kernel::solve::{Tier, Tiered};
use crate::rules::game::{Seed, Slot, counted_children};
use crate::rules::law::{Broken, GameLaw};

/// Checks the laws of [`Tiered`] on at most `budget` slots. Each move must stay in its tier or lead to a tier that is a
/// child of this tier. A solve by tiers requests un-moves and moves from the game. These moves and un-moves must agree
/// with the counts of open moves.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_tiers<G: Tiered>(game: &G, budget: u64) -> Result<(), Broken> {
    let tiers = game.tiers();
    sampled_slots(game.slots(), budget).try_for_each(|slot| TierCheck { game, tiers: &tiers, slot }.all())
}

/// The check of one slot of a game with tiers.
struct TierCheck<'g, G> {
    game: &'g G,
    tiers: &'g [Tier],
    slot: Slot,
}

impl<G: Tiered> TierCheck<'_, G> {
    fn all(&self) -> Result<(), Broken> {
        let Self { game, tiers, slot } = *self;
        let Some(position) = game.position(slot) else { return Ok(()) };
        let law = |kept, law, seen: &dyn Fn() -> Finding| {
            let broken = || Broken { law, position: format!("{position:?}"), detail: seen().into() };
            if kept { Ok(()) } else { Err(broken()) }
        };
        let of = |slot: Slot| tiers.partition_point(|tier| tier.slots.end <= slot.0);
        let tier = of(slot);
        let named = game.tier(&position);
        law(named == tier, GameLaw::MovesFollowTiers, &|| Finding::InTier { named, tier })?;
        let mut seed = Seed::Hole;
        game.each_seed(slot.0..slot.0 + 1, |given| seed = given);
        let Seed::Open(open) = seed else { return Ok(()) };

        let Tier { slots: within, children: below, .. } = &tiers[tier];
        let mut children = counted_children(game, &position);
        children.dedup();
        let stray = children.iter().map(|&(child, _)| of(child)).find(|to| *to != tier && !below.contains(to));
        law(stray.is_none(), GameLaw::MovesFollowTiers, &|| Finding::LeavesTier {
            from: tier,
            to: stray.unwrap_or_default(),
        })?;
        let leaving = self.leaving(tier, within);
        let times = |&(child, same): &(Slot, bool)| {
            let visits = if self.game.leaves_forwards() && !within.contains(&child.0) {
                leaving.iter().filter(|&&leaving| leaving == (child, same)).count()
            } else {
                self.visits(tier, within, child, same)
            };
            (child, visits)
        };
        let visits: Vec<_> = children.iter().map(times).collect();
        let (all, never) = (visits.iter().map(|(_, times)| times).sum(), visits.iter().any(|(_, times)| *times == 0));
        let stranger = leaving.iter().any(|leaving| !children.contains(leaving) || within.contains(&leaving.0.0));
        law(open as usize == all && !never && !stranger, GameLaw::TiersVisitOpenMoves, &|| Finding::Visited {
            open,
            visits: all,
            children: visits.iter().map(|(child, times)| format!("{child} ({times})")).collect(),
        })
    }

    /// Returns the moves that leave the tier. The list is empty if the game does not list its moves out of tiers. The
    /// kernel requests the moves of many slots in one call, so this check also requests the moves of the neighbouring
    /// slots.
    fn leaving(&self, tier: usize, within: &Range<u64>) -> Vec<(Slot, bool)> {
        let mut leaving = Vec::new();
        let beside = within.start.max(self.slot.0.saturating_sub(1))..within.end.min(self.slot.0 + 2);
        if self.game.leaves_forwards() {
            self.game.each_leaving(tier, within, beside, |slot, child, same| {
                if slot == self.slot {
                    leaving.push((child, same));
                }
            });
        }
        leaving
    }

    /// Returns the number of times that the un-moves of a child visit the slot.
    fn visits(&self, tier: usize, within: &Range<u64>, child: Slot, same: bool) -> usize {
        let mut visits = 0;
        self.game.each_predecessor_in(tier, within, &[child], |_, parent, mover| {
            visits += usize::from((parent, mover) == (self.slot, same));
        });
        visits
    }
}
