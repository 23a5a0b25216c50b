//! Where a solve stands, as a keeper of checkpoints has it: plain data, which [`solve::checkpoint`](crate::kernel::solve) writes and reads.

use std::time::Duration;

use crate::rules::message::Message;
use crate::rules::value::{Depth, Value};
use crate::table::cell::Cell;
use crate::table::column::Width;
use crate::table::shares::Share;

/// Keeps the state of a solve, so that it can go on when the process has ended: see [`Options::keeper`](crate::Options::keeper).
///
/// Where several processes solve a game together, each has a keeper, and what is asked of one is asked of all, at the same time: they may meet the others by
/// the [carrier](crate::Carrier), and must come to the same end.
pub trait Keeper: Sync {
    /// Whether a checkpoint is due: asked by one worker of each process, often. The workers wait while it is made, so the time that it takes
    /// is for the keeper to weigh. If one of several processes says so, all of them keep what they hold.
    fn is_due(&self) -> bool;

    /// Keeps a state, with the codes of this process's slots, instead of the one before. They need not be in memory: `next` fills bytes with those
    /// that come next, [`State::bytes_of`] this share in all. A keeper who cannot keep them tells its owner; the solve goes on.
    ///
    /// # Errors
    /// Another process is lost, which ends the solve.
    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message>;

    /// What was kept last, if there is anything: asked when a solve begins, and when it begins again outside of memory.
    ///
    /// # Errors
    /// Something was kept that is not to be lost, and cannot be gone on from; or another process is lost.
    fn kept(&self) -> Result<Option<State>, Message>;

    /// Gives the codes of some slots that belong to what was [`kept`](Self::kept), piece by piece in their order: as many bytes as
    /// [`State::bytes_of`] says. Who kept them may have been others, with other shares.
    ///
    /// # Errors
    /// Why they cannot be read, or are not taken.
    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message>;
}

/// Fills bytes with the codes that come next.
pub type Next<'c> = dyn FnMut(&mut [u8]) -> Result<(), Message> + 'c;

/// Takes the codes that come next.
pub type Take<'c> = dyn FnMut(&[u8]) -> Result<(), Message> + 'c;

/// What a solve is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding the positions that can be reached.
    Exploring,
    /// Storing predecessors.
    Linking,
    /// Seeding the finished positions and counting moves.
    Seeding,
    /// Sweeping wins and losses, depth by depth.
    Sweeping,
    /// Pushing ties up among the undecided.
    Tying,
}

/// Where a solve stands, but for the codes of its slots. What it holds is the solver's business; with the feature `serde` it can be written
/// down and read. It belongs to the game, to the version of this package and to the byte order of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    pub(crate) slots: u64,
    pub(crate) width: Width,
    /// The largest count of open moves.
    pub(crate) counts: u32,
    /// By place from the last code.
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

    /// The bytes of the slots' codes.
    pub const fn bytes(&self) -> u64 {
        self.slots.saturating_mul(self.width.bytes())
    }

    /// The bytes of a code.
    pub const fn bytes_each(&self) -> u64 {
        self.width.bytes()
    }

    /// The bytes of the codes of some slots.
    pub fn bytes_of(&self, share: Share<'_>) -> u64 {
        share.slots().saturating_mul(self.width.bytes())
    }

    /// What the solve was busy with.
    pub const fn stage(&self) -> Stage {
        match self.point {
            Point::Seeding(_) => Stage::Seeding,
            Point::Sweeping(Sweep { law, .. }) => law.stage(),
            Point::Finishing => Stage::Tying,
        }
    }

    /// The depth that was being swept, in plies.
    pub const fn depth(&self) -> u32 {
        match self.point {
            Point::Sweeping(Sweep { depth, .. }) => depth.plies(),
            Point::Seeding(_) | Point::Finishing => 0,
        }
    }

    /// The positions seeded or decided in this stage.
    pub const fn done(&self) -> u64 {
        self.done
    }
}

/// Where a solve stands when no worker is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Point {
    Seeding(Seeds),
    Sweeping(Sweep),
    Finishing,
}

/// What was seen of the slots that are seeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Seeds {
    /// The largest count.
    pub(crate) most: u32,
    /// A bit for each value.
    pub(crate) seen: u32,
}

/// A depth that is to be spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Sweep {
    pub(crate) law: Law,
    pub(crate) depth: Depth,
    /// If some of it is spread already, how many slots of each value that has marked: what is left is set apart in the book.
    pub(crate) begun: Option<[u64; 2]>,
}

/// Which values a sweep spreads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Law {
    /// A predecessor of a position that its mover's opponent has lost wins; one with no open move left loses.
    WinsAndLosses,
    /// An undecided predecessor of a tie ties.
    Ties,
}

impl Law {
    pub(crate) const fn stage(self) -> Stage {
        match self {
            Self::WinsAndLosses => Stage::Sweeping,
            Self::Ties => Stage::Tying,
        }
    }

    /// The values at a depth.
    pub(crate) fn values(self, depth: Depth) -> [Value; 2] {
        match self {
            Self::WinsAndLosses => [Value::Win(depth), Value::Loss(depth)],
            Self::Ties => [Value::Tie(depth); 2],
        }
    }
}

/// The places of the codes of those positions of the depth that are left to be expanded, won and lost ones, in a solve that was stopped
/// within a depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Left(pub(crate) [Option<u32>; 2]);

impl Left {
    /// The most codes that it takes.
    pub(crate) const CODES: u32 = 2;

    /// Which values' positions are set apart, of the two of a depth.
    pub(crate) fn has(self) -> [bool; 2] {
        self.0.map(|place| place.is_some())
    }

    pub(crate) fn places(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().flatten()
    }
}
