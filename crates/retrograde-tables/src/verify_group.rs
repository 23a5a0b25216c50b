//! Verification by several processes. This module divides the slots and the checks among the processes. If another
//! process holds a successor, the module requests the successor's value from that process.
//!
//! The processes go through the slots in *bins*, which are ranges of slots. The processes hold one bin in memory at a
//! time. Each process holds a share of every bin, in proportion to its memory. Each process checks a share of all file
//! positions, in proportion to its number of workers. If other processes hold some of the successors, a process
//! requests the values of these successors. One request covers the successors of some thousand positions. Each process
//! answers the requests of the other processes until all processes have finished their checks.
//!
//! ```text
//! request  the slots in ascending order, each once, as differences in LEB128. The first difference is to the lowest
//!          slot that the answering process holds; each further difference is to the slot before.
//! answer   the codes of these slots in the same order. A code has 1, 2 or 4 bytes, which is the least number that
//!          fits all codes of the table.
//! ```
//!
//! The slots in a request ascend. So each slot needs only one or two bytes, and successive lookups are near each other
//! in memory.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::kernel::{Member, Transport};
use retrograde::table::{Width, put_leb128, take_leb128};
use retrograde::{Slot, SolveError, Verified};

use crate::error::TableError;
use crate::held::Held;
use crate::messages::{Hint, Note, Wrong};
use crate::peers::Peers;

/// The processes that verify a table together. The processes may read the same files, or each process may read its own
/// copy of the files.
pub struct VerifyGroup<'c> {
    transport: &'c dyn Transport,
    children: AtomicU64,
    bytes: AtomicU64,
}

/// The traffic of a process's requests to other processes during a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookupTraffic {
    /// The number of successors whose values this process requested from other processes. A successor counts once for
    /// each request of its value.
    pub children: u64,
    /// The number of bytes of all requests and answers.
    pub bytes: u64,
}

/// The maximum number of successors in a request.
pub(crate) const MOST_ASKED: usize = 1 << 15;
/// The maximum number of bytes of a request and its answer together. A process needs this memory once for each thread
/// of another process that sends requests.
pub(crate) const QUESTION: u64 = MOST_ASKED as u64 * 12;

impl<'c> VerifyGroup<'c> {
    /// Creates the group of all processes that `transport` connects. All processes of the group must verify the same
    /// table.
    pub const fn new(transport: &'c dyn Transport) -> Self {
        Self { transport, children: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// Returns the traffic of this process's requests so far.
    pub fn asked(&self) -> LookupTraffic {
        LookupTraffic { children: self.children.load(Ordering::Relaxed), bytes: self.bytes.load(Ordering::Relaxed) }
    }

    /// Returns the total number of workers of the other processes.
    pub(crate) fn other_workers(&self) -> u64 {
        let members = self.transport.members().iter().enumerate();
        members
            .filter(|&(process, _)| process != self.transport.process())
            .map(|(_, member)| member.workers as u64)
            .sum()
    }

    /// Divides `things` units of work among the processes, in proportion to their numbers of workers. Returns the range
    /// of units for this process; the numbers of the units start at 0.
    pub(crate) fn work(&self, things: u64) -> Range<u64> {
        let (process, ends) = (self.transport.process(), self.cut(0..things, |member| member.workers as u64));
        ends[process]..ends[process + 1]
    }

    /// Returns the maximum number of slots that this process holds, if a bin has at most `bin` slots.
    pub(crate) fn most_held(&self, bin: u64) -> u64 {
        let all: u128 = self.transport.members().iter().map(|member| u128::from(member.weight)).sum();
        let own = self.transport.members()[self.transport.process()].weight;
        (u128::from(bin) * u128::from(own)).div_ceil(all.max(1)) as u64
    }

    /// Returns the distribution of a bin's slots among the processes.
    pub(crate) fn owners(&self, bin: Range<u64>) -> Owners<'_> {
        Owners { group: self, ends: self.cut(bin, |member| member.weight) }
    }

    /// Divides a range among the processes, in proportion to the weights that `part` returns. Returns the start of each
    /// process's range, followed by the end of the last range.
    fn cut(&self, things: Range<u64>, part: impl Fn(&Member) -> u64) -> Vec<u64> {
        let members = self.transport.members();
        let parts = || members.iter().map(|member| u128::from(part(member)));
        let (all, length) = (parts().sum::<u128>().max(1), u128::from(things.end - things.start));
        let mut before = 0;
        let begins = parts().map(|part| {
            let begin = things.start + (length * before / all) as u64;
            before += part;
            begin
        });
        begins.chain([things.end]).collect()
    }

    /// Waits until all processes have called this function. Returns the maximum of the arguments of all processes.
    pub(crate) fn most(&self, own: u64) -> Result<u64, SolveError> {
        let votes = self.transport.all_gather([own, 0, 0, 0]).map_err(|reason| SolveError::Lost { reason })?;
        Ok(votes.iter().map(|&[said, ..]| said).max().unwrap_or(own))
    }

    /// Returns an error if the hash of another process's table is not `hash`.
    pub(crate) fn compare(&self, hash: &[u8; 32]) -> Result<(), TableError> {
        let (words, _) = hash.as_chunks::<8>();
        let own = std::array::from_fn(|word| u64::from_be_bytes(words[word]));
        let votes = self.transport.all_gather(own).map_err(TableError::elsewhere)?;
        let Some((process, theirs)) = votes.iter().enumerate().find(|&(_, vote)| *vote != own) else { return Ok(()) };
        let [own, theirs] = [&own, theirs].map(|words| words.map(|word| format!("{word:016x}")).concat());
        Err(TableError::refused(Wrong::OtherTable { process, theirs, own }, Some(Hint::SameTable.into())))
    }

    /// Combines the results of all processes. The first number in the result is the lowest wrong slot, or `u64::MAX` if
    /// no slot is wrong. The result also contains the numbers of positions and moves that all processes together have
    /// checked.
    pub(crate) fn sum(&self, wrong: u64, verified: Verified) -> Result<(u64, Verified), TableError> {
        let own = [wrong, verified.positions, verified.moves, 0];
        let votes = self.transport.all_gather(own).map_err(TableError::elsewhere)?;
        let wrong = votes.iter().map(|&[wrong, ..]| wrong).min().unwrap_or(wrong);
        let positions = votes.iter().map(|&[_, positions, ..]| positions).sum();
        Ok((wrong, Verified { positions, moves: votes.iter().map(|&[_, _, moves, _]| moves).sum() }))
    }

    /// Returns an error that states that another process sent invalid data.
    pub(crate) fn strange() -> TableError {
        TableError::elsewhere(Note::Strange)
    }

    /// Sends `own` to the other processes. Returns the values that all processes have sent, in the order of the
    /// processes. All processes must call this function.
    pub(crate) fn gather<T: serde::Serialize + serde::de::DeserializeOwned>(
        &self,
        own: T,
    ) -> Result<Vec<T>, TableError> {
        Peers(Some(self.transport)).gather(own).map_err(TableError::elsewhere)
    }

    /// Returns whether this process reports the result of the verification; only process 0 reports it.
    pub(crate) fn speaks(&self) -> bool {
        self.transport.process() == 0
    }

    /// Starts to answer the requests of the other processes.
    pub(crate) fn answer(&self, held: &Arc<Held>) -> Answering<'c> {
        let held = held.clone();
        // If this process does not hold a requested slot, it sends an empty answer. The requesting process treats an
        // empty answer as an error.
        self.transport.answer_with(Arc::new(move |question| answer(&held, question).unwrap_or_default()));
        Answering(self.transport)
    }
}

/// While this value exists, this process answers the requests of other processes.
pub(crate) struct Answering<'c>(&'c dyn Transport);

impl Answering<'_> {
    /// Answers requests until every process has received all answers to its own requests, and then stops answering.
    pub(crate) fn end(self) -> Result<(), TableError> {
        let transport = self.0;
        transport.all_gather([0; 4]).map_err(TableError::elsewhere)?;
        drop(self);
        // Without this barrier, a fast process could send a request for the next bin while a slow process still answers
        // requests for the current bin.
        transport.all_gather([0; 4]).map_err(TableError::elsewhere)?;
        Ok(())
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.stop_answering();
    }
}

/// The distribution of a bin's slots among the processes.
pub(crate) struct Owners<'t> {
    group: &'t VerifyGroup<'t>,
    /// The start of each process's range of slots, followed by the end of the last range.
    ends: Vec<u64>,
}

/// A thread's buffer for the successors that other processes hold.
#[derive(Default)]
pub(crate) struct Absent {
    by_owner: Vec<Vec<Child>>,
}

/// A successor that another process holds.
#[derive(Clone, Copy)]
struct Child {
    slot: u64,
    /// The index of the successor in the lookup.
    number: u32,
    /// Whether the side that makes the move to the successor also makes the next move.
    again: bool,
}

impl Owners<'_> {
    /// Returns the range of the bin's slots that this process holds.
    pub(crate) fn own(&self) -> Range<u64> {
        let process = self.group.transport.process();
        self.ends[process]..self.ends[process + 1]
    }

    /// Returns the process that holds a slot. Returns `None` if this process holds the slot, or if the slot is not in
    /// the bin.
    fn other(&self, slot: u64) -> Option<usize> {
        let process = self.ends.partition_point(|&end| end <= slot).checked_sub(1)?;
        (process + 1 < self.ends.len() && process != self.group.transport.process()).then_some(process)
    }

    /// Requests the values that the [lookup in this process's memory](Held::look_up) did not find, and writes them to
    /// `found` in place of the number `absent`.
    ///
    /// # Errors
    /// Returns an error if another process is lost, or if its answer is invalid.
    pub(crate) fn ask(
        &self,
        children: impl Iterator<Item = (Slot, bool)>,
        means: &[Vec<u32>; 2],
        absent: u32,
        found: &mut [u32],
        buffer: &mut Absent,
    ) -> Result<(), TableError> {
        buffer.by_owner.resize_with(self.ends.len() - 1, Vec::new);
        buffer.by_owner.iter_mut().for_each(Vec::clear);
        for ((slot, again), number) in children.zip(0_u32..).filter(|&(_, number)| found[number as usize] == absent) {
            if let Some(process) = self.other(slot.0) {
                buffer.by_owner[process].push(Child { slot: slot.0, number, again });
            }
        }
        buffer.by_owner.iter_mut().for_each(|children| children.sort_unstable_by_key(|child| child.slot));
        let questions = buffer.by_owner.iter().map(|children| children.len().div_ceil(MOST_ASKED)).max().unwrap_or(0);
        for number in 0..questions {
            let nth = buffer.by_owner.iter().map(|children| children.chunks(MOST_ASKED).nth(number));
            let asked: Vec<_> = nth.enumerate().filter_map(|(process, children)| Some((process, children?))).collect();
            self.ask_all(&asked, means, found)?;
        }
        Ok(())
    }

    /// Sends one request to each of several processes. The list of successors for each process must be sorted by slot.
    fn ask_all(&self, asked: &[(usize, &[Child])], means: &[Vec<u32>; 2], found: &mut [u32]) -> Result<(), TableError> {
        let question = |&(process, children): &(usize, &[Child])| (process, question(self.ends[process], children));
        let questions: Vec<_> = asked.iter().map(question).collect();
        let sent: usize = questions.iter().map(|(_, question)| question.len()).sum();
        let answers = self.group.transport.ask_all(questions).map_err(TableError::elsewhere)?;
        let bytes = sent + answers.iter().map(Vec::len).sum::<usize>();
        self.group.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        for (&(_, children), answer) in asked.iter().zip(answers) {
            self.group.children.fetch_add(children.len() as u64, Ordering::Relaxed);
            put_in(children, &answer, means, found).ok_or_else(VerifyGroup::strange)?;
        }
        Ok(())
    }
}

/// Encodes a request for the slots of `children`, which are sorted by slot; `first` is the lowest slot that the
/// answering process holds.
fn question(first: u64, children: &[Child]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * children.len());
    let mut before = first;
    for children in children.chunk_by(|a, b| a.slot == b.slot) {
        let step = children[0].slot - before;
        before = children[0].slot;
        put_leb128(&mut bytes, step);
    }
    bytes
}

/// Returns the codes of the requested slots. Returns `None` if this process does not hold all of these slots, or if the
/// request is invalid.
fn answer(held: &Held, mut question: &[u8]) -> Option<Vec<u8>> {
    let mut slot = held.first();
    let mut slots = Vec::with_capacity(question.len());
    while !question.is_empty() {
        slot = slot.checked_add(take_leb128(&mut question)?)?;
        slots.push(Slot(slot));
    }
    held.codes_of(&slots)
}

/// Decodes an answer, and writes the number of each successor to `found` at the index of the successor. Returns `None`
/// if the answer does not fit the request.
fn put_in(children: &[Child], answer: &[u8], means: &[Vec<u32>; 2], found: &mut [u32]) -> Option<()> {
    let width = Width::of(means[0].len()) as usize;
    let mut codes = answer.chunks_exact(width);
    for children in children.chunk_by(|a, b| a.slot == b.slot) {
        let mut bytes = [0; 4];
        bytes[..width].copy_from_slice(codes.next()?);
        let code = u32::from_le_bytes(bytes) as usize;
        for child in children {
            found[child.number as usize] = *means[usize::from(child.again)].get(code)?;
        }
    }
    (codes.next().is_none() && codes.remainder().is_empty()).then_some(())
}
