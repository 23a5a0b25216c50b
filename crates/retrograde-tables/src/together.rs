//! A proof that several processes share: what each holds and checks, and how it asks others for values of children.
//!
//! The slots of a bin are cut into a range for each process, in proportion to their memory, and all places in proportion to their workers. A process
//! holds the codes of its slots, and checks the positions of its places. The children that lie with others are asked of them, those of some thousand
//! positions at a time; and each answers beside its work, until all have checked theirs.
//!
//! ```text
//! question   slots in ascending order, each once, as differences in LEB128: the first from the lowest one that the other process holds
//! answer     their codes, in as many bytes each as every code of the table takes
//! ```
//!
//! In order, a slot takes one or two bytes, and the other process finds one near the one before.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::kernel::{Carrier, Member};
use retrograde::table::{Width, put_leb128, take_leb128};
use retrograde::{Slot, SolveError, Verified};

use crate::error::TableError;
use crate::held::Held;
use crate::messages::{Hint, Told, Wrong};
use crate::peers::Peers;

/// The processes that prove a table together, each with files of its own or with the same.
pub struct Together<'c> {
    carrier: &'c dyn Carrier,
    children: AtomicU64,
    bytes: AtomicU64,
}

/// What a process has asked of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Children whose values lie with others, each as often as it was come to.
    pub children: u64,
    /// The bytes of questions and answers.
    pub bytes: u64,
}

/// The most children in a question.
pub(crate) const MOST_ASKED: usize = 1 << 15;
/// The most bytes of a question and its answer, of which a process may hold as many as others have threads that ask.
pub(crate) const QUESTION: u64 = MOST_ASKED as u64 * 12;

impl<'c> Together<'c> {
    /// These processes: all of them prove the same table.
    pub const fn new(carrier: &'c dyn Carrier) -> Self {
        Self { carrier, children: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// What this process has asked so far.
    pub fn asked(&self) -> Asked {
        Asked { children: self.children.load(Ordering::Relaxed), bytes: self.bytes.load(Ordering::Relaxed) }
    }

    /// The workers of all other processes.
    pub(crate) fn other_workers(&self) -> u64 {
        let members = self.carrier.members().iter().enumerate();
        members.filter(|&(process, _)| process != self.carrier.process()).map(|(_, member)| member.workers as u64).sum()
    }

    /// What this process does of so many things, in proportion to its workers.
    pub(crate) fn work(&self, things: u64) -> Range<u64> {
        let (process, ends) = (self.carrier.process(), self.cut(0..things, |member| member.workers as u64));
        ends[process]..ends[process + 1]
    }

    /// The most slots that this process holds of a bin of at most so many.
    pub(crate) fn most_held(&self, bin: u64) -> u64 {
        let all: u128 = self.carrier.members().iter().map(|member| u128::from(member.weight)).sum();
        let own = self.carrier.members()[self.carrier.process()].weight;
        (u128::from(bin) * u128::from(own)).div_ceil(all.max(1)) as u64
    }

    /// Who holds which slots of a bin.
    pub(crate) fn owners(&self, bin: Range<u64>) -> Owners<'_> {
        Owners { together: self, ends: self.cut(bin, |member| member.weight) }
    }

    /// Where the ranges of all processes begin, and the last one ends.
    fn cut(&self, things: Range<u64>, part: impl Fn(&Member) -> u64) -> Vec<u64> {
        let members = self.carrier.members();
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

    /// The greatest of what each process says, and all meet.
    pub(crate) fn most(&self, own: u64) -> Result<u64, SolveError> {
        let votes = self.carrier.meet([own, 0, 0, 0]).map_err(|reason| SolveError::Lost { reason })?;
        Ok(votes.iter().map(|&[said, ..]| said).max().unwrap_or(own))
    }

    /// Compares the hash of each one's table.
    pub(crate) fn compare(&self, hash: &[u8; 32]) -> Result<(), TableError> {
        let (words, _) = hash.as_chunks::<8>();
        let own = std::array::from_fn(|word| u64::from_be_bytes(words[word]));
        let votes = self.carrier.meet(own).map_err(TableError::elsewhere)?;
        let Some((process, theirs)) = votes.iter().enumerate().find(|&(_, vote)| *vote != own) else { return Ok(()) };
        let [own, theirs] = [&own, theirs].map(|words| words.map(|word| format!("{word:016x}")).concat());
        Err(TableError::refused(Wrong::OtherTable { process, theirs, own }, Some(Hint::SameTable.into())))
    }

    /// The lowest slot that a process has found wrong (the greatest number: none), and how much all have checked.
    pub(crate) fn sum(&self, wrong: u64, verified: Verified) -> Result<(u64, Verified), TableError> {
        let own = [wrong, verified.positions, verified.moves, 0];
        let votes = self.carrier.meet(own).map_err(TableError::elsewhere)?;
        let wrong = votes.iter().map(|&[wrong, ..]| wrong).min().unwrap_or(wrong);
        let positions = votes.iter().map(|&[_, positions, ..]| positions).sum();
        Ok((wrong, Verified { positions, moves: votes.iter().map(|&[_, _, moves, _]| moves).sum() }))
    }

    /// Another process is of another build.
    pub(crate) fn strange() -> TableError {
        TableError::elsewhere(Told::Strange)
    }

    /// What each of them tells, in their order: all call this.
    pub(crate) fn gather<T: serde::Serialize + serde::de::DeserializeOwned>(
        &self,
        told: T,
    ) -> Result<Vec<T>, TableError> {
        Peers(Some(self.carrier)).gather(told).map_err(TableError::elsewhere)
    }

    /// Whether this process tells what is found.
    pub(crate) fn speaks(&self) -> bool {
        self.carrier.process() == 0
    }

    /// From now on the others are answered, as soon as they ask.
    pub(crate) fn answer(&self, held: &Arc<Held>) -> Answering<'c> {
        let held = held.clone();
        // Who asks what is not held here has nothing in return, and knows that it is wrong.
        self.carrier.answer_with(Arc::new(move |question| answer(&held, question).unwrap_or_default()));
        Answering(self.carrier)
    }
}

/// Answers the questions of others until it is dropped.
pub(crate) struct Answering<'c>(&'c dyn Carrier);

impl Answering<'_> {
    /// Answers until all have asked all they wanted.
    pub(crate) fn end(self) -> Result<(), TableError> {
        let carrier = self.0;
        carrier.meet([0; 4]).map_err(TableError::elsewhere)?;
        drop(self);
        // What a quick one asks next must not come to a slow one now.
        carrier.meet([0; 4]).map_err(TableError::elsewhere)?;
        Ok(())
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.stop_answering();
    }
}

/// Who holds which slots of a bin.
pub(crate) struct Owners<'t> {
    together: &'t Together<'t>,
    /// Where the range of each process begins, and the last one ends.
    ends: Vec<u64>,
}

/// The children of some positions that lie with others: a thread's buffer.
#[derive(Default)]
pub(crate) struct Absent {
    by_owner: Vec<Vec<Child>>,
}

/// A child, by its number among those that are looked up.
#[derive(Clone, Copy)]
struct Child {
    slot: u64,
    number: u32,
    again: bool,
}

impl Owners<'_> {
    /// The slots that this process holds.
    pub(crate) fn own(&self) -> Range<u64> {
        let process = self.together.carrier.process();
        self.ends[process]..self.ends[process + 1]
    }

    /// The other process that holds a slot; `None`: none does, it is of another bin.
    fn other(&self, slot: u64) -> Option<usize> {
        let process = self.ends.partition_point(|&end| end <= slot).checked_sub(1)?;
        (process + 1 < self.ends.len() && process != self.together.carrier.process()).then_some(process)
    }

    /// Asks for what was not [found here](Held::look_up), and stands there as `absent`.
    ///
    /// # Errors
    /// Another process is lost, or answers what was not asked.
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

    /// Asks each of some processes for some children, in the order of their slots.
    fn ask_all(&self, asked: &[(usize, &[Child])], means: &[Vec<u32>; 2], found: &mut [u32]) -> Result<(), TableError> {
        let question = |&(process, children): &(usize, &[Child])| (process, question(self.ends[process], children));
        let questions: Vec<_> = asked.iter().map(question).collect();
        let sent: usize = questions.iter().map(|(_, question)| question.len()).sum();
        let answers = self.together.carrier.ask_all(questions).map_err(TableError::elsewhere)?;
        let bytes = sent + answers.iter().map(Vec::len).sum::<usize>();
        self.together.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        for (&(_, children), answer) in asked.iter().zip(answers) {
            self.together.children.fetch_add(children.len() as u64, Ordering::Relaxed);
            put_in(children, &answer, means, found).ok_or_else(Together::strange)?;
        }
        Ok(())
    }
}

/// Asks for the slots of some children, in their order, of which the other process holds those from the first on.
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

/// The codes of the slots that are asked for; `None`: some are not held here, or the question is none.
fn answer(held: &Held, mut question: &[u8]) -> Option<Vec<u8>> {
    let mut slot = held.first();
    let mut slots = Vec::with_capacity(question.len());
    while !question.is_empty() {
        slot = slot.checked_add(take_leb128(&mut question)?)?;
        slots.push(Slot(slot));
    }
    held.codes_of(&slots)
}

/// Puts what an answer means where its children stand; `None`: it is not an answer to that.
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
