//! Access to one worker's slots in scratch storage.

use std::ops::Range;

use super::allocator::SpillAllocator;
use super::column::ScratchColumn;
use super::plan::MemoryPlan;
use crate::kernel::options::SolveError;
use crate::table::column::Code;

/// The data that one worker needs to find its slots in scratch storage.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) me: usize,
    pub(super) plan: &'a MemoryPlan,
    pub(super) allocator: &'a SpillAllocator<'a>,
    pub(super) column: &'a ScratchColumn<'a>,
}

impl Site<'_> {
    /// Returns the number of slots of a segment; the last segment may have fewer.
    pub(super) const fn segment_size(&self) -> usize {
        1 << self.plan.segments.shift()
    }

    /// Returns the segments of one of this worker's groups, each with its index in the group and with its slots.
    pub(super) fn segments(&self, group: usize) -> impl Iterator<Item = (usize, Range<u64>)> + use<> {
        segments_of(self.plan, self.me, group)
    }

    /// Reads the codes of a group from the column.
    pub(super) fn read<C: Code>(&self, group: usize) -> Result<Vec<C>, SolveError> {
        let size = self.segment_size();
        let mut codes = vec![C::new(0); self.plan.group * size];
        for (number, slots) in self.segments(group) {
            self.column.read(slots.start, part(&mut codes, number * size, &slots))?;
        }
        Ok(codes)
    }

    /// Writes the codes of a group to the column.
    pub(super) fn write<C: Code>(&self, group: usize, codes: &mut [C]) -> Result<(), SolveError> {
        let size = self.segment_size();
        self.segments(group)
            .try_for_each(|(number, slots)| self.column.write(slots.start, part(codes, number * size, &slots)))
    }
}

/// Returns the codes of one segment, as a part of the codes of its group.
pub(super) fn part<'c, C>(codes: &'c mut [C], from: usize, slots: &Range<u64>) -> &'c mut [C] {
    &mut codes[from..][..(slots.end - slots.start) as usize]
}

/// Returns the segments of the group `group` of the worker `me`, each with its index in the group and with its slots.
fn segments_of(plan: &MemoryPlan, me: usize, group: usize) -> impl Iterator<Item = (usize, Range<u64>)> + use<> {
    let (segments, each) = (plan.segments, plan.group);
    let own = (0..each).map(move |number| (number, segments.segment(me, group * each + number)));
    own.take_while(move |&(_, segment)| segment < segments.count()).map(move |(number, segment)| {
        let first = segments.first(segment);
        (number, first..segments.slots().min(first + (1 << segments.shift())))
    })
}
