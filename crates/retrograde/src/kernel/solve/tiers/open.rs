//! The open tier, which is the tier that is being solved.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::super::predecessors::is_elided_win;
use super::super::{Outside, Predecessors, Unsound, need, share, unsound};
use super::finished::{Finished, SlotRun};
use super::sorted_run::{MOST_CODES, MOST_SLOTS, SortedRun};
use super::tier::{Tier, Tiered};
use crate::kernel::options::{Options, SolveError};
use crate::rules::game::{Seed, Slot};
use crate::rules::memory::{filled, filled_by};
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;

/// The number of slots of the open tier for which the moves that leave the tier are listed together.
pub(super) const PART: u64 = 1 << 12;

/// The open tier, presented to the kernel as a separate game. The game has all slots of the open tier's segments; slots
/// that belong to other tiers are holes.
pub(super) struct Open<'a, G> {
    pub(super) game: &'a G,
    pub(super) tier: usize,
    pub(super) slots: Range<u64>,
    pub(super) finished: &'a Finished,
    /// Two numbers: the first slot of the tier's first segment, and the number of slots in the tier's segments.
    pub(super) around: (u64, u64),
    pub(super) outside: Outside,
    /// The finished slots of this process that belong to the tier's children. The list is empty if the game lists the
    /// moves that leave the tier.
    runs: Vec<SlotRun>,
    /// For each part of the outside positions, the slots of the part, sorted by value. The runs contain messages
    /// instead of outside slots if the game lists the moves that leave the tier. The list is empty if it does not fit
    /// in memory.
    pub(super) sorted: Vec<SortedRun>,
    /// The error that occurred when an outside value was read; `None` if no error occurred.
    unread: Mutex<Option<SolveError>>,
}

/// The predecessors to which a finished slot sends messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receivers {
    All,
    /// The receivers are only the predecessors with the same side to move, because the slot is an elided win.
    SameMover,
}

/// The maximum number of slots that are read or computed together.
const LOOK: u64 = MOST_SLOTS;
/// The number of outside slots whose predecessors the game computes in one call.
const BATCH: usize = 256;

impl<'a, G: Tiered> Open<'a, G> {
    pub(super) fn new(game: &'a G, tiers: &[Tier], finished: &'a Finished, tier: usize) -> Self {
        let Tier { slots, children, .. } = &tiers[tier];
        let shift = finished.segments().shift();
        let around = (slots.start >> shift << shift, finished.segments().around(slots).slots());
        let children = || children.iter().filter(|&&child| child != tier);
        let deepest = |which: usize| children().filter_map(|&child| finished.deepest(child)[which]).max();
        let runs = |&child: &usize| if game.leaves_forwards() { Vec::new() } else { finished.runs(tiers, child, LOOK) };
        let runs: Vec<SlotRun> = children().flat_map(runs).collect();
        let parts = if game.leaves_forwards() { (slots.end - slots.start).div_ceil(PART) } else { runs.len() as u64 };
        let outside = Outside { parts, decided: deepest(0), tied: deepest(1) };
        let (slots, sorted, unread) = (slots.clone(), Vec::new(), Mutex::new(None));
        Self { game, tier, slots, finished, around, outside, runs, sorted, unread }
    }

    /// Sorts the outside values if the sorted lists fit in memory. The memory limit must also allow `held` bytes and
    /// the solve of this tier. Returns the memory of the lists in bytes.
    ///
    /// # Errors
    /// Returns the errors of reading finished values, and the errors of a game that breaks a law.
    pub(super) fn sort(&mut self, held: u64, options: &Options<'_>) -> Result<u64, SolveError> {
        // The computation allows for the case that the cells are widened once more than expected.
        let width = if self.fits_bytes() { Width::Two } else { Width::Four };
        let solve = need::bytes(&self.finished.segments().around(&self.slots), width);
        let room = options.limit().saturating_sub(held.saturating_add(solve));
        if self.game.leaves_forwards() { self.sort_leaving(room, options) } else { self.sort_finished(room, options) }
    }

    /// Sorts the slots of the tier's children by their values, if the sorted slots fit in `room` bytes.
    fn sort_finished(&mut self, room: u64, options: &Options<'_>) -> Result<u64, SolveError> {
        let codes = self.finished.codes();
        let lists: u64 = self.runs.iter().map(|run| SortedRun::most_bytes(run.count, codes)).sum();
        let bytes = lists + codes * (options.workers() * size_of::<u32>()) as u64;
        if codes > MOST_CODES || bytes > room {
            return Ok(0);
        }
        self.sorted = filled_by(self.runs.len() as u64, SortedRun::default)?;
        let parts = self.runs.iter().zip(&mut self.sorted).collect();
        share(options.workers(), parts, |(run, sorted)| {
            options.heed()?;
            *sorted = self.finished.sorted(*run)?;
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Returns an error if a finished value could not be read. In this case the kernel's result is invalid.
    pub(super) fn was_read(self) -> Result<(), SolveError> {
        let unread = self.unread.into_inner().unwrap_or_else(PoisonError::into_inner);
        unread.map_or(Ok(()), Err)
    }

    /// Returns whether a cell for each slot of the tier fits in memory. The memory limit must also allow `held` bytes.
    pub(super) fn cells_fit(&self, held: u64, options: &Options<'_>) -> bool {
        let cells = (self.slots.end - self.slots.start).saturating_mul(size_of::<Cell>() as u64);
        cells.saturating_add(held) <= options.limit()
    }

    /// Computes the cell of each slot from the best move of its position. All values of the tier's children must be in
    /// memory.
    pub(super) fn forward(&self, options: &Options<'_>) -> Result<Vec<Cell>, SolveError> {
        let mut cells = filled(self.slots.end - self.slots.start, Cell::HOLE)?;
        let firsts = (self.slots.start..).step_by(LOOK as usize);
        let parts = firsts.zip(cells.chunks_mut(LOOK as usize)).collect();
        share(options.workers(), parts, |(first, cells)| self.value_some(first, cells, options))?;
        Ok(cells)
    }

    fn value_some(&self, first: u64, cells: &mut [Cell], options: &Options<'_>) -> Result<(), SolveError> {
        options.heed()?;
        for (cell, slot) in cells.iter_mut().zip((first..).map(Slot)) {
            if let Some(position) = self.game.position(slot) {
                let value = self.best(&position).ok_or_else(|| unsound(slot, Unsound::Stuck))?;
                *cell = Cell::of(value).ok_or(SolveError::TooDeep)?;
            }
        }
        Ok(())
    }

    /// Computes the value of a position from its best move. Returns `None` if a child has no value.
    fn best(&self, position: &G::Position) -> Option<Value> {
        let turn = self.game.turn(position);
        if let Some(ending) = self.game.over(position) {
            return Some(ending.value_for(turn));
        }
        let (mut best, mut unknown) = (None, false);
        self.game.each_move(position, |_, child| {
            let value = self.value(&child);
            unknown |= value.is_none();
            best = best.max(value.map(|value| value.for_parent(self.game.turn(&child) == turn)));
        });
        best.filter(|_| !unknown).map(Value::one_ply_earlier)
    }

    fn value(&self, position: &G::Position) -> Option<Value> {
        match self.game.over(position) {
            Some(ending) => Some(ending.value_for(self.game.turn(position))),
            None if self.game.elides_win(position) => Some(Value::Win(Depth::new(1))),
            None => self.finished.value(self.game.slot(position)),
        }
    }

    fn fail(&self, error: SolveError) {
        *self.unread.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// Returns the kind of predecessors to which a finished slot sends messages. Returns `None` if the slot sends no
    /// messages.
    fn receivers(&self, slot: Slot, value: Value) -> Option<Receivers> {
        let is_near = value.depth() <= Some(Depth::new(1)) && !matches!(value, Value::Tie(_));
        let may_be_elided = is_near && self.game.elides_any();
        if !may_be_elided || value == Value::Loss(Depth::new(1)) {
            return Some(Receivers::All);
        }
        let position = self.game.position(slot)?;
        match self.game.over(&position) {
            Some(ending) => (!self.game.elides_ending(&position, ending)).then_some(Receivers::All),
            None if !self.game.elides_win(&position) => Some(Receivers::All),
            None => (!G::ALTERNATES).then_some(Receivers::SameMover),
        }
    }

    /// Returns the index of a slot in this tier's segments, if the slot is in the tier.
    fn own(&self, slot: Slot) -> Option<Slot> {
        self.slots.contains(&slot.0).then(|| Slot(slot.0 - self.around.0))
    }
}

impl<G: Tiered> Predecessors for Open<'_, G> {
    const AT_ONCE: bool = G::AT_ONCE;
    const ALTERNATES: bool = G::ALTERNATES;

    fn slots(&self) -> u64 {
        self.around.1
    }

    fn fits_bytes(&self) -> bool {
        self.game.facts().fits_bytes
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        let (start, end) = (self.around.0 + slots.start, self.around.0 + slots.end);
        let own = start.max(self.slots.start)..end.min(self.slots.end);
        (start..own.start.min(end)).for_each(|_| visit(Seed::Hole));
        if !own.is_empty() {
            self.game.each_seed(own.clone(), &mut visit);
        }
        (own.end.max(own.start.min(end))..end).for_each(|_| visit(Seed::Hole));
    }

    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let mut whole = [Slot(0); 64];
        for (number, slots) in slots.chunks(whole.len()).enumerate() {
            whole.iter_mut().zip(slots).for_each(|(whole, slot)| *whole = Slot(slot.0 + self.around.0));
            self.game.each_predecessor_in(self.tier, &self.slots, &whole[..slots.len()], |index, parent, same| {
                if let Some(parent) = self.own(parent) {
                    visit(number * 64 + index, parent, same);
                }
            });
        }
    }

    fn is_elided_win(&self, slot: Slot) -> bool {
        is_elided_win(self.game, Slot(slot.0 + self.around.0))
    }

    fn outside(&self) -> Option<Outside> {
        Some(self.outside)
    }

    fn each_from_outside(&self, part: u64, wanted: &[Value], mut visit: impl FnMut(Value, Slot, bool)) {
        if self.game.leaves_forwards() {
            let read = self.each_due(part, wanted, visit);
            return read.unwrap_or_else(|error| self.fail(error));
        }
        let (mut slots, mut senders) = (Vec::new(), Vec::new());
        let mut send = |slots: &mut Vec<Slot>, senders: &mut Vec<(Value, Receivers)>| {
            self.game.each_predecessor_in(self.tier, &self.slots, slots, |index, parent, same| {
                let (value, to) = senders[index];
                if let Some(parent) = self.own(parent).filter(|_| same || to == Receivers::All) {
                    visit(value, parent, same);
                }
            });
            slots.clear();
            senders.clear();
        };
        let part = part as usize;
        let read = self.finished.each_of(self.runs[part], self.sorted.get(part), wanted, |slot, value| {
            if let Some(to) = self.receivers(slot, value) {
                slots.push(slot);
                senders.push((value, to));
            }
            if slots.len() == BATCH {
                send(&mut slots, &mut senders);
            }
        });
        if !slots.is_empty() {
            send(&mut slots, &mut senders);
        }
        if let Err(reason) = read {
            self.fail(SolveError::Scratch { reason });
        }
    }
}
