//! The state of a solve, as a checkpoint stores it: plain data. [`solve::checkpoint`](crate::kernel::solve) writes and
//! reads it.

use std::time::Duration;

use crate::rules::message::Message;
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;
use crate::table::shares::Share;

/// Stores the state of a solve, so that the solve can resume after the process has ended: see
/// [`Options::checkpoint_sink`](crate::Options::checkpoint_sink).
///
/// If several processes solve a game together, each has a checkpoint sink. The solver calls the same method of all
/// sinks at the same time. They may communicate through the [transport](crate::Transport), and must come to the same
/// result.
pub trait CheckpointSink: Sync {
    /// Whether a checkpoint is due. One worker of each process calls it often. The workers wait while a checkpoint is
    /// made, so the sink must weigh that time. If one of several processes returns `true`, all of them store their
    /// state.
    fn is_due(&self) -> bool;

    /// Stores a state and the codes of this process's slots, and replaces the checkpoint before. The codes need not be
    /// in memory: `next` fills a buffer with the codes that come next, [`State::bytes_of`] this share in total. A sink
    /// that cannot store them must report that to its owner; the solve continues.
    /// # Errors
    /// Another process is lost; this ends the solve.
    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message>;

    /// The last checkpoint, if there is one. Called when a solve begins, and when it begins again on scratch.
    ///
    /// # Errors
    /// There is a checkpoint that must not be lost, but the solve cannot resume from it; or another process is lost.
    fn last(&self) -> Result<Option<State>, Message>;

    /// Passes the codes of some slots of the last checkpoint to `take`, piece by piece and in order,
    /// [`State::bytes_of`] this share in total. Other processes, with other shares, may have stored them.
    ///
    /// # Errors
    /// The codes cannot be read, or `take` refused them: the reason.
    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message>;
}

/// A function that fills a buffer with the next codes.
pub type Next<'c> = dyn FnMut(&mut [u8]) -> Result<(), Message> + 'c;

/// A function that takes the next codes.
pub type Take<'c> = dyn FnMut(&[u8]) -> Result<(), Message> + 'c;

/// The stage of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding the reachable positions.
    Exploring,
    /// Storing predecessors.
    Linking,
    /// Seeding the finished positions and counting moves.
    Seeding,
    /// Propagating wins and losses, depth by depth.
    Sweeping,
    /// Propagating ties to the undecided positions.
    Tying,
}

/// The state of a solve, without the codes of its slots. The content is private to the solver. With the feature `serde`
/// it can be serialized. It is valid only for the same game, the same version of this package and the same byte order
/// of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    pub(crate) slots: u64,
    pub(crate) width: Width,
    /// The largest count of open moves.
    pub(crate) counts: u32,
    /// The values of the codes, from the last code downwards.
    pub(crate) values: Vec<Option<Cell>>,
    pub(crate) left: Left,
    pub(crate) has_ties: bool,
    pub(crate) point: Point,
    pub(crate) done: u64,
    pub(crate) spent: Duration,
}

impl State {
    /// The number of slots.
    pub const fn slots(&self) -> u64 {
        self.slots
    }

    pub(crate) const fn width(&self) -> Width {
        self.width
    }

    /// The number of bytes of the codes of all slots.
    pub const fn bytes(&self) -> u64 {
        self.slots.saturating_mul(self.width.bytes())
    }

    /// The number of bytes of one code.
    pub const fn bytes_each(&self) -> u64 {
        self.width.bytes()
    }

    /// The number of bytes of the codes of some slots.
    pub fn bytes_of(&self, share: Share<'_>) -> u64 {
        share.slots().saturating_mul(self.width.bytes())
    }

    /// The stage of the solve when the state was stored.
    pub const fn stage(&self) -> Stage {
        match self.point {
            Point::Seeding(_) => Stage::Seeding,
            Point::Sweeping(Sweep { law, .. }) => law.stage(),
            Point::Finishing => Stage::Tying,
        }
    }

    /// The depth that was being propagated, in plies.
    pub const fn depth(&self) -> u32 {
        match self.point {
            Point::Sweeping(Sweep { depth, .. }) => depth.plies(),
            Point::Seeding(_) | Point::Finishing => 0,
        }
    }

    /// The number of positions seeded or decided in this stage.
    pub const fn done(&self) -> u64 {
        self.done
    }
}

/// The progress of a solve between two runs of its workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Point {
    Seeding(Seeds),
    Sweeping(Sweep),
    Finishing,
}

/// A summary of the seeds so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Seeds {
    /// The largest count.
    pub(crate) most: u32,
    /// One bit for each value that occurs.
    pub(crate) seen: u32,
}

/// A depth to propagate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Sweep {
    pub(crate) law: SweepLaw,
    pub(crate) depth: Depth,
    /// `None` if no position of the depth is expanded yet. Otherwise the numbers of slots marked so far, by value; the
    /// unexpanded positions have codes of their own.
    pub(crate) begun: Option<[u64; 2]>,
}

/// The values that a sweep propagates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum SweepLaw {
    /// If the opponent has lost a position, the predecessor from which the mover reaches it wins. A position without
    /// open moves loses.
    WinsAndLosses,
    /// An undecided predecessor of a tie is a tie.
    Ties,
}

impl SweepLaw {
    pub(crate) const fn stage(self) -> Stage {
        match self {
            Self::WinsAndLosses => Stage::Sweeping,
            Self::Ties => Stage::Tying,
        }
    }

    /// The values of a depth.
    pub(crate) fn values(self, depth: Depth) -> [Value; 2] {
        match self {
            Self::WinsAndLosses => [Value::Win(depth), Value::Loss(depth)],
            Self::Ties => [Value::Tie(depth); 2],
        }
    }
}

/// The codes, counted from the last code, of the positions of a depth that are not expanded yet: those won by their
/// mover, and the others. Used if a solve was stopped within a depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Left(pub(crate) [Option<u32>; 2]);

impl Left {
    /// The maximum number of codes that it takes.
    pub(crate) const CODES: u32 = 2;

    /// For both values of a depth: whether some of its positions have a code of their own.
    pub(crate) fn has(self) -> [bool; 2] {
        self.0.map(|place| place.is_some())
    }

    pub(crate) fn places(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().flatten()
    }
}
