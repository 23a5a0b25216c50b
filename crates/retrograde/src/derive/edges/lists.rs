//! The stored predecessors. Each slot has a list of its predecessors in ascending order. Each predecessor needs about
//! three bytes.
//!
//! The first number of a list is the signed difference between the first predecessor and the slot. Every further number
//! of the list is the difference between a predecessor and the predecessor before it. All numbers are stored [in as few
//! bytes as necessary](super::code). If at least one move to a slot of the block does not pass the turn to the other
//! side, each number of the block has one more bit. The additional bit says whether the same side moves at the
//! predecessor. The lists are stored on pages. The pages reuse the memory of the bins (the temporary store of moves).

use super::bins::{BIN_BITS, BIN_SLOTS, Bin};
use super::code;
use super::order::Order;
use super::seeds::SeedTable;
use crate::kernel::budget::{Budget, PAGE};
use crate::kernel::solve::{Options, SolveError, Unsound, filled, unsound};
use crate::rules::game::Slot;

/// A block, which contains the predecessor lists of 65,536 consecutive slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists {
    /// The list of the slot with index `n` in the block extends from offset `starts[n]` to offset `starts[n + 1]`.
    starts: Vec<PageOffset>,
    pages: Vec<Vec<u8>>,
    moves: u64,
    /// The extra bits that are stored with each predecessor's number.
    flags: Flags,
}

/// An offset within the pages of a block. The bytes of all pages are numbered consecutively. No code begins in the last
/// bytes of a page. So a reader that loads a code never reads past the end of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PageOffset(u32);

impl PageOffset {
    #[inline]
    const fn page(self) -> usize {
        self.0 as usize / PAGE
    }

    #[inline]
    const fn byte(self) -> usize {
        self.0 as usize % PAGE
    }

    /// Returns the start of the next code. This start is the offset itself, or the start of the next page if the
    /// current page has too little space.
    #[inline]
    const fn of_code(self) -> Self {
        if self.byte() + code::LOOKED_AT > PAGE { Self((self.page() + 1) as u32 * PAGE as u32) } else { self }
    }
}

/// The extra bits that are stored with the numbers of predecessors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
enum Flags {
    /// No extra bit is needed, because every move passes the turn to the other side.
    #[default]
    Nothing = 0,
    /// The extra bit says whether the same side moves at the predecessor.
    Same = 1,
}

/// Returns the maximum number of bytes for the predecessor lists of `slots` slots, with `moves` moves from `parents`
/// positions.
pub(super) fn most_bytes(slots: u64, moves: u64, parents: u64) -> u64 {
    // A list stores the distance from the slot to its first predecessor, and the distances from each predecessor to the
    // next. The sign bit at most doubles the first of these numbers. The extra bit for the side to move doubles all
    // numbers of the list.
    let lists = slots.min(moves);
    let codes = code::most_bytes(moves, lists.saturating_mul(4).saturating_mul(parents));
    let (page, margin) = (PAGE as u64, code::LOOKED_AT as u64);
    if codes + margin < page / 2 { codes + margin } else { (codes / (page - margin) + 1).saturating_mul(page) }
}

/// Returns the maximum number of bytes of temporary memory while a block of `slots` slots is filled with `moves` moves.
pub(super) fn most_scratch(slots: u64, moves: u64) -> u64 {
    (2 * (slots + 1)).saturating_add(moves).saturating_mul(size_of::<u32>() as u64).saturating_add(PAGE as u64)
}

impl Lists {
    /// Returns the index of a slot's block, and the slot's index in that block.
    #[inline]
    pub(super) const fn place(slot: Slot) -> (usize, usize) {
        ((slot.0 >> BIN_BITS) as usize, slot.0 as usize % BIN_SLOTS)
    }

    pub(super) const fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the memory use in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let pages = self.pages.iter().map(Vec::capacity).sum::<usize>() + size_of_val(&*self.pages);
        (size_of_val(&*self.starts) + pages) as u64
    }

    /// Returns the predecessors of `slot`, whose index in this block is `place`.
    #[inline]
    pub(super) fn list(&self, slot: Slot, place: usize) -> List<'_> {
        let (at, end) = (self.starts[place], self.starts[place + 1]);
        let flags = self.flags as u32;
        let mut list = List { pages: &self.pages, at, end, flags, number: slot.0 << flags, is_done: at == end };
        if !list.is_done {
            list.number = list.number.wrapping_add(from_zigzag(list.read()));
        }
        list
    }

    /// Makes a block from the moves of some bins. All moves must lead to slots of this block, whose first slot is
    /// `first`.
    pub(super) fn fill(
        first: u64,
        bins: Vec<Bin>,
        seeds: &SeedTable,
        order: Order<'_>,
        budget: &Budget,
        options: &Options<'_>,
    ) -> Result<Self, SolveError> {
        let slots = (seeds.len() as u64).saturating_sub(first).min(BIN_SLOTS as u64);
        let mut ends = begins(first, slots, &bins, seeds, order)?;
        let parents = parents(&mut ends, bins, order, budget, options)?;
        Sorted { first, ends: &ends, parents: &parents, seeds }.coded(budget)
    }
}

/// An iterator over the predecessors of a slot; each item also says whether the predecessor has the same side to move
/// as the slot.
#[derive(Clone)]
pub(super) struct List<'a> {
    pages: &'a [Vec<u8>],
    at: PageOffset,
    end: PageOffset,
    /// The number of the next predecessor. If the block has an extra bit, it is the lowest bit of this number. The
    /// field is unused after the end of the list.
    number: u64,
    flags: u32,
    is_done: bool,
}

impl List<'_> {
    #[inline]
    fn read(&mut self) -> u64 {
        let at = self.at.of_code();
        let (number, next) = code::read(&self.pages[at.page()], at.byte());
        self.at = PageOffset(at.0 + (next - at.byte()) as u32);
        number
    }
}

impl Iterator for List<'_> {
    type Item = (Slot, bool);

    #[inline]
    fn next(&mut self) -> Option<(Slot, bool)> {
        if self.is_done {
            return None;
        }
        let parent = (Slot(self.number >> self.flags), self.number & u64::from(self.flags) == 1);
        if self.at == self.end {
            self.is_done = true;
        } else {
            self.number += self.read();
        }
        Some(parent)
    }
}

/// Converts a signed difference (in two's complement) to an unsigned number that is small if the difference is near 0.
#[inline]
const fn zigzag(way: u64) -> u64 {
    way << 1 ^ (way >> 63).wrapping_neg()
}

#[inline]
const fn from_zigzag(number: u64) -> u64 {
    number >> 1 ^ (number & 1).wrapping_neg()
}

/// Returns the start of each slot's list, in an array that contains all lists one after the other.
fn begins(first: u64, slots: u64, bins: &[Bin], seeds: &SeedTable, order: Order<'_>) -> Result<Vec<u32>, SolveError> {
    let mut counts = filled(slots, 0_u32)?;
    let mut stray = None;
    for bin in bins {
        bin.each(|parent, local| match counts.get_mut(usize::from(local)) {
            Some(count) if !seeds.is_hole(first as usize + usize::from(local)) => *count += 1,
            _ => stray = stray.or(Some(parent)),
        });
    }
    if let Some(parent) = stray {
        return Err(unsound(Slot(order.slot(parent).into()), Unsound::ChildWithout));
    }
    let mut sum = 0_u32;
    for count in &mut counts {
        let before = sum;
        sum = sum.checked_add(*count).ok_or(SolveError::NoMemory { needed: u32::MAX.into() })?;
        *count = before;
    }
    Ok(counts)
}

/// Returns the predecessor lists of all slots, one after the other. Before the call, `places` contains the start of
/// each list; after the call, `places` contains the end of each list.
fn parents(
    places: &mut [u32],
    bins: Vec<Bin>,
    order: Order<'_>,
    budget: &Budget,
    options: &Options<'_>,
) -> Result<Vec<u32>, SolveError> {
    let mut parents = filled(bins.iter().map(Bin::moves).sum(), 0_u32)?;
    for bin in bins {
        options.heed()?;
        bin.drain(budget, |parent, local| {
            let place = &mut places[usize::from(local)];
            parents[*place as usize] = order.slot(parent);
            *place += 1;
        });
    }
    if matches!(order, Order::Sorted(_)) {
        let mut begin = 0;
        for &end in &*places {
            parents[begin..end as usize].sort_unstable();
            begin = end as usize;
        }
    }
    Ok(parents)
}

/// The predecessor lists of the slots from `first` on, one after the other.
struct Sorted<'a> {
    first: u64,
    ends: &'a [u32],
    parents: &'a [u32],
    seeds: &'a SeedTable,
}

impl Sorted<'_> {
    fn coded(&self, budget: &Budget) -> Result<Lists, SolveError> {
        let flags = self.flags();
        let mut starts = filled(self.ends.len() as u64 + 1, PageOffset(0))?;
        let mut codes = CodeWriter { pages: Vec::new(), end: 0, budget };
        for (place, start) in starts.iter_mut().enumerate() {
            *start =
                PageOffset(u32::try_from(codes.end).map_err(|_| SolveError::NoMemory { needed: codes.end as u64 })?);
            let mut written = Ok(());
            self.each_code(place, flags, |code| {
                if written.is_ok() {
                    written = codes.push(code);
                }
            });
            written?;
        }
        Ok(Lists { starts, pages: codes.finish(), moves: self.parents.len() as u64, flags })
    }

    /// Returns the predecessors of the slot with index `place`. The result is empty for the index after the last slot.
    fn list(&self, place: usize) -> &[u32] {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.parents[begin as usize..self.ends.get(place).map_or(begin, |&end| end) as usize]
    }

    /// Chooses the extra bits. There is one extra bit if at least one of the moves does not change the side to move;
    /// otherwise there is none.
    fn flags(&self) -> Flags {
        let is_kept = |place: usize| {
            let turn = self.seeds.turn(self.first as usize + place);
            self.list(place).iter().any(|&parent| self.seeds.turn(parent as usize) == turn)
        };
        if (0..self.ends.len()).any(is_kept) { Flags::Same } else { Flags::Nothing }
    }

    /// Visits the codes of one list.
    #[inline]
    fn each_code(&self, place: usize, flags: Flags, mut visit: impl FnMut((u64, usize))) {
        let list = self.list(place);
        if list.is_empty() {
            return;
        }
        let slot = self.first + place as u64;
        let turn = self.seeds.turn(slot as usize);
        let number = |parent: u32| match flags {
            Flags::Nothing => u64::from(parent),
            Flags::Same => u64::from(parent) << 1 | u64::from(self.seeds.turn(parent as usize) == turn),
        };
        let mut before = number(list[0]);
        visit(code::of(zigzag(before.wrapping_sub(slot << flags as u32))));
        for &parent in &list[1..] {
            let next = number(parent);
            visit(code::of(next - before));
            before = next;
        }
    }
}

/// A writer that stores codes on pages.
struct CodeWriter<'a> {
    pages: Vec<Vec<u8>>,
    /// The start of the next code, as a [`PageOffset`].
    end: usize,
    budget: &'a Budget,
}

impl CodeWriter<'_> {
    #[inline]
    fn push(&mut self, (word, bytes): (u64, usize)) -> Result<(), SolveError> {
        if self.end % PAGE + code::LOOKED_AT > PAGE || self.pages.is_empty() {
            self.turn_page()?;
        }
        let at = self.end % PAGE;
        let Some(page) = self.pages.last_mut() else { return Ok(()) };
        page[at..at + code::LOOKED_AT].copy_from_slice(&word.to_le_bytes());
        self.end += bytes;
        Ok(())
    }

    #[cold]
    fn turn_page(&mut self) -> Result<(), SolveError> {
        self.end = self.pages.len() * PAGE;
        let mut page = self.budget.page(PAGE, 0)?;
        page.resize(PAGE, 0);
        self.pages.push(page);
        Ok(())
    }

    /// Returns the pages, and releases the unused part of the last page.
    fn finish(mut self) -> Vec<Vec<u8>> {
        if let Some(mut last) = self.pages.pop() {
            let used = self.end - self.pages.len() * PAGE;
            if used + code::LOOKED_AT < PAGE / 2 {
                let kept = last[..used + code::LOOKED_AT].to_vec();
                self.budget.keep(kept.capacity() as u64);
                self.budget.give_page(std::mem::replace(&mut last, kept));
            }
            self.pages.push(last);
        }
        self.pages.shrink_to_fit();
        self.pages
    }
}
