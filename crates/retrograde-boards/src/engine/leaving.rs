//! The tiers of a game, and the moves that leave a tier.

// Safety: see the call of `leaving_fast`.
#![allow(unsafe_code)]

use std::collections::BTreeSet;
use std::ops::Range;

use retrograde::Slot;
use retrograde::kernel::Tier;

use super::bits::Set;
use super::fitting::Lists;
use super::sectors::Counts;
use super::solver::Engine;
use super::turns::Midway;
use crate::description::Description;

impl<const C: usize> Engine<C> {
    /// The tiers. A tier is a group of sectors between which play can go back and forth.
    pub(crate) fn tiers(&self) -> Vec<Tier> {
        let groups = self.materials.chunk_by(|one, next| one.tier == next.tier);
        let mut first = 0;
        let tier = |group: &[super::sectors::Material]| {
            let sectors = &self.numbering.sectors[first..first + group.len()];
            first += group.len();
            let number = group[0].tier as usize;
            let next: BTreeSet<usize> =
                group.iter().flat_map(|material| &material.next).map(|&sector| self.tier_of(sector as usize)).collect();
            let name = group.iter().map(|material| name(&self.description, &material.counts)).min();
            Tier {
                name: name.unwrap_or_default(),
                slots: sectors[0].slots.start..sectors[sectors.len() - 1].slots.end,
                children: next.into_iter().filter(|&child| child != number).collect(),
                // The value is true even for a tier without moves inside the tier, because the engine lists moves
                // faster than the rules make moves.
                has_moves_inside: true,
            }
        };
        groups.map(tier).collect()
    }

    /// The tier of a sector.
    pub(crate) fn tier_of(&self, sector: usize) -> usize {
        self.materials[sector].tier as usize
    }

    /// The tier of a position; `None` if the numbering has no such position.
    pub(crate) fn tier(&self, contents: &[u8], turn: u8) -> Option<usize> {
        self.seen(contents, turn).map(|(sector, _)| self.tier_of(sector))
    }

    /// Whether a solve by tiers lists the moves that leave a tier as moves. The un-moves of a game of mills are faster.
    pub(crate) const fn leaves_forwards(&self) -> bool {
        self.mills().is_none()
    }

    /// Visits the moves that lead from the given slots to another tier.
    pub(crate) fn each_leaving(&self, slots: Range<u64>, visit: &mut dyn FnMut(Slot, Slot, bool)) {
        #[cfg(target_arch = "x86_64")]
        if self.has_fast {
            // Safety: `has_fast` says that the processor has these instructions.
            return unsafe { self.leaving_fast(slots, visit) };
        }
        self.leaving::<false>(slots, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn leaving_fast(&self, slots: Range<u64>, visit: &mut dyn FnMut(Slot, Slot, bool)) {
        self.leaving::<true>(slots, visit);
    }

    #[inline(always)]
    fn leaving<const FAST: bool>(&self, slots: Range<u64>, visit: &mut dyn FnMut(Slot, Slot, bool)) {
        let (mut lists, mut ends) = (Lists::default(), Vec::new());
        let mut slot = slots.start;
        while slot < slots.end {
            let number = self.numbering.sector_of(slot);
            let sector = &self.numbering.sectors[number];
            let end = slots.end.min(sector.slots.end);
            let tier = self.tier_of(number);
            if self.materials[number].next.iter().all(|&next| self.tier_of(next as usize) == tier) {
                slot = end;
                continue;
            }
            for slot in slot..end {
                let components = self.numbering.components::<FAST>(sector, slot);
                if self.is_position::<FAST>(number, slot, &components) {
                    self.leave(number, &components, &mut lists, &mut ends);
                }
                for (next, components) in ends.drain(..) {
                    let child = self.numbering.slot::<FAST>(&self.numbering.sectors[next], &components).0;
                    visit(Slot(slot), Slot(child), false);
                }
            }
            slot = end;
        }
    }

    /// Collects the positions after the turns that leave the tier. Each position is given by its sector and its
    /// components.
    fn leave(&self, sector: usize, components: &[Set; C], lists: &mut Lists, ends: &mut Vec<(usize, [Set; C])>) {
        if self.is_over(sector, components) || self.wins_at_once(sector, components) {
            return;
        }
        let begin = Midway { stage: self.materials[sector].begin, components: *components };
        self.each_legal_turn(&begin, lists, &mut |end| {
            let (next, components) = self.turned(end);
            if self.tier_of(next) != self.tier_of(sector) && !self.is_elided(next, &components) {
                ends.push((next, components));
            }
        });
    }

    /// Whether a position is an elided ending or an elided win in 1.
    fn is_elided(&self, sector: usize, components: &[Set; C]) -> bool {
        self.has_elided_row(components) || self.wins_at_once(sector, components)
    }
}

/// The name of a tier whose positions have these numbers of pieces. The name lists the pieces of the side to move, the
/// pieces of the other side, and the pieces in the hands.
fn name(description: &Description, counts: &Counts) -> String {
    let pieces = |numbers: &[u8]| -> String {
        let kinds = description.kinds.iter().zip(numbers).filter(|(_, number)| **number > 0);
        kinds.flat_map(|(kind, number)| [kind.letter.to_string(), number.to_string()]).collect()
    };
    let both = |numbers: &[u8]| {
        let (own, other) = numbers.split_at(numbers.len() / 2);
        format!("{}-{}", pieces(own), pieces(other))
    };
    let mut name = both(&counts.board);
    if counts.hands.iter().any(|held| *held > 0) {
        name = format!("{name} {}", both(&counts.hands));
    }
    if counts.view > 0 { name + " second" } else { name }
}
