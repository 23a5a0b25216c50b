//! What a solve on scratch does with its memory.

use super::super::messages::Message;
use super::super::post::Outbox;
use super::super::segments::{self, Segments};
use super::cells::Cells;
use super::entry::Entry;
use crate::table::column::Code;

/// How much of everything fits a memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) segments: Segments,
    /// The segments of a group: what is in memory as a whole, or not at all.
    pub(super) group: usize,
    /// The messages that one worker sends in a round.
    pub(super) round: usize,
    /// The words of a unit of what is written.
    pub(super) unit: usize,
    /// The bytes of cells that one worker holds, beside the group that it works on.
    pub(super) cells: u64,
}

/// More slots than any disk holds.
const MOST: u64 = 1 << 48;
/// The part of the memory that mail is sorted into, by segment.
const TRAYS: u64 = 16;
/// That of mail in a round.
const MAIL: u64 = 8;
/// That of one group.
const GROUP: u64 = 16;
/// The most slots of a group, unless one segment has more: while seeding, a checkpoint waits until a group is seeded.
const MOST_GROUP: u64 = 1 << 25;
/// That of what waits until it fills a unit.
const UNITS: u64 = 32;
/// Of all cells, at first, so many times what is held must do, or every depth would be a pass over the disk.
const TIMES: u64 = 16;
/// Units of fewer words would be mostly heads; of more, they wait long.
const LEAST_UNIT: u64 = 1 << 6;
const MOST_UNIT: u64 = 1 << 14;
/// The bytes of a worker that depend on nothing.
const WORKER: u64 = 48 << 10;
/// The bytes of a message in a round: written, carried and read, in lists that may have doubled just before they were full.
const MESSAGE: u64 = 3 * 2 * size_of::<Message>() as u64;
/// The bytes that tell where a unit of what was decided is, in a list that may have doubled.
const UNIT: u64 = 2 * size_of::<Entry>() as u64;
/// Both mail and what was decided wait in units.
const SPOOLS: u64 = 2;

impl Plan {
    /// For a numbering of so many slots whose counts take a code each; `None` if the memory is too small.
    pub(super) fn new<C: Code>(slots: u64, threads: usize, memory: u64) -> Option<Self> {
        if slots > MOST {
            return None;
        }
        let workers = segments::workers(slots, threads);
        let share = memory / workers;
        let tray = Outbox::bytes(1);
        let segments = Segments::few(slots, threads, (share / TRAYS / tray).max(1));
        let of_segment = Cells::<C>::most(1 << segments.shift());
        let group = (share / GROUP / of_segment).min(MOST_GROUP >> segments.shift()).max(1);
        let own = (segments.count() as u64).div_ceil(workers);
        let groups = own.div_ceil(group).max(1);
        let unit = (share / UNITS / (SPOOLS * groups) / WORD).min(MOST_UNIT);
        let round = share / MAIL / MESSAGE;
        let trays = segments.count() as u64 * tray;
        let units = slots / workers / unit.max(1) * UNIT;
        // A group is built, or read, beside those that are held.
        let fixed = trays + share / MAIL + 2 * group * of_segment + SPOOLS * groups * unit * WORD + units + WORKER;
        let cells = share.checked_sub(fixed)?;
        let fits = unit >= LEAST_UNIT && round > 0 && cells >= own * of_segment / TIMES;
        let (group, round, unit) = (group as usize, round as usize, unit as usize);
        fits.then_some(Self { segments, group, round, unit, cells })
    }

    /// The least memory that does, to a sixteenth.
    pub(super) fn least<C: Code>(slots: u64, threads: usize) -> u64 {
        let fits = |memory: &u64| Self::new::<C>(slots, threads, *memory).is_some();
        let steps = (12..59).flat_map(|power| (16..32).map(move |sixteenths| (sixteenths << power) >> 4));
        steps.into_iter().find(fits).unwrap_or(u64::MAX)
    }

    /// The groups of a worker.
    pub(super) fn groups(&self, me: usize) -> usize {
        let workers = self.segments.workers();
        (self.segments.count() + workers - 1 - me).div_ceil(workers).div_ceil(self.group)
    }

    /// The group of a segment, as its owner calls both, and the segment's number there.
    pub(super) const fn home(&self, local: usize) -> (usize, usize) {
        (local / self.group, local % self.group)
    }

    /// The bytes of a unit.
    pub(super) const fn unit_bytes(&self) -> u64 {
        self.unit as u64 * WORD
    }
}

const WORD: u64 = size_of::<u32>() as u64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_memory_does_and_a_large_table_takes_a_tenth_of_it() {
        for threads in [1, 2] {
            for slots in [1, 4_096, 300_000, 249_442_767, 1 << 33, 1 << 40, MOST] {
                let least = Plan::least::<u8>(slots, threads);
                assert!(Plan::new::<u8>(slots, threads, least).is_some(), "{slots} slots, {threads} threads");
                assert!(slots < 1 << 27 || least < slots / 5, "{slots} slots, {threads} threads: {least}");
            }
        }
        assert_eq!([MOST + 1, u64::MAX].map(|slots| Plan::least::<u8>(slots, 2)), [u64::MAX; 2]);
    }
}
