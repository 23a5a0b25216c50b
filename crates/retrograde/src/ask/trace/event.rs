//! The events of a trace, and the state of the retrograde analysis between two events.

use crate::rules::game::Slot;
use crate::rules::value::{Depth, Kind, Value};

/// An event of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A finished position receives the value of its ending and enters the queue.
    Seed {
        /// The slot of the position.
        slot: Slot,
        /// The value of the position.
        value: Value,
    },
    /// A decided position is popped, which means that it leaves the queue.
    Pop {
        /// The slot of the position.
        slot: Slot,
        /// The value of the position.
        value: Value,
    },
    /// A predecessor of the popped position has one open move fewer, and stays undecided.
    Relax {
        /// The slot of the predecessor.
        slot: Slot,
        /// The slot of the popped position.
        from: Slot,
        /// The number of open moves that the predecessor still has.
        open: u32,
        /// The number of distinct children of the predecessor.
        of: u32,
    },
    /// A predecessor of the popped position is decided and enters the queue.
    Mark {
        /// The slot of the predecessor.
        slot: Slot,
        /// The slot of the popped position.
        from: Slot,
        /// The value of the position.
        value: Value,
    },
    /// All positions of a depth have been popped.
    Layer(DepthSummary),
    /// The queue is empty, so the undecided positions are draws.
    Rest {
        /// The number of undecided positions.
        draws: u64,
    },
    /// The log is complete.
    Done,
}

/// The counts after all positions of a depth have been popped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthSummary {
    /// The depth, in plies.
    pub depth: Depth,
    /// The number of positions of this depth that were taken from the queue (popped), by class.
    pub popped: Tally,
    /// The number of positions that are still in the queue.
    pub queue: u64,
}

/// The number of decided positions by class.
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
    /// Returns the number of decided positions of all classes together.
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

/// A key frame of the log. A key frame is the state of the analysis after a number of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyFrame {
    /// The number of events so far.
    pub step: u64,
    /// The depth of the position that was popped last; 0 before the first pop.
    pub depth: Depth,
    /// The number of positions that have been popped.
    pub popped: u64,
    /// The number of positions that are decided, whether popped or not, by class.
    pub decided: Tally,
    /// The number of undecided positions.
    pub undecided: u64,
}

impl KeyFrame {
    /// Returns the number of positions in the queue.
    pub const fn queue(&self) -> u64 {
        self.decided.total() - self.popped
    }
}
