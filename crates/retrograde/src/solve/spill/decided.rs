//! What is decided: where it is written down.

use super::spool::Unit;
use crate::state::Law;
use crate::table::Cell;
use crate::value::{Depth, Value};

/// What is known of one worker's slots when all depths are told.
#[derive(Default)]
pub(super) struct Decided {
    /// Those that are decided by moves, by law.
    pub(super) logs: [Log; 2],
    /// Those that are seeded and have predecessors to be told: for each law those of the first depths.
    pub(super) seeds: [[Vec<Unit>; SEEDED]; 2],
    /// The values that occur anywhere.
    pub(super) values: Vec<Value>,
}

/// The depths that seeds have.
pub(super) const SEEDED: usize = 3;

/// Where the positions decided by one law are written down, depth by depth.
#[derive(Default)]
pub(super) struct Log {
    pub(super) units: Vec<Unit>,
    /// By depth from 1 on, how many units there are up to it.
    ends: Vec<usize>,
}

impl Log {
    /// The units of a depth; none beyond the last, and none at depth 0, which no move decides.
    fn at(&self, depth: usize) -> &[Unit] {
        let Some(&end) = depth.checked_sub(1).and_then(|place| self.ends.get(place)) else { return &[] };
        let first = depth.checked_sub(2).map_or(0, |place| self.ends[place]);
        &self.units[first..end]
    }

    pub(super) fn end_depth(&mut self) {
        self.ends.push(self.units.len());
    }
}

impl Decided {
    /// The cells of a finished table, in their order, as the kernel in memory has them.
    pub(super) fn book(&self) -> Vec<Cell> {
        let mut decided: Vec<Cell> = self.values.iter().filter_map(|&value| Cell::of(value)).collect();
        decided.sort_unstable();
        decided.dedup();
        [Cell::HOLE, Cell::DRAW].into_iter().chain(decided).collect()
    }

    /// Where those positions of a depth that have predecessors to be told are written down.
    pub(super) fn frontier(&self, law: Law, depth: Depth) -> Vec<Unit> {
        let depth = depth.plies() as usize;
        let seeds = self.seeds[law as usize].get(depth).into_iter().flatten();
        seeds.chain(self.logs[law as usize].at(depth)).copied().collect()
    }

    /// The depths at which positions of a group were decided by moves, and where they are.
    pub(super) fn of_group(&self, law: Law, group: usize) -> impl Iterator<Item = (Depth, Unit)> {
        let log = &self.logs[law as usize];
        let depths = (1..=log.ends.len()).map(|depth| (Depth::new(depth as u32), log.at(depth)));
        let units = depths.flat_map(|(depth, units)| units.iter().map(move |&unit| (depth, unit)));
        units.filter(move |(_, unit)| unit.group() == group)
    }
}
