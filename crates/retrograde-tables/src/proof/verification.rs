//! Performs the steps of a verification. First, the verification chooses bins that fit into memory. Then it performs
//! one round per bin, and checks the metadata.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::judge::{Expecting, audit, audit_in, picked};
use retrograde::rules::{Due, Expansion, SlotRules, expected, memory::filled_by};
use retrograde::table::Width;
use retrograde::{Cell, Options, Slot, SolveError, Unreadable, Values, Verified, Violation};

use super::judge::Judge;
use super::round::Round;
use super::tally::{Counts, SentTally, Tally};
use crate::error::{TableError, shown};
use crate::file_table::FileTable;
use crate::held::Held;
use crate::messages::{Hint, Wrong};
use crate::metadata::{Census, Keep, Making, Metadata, Order};
use crate::reading::{Reading, STRETCH};
use crate::table_reader::TableReader;
use crate::verify_group::{self, Answering, Owners, VerifyGroup};

/// A verification of an untrusted table in files, with its board and the settings.
#[derive(Clone, Copy)]
pub struct Verification<'p> {
    /// The table in files, with the board to which it should belong.
    pub found: &'p FileTable,
    /// A position of the board.
    pub position: &'p dyn AnyPosition,
    /// The number of threads; 0 stands for one thread per core.
    pub threads: usize,
    /// The number of slots that the current step has read or checked. A slot that is checked in several bins counts
    /// several times. A progress display reads this counter.
    pub done: &'p AtomicU64,
    /// A flag that stops the verification when it is set; `None` if the verification cannot be cancelled.
    pub cancel: Option<&'p AtomicBool>,
    /// The processes that share the work; `None` if there is only one process. All processes must call the same methods
    /// in the same order.
    pub group: Option<&'p VerifyGroup<'p>>,
}

/// The division of the slots into bins, which are ranges of slots. The verification holds one bin in memory at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bins {
    /// The number of bins, at least one; the verification goes through all positions once per bin.
    pub count: u64,
    /// The memory in bytes that the verification needs with `count` bins.
    pub bytes: u64,
    /// The number of slots in a bin; the last bin may have fewer.
    slots: u64,
}

/// The maximum number of bins. A verification with more bins would be too slow, because it goes through all positions
/// once per bin.
const MOST_BINS: u64 = 64;

/// The number of threads per worker if threads send requests to other processes. With several threads per worker,
/// another thread works while one thread waits for an answer.
const ASKING: usize = 2;
/// The memory, in bytes, that the buffers of a thread need if this process holds all slots.
const BUFFER_BYTES: u64 = 1 << 19;
/// The memory, in bytes, that the buffers of a thread need if the thread sends requests to other processes.
const ASKING_BUFFER_BYTES: u64 = 1 << 22;

/// The reason why a verification failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// The value of a slot is wrong.
    Wrong(Box<Violation>),
    /// The table cannot be read, or belongs to another board.
    Table(TableError),
}

impl From<TableError> for Unproved {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<SolveError> for Unproved {
    fn from(error: SolveError) -> Self {
        Self::Table(error.into())
    }
}

impl Verification<'_> {
    fn stored(&self) -> &TableReader {
        self.found.stored()
    }

    fn board(&self) -> &dyn AnyBoard {
        self.found.board()
    }

    const fn reading(&self) -> Reading<'_> {
        Reading { found: self.found, threads: self.threads, cancel: self.cancel }
    }

    /// Checks that the table belongs to the board and has depths. A table without depths cannot be verified.
    ///
    /// # Errors
    /// Returns a [`TableError`] if the table does not belong to the board, or if it has no depths.
    pub fn fits(&self) -> Result<(), TableError> {
        self.stored().fits(self.position, self.board())?;
        if self.stored().metadata().keep == Keep::Depths {
            return Ok(());
        }
        let file = self.stored().path(0);
        let name =
            file.file_name().unwrap_or_default().to_string_lossy().split('.').next().unwrap_or_default().to_owned();
        let file = shown(file);
        Err(TableError::refused(Wrong::NoDepths { file }, Some(Hint::CheckOnly { name }.into())))
    }

    /// Checks that all processes have opened the same table; does nothing if there is only one process.
    ///
    /// # Errors
    /// Returns a [`TableError`] if another process has opened another table, or if another process is lost.
    pub fn compare(&self) -> Result<(), TableError> {
        self.group.map_or(Ok(()), |group| group.compare(&self.stored().hash_bytes()))
    }

    /// Divides the slots into bins. The number of bins is the smallest number for which every process has enough
    /// memory. This process has `memory` bytes.
    ///
    /// # Errors
    /// Returns [`SolveError::TooLarge`] if `memory` is too small. The error states how many bytes of memory are enough.
    /// Returns [`SolveError::Lost`] if another process is lost.
    pub fn bins(&self, memory: u64) -> Result<Bins, SolveError> {
        let slots = self.stored().places();
        let Some(mut count) = (1..=MOST_BINS).find(|&count| self.bytes(count) <= memory) else {
            let needed = self.bytes(MOST_BINS).min(self.bytes(1));
            return Err(SolveError::TooLarge { slots, needed, limit: memory });
        };
        if let Some(group) = self.group {
            count = group.most(count)?;
        }
        let each = slots.div_ceil(count);
        // If another process needs more bins, the last of these bins may be empty. The next line omits the empty bins.
        let count = slots.div_ceil(each.max(1)).max(1);
        Ok(Bins { count, bytes: self.bytes(count), slots: each })
    }

    /// Returns the memory in bytes that this process needs for a verification with `bins` bins.
    fn bytes(&self, bins: u64) -> u64 {
        let stored = self.stored();
        let places = self.places();
        let given = if bins > 1 { (places.end - places.start).div_ceil(8) } else { 0 };
        let buffers = match self.group {
            None => self.threads() as u64 * BUFFER_BYTES,
            Some(group) => {
                self.threads() as u64 * ASKING_BUFFER_BYTES
                    + group.other_workers() * ASKING as u64 * verify_group::QUESTION
            }
        };
        let aside = stored.bytes() + stored.cache_bytes() + self.board().bytes() + buffers + given;
        let held = self.most_held(stored.places().div_ceil(bins));
        aside.saturating_add(held.saturating_mul(Width::of(stored.cells().len()).bytes()))
    }

    /// Returns the number of threads that check slots.
    fn threads(&self) -> usize {
        let workers = Options { threads: self.threads, ..Options::default() }.workers();
        if self.group.is_some() { workers * ASKING } else { workers }
    }

    /// Returns the file positions that this process checks.
    fn places(&self) -> Range<u64> {
        let places = self.stored().places();
        self.group.map_or(0..places, |group| group.work(places))
    }

    /// Returns the maximum number of slots that this process holds at a time. A bin (a range of slots that is in memory
    /// at a time) has at most `bin` slots.
    fn most_held(&self, bin: u64) -> u64 {
        self.group.map_or(bin, |group| group.most_held(bin))
    }

    /// Checks hash 1 of every part and hash 2 of every file. During the check, `done` counts the slots that have been
    /// read; after a successful check, `done` is 0 again.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a file is damaged; the error names the file, and the damaged block or part.
    pub fn read(&self) -> Result<(), TableError> {
        self.done.store(0, Ordering::Relaxed);
        self.stored().check_while(|slots| {
            self.done.store(slots, Ordering::Relaxed);
            self.reading().refuse_cancelled()
        })?;
        self.done.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// Checks the value of every slot with the rules of forward moves and the values of the slot's successors. The
    /// function reads the values of the successors from the same files. The function also checks that slots with
    /// implied values have the right codes. The metadata must be equal, byte for byte, to the metadata of a new table
    /// with these values and rules. Some games have a fast expansion, which is a faster function that lists successors.
    /// The verification first compares this function with the plain rules at 4,096 slots, and then uses it.
    ///
    /// # Errors
    /// Returns an [`Unproved`] that names the lowest wrong slot, or describes the error in the files.
    ///
    /// # Complexity
    /// Generates every move of every position once per bin.
    pub fn whole(&self, bins: Bins) -> Result<Verified, Unproved> {
        self.fits()?;
        self.check_expansion()?;
        let (slots, places) = (self.stored().places(), self.places());
        let held = Arc::new(Held::new(self.most_held(bins.slots.min(slots)), self.stored().cells().len())?);
        let words = (places.end - places.start).div_ceil(64);
        let given = (bins.count > 1).then(|| filled_by(words, AtomicU64::default)).transpose();
        let judge = Judge::of(self.stored(), places.start, given.map_err(SolveError::from)?);
        let mut counts = Counts::default();
        for bin in 0..bins.count {
            let first = bin * bins.slots;
            let owners = self.group.map(|group| group.owners(first..slots.min(first + bins.slots)));
            let own = owners.as_ref().map_or(first..slots.min(first + bins.slots), Owners::own);
            held.begin(own.clone());
            self.reading().hold(self.places_of(own), &held)?;
            let answering = self.group.map(|group| group.answer(&held));
            let (is_first, is_last) = (bin == 0, bin + 1 == bins.count);
            let (reading, done) = (self.reading(), self.done);
            let round = Round { reading, done, held: &held, others: owners, judge: &judge, is_first, is_last };
            let buffers = audit_in(STRETCH, places.end - places.start, self.threads(), |stretch, buffers| {
                round.check(places.start + stretch.start..places.start + stretch.end, buffers)
            })?;
            answering.map_or(Ok(()), Answering::end)?;
            for buffers in &buffers {
                counts.merge(&buffers.counts);
            }
        }
        let mut tally = Tally { wrong: judge.wrong.into_inner(), misfilled: judge.misfilled.into_inner(), counts };
        if let Some(group) = self.group {
            tally = Tally::merged(group.gather(SentTally::of(&tally))?, self.stored().cells().len())?;
        }
        self.judged(&tally)
    }

    /// Returns a range of file positions that contains all values of `slots`.
    fn places_of(&self, slots: Range<u64>) -> Range<u64> {
        match self.stored().metadata().order {
            Order::Slots => slots,
            Order::Filed => 0..self.stored().places(),
        }
    }

    /// Computes the result of the verification. The argument `tally` contains the sums of the counts of all processes.
    /// If there are several processes, only the first process checks the metadata.
    fn judged(&self, tally: &Tally) -> Result<Verified, Unproved> {
        if tally.wrong != u64::MAX {
            return Err(self.violation(Slot(tally.wrong))?);
        }
        if self.group.is_none_or(VerifyGroup::speaks) {
            if tally.misfilled != u64::MAX {
                return Err(self.misfilled(tally.misfilled).into());
            }
            self.check_cells(&tally.counts)?;
            self.check_head(&tally.counts.census(self.stored().cells()))?;
        }
        Ok(tally.counts.verified)
    }

    /// Checks a sample of `number` slots by the plain rules. The function divides the table into `number` ranges of
    /// equal length, and checks one slot from each range; the choice of slots is deterministic. The function reads the
    /// values of successors from the files. This function checks neither the metadata nor the codes of slots with
    /// implied values.
    ///
    /// # Errors
    /// Returns an [`Unproved`] that names a wrong slot, or describes the error in the files.
    pub fn some(&self, number: u64) -> Result<Verified, Unproved> {
        self.fits()?;
        let slots = self.stored().places();
        let number = number.min(slots);
        let numbers = self.group.map_or(0..number, |group| group.work(number));
        let own = self.some_of(numbers, number);
        let Some(group) = self.group else { return own };
        let (wrong, verified) = match own {
            Ok(verified) => (u64::MAX, verified),
            Err(Unproved::Wrong(violation)) => (violation.slot.0, Verified::default()),
            Err(Unproved::Table(error)) => return Err(error.into()),
        };
        match group.sum(wrong, verified)? {
            (u64::MAX, verified) => Ok(verified),
            (slot, _) => Err(self.violation(Slot(slot))?),
        }
    }

    /// Like [`some`](Self::some), but checks only some of the `number` ranges. The argument `numbers` contains the
    /// indexes of these ranges.
    fn some_of(&self, numbers: Range<u64>, number: u64) -> Result<Verified, Unproved> {
        let slots = self.stored().places();
        let (first, count) = (numbers.start, numbers.end - numbers.start);
        let threads = audit(count, self.threads, |numbers, (expecting, verified): &mut (Expecting, Verified)| {
            for part in first + numbers.start..first + numbers.end {
                self.reading().refuse_cancelled()?;
                let slot = Slot(picked(slots, number, part));
                let (cell, due) = self.due(slot, expecting)?;
                if let Some(violation) = self.violation_by(slot, cell, due) {
                    return Err(violation);
                }
                verified.add_slot(cell, due.moves);
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<_, Unproved>(())
        })?;
        let mut all = Verified::default();
        for &(_, verified) in &threads {
            all.add(verified);
        }
        Ok(all)
    }

    /// Returns the cell that the table has for a slot, and the content that the slot must have by the plain rules.
    fn due(&self, slot: Slot, expecting: &mut Expecting) -> Result<(Cell, Due), TableError> {
        let unreadable = |error: Unreadable| TableError::table(self.stored().path(0), error.reason().clone());
        let cell = self.found.cell(slot).map_err(unreadable)?;
        let expand = |slots: &[Slot], expansion: &mut Expansion| self.board().expand_table(slots, expansion);
        let due = expecting.each(expand, self.found, &[slot]).map_err(unreadable)?.next();
        Ok((cell, due.unwrap_or_else(|| expected(SlotRules::Elsewhere, std::iter::empty()))))
    }

    /// Returns the failure for a slot that the verification has found to be wrong. If the value of the slot is correct
    /// by the plain rules, the game's fast expansion is wrong. The function then returns an error about the fast
    /// expansion.
    fn violation(&self, slot: Slot) -> Result<Unproved, TableError> {
        let (cell, due) = self.due(slot, &mut Expecting::default())?;
        self.violation_by(slot, cell, due).ok_or_else(|| self.wrong_expansion(slot))
    }

    fn violation_by(&self, slot: Slot, cell: Cell, due: Due) -> Option<Unproved> {
        let position = || self.board().table_token(slot).unwrap_or_default();
        Some(Unproved::Wrong(Box::new(Violation::of(slot, cell, due, position)?)))
    }

    /// If the game has a fast expansion (a faster function that lists successors), compares this function with the
    /// plain rules at a sample of slots. The hash of the table determines the sample.
    fn check_expansion(&self) -> Result<(), TableError> {
        let (mut fast, mut plain) = (Expansion::default(), Expansion::default());
        let slots = drawn(&self.stored().hash_bytes(), self.stored().places());
        if !self.board().expand_fast(&slots, &mut fast) {
            return Ok(());
        }
        self.board().expand_table(&slots, &mut plain);
        plain.first_difference(&fast).map_or(Ok(()), |number| Err(self.wrong_expansion(slots[number])))
    }

    fn wrong_expansion(&self, slot: Slot) -> TableError {
        let pos = self.board().table_token(slot).unwrap_or_else(|| slot.to_string());
        TableError::of_game(Wrong::Expansion { pos })
    }

    /// Returns the failure for a slot with an implied value that has a wrong code in the files. A slot with an implied
    /// value must have the code of the slot before it, so that equal tables have equal bytes.
    fn misfilled(&self, place: u64) -> TableError {
        let (file, mut slots) = (self.stored().path(place), Vec::new());
        self.reading().write_slots(place..place + 1, &mut slots);
        let slot = slots.first().map_or(place, |slot| slot.0);
        TableError::table(file, Wrong::Filler { file: shown(file), slot })
    }

    /// Checks that every cell in the table's list of cells is the stored cell of some slot.
    fn check_cells(&self, counts: &Counts) -> Result<(), TableError> {
        let cells = self.stored().cells();
        let is_held = |code: usize| counts.by_code.get(code).is_some_and(|counted| counted.slots > 0);
        let is_empty = cells == [Cell::HOLE] && !is_held(0);
        if is_empty || (0..cells.len()).all(is_held) {
            return Ok(());
        }
        let file = self.stored().path(0);
        Err(TableError::table(file, Wrong::Unheld { file: shown(file) }))
    }

    /// Checks that the metadata are equal to the metadata that a new table with the same values would have.
    fn check_head(&self, census: &Census) -> Result<(), TableError> {
        let (stored, board) = (self.stored(), self.board());
        let metadata = stored.metadata();
        let making = Making {
            name: "",
            position: self.position,
            board,
            values: self.found,
            keep: metadata.keep,
            fill: Some(metadata.fill),
            threads: 1,
        };
        let anew = Metadata::of(&making, census).and_then(|metadata| serde_json::to_vec(&metadata).ok());
        if anew.as_deref() == Some(stored.text()) {
            return Ok(());
        }
        let fields =
            |text: &[u8]| serde_json::from_slice::<BTreeMap<String, serde_json::Value>>(text).unwrap_or_default();
        let (said, found) = (fields(stored.text()), fields(&anew.unwrap_or_default()));
        let differs = said.iter().find(|(name, value)| found.get(*name) != Some(value));
        let field = differs.map_or_else(|| "pos".to_owned(), |(name, _)| name.clone());
        let file = stored.path(0);
        Err(TableError::table(file, Wrong::Claim { file: shown(file), field }))
    }
}

/// The number of slots at which the fast expansion is compared with the plain rules.
const DRAWN: u64 = 1 << 12;

/// Returns a pseudo-random sample of slots, which the hash determines. The slots are outputs of the generator
/// `SplitMix64`, scaled to the number of slots; the seed is the first eight bytes of the hash.
fn drawn(hash: &[u8; 32], slots: u64) -> Vec<Slot> {
    let seed = hash[..8].iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    let draw = |number: u64| {
        let mut mixed = seed.wrapping_add((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Slot(((u128::from(mixed ^ (mixed >> 31)) * u128::from(slots)) >> 64) as u64)
    };
    if slots == 0 { Vec::new() } else { (0..DRAWN).map(draw).collect() }
}
