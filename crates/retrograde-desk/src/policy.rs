//! How an answer may be found, and how the search for it is watched and stopped.

use std::sync::atomic::AtomicBool;

use retrograde::author::{Domain, Method};
use retrograde::rules::message::Message;
use retrograde::{Progress, SolveError};

use crate::listing::ProofPart;
use crate::storage::{Saving, StoredReport};

/// How an answer may be found.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The positions that a table is to hold.
    pub domain: Domain,
    /// The threads of a solve; 0: one for each core.
    pub threads: usize,
    /// By a table, by the game's own method, or by the latter where a table is too large.
    pub method: Method,
    /// Who makes tables.
    pub solver: Solver,
    /// The most bytes that a solve may take, within those of the library; 0: no board is solved.
    pub most: u64,
    /// Bytes that a solve without a plan leaves to others, as long as it can do without.
    pub spare: u64,
    /// The most bytes of a stored table that are read into memory where a question goes through all of it; each value is read by itself
    /// beyond that.
    pub load: u64,
    /// Whether no other board is solved meanwhile: a solve then has all memory that tables leave, and need not begin again if it takes more
    /// than was planned.
    pub alone: bool,
    /// Where a table that is solved is stored; `None`: nowhere. The [kernel](Solver::Kernel) makes it, as it has checkpoints.
    pub save: Option<Saving>,
}

impl Default for Policy {
    /// Whatever gives an answer soonest; nothing is stored.
    fn default() -> Self {
        let (domain, threads, method) = (Domain::All, 0, Method::Auto);
        Self {
            domain,
            threads,
            method,
            solver: Solver::Own,
            most: u64::MAX,
            spare: 0,
            load: u64::MAX,
            alone: false,
            save: None,
        }
    }
}

/// Who makes tables, which are the same to the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The kernel, whose tables are those that others are compared with.
    Kernel,
    /// The game itself where it can, and else the kernel.
    Own,
}

/// How the search for an answer is watched and stopped.
#[derive(Clone, Copy, Default)]
pub struct Control<'c> {
    /// Called by a solve, some twenty times a second.
    pub progress: Option<&'c (dyn Fn(Progress) + Sync)>,
    /// Set it to true, from any thread, to stop a solve.
    pub cancel: Option<&'c AtomicBool>,
    /// Called with each step, on the thread that asks or solves.
    pub steps: Option<&'c (dyn Fn(Step<'_>) + Sync)>,
}

impl Control<'_> {
    pub(crate) fn step(&self, step: Step<'_>) {
        if let Some(steps) = self.steps {
            steps(step);
        }
    }
}

/// A step of the search for an answer.
pub enum Step<'s> {
    /// A stored table was found.
    Found(&'s StoredReport),
    /// A table is solved now.
    Solving,
    /// A part of a proof begins, which goes through so many slots.
    Proof(ProofPart, u64),
    /// The table of this name was solved.
    Solved(&'s str),
    /// A solve takes up a checkpoint, cannot write one, or waits for another process.
    Note(Message),
    /// A table that was solved is stored now.
    Saving,
    /// The table was stored.
    Saved(&'s StoredReport),
    /// The answer is by the game's own method, as a table was refused.
    Refused(&'s SolveError),
}
