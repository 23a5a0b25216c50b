//! The verifier checks a whole table with the forward moves only.
//!
//! The verifier uses no part of the kernel. The verifier needs no un-moves and no counters, and checks the slots in any
//! order. Each slot must have the content that [`expected`] computes from the moves of its position and the values of
//! its children. The moves come from the game's rules. If all slots pass, the table is correct. The documentation of
//! the module [`expansion`](crate::rules::expansion) contains the proof.

use std::ops::Range;

use thiserror::Error;

use crate::ask::questions::Questions;
use crate::ask::solution::Solution;
use crate::judge::audit::{audit, picked};
use crate::rules::expansion::{Due, Expansion, Law, SlotContent, expected};
use crate::rules::game::{Reversible, Slot};
use crate::table::cell::Cell;
use crate::table::values::{Unreadable, Values};

/// The counts of a check that found no error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of positions checked.
    pub positions: u64,
    /// The number of moves made.
    pub moves: u64,
}

impl Verified {
    /// Adds the counts of another part of the table.
    pub const fn add(&mut self, more: Self) {
        self.positions += more.positions;
        self.moves += more.moves;
    }

    /// Counts one slot whose cell was correct and whose check made `moves` moves.
    #[inline]
    pub fn add_slot(&mut self, cell: Cell, moves: u32) {
        self.add(Self { positions: u64::from(cell != Cell::HOLE), moves: u64::from(moves) });
    }
}

/// A value that violates a condition of correct tables ([`Law`]). The value cannot be correct.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("slot {slot}, {position}: {law}: the table says {found}, the rules say {expected}")]
pub struct Violation {
    /// The lowest slot with a wrong value.
    pub slot: Slot,
    /// The position of the slot, as Rust's `Debug` prints it.
    pub position: String,
    /// The condition on correct tables that is violated.
    pub law: Law,
    /// The value in the table.
    pub found: SlotContent,
    /// The content that the slot must have, according to the rules and the values of the children.
    pub expected: SlotContent,
}

impl Violation {
    /// Compares a slot's cell with the content that the slot must have. Returns `None` if the cell is correct. The
    /// function `position` prints the slot's position.
    #[inline]
    pub fn of(slot: Slot, cell: Cell, due: Due, position: impl FnOnce() -> String) -> Option<Self> {
        let found = cell.value().map_or(SlotContent::Hole, SlotContent::Value);
        let law = if found == SlotContent::Hole { Law::Holes } else { due.law };
        (found != due.expected).then(|| Self { slot, position: position(), law, found, expected: due.expected })
    }
}

/// The reason why the verification of a table failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unverified {
    /// A value is wrong.
    #[error(transparent)]
    Wrong(Box<Violation>),
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// Buffers for computing the required content of slots.
#[derive(Debug, Default)]
pub struct Expecting {
    expansion: Expansion,
    children: Vec<Cell>,
}

impl Expecting {
    /// Returns, for each slot in `slots`, the content that the slot must have. The function `expand` writes the
    /// children of the slots, and `values` contains the values of the children.
    ///
    /// # Errors
    /// Returns [`Unreadable`] if the values cannot be read.
    pub fn each<'a>(
        &'a mut self,
        expand: impl FnOnce(&[Slot], &mut Expansion),
        values: &dyn Values,
        slots: &[Slot],
    ) -> Result<impl Iterator<Item = Due>, Unreadable> {
        let Self { expansion, children } = self;
        expand(slots, expansion);
        values.gather(expansion.slots(), children)?;
        let (expansion, children): (&'a Expansion, &'a [Cell]) = (expansion, children);
        Ok(expansion.heads().map(move |(head, range)| {
            let again = expansion.again(range.clone()).iter().copied();
            expected(head, children[range].iter().map(|cell| cell.value()).zip(again))
        }))
    }
}

impl Questions<'_> {
    /// Checks every slot with the forward moves only, with `threads` threads (0 means one per core).
    ///
    /// # Errors
    /// Returns [`Unverified`]. The error contains the violation with the lowest slot, or the reason why the table
    /// cannot be read.
    ///
    /// # Complexity
    /// The function makes every move of every position once.
    pub fn verify(self, threads: usize) -> Result<Verified, Unverified> {
        total(audit(self.values().slots(), threads, |slots, buffers| {
            let mut firsts = slots.clone().step_by(AT_ONCE as usize);
            firsts.try_for_each(|first| self.check(first..slots.end.min(first + AT_ONCE), buffers))
        }))
    }

    /// Like [`verify`](Self::verify), but checks only `number` slots. The function divides the slots into `number`
    /// ranges of almost equal size, and checks one slot of each range. The choice of the slots is deterministic.
    ///
    /// # Errors
    /// Returns the errors of [`verify`](Self::verify).
    ///
    /// # Complexity
    /// The function makes every move of the checked positions once.
    pub fn verify_some(self, number: u64, threads: usize) -> Result<Verified, Unverified> {
        let slots = self.values().slots();
        let number = number.min(slots);
        total(audit(number, threads, |mut numbers, buffers| {
            numbers.try_for_each(|part| {
                let slot = picked(slots, number, part);
                self.check(slot..slot + 1, buffers)
            })
        }))
    }

    fn check(self, range: Range<u64>, buffers: &mut Buffers) -> Result<(), Unverified> {
        let Buffers { slots, cells, expecting, verified } = buffers;
        slots.clear();
        slots.extend(range.map(Slot));
        cells.resize(slots.len(), Cell::HOLE);
        self.values().block(slots[0], cells)?;
        let due = expecting.each(|slots, expansion| self.board().expand(slots, expansion), self.values(), slots)?;
        for ((&slot, &cell), due) in slots.iter().zip(&*cells).zip(due) {
            if let Some(violation) = Violation::of(slot, cell, due, || self.board().debug(slot)) {
                return Err(Unverified::Wrong(Box::new(violation)));
            }
            verified.add_slot(cell, due.moves);
        }
        Ok(())
    }
}

impl<R: Reversible> Solution<R> {
    /// Checks every slot with the forward moves only, with `threads` threads (0 means one per core).
    pub fn verify(&self, threads: usize) -> Result<Verified, Unverified> {
        self.questions().verify(threads)
    }
}

/// Adds up the counts of all threads.
fn total(threads: Result<Vec<Buffers>, Unverified>) -> Result<Verified, Unverified> {
    let mut verified = Verified::default();
    threads?.iter().for_each(|thread| verified.add(thread.verified));
    Ok(verified)
}

/// The number of slots that are expanded together. The number is small enough that the slots and their children stay in
/// a fast cache.
const AT_ONCE: u64 = 1 << 8;

/// The counts and the buffers of one thread.
#[derive(Default)]
struct Buffers {
    slots: Vec<Slot>,
    cells: Vec<Cell>,
    expecting: Expecting,
    verified: Verified,
}
