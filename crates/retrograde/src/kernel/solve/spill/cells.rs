//! The open slots (positions that are not decided yet) of a group of segments, with their counts of open moves.

use super::super::messages::SlotMessage;
use crate::kernel::state::SweepLaw;
use crate::table::column::Code;

/// The cells of a group of segments. One bit for each slot says whether the slot is open. The counts of open moves of
/// the open slots are stored without gaps. The counts are [compacted](Self::tidy) at intervals. After that, a decided
/// slot needs only its bit. So the cells need less and less memory during a solve.
pub(super) struct Cells<C> {
    bits: Vec<u64>,
    /// For each word of `bits`, the number of set bits in the word's block before the word.
    ranks: Vec<u16>,
    /// For each block, the number of set bits before the block.
    bases: Vec<u32>,
    /// The counts of open moves. A count is 0 if its slot was decided after the last compaction. A compaction removes
    /// the counts of decided slots.
    counts: Vec<C>,
    /// The number of counts that are 0.
    closed: usize,
}

/// The number of 64-bit words of a block. A block is so small that the number of set bits before a word of the block
/// (`ranks`) fits in 16 bits.
pub(super) const BLOCK: usize = 1 << 10;
pub(super) const BITS: usize = u64::BITS as usize;

impl<C: Code> Cells<C> {
    /// Returns the maximum memory in bytes of the cells of `slots` slots.
    pub(super) const fn most(slots: u64) -> u64 {
        slots * size_of::<C>() as u64 + slots / 8 + slots / 32 + 64
    }

    /// Creates the cells of `slots` slots. At first, no slot is open.
    pub(super) fn new(slots: usize) -> Self {
        let words = slots.div_ceil(BITS);
        Self { bits: vec![0; words], ranks: Vec::new(), bases: Vec::new(), counts: Vec::new(), closed: 0 }
    }

    /// Restores cells from stored [parts](Self::parts).
    pub(super) fn of(bits: Vec<u64>, counts: Vec<C>) -> Self {
        let mut cells = Self { bits, ranks: Vec::new(), bases: Vec::new(), counts, closed: 0 };
        cells.rank();
        cells
    }

    /// Returns the parts of the cells that are stored. The stored parts are the bits, the counts, and, for each block,
    /// the number of set bits before the block.
    pub(super) fn parts(&self) -> (&[u64], &[C], &[u32]) {
        (&self.bits, &self.counts, &self.bases)
    }

    /// Visits the open slots with their counts.
    pub(super) fn each(&self, mut visit: impl FnMut(usize, C)) {
        let mut counts = self.counts.iter();
        for (&word, first) in self.bits.iter().zip((0..).step_by(BITS)) {
            let mut left = word;
            while left != 0 {
                if let Some(&count) = counts.next().filter(|count| count.get() > 0) {
                    visit(first + left.trailing_zeros() as usize, count);
                }
                left &= left - 1;
            }
        }
    }

    /// Opens a slot with this count. All open slots must be before this slot.
    pub(super) fn open(&mut self, slot: usize, count: u32) {
        self.bits[slot / BITS] |= 1 << (slot % BITS);
        self.counts.push(C::new(count));
    }

    pub(super) fn bytes(&self) -> u64 {
        let Self { bits, ranks, bases, counts, .. } = self;
        let bytes = size_of_val(bits.as_slice()) + size_of_val(ranks.as_slice()) + size_of_val(bases.as_slice());
        (bytes + counts.capacity() * size_of::<C>()) as u64
    }

    /// Returns whether many slots were decided after the last compaction, so that a new compaction saves enough memory.
    pub(super) const fn is_untidy(&self) -> bool {
        self.closed * 4 > self.counts.len()
    }

    /// Compacts the counts, that is, removes the counts of decided slots.
    pub(super) fn tidy(&mut self) {
        let (mut from, mut to) = (0, 0);
        for word in &mut self.bits {
            let mut left = *word;
            while left != 0 {
                let lowest = left & left.wrapping_neg();
                let count = self.counts[from];
                if count.get() == 0 {
                    *word ^= lowest;
                } else {
                    self.counts[to] = count;
                    to += 1;
                }
                from += 1;
                left ^= lowest;
            }
        }
        self.counts.truncate(to);
        self.counts.shrink_to_fit();
        self.closed = 0;
        self.rank();
    }

    /// Counts the set bits before each word and before each block.
    pub(super) fn rank(&mut self) {
        self.ranks.clear();
        self.bases.clear();
        let mut all = 0;
        for block in self.bits.chunks(BLOCK) {
            self.bases.push(all);
            let mut here = 0;
            for word in block {
                self.ranks.push(here as u16);
                here += word.count_ones();
            }
            all += here;
        }
    }

    /// Returns the index of a slot's count. Returns `None` if the slot is not open.
    #[inline]
    fn place(&self, slot: usize) -> Option<usize> {
        let at = slot / BITS;
        let below = 1_u64 << (slot % BITS);
        let word = *self.bits.get(at)?;
        let before = || (word & (below - 1)).count_ones() + u32::from(self.ranks[at]) + self.bases[at / BLOCK];
        (word & below != 0).then(|| before() as usize)
    }

    /// Applies messages to the slots of the segment that begins at `first`. Appends to `marked` the messages that
    /// decided a slot.
    pub(super) fn apply(
        &mut self,
        first: usize,
        messages: &[SlotMessage],
        law: SweepLaw,
        marked: &mut Vec<SlotMessage>,
    ) {
        let before = marked.len();
        for &message in messages {
            let Some(place) = self.place(first + message.place()) else { continue };
            let (after, decided) = count_after(self.counts[place].get(), message, law);
            self.counts[place] = C::new(after);
            if decided {
                marked.push(message);
            }
        }
        self.closed += marked.len() - before;
    }
}

/// Returns the count of open moves after a message, and whether the message decides the slot. The count is 0 if the
/// slot is decided.
#[inline]
pub(super) const fn count_after(count: u32, message: SlotMessage, law: SweepLaw) -> (u32, bool) {
    let decides = matches!(law, SweepLaw::Ties) || message.won() || count == 1;
    (if decides { 0 } else { count.saturating_sub(1) }, decides && count > 0)
}

/// Computes the index of a slot's count from the bits of its block. `base` is the number of set bits before the block.
/// Returns `None` if the slot is not open.
pub(super) fn place_in_block(bits: &[u64], base: u32, slot: usize) -> Option<usize> {
    let (at, below) = (slot / BITS % BLOCK, 1_u64 << (slot % BITS));
    let word = *bits.get(at)?;
    let before = || bits[..at].iter().map(|word| word.count_ones()).sum::<u32>() + (word & (below - 1)).count_ones();
    (word & below != 0).then(|| (base + before()) as usize)
}

/// The cells of a group of segments, either in memory or in scratch storage.
pub(super) enum Home<C> {
    Here(Cells<C>),
    Away(Away),
}

/// The location of cells in scratch storage. The counts follow the bits.
pub(super) struct Away {
    pub(super) at: u64,
    /// The number of stored counts.
    pub(super) open: usize,
    /// For each block of bits, the number of set bits before the block.
    pub(super) bases: Vec<u32>,
}
