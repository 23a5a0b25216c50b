//! The division of the memory of a solve in scratch storage.

use super::super::channel::SendBuffer;
use super::super::messages::SlotMessage;
use super::super::segments::{self, Segments};
use super::cells::Cells;
use super::entry::ColumnEntry;
use crate::table::column::Code;

/// The sizes of the parts into which a solve in scratch storage divides its memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryPlan {
    pub(super) segments: Segments,
    /// The number of segments in a group. The cells of a group are either all in memory or all in scratch storage.
    pub(super) group: usize,
    /// The number of messages that one worker sends in a round.
    pub(super) round: usize,
    /// The number of 32-bit words in a unit of the spill files.
    pub(super) unit: usize,
    /// The memory in bytes for the cells that one worker holds. The cells of the group that the worker is changing are
    /// not included.
    pub(super) cells: u64,
}

/// The maximum number of slots. The limit is so high that no disk can hold the slots.
const MOST: u64 = 1 << 48;
/// The divisor that determines the memory for packets. A worker's memory divided by this number is the memory for the
/// packets that collect messages to each segment.
const SEGMENT_BUFFERS: u64 = 16;
/// A worker's memory divided by this number is the memory for the messages of a round.
const BATCHES: u64 = 8;
/// A worker's memory divided by this number is the memory for the cells of one group.
const GROUP: u64 = 16;
/// The maximum number of slots of a group, unless a single segment has more slots. A larger group would delay
/// checkpoints, because during seeding a checkpoint waits until a group is complete.
const MOST_GROUP: u64 = 1 << 25;
/// A worker's memory divided by this number is the memory for units of the spill files that are not full yet.
const UNITS: u64 = 32;
/// At the start of the solve, all cells together have a certain size. The memory for cells must be at least this size
/// divided by `TIMES`. With less memory for cells, the solve would read and write most cells on disk at every depth.
const TIMES: u64 = 16;
/// The least and the greatest number of words in a unit of the spill files. In shorter units, the two words before each
/// run of messages would take most of the space. Longer units would stay in memory too long, because a unit is written
/// only when it is full.
const LEAST_UNIT: u64 = 1 << 6;
const MOST_UNIT: u64 = 1 << 14;
/// The part of each worker's memory that does not depend on the table, in bytes.
const WORKER: u64 = 48 << 10;
/// The memory in bytes for one message of a round. There are three lists of messages. The worker fills one list, sends
/// the second, and reads the third. A list may have just doubled its capacity.
const MESSAGE: u64 = 3 * 2 * size_of::<SlotMessage>() as u64;
/// The memory in bytes for the location of one unit of decided slots. The location is in a list that may have just
/// doubled its capacity.
const UNIT: u64 = 2 * size_of::<ColumnEntry>() as u64;
/// The number of spill files of a worker. One contains messages, and the other contains decided slots.
const SPILL_FILES: u64 = 2;

impl MemoryPlan {
    /// Creates a plan for `slots` slots with counts of type `C`. Returns `None` if the memory is too small.
    pub(super) fn new<C: Code>(slots: u64, threads: usize, memory: u64) -> Option<Self> {
        if slots > MOST {
            return None;
        }
        let workers = segments::workers(slots, threads);
        let share = memory / workers;
        let segment_buffer = SendBuffer::bytes(1);
        let segments = Segments::few(slots, threads, (share / SEGMENT_BUFFERS / segment_buffer).max(1));
        let of_segment = Cells::<C>::most(1 << segments.shift());
        let group = (share / GROUP / of_segment).min(MOST_GROUP >> segments.shift()).max(1);
        let own = (segments.count() as u64).div_ceil(workers);
        let groups = own.div_ceil(group).max(1);
        let unit = (share / UNITS / (SPILL_FILES * groups) / WORD).min(MOST_UNIT);
        let round = share / BATCHES / MESSAGE;
        let segment_buffers = segments.count() as u64 * segment_buffer;
        let units = slots / workers / unit.max(1) * UNIT;
        // In addition to the cells in memory, a worker builds or reads one group at a time.
        let fixed = segment_buffers
            + share / BATCHES
            + 2 * group * of_segment
            + SPILL_FILES * groups * unit * WORD
            + units
            + WORKER;
        let cells = share.checked_sub(fixed)?;
        let fits = unit >= LEAST_UNIT && round > 0 && cells >= own * of_segment / TIMES;
        let (group, round, unit) = (group as usize, round as usize, unit as usize);
        fits.then_some(Self { segments, group, round, unit, cells })
    }

    /// Returns the minimum memory in bytes for which a plan exists. The result is rounded up by at most a sixteenth.
    pub(super) fn least<C: Code>(slots: u64, threads: usize) -> u64 {
        let fits = |memory: &u64| Self::new::<C>(slots, threads, *memory).is_some();
        let steps = (12..59).flat_map(|power| (16..32).map(move |sixteenths| (sixteenths << power) >> 4));
        steps.into_iter().find(fits).unwrap_or(u64::MAX)
    }

    /// Returns the number of groups of a worker.
    pub(super) fn groups(&self, me: usize) -> usize {
        let workers = self.segments.workers();
        (self.segments.count() + workers - 1 - me).div_ceil(workers).div_ceil(self.group)
    }

    /// Converts the index of a segment among its worker's segments to the segment's group and the index in this group.
    pub(super) const fn home(&self, local: usize) -> (usize, usize) {
        (local / self.group, local % self.group)
    }

    /// Returns the size of a unit in bytes.
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
                let least = MemoryPlan::least::<u8>(slots, threads);
                assert!(MemoryPlan::new::<u8>(slots, threads, least).is_some(), "{slots} slots, {threads} threads");
                assert!(slots < 1 << 27 || least < slots / 5, "{slots} slots, {threads} threads: {least}");
            }
        }
        assert_eq!([MOST + 1, u64::MAX].map(|slots| MemoryPlan::least::<u8>(slots, 2)), [u64::MAX; 2]);
    }
}
