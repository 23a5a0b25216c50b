//! A temporary store of moves. The moves are roughly sorted by child, and each move needs about three bytes. Later the
//! program converts the moves to lists of predecessors.
//!
//! The store puts each move into the bin of the move's child. There is one bin for every 65,536 slots. A move is stored
//! as two numbers. One number is the child's index within the bin, in two bytes. The other number is the difference
//! between the parent of the move and the parent of the previous move in the bin. This difference is stored [in as few
//! bytes as necessary](super::code). Moves are added in ascending order of parents. So the differences between parents
//! are small. A bin is a list of pages. The program releases the pages one by one while it converts the moves to lists.

use super::code;
use crate::kernel::budget::{Budget, PAGE};
use crate::kernel::solve::SolveError;

/// The number of lowest bits in which the slots of one bin differ. All higher bits of these slots are equal.
pub(super) const BIN_BITS: u32 = 16;
/// The number of slots whose moves go into one bin.
pub(super) const BIN_SLOTS: usize = 1 << BIN_BITS;

/// The number of bytes of a child's index within its bin.
const LOCAL: usize = size_of::<u16>();
/// The number of bytes that the store writes for each move. If a move does not need all of them, the next move
/// overwrites the rest.
const RECORD: usize = LOCAL + code::LOOKED_AT;
const FIRST_PAGE: usize = 128;

/// Moves in bins, added in ascending order of parents.
#[derive(Debug, Default)]
pub(crate) struct Bins {
    bins: Vec<Bin>,
}

/// The moves to the children of one bin.
#[derive(Debug, Default)]
pub(super) struct Bin {
    full: Vec<Page>,
    page: Page,
    /// The parent of the last move.
    parent: u32,
    moves: u64,
    /// The number of bytes of the moves on full pages.
    bytes: usize,
}

#[derive(Debug, Default)]
struct Page {
    bytes: Vec<u8>,
    used: usize,
}

impl Bins {
    /// Returns the maximum number of bytes for `moves` moves of `slots` positions. `threads` threads put the moves into
    /// bins, and each thread processes a contiguous range of parents.
    pub(super) fn most_bytes(slots: u64, moves: u64, threads: u64) -> u64 {
        let bins = slots.div_ceil(BIN_SLOTS as u64).max(1);
        let parents = code::most_bytes(moves, bins.saturating_mul(slots));
        let records = moves.saturating_mul(LOCAL as u64).saturating_add(parents);
        let each = (PAGE as u64).min(records / bins / threads / 2 + FIRST_PAGE as u64) + size_of::<Bin>() as u64;
        records.saturating_add(bins.saturating_mul(threads).saturating_mul(2 * each + 64))
    }

    /// Adds a move. The parent must not be smaller than the parent of the move before.
    #[inline]
    pub(crate) fn push(&mut self, parent: u32, child: u32, budget: &Budget) -> Result<(), SolveError> {
        let index = (child >> BIN_BITS) as usize;
        if index >= self.bins.len() {
            self.grow(index, parent, budget)?;
        }
        self.bins[index].push(parent, child as u16, budget)
    }

    #[cold]
    fn grow(&mut self, index: usize, parent: u32, budget: &Budget) -> Result<(), SolveError> {
        let more = (index + 1).saturating_sub(self.bins.capacity());
        budget.grow(&mut self.bins, more, parent.into())?;
        self.bins.resize_with(index + 1, Bin::default);
        Ok(())
    }

    /// Returns the bins, in ascending order of slots.
    pub(super) fn into_bins(self) -> impl Iterator<Item = Bin> {
        self.bins.into_iter()
    }
}

impl Bin {
    pub(super) const fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the number of bytes of the bin's moves. The unused rest of the last page is not counted.
    pub(super) const fn bytes(&self) -> u64 {
        (self.bytes + self.page.used) as u64
    }

    #[inline]
    fn push(&mut self, parent: u32, local: u16, budget: &Budget) -> Result<(), SolveError> {
        if self.page.used + RECORD > self.page.bytes.len() {
            self.turn_page(parent, budget)?;
        }
        let (ahead, length) = code::of(u64::from(parent - self.parent));
        let record = (u128::from(ahead) << (8 * LOCAL) | u128::from(local)).to_le_bytes();
        let Page { bytes, used } = &mut self.page;
        bytes[*used..*used + RECORD].copy_from_slice(&record[..RECORD]);
        *used += LOCAL + length;
        (self.parent, self.moves) = (parent, self.moves + 1);
        Ok(())
    }

    #[cold]
    fn turn_page(&mut self, parent: u32, budget: &Budget) -> Result<(), SolveError> {
        self.bytes += self.page.used;
        let size = (self.bytes / 2).clamp(FIRST_PAGE, PAGE);
        let mut bytes = budget.page(size, parent.into())?;
        bytes.resize(size, 0);
        let full = std::mem::replace(&mut self.page, Page { bytes, used: 0 });
        if full.used > 0 { budget.push(&mut self.full, full, parent.into()) } else { Ok(()) }
    }

    /// Visits the moves in ascending order of parents. `visit` receives the parent and the child's index within the
    /// bin.
    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(u32, u16)) {
        let mut parent = 0;
        for page in self.full.iter().chain([&self.page]) {
            parent = page.each(parent, &mut visit);
        }
    }

    /// Like [`each`](Self::each), but consumes the bin and releases its pages one by one.
    #[inline]
    pub(super) fn drain(self, budget: &Budget, mut visit: impl FnMut(u32, u16)) {
        let mut parent = 0;
        for page in self.full.into_iter().chain([self.page]) {
            parent = page.each(parent, &mut visit);
            budget.give_page(page.bytes);
        }
    }
}

impl Page {
    #[inline]
    fn each(&self, mut parent: u32, visit: &mut impl FnMut(u32, u16)) -> u32 {
        let mut at = 0;
        while at < self.used {
            let local = u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]);
            let (ahead, next) = code::read(&self.bytes, at + LOCAL);
            parent += ahead as u32;
            visit(parent, local);
            at = next;
        }
        parent
    }
}
