//! Exchanges the cells of a table among processes. After the exchange, each process has the cells that it writes to
//! files.
//!
//! Each process writes a range of consecutive parts. All processes advance through their ranges in rounds. A round
//! handles several pieces, and a piece is a short range of file positions. During each round, every process does two
//! things. First, the process looks at the pieces of the next round. For each piece, it sends the cells that it holds
//! to the process that writes the piece. The cells in a message are compressed and sorted by file position. Second, the
//! process packs its own pieces of the current round. The messages contain no slot numbers, because the process that
//! writes a piece knows the slots of the piece's cells. A process stores the received cells of two rounds at most.
//!
//! A single process already has all cells, and sends nothing.
//!
//! A process that fails leaves the cluster. The other processes detect the failure at the next barrier.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use retrograde::kernel::{Address, Member};
use retrograde::rules::memory;
use retrograde::{Cell, Slot, Unreadable};
use rustc_hash::FxHashMap;

use crate::error::TableError;
use crate::format::{pack, packed_length, unpack, width};
use crate::messages::Note;
use crate::metadata::{Making, Order};
use crate::part::{Job, Packed};
use crate::peers::Peers;

/// The number of file positions in a piece. One thread packs one piece at a time. Every part except the last consists
/// of whole pieces, and a piece consists of whole blocks.
const PIECE: u64 = 1 << 16;
/// The number of pieces that each thread packs per round. With several pieces per thread, one slow piece delays the
/// round less.
const PIECES_EACH: u64 = 16;
/// The zstd level for cells in messages. Level 1 is the fastest regular level.
const LEVEL: i32 = 1;

/// Returns the range of parts that each process writes, in the order of the processes. The lengths of the ranges are
/// proportional to the weights of the processes.
pub(crate) fn stretches(members: &[Member], parts: u64) -> Vec<Range<u64>> {
    let all: u128 = members.iter().map(|member| u128::from(member.weight)).sum();
    let mut before = 0;
    let mut first = 0;
    let stretch = |member: &Member| {
        before += u128::from(member.weight);
        let end = (u128::from(parts) * before).div_ceil(all.max(1)) as u64;
        let stretch = first..end;
        first = end;
        stretch
    };
    members.iter().map(stretch).collect()
}

/// Packs the pieces that this process writes, in order, and exchanges cells with the other processes.
pub(crate) struct Rounds<'r> {
    job: &'r Job<'r>,
    peers: Peers<'r>,
    cells: Cells<'r>,
    /// For each process, the range of file positions that it writes.
    places: Vec<Range<u64>>,
    /// The number of file positions in a piece.
    piece: u64,
    /// The number of file positions that a process packs in a round.
    round: u64,
    /// The number of finished rounds.
    done: u64,
    /// The received cells. A key consists of the first file position of a piece and the number of the process that has
    /// sent the cells.
    received: HashMap<(u64, usize), Vec<u8>>,
    /// The packed pieces that [`next`](Self::next) has not returned yet.
    ready: VecDeque<Packed>,
}

impl<'r> Rounds<'r> {
    /// Prepares the rounds. A part has `part` slots; `stretches` has the range of parts that each process writes.
    pub(crate) fn new(
        job: &'r Job<'r>,
        peers: Peers<'r>,
        cells: &'r [Cell],
        part: u64,
        stretches: &[Range<u64>],
    ) -> Self {
        let slots = job.making.values.slots();
        let places = stretches.iter().map(|parts| slots.min(parts.start * part)..slots.min(parts.end * part));
        let threads = peers.members().map_or(job.making.threads, |members| {
            members.iter().map(|member| member.workers).max().unwrap_or_default()
        });
        let piece = PIECE.min(part);
        Self {
            job,
            peers,
            cells: Cells::new(job.making, job.metadata.order, peers.process(), cells),
            places: places.collect(),
            piece,
            round: piece * PIECES_EACH * threads.max(1) as u64,
            done: 0,
            received: HashMap::new(),
            ready: VecDeque::new(),
        }
    }

    /// Returns the next packed piece of this process. The caller must not call this function more often than the
    /// process has pieces.
    pub(crate) fn next(&mut self) -> Result<Packed, TableError> {
        loop {
            if let Some(packed) = self.ready.pop_front() {
                return Ok(packed);
            }
            self.turn()?;
        }
    }

    /// Runs the remaining rounds. In these rounds, this process sends to each other process the cells that the other
    /// process still needs.
    pub(crate) fn finish(&mut self) -> Result<(), TableError> {
        while self.done < self.rounds() {
            self.turn()?;
        }
        // This barrier ensures that no fast process sends other messages while a slow process still collects the cells
        // of the last round.
        self.peers.all_gather([0; 4]).map(drop).map_err(TableError::elsewhere)
    }

    /// Returns the number of rounds after which every process has packed all its pieces.
    fn rounds(&self) -> u64 {
        let most = self.places.iter().map(|places| places.end - places.start).max();
        most.unwrap_or_default().div_ceil(self.round)
    }

    fn turn(&mut self) -> Result<(), TableError> {
        if self.done >= self.rounds() {
            return Err(TableError::elsewhere(Note::Strange));
        }
        if self.done == 0 {
            self.send(0)?;
        }
        self.peers.all_gather([0; 4]).map_err(TableError::elsewhere)?;
        self.collect()?;
        self.send(self.done + 1)?;
        let packed = self.pack()?;
        self.ready.extend(packed);
        self.done += 1;
        Ok(())
    }

    /// Returns the pieces, as ranges of file positions, that a process packs in a round.
    fn pieces(&self, process: usize, round: u64) -> Vec<Range<u64>> {
        let Range { start, end } = self.places[process];
        let first = end.min(start + round * self.round);
        let last = end.min(first + self.round);
        (first..last).step_by(self.piece as usize).map(|first| first..last.min(first + self.piece)).collect()
    }

    /// Sends cells to all other processes. Each other process receives the cells that this process holds, and that the
    /// other process needs for its pieces of the round `round`.
    fn send(&self, round: u64) -> Result<(), TableError> {
        let Some(transport) = self.peers.0 else { return Ok(()) };
        let own = self.peers.process();
        let others = (0..self.places.len()).filter(|&process| process != own);
        let pieces: Vec<_> =
            others.flat_map(|to| self.pieces(to, round).into_iter().map(move |piece| (to, piece))).collect();
        let encoded = on_threads(self.job.making.threads, &pieces, |(_, piece)| self.cells.encoded(piece.clone()));
        for ((process, piece), encoded) in pieces.into_iter().zip(encoded) {
            if let Some(encoded) = encoded? {
                let batch = [&(own as u64).to_le_bytes(), &piece.start.to_le_bytes(), &encoded[..]].concat();
                transport.send(Address { process, worker: 0 }, batch, 0);
            }
        }
        Ok(())
    }

    fn collect(&mut self) -> Result<(), TableError> {
        for received in self.peers.0.into_iter().flat_map(|transport| transport.collect(0)) {
            let heads = (*received).as_ref().split_first_chunk::<8>();
            let heads = heads.and_then(|(from, rest)| Some((from, rest.split_first_chunk::<8>()?)));
            let (from, (first, encoded)) = heads.ok_or_else(|| TableError::elsewhere(Note::Strange))?;
            let from = u64::from_le_bytes(*from) as usize;
            self.received.insert((u64::from_le_bytes(*first), from), encoded.to_vec());
        }
        Ok(())
    }

    /// Packs the pieces that this process has in the current round.
    fn pack(&mut self) -> Result<Vec<Packed>, TableError> {
        let received = std::mem::take(&mut self.received);
        let pieces = self.pieces(self.peers.process(), self.done);
        let packed = on_threads(self.job.making.threads, &pieces, |piece| {
            let encoded = |process| received.get(&(piece.start, process)).map(|encoded| &**encoded);
            self.job.pack(&self.cells.all(piece.clone(), &encoded)?)
        });
        // Keeps the received cells of the next round, because faster processes may already have sent them.
        let is_left = |first: u64| !pieces.iter().any(|piece| piece.start == first);
        self.received.extend(received.into_iter().filter(|&((first, _), _)| is_left(first)));
        packed.into_iter().collect()
    }
}

/// Applies `work` to each item on `threads` threads; returns the results in the order of the items.
fn on_threads<T: Send + Sync, R: Send>(threads: usize, of: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = of.len().div_ceil(memory::threads(threads, 0).max(1)).max(1);
    let some = &|share: &[T]| share.iter().map(&work).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let start = |share| {
            // If the system cannot create a thread, the current thread does the work.
            std::thread::Builder::new().spawn_scoped(scope, move || some(share)).map_err(|_| share)
        };
        let started: Vec<_> = of.chunks(share).map(start).collect();
        let done = started.into_iter().map(|started| match started {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(share) => some(share),
        });
        done.flatten().collect()
    })
}

/// The cells of a table by file position. Each process holds some of the cells.
struct Cells<'c> {
    making: &'c Making<'c>,
    order: Order,
    process: usize,
    /// The list of all distinct cells of the table. A message contains, for each cell, the index of the cell in this
    /// list.
    known: &'c [Cell],
    numbers: FxHashMap<Cell, u32>,
    width: u32,
}

impl<'c> Cells<'c> {
    fn new(making: &'c Making<'c>, order: Order, process: usize, cells: &'c [Cell]) -> Self {
        let numbers = cells.iter().copied().zip(0..).collect();
        Self { making, order, process, known: cells, numbers, width: width(cells.len()) }
    }

    /// Returns the slots at the file positions `places`.
    fn slots(&self, places: Range<u64>) -> Vec<Slot> {
        let mut slots = Vec::new();
        match self.order {
            Order::Slots => slots.extend(places.map(Slot)),
            Order::Filed => self.making.board.write_in_file_order(places, &mut slots),
        }
        slots
    }

    /// Returns the cells at the file positions `places`. For cells that another process holds, the function `encoded`
    /// returns the bytes that this process has received from that process.
    fn all<'t>(
        &self,
        places: Range<u64>,
        encoded: &dyn Fn(usize) -> Option<&'t [u8]>,
    ) -> Result<Vec<Cell>, TableError> {
        let values = self.making.values;
        let (mut cells, share) = (Vec::new(), values.share());
        let Some(share) = share else {
            if self.order == Order::Slots {
                cells.resize((places.end - places.start) as usize, Cell::HOLE);
                values.block(Slot(places.start), &mut cells).map_err(|error| unreadable(&error))?;
            } else {
                values.gather(&self.slots(places), &mut cells).map_err(|error| unreadable(&error))?;
            }
            return Ok(cells);
        };
        let slots = self.slots(places);
        let holders: Vec<_> = slots.iter().map(|slot| share.shares().holder(slot.0)).collect();
        let mut counts = vec![0; share.shares().processes()];
        for &holder in &holders {
            counts[holder] += 1;
        }
        let mut held = Vec::new();
        for (process, count) in counts.into_iter().enumerate() {
            let cells = if process == self.process { self.own(&slots)? } else { self.read(encoded(process), count)? };
            held.push(cells.into_iter());
        }
        cells.extend(holders.into_iter().filter_map(|holder| held[holder].next()));
        if cells.len() == slots.len() { Ok(cells) } else { Err(TableError::elsewhere(Note::Strange)) }
    }

    /// Returns the cells of the slots in `slots` that this process holds.
    fn own(&self, slots: &[Slot]) -> Result<Vec<Cell>, TableError> {
        let (mut cells, values) = (Vec::new(), self.making.values);
        let is_own = |slot: &Slot| values.share().is_none_or(|share| share.shares().holder(slot.0) == self.process);
        let own: Vec<_> = slots.iter().copied().filter(is_own).collect();
        values.gather(&own, &mut cells).map_err(|error| unreadable(&error))?;
        Ok(cells)
    }

    /// Encodes the cells that this process holds at the file positions `places`. Returns `None` if this process holds
    /// none of these cells, or if every process holds all cells.
    fn encoded(&self, places: Range<u64>) -> Result<Option<Vec<u8>>, TableError> {
        if self.making.values.share().is_none() {
            // Every process holds all cells, so the processes exchange no cells.
            return Ok(None);
        }
        let own = self.own(&self.slots(places))?;
        if own.is_empty() {
            return Ok(None);
        }
        let mut last = (None, 0);
        let number = |&cell: &Cell| {
            if last.0 != Some(cell) {
                last = (Some(cell), self.numbers.get(&cell).copied().unwrap_or_default());
            }
            last.1
        };
        let numbers: Vec<u32> = own.iter().map(number).collect();
        let mut bytes = Vec::new();
        pack(&numbers, self.width, &mut bytes);
        let packed = zstd::bulk::compress(&bytes, LEVEL);
        packed.map(Some).map_err(|error| TableError::refused(error.to_string(), None))
    }

    /// Decodes the `count` cells that another process has sent.
    fn read(&self, encoded: Option<&[u8]>, count: usize) -> Result<Vec<Cell>, TableError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let strange = || TableError::elsewhere(Note::Strange);
        let length = packed_length(count, self.width);
        let bytes = encoded.and_then(|encoded| zstd::bulk::decompress(encoded, length).ok());
        let bytes = bytes.filter(|bytes| bytes.len() == length).ok_or_else(strange)?;
        let mut numbers = vec![0; count];
        unpack(&bytes, self.width, 0, &mut numbers);
        let cells = numbers.into_iter().map(|number| self.known.get(number as usize).copied());
        cells.collect::<Option<_>>().ok_or_else(strange)
    }
}

fn unreadable(error: &Unreadable) -> TableError {
    TableError::refused(error.reason().clone(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_assigned_by_weight_in_the_order_of_processes() {
        let of = |weights: &[u64], parts| {
            let members: Vec<_> = weights.iter().map(|&weight| Member { workers: 1, weight }).collect();
            stretches(&members, parts)
        };
        assert_eq!(of(&[1], 7)[0], 0..7);
        assert_eq!(of(&[1, 1, 1], 1), [0..1, 1..1, 1..1]);
        assert_eq!(of(&[1, 1], 3), [0..2, 2..3]);
        assert_eq!(of(&[64 << 30, 64 << 30, 32 << 30], 5), [0..2, 2..4, 4..5]);
        assert_eq!(of(&[u64::MAX, u64::MAX], 1 << 38), [0..1 << 37, 1 << 37..1 << 38]);
    }
}
