//! A builder of [`Edges`]. It receives the moves of a game, position by position.

use super::bins::Bins;
use super::link::{Unlinked, most_bytes};
use super::order::Order;
use super::seeds::{SeedTable, Standing};
use super::stored::{Edges, MAX_SLOTS, bytes_by_slot};
use crate::kernel::budget::Budget;
use crate::kernel::solve::{Options, SolveError};
use crate::rules::game::{Outcome, Slot};
use crate::rules::side::Side;

/// The moves of a game, position by position. [`Edges`] are made from these moves.
///
/// ```
/// use retrograde::derive::Children;
/// use retrograde::{Options, Outcome, Side, Slot};
///
/// // 0 -> 1 -> 2, and 1 -> 0; the first side has won at 2.
/// let options = Options::default();
/// let mut children = Children::new(&options);
/// children.position(Side::First, None)?;
/// children.child(Slot(1))?;
/// children.position(Side::Second, None)?;
/// children.child(Slot(2))?;
/// children.child(Slot(0))?;
/// children.position(Side::First, Some(Outcome::Won(Side::First)))?;
///
/// let table = children.link(&options)?.solve(&options)?;
/// assert_eq!(table.value(Slot(1)).unwrap().to_string(), "draw");
/// # Ok::<(), retrograde::SolveError>(())
/// ```
#[derive(Debug)]
pub struct Children {
    seeds: SeedTable,
    bins: Bins,
    /// The side to move and the outcome of the current position; `None` before the first position and after a hole.
    begun: Option<(Side, Option<Outcome>)>,
    pending: Vec<u32>,
    /// The number of bytes that the caller uses for other data.
    beside: u64,
    budget: Budget,
}

impl Children {
    /// Creates an empty list of positions, limited by [`Options::memory`].
    pub fn new(options: &Options<'_>) -> Self {
        Self {
            seeds: SeedTable::default(),
            bins: Bins::default(),
            begun: None,
            pending: Vec::new(),
            beside: 0,
            budget: Budget::new(options),
        }
    }

    /// Creates an empty list of positions with memory reserved for `slots` slots. The caller uses `beside` bytes for
    /// other data.
    ///
    /// # Errors
    /// Returns [`SolveError::TooLarge`] if the game cannot be linked or solved within [`Options::memory`]. The game has
    /// `slots` slots and `moves` moves.
    pub fn with_room(slots: u64, moves: u64, beside: u64, options: &Options<'_>) -> Result<Self, SolveError> {
        let needed = most_bytes(slots, moves, beside, options);
        if needed > options.limit() || slots > MAX_SLOTS {
            return Err(SolveError::TooLarge { slots, needed, limit: options.limit() });
        }
        let mut children = Self::new(options);
        children.keep_beside(beside);
        children.seeds.reserve(slots as usize, &children.budget)?;
        Ok(children)
    }

    /// Begins the next slot with a position that has the side `turn` to move. `outcome` is the outcome if the game is
    /// over in this position.
    ///
    /// # Errors
    /// Returns [`SolveError::TooMany`] if the memory is full. Returns [`SolveError::TooLarge`] if there are more than
    /// 2^31 slots.
    pub fn position(&mut self, turn: Side, outcome: Option<Outcome>) -> Result<(), SolveError> {
        self.close()?;
        if self.seeds.len() as u64 >= MAX_SLOTS {
            return Err(self.too_many_slots());
        }
        self.begun = Some((turn, outcome));
        Ok(())
    }

    /// Begins the next slot as a hole, which is a slot without a position.
    ///
    /// # Errors
    /// Returns the errors of [`position`](Self::position).
    pub fn hole(&mut self) -> Result<(), SolveError> {
        self.close()?;
        if self.seeds.len() as u64 >= MAX_SLOTS {
            return Err(self.too_many_slots());
        }
        self.seeds.push(Side::First, Standing::Hole, &self.budget)
    }

    /// Adds a child of the current position. The child's position may be added later. If the same child is added twice,
    /// it counts once.
    ///
    /// # Errors
    /// Returns the errors of [`position`](Self::position).
    #[inline]
    pub fn child(&mut self, slot: Slot) -> Result<(), SolveError> {
        if slot.0 >= MAX_SLOTS {
            return Err(self.too_many_slots());
        }
        self.budget.push(&mut self.pending, slot.0 as u32, self.seeds.len() as u64)
    }

    /// Stores the current position.
    fn close(&mut self) -> Result<(), SolveError> {
        let Some((turn, outcome)) = self.begun.take() else { return Ok(()) };
        let parent = self.seeds.len() as u32;
        self.pending.sort_unstable();
        self.pending.dedup();
        let seed = outcome.map_or(Standing::Open(self.pending.len() as u32), Standing::Over);
        self.seeds.push(turn, seed, &self.budget)?;
        for child in self.pending.drain(..) {
            self.bins.push(parent, child, &self.budget)?;
        }
        Ok(())
    }

    fn too_many_slots(&self) -> SolveError {
        let slots = MAX_SLOTS + 1;
        SolveError::TooLarge { slots, needed: bytes_by_slot(slots), limit: self.budget.limit() }
    }

    /// Sets the number of bytes that the caller uses for other data. These bytes count towards the memory limit.
    pub fn keep_beside(&mut self, bytes: u64) {
        self.budget.give(self.beside);
        self.budget.keep(bytes);
        self.beside = bytes;
    }

    /// Turns the moves into stored lists of predecessors.
    ///
    /// # Errors
    /// Returns [`SolveError::TooLarge`] if storing the moves or the later solve needs more than [`Options::memory`].
    /// Returns [`SolveError::Cancelled`] if the operation is cancelled. Returns [`SolveError::Unsound`] if a child is a
    /// hole or beyond the last slot.
    ///
    /// # Complexity
    /// The time is linear in the numbers of slots and moves. The function uses [`Options::threads`] threads. The memory
    /// use is about three bytes for each move and five bytes for each slot.
    pub fn link(mut self, options: &Options<'_>) -> Result<Edges, SolveError> {
        self.close()?;
        let Self { seeds, bins, pending, budget, beside, .. } = self;
        budget.give_list(&pending);
        drop(pending);
        Unlinked { seeds: vec![seeds], bins: vec![bins], done_before: 0 }.link(
            Order::AsTheyCame,
            beside,
            &budget,
            options,
        )
    }
}
