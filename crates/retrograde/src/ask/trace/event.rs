//! The events of a trace, and how far it has come.

use crate::rules::game::Slot;
use crate::rules::value::{Depth, Kind, Value};

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

    pub(super) const fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Win => self.win += 1,
            Kind::Loss => self.loss += 1,
            Kind::Tie => self.tie += 1,
            Kind::Draw => {}
        }
    }

    pub(super) const fn plus(self, more: Self) -> Self {
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
