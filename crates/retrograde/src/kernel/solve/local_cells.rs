//! The cells that this process holds, and its answers to queries of other processes.

use std::ops::Range;

use super::segments::Segments;
use super::store::Store;
use crate::kernel::options::{Options, SolveError};
use crate::rules::game::Slot;
use crate::rules::message::Message;
use crate::table::cell::{Cell, Table};
use crate::table::column::{Code, Codes, Column, with_codes};
use crate::table::values::Values;

/// The cells of the slots that this process holds.
pub(super) struct LocalCells {
    pub(super) segments: Segments,
    pub(super) store: Store,
    /// The cell of each code. All processes have the same list.
    pub(super) codebook: Vec<Cell>,
    /// For each segment that this process holds, the index in `store` of the segment's first code.
    places: Vec<Option<u64>>,
}

/// A query from another process. In [`Transport`](crate::kernel::transport::Transport), a query is called a question.
pub(super) enum Question {
    /// A query for the codes of these slots.
    Codes(Vec<u64>),
    /// A query for the codes of a range of slots. The fields are the first slot and the length of the range.
    Run(u64, u64),
    /// A query for the number of slots that have each code.
    Census,
}

/// The number of codes that are counted between two checks for cancellation.
const PIECE: u64 = 1 << 18;

impl LocalCells {
    pub(super) fn new(segments: Segments, store: Store, codebook: Vec<Cell>) -> Self {
        let (mut places, mut at) = (vec![None; segments.count()], 0);
        for (segment, slots) in segments.all_here() {
            places[segment] = Some(at);
            at += slots.end - slots.start;
        }
        Self { segments, store, codebook, places }
    }

    /// Returns the index of a slot's code in `store`, if this process holds the slot. Another process may ask for a
    /// slot that does not exist.
    pub(super) fn place(&self, slot: u64) -> Option<u64> {
        let (segment, place) = self.segments.home(Slot(slot));
        if slot >= self.segments.slots() {
            return None;
        }
        self.places.get(segment).copied().flatten().map(|at| at + u64::from(place))
    }

    /// Returns the cell at an index in `store`.
    pub(super) fn cell_at(&self, place: u64) -> Result<Cell, Message> {
        let code = |codes: Codes<&[u8], &[u16], &[u32]>| with_codes!(codes, codes => codes[0].get());
        self.store.with(place..place + 1, code).map(|code| self.cell(code))
    }

    /// Reads consecutive cells, beginning at an index in `store`.
    pub(super) fn cells_from(&self, place: u64, cells: &mut [Cell]) -> Result<(), Message> {
        self.store.with(place..place + cells.len() as u64, |codes| {
            with_codes!(codes, codes => {
                cells.iter_mut().zip(codes).for_each(|(cell, code)| *cell = self.cell(code.get()));
            });
        })
    }

    pub(super) fn cell(&self, code: u32) -> Cell {
        self.codebook.get(code as usize).copied().unwrap_or(Cell::HOLE)
    }

    /// Counts the slots of each code.
    pub(super) fn census(&self) -> Result<Vec<u64>, Message> {
        let mut counts = vec![0; self.codebook.len()];
        self.pieces().try_for_each(|places| self.count(places, &mut counts))?;
        Ok(counts)
    }

    /// Like [`census`](Self::census), but stops if the solve is cancelled.
    fn counts(&self, options: &Options<'_>) -> Result<Vec<u64>, SolveError> {
        let mut counts = vec![0; self.codebook.len()];
        for places in self.pieces() {
            options.heed()?;
            self.count(places, &mut counts).map_err(|reason| SolveError::Scratch { reason })?;
        }
        Ok(counts)
    }

    fn pieces(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        let all = self.store.slots();
        (0..all).step_by(PIECE as usize).map(move |first| first..all.min(first + PIECE))
    }

    fn count(&self, places: Range<u64>, counts: &mut [u64]) -> Result<(), Message> {
        self.store.with(places, |codes| {
            with_codes!(codes, codes => for code in codes {
                if let Some(count) = counts.get_mut(code.get() as usize) {
                    *count += 1;
                }
            });
        })
    }

    /// Returns the answer to a query. Returns `None` if the query is invalid, if it asks for slots of another process,
    /// or if the codes cannot be read.
    pub(super) fn answer(&self, question: &[u8]) -> Option<Vec<u8>> {
        let width = self.store.width().bytes() as usize;
        match Question::of(question)? {
            Question::Run(first, count) => {
                let place = self.place(first)?;
                let last = self.place(first.checked_add(count)?.checked_sub(1)?)?;
                if last.checked_sub(place)? != count - 1 {
                    return None;
                }
                let mut codes = Vec::with_capacity(count as usize * width);
                self.store.with(place..last + 1, |run| append(run, &mut codes)).ok()?;
                Some(codes)
            }
            Question::Codes(slots) => {
                let mut codes = Vec::with_capacity(slots.len() * width);
                for slot in slots {
                    let place = self.place(slot)?;
                    self.store.with(place..place + 1, |code| append(code, &mut codes)).ok()?;
                }
                Some(codes)
            }
            Question::Census => Some(self.census().ok()?.into_iter().flat_map(u64::to_le_bytes).collect()),
        }
    }

    /// Converts the cells to a table. This process must hold all slots.
    pub(super) fn values(self, options: &Options<'_>) -> Result<Box<dyn Values + Send>, SolveError> {
        let counts = match &self.store {
            Store::Memory(_) => Vec::new(),
            Store::Scratch(_) => self.counts(options)?,
        };
        match self.store {
            Store::Memory(column) => Ok(Box::new(in_order(column, &self.codebook))),
            Store::Scratch(region) => Ok(Box::new(region.values(self.codebook.into_iter().zip(counts).collect()))),
        }
    }
}

/// Creates a table with a sorted codebook, and renumbers the codes to match. So the table does not depend on the order
/// in which the solve found the cells.
pub(super) fn in_order(mut column: Column, codebook: &[Cell]) -> Table {
    let mut ordered = codebook.to_vec();
    ordered.sort_unstable();
    let place = |cell: &Cell| ordered.binary_search(cell).unwrap_or_default() as u32;
    let places: Vec<u32> = codebook.iter().map(place).collect();
    with_codes!(column.codes_mut(), codes => for code in codes {
        *code = Code::new(places[code.get() as usize]);
    });
    Table::new(column, ordered)
}

fn append(codes: Codes<&[u8], &[u16], &[u32]>, bytes: &mut Vec<u8>) {
    with_codes!(codes, codes => bytes.extend_from_slice(bytemuck::cast_slice(codes)));
}

impl Question {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let of = |kind: u8, words: &[u64]| {
            std::iter::once(kind).chain(words.iter().copied().flat_map(u64::to_le_bytes)).collect()
        };
        match self {
            Self::Codes(slots) => of(0, slots),
            Self::Run(first, count) => of(1, &[*first, *count]),
            Self::Census => of(2, &[]),
        }
    }

    fn of(bytes: &[u8]) -> Option<Self> {
        let (&kind, rest) = bytes.split_first()?;
        let mut words = words(rest);
        match kind {
            0 => Some(Self::Codes(words.collect())),
            1 => Some(Self::Run(words.next()?, words.next()?)),
            2 => Some(Self::Census),
            _ => None,
        }
    }
}

pub(super) fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().copied().map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::super::partition::Partition;
    use super::*;
    use crate::kernel::transport::Member;
    use crate::table::column::Width;

    /// The last segment may be shorter than the other segments. Queries for slots after the last segment have no
    /// answer, because these slots do not exist.
    #[test]
    fn slots_that_there_are_not_have_no_answer() {
        for slots in [1, 1_000, 5_000] {
            let segments = Segments::by_partition(slots, Partition::of(&[Member { workers: 1, weight: 1 }], 0));
            let store = Store::Memory(Column::zeroed(slots, Width::One).unwrap());
            let here = LocalCells::new(segments, store, vec![Cell::HOLE]);
            let answer = |question: Question| here.answer(&question.bytes()).map(|answer| answer.len());
            assert_eq!(answer(Question::Codes(vec![0, slots - 1])), Some(2), "{slots}");
            assert_eq!(answer(Question::Run(0, slots)), Some(slots as usize), "{slots}");
            for slot in [slots, slots + 1, 1 << 40, u64::MAX] {
                assert_eq!(answer(Question::Codes(vec![slot])), None, "{slot} of {slots}");
                assert_eq!(answer(Question::Run(slot, 1)), None, "{slot} of {slots}");
                assert_eq!(answer(Question::Run(0, slot.saturating_add(1))), None, "{slot} of {slots}");
            }
            assert_eq!(answer(Question::Run(0, 0)), None);
        }
    }
}
