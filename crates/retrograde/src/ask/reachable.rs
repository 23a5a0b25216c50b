//! Which positions play reaches from a start: marked forward, and counted by their values in a finished table.
//!
//! A numbering holds more than play reaches. Two bits a number are all that this takes: one for a position that is marked, one for a
//! marked one whose moves are still to be made. Positions are marked by raw slot, which tells those apart that share a slot of the table,
//! or by the slot of the table, which counts them as one ([`Each`]). The workers sweep the second bits segment by segment, lowest first,
//! until no segment has any. What is swept is valued, too, so that every position is made once.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::kernel::solve::{Options, SolveError, Stage, Unsound, Watch, filled_by, share, unsound};
use crate::rules::game::{Numbered, Slot};
use crate::rules::value::{Depth, Value};
use crate::table::histogram::Histogram;
use crate::table::values::{Unreadable, Values};

/// Why what play reaches is not counted.
#[derive(Clone, Debug, Error)]
pub enum ReachError {
    /// It does not fit the memory, was cancelled, or the game breaks a law.
    #[error(transparent)]
    Refused(#[from] SolveError),
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Slots were to be counted, and [some images of a position have others](Numbered::slots_are_orbits).
    #[error(
        "positions that share a slot may lead to different slots, so that what play reaches is not counted by slot"
    )]
    Apart,
}

/// What counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// A position, also of those that share a slot of the table.
    Position,
    /// A slot of the table, whichever of its positions are reached. Those that need no slot and have none are not counted.
    Slot,
}

/// Counts the positions that play reaches from `start`, itself included, by their values in the game's table.
///
/// # Errors
/// [`ReachError`], Beside the table two bits must fit [`Options::memory`] for each raw slot, or for each slot of the table if these are counted.
///
/// # Complexity
/// Every move of every position that is counted, once.
pub fn reached<N: Numbered>(
    game: &N,
    start: &N::Position,
    each: Each,
    table: &dyn Values,
    options: &Options<'_>,
) -> Result<Histogram, ReachError> {
    let numbers = match each {
        Each::Position => game.raw_slots(),
        Each::Slot if game.slots_are_orbits() => game.slots(),
        Each::Slot => return Err(ReachError::Apart),
    };
    let marks = Marks::new(numbers, table.bytes().saturating_add(game.facts().bytes), options)?;
    let search = Search { game, each, table, options, marks, done: AtomicU64::new(0) };
    search.mark(start)?;
    let found = Mutex::new(Histogram::default());
    let unreadable = Mutex::new(None);
    while search.marks.is_any_open() {
        let next = AtomicUsize::new(0);
        share(options.workers(), vec![(); options.workers()], |()| match search.sweep(&next) {
            Ok(part) => {
                found.lock().unwrap_or_else(PoisonError::into_inner).merge(&part);
                Ok(())
            }
            Err(ReachError::Refused(error)) => Err(error),
            Err(other) => {
                *unreadable.lock().unwrap_or_else(PoisonError::into_inner) = Some(other);
                Ok(())
            }
        })?;
        if let Some(error) = unreadable.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
    }
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What the workers share.
struct Search<'a, N> {
    game: &'a N,
    each: Each,
    table: &'a dyn Values,
    options: &'a Options<'a>,
    marks: Marks,
    /// Positions counted so far.
    done: AtomicU64,
}

impl<N: Numbered> Search<'_, N> {
    /// Sweeps segments, each once, as long as there are any; `next` is the first that nobody has taken.
    fn sweep(&self, next: &AtomicUsize) -> Result<Histogram, ReachError> {
        let mut found = Histogram::default();
        let mut watch = Watch::new(self.options, Stage::Exploring, None);
        loop {
            let segment = next.fetch_add(1, Ordering::Relaxed);
            if segment >= self.marks.touched.len() {
                return Ok(found);
            }
            if !self.marks.touched[segment].swap(false, Ordering::AcqRel) {
                continue;
            }
            for word in self.marks.words(segment) {
                while let Some(slot) = self.marks.take(word) {
                    self.expand(slot, &mut found)?;
                    let done = self.done.fetch_add(1, Ordering::Relaxed);
                    watch.look(done, done)?;
                }
            }
        }
    }

    /// Counts the position of a number, and marks its children.
    fn expand(&self, number: Slot, found: &mut Histogram) -> Result<(), ReachError> {
        let position = match self.each {
            Each::Position => self.game.raw_position(number),
            Each::Slot => self.game.position(number),
        };
        let position = position.ok_or_else(|| unsound(number, Unsound::ChildWithout))?;
        found.add(self.value(number, &position)?, 1);
        let mut end = Ok(());
        self.game.each_move(&position, |_, child| {
            if end.is_ok() {
                end = self.mark(&child);
            }
        });
        Ok(end?)
    }

    /// Whoever values a position asks its ending, then whether it wins at once, then the table.
    fn value(&self, number: Slot, position: &N::Position) -> Result<Value, ReachError> {
        if let Some(ending) = self.game.over(position) {
            return Ok(ending.value_for(self.game.turn(position)));
        }
        if N::AT_ONCE && self.game.wins_at_once(position) {
            return Ok(Value::Win(Depth::new(1)));
        }
        let value = self.table.value(self.game.slot(position))?;
        Ok(value.ok_or_else(|| unsound(number, Unsound::ChildWithout))?)
    }

    fn mark(&self, position: &N::Position) -> Result<(), SolveError> {
        let number = match self.each {
            Each::Position => self.game.raw_slot(position),
            Each::Slot => self.game.slot(position),
        };
        if self.marks.mark(number) || self.each == Each::Slot && self.needs_no_slot(position) {
            return Ok(());
        }
        Err(unsound(number, Unsound::ChildWithout))
    }

    /// Whether its value is found without the table.
    fn needs_no_slot(&self, position: &N::Position) -> bool {
        N::AT_ONCE && (self.game.over(position).is_some() || self.game.wins_at_once(position))
    }
}

/// Two bits a slot.
struct Marks {
    slots: u64,
    /// Marked.
    seen: Vec<AtomicU64>,
    /// Marked, and still to be swept.
    open: Vec<AtomicU64>,
    /// The segments that may have open slots.
    touched: Vec<AtomicBool>,
}

/// Words of a segment: 65,536 slots.
const SEGMENT: usize = 1 << 10;

impl Marks {
    /// Nothing is marked. There must be room beside the bytes that are `held`.
    fn new(slots: u64, held: u64, options: &Options<'_>) -> Result<Self, SolveError> {
        let words = slots.div_ceil(64);
        let segments = words.div_ceil(SEGMENT as u64);
        let needed = words.saturating_mul(16).saturating_add(segments).saturating_add(held);
        options.admit(slots, needed)?;
        Ok(Self {
            slots,
            seen: filled_by(words, AtomicU64::default)?,
            open: filled_by(words, AtomicU64::default)?,
            touched: filled_by(segments, AtomicBool::default)?,
        })
    }

    /// Marks a slot; whether there is such a slot.
    fn mark(&self, slot: Slot) -> bool {
        if slot.0 >= self.slots {
            return false;
        }
        let (word, bit) = ((slot.0 / 64) as usize, 1 << (slot.0 % 64));
        // Most are marked already, and a look costs less than a change.
        let is_marked = |before: u64| before & bit != 0;
        if !is_marked(self.seen[word].load(Ordering::Relaxed))
            && !is_marked(self.seen[word].fetch_or(bit, Ordering::Relaxed))
        {
            self.open[word].fetch_or(bit, Ordering::Relaxed);
            // Who takes the segment sees the bits of all that have touched it: swaps hand on what was written before.
            self.touched[word / SEGMENT].swap(true, Ordering::AcqRel);
        }
        true
    }

    fn is_any_open(&self) -> bool {
        self.touched.iter().any(|touched| touched.load(Ordering::Relaxed))
    }

    fn words(&self, segment: usize) -> Range<usize> {
        segment * SEGMENT..self.open.len().min((segment + 1) * SEGMENT)
    }

    /// Takes the lowest open slot of a word that one worker holds, which may get new ones meanwhile.
    fn take(&self, word: usize) -> Option<Slot> {
        let open = self.open[word].load(Ordering::Relaxed);
        if open == 0 {
            return None;
        }
        self.open[word].fetch_and(!(open & open.wrapping_neg()), Ordering::Relaxed);
        Some(Slot(word as u64 * 64 + u64::from(open.trailing_zeros())))
    }
}
