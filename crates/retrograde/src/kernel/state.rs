//! The state of a solve as plain data. A checkpoint can store this state. The module
//! [`solve::checkpoint`](crate::kernel::solve) writes and reads this state.

use std::time::Duration;

use crate::rules::message::Message;
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;
use crate::table::shares::Share;

/// Stores the state of a solve, so that the solve can resume after the process has ended; see
/// [`Options::checkpoint_sink`](crate::Options::checkpoint_sink).
///
/// If several processes solve a game together, each process has a checkpoint sink. The solver calls the same method of
/// all sinks at the same time. The sinks may communicate through the [transport](crate::Transport), and all sinks must
/// return the same result.
pub trait CheckpointSink: Sync {
    /// Returns whether a checkpoint is due. One worker of each process calls this method often. All workers wait while
    /// a checkpoint is stored. So the sink must take this time into account. If one of several processes returns
    /// `true`, all processes store their state.
    fn is_due(&self) -> bool;

    /// Stores a state and the codes of this process's slots, and replaces the previous checkpoint. The codes need not
    /// be in memory, because each call of `next` fills a buffer with the codes that follow. The total size of the codes
    /// is [`State::bytes_of`] for this share. If a sink cannot store the checkpoint, the sink itself must report this
    /// to the user, because the solve continues without an error.
    ///
    /// # Errors
    /// Returns an error with the reason if another process is lost. The error ends the solve.
    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message>;

    /// Returns the state in the last checkpoint, if there is one. The solver calls this method when a solve begins. The
    /// solver calls this method again if the solve starts again in scratch storage.
    ///
    /// # Errors
    /// Returns an error with the reason if another process is lost. Also returns an error if the solve cannot resume
    /// from a checkpoint that must not be lost.
    fn last(&self) -> Result<Option<State>, Message>;

    /// Passes the codes of some slots of the last checkpoint to `take`, piece by piece and in order. The total size of
    /// the codes is [`State::bytes_of`] for this share. Other processes, with other shares, may have stored these
    /// codes.
    ///
    /// # Errors
    /// Returns an error with the reason if the codes cannot be read. Also returns an error that `take` returned.
    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message>;
}

/// A function that fills a buffer with the next codes.
pub type Next<'c> = dyn FnMut(&mut [u8]) -> Result<(), Message> + 'c;

/// A function that receives the next codes.
pub type Take<'c> = dyn FnMut(&[u8]) -> Result<(), Message> + 'c;

/// The stage of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The solver finds the reachable positions.
    Exploring,
    /// The solver stores the predecessors of every position.
    Linking,
    /// The solver stores the values of finished positions and counts the moves of all other positions.
    Seeding,
    /// The solver propagates wins and losses, depth by depth.
    Sweeping,
    /// The solver propagates ties to the undecided positions.
    Tying,
}

impl Stage {
    /// Returns the stage's name for programs, such as `seeding`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exploring => "exploring",
            Self::Linking => "linking",
            Self::Seeding => "seeding",
            Self::Sweeping => "sweeping",
            Self::Tying => "tying",
        }
    }
}

/// The state of a solve, without the codes of its slots. The fields are private to the solver. With the feature
/// `serde`, a state can be serialized. A state is valid only for the same game, the same version of this package and
/// the same byte order of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    pub(crate) slots: u64,
    pub(crate) width: Width,
    /// The largest number of open moves of a position.
    pub(crate) counts: u32,
    /// The cells of the codes for values, from the last code downwards.
    pub(crate) values: Vec<Option<Cell>>,
    /// The codes of elided positions, as a bit set of indexes in `values`.
    pub(crate) elided: u32,
    pub(crate) left: Left,
    pub(crate) has_ties: bool,
    pub(crate) point: Point,
    pub(crate) done: u64,
    pub(crate) spent: Duration,
}

impl State {
    /// Returns the number of slots.
    pub const fn slots(&self) -> u64 {
        self.slots
    }

    pub(crate) const fn width(&self) -> Width {
        self.width
    }

    /// Returns the size in bytes of all slots' codes.
    pub const fn bytes(&self) -> u64 {
        self.slots.saturating_mul(self.width.bytes())
    }

    /// Returns the size of one code in bytes.
    pub const fn bytes_each(&self) -> u64 {
        self.width.bytes()
    }

    /// Returns the size in bytes of the codes of one process's slots.
    pub fn bytes_of(&self, share: Share<'_>) -> u64 {
        share.slots().saturating_mul(self.width.bytes())
    }

    /// Returns the stage of the solve when the state was stored.
    pub const fn stage(&self) -> Stage {
        match self.point {
            Point::Seeding(_) => Stage::Seeding,
            Point::Sweeping(Sweep { law, .. }) => law.stage(),
            Point::Finishing => Stage::Tying,
        }
    }

    /// Returns the depth, in plies, that the solve was propagating when the state was stored.
    pub const fn depth(&self) -> u32 {
        match self.point {
            Point::Sweeping(Sweep { depth, .. }) => depth.plies(),
            Point::Seeding(_) | Point::Finishing => 0,
        }
    }

    /// Returns the number of positions that this stage had seeded or decided when the state was stored.
    pub const fn done(&self) -> u64 {
        self.done
    }
}

/// The point that a solve has reached between two runs of its workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Point {
    Seeding(Seeds),
    Sweeping(Sweep),
    Finishing,
}

/// A summary of the seeds (initial values) that are already computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Seeds {
    /// The largest number of open moves of a position so far.
    pub(crate) most: u32,
    /// A bit set of the values that occur among the seeds.
    pub(crate) seen: u32,
}

/// A depth whose values the solve propagates to predecessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Sweep {
    pub(crate) law: SweepLaw,
    pub(crate) depth: Depth,
    /// The value is `None` if no position of the depth is expanded yet. Otherwise the value contains a number for each
    /// of the two values of the next depth. This number counts the slots that messages of this depth have decided so
    /// far. If the value is not `None`, the unexpanded positions of this depth have the codes in [`Left`].
    pub(crate) begun: Option<[u64; 2]>,
}

/// The kind of values that a sweep propagates. A sweep propagates values depth by depth, beginning at depth 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum SweepLaw {
    /// The sweep propagates wins and losses. A position with a move to a position that the opponent has lost is a win,
    /// and a position without open moves is a loss.
    WinsAndLosses,
    /// The sweep propagates ties. An undecided predecessor of a tie is a tie.
    Ties,
}

impl SweepLaw {
    pub(crate) const fn stage(self) -> Stage {
        match self {
            Self::WinsAndLosses => Stage::Sweeping,
            Self::Ties => Stage::Tying,
        }
    }

    /// Returns the two values that a sweep propagates at a depth.
    pub(crate) fn values(self, depth: Depth) -> [Value; 2] {
        match self {
            Self::WinsAndLosses => [Value::Win(depth), Value::Loss(depth)],
            Self::Ties => [Value::Tie(depth); 2],
        }
    }
}

/// The codes of the unexpanded positions in a checkpoint of a solve that was stopped within a depth. Each of the two
/// values of the depth has its own code. A code is stored as its distance from the last (greatest) code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Left(pub(crate) [Option<u32>; 2]);

impl Left {
    /// The maximum number of codes for unexpanded positions.
    pub(crate) const CODES: u32 = 2;

    /// Returns, for each of the two values of a depth, whether the unexpanded positions with this value have a code of
    /// their own.
    pub(crate) fn has(self) -> [bool; 2] {
        self.0.map(|place| place.is_some())
    }

    pub(crate) fn places(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().flatten()
    }
}
