//! How an answer may be found; progress and cancellation of the search.

use std::sync::atomic::AtomicBool;

use retrograde::author::{Domain, Method};
use retrograde::rules::message::Message;
use retrograde::{Progress, SolveError};

use crate::listing::ProofPart;
use crate::storage::{Saving, StoredReport};

/// How an answer may be found.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The positions that a table must hold.
    pub domain: Domain,
    /// The threads of a solve; 0: one for each core.
    pub threads: usize,
    /// Whether to use a table, the game's own method, or the latter only if a table is too large.
    pub method: Method,
    /// What makes tables.
    pub solver: Solver,
    /// The most bytes that a solve may take, within the limit of the library; 0: no board is solved.
    pub most: u64,
    /// The bytes that a solve without a plan leaves free for others, if it can.
    pub spare: u64,
    /// The most bytes of a stored table to load into memory for a question that reads the whole table. A larger table
    /// is read value by value.
    pub load: u64,
    /// Whether no other board is solved meanwhile. A solve then gets all memory that tables leave, and need not begin
    /// again if it takes more than planned.
    pub alone: bool,
    /// Where to store a solved table; `None`: nowhere. The [kernel](Solver::Kernel) makes a table to be stored, because
    /// it has checkpoints.
    pub save: Option<Saving>,
}

impl Default for Policy {
    /// The fastest answer; stores nothing.
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

/// What makes tables. Both choices make the same tables, to the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The kernel, the reference for other generators.
    Kernel,
    /// The game's own generator if it has one, else the kernel.
    Own,
}

/// Progress and cancellation of the search for an answer.
#[derive(Clone, Copy, Default)]
pub struct Control<'c> {
    /// A solve calls this about twenty times a second.
    pub progress: Option<&'c (dyn Fn(Progress) + Sync)>,
    /// Set this to true, from any thread, to stop a solve.
    pub cancel: Option<&'c AtomicBool>,
    /// Called at each step, on the thread that asks or solves.
    pub steps: Option<&'c (dyn Fn(SearchStep<'_>) + Sync)>,
}

impl Control<'_> {
    pub(crate) fn step(&self, step: SearchStep<'_>) {
        if let Some(steps) = self.steps {
            steps(step);
        }
    }
}

/// A step of the search for an answer.
pub enum SearchStep<'s> {
    /// A stored table was found.
    Found(&'s StoredReport),
    /// A solve begins.
    Solving,
    /// A part of a verification begins, with the number of its slots.
    Proof(ProofPart, u64),
    /// The table of this name was solved.
    Solved(&'s str),
    /// A solve resumes from a checkpoint, cannot write one, or waits for another process.
    Note(Message),
    /// The solved table is being stored.
    Saving,
    /// The table was stored.
    Saved(&'s StoredReport),
    /// The answer comes from the game's own method, because a table was refused.
    Refused(&'s SolveError),
}
