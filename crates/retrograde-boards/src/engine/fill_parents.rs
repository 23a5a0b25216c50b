//! Seeds and un-moves of games in which each move adds a piece to a square.

use std::ops::Range;

use retrograde::{Depth, Seed, Slot, Value};

use super::bits::{Ranks, Set, compress, expand, squares};
use super::fills::Fills;
use super::orbits::First;
use super::parents::{Memo, Parents};
use super::sector::Sector;
use super::solver::Engine;

/// The positions with the same sector and the same occupied squares.
#[derive(Default)]
struct ShapeRun {
    sector: usize,
    slots: Range<u64>,
    shape: Set,
    first: First,
    /// The squares that a move can fill.
    open: Set,
    /// For each of these squares: the squares that the next move can fill.
    next: Vec<(Set, Set)>,
    /// The positions from which a move leads here.
    origins: Vec<Origin>,
    /// The number that was asked for last, and its set, within the occupied squares.
    last: (u64, Set),
}

/// The occupied squares before a move.
#[derive(Clone, Copy)]
struct Origin {
    /// The square that the move fills.
    square: Set,
    sector: usize,
    first: First,
    open: Set,
}

/// If a number exceeds the last one by less than this, its set is found from the last one, step by step.
const NEAR: u64 = 24;

/// The next set of the same size.
#[inline(always)]
const fn following(set: Set) -> Set {
    let low = set & set.wrapping_neg();
    let carried = set.wrapping_add(low);
    carried | (set ^ carried).wrapping_shr(2 + low.trailing_zeros())
}

impl ShapeRun {
    /// The set with a number among the sets of `size` of the occupied squares.
    #[inline(always)]
    fn set(&mut self, ranks: &Ranks, size: u8, number: u64) -> Set {
        let (known, mut set) = self.last;
        match number.checked_sub(known) {
            Some(steps) if steps < NEAR => {
                for _ in 0..steps {
                    set = following(set);
                }
            }
            _ => set = ranks.set(size.into(), number),
        }
        self.last = (number, set);
        set
    }

    /// The pieces of the mover and of the other side in a slot.
    #[inline(always)]
    fn pieces<const FAST: bool, const C: usize>(&mut self, ranks: &Ranks, sector: &Sector<C>, slot: u64) -> (Set, Set) {
        let component = usize::from(sector.order[1]);
        let set = self.set(ranks, sector.sizes[component], slot - self.slots.start);
        let set = expand::<FAST>(set, self.shape);
        if component == 0 { (set, self.shape & !set) } else { (self.shape & !set, set) }
    }
}

impl<const C: usize> Engine<C> {
    /// Whether the mover has a row or can complete one.
    pub(super) fn fills_row(&self, fills: &Fills, sector: usize, components: &[Set; C]) -> bool {
        let open = fills.open(self.numbering.place(&self.numbering.sectors[sector], components));
        let completing = fills.completing(components[0]);
        completing == Set::MAX || completing & open != 0
    }

    /// The run of a slot, without the moves to it and from it.
    fn run_of(&self, fills: &Fills, slot: u64) -> ShapeRun {
        let number = self.numbering.sector_of(slot);
        let sector = &self.numbering.sectors[number];
        let (slots, shape) = self.numbering.run(sector, slot);
        let (place, first) = (self.numbering.place_of(sector, shape), self.numbering.record(sector, shape));
        let set = self.numbering.ranks.set(sector.sizes[usize::from(sector.order[1])].into(), 0);
        ShapeRun { sector: number, slots, shape, first, open: fills.open(place), last: (0, set), ..ShapeRun::default() }
    }

    /// Visits the seeds of slots.
    #[inline(always)]
    pub(super) fn seeds_of_fills<const FAST: bool>(
        &self,
        fills: &Fills,
        slots: Range<u64>,
        visit: &mut dyn FnMut(Seed),
    ) {
        let numbering = &self.numbering;
        let mut start = slots.start;
        while start < slots.end {
            let mut run = self.run_of(fills, start);
            let sector = &numbering.sectors[run.sector];
            let after = |square: usize| {
                let shape = run.shape | 1 << square;
                (1 << square, fills.open(numbering.place_of(sector, shape)))
            };
            run.next = squares(run.open).map(after).collect();
            let end = slots.end.min(run.slots.end);
            for slot in start..end {
                let (own, other) = run.pieces::<FAST, C>(&numbering.ranks, sector, slot);
                let mut components = [0; C];
                (components[0], components[1]) = (own, other);
                let is_hole = run.first.stabiliser > 1
                    && numbering.slot_of_turned::<FAST>(sector, run.first, &components).0 != slot;
                visit(if is_hole { Seed::Hole } else { self.seed_of_fill(fills, &run, own, other) });
            }
            start = end;
        }
    }

    #[inline(always)]
    fn seed_of_fill(&self, fills: &Fills, run: &ShapeRun, own: Set, other: Set) -> Seed {
        let threats = fills.completing(other);
        if threats == Set::MAX {
            return Seed::Elided(Value::Loss(Depth::ZERO));
        }
        let completing = fills.completing(own);
        if completing == Set::MAX {
            return Seed::Elided(Value::Win(Depth::ZERO));
        }
        if run.open == 0 {
            return self.without_move();
        }
        if completing & run.open != 0 {
            return Seed::Elided(Value::Win(Depth::new(1)));
        }
        // After a move, the other side must not be able to complete a row.
        let mut open = 0;
        for &(_, next) in &run.next {
            open += u32::from(threats & next == 0);
        }
        if open == 0 { Seed::Decided(Value::Loss(Depth::new(2))) } else { Seed::Open(open) }
    }

    /// Visits the predecessors of slots, in lists.
    #[inline(always)]
    pub(super) fn predecessors_of_fills<const FAST: bool>(
        &self,
        fills: &Fills,
        slots: &[Slot],
        memo: &mut Memo<C>,
        visit: &mut dyn FnMut(usize, Parents<'_>),
    ) {
        let numbering = &self.numbering;
        let mut run = ShapeRun::default();
        for (index, &Slot(slot)) in slots.iter().enumerate() {
            if !run.slots.contains(&slot) {
                run = self.run_of(fills, slot);
                self.find_origins(fills, &mut run);
            }
            let sector = &numbering.sectors[run.sector];
            let (own, other) = run.pieces::<FAST, C>(&numbering.ranks, sector, slot);
            memo.parents.clear();
            if !fills.has_row(own) {
                for origin in &run.origins {
                    let mover = other & !origin.square;
                    if mover == other {
                        continue;
                    }
                    let completing = fills.completing(mover);
                    // The position before the move must not be over or left out.
                    if completing != Set::MAX && completing & origin.open == 0 {
                        memo.parents.push(self.slot_of_origin::<FAST>(origin, mover, own));
                    }
                }
            }
            if run.first.stabiliser > 1 {
                let mut components = [0; C];
                (components[0], components[1]) = (own, other);
                let stabiliser = numbering.slot_of_turned::<FAST>(sector, run.first, &components).1;
                if stabiliser > 1 {
                    memo.weigh(stabiliser);
                }
            }
            visit(index, &memo.parents);
        }
    }

    fn find_origins(&self, fills: &Fills, run: &mut ShapeRun) {
        let Some(number) = self.materials[run.sector].parents.iter().flatten().next() else { return };
        let (number, numbering) = (usize::from(*number), &self.numbering);
        let sector = &numbering.sectors[number];
        let origin = |square: usize| {
            let shape = run.shape & !(1 << square);
            let place = numbering.place_of(sector, shape);
            let open = fills.open(place);
            (open >> square & 1 > 0).then(|| Origin {
                square: 1 << square,
                sector: number,
                first: numbering.record(sector, shape),
                open,
            })
        };
        run.origins = squares(run.shape).filter_map(origin).collect();
    }

    /// The slot of a position before a move, and the number of its symmetries.
    #[inline(always)]
    fn slot_of_origin<const FAST: bool>(&self, origin: &Origin, mover: Set, other: Set) -> (u64, u32) {
        let (numbering, first) = (&self.numbering, &origin.first);
        let sector = &numbering.sectors[origin.sector];
        let component = usize::from(sector.order[1]);
        let set = if component == 0 { mover } else { other };
        let turned = numbering.symmetries[usize::from(first.symmetry)].of(set);
        if first.stabiliser > 1 {
            let mut images = [0; C];
            images[component] = turned;
            return numbering.slot_of_turned::<FAST>(sector, *first, &images);
        }
        let rest = numbering.ranks.of(compress::<FAST>(turned, first.free));
        (sector.slots.start + u64::from(first.orbit) * sector.block + rest, 1)
    }
}
