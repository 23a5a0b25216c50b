//! Un-moves: the slots from which moves lead to a slot.

// Safety: see the call of `predecessors_fast`.
#![allow(unsafe_code)]

use std::collections::BTreeSet;

use retrograde::Slot;

use super::bits::Set;
use super::fitting::{Fitting, Lists};
use super::moves::{each_unmove, each_walk};
use super::numbering::NO_PLACE;
use super::orbits::First;
use super::sector::Sector;
use super::sights::sights;
use super::solver::Engine;
use super::symmetry::{MOST_FOUND, Permutation};
use super::turns::Midway;

impl<const C: usize> Engine<C> {
    /// Visits the predecessors of slots, in one list for each slot. If `tier` is given, the lists may lack predecessors
    /// outside this tier.
    pub(crate) fn each_predecessor_of(
        &self,
        slots: &[Slot],
        tier: Option<u32>,
        visit: &mut dyn FnMut(usize, Parents<'_>),
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.has_fast {
            // Safety: `has_fast` says that the processor has these instructions.
            return unsafe { self.predecessors_fast(slots, tier, visit) };
        }
        self.predecessors::<false>(slots, tier, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn predecessors_fast(&self, slots: &[Slot], tier: Option<u32>, visit: &mut dyn FnMut(usize, Parents<'_>)) {
        self.predecessors::<true>(slots, tier, visit);
    }

    #[inline(always)]
    fn predecessors<const FAST: bool>(
        &self,
        slots: &[Slot],
        tier: Option<u32>,
        visit: &mut dyn FnMut(usize, Parents<'_>),
    ) {
        let mut memo = Memo { tier, ..Memo::default() };
        if let (Some(wins), Some(table)) = (self.wins(), &self.row_parents) {
            return self.predecessors_by_rows::<FAST>(wins, table, slots, &mut memo, visit);
        }
        if let Some(fills) = self.fills() {
            return self.predecessors_of_fills::<FAST>(fills, slots, &mut memo, visit);
        }
        // `run` is the range of the slots that have the same first component as the last slot. `set` is this component.
        let (mut number, mut run, mut set, mut first) = (0, 0..0, 0, First::default());
        for (index, &Slot(slot)) in slots.iter().enumerate() {
            if !run.contains(&slot) {
                if !self.numbering.sectors[number].slots.contains(&slot) {
                    number = self.numbering.sector_of(slot);
                }
                let sector = &self.numbering.sectors[number];
                (run, set) = self.numbering.run(sector, slot);
                first = self.numbering.record(sector, set);
            }
            let sector = &self.numbering.sectors[number];
            let components = self.numbering.with_rest::<FAST>(sector, set, slot - run.start);
            let stabiliser = if first.stabiliser > 1 {
                self.numbering.slot_of_turned::<FAST>(sector, first, &components).1
            } else {
                1
            };
            self.parents::<FAST>(number, &components, &mut memo);
            if stabiliser > 1 {
                memo.weigh(stabiliser);
            }
            visit(index, &memo.parents);
        }
    }

    /// Collects the slot of each predecessor of the position, and the number of this predecessor's symmetries.
    #[inline(always)]
    pub(super) fn parents<const FAST: bool>(&self, sector: usize, components: &[Set; C], memo: &mut Memo<C>) {
        let after = self.before_turn(components);
        memo.turned.follow(&after, &self.numbering.symmetries);
        memo.parents.clear();
        let count = if let Some(mills) = self.mills() {
            let count = self.open_parents::<FAST>(sector, &after, self.barred(mills, &after), memo);
            self.open_parents_by_taking(mills, sector, &after, count, memo)
        } else if self.is_simple {
            self.open_parents::<FAST>(sector, &after, 0, memo)
        } else {
            self.open_parents_by_turns(sector, &after, memo)
        };
        for Parent { before, place, sector } in &memo.open[..count] {
            let sector = &self.numbering.sectors[*sector];
            let first = self.numbering.records[*place as usize];
            let images = memo.turned.images(&self.numbering.symmetries, sector, first, before);
            memo.parents.push(self.numbering.slot_of_turned::<FAST>(sector, first, &images));
        }
    }

    /// Collects the positions from which a turn of one part leads to this position. The part must not change a square
    /// of `barred`. Returns the number of these positions.
    #[inline(always)]
    fn open_parents<const FAST: bool>(
        &self,
        sector: usize,
        after: &[Set; C],
        barred: Set,
        memo: &mut Memo<C>,
    ) -> usize {
        if self.is_won(after) {
            return 0;
        }
        let (steps, sights) = (self.backwards.of(sector), sights(self.numbering.all, after));
        let Memo { fitting: Fitting { steps: found, .. }, open, .. } = memo;
        steps.fitting::<FAST>(&sights, found);
        // The processor cannot predict well whether a parent is left out, so this code has no branch.
        if open.len() < steps.most(found.len()) {
            open.resize(steps.most(found.len()), Parent::default());
        }
        let mut count = 0;
        if !self.has_one_in(&self.materials[sector].parents, memo.tier) {
            return count;
        }
        each_unmove!(steps, &*found, sights, sights[C], self.materials[sector].parents, unmove => {
            let (before, number) = (steps.undo(&unmove, after), usize::from(unmove.sector));
            open[count] = self.parent(number, &before);
            count += usize::from(!self.is_left_out(number, &before))
                & usize::from(unmove.flips.sets[0] & barred == 0)
                & usize::from(open[count].place != NO_PLACE);
        });
        count
    }

    /// Collects the positions from which turns of any form lead to this position. Returns the number of these
    /// positions.
    fn open_parents_by_turns(&self, sector: usize, after: &[Set; C], memo: &mut Memo<C>) -> usize {
        memo.open.clear();
        let Some(stage) = self.materials[sector].end else { return 0 };
        let (end, open) = (Midway { stage, components: *after }, &mut memo.open);
        self.each_turn_back(&end, memo.tier, &mut memo.fitting.lists, &mut |before| {
            let sector = self.beginning(before);
            if !self.is_left_attacked(sector, &before.components) {
                open.push(self.parent(sector, &before.components));
            }
        });
        memo.open.retain(|parent| parent.place != NO_PLACE);
        memo.open.len()
    }

    /// Whether some of these sectors belong to a tier; `None` means all tiers.
    #[inline(always)]
    pub(super) fn has_one_in(&self, sectors: &[Option<u16>], tier: Option<u32>) -> bool {
        let is_in = |&sector: &u16| tier.is_none_or(|tier| self.materials[usize::from(sector)].tier == tier);
        sectors.iter().flatten().any(is_in)
    }

    /// The sector of a position at which a turn begins.
    pub(super) fn beginning(&self, before: &Midway<C>) -> usize {
        self.stages[before.stage as usize].begins.unwrap_or_default() as usize
    }

    #[inline(always)]
    pub(super) fn parent(&self, sector: usize, before: &[Set; C]) -> Parent<C> {
        Parent { before: *before, place: self.numbering.place(&self.numbering.sectors[sector], before), sector }
    }

    /// Whether the opponent of the side that has just moved has a row. In this case, the game was over before the move.
    #[inline(always)]
    fn is_won(&self, after: &[Set; C]) -> bool {
        self.wins().is_some_and(|wins| self.has_row(wins.family, after[1]))
    }

    /// Whether un-moves leave out a position of a sector. Un-moves leave out finished positions, elided wins, and
    /// positions to which no turn leads because of a royal piece.
    #[inline(always)]
    pub(super) fn is_left_out(&self, sector: usize, before: &[Set; C]) -> bool {
        self.is_ended(sector, before)
            | self.wins().is_some_and(|wins| self.wins_now(wins, sector, before))
            | self.is_left_attacked(sector, before)
    }

    /// The components of a position as the side that has just moved sees them.
    #[inline(always)]
    fn before_turn(&self, components: &[Set; C]) -> [Set; C] {
        let mut after = *components;
        after.rotate_left(C / 2);
        if !self.back.is_identity() {
            after = after.map(|set| self.back.of(set));
        }
        after
    }

    /// The sector and the components after a turn, as the side to move sees them.
    pub(super) fn turned(&self, end: &Midway<C>) -> (usize, [Set; C]) {
        let sector = self.stages[end.stage as usize].ends.unwrap_or_default();
        (sector as usize, self.seen_by_other(&end.components))
    }

    /// The components of a position as the other side sees them.
    pub(super) fn seen_by_other(&self, components: &[Set; C]) -> [Set; C] {
        let mut components = *components;
        components.rotate_left(C / 2);
        if !self.exchange.is_identity() {
            components = components.map(|set| self.exchange.of(set));
        }
        components
    }

    /// Visits each position from which a move leads to the given position. Each such position is visited once.
    pub(crate) fn each_unmove(&self, contents: &[u8], turn: u8, visit: &mut dyn FnMut(Box<[u8]>)) {
        let Some((sector, components)) = self.seen(contents, turn) else { return };
        let mut after = self.before_turn(&components);
        if self.views == 1 && turn == 0 {
            // In the predecessors, the second side moves. The permutation `exchange` maps them to positions in which
            // the first side moves.
            after = after.map(|set| self.exchange.of(self.exchange.of(set)));
        }
        let Some(stage) = self.materials[sector].end else { return };
        let mut all = BTreeSet::new();
        self.each_turn_back(&Midway { stage, components: after }, None, &mut Lists::default(), &mut |before| {
            let parent = self.beginning(before);
            if self.materials[parent].turns >> (1 - turn) & 1 > 0
                && !self.is_left_attacked(parent, &before.components)
                && self.numbering.place(&self.numbering.sectors[parent], &before.components) != NO_PLACE
            {
                all.insert(self.contents(parent, &before.components, 1 - turn));
            }
        });
        all.into_iter().for_each(visit);
    }
}

/// A predecessor that the un-moves do not leave out.
#[derive(Clone, Copy)]
pub(super) struct Parent<const C: usize> {
    before: [Set; C],
    /// The index of the record of its leading set; [`NO_PLACE`] if play does not reach this set.
    pub(super) place: u32,
    sector: usize,
}

impl<const C: usize> Default for Parent<C> {
    fn default() -> Self {
        Self { before: [0; C], place: 0, sector: 0 }
    }
}

/// The slots of a position's parents. Each slot comes with the number of moves that lead from the parent to the
/// position.
pub(crate) type Parents<'a> = &'a [(u64, u32)];

/// Memory that the engine uses again for the next position.
#[derive(Default)]
pub(super) struct Memo<const C: usize> {
    turned: Turned<C>,
    pub(super) fitting: Fitting,
    /// The tier whose parents the search returns; `None` for the parents of all tiers.
    pub(super) tier: Option<u32>,
    pub(super) open: Vec<Parent<C>>,
    /// A list with one entry for each parent that is not left out. The entry has the number of the parent's first
    /// component, and the parent's sector.
    pub(super) ranks: Vec<(u32, u16)>,
    /// See [`Parents`].
    pub(super) parents: Vec<(u64, u32)>,
}

impl<const C: usize> Memo<C> {
    /// Computes the number of visits of each parent, for a position with symmetries of its own. A parent is visited
    /// once for each of its moves to the position. The number of these moves is `u * p / s`. Here, `u` is the number of
    /// un-moves from the position to the parent's orbit, `p` is the number of the parent's symmetries, and `s` is the
    /// number of the position's symmetries.
    #[cold]
    pub(super) fn weigh(&mut self, stabiliser: u32) {
        self.parents.sort_unstable();
        self.parents.dedup_by(|next, one| {
            let is_same = next.0 == one.0;
            one.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        self.parents.iter_mut().for_each(|parent| parent.1 /= stabiliser);
    }
}

/// The images of components under all symmetries. Successive positions often have some components in common.
struct Turned<const C: usize> {
    known: [Option<Set>; C],
    images: [[Set; MOST_FOUND]; C],
    last: [Set; C],
}

impl<const C: usize> Default for Turned<C> {
    fn default() -> Self {
        Self { known: [None; C], images: [[0; MOST_FOUND]; C], last: [0; C] }
    }
}

impl<const C: usize> Turned<C> {
    /// Computes the images of the components that have not changed since the last position.
    #[inline(always)]
    fn follow(&mut self, components: &[Set; C], symmetries: &[Permutation]) {
        for (component, &set) in components.iter().enumerate() {
            if self.last[component] == set && self.known[component] != Some(set) {
                let images = &mut self.images[component];
                images.iter_mut().zip(symmetries).for_each(|(image, symmetry)| *image = symmetry.of(set));
                self.known[component] = Some(set);
            }
            self.last[component] = set;
        }
    }

    /// All components of a position except the first, after the symmetry of the first component was applied to these
    /// components.
    #[inline(always)]
    fn images(&self, symmetries: &[Permutation], sector: &Sector<C>, first: First, before: &[Set; C]) -> [Set; C] {
        let number = usize::from(first.symmetry);
        let symmetry = &symmetries[number];
        let mut images = [0; C];
        for &component in sector.others() {
            let component = usize::from(component);
            images[component] = if self.known[component] == Some(before[component]) {
                self.images[component][number]
            } else {
                symmetry.of(before[component])
            };
        }
        images
    }
}
