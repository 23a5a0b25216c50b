//! Un-moves of a game in which a full row wins. The wins in 1 of this game are elided.
//!
//! In a game in which a full row wins, each move moves or adds one own piece. So the other side's pieces are the same
//! in all parents of a position. These pieces are the first component of the position, and consecutive slots share
//! their first component. Two plain loops find all parents. The first loop collects the parents that are not left out.
//! The second loop looks up the slots of these parents.

use std::ops::Range;

use retrograde::Slot;

use super::bits::{Set, compress};
use super::orbits::First;
use super::parents::{Memo, Parents};
use super::row_table::RowParents;
use super::solver::Engine;
use super::symmetry::MOST_FOUND;
use super::wins::Wins;

/// A run: the positions with the same sector and the same first component. The first component is the set of pieces of
/// the side to move.
struct ComponentRun {
    sector: usize,
    slots: Range<u64>,
    set: Set,
    first: First,
    /// Whether the first component contains a row. In this case, no move leads to the positions of the run.
    is_over: bool,
    /// Whether the loops of this module find the parents.
    is_plain: bool,
    /// The images of the first component under all symmetries.
    images: [Set; MOST_FOUND],
}

impl<const C: usize> Engine<C> {
    /// Visits the predecessors of slots, in one list for each slot.
    #[inline(always)]
    pub(super) fn predecessors_by_rows<const FAST: bool>(
        &self,
        wins: &Wins,
        table: &RowParents,
        slots: &[Slot],
        memo: &mut Memo<C>,
        visit: &mut dyn FnMut(usize, Parents<'_>),
    ) {
        let mut run = ComponentRun {
            sector: 0,
            slots: 0..0,
            set: 0,
            first: First::default(),
            is_over: false,
            is_plain: false,
            images: [0; MOST_FOUND],
        };
        for (index, &Slot(slot)) in slots.iter().enumerate() {
            if !run.slots.contains(&slot) {
                self.begin(&mut run, wins, slot);
            }
            if run.is_over {
                continue;
            }
            let sector = &self.numbering.sectors[run.sector];
            let components = self.numbering.with_rest::<FAST>(sector, run.set, slot - run.slots.start);
            let stabiliser = if run.first.stabiliser > 1 {
                self.numbering.slot_of_turned::<FAST>(sector, run.first, &components).1
            } else {
                1
            };
            if run.is_plain {
                let count = self.open_parents_by_rows(table, &run, components[1], memo);
                self.slots_by_rows::<FAST>(&run, count, memo);
            } else {
                self.parents::<FAST>(run.sector, &components, memo);
            }
            if stabiliser > 1 {
                memo.weigh(stabiliser);
            }
            visit(index, &memo.parents);
        }
    }

    /// Prepares the run that contains a slot.
    #[inline(always)]
    fn begin(&self, run: &mut ComponentRun, wins: &Wins, slot: u64) {
        let numbering = &self.numbering;
        if !numbering.sectors[run.sector].slots.contains(&slot) {
            run.sector = numbering.sector_of(slot);
        }
        let sector = &numbering.sectors[run.sector];
        (run.slots, run.set) = numbering.run(sector, slot);
        run.first = numbering.record(sector, run.set);
        let has_order = |number: usize| numbering.sectors[number].order[0] == 0;
        let mut parents = self.materials[run.sector].parents.iter().flatten();
        run.is_plain = numbering.is_plain()
            && has_order(run.sector)
            && parents
                .all(|&parent| has_order(parent.into()) && self.materials[usize::from(parent)].endings.is_empty());
        run.is_over = run.is_plain && run.first.rows >> wins.family & 1 > 0;
        if run.is_plain && !run.is_over {
            run.images
                .iter_mut()
                .zip(&numbering.symmetries)
                .for_each(|(image, symmetry)| *image = symmetry.of(run.set));
        }
    }

    /// Collects the parents that are not left out, and returns their number. `own` is the set of pieces of the side that
    /// has just moved.
    #[inline(always)]
    fn open_parents_by_rows(&self, table: &RowParents, run: &ComponentRun, own: Set, memo: &mut Memo<C>) -> usize {
        let start = table.starts[run.sector] + self.numbering.ranks.of(own) as usize;
        let before = &table.all[table.ranges[start] as usize..table.ranges[start + 1] as usize];
        if memo.ranks.len() < before.len() {
            memo.ranks.resize(before.len(), (0, 0));
        }
        // The processor cannot predict well whether a parent is left out, so this code has no branch.
        let mut count = 0;
        for before in before {
            memo.ranks[count] = (before.rank, before.sector);
            count += usize::from(run.set >> before.from & 1 == 0) & usize::from(before.wins & !run.set == 0);
        }
        count
    }

    /// Collects the slots of the first `count` parents in `memo.ranks`.
    #[inline(always)]
    fn slots_by_rows<const FAST: bool>(&self, run: &ComponentRun, count: usize, memo: &mut Memo<C>) {
        let numbering = &self.numbering;
        memo.parents.clear();
        for &(rank, sector) in &memo.ranks[..count] {
            let sector = &numbering.sectors[usize::from(sector)];
            let first = &numbering.records[sector.records + rank as usize];
            let image = run.images[usize::from(first.symmetry) % MOST_FOUND];
            let parent = if first.stabiliser > 1 {
                let mut images = [0; C];
                images[1] = image;
                numbering.slot_of_turned::<FAST>(sector, *first, &images)
            } else {
                let rest = numbering.ranks.of(compress::<FAST>(image, first.free));
                (sector.slots.start + u64::from(first.orbit) * sector.block + rest, 1)
            };
            memo.parents.push(parent);
        }
    }
}
