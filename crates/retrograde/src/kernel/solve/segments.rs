//! Segments (contiguous ranges of slots), and the worker that owns each segment.

use std::ops::Range;

use super::partition::{MOST, Partition, process_of};
use crate::kernel::options::Options;
use crate::kernel::transport::{Member, Transport};
use crate::rules::game::Slot;
use crate::table::column::{Code, Codes, Width, with_codes};
use crate::table::shares::Shares;

/// The division of the slots into segments, and the assignment of the segments to the workers.
///
/// A segment is a contiguous range of `2^shift` slots; the last segment may be shorter. A segment is small enough for a
/// core's cache. Successive segments are assigned to successive workers, and each worker has many segments. So all
/// workers stay busy even if slots that are close to each other have similar depths. Each worker also numbers its own
/// segments from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segments {
    slots: u64,
    shift: u32,
    partition: Partition,
}

/// The base-2 logarithm of the maximum number of slots in a segment. An offset in a segment and one flag share 32 bits.
const MAX_SHIFT: u32 = 31;
/// The base-2 logarithm of the minimum number of slots in a segment if one process solves the game. In smaller
/// segments, the cost of packets would exceed the benefit.
const MIN_SHIFT: u32 = 12;
/// The base-2 logarithm of a number of slots. The cells of a segment with this number of slots fit in a core's cache if
/// each cell has one or two bytes. Larger segments are made only for a small table with one worker, and if there would
/// otherwise be too many segments.
const BEST_SHIFT: u32 = 16;
/// The maximum number of segments. If the table is very large, there may be more segments, because `MAX_SHIFT` limits
/// their size.
const MOST_SEGMENTS: u64 = 1 << 14;
/// The number of segments per worker, if the table has enough slots.
const SEGMENTS_EACH: u64 = 64;
/// The maximum number of slots that a single worker solves as one segment. With one segment, messages need no sorting.
/// The cells of these slots fit in a core's cache.
const ONE_SEGMENT: u64 = 1 << 19;
/// The approximate minimum number of slots per worker. With fewer slots, the use of another thread costs more time than
/// it saves.
const MIN_SLOTS_EACH: u64 = 1 << 16;
/// The base-2 logarithm of the minimum number of slots in a segment if several processes solve the game. A worker seeds
/// this minimum number of slots in one call.
const MIN_SHIFT_DISTRIBUTED: u32 = 10;

/// Returns the number of workers for a table with `slots` slots; at most `threads`.
pub(super) fn workers(slots: u64, threads: usize) -> u64 {
    (threads as u64).min(MOST).min(slots / MIN_SLOTS_EACH + 1).max(1)
}

impl Segments {
    pub(super) fn new(slots: u64, threads: usize) -> Self {
        let workers = workers(slots, threads);
        let partition = Partition::alone(workers as usize);
        if workers == 1 && slots <= ONE_SEGMENT {
            return Self { slots, shift: slots.max(1 << MIN_SHIFT).next_power_of_two().ilog2(), partition };
        }
        Self { slots, shift: shift(slots, workers, MIN_SHIFT), partition }
    }

    /// Divides the slots into segments for the workers of all processes of a transport. The function does not reduce
    /// the number of workers if there are few slots.
    pub(super) fn distributed(slots: u64, transport: &dyn Transport) -> Self {
        Self::by_partition(slots, Partition::distributed(transport))
    }

    /// Divides the slots into segments for the workers of a given partition.
    pub(super) fn by_partition(slots: u64, partition: Partition) -> Self {
        Self { slots, shift: shift(slots, partition.workers() as u64, MIN_SHIFT_DISTRIBUTED), partition }
    }

    /// Divides the slots of a table with tiers of about `each` slots into segments. The segments are small, so that
    /// every worker has work in each tier, and so that it costs little to round a small tier up to whole segments.
    pub(super) fn of_tiers(slots: u64, each: u64, partition: Partition) -> Self {
        let shift = shift(slots, partition.workers() as u64, MIN_SHIFT_DISTRIBUTED);
        let by_tier = (each / (partition.workers() as u64 * SEGMENTS_EACH)).max(1).ilog2().max(MIN_SHIFT_DISTRIBUTED);
        Self { slots, shift: shift.min(by_tier).max(by_count(slots)), partition }
    }

    /// Returns only the segments that contain slots of the range `slots`, numbered from 0. Each segment keeps its
    /// owner.
    pub(super) fn around(&self, slots: &Range<u64>) -> Self {
        let [first, end] = [self.home(Slot(slots.start)).0, slots.end.div_ceil(1 << self.shift) as usize];
        let end = if end < self.count() { self.first(end) } else { self.slots };
        Self { slots: end - self.first(first), shift: self.shift, partition: self.partition.from(first) }
    }

    /// Divides the slots into at most `most` segments. If `MAX_SHIFT` does not allow segments of the necessary size,
    /// there are more than `most` segments.
    pub(super) fn few(slots: u64, threads: usize, most: u64) -> Self {
        let all = Self::new(slots, threads);
        let shift = slots.div_ceil(most).max(1).next_power_of_two().ilog2();
        Self { shift: all.shift.max(shift).min(MAX_SHIFT), ..all }
    }

    /// Assigns all segments to one worker.
    pub(super) fn for_one(&self) -> Self {
        Self { partition: Partition::alone(1), ..*self }
    }

    pub(super) const fn slots(&self) -> u64 {
        self.slots
    }

    /// Returns the number of workers of all processes.
    pub(super) const fn workers(&self) -> usize {
        self.partition.workers()
    }

    /// Returns the indices of this process's workers among all workers.
    pub(super) const fn here(&self) -> Range<usize> {
        self.partition.here()
    }

    /// Returns whether other processes own some segments.
    pub(super) fn are_shared(&self) -> bool {
        self.here().len() < self.workers()
    }

    /// Returns the number of segments of a worker.
    pub(super) fn share(&self, worker: usize) -> usize {
        self.partition.share(worker, self.count())
    }

    /// Returns the number of slots in the segments that belong to this process.
    pub(super) fn slots_here(&self) -> u64 {
        let segments: u64 = self.here().map(|worker| self.share(worker) as u64).sum();
        // The last segment may be shorter.
        let last = self.count().checked_sub(1).filter(|&last| self.here().contains(&self.owner(last)));
        let missing = last.map_or(0, |last| (1 << self.shift) - (self.slots - self.first(last)));
        // A game may report any number of slots, up to u64::MAX. So the computation uses 128 bits.
        ((u128::from(segments) << self.shift) - u128::from(missing)) as u64
    }

    /// Returns the number of segments.
    pub(super) const fn count(&self) -> usize {
        self.slots.div_ceil(1 << self.shift) as usize
    }

    /// Returns the base-2 logarithm of the number of slots of a segment.
    #[inline]
    pub(super) const fn shift(&self) -> u32 {
        self.shift
    }

    /// Returns the segment that contains a slot, and the slot's offset in this segment.
    #[inline]
    pub(super) const fn home(&self, slot: Slot) -> (usize, u32) {
        ((slot.0 >> self.shift) as usize, slot.0 as u32 & ((1 << self.shift) - 1))
    }

    /// Returns the first slot of a segment.
    #[inline]
    pub(super) const fn first(&self, segment: usize) -> u64 {
        (segment as u64) << self.shift
    }

    #[inline]
    pub(super) const fn owner(&self, segment: usize) -> usize {
        self.partition.owner(segment)
    }

    /// Returns the index of a segment among the segments of its owner.
    #[inline]
    pub(super) fn local(&self, segment: usize) -> usize {
        self.partition.local(segment)
    }

    /// Returns the segment that has the index `local` among the segments of `worker`.
    #[inline]
    pub(super) fn segment(&self, worker: usize, local: usize) -> usize {
        self.partition.segment(worker, local)
    }

    /// Returns the segments of this process with their slots, in the order in which this process's column stores them.
    pub(super) fn all_here(&self) -> impl Iterator<Item = (usize, Range<u64>)> {
        let here = self.here();
        let own = (0..self.count()).filter(move |&segment| here.contains(&self.owner(segment)));
        own.map(|segment| (segment, self.first(segment)..self.slots.min(self.first(segment + 1))))
    }

    /// Returns the partition of the slots among all processes, and the index of this process.
    pub(super) fn shares(&self, transport: Option<&dyn Transport>) -> (Shares, usize) {
        let Some(transport) = transport else { return (Shares::whole(self.slots), 0) };
        (self.shares_of(transport.members()), transport.process())
    }

    /// Returns the partition of the slots among the processes `members`.
    pub(super) fn shares_of(&self, members: &[Member]) -> Shares {
        let turns = self.partition.round().iter().map(|&worker| process_of(members, worker.into()) as u16);
        Shares::in_turns(self.slots, self.shift, turns.collect())
    }

    /// Splits the column of this process into segments, and returns the segments of each worker.
    pub(super) fn deal<'t>(&self, codes: Codes<&'t mut [u8], &'t mut [u16], &'t mut [u32]>) -> Vec<Holding<'t>> {
        match codes {
            Codes::One(codes) => self.deal_codes(codes).into_iter().map(|codes| Holding(Codes::One(codes))).collect(),
            Codes::Two(codes) => self.deal_codes(codes).into_iter().map(|codes| Holding(Codes::Two(codes))).collect(),
            Codes::Four(codes) => self.deal_codes(codes).into_iter().map(|codes| Holding(Codes::Four(codes))).collect(),
        }
    }

    fn deal_codes<'t, C>(&self, mut codes: &'t mut [C]) -> Vec<Vec<&'t mut [C]>> {
        let here = self.here();
        let mut distributed: Vec<_> = here.clone().map(|_| Vec::new()).collect();
        for (segment, slots) in self.all_here() {
            let (own, rest) = codes.split_at_mut((slots.end - slots.start) as usize);
            distributed[self.owner(segment) - here.start].push(own);
            codes = rest;
        }
        distributed
    }
}

/// Chooses the base-2 logarithm of the segment size. With small segments, all workers can get equal shares. The
/// segments must be large enough that there are not too many of them.
fn shift(slots: u64, workers: u64, least: u32) -> u32 {
    let by_work = (slots / (workers * SEGMENTS_EACH)).max(1).ilog2().clamp(least, BEST_SHIFT);
    by_work.max(by_count(slots))
}

/// Returns the smallest base-2 logarithm of the segment size for which there are at most `MOST_SEGMENTS` segments. The
/// result is at most `MAX_SHIFT`.
fn by_count(slots: u64) -> u32 {
    slots.div_ceil(MOST_SEGMENTS).max(1).next_power_of_two().ilog2().min(MAX_SHIFT)
}

/// The codes of the segments that one worker owns.
pub(super) struct Holding<'t>(pub(super) Codes<Parts<'t, u8>, Parts<'t, u16>, Parts<'t, u32>>);

/// A list of segments, each as the codes of its slots.
type Parts<'t, C> = Vec<&'t mut [C]>;

impl Holding<'_> {
    /// Returns the number of segments.
    pub(super) fn count(&self) -> usize {
        with_codes!(&self.0, segments => segments.len())
    }

    /// Returns the number of slots of a segment.
    pub(super) fn len(&self, local: usize) -> usize {
        with_codes!(&self.0, segments => segments[local].len())
    }

    /// Writes the codes of seeds into a segment, from an offset on. The argument `seeds` contains 32-bit codes.
    /// Truncation turns the highest 32-bit codes into the highest codes of the width.
    pub(super) fn write(&mut self, local: usize, from: usize, seeds: &[u32]) {
        with_codes!(&mut self.0, segments => write(&mut segments[local][from..], seeds));
    }

    /// Returns the code at an offset in a segment.
    pub(super) fn get(&self, local: usize, place: usize) -> u32 {
        with_codes!(&self.0, segments => segments[local][place].get())
    }

    /// Changes the code at an offset in a segment.
    pub(super) fn set(&mut self, local: usize, place: usize, code: u32) {
        with_codes!(&mut self.0, segments => segments[local][place] = Code::new(code));
    }

    /// Replaces, among the first `end` codes of a segment, each code of `from` by the corresponding code of `to`.
    pub(super) fn recode(&mut self, local: usize, end: usize, from: Source, to: Source) {
        let pairs = [(from.win, to.win), (from.loss, to.loss)];
        with_codes!(&mut self.0, segments => for code in &mut segments[local][..end] {
            for (from, to) in pairs {
                if let (Some(from), Some(to)) = (from, to) && code.get() == from {
                    *code = Code::new(to);
                }
            }
        });
    }

    /// Replaces every code of the solve by the code that has the same value in the finished table. An undecided slot
    /// gets the code `draw`. Any other slot gets the entry of `numbers` for its old code. The first entry of `numbers`
    /// is for the last code, the second entry for the code before it, and so on.
    pub(super) fn finish(&mut self, width: Width, numbers: &[u32], draw: u32) {
        with_codes!(&mut self.0, segments => segments.iter_mut().for_each(|codes| finish(codes, width, numbers, draw)));
    }
}

fn write<C: Code>(codes: &mut [C], seeds: &[u32]) {
    // Truncation does not change a count that fits in the width. It also does not change the distance of a code from
    // the last code.
    codes.iter_mut().zip(seeds).for_each(|(code, &seed)| *code = C::new(seed));
}

fn finish<C: Code>(codes: &mut [C], width: Width, numbers: &[u32], draw: u32) {
    let last = width.last();
    if width == Width::One {
        let of = |code: usize| C::new(numbers.get(last as usize - code).copied().unwrap_or(draw));
        let by_code: [C; 256] = std::array::from_fn(of);
        return codes.iter_mut().for_each(|code| *code = by_code[code.get() as usize % 256]);
    }
    for code in codes {
        *code = C::new(numbers.get((last - code.get()) as usize).copied().unwrap_or(draw));
    }
}

/// The codes of the two values whose positions are expanded at one depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) win: Option<u32>,
    pub(super) loss: Option<u32>,
}

/// Returns the transport to the processes that own some of the segments, if there are any.
pub(super) fn transport_of<'o>(options: &Options<'o>, segments: &Segments) -> Option<&'o dyn Transport> {
    options.transport.filter(|_| segments.are_shared()).map(|transport| &**transport as &dyn Transport)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::column::Column;

    #[test]
    fn segments_cover_every_slot_once() {
        for (slots, threads) in [(0, 1), (1, 3), (5_000, 2), (100_000, 1), (990_000, 2), (1_234_567, 7)] {
            let segments = Segments::new(slots, threads);
            let mut column = Column::zeroed(slots, Width::Four).unwrap();
            let mut holdings = segments.deal(column.codes_mut());
            let mut seen = 0;
            for (worker, holding) in holdings.iter_mut().enumerate() {
                for local in 0..holding.count() {
                    let (segment, length) = (segments.segment(worker, local), holding.len(local));
                    assert_eq!((segments.owner(segment), segments.local(segment)), (worker, local));
                    for place in 0..length {
                        let slot = segments.first(segment) + place as u64;
                        assert_eq!(
                            segments.home(Slot(slot)),
                            (segment, place as u32),
                            "{slots} slots, {threads} threads"
                        );
                    }
                    seen += length as u64;
                }
            }
            assert_eq!(seen, slots);
            assert!(slots == 0 || segments.home(Slot(slots - 1)).0 + 1 == segments.count());
        }
    }

    #[test]
    fn a_part_of_the_segments_stays_with_its_workers() {
        let members = [Member { workers: 2, weight: 3 }, Member { workers: 1, weight: 1 }];
        for process in 0..members.len() {
            let all = Segments::by_partition(1_000_000, Partition::of(&members, process));
            for slots in [0..1, 0..1_000_000, 5_000..900_001, 999_999..1_000_000, 1 << 12..1 << 14] {
                let (part, first) = (all.around(&slots), all.home(Slot(slots.start)).0);
                assert!(all.first(first) + part.slots() >= slots.end, "{slots:?}");
                for segment in 0..part.count() {
                    assert_eq!(part.owner(segment), all.owner(first + segment), "{slots:?}");
                }
                let here = part.all_here().map(|(_, slots)| slots.end - slots.start).sum::<u64>();
                assert_eq!(here, part.slots_here(), "{slots:?}");
            }
        }
    }

    #[test]
    fn a_huge_numbering_has_larger_segments_not_more_workers() {
        let segments = Segments::new(1 << 40, 2);
        assert_eq!((segments.workers(), segments.count() as u64), (2, MOST_SEGMENTS));
        let last = Slot((1 << 40) - 1);
        let (segment, place) = segments.home(last);
        assert_eq!(segments.first(segment) + u64::from(place), last.0);
    }
}
