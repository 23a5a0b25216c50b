//! Messages in spill files: messages to cells that are not in memory, and the positions decided at a depth.

use std::collections::BTreeMap;

use super::super::messages::SlotMessage;
use super::allocator::SpillAllocator;
use crate::kernel::solve::SolveError;

/// Messages by group of segments. They are written when they fill a unit.
pub(super) struct SpillFile {
    /// The groups that have messages.
    bins: BTreeMap<usize, GroupBuffer>,
    /// The number of words of a unit.
    unit: usize,
    room: Room,
}

/// The scratch space that messages take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// Exactly their size; it is never reused.
    Exact,
    /// One unit, which is reused later.
    Unit,
}

/// The location of written messages: their group, offset and number of words.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    at: u64,
    words: u32,
    group: u32,
}

impl Unit {
    pub(super) const fn group(self) -> usize {
        self.group as usize
    }
}

/// The messages of a group, in runs of messages to one segment. Each run begins with the segment's index in the group
/// and the number of messages.
#[derive(Default)]
struct GroupBuffer {
    words: Vec<u32>,
    /// The index of the last run's count, and the run's segment.
    run: Option<(usize, u32)>,
    written: Vec<Unit>,
    /// The number of messages.
    messages: usize,
}

/// The number of words before the messages of a run.
const HEAD: usize = 2;

impl SpillFile {
    pub(super) const fn new(unit: usize, room: Room) -> Self {
        Self { bins: BTreeMap::new(), unit, room }
    }

    /// Appends messages to a segment of a group.
    pub(super) fn push(
        &mut self,
        allocator: &SpillAllocator<'_>,
        group: usize,
        segment: u32,
        mut messages: &[SlotMessage],
    ) -> Result<(), SolveError> {
        if messages.is_empty() {
            return Ok(());
        }
        let bin = self.bins.entry(group).or_default();
        while !messages.is_empty() {
            if bin.words.len() + HEAD >= self.unit {
                bin.write(allocator, group, self.room)?;
            }
            let at = bin.run(segment, self.unit);
            let (now, later) = messages.split_at(messages.len().min(self.unit - bin.words.len()));
            bin.words.extend(now.iter().map(|message| message.bits()));
            bin.words[at] += now.len() as u32;
            bin.messages += now.len();
            messages = later;
        }
        Ok(())
    }

    /// Writes all buffered messages and empties the spill file. Appends the locations, by group, to `units`.
    pub(super) fn seal(&mut self, allocator: &SpillAllocator<'_>, units: &mut Vec<Unit>) -> Result<(), SolveError> {
        for (group, bin) in std::mem::take(&mut self.bins) {
            units.extend(bin.seal(allocator, group, self.room)?);
        }
        Ok(())
    }

    /// The groups that have messages, with their numbers of messages.
    pub(super) fn groups(&self) -> Vec<(usize, usize)> {
        self.bins.iter().map(|(&group, bin)| (group, bin.messages)).collect()
    }

    /// Passes the messages of a group to `visit`, run by run, and removes them.
    pub(super) fn open(
        &mut self,
        allocator: &SpillAllocator<'_>,
        group: usize,
        mut visit: impl FnMut(u32, &[SlotMessage]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let bin = self.bins.remove(&group).unwrap_or_default();
        for unit in bin.written {
            unit.each_run(allocator, &mut visit)?;
            allocator.give_back(unit.at);
        }
        each_run(bin.words, visit)
    }
}

impl GroupBuffer {
    /// The index of the count of the run for this segment. Begins a new run if the last one is of another segment.
    fn run(&mut self, segment: u32, unit: usize) -> usize {
        if let Some((at, last)) = self.run
            && last == segment
        {
            return at;
        }
        self.words.reserve_exact(unit - self.words.len());
        self.words.extend([segment, 0]);
        let at = self.words.len() - 1;
        self.run = Some((at, segment));
        at
    }

    fn write(&mut self, allocator: &SpillAllocator<'_>, group: usize, room: Room) -> Result<(), SolveError> {
        let at = match room {
            Room::Exact => allocator.piece(size_of_val(self.words.as_slice()) as u64)?,
            Room::Unit => allocator.unit()?,
        };
        let unit = Unit { at, words: self.words.len() as u32, group: group as u32 };
        allocator.write(unit.at, &self.words)?;
        self.written.push(unit);
        self.words.clear();
        self.run = None;
        Ok(())
    }

    /// Writes the buffered messages. Returns all locations.
    fn seal(mut self, allocator: &SpillAllocator<'_>, group: usize, room: Room) -> Result<Vec<Unit>, SolveError> {
        if !self.words.is_empty() {
            self.write(allocator, group, room)?;
        }
        Ok(self.written)
    }
}

impl Unit {
    /// Visits the runs of a unit: the segment's index in its group, and the messages.
    pub(super) fn each_run(
        self,
        allocator: &SpillAllocator<'_>,
        visit: impl FnMut(u32, &[SlotMessage]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut words = vec![0; self.words as usize];
        allocator.read(self.at, &mut words)?;
        each_run(words, visit)
    }
}

/// Visits runs: the segment's index in its group, and the messages.
fn each_run(
    words: Vec<u32>,
    mut visit: impl FnMut(u32, &[SlotMessage]) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let words: Vec<SlotMessage> = words.into_iter().map(SlotMessage::from_bits).collect();
    let mut rest = words.as_slice();
    while let Some((&[segment, count], behind)) = rest.split_first_chunk::<HEAD>() {
        let (messages, behind) = behind.split_at(count.bits() as usize);
        visit(segment.bits(), messages)?;
        rest = behind;
    }
    Ok(())
}
