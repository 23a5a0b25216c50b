//! Spill files. A spill file contains messages to cells that are not in memory, or it contains positions that were
//! decided at a depth.

use std::collections::BTreeMap;

use super::super::messages::SlotMessage;
use super::allocator::SpillAllocator;
use crate::kernel::solve::SolveError;

/// A spill file collects messages for each group of segments. When the messages to a group fill a unit, the spill file
/// writes them to scratch storage.
pub(super) struct SpillFile {
    /// The messages of each group that has messages.
    bins: BTreeMap<usize, GroupBuffer>,
    /// The number of 32-bit words in a unit.
    unit: usize,
    room: Room,
}

/// The kind of scratch space that is allocated when buffered messages are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// The space has exactly the size of the messages. This space is never reused.
    Exact,
    /// The space has the size of one unit. After the unit is freed, another unit reuses this space.
    Unit,
}

/// The location of written messages in scratch storage, and the group that they belong to.
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

/// The buffered messages of a group. The messages of a group are stored in runs, and all messages of a run are to one
/// segment. Each run begins with a header, which consists of the segment's index in the group and the number of
/// messages.
#[derive(Default)]
struct GroupBuffer {
    words: Vec<u32>,
    /// The last run of the group. The first number of this pair is the index in `words` of the run's message count. The
    /// second number of this pair is the run's segment.
    run: Option<(usize, u32)>,
    written: Vec<Unit>,
    /// The number of messages that are buffered or written.
    messages: usize,
}

/// The number of words in the header of a run. The messages of the run follow the header.
const HEAD: usize = 2;

impl SpillFile {
    pub(super) const fn new(unit: usize, room: Room) -> Self {
        Self { bins: BTreeMap::new(), unit, room }
    }

    /// Appends messages that are addressed to a segment of a group.
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

    /// Writes all buffered messages and empties the spill file. Appends the locations of all written messages, sorted
    /// by group, to `units`.
    pub(super) fn seal(&mut self, allocator: &SpillAllocator<'_>, units: &mut Vec<Unit>) -> Result<(), SolveError> {
        for (group, bin) in std::mem::take(&mut self.bins) {
            units.extend(bin.seal(allocator, group, self.room)?);
        }
        Ok(())
    }

    /// Returns the groups that have messages, each with its number of messages.
    pub(super) fn groups(&self) -> Vec<(usize, usize)> {
        self.bins.iter().map(|(&group, bin)| (group, bin.messages)).collect()
    }

    /// Removes the messages of a group from the spill file and passes them to `visit`, run by run.
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
    /// Returns the index in `words` at which the message count of this segment's run is stored. If the last run belongs
    /// to another segment, the method begins a new run.
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

    /// Writes the buffered messages. Returns the locations of all messages of the group.
    fn seal(mut self, allocator: &SpillAllocator<'_>, group: usize, room: Room) -> Result<Vec<Unit>, SolveError> {
        if !self.words.is_empty() {
            self.write(allocator, group, room)?;
        }
        Ok(self.written)
    }
}

impl Unit {
    /// Visits the runs of a unit. For each run, `visit` receives the messages of the run, and the index that
    /// the run's segment has in its group.
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

/// Decodes and visits runs. For each run, `visit` receives the messages of the run, and the index that the run's segment
/// has in its group.
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
