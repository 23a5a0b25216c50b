//! The frontier. The frontier consists of the positions that were decided at one depth and are not expanded yet.

use super::messages::SlotMessage;
use super::segments::{Holding, Segments, Source};
use crate::rules::game::Slot;
use crate::table::column::{Code, with_codes};

/// The frontier of one worker at one depth. If a segment has few positions in the frontier, the frontier lists them. If
/// a segment has many positions in the frontier, the frontier does not list them. The frontier marks the segment for a
/// scan of the segment's codes instead. In a marked segment, a scan is as fast as reading a list. The scan needs no
/// memory.
pub(super) struct Frontier {
    capacity: usize,
    listed: Vec<SlotMessage>,
    runs: Vec<Run>,
    /// For each segment, whether the segment is marked for a scan.
    scanned: Vec<bool>,
    count: u64,
    cursor: Cursor,
}

/// A run of consecutive entries of the list, whose positions are all in one segment. A run contains either only
/// positions that the side to move has won, or only other positions. A run ends where the next run begins.
#[derive(Clone, Copy)]
struct Run {
    local: u32,
    won: bool,
    first: u32,
}

/// The progress of the expansion. The expansion first processes the runs, and then the segments that are marked for a
/// scan.
#[derive(Clone, Copy, Default)]
struct Cursor {
    run: usize,
    entry: usize,
    local: usize,
    place: usize,
}

/// The list of a worker holds at most one position per `LIST_SHARE` slots of the worker. If there are more positions,
/// the distance between two positions is so small that a scan finds the next position within a few cache lines.
const LIST_SHARE: u64 = 32;
/// The number of codes that a scan compares together.
const LINE: usize = 64;
/// The number of positions expanded between two checks of the clock, the messages and the cancel flag.
pub(super) const BATCH: usize = 256;

/// A batch of positions to expand together.
pub(super) struct Batch {
    /// The positions of the batch, in two lists. The first list has the positions that the side to move has not won,
    /// and the second list has the positions that the side to move has won. With separate lists, the expansion need not
    /// check each position.
    slots: [Vec<Slot>; 2],
}

/// The capacity of each list of a batch. A scan continues while the batch has fewer than `BATCH` positions. One step of
/// the scan adds at most `LINE` positions.
const ROOM: usize = BATCH + LINE;

impl Batch {
    pub(super) fn new() -> Self {
        Self { slots: [Vec::with_capacity(ROOM), Vec::with_capacity(ROOM)] }
    }

    fn len(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the lists that are not empty, each with a flag that says whether the side to move has won the positions
    /// of the list.
    pub(super) fn by_won(&self) -> impl Iterator<Item = (bool, &[Slot])> {
        let parts = [false, true].into_iter().zip(self.slots.iter().map(Vec::as_slice));
        parts.filter(|(_, slots)| !slots.is_empty())
    }

    /// Adds positions by their offsets in the segment that begins at slot `first`.
    #[inline]
    fn extend(&mut self, won: bool, first: u64, places: impl Iterator<Item = usize>) {
        self.slots[usize::from(won)].extend(places.map(|place| Slot(first + place as u64)));
    }

    fn clear(&mut self) {
        self.slots.iter_mut().for_each(Vec::clear);
    }
}

impl Frontier {
    /// Creates an empty frontier for a worker with this number of slots and segments.
    pub(super) fn new(slots: u64, segments: usize) -> Self {
        Self {
            capacity: (slots / LIST_SHARE) as usize,
            listed: Vec::new(),
            runs: Vec::new(),
            scanned: vec![false; segments],
            count: 0,
            cursor: Cursor::default(),
        }
    }

    /// Returns the maximum memory in bytes of a frontier for `slots` slots.
    pub(super) const fn bytes(slots: u64) -> u64 {
        slots / LIST_SHARE * size_of::<SlotMessage>() as u64
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// Adds positions of one segment. The argument `won` is the number of these positions that the side to move has
    /// won.
    pub(super) fn push(&mut self, local: usize, positions: &[SlotMessage], won: usize) {
        self.count += positions.len() as u64;
        if self.scanned[local] || positions.is_empty() {
            return;
        }
        if self.listed.len() + positions.len() > self.capacity {
            // The scan also finds the listed positions of this segment. So the expansion skips their entries in the
            // list.
            self.scanned[local] = true;
            return;
        }
        // The list reserves its maximum capacity at once, because a list that doubles its capacity could exceed this
        // maximum. If no memory is left for the list, the segment is marked for a scan.
        if self.listed.capacity() < self.listed.len() + positions.len()
            && self.listed.try_reserve_exact(self.capacity - self.listed.len()).is_err()
        {
            self.scanned[local] = true;
            return;
        }
        for (won, count) in [(false, positions.len() - won), (true, won)] {
            if count == 0 {
                continue;
            }
            self.begin_run(local as u32, won);
            if count == positions.len() {
                self.listed.extend_from_slice(positions);
            } else {
                self.listed.extend(positions.iter().filter(|position| position.won() == won));
            }
        }
    }

    /// Adds the positions to the frontiers of their new owners. The caller uses this method after it has assigned the
    /// segments to other workers. No position may have been expanded yet.
    pub(super) fn deal(&self, me: usize, segments: &Segments, anew: &Segments, frontiers: &mut [Self]) {
        let home = |local: usize| {
            let segment = segments.segment(me, local);
            (anew.owner(segment), anew.local(segment))
        };
        for (local, _) in self.scanned.iter().enumerate().filter(|(_, is_scanned)| **is_scanned) {
            let (owner, local) = home(local);
            frontiers[owner].scanned[local] = true;
        }
        let ends = self.runs.iter().skip(1).map(|run| run.first as usize).chain([self.listed.len()]);
        for (run, end) in self.runs.iter().zip(ends) {
            let (owner, local) = home(run.local as usize);
            let positions = &self.listed[run.first as usize..end];
            frontiers[owner].push(local, positions, if run.won { positions.len() } else { 0 });
        }
    }

    fn begin_run(&mut self, local: u32, won: bool) {
        if self.runs.last().is_none_or(|run| (run.local, run.won) != (local, won)) {
            self.runs.push(Run { local, won, first: self.listed.len() as u32 });
        }
    }

    pub(super) fn clear(&mut self) {
        self.listed.clear();
        self.runs.clear();
        self.scanned.fill(false);
        self.count = 0;
        self.cursor = Cursor::default();
    }

    /// Marks all segments for a scan, so that the scan finds all positions with the values to expand.
    pub(super) fn all(&mut self) {
        self.clear();
        self.scanned.fill(true);
    }

    /// Moves the next positions into the batch. If no position is left, the batch is empty when the method returns.
    pub(super) fn next_batch(
        &mut self,
        me: usize,
        segments: &Segments,
        codes: &Holding<'_>,
        source: Source,
        batch: &mut Batch,
    ) {
        batch.clear();
        self.list(me, segments, batch);
        while batch.len() < BATCH && self.cursor.local < self.scanned.len() {
            let local = self.cursor.local;
            if self.scanned[local] {
                let first = segments.first(segments.segment(me, local));
                let from = self.cursor.place;
                self.cursor.place = with_codes!(&codes.0, codes => scan(codes[local], from, source, first, batch));
            }
            if !self.scanned[local] || self.cursor.place == codes.len(local) {
                (self.cursor.local, self.cursor.place) = (local + 1, 0);
            }
        }
    }

    /// Replaces the codes `from` of the expanded positions by the codes `to`. Before this call, the caller must mark
    /// all segments with [`all`](Self::all).
    pub(super) fn recode_expanded(&self, codes: &mut Holding<'_>, from: Source, to: Source) {
        let Cursor { local: open, place, .. } = self.cursor;
        for local in 0..open {
            codes.recode(local, codes.len(local), from, to);
        }
        if place > 0 {
            codes.recode(open, place, from, to);
        }
    }

    fn list(&mut self, me: usize, segments: &Segments, batch: &mut Batch) {
        while let Some(run) = self.runs.get(self.cursor.run) {
            let end = self.runs.get(self.cursor.run + 1).map_or(self.listed.len(), |next| next.first as usize);
            let from = self.cursor.entry.max(run.first as usize);
            let some = &self.listed[from..end.min(from + BATCH - batch.len())];
            if !self.scanned[run.local as usize] {
                let first = segments.first(segments.segment(me, run.local as usize));
                batch.extend(run.won, first, some.iter().map(|position| position.place()));
            }
            self.cursor.entry = from + some.len();
            if self.cursor.entry == end {
                self.cursor.run += 1;
            } else if batch.len() == BATCH {
                return;
            }
        }
    }
}

/// Scans the codes of a segment from an offset on, until the batch is full. Returns the offset at which the next scan
/// begins.
#[expect(clippy::needless_bitwise_bool, reason = "vector instructions cannot evaluate lazy operators")]
fn scan<C: Code>(codes: &[C], from: usize, source: Source, first: u64, batch: &mut Batch) -> usize {
    let (win, loss) = match source {
        Source { win: Some(win), loss: Some(loss) } => (C::new(win), C::new(loss)),
        Source { win: Some(one), loss: None } | Source { win: None, loss: Some(one) } => (C::new(one), C::new(one)),
        Source { win: None, loss: None } => return codes.len(),
    };
    let mut place = from;
    while place < codes.len() && batch.len() < BATCH {
        let line = &codes[place..codes.len().min(place + LINE)];
        // The loop has no early exit, so that a few vector instructions compare the whole line.
        if line.iter().fold(false, |any, &code| any | (code == win) | (code == loss)) {
            for (&code, place) in line.iter().zip(place..) {
                if code == win || code == loss {
                    batch.extend(source.win == Some(code.get()), first, std::iter::once(place));
                }
            }
        }
        place += line.len();
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::solve::channel::Note;
    use crate::table::column::{Column, Width};

    #[test]
    fn positions_won_and_others_are_expanded_apart() {
        let segments = Segments::new(1 << 20, 1);
        let mut column = Column::zeroed(segments.slots(), Width::One).unwrap();
        let holdings = segments.deal(column.codes_mut());
        let mut frontier = Frontier::new(segments.slots(), segments.count());
        let message = |slot: u64| Note::new(Slot(slot), slot.is_multiple_of(3)).address(&segments);
        // The test adds positions to the list three times. In the second of the three lists, the side to move has won
        // only some of the positions.
        for slots in [[3, 6, 9, 12], [13, 15, 14, 18], [20, 22, 23, 25]] {
            let positions = slots.map(|slot| message(slot).1);
            frontier.push(0, &positions, SlotMessage::count_won(&positions));
        }
        assert_eq!(frontier.count(), 12);
        let (mut batch, source) = (Batch::new(), Source { win: None, loss: None });
        frontier.next_batch(0, &segments, &holdings[0], source, &mut batch);
        let all: Vec<(bool, Vec<u64>)> =
            batch.by_won().map(|(won, slots)| (won, slots.iter().map(|slot| slot.0).collect())).collect();
        assert_eq!(all, [(false, vec![13, 14, 20, 22, 23, 25]), (true, vec![3, 6, 9, 12, 15, 18])]);
        frontier.next_batch(0, &segments, &holdings[0], source, &mut batch);
        assert!(batch.is_empty());
    }
}
