//! The settings of a solve, its progress reports and its errors.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::kernel::scratch::Scratch;
use crate::kernel::state::{CheckpointSink, Stage};
use crate::kernel::transport::Transport;
use crate::rules::game::Slot;
use crate::rules::law::Broken;
use crate::rules::memory::NoMemory;
use crate::rules::message::{Message, bytes};
use crate::rules::value::Value;

/// The settings of a solve, such as threads, a memory limit, progress reports and cancellation.
///
/// The table does not depend on the settings. The table is always the same, byte for byte.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The number of worker threads; 0 means one per core.
    pub threads: usize,
    /// The maximum memory of the solve in bytes. A solve that needs more memory returns an error before it starts. On a
    /// system with 32-bit addresses, the limit is never above 4 GiB.
    pub memory: u64,
    /// A callback for progress reports. One worker calls this callback, at most twenty times per second.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// A flag that any thread may set to true. The solve then stops within a tenth of a second.
    pub cancel: Option<&'a AtomicBool>,
    /// A sink that stores checkpoints. The same solve can resume from these checkpoints. A game's own solver (a
    /// shortcut or a table generator) makes no checkpoints. The function
    /// [`solve_by_tiers`](crate::kernel::solve::solve_by_tiers) and its variants also make no checkpoints.
    pub checkpoint_sink: Option<&'a dyn CheckpointSink>,
    /// The storage outside of memory that a solve uses if it does not fit in memory. Only
    /// [`solve_anywhere`](crate::kernel::solve::solve_anywhere) and the solve by tiers use this storage.
    pub scratch: Option<&'a Arc<dyn Scratch>>,
    /// The transport to other processes that solve the same game. Boards and other callers pass the transport to
    /// [`solve_distributed`](crate::kernel::solve::solve_distributed); [`solve`](crate::kernel::solve::solve()) ignores
    /// it.
    pub transport: Option<&'a Arc<dyn Transport>>,
    /// If this flag is true, boards and other callers solve a game with tiers by the function
    /// [`solve_by_tiers_anywhere`](crate::kernel::solve::solve_by_tiers_anywhere). If several processes solve the game
    /// together, they use [`solve_by_tiers_distributed`](crate::kernel::solve::solve_by_tiers_distributed) instead. The
    /// function [`solve`](crate::kernel::solve::solve()) ignores this flag.
    pub by_tiers: bool,
    /// A source of values that are already known. A [`Contest`](crate::author::contest::Contest) asks this source for a
    /// value before it solves a case. The function [`solve`](crate::kernel::solve::solve()) ignores the source.
    pub known: Option<&'a dyn Known>,
}

impl Options<'_> {
    /// The default memory limit is 4 GiB.
    pub const MEMORY: u64 = 4 << 30;

    /// The default settings as a constant. `Options { threads: 2, ..Options::DEFAULT }` still compiles when a later
    /// version adds a setting.
    pub const DEFAULT: Self = Self {
        threads: 0,
        memory: Self::MEMORY,
        progress: None,
        cancel: None,
        checkpoint_sink: None,
        scratch: None,
        transport: None,
        by_tiers: false,
        known: None,
    };

    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns the memory limit in bytes. The limit is the smaller of [`memory`](Self::memory) and the size of the
    /// address space. Each slot takes at least one byte. So if a table fits in the limit, the numbers of all its slots
    /// fit in `usize`.
    pub(crate) const fn limit(&self) -> u64 {
        let addresses = usize::MAX as u64;
        if self.memory < addresses { self.memory } else { addresses }
    }

    /// Returns an error if a solve needs more bytes than [`memory`](Self::memory) allows.
    pub(crate) fn admit(&self, slots: u64, needed: u64) -> Result<(), SolveError> {
        let limit = self.limit();
        if needed <= limit { Ok(()) } else { Err(SolveError::TooLarge { slots, needed, limit }) }
    }

    /// Returns an error if the solve was cancelled.
    pub(crate) fn heed(&self) -> Result<(), SolveError> {
        if self.cancelled() { Err(SolveError::Cancelled) } else { Ok(()) }
    }

    /// Returns the number of threads to use, which is one per core if `threads` is 0.
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

/// A source of known values, such as the values in stored tables; see [`Options::known`].
pub trait Known: Sync {
    /// Returns the value of a position for the player to move. The argument is the position's complete token. Returns
    /// `None` if the value is not known.
    ///
    /// # Errors
    /// Returns an error if a known value cannot be read. The error is a sentence without a full stop.
    fn value(&self, token: &str) -> Result<Option<Value>, Message>;
}

/// A report from a running solve.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The stage of the solve.
    pub stage: Stage,
    /// The number of positions that this stage has explored, linked, seeded or decided so far.
    pub done: u64,
    /// The number of slots, if it is known. The number `done` never exceeds this number.
    pub total: Option<u64>,
    /// The depth that the solve is propagating now, in plies.
    pub depth: u32,
    /// The time since the stage began.
    pub elapsed: Duration,
}

impl Progress {
    /// Returns the average number of positions per second since the stage began. Returns 0 if no time has passed.
    pub fn rate(&self) -> f64 {
        if self.elapsed.is_zero() { 0.0 } else { self.done as f64 / self.elapsed.as_secs_f64() }
    }
}

impl SolveError {
    /// Returns whether the solve can succeed with more memory.
    pub const fn wants_memory(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::TooMany { .. } | Self::NoMemory { .. })
    }
}

/// The reason why a solve returned no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The table and the working memory of the solve do not fit in the memory limit.
    #[error("needs {} for {slots} slots, limit {}", bytes(*.needed), bytes(*.limit))]
    TooLarge {
        /// The number of slots of the numbering.
        slots: u64,
        /// The estimated memory of the solve in bytes.
        needed: u64,
        /// The memory limit in bytes, [`Options::memory`].
        limit: u64,
    },
    /// The exploration has reached the memory limit.
    #[error("explored {reached} positions, which take {}, limit {}", bytes(*.needed), bytes(*.limit))]
    TooMany {
        /// The number of positions found before the limit was reached.
        reached: u64,
        /// The estimated memory in bytes that is needed to continue.
        needed: u64,
        /// The memory limit in bytes, [`Options::memory`].
        limit: u64,
    },
    /// The memory limit allows the solve, but the system does not have enough memory.
    #[error("needs another {}, which the system cannot provide", bytes(*.needed))]
    NoMemory {
        /// The number of bytes that the solve requested.
        needed: u64,
    },
    /// The system cannot start the requested number of threads.
    #[error("cannot start {threads} threads: {reason}")]
    NoThreads {
        /// The number of threads that the solve requested.
        threads: usize,
        /// The error message of the system.
        reason: String,
    },
    /// The solve needs more space on [`Options::scratch`] than is available.
    #[error("needs {} or more on disk, limit {}", bytes(*.needed), bytes(*.limit))]
    NoRoom {
        /// The number of bytes needed so far.
        needed: u64,
        /// The maximum size of the scratch space in bytes, [`Scratch::room`].
        limit: u64,
    },
    /// The scratch space cannot be written or read.
    #[error("{reason}")]
    Scratch {
        /// The reason why the scratch space cannot be written or read.
        reason: Message,
    },
    /// Another process that solves the same game is lost, has failed, or sent unreadable data.
    #[error("{reason}")]
    Lost {
        /// A message that names the lost process and the reason.
        reason: Message,
    },
    /// The caller set [`Options::cancel`].
    #[error("cancelled")]
    Cancelled,
    /// A count of moves or a depth does not fit in 32 bits.
    #[error("a position has more moves, or a game more plies, than a table can count")]
    TooDeep,
    /// The game breaks a law of its traits. A law is a property that every game must have. The function `check_game`
    /// reports the broken law and a position.
    #[error("the game's rules, numbering and un-moves disagree at slot {slot}: {law}")]
    Unsound {
        /// A slot at which the error appeared.
        slot: Slot,
        /// The error, as a sentence without a full stop.
        law: Message,
    },
    /// The check before the solve has found that the game breaks a law. See
    /// [`before_solving`](crate::author::check::before_solving).
    #[error("the game breaks a law: {}; at {}: {}", .0.law, .0.position, .0.detail)]
    Broken(Box<Broken>),
    /// A checkpoint from a [`CheckpointSink`] does not belong to this solve or cannot be read.
    #[error("cannot resume from the checkpoint: {reason}")]
    Resume {
        /// The reason why the solve cannot resume.
        reason: Message,
    },
    /// The tiers form a cycle, or their ranges of slots leave a gap or overlap.
    #[error("the tiers {names} form a cycle, or do not cover the slots one after the other")]
    Tiers {
        /// The names of the tiers that cannot be ordered, or the name of the tier with the wrong range.
        names: String,
    },
    /// The list of a tier's children contains another tier twice. The solver would send the messages of that child
    /// twice.
    #[error("tier {tier} lists tier {child} twice")]
    TierTwice {
        /// The name of the tier with the duplicate entry.
        tier: String,
        /// The name of the tier that is listed twice.
        child: String,
    },
    /// The game lists the moves that leave a tier, and has no un-moves for these moves. So a solve by tiers must read
    /// the values of finished slots, and any process may hold these values. A process can read only the values that it
    /// holds. So several processes cannot solve this game by tiers; see [`Tiered`](crate::kernel::Tiered).
    #[error("this game can be solved by tiers only in one process")]
    OneProcess,
    /// The game returned different moves for the same position, because its rules use random numbers or mutable state.
    #[error(
        "the same position must always have the same moves: {position} has the move {action} in one call, but not in another"
    )]
    Changing {
        /// The position, in Rust's debug form.
        position: String,
        /// The move, in the game's notation.
        action: String,
    },
    /// A move leads to a position without a number. The exploration numbers every child. So the moves of an explored
    /// game must have changed after the exploration.
    #[error("the move {action} in {position} leads to a position without a number")]
    Unnumbered {
        /// The position, in Rust's debug form.
        position: String,
        /// The move, in the game's notation.
        action: String,
    },
}

impl From<NoMemory> for SolveError {
    fn from(NoMemory { needed }: NoMemory) -> Self {
        Self::NoMemory { needed }
    }
}
