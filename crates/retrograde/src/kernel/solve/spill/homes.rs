//! Applies messages to the cells of a worker's groups of segments. The cells are in memory or in scratch storage.

use super::cells::{Away, BITS, BLOCK, Cells, Home, count_after, place_in_block};
use super::site::Site;
use super::worker::{SpillWorker, count};
use crate::kernel::options::SolveError;
use crate::kernel::state::SweepLaw;
use crate::table::column::Code;

impl<C: Code> SpillWorker<'_, C> {
    pub(super) fn write_counts<D: Code>(&self, group: usize, codes: &mut [D]) -> Result<(), SolveError> {
        let write = |slot: usize, count: C| codes[slot] = D::new(count.get());
        match &self.groups[group] {
            Home::Here(cells) => cells.each(write),
            Home::Away(_) => self.fetch(group)?.each(write),
        }
        Ok(())
    }

    /// Reads the cells of a group into memory, and applies the messages of the group to them.
    pub(super) fn change_here(&mut self, group: usize, law: SweepLaw, marks: &mut [u64; 2]) -> Result<(), SolveError> {
        let size = 1 << self.pool.segments.shift();
        let mut cells = self.fetch(group)?;
        let Self { next_frontier, site: Site { allocator, .. }, pending, .. } = self;
        let mut new = Vec::new();
        pending.open(allocator, group, |number, messages| {
            new.clear();
            cells.apply(number as usize * size, messages, law, &mut new);
            count(&new, law, marks);
            next_frontier.push(allocator, group, number, &new)
        })?;
        cells.tidy();
        self.settle(group, cells)
    }

    /// Applies a few messages to a group in scratch storage. The method reads only those blocks of the group that
    /// contain a receiver of a message.
    pub(super) fn change_there(&mut self, group: usize, law: SweepLaw, marks: &mut [u64; 2]) -> Result<(), SolveError> {
        let size = 1_usize << self.pool.segments.shift();
        let words = self.words_of_group();
        let Self { next_frontier, site: Site { allocator, .. }, pending, groups, .. } = self;
        let Home::Away(Away { at, bases, .. }) = &groups[group] else { return Ok(()) };
        let counts = at + (words * 8) as u64;
        let mut bits = [0_u64; BLOCK];
        pending.open(allocator, group, |number, messages| {
            for &message in messages {
                let slot = number as usize * size + message.place();
                let block = slot / BITS / BLOCK;
                let bits = &mut bits[..BLOCK.min(words - block * BLOCK)];
                allocator.read(at + (block * BLOCK * 8) as u64, bits)?;
                let Some(place) = place_in_block(bits, bases[block], slot) else { continue };
                let mut cell = [C::new(0)];
                let of_cell = counts + place as u64 * C::WIDTH.bytes();
                allocator.read(of_cell, &mut cell)?;
                let (after, decided) = count_after(cell[0].get(), message, law);
                allocator.write(of_cell, &[C::new(after)])?;
                if decided {
                    count(&[message], law, marks);
                    next_frontier.push(allocator, group, number, &[message])?;
                }
            }
            Ok(())
        })
    }

    /// Compacts the cells of each group in memory, if the compaction saves enough memory.
    pub(super) fn tidy(&mut self) {
        for home in &mut self.groups {
            if let Home::Here(cells) = home
                && cells.is_untidy()
            {
                self.held -= cells.bytes();
                cells.tidy();
                self.held += cells.bytes();
            }
        }
    }

    /// Returns the number of machine words in a group's bit set.
    fn words_of_group(&self) -> usize {
        (self.site.plan.group << self.pool.segments.shift()).div_ceil(BITS)
    }

    /// Reads the cells of a group from scratch storage.
    fn fetch(&self, group: usize) -> Result<Cells<C>, SolveError> {
        let Home::Away(Away { at, open, .. }) = &self.groups[group] else { return Ok(Cells::new(0)) };
        let (mut bits, mut counts) = (vec![0_u64; self.words_of_group()], vec![C::new(0); *open]);
        self.site.allocator.read(*at, &mut bits)?;
        self.site.allocator.read(at + size_of_val(bits.as_slice()) as u64, &mut counts)?;
        Ok(Cells::of(bits, counts))
    }

    /// Stores the compacted cells of a group in memory if they fit there, and otherwise in scratch storage.
    pub(super) fn settle(&mut self, group: usize, cells: Cells<C>) -> Result<(), SolveError> {
        let home = if self.held + cells.bytes() <= self.site.plan.cells {
            self.held += cells.bytes();
            Home::Here(cells)
        } else {
            Home::Away(self.send_away(group, &cells)?)
        };
        match self.groups.get_mut(group) {
            Some(place) => *place = home,
            None => self.groups.push(home),
        }
        Ok(())
    }

    /// Writes the cells of a group to scratch storage. If the cells were in scratch storage before, the method writes
    /// them to the same offset. The space suffices, because the cells of a group never need more space than before.
    fn send_away(&self, group: usize, cells: &Cells<C>) -> Result<Away, SolveError> {
        let (bits, counts, bases) = cells.parts();
        let (of_bits, of_counts) = (size_of_val(bits) as u64, size_of_val(counts) as u64);
        let at = match self.groups.get(group) {
            Some(Home::Away(Away { at, .. })) => *at,
            _ => self.site.allocator.piece(of_bits + of_counts)?,
        };
        self.site.allocator.write(at, bits)?;
        self.site.allocator.write(at + of_bits, counts)?;
        Ok(Away { at, open: counts.len(), bases: bases.to_vec() })
    }
}
