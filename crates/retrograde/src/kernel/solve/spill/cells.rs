//! The open slots of a group of segments.

use super::super::messages::Message;
use crate::kernel::state::Law;
use crate::table::column::Code;

/// A bit for each slot says whether it is open, and the open ones have their counts of open moves one behind the other. What is decided takes
/// no more than its bit, once the counts are [put together](Self::tidy): so cells become fewer while a game is being solved.
pub(super) struct Cells<C> {
    bits: Vec<u64>,
    /// By word of bits, how many are set before it in its block.
    ranks: Vec<u16>,
    /// By block, how many are set before it.
    bases: Vec<u32>,
    /// 0 if the slot was decided meanwhile.
    counts: Vec<C>,
    /// How many were.
    closed: usize,
}

/// Words of a block: its ranks fit 16 bits.
pub(super) const BLOCK: usize = 1 << 10;
pub(super) const BITS: usize = u64::BITS as usize;

impl<C: Code> Cells<C> {
    /// The most bytes that the cells of so many slots take.
    pub(super) const fn most(slots: u64) -> u64 {
        slots * size_of::<C>() as u64 + slots / 8 + slots / 32 + 64
    }

    /// For so many slots, none of which is open.
    pub(super) fn new(slots: usize) -> Self {
        let words = slots.div_ceil(BITS);
        Self { bits: vec![0; words], ranks: Vec::new(), bases: Vec::new(), counts: Vec::new(), closed: 0 }
    }

    /// Those that were [taken apart](Self::parts).
    pub(super) fn of(bits: Vec<u64>, counts: Vec<C>) -> Self {
        let mut cells = Self { bits, ranks: Vec::new(), bases: Vec::new(), counts, closed: 0 };
        cells.rank();
        cells
    }

    /// All that there is to be kept of them: bits, counts, and by block of bits how many are set before it.
    pub(super) fn parts(&self) -> (&[u64], &[C], &[u32]) {
        (&self.bits, &self.counts, &self.bases)
    }

    /// Visits the slots that are open, with their counts.
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

    /// Opens a slot beyond all that are open.
    pub(super) fn open(&mut self, slot: usize, count: u32) {
        self.bits[slot / BITS] |= 1 << (slot % BITS);
        self.counts.push(C::new(count));
    }

    pub(super) fn bytes(&self) -> u64 {
        let Self { bits, ranks, bases, counts, .. } = self;
        let bytes = size_of_val(bits.as_slice()) + size_of_val(ranks.as_slice()) + size_of_val(bases.as_slice());
        (bytes + counts.capacity() * size_of::<C>()) as u64
    }

    /// Whether so many are decided that it is worth while to put the others together.
    pub(super) const fn is_untidy(&self) -> bool {
        self.closed * 4 > self.counts.len()
    }

    /// Forgets the slots that were decided.
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

    /// Counts the bits before each word.
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

    /// Where the count of a slot stands.
    #[inline]
    fn place(&self, slot: usize) -> Option<usize> {
        let at = slot / BITS;
        let below = 1_u64 << (slot % BITS);
        let word = *self.bits.get(at)?;
        let before = || (word & (below - 1)).count_ones() + u32::from(self.ranks[at]) + self.bases[at / BLOCK];
        (word & below != 0).then(|| before() as usize)
    }

    /// Applies messages to the slots of a segment that begins at `first`; adds to `marked` the ones that decided their slots.
    pub(super) fn apply(&mut self, first: usize, messages: &[Message], law: Law, marked: &mut Vec<Message>) {
        let before = marked.len();
        for &message in messages {
            let Some(place) = self.place(first + message.place()) else { continue };
            let (after, decided) = told(self.counts[place].get(), message, law);
            self.counts[place] = C::new(after);
            if decided {
                marked.push(message);
            }
        }
        self.closed += marked.len() - before;
    }
}

/// What a message makes of a count of open moves, 0 if the slot is decided; and whether that decides the slot.
#[inline]
pub(super) const fn told(count: u32, message: Message, law: Law) -> (u32, bool) {
    let decides = matches!(law, Law::Ties) || message.won() || count == 1;
    (if decides { 0 } else { count.saturating_sub(1) }, decides && count > 0)
}

/// Where the count of a slot stands, by the bits of its block and how many are set before that; `None` if it is not open.
pub(super) fn place_in_block(bits: &[u64], base: u32, slot: usize) -> Option<usize> {
    let (at, below) = (slot / BITS % BLOCK, 1_u64 << (slot % BITS));
    let word = *bits.get(at)?;
    let before = || bits[..at].iter().map(|word| word.count_ones()).sum::<u32>() + (word & (below - 1)).count_ones();
    (word & below != 0).then(|| (base + before()) as usize)
}

/// The cells of a group: in memory, or not.
pub(super) enum Home<C> {
    Here(Cells<C>),
    Away(Away),
}

/// Cells on scratch: bits, and behind them counts.
pub(super) struct Away {
    pub(super) at: u64,
    /// How many counts there are.
    pub(super) open: usize,
    /// By block of bits, how many are set before it.
    pub(super) bases: Vec<u32>,
}
