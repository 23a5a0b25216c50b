//! Computes seeds and un-moves of games in which each move adds a piece to a square.

use std::ops::Range;

use retrograde::{Depth, Seed, Slot, Value};

use super::bits::{Block, Set, squares};
use super::fills::{Fills, Threat};
use super::orbits::First;
use super::parents::{Memo, Parents};
use super::shape_run::{ShapeRun, Tests};
use super::solver::Engine;

/// A possible predecessor of a run, described by the occupied squares before the move.
struct Origin {
    /// The square that the move fills.
    square: Set,
    sector: usize,
    first: First,
    /// The range of this predecessor's sets in [`Origins::rests`].
    rests: Range<usize>,
}

/// The data with which the engine finds the predecessors of a run's positions. A run is a range of slots with the same
/// occupied squares.
#[derive(Default)]
struct Origins {
    all: Vec<Origin>,
    /// Each set consists of all squares of a row except one square, which the next move can fill. If the mover has all
    /// squares of a set before the move, the position before the move is elided.
    rests: Vec<Set>,
    /// The rows whose squares are all occupied after the move.
    rows: Vec<Set>,
}

/// Tests that the engine makes for each position of a run.
struct RunTests {
    /// Tests for the full rows of the mover, then of the other side.
    rows: [Tests; 2],
    /// Tests for the rows that the mover can complete.
    wins: Tests,
    /// Tests for the rows that the other side can complete after a move.
    threats: Tests,
    /// For each move, the squares that the next move can fill after it.
    next: Vec<Set>,
}

impl RunTests {
    fn begin(&mut self, high: Set) {
        let [own, other] = &mut self.rows;
        for tests in [own, other, &mut self.wins, &mut self.threats] {
            tests.begin(high);
        }
    }
}

impl<const C: usize> Engine<C> {
    /// Whether the mover has a full row, or can complete a row with the next move.
    pub(super) fn fills_row(&self, fills: &Fills, sector: usize, components: &[Set; C]) -> bool {
        let open = fills.open(self.numbering.place(&self.numbering.sectors[sector], components));
        let [own, other] = [components[0], components[1]];
        fills.has_row(own) || fills.threats(own | other, open).any(|threat| threat.rest & !own == 0)
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
        let mut slot = slots.start;
        while slot < slots.end {
            let run = self.run_of(fills, slot);
            let mut tests = self.tests::<FAST>(fills, &run);
            let end = slots.end.min(run.slots.end);
            while slot < end {
                let block = run.block(&numbering.ranks, slot);
                tests.begin(block.high);
                let skipped = (slot - run.slots.start - block.start) as usize;
                let lows = block.lows[skipped..].iter().take((end - slot) as usize);
                for &low in lows.clone() {
                    let set = block.high | Set::from(low);
                    let is_hole = run.first.stabiliser > 1
                        && self.least_image::<FAST>(run.sector, &run.first, run.expand::<FAST>(set)).0 != set;
                    visit(if is_hole { Seed::Hole } else { self.seed_of_fill(&run, &tests, low) });
                }
                slot += lows.len() as u64;
            }
        }
    }

    fn tests<const FAST: bool>(&self, fills: &Fills, run: &ShapeRun) -> RunTests {
        let sector = &self.numbering.sectors[run.sector];
        let after = |square: usize| fills.open(self.numbering.place_of(sector, run.shape | 1 << square));
        let next: Vec<Set> = squares(run.open).map(after).collect();
        let reached = next.iter().fold(0, |all, next| all | next);
        let rows = |side| Tests::new::<FAST>(run, side, fills.full(run.shape).map(|rest| Threat { rest, square: 0 }));
        RunTests {
            rows: [rows(0), rows(1)],
            wins: Tests::new::<FAST>(run, 0, fills.threats(run.shape, run.open)),
            threats: Tests::new::<FAST>(run, 1, fills.threats(run.shape, reached)),
            next,
        }
    }

    #[inline(always)]
    fn seed_of_fill(&self, run: &ShapeRun, tests: &RunTests, low: u16) -> Seed {
        let [own, other] = &tests.rows;
        if other.any(low) {
            return Seed::Elided(Value::Loss(Depth::ZERO));
        }
        if own.any(low) {
            return Seed::Elided(Value::Win(Depth::ZERO));
        }
        if run.open == 0 {
            return self.without_move();
        }
        if tests.wins.any(low) {
            return Seed::Elided(Value::Win(Depth::new(1)));
        }
        // After a move, the other side must not be able to complete a row.
        let threats = tests.threats.squares(low);
        let open = tests.next.iter().map(|next| u32::from(threats & next == 0)).sum();
        if open == 0 { Seed::Decided(Value::Loss(Depth::new(2))) } else { Seed::Open(open) }
    }

    /// Visits the predecessors of slots, in one list for each slot.
    #[inline(always)]
    pub(super) fn predecessors_of_fills<const FAST: bool>(
        &self,
        fills: &Fills,
        slots: &[Slot],
        memo: &mut Memo<C>,
        visit: &mut dyn FnMut(usize, Parents<'_>),
    ) {
        let (mut run, mut origins) = (ShapeRun::default(), Origins::default());
        let mut block: Option<Block<'_>> = None;
        for (index, &Slot(slot)) in slots.iter().enumerate() {
            if !run.slots.contains(&slot) {
                run = self.run_of(fills, slot);
                self.find_origins(fills, &run, &mut origins);
                block = None;
            }
            let number = slot - run.slots.start;
            let here = block.filter(|block| block.has(number));
            let here = here.unwrap_or_else(|| run.block(&self.numbering.ranks, slot));
            block = Some(here);
            let set = run.expand::<FAST>(here.set(number));
            let [own, other] = run.sides(set);
            memo.parents.clear();
            let has_row = |set: Set| origins.rows.iter().any(|row| row & !set == 0);
            if !has_row(own) {
                let may_have_row = has_row(other);
                for origin in origins.all.iter().filter(|origin| other & origin.square != 0) {
                    let mover = other & !origin.square;
                    // The position before the move must not be over or elided.
                    let is_over = may_have_row && has_row(mover);
                    if !is_over && origins.rests[origin.rests.clone()].iter().all(|rest| rest & !mover != 0) {
                        memo.parents.push(self.slot_of_origin::<FAST>(origin, mover, own));
                    }
                }
            }
            if run.first.stabiliser > 1 {
                let (_, stabiliser) = self.least_image::<FAST>(run.sector, &run.first, set);
                if stabiliser > 1 {
                    memo.weigh(stabiliser);
                }
            }
            visit(index, &memo.parents);
        }
    }

    /// Finds the positions from which a move leads to a run.
    fn find_origins(&self, fills: &Fills, run: &ShapeRun, origins: &mut Origins) {
        let Origins { all, rests, rows } = origins;
        all.clear();
        rests.clear();
        rows.clear();
        let Some(&number) = self.materials[run.sector].parents.iter().flatten().next() else { return };
        let (number, numbering) = (usize::from(number), &self.numbering);
        let sector = &numbering.sectors[number];
        rows.extend(fills.nearly_full(run.shape));
        for square in squares(run.shape) {
            let shape = run.shape & !(1 << square);
            let place = numbering.place_of(sector, shape);
            let open = fills.open(place);
            if open >> square & 1 > 0 {
                let start = rests.len();
                rests.extend(rows.iter().filter_map(|&row| Some(Threat::of(row, shape, open)?.rest)));
                let first = numbering.record(sector, shape);
                all.push(Origin { square: 1 << square, sector: number, first, rests: start..rests.len() });
            }
        }
        rows.retain(|row| row & !run.shape == 0);
    }

    /// The slot of the position before a move, and the number of symmetries of this position.
    #[inline(always)]
    fn slot_of_origin<const FAST: bool>(&self, origin: &Origin, mover: Set, other: Set) -> (u64, u32) {
        let (numbering, first) = (&self.numbering, &origin.first);
        let sector = &numbering.sectors[origin.sector];
        let set = if sector.order[1] == 0 { mover } else { other };
        let turned = numbering.symmetries[usize::from(first.symmetry)].of(set);
        let (least, stabiliser) = self.least_image::<FAST>(origin.sector, first, turned);
        (sector.slots.start + u64::from(first.orbit) * sector.block + numbering.ranks.of(least), stabiliser)
    }
}
