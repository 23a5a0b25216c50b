//! What a caller may set, hear and learn about a solve.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::kernel::carrier::Carrier;
use crate::kernel::scratch::Scratch;
use crate::kernel::state::{Keeper, Stage};
use crate::rules::game::Slot;
use crate::rules::law::Broken;
use crate::rules::memory::NoMemory;
use crate::rules::message::{Message, bytes};
use crate::rules::value::Value;

/// How to solve: threads, a memory limit, somebody to tell, a way to stop.
///
/// No setting changes a byte of the table.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Worker threads; 0 means one for each core.
    pub threads: usize,
    /// The most bytes that the solve may take; what needs more is refused before it starts.
    pub memory: u64,
    /// Called by one of the workers, at most about twenty times a second.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// Set it to true, from any thread, to stop the solve within a tenth of a second.
    pub cancel: Option<&'a AtomicBool>,
    /// Keeps checkpoints, from which the same solve goes on; a game's own solver has none, nor has
    /// [`solve_by_tiers`](crate::kernel::solve::solve_by_tiers) and its like.
    pub keeper: Option<&'a dyn Keeper>,
    /// Where a solve goes on that does not fit the memory: by [`solve_anywhere`](crate::kernel::solve::solve_anywhere), and by tiers.
    pub scratch: Option<&'a Arc<dyn Scratch>>,
    /// Connects this process with others that solve the same game: for those who hand it on to
    /// [`solve_among`](crate::kernel::solve::solve_among), as boards do. The solver itself asks nobody.
    pub carrier: Option<&'a Arc<dyn Carrier>>,
    /// Whether a game that has tiers is solved by [`solve_by_tiers_anywhere`](crate::kernel::solve::solve_by_tiers_anywhere), or
    /// [among](crate::kernel::solve::solve_by_tiers_among) others: for those who hand it on, as boards do. The solver itself asks nobody.
    pub by_tiers: bool,
    /// Who knows values already: a [`Contest`](crate::author::contest::Contest) asks before it solves. The solver itself asks nobody.
    pub known: Option<&'a dyn Known>,
}

impl Options<'_> {
    /// The default memory limit: 4 GiB.
    pub const MEMORY: u64 = 4 << 30;

    /// What [`default`](Self::default) gives, as a constant: `Options { threads: 2, ..Options::DEFAULT }` stays right when a setting is added.
    pub const DEFAULT: Self = Self {
        threads: 0,
        memory: Self::MEMORY,
        progress: None,
        cancel: None,
        keeper: None,
        scratch: None,
        carrier: None,
        by_tiers: false,
        known: None,
    };

    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Refuses, with numbers, what takes more bytes than are allowed.
    pub(crate) fn admit(&self, slots: u64, needed: u64) -> Result<(), SolveError> {
        let limit = self.memory;
        if needed <= limit { Ok(()) } else { Err(SolveError::TooLarge { slots, needed, limit }) }
    }

    /// Stops work that is no longer wanted.
    pub(crate) fn heed(&self) -> Result<(), SolveError> {
        if self.cancelled() { Err(SolveError::Cancelled) } else { Ok(()) }
    }

    /// The number of threads that are used: one a core, if none is asked for.
    pub fn workers(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        }
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Values that are known already, such as those of stored tables: see [`Options::known`].
pub trait Known: Sync {
    /// The value of a position (a whole token) for the player to move there; `None` if it is not known.
    ///
    /// # Errors
    /// The value is known, and cannot be read: the reason, as a sentence without a full stop.
    fn value(&self, token: &str) -> Result<Option<Value>, Message>;
}

/// A report from a running solve.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// Positions explored, linked, looked at or decided so far, by stage.
    pub done: u64,
    /// The number of slots, where it is known: the most that `done` can reach.
    pub total: Option<u64>,
    /// The depth being swept, in plies.
    pub depth: u32,
    /// Time since the stage began.
    pub elapsed: Duration,
}

impl Progress {
    /// Positions a second in this stage.
    pub fn rate(&self) -> f64 {
        self.done as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

impl SolveError {
    /// Whether more memory would have helped.
    pub const fn wants_memory(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::TooMany { .. } | Self::NoMemory { .. })
    }
}

/// Why a solve gave no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The table and its work space would not fit.
    #[error("needs {} for {slots} slots, limit {}", bytes(*.needed), bytes(*.limit))]
    TooLarge {
        /// Slots of the numbering.
        slots: u64,
        /// Estimated bytes.
        needed: u64,
        /// [`Options::memory`].
        limit: u64,
    },
    /// Exploration reached the memory limit.
    #[error("explored {reached} positions, which take {}, limit {}", bytes(*.needed), bytes(*.limit))]
    TooMany {
        /// Positions found before giving up.
        reached: u64,
        /// Estimated bytes to go on with.
        needed: u64,
        /// [`Options::memory`].
        limit: u64,
    },
    /// The limit allows it, but the system does not have so much memory.
    #[error("needs {} more than the system gives", bytes(*.needed))]
    NoMemory {
        /// Bytes asked for in vain.
        needed: u64,
    },
    /// The system does not give as many threads.
    #[error("cannot start {threads} threads: {reason}")]
    NoThreads {
        /// Threads wanted.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// The solve takes more room on [`Options::scratch`] than there is.
    #[error("needs {} or more on disk, limit {}", bytes(*.needed), bytes(*.limit))]
    NoRoom {
        /// Bytes needed so far.
        needed: u64,
        /// [`Scratch::room`].
        limit: u64,
    },
    /// Scratch cannot be written or read.
    #[error("{reason}")]
    Scratch {
        /// Why.
        reason: Message,
    },
    /// Another process that solves the same game is lost, has given up, or sent what cannot be read.
    #[error("{reason}")]
    Lost {
        /// Which, and why.
        reason: Message,
    },
    /// Somebody set [`Options::cancel`].
    #[error("cancelled")]
    Cancelled,
    /// Counts of moves and depths do not fit 32 bits.
    #[error("a position has more moves, or a game more plies, than a table can count")]
    TooDeep,
    /// The game breaks a law of its traits. `check_game` says which one, and where.
    #[error("the game's rules, numbering and un-moves disagree at slot {slot}: {law}")]
    Unsound {
        /// A slot where it showed.
        slot: Slot,
        /// What was seen there.
        law: Message,
    },
    /// The game breaks a law, found before the board was solved: see [`before_solving`](crate::author::check::before_solving).
    #[error("the game breaks a law: {}; at {}: {}", .0.law, .0.position, .0.detail)]
    Broken(Box<Broken>),
    /// What a [`Keeper`] had kept is not of this solve, or cannot be read.
    #[error("the checkpoint cannot be taken up: {reason}")]
    Resume {
        /// What is wrong with it.
        reason: Message,
    },
    /// Tiers lead back to each other, or do not cover the slots one after the other.
    #[error("the tiers {names} lead back to each other, or do not follow each other")]
    Tiers {
        /// Their names.
        names: String,
    },
    /// A tier lists another one twice, so that its messages would be sent twice.
    #[error("tier {tier} lists tier {child} twice")]
    TierTwice {
        /// The tier's name.
        tier: String,
        /// The name of the one that it leads to.
        child: String,
    },
    /// The game gives a position other moves than before: it draws them, or looks at something that changes.
    #[error(
        "the same position must always have the same moves: {action} in {position} comes at one time and not at another"
    )]
    Changing {
        /// The position, in Rust's debug form.
        position: String,
        /// The move.
        action: String,
    },
    /// A move leads to a position without a number. What was explored is numbered, unless moves change.
    #[error("the move {action} in {position} leads to a position without a number")]
    Unnumbered {
        /// The position, in Rust's debug form.
        position: String,
        /// The move.
        action: String,
    },
}

impl From<NoMemory> for SolveError {
    fn from(NoMemory { needed }: NoMemory) -> Self {
        Self::NoMemory { needed }
    }
}
