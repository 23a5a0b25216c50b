//! The trace: how a finished table is found, event by event.
//!
//! The kernel records nothing. Its log is *derived* from the table, in the order of (depth, slot), as a solver with one
//! queue and a counter for each position would write it:
//!
//! ```text
//! seed        every finished position, by slot
//! for each depth, from 0:
//!   pop       every position won or lost in that many plies, by slot; and for each undecided predecessor, by slot:
//!     mark      it is won, as its mover has won the popped one; or it is lost, as that was its last open move
//!     relax     or it has one open move fewer
//!   layer     the depth is done
//! the same for ties: a predecessor that is still undecided is marked a tie
//! rest        what is left is drawn
//! done        the value of the position asked about
//! ```
//!
//! Why it can be derived: whether a predecessor `p` is undecided when `s` is popped depends only on the values and slots of the
//! children of `p` (see `Blocks::effect` in `trace/block.rs`), so that the *block* of a popped position, itself and what follows from it, is a
//! function of the table. An [`Index`] counts the events in front of every 64th block; any window of the log, and the state
//! at any step, then takes a binary search and a few blocks, and nobody ever holds all events.

mod block;
mod index;
mod log;
mod questions;

use crate::rules::game::Slot;
use crate::rules::value::{Depth, Kind, Value};

pub use index::{Index, MAX_POSITIONS, MAX_SLOTS};
pub use log::{Log, Tide};
pub use questions::Trace;

pub use crate::ask::question_error::TraceError;

/// One event of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A finished position gets its ending's value, and waits in the queue.
    Seed {
        /// The position.
        slot: Slot,
        /// Its value.
        value: Value,
    },
    /// A decided position leaves the queue.
    Pop {
        /// The position.
        slot: Slot,
        /// Its value.
        value: Value,
    },
    /// A predecessor of the popped position has lost an open move, and has others.
    Relax {
        /// The predecessor.
        slot: Slot,
        /// The popped position.
        from: Slot,
        /// Its open moves, this one no longer counted.
        open: u32,
        /// Its moves to different positions.
        of: u32,
    },
    /// A predecessor of the popped position is decided, and waits in the queue.
    Mark {
        /// The predecessor.
        slot: Slot,
        /// The popped position.
        from: Slot,
        /// Its value.
        value: Value,
    },
    /// All of a depth has been popped.
    Layer(Layer),
    /// The queue is empty: what is left is drawn.
    Rest {
        /// How many positions that is.
        draws: u64,
    },
    /// The log is complete.
    Done,
}

/// A depth that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The depth, in plies.
    pub depth: Depth,
    /// The positions of that depth that were popped.
    pub popped: Tally,
    /// The positions waiting in the queue now.
    pub queue: u64,
}

/// Numbers of decided positions by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins for the player to move.
    pub win: u64,
    /// Losses for the player to move.
    pub loss: u64,
    /// Ties.
    pub tie: u64,
}

impl Tally {
    /// All together.
    pub const fn total(self) -> u64 {
        self.win + self.loss + self.tie
    }

    const fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Win => self.win += 1,
            Kind::Loss => self.loss += 1,
            Kind::Tie => self.tie += 1,
            Kind::Draw => {}
        }
    }

    const fn plus(self, more: Self) -> Self {
        Self { win: self.win + more.win, loss: self.loss + more.loss, tie: self.tie + more.tie }
    }
}

/// How far the analysis has come: a key frame of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The events so far.
    pub step: u64,
    /// The depth of the position popped last, 0 before the first.
    pub depth: Depth,
    /// Positions popped.
    pub popped: u64,
    /// Positions decided, popped or not.
    pub decided: Tally,
    /// Positions not decided.
    pub undecided: u64,
}

impl State {
    /// The positions waiting in the queue.
    pub const fn queue(&self) -> u64 {
        self.decided.total() - self.popped
    }
}
