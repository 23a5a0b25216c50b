//! Settings for the search for an answer. The settings determine how the library may find the answer. The settings also
//! determine how the search reports progress, and how a caller stops the search.

use std::sync::atomic::AtomicBool;

use retrograde::author::{Domain, Method};
use retrograde::rules::message::Message;
use retrograde::{Progress, SolveError};

use crate::listing::ProofPart;
use crate::storage::{Saving, StoredReport};

/// Settings that state how an answer may be found.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The positions that a table must contain, either all positions of the board or only the reachable positions.
    pub domain: Domain,
    /// The number of threads of a solve; 0 means one per core.
    pub threads: usize,
    /// Whether to use a table or the game's own method; `Auto` uses the game's own method only if a table would be too
    /// large.
    pub method: Method,
    /// The generator of tables, either the general solver (the kernel) or the game's own generator.
    pub solver: Solver,
    /// The maximum memory in bytes of a solve, within the limit of the library; if 0, no board is solved.
    pub most: u64,
    /// The memory, in bytes, that stays free for other solves. Only a solve whose memory cannot be estimated leaves
    /// this memory free. If such a solve needs more memory, it may later use this memory, too.
    pub spare: u64,
    /// The maximum size in bytes of a stored table that is loaded into memory for a question that reads the whole
    /// table. The values of a larger table are read one by one from its files.
    pub load: u64,
    /// Whether the library solves only one board at a time. If the flag is true, a solve gets all memory that tables
    /// leave free. A solve that needs more memory than planned then need not start again.
    pub alone: bool,
    /// Where to store a solved table; if `None`, the table is not stored. The [kernel](Solver::Kernel) generates every
    /// table that is to be stored, because the kernel writes checkpoints.
    pub save: Option<Saving>,
}

impl Default for Policy {
    /// Returns the settings for the fastest answer; no table is stored.
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

/// The generator of tables. The kernel and the game's own generator produce identical tables, bit for bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The general solver, called the kernel. The kernel's tables are the reference for the tables of other generators.
    Kernel,
    /// The game's own generator if the game has one, otherwise the kernel.
    Own,
}

/// Callbacks for the progress of a search for an answer, and a flag that stops the search.
#[derive(Clone, Copy, Default)]
pub struct Control<'c> {
    /// A function that a solve calls about twenty times per second.
    pub progress: Option<&'c (dyn Fn(Progress) + Sync)>,
    /// A flag that any thread sets to true to stop a solve.
    pub cancel: Option<&'c AtomicBool>,
    /// A function that is called at each step of the search, on the thread that asks or solves.
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
    /// A part of a verification begins; the second value is the number of slots of the part.
    Proof(ProofPart, u64),
    /// The table with this name was solved.
    Solved(&'s str),
    /// A solve resumes from a checkpoint, cannot write one, or waits for another process.
    Note(Message),
    /// The solved table is being stored.
    Saving,
    /// The table was stored.
    Saved(&'s StoredReport),
    /// The answer comes from the game's own method; the solve error is the reason why there is no table.
    Refused(&'s SolveError),
}
