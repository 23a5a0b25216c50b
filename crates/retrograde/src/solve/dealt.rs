//! The values of a game that several processes have solved together: each holds its own, and asks the others for theirs.

use std::sync::Arc;

use super::dealing::process_of;
use super::segments::Segments;
use crate::carrier::Carrier;
use crate::column::{Code, Column, with_codes};
use crate::game::Slot;
use crate::shares::{Share, Shares};
use crate::stats::Histogram;
use crate::table::Cell;
use crate::values::{Unreadable, Values};

/// The values of all slots, wherever they are. As long as one process asks, the others must not go.
pub struct Dealt {
    share: Arc<Here>,
    shares: Shares,
    carrier: Arc<dyn Carrier>,
}

/// What this process holds.
struct Here {
    segments: Segments,
    column: Column,
    /// By code; the same in all processes.
    book: Vec<Cell>,
    /// By segment, where it stands in the column, if it is here.
    places: Vec<Option<u64>>,
}

/// What another process may be asked.
enum Question {
    /// The codes of these slots.
    Codes(Vec<u64>),
    /// The codes of so many slots from one on.
    Run(u64, u64),
    /// How many slots have each code.
    Census,
}

impl Dealt {
    /// Those of all processes, of which this one has the codes of its segments; from now on it answers the questions of the others.
    pub(super) fn new(segments: Segments, column: Column, book: Vec<Cell>, carrier: &Arc<dyn Carrier>) -> Self {
        let (shares, _) = segments.shares(Some(&**carrier));
        let share = Arc::new(Here::new(segments, column, book));
        let answering = share.clone();
        carrier.answer_with(Arc::new(move |question| answering.answer(question).unwrap_or_default()));
        Self { share, shares, carrier: carrier.clone() }
    }

    /// The process that has a slot.
    fn process(&self, slot: u64) -> usize {
        let segments = &self.share.segments;
        process_of(self.carrier.members(), segments.owner(segments.home(Slot(slot)).0))
    }

    fn ask(&self, process: usize, question: &Question, bytes: u64) -> Result<Vec<u8>, Unreadable> {
        let question = question.bytes();
        let answer = if process == self.carrier.process() {
            self.share.answer(&question).unwrap_or_default()
        } else {
            self.carrier.ask(process, question).map_err(Unreadable::new)?
        };
        if answer.len() as u64 == bytes { Ok(answer) } else { Err(Unreadable::new(Strange::Answer)) }
    }

    /// Codes that another process gave.
    fn cells(&self, answer: &[u8]) -> impl Iterator<Item = Cell> {
        let codes = answer.chunks(self.share.column.width().bytes() as usize).map(|bytes| {
            let mut code = [0; 4];
            code[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(code)
        });
        codes.map(|code| self.share.cell(code))
    }
}

impl Values for Dealt {
    fn slots(&self) -> u64 {
        self.share.segments.slots()
    }

    fn bytes(&self) -> u64 {
        self.share.column.as_bytes().len() as u64
    }

    fn share(&self) -> Option<Share<'_>> {
        Some(self.shares.of(self.carrier.process()))
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        let mut cell = [Cell::HOLE];
        self.block(slot, &mut cell)?;
        Ok(cell[0])
    }

    /// By segment: what lies in one comes from one process.
    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        let there = self.slots().saturating_sub(first.0).min(cells.len() as u64);
        let (mut there, beyond) = cells.split_at_mut(there as usize);
        beyond.fill(Cell::HOLE);
        let (mut slot, share) = (first.0, &*self.share);
        while !there.is_empty() {
            let (segment, _) = share.segments.home(Slot(slot));
            let length = (share.segments.first(segment + 1) - slot).min(there.len() as u64);
            let (piece, rest) = there.split_at_mut(length as usize);
            if let Some(place) = share.place(slot) {
                piece.iter_mut().zip(place..).for_each(|(cell, place)| *cell = share.cell(share.code(place)));
            } else {
                let bytes = length * share.column.width().bytes();
                let answer = self.ask(self.process(slot), &Question::Run(slot, length), bytes)?;
                piece.iter_mut().zip(self.cells(&answer)).for_each(|(cell, there)| *cell = there);
            }
            (slot, there) = (slot + length, rest);
        }
        Ok(())
    }

    /// One question to each process that has some of them.
    fn gather(&self, slots: &[Slot], cells: &mut Vec<Cell>) -> Result<(), Unreadable> {
        cells.clear();
        cells.resize(slots.len(), Cell::HOLE);
        let mut asked: Vec<(Vec<u64>, Vec<usize>)> = vec![Default::default(); self.carrier.members().len()];
        for (number, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.0 < self.slots()) {
            if let Some(place) = self.share.place(slot.0) {
                cells[number] = self.share.cell(self.share.code(place));
            } else {
                let (slots, numbers) = &mut asked[self.process(slot.0)];
                slots.push(slot.0);
                numbers.push(number);
            }
        }
        for (process, (slots, numbers)) in asked.into_iter().enumerate().filter(|(_, (slots, _))| !slots.is_empty()) {
            let bytes = slots.len() as u64 * self.share.column.width().bytes();
            let answer = self.ask(process, &Question::Codes(slots), bytes)?;
            numbers.into_iter().zip(self.cells(&answer)).for_each(|(number, cell)| cells[number] = cell);
        }
        Ok(())
    }

    fn histogram(&self) -> Result<Histogram, Unreadable> {
        let mut histogram = Histogram::default();
        let bytes = self.share.book.len() as u64 * 8;
        for process in 0..self.carrier.members().len() {
            let counts = self.ask(process, &Question::Census, bytes)?;
            for (count, cell) in words(&counts).zip(&self.share.book) {
                if let (Some(value), 1..) = (cell.value(), count) {
                    histogram.add(value, count);
                }
            }
        }
        Ok(histogram)
    }
}

impl Here {
    fn new(segments: Segments, column: Column, book: Vec<Cell>) -> Self {
        let (mut places, mut at) = (vec![None; segments.count()], 0);
        for (segment, slots) in segments.all_here() {
            places[segment] = Some(at);
            at += slots.end - slots.start;
        }
        Self { segments, column, book, places }
    }

    /// Where the code of a slot stands, if it is here. Another process may ask for one that there is not.
    fn place(&self, slot: u64) -> Option<u64> {
        let (segment, place) = self.segments.home(Slot(slot));
        if slot >= self.segments.slots() {
            return None;
        }
        self.places.get(segment).copied().flatten().map(|at| at + u64::from(place))
    }

    fn code(&self, place: u64) -> u32 {
        with_codes!(self.column.codes(), codes => codes[place as usize].get())
    }

    fn cell(&self, code: u32) -> Cell {
        self.book.get(code as usize).copied().unwrap_or(Cell::HOLE)
    }

    /// `None` if the question cannot be meant for this process.
    fn answer(&self, question: &[u8]) -> Option<Vec<u8>> {
        let width = self.column.width().bytes();
        match Question::of(question)? {
            Question::Run(first, count) => {
                let place = self.place(first)?;
                let last = self.place(first.checked_add(count)?.checked_sub(1)?)?;
                let is_run = last.checked_sub(place)? == count - 1;
                let bytes = (place * width) as usize..((last + 1) * width) as usize;
                is_run.then(|| self.column.as_bytes().get(bytes).map(<[u8]>::to_vec))?
            }
            Question::Codes(slots) => {
                let mut codes = Vec::with_capacity(slots.len() * width as usize);
                for slot in slots {
                    let code = self.code(self.place(slot)?).to_le_bytes();
                    codes.extend_from_slice(&code[..width as usize]);
                }
                Some(codes)
            }
            Question::Census => {
                let mut counts = vec![0_u64; self.book.len()];
                with_codes!(self.column.codes(), codes => for code in codes {
                    if let Some(count) = counts.get_mut(code.get() as usize) {
                        *count += 1;
                    }
                });
                Some(counts.into_iter().flat_map(u64::to_le_bytes).collect())
            }
        }
    }
}

impl Question {
    fn bytes(&self) -> Vec<u8> {
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

fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().copied().map(u64::from_le_bytes)
}

crate::messages! {
    /// What another process answered.
    enum Strange {
        Answer: "another process answered what was not asked: it solves another game", "另一个进程答非所问：它求解的是另一个游戏";
    }
}

#[cfg(test)]
mod tests {
    use super::super::dealing::Dealing;
    use super::*;
    use crate::carrier::Member;
    use crate::column::Width;

    /// The last segment may be shorter than the others: what would come next has no answer, either.
    #[test]
    fn slots_that_there_are_not_have_no_answer() {
        for slots in [1, 1_000, 5_000] {
            let segments = Segments::dealt(slots, Dealing::of(&[Member { workers: 1, weight: 1 }], 0));
            let here = Here::new(segments, Column::zeroed(slots, Width::One).unwrap(), vec![Cell::HOLE]);
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
