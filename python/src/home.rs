//! The games and tables that positions share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use retrograde::author::{AnyPosition, Domain, DrawNode, Method};
use retrograde::rules::message::Bytes;
use retrograde::{About, Entry, ListedGame, Options, SolveError};
use retrograde_service::ask::Ask;
use retrograde_service::diagnosis::diagnosed;
use retrograde_service::failure::{Failure, Fault, Place, size};
use retrograde_service::library::{Control, Library, Policy};
use retrograde_service::loaded::LoadedTable;
use retrograde_service::registry::Registry;
use retrograde_service::storage::Saving;
use retrograde_service::tables::Folders;
use retrograde_service::unanswered::Unanswered;

use crate::messages::{Hint, Refused};
use crate::work::Watched;

/// The size limit of a table that a question solves automatically, in bytes. The server has the same limit.
pub(crate) const QUESTION: u64 = 64 << 20;

/// A set of games, and the tables of their boards.
pub(crate) struct Home {
    pub(crate) registry: Registry,
    /// The game file; `None` if the games do not come from a game file.
    pub(crate) file: Option<PathBuf>,
    /// The lists of the game, if the game was explored or given as a graph.
    pub(crate) listed: Option<ListedGame>,
    /// The tables of questions.
    library: Library,
    /// The tables that `solve` has returned and that are still in use.
    solved: Mutex<Vec<Weak<LoadedTable>>>,
}

/// The resources of a solve, and the folder of its table.
pub(crate) struct Solve {
    /// The number of threads; 0 means one per core.
    pub(crate) threads: usize,
    /// The memory limit in bytes.
    pub(crate) memory: u64,
    pub(crate) domain: Domain,
    /// The folder in which a solve looks for stored tables.
    pub(crate) tables: Option<PathBuf>,
    pub(crate) save: Option<Saving>,
}

impl Home {
    /// The built-in games.
    pub(crate) fn builtin() -> &'static Arc<Self> {
        static BUILTIN: OnceLock<Arc<Home>> = OnceLock::new();
        BUILTIN.get_or_init(|| Arc::new(Self::new(retrograde_cli::builtin(), None)))
    }

    /// Creates a set of games without tables. The argument `file` is the game file of the games.
    pub(crate) fn new(registry: Registry, file: Option<PathBuf>) -> Self {
        let (library, solved) = (Library::new(Options::MEMORY), Mutex::default());
        Self { registry, file, listed: None, library, solved }
    }

    /// Creates a set with one game, which is given as lists.
    pub(crate) fn listed(about: About, game: ListedGame, draw: Option<DrawNode>) -> Self {
        let registry = Registry::empty().with(Entry::listed(about, game.clone(), draw));
        Self { listed: Some(game), ..Self::new(registry, None) }
    }

    /// Opens a token.
    pub(crate) fn open(&self, token: &str) -> Result<Arc<dyn AnyPosition>, Failure> {
        let opened = self.registry.open(token).map_err(|error| Failure::token(token, error, Place::default()))?;
        Ok(opened.into())
    }

    /// Answers a question from a table in use. If there is no table, and the board is small, first solves the board.
    pub(crate) fn ask<Q: Ask>(
        &self,
        position: &dyn AnyPosition,
        question: &Q,
        watched: &Watched,
    ) -> Result<Q::Report, Failure> {
        if let Some(table) = self.solved(position) {
            return asked(&table, position, question);
        }
        let policy = Policy { most: QUESTION, ..Policy::default() };
        let control = Control { cancel: Some(&watched.flag), ..Control::default() };
        let answer = self.library.ask(position, question, &policy, &control);
        answer.map_err(|unanswered| {
            if !unanswered.is_of_size() {
                return unanswered.into_failure(position, Domain::All);
            }
            let limit = Bytes(QUESTION);
            Failure::new(Fault::Refused, "too-large", Refused::Unsolved { limit })
                .hint(Hint::Solve { call: "`solve()`".to_owned() })
        })
    }

    /// Returns a table in use that contains a position.
    fn solved(&self, position: &dyn AnyPosition) -> Option<Arc<LoadedTable>> {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        solved.retain(|table| table.strong_count() > 0);
        solved.iter().rev().filter_map(Weak::upgrade).find(|table| table.slot(position).is_ok())
    }

    /// Solves the board of a position, or loads its stored table. The solve has a library of its own, so its memory is
    /// free again when the table is dropped.
    pub(crate) fn solve(
        &self,
        position: &dyn AnyPosition,
        solve: Solve,
        watched: &Watched,
    ) -> Result<(Library, Arc<LoadedTable>), Failure> {
        let Solve { threads, memory, domain, tables, save } = solve;
        let library = Library::new(memory);
        let library = match tables {
            Some(folder) => library.with_storage(Arc::new(Folders::open(vec![folder])?)),
            None => library,
        };
        let policy = Policy { domain, threads, method: Method::Table, alone: true, save, ..Policy::default() };
        let report = |progress| watched.report(progress);
        let control = Control { progress: Some(&report), cancel: Some(&watched.flag), ..Control::default() };
        let table = library.table(position, &policy, &control).map_err(|unanswered| unsolved(unanswered, position))?;
        self.solved.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&table));
        Ok((library, table))
    }
}

/// Asks a table.
pub(crate) fn asked<Q: Ask>(
    table: &LoadedTable,
    position: &dyn AnyPosition,
    question: &Q,
) -> Result<Q::Report, Failure> {
    table.ask(position, question).map_err(|error| diagnosed(Failure::ask(&position.token(), error), position))
}

/// Returns the failure of a solve. The hint of the failure names the argument of `solve` that allows more memory.
fn unsolved(unanswered: Unanswered, position: &dyn AnyPosition) -> Failure {
    let needed = match &unanswered {
        Unanswered::Refused(SolveError::TooLarge { needed, .. }) => Some(*needed),
        Unanswered::Refused(SolveError::TooMany { needed, .. }) => Some(needed.saturating_mul(4)),
        _ => None,
    };
    let failure = unanswered.without_advice(position);
    match needed {
        Some(needed) => failure.hint(Hint::Solve { call: format!("`solve(memory=\"{}\")`", size(needed)) }),
        None => failure,
    }
}
