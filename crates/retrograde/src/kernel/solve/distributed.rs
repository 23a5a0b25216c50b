//! The values of a game that several processes solved together. Each process holds the values of its own share. To read
//! all other values, a process queries the other processes.

use std::sync::Arc;

use super::local_cells::{LocalCells, Question, words};
use super::partition::process_of;
use crate::kernel::transport::Transport;
use crate::rules::game::Slot;
use crate::table::cell::Cell;
use crate::table::histogram::Histogram;
use crate::table::shares::{Share, Shares};
use crate::table::values::{Unreadable, Values};

/// The values of all slots, held by several processes together. While one process sends queries, the other processes
/// must keep running.
pub struct Distributed {
    share: Arc<LocalCells>,
    shares: Shares,
    transport: Arc<dyn Transport>,
}

impl Distributed {
    /// Connects the values of all processes. After this call, this process answers queries of other processes. A query
    /// asks for the codes of the segments that this process holds.
    pub(super) fn new(share: LocalCells, transport: &Arc<dyn Transport>) -> Self {
        let (shares, _) = share.segments.shares(Some(&**transport));
        let share = Arc::new(share);
        let answering = share.clone();
        transport.answer_with(Arc::new(move |question| answering.answer(question).unwrap_or_default()));
        Self { share, shares, transport: transport.clone() }
    }

    /// Returns the process that holds a slot.
    fn process(&self, slot: u64) -> usize {
        let segments = &self.share.segments;
        process_of(self.transport.members(), segments.owner(segments.home(Slot(slot)).0))
    }

    fn ask(&self, process: usize, question: &Question, bytes: u64) -> Result<Vec<u8>, Unreadable> {
        let answer = self.transport.ask(process, question.bytes()).map_err(Unreadable::new)?;
        if answer.len() as u64 == bytes { Ok(answer) } else { Err(Unreadable::new(Strange::Answer)) }
    }

    /// Returns the size of `codes` codes in bytes.
    fn bytes_of(&self, codes: u64) -> u64 {
        codes * self.share.store.width().bytes()
    }

    /// Decodes the cells in an answer of another process.
    fn cells(&self, answer: &[u8]) -> impl Iterator<Item = Cell> {
        let codes = answer.chunks(self.bytes_of(1) as usize).map(|bytes| {
            let mut code = [0; 4];
            code[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(code)
        });
        codes.map(|code| self.share.cell(code))
    }
}

impl Values for Distributed {
    fn slots(&self) -> u64 {
        self.share.segments.slots()
    }

    fn bytes(&self) -> u64 {
        self.share.store.bytes()
    }

    fn share(&self) -> Option<Share<'_>> {
        Some(self.shares.of(self.transport.process()))
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        let mut cell = [Cell::HOLE];
        self.block(slot, &mut cell)?;
        Ok(cell[0])
    }

    /// Reads one segment at a time, because each segment is held by one process.
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
                share.cells_from(place, piece).map_err(Unreadable::new)?;
            } else {
                let answer = self.ask(self.process(slot), &Question::Run(slot, length), self.bytes_of(length))?;
                piece.iter_mut().zip(self.cells(&answer)).for_each(|(cell, there)| *cell = there);
            }
            (slot, there) = (slot + length, rest);
        }
        Ok(())
    }

    /// Reads the slots of this process locally. Sends one query to each other process that holds some of the slots.
    fn gather(&self, slots: &[Slot], cells: &mut Vec<Cell>) -> Result<(), Unreadable> {
        cells.clear();
        cells.resize(slots.len(), Cell::HOLE);
        let mut asked: Vec<(Vec<u64>, Vec<usize>)> = vec![Default::default(); self.transport.members().len()];
        for (number, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.0 < self.slots()) {
            if let Some(place) = self.share.place(slot.0) {
                cells[number] = self.share.cell_at(place).map_err(Unreadable::new)?;
            } else {
                let (slots, numbers) = &mut asked[self.process(slot.0)];
                slots.push(slot.0);
                numbers.push(number);
            }
        }
        for (process, (slots, numbers)) in asked.into_iter().enumerate().filter(|(_, (slots, _))| !slots.is_empty()) {
            let bytes = self.bytes_of(slots.len() as u64);
            let answer = self.ask(process, &Question::Codes(slots), bytes)?;
            numbers.into_iter().zip(self.cells(&answer)).for_each(|(number, cell)| cells[number] = cell);
        }
        Ok(())
    }

    fn histogram(&self) -> Result<Histogram, Unreadable> {
        let mut histogram = Histogram::default();
        let bytes = self.share.codebook.len() as u64 * 8;
        for process in 0..self.transport.members().len() {
            let counts: Vec<u64> = if process == self.transport.process() {
                self.share.census().map_err(Unreadable::new)?
            } else {
                words(&self.ask(process, &Question::Census, bytes)?).collect()
            };
            for (count, cell) in counts.into_iter().zip(&self.share.codebook) {
                if let (Some(value), 1..) = (cell.value(), count) {
                    histogram.add(value, count);
                }
            }
        }
        Ok(histogram)
    }
}

crate::messages! {
    /// Another process sent an invalid answer.
    enum Strange {
        Answer: "another process sent an invalid answer: it solves another game, or cannot read its disk", "另一个进程答非所问：它求解的是另一个游戏，或无法读取它的磁盘";
    }
}
