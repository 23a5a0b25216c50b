//! Counts, by value, the positions that play can reach from a start. The values come from a finished table. A forward
//! search finds these positions.
//!
//! A numbering often contains more positions than play can reach. The search numbers the positions and stores two bits
//! for each number. One bit says that the position is reached, and the second bit says that the moves of the position
//! are not made yet. The caller chooses the kind of number with [`Each`]. A number is either a raw slot or a slot of
//! the table. Positions that share a slot of the table have different raw slots. The workers process the positions
//! whose second bit is set, segment by segment in ascending order, until no second bit is set. When a worker processes
//! a position, it also looks up the position's value. So the program computes every position from its number only once.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use crate::kernel::solve::{Options, SolveError, Stage, Unsound, Watch, filled_by, share, unsound};
use crate::rules::game::{BoardSlots, Numbered, RawSlots, Slot};
use crate::rules::value::{Depth, Value};
use crate::table::histogram::Histogram;
use crate::table::values::{Unreadable, Values};

/// The reason why the reachable positions are not counted.
#[derive(Clone, Debug, Error)]
pub enum ReachError {
    /// The search does not fit in memory, it was cancelled, or the game contains an error that the search detected.
    #[error(transparent)]
    Refused(#[from] SolveError),
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The query counts slots of the table, but [some symmetric images of a position do not share its
    /// slot](RawSlots::slots_are_orbits).
    #[error(
        "the reachable positions cannot be counted by slot, because positions that share a slot may lead to different slots"
    )]
    Apart,
}

/// Whether the search counts positions or slots of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Each {
    /// The count contains every reached position separately, even if several positions share a slot of the table.
    Position,
    /// The count contains every slot of the table that stands for at least one reached position. Positions without a
    /// slot are not counted.
    Slot,
}

/// Counts the positions that are reachable from `start`, including `start`, by their values in the game's table.
///
/// # Errors
/// Returns a [`ReachError`]. The search needs memory for the table, and two more bits for each number. With
/// [`Each::Slot`] there is one number for each slot of the table. With [`Each::Position`] there is one number for each
/// raw slot. [`Options::memory`] must allow this memory.
///
/// # Complexity
/// Makes every move of every counted position once.
pub fn reached<N: Numbered>(
    game: &N,
    start: &N::Position,
    each: Each,
    table: &dyn Values,
    options: &Options<'_>,
) -> Result<Histogram, ReachError> {
    let numbers = match each {
        Each::Position => game.board_slots(),
        Each::Slot if game.raw().is_none_or(RawSlots::slots_are_orbits) => game.slots(),
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

/// The shared state of the workers.
struct Search<'a, N> {
    game: &'a N,
    each: Each,
    table: &'a dyn Values,
    options: &'a Options<'a>,
    marks: Marks,
    /// The number of positions counted so far.
    done: AtomicU64,
}

impl<N: Numbered> Search<'_, N> {
    /// Processes all segments with open bits (positions whose moves are not made yet). `next` is the first segment that
    /// no worker has claimed.
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

    /// Counts the position with the number `number`, and marks its children.
    fn expand(&self, number: Slot, found: &mut Histogram) -> Result<(), ReachError> {
        let position = match self.each {
            Each::Position => self.game.board_position(number),
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

    /// Returns the value of a position. If the game is over, the value is that of the ending. If the next move wins,
    /// and the table omits (elides) wins of this kind, the value is a win in one ply. In all other cases, the table has
    /// the value.
    fn value(&self, number: Slot, position: &N::Position) -> Result<Value, ReachError> {
        if let Some(ending) = self.game.over(position) {
            return Ok(ending.value_for(self.game.turn(position)));
        }
        if self.game.elides_win(position) {
            return Ok(Value::Win(Depth::new(1)));
        }
        let value = self.table.value(self.game.slot(position))?;
        Ok(value.ok_or_else(|| unsound(number, Unsound::ChildWithout))?)
    }

    fn mark(&self, position: &N::Position) -> Result<(), SolveError> {
        let number = match self.each {
            Each::Position => self.game.board_slot(position),
            Each::Slot => self.game.slot(position),
        };
        if self.marks.mark(number) || self.each == Each::Slot && self.needs_no_slot(position) {
            return Ok(());
        }
        Err(unsound(number, Unsound::ChildWithout))
    }

    /// Returns whether the rules imply the value of a position. A position with an implied value needs no slot.
    fn needs_no_slot(&self, position: &N::Position) -> bool {
        N::AT_ONCE && (self.game.over(position).is_some() || self.game.elides_win(position))
    }
}

/// Two bits for each number of a position, which say whether the position is reached and whether its moves must still
/// be made.
struct Marks {
    slots: u64,
    /// The bits of all reached positions.
    seen: Vec<AtomicU64>,
    /// The bits of the reached positions whose moves are not made yet.
    open: Vec<AtomicU64>,
    /// For each segment, whether it may have open bits (positions whose moves are not made yet).
    touched: Vec<AtomicBool>,
}

/// The number of 64-bit words of a segment, which covers 65,536 slots.
const SEGMENT: usize = 1 << 10;

impl Marks {
    /// Creates marks without any bit set. Returns an error if the marks do not fit in memory together with `held` bytes
    /// of other data.
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

    /// Marks a slot. Returns whether the slot exists.
    fn mark(&self, slot: Slot) -> bool {
        if slot.0 >= self.slots {
            return false;
        }
        let (word, bit) = ((slot.0 / 64) as usize, 1 << (slot.0 % 64));
        // Most slots are marked already, and an atomic load costs less than an atomic change.
        let is_marked = |before: u64| before & bit != 0;
        if !is_marked(self.seen[word].load(Ordering::Relaxed))
            && !is_marked(self.seen[word].fetch_or(bit, Ordering::Relaxed))
        {
            self.open[word].fetch_or(bit, Ordering::Relaxed);
            // The swaps order the memory accesses. So the worker that claims a segment sees the bits that other workers
            // have set in the segment.
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

    /// Clears the lowest open bit of a word and returns the slot of this bit. Only one worker at a time clears bits of
    /// a word, but other workers may set bits of the word at the same time.
    fn take(&self, word: usize) -> Option<Slot> {
        let open = self.open[word].load(Ordering::Relaxed);
        if open == 0 {
            return None;
        }
        self.open[word].fetch_and(!(open & open.wrapping_neg()), Ordering::Relaxed);
        Some(Slot(word as u64 * 64 + u64::from(open.trailing_zeros())))
    }
}
