//! A compact list of the children of positions. The positions are in the order in which they were expanded. All numbers
//! of a page have the same width in bytes.

use super::number::Number;
use crate::derive::edges::code;
use crate::kernel::budget::{Budget, PAGE};
use crate::kernel::solve::SolveError;

/// Lists of numbers on pages. Reading releases the pages one by one.
#[derive(Default)]
pub(super) struct Stream {
    pages: Vec<NumberPage>,
    bytes: usize,
    moves: u64,
}

struct NumberPage {
    bytes: Vec<u8>,
    /// The number of bytes of each number on the page.
    width: usize,
}

const FIRST_PAGE: usize = 64;
/// The maximum number of bytes that a list needs in addition to its numbers. These bytes are the bytes for the length
/// of the list, and the bytes after the list that a reader loads together with the last number.
const MARGIN: usize = 2 * code::LOOKED_AT;

/// Returns the number of bytes (two, three or four) for each number of a list whose largest number is `largest`.
const fn width(largest: u32) -> usize {
    match largest {
        0..0x1_0000 => 2,
        0x1_0000..0x100_0000 => 3,
        _ => 4,
    }
}

impl Stream {
    /// Returns the total number of children in all lists.
    pub(super) const fn moves(&self) -> u64 {
        self.moves
    }

    /// Appends a list of ascending numbers.
    pub(super) fn push(&mut self, list: &[u32], budget: &Budget) -> Result<(), SolveError> {
        let wide = list.last().map_or(0, |&largest| width(largest));
        // A page is never narrower than the page before. Position numbers grow during the search. So later lists would
        // soon contain numbers that are too large for a narrower page.
        let width = self.pages.last().map_or(2, |page| page.width).max(wide);
        let room = list.len() * width + MARGIN;
        let fits = |page: &NumberPage| page.width == width && page.bytes.capacity() - page.bytes.len() >= room;
        if !self.pages.last().is_some_and(fits) {
            self.turn_page(room, width, budget)?;
        }
        let Some(NumberPage { bytes, .. }) = self.pages.last_mut() else { return Ok(()) };
        let before = bytes.len();
        let (count, length) = code::of(list.len() as u64);
        bytes.extend_from_slice(&count.to_le_bytes()[..length]);
        for number in list {
            bytes.extend_from_slice(&number.to_le_bytes()[..width]);
        }
        self.bytes += bytes.len() - before;
        self.moves += list.len() as u64;
        Ok(())
    }

    #[cold]
    fn turn_page(&mut self, room: usize, width: usize, budget: &Budget) -> Result<(), SolveError> {
        let size = (self.bytes / 2).clamp(FIRST_PAGE, PAGE).max(room);
        let bytes = budget.page(size, self.bytes as u64)?;
        budget.push(&mut self.pages, NumberPage { bytes, width }, self.bytes as u64)
    }

    /// Visits the numbers of all lists, each with the index of its list. Releases the pages one by one.
    pub(super) fn drain(
        self,
        budget: &Budget,
        mut visit: impl FnMut(u32, Number) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut list = 0;
        for mut page in self.pages {
            let end = page.bytes.len();
            page.bytes.resize(end + code::LOOKED_AT, 0);
            let mut at = 0;
            while at < end {
                at = page.each_of_list(at, |number| visit(list, number))?;
                list += 1;
            }
            budget.give_page(page.bytes);
        }
        Ok(())
    }
}

impl NumberPage {
    /// Visits the list that begins at `at`, and returns the start of the next list. The page must end with
    /// [`code::LOOKED_AT`] unused bytes.
    #[inline]
    fn each_of_list(
        &self,
        at: usize,
        mut visit: impl FnMut(Number) -> Result<(), SolveError>,
    ) -> Result<usize, SolveError> {
        let (count, first) = code::read(&self.bytes, at);
        let end = first + count as usize * self.width;
        let mask = u32::MAX >> (u32::BITS - 8 * self.width as u32);
        for at in (first..end).step_by(self.width) {
            let word: [u8; 4] = self.bytes[at..at + 4].try_into().expect("four bytes");
            visit(Number(u32::from_le_bytes(word) & mask))?;
        }
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::solve::Options;

    #[test]
    fn lists_are_read_as_they_were_written() {
        let budget = Budget::new(&Options::default());
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut stream, mut lists) = (Stream::default(), Vec::new());
        for round in 0..2000 {
            let longest = 1 << (round / 100).min(23);
            let length = if round % 500 == 0 { 10_000 } else { rng.usize(..20) };
            let mut list = (0..length).map(|_| rng.u32(..longest) << 8 | rng.u32(..256)).collect::<Vec<_>>();
            list.sort_unstable();
            stream.push(&list, &budget).unwrap();
            lists.push(list);
        }
        let mut again = vec![Vec::new(); lists.len()];
        let drained = stream.drain(&budget, |list, number| {
            again[list as usize].push(number.0);
            Ok(())
        });
        assert_eq!((drained, again == lists), (Ok(()), true));
    }
}
