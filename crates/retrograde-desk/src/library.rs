//! Tables of many boards: a question is answered by one in memory, else by a stored one, else by one that is solved now.
//!
//! ```text
//! ask --> memory --> storage --> solver --> the game's own method, where a table is too large
//! ```
//!
//! A caller states how an answer may be found ([`Policy`]), and watches and stops the search ([`Control`]). All tables, and the solves that
//! run, share one limit of memory.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use retrograde::author::contest::Method;
use retrograde::author::entry::{AnyPosition, Domain, Way};
use retrograde::{Options, SolveError};

use crate::ask::Ask;
use crate::diagnosis::{diagnosed, guarded};
use crate::failure::{Failure, Fault};
use crate::messages::Wrong;
pub use crate::policy::{Control, Policy, Solver, Step};
use crate::session::{AskError, Session};
use crate::stock::{Held, Stock};
use crate::storage::{Detail, Saving, Storage, Stored};
use crate::unanswered::Unanswered;

/// A table in memory, and the domain that was asked for.
struct Loaded {
    domain: Domain,
    session: Arc<Session>,
}

/// What is in memory.
struct LoadedTables {
    stock: Stock<Loaded>,
    /// Bytes that solves have been given.
    given: u64,
}

/// The tables of one instance that are in memory at most, each of what can be reached from another position.
const MOST_ALIKE: usize = 8;

/// Tables of many boards, within one limit of memory.
pub struct Library {
    /// In bytes.
    limit: u64,
    storage: Option<Box<dyn Storage>>,
    /// The games of which there were stored tables when that was first asked.
    games: OnceLock<BTreeSet<String>>,
    memory: Mutex<LoadedTables>,
    /// Held while a stored table is looked for: threads that ask for the same one find it once.
    finding: Mutex<()>,
}

impl Library {
    /// A library without tables, whose tables and solves may take so many bytes.
    pub const fn new(limit: u64) -> Self {
        let memory = LoadedTables { stock: Stock::new(MOST_ALIKE), given: 0 };
        let memory = Mutex::new(memory);
        Self { limit, storage: None, games: OnceLock::new(), memory, finding: Mutex::new(()) }
    }

    /// The same with stored tables.
    #[must_use]
    pub fn with_storage(self, storage: impl Storage + 'static) -> Self {
        Self { storage: Some(Box::new(storage)), ..self }
    }

    /// Where its tables are stored.
    pub fn storage(&self) -> Option<&dyn Storage> {
        self.storage.as_deref()
    }

    /// Whether there are stored tables of a game, by their names when this was first asked.
    pub fn stores_some_of(&self, game: &str) -> bool {
        let games = self.games.get_or_init(|| {
            let names = self.storage().map(Storage::list).unwrap_or_default();
            names.iter().filter_map(|name| Some(name.rsplit_once('-')?.0.to_owned())).collect()
        });
        games.contains(game)
    }

    /// The answer to a question about a position.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ask<Q: Ask>(
        &self,
        position: &dyn AnyPosition,
        question: &Q,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Q::Report, Unanswered> {
        if policy.method == Method::Shortcut {
            return question.prove(position).ok_or(Unanswered::NoShortcut);
        }
        let refused = match self.ask_table(position, question, policy, control) {
            Err(refused) if policy.method == Method::Auto && refused.is_of_size() => refused,
            answer => return answer,
        };
        let proved = question.prove(position);
        if let (Some(_), Unanswered::Refused(error)) = (&proved, &refused) {
            control.step(Step::Refused(error));
        }
        proved.ok_or(refused)
    }

    /// The answer of a table that is in memory or stored; `None` if there is none. No board is solved.
    ///
    /// # Errors
    /// The table cannot answer, or a stored one is damaged or of other rules.
    pub fn ask_known<Q: Ask>(
        &self,
        position: &dyn AnyPosition,
        question: &Q,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Q::Report>, Unanswered> {
        let instance = position.instance();
        if let Some(answer) = self.ask_memory(&instance, position, question, policy.domain) {
            return answer.map(Some);
        }
        let found = self.find(instance, position, policy, control)?;
        found.map(|session| asked(&session, position, question)).transpose()
    }

    /// A table that holds a position: in memory, else stored, else solved now.
    ///
    /// # Errors
    /// Why there is none.
    pub fn table(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Arc<Session>, Unanswered> {
        match self.known_table(position, policy, control)? {
            Some(session) => Ok(session),
            None => self.solved(position.instance(), position, policy, control),
        }
    }

    /// A table that holds a position, in memory or stored; `None` if there is none. No board is solved.
    ///
    /// # Errors
    /// Those of [`stored`](Self::stored).
    pub fn known_table(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Session>>, Unanswered> {
        let instance = position.instance();
        match self.in_memory(&instance, position, policy.domain) {
            Some(session) => Ok(Some(session)),
            None => self.find(instance, position, policy, control),
        }
    }

    /// The stored table of a position's board; it is not put into memory. `None` if there is none.
    ///
    /// # Errors
    /// It is damaged or of other rules, or its board does not fit the memory.
    pub fn stored(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Stored>, Unanswered> {
        let Some(storage) = self.storage() else { return Ok(None) };
        let found = storage.find(position, policy.domain, &self.options(self.limit, policy, control))?;
        Ok(found.inspect(|found| control.step(Step::Found(&found.report))))
    }

    /// Removes the tables of that name, stored and in memory.
    ///
    /// # Errors
    /// A file cannot be removed, or another process makes the table.
    pub fn remove(&self, name: &str) -> Result<(), Failure> {
        self.memory().stock.retain(|kept| kept.session.table() != name);
        self.storage().map_or(Ok(()), |storage| storage.remove(name))
    }
}

impl Library {
    fn ask_table<Q: Ask>(
        &self,
        position: &dyn AnyPosition,
        question: &Q,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Q::Report, Unanswered> {
        match self.ask_known(position, question, policy, control)? {
            Some(answer) => Ok(answer),
            None => asked(&*self.solved(position.instance(), position, policy, control)?, position, question),
        }
    }

    /// The answer of a table in memory, the one used last asked first; `None` if none holds the position.
    fn ask_memory<Q: Ask>(
        &self,
        instance: &str,
        position: &dyn AnyPosition,
        question: &Q,
        domain: Domain,
    ) -> Option<Result<Q::Report, Unanswered>> {
        for session in self.alike(instance, domain) {
            let answer = session.ask(position, question);
            // A table of what can be reached from another position may not hold this one.
            if !matches!(answer, Err(AskError::NotReached { .. })) {
                self.memory().stock.ask(instance, |kept| Arc::ptr_eq(&kept.session, &session).then_some(()));
                return Some(answer.map_err(|error| of_question(position, error)));
            }
        }
        None
    }

    /// A table in memory that holds a position.
    fn in_memory(&self, instance: &str, position: &dyn AnyPosition, domain: Domain) -> Option<Arc<Session>> {
        self.alike(instance, domain).into_iter().find(|session| session.slot(position).is_ok())
    }

    /// Puts the stored table of a position's board into memory; `None` if there is none.
    fn find(
        &self,
        instance: String,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Session>>, Unanswered> {
        let _finding = self.finding.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = self.in_memory(&instance, position, policy.domain) {
            // Another thread has found it meanwhile.
            return Ok(Some(found));
        }
        let stored = self.stored(position, policy, control)?;
        Ok(stored.map(|stored| self.keep(instance, policy.domain, stored.session(position, policy.domain))))
    }

    /// The tables of an instance in memory, the one used last in front.
    fn alike(&self, instance: &str, domain: Domain) -> Vec<Arc<Session>> {
        let memory = self.memory();
        let alike = memory.stock.iter().filter(|held| held.instance == instance && held.table.domain == domain);
        alike.map(|held| held.table.session.clone()).collect()
    }

    /// A table that is solved now.
    fn solved(
        &self,
        instance: String,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Arc<Session>, Unanswered> {
        let session = match &policy.save {
            Some(saving) => self.solve_and_save(position, saving, policy, control)?,
            None => self.solve(position, policy, control, &|options| match policy.solver {
                Solver::Kernel => Session::solve(position, policy.domain, options),
                Solver::Own => Session::solve_quickly(position, policy.domain, options),
            })?,
        };
        Ok(self.keep(instance, policy.domain, session))
    }

    fn solve_and_save(
        &self,
        position: &dyn AnyPosition,
        saving: &Saving,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Session, Unanswered> {
        let domain = policy.domain;
        let storage = self.storage().ok_or_else(|| Failure::new(Fault::Input, "not-kept", Wrong::NoStorage))?;
        let place = storage.keep(saving, position, domain, &|message| control.step(Step::Note(message)))?;
        let options = self.options(self.limit, policy, control);
        let found = place.found(position, domain, &options)?.filter(|found| found.detail == Detail::Depths);
        if let Some(found) = found {
            place.clear()?;
            control.step(Step::Found(&found.report));
            return Ok(found.session(position, domain));
        }
        let note = |message| control.step(Step::Note(message));
        let session =
            self.solve(position, policy, control, &|options| place.solve(position, domain, options, &note))?;
        let counted = session.report(position).map_err(|error| of_question(position, error))?.counted;
        let report = place.put_right(position, &session, counted.positions, policy.threads, None)?;
        control.step(Step::Saved(&report));
        Ok(session)
    }

    /// Solves a board in memory that other tables are dropped for; if it takes more than was planned, in all memory that no other solve has.
    fn solve(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
        make: &dyn Fn(&Options<'_>) -> Result<Session, SolveError>,
    ) -> Result<Session, Unanswered> {
        control.step(Step::Solving);
        let solve = |room: &Room<'_>| {
            let options = self.options(room.bytes.min(policy.most), policy, control);
            guarded(position, || make(&options))
        };
        let room = self.room(position, policy);
        let solved = match solve(&room)? {
            // How much takes what is explored, or stored beside the table, shows only now.
            Err(error) if error.wants_memory() && room.leaves_some => {
                drop(room);
                solve(&self.all_room())?
            }
            solved => solved,
        };
        let session = solved?;
        control.step(Step::Solved(session.table()));
        Ok(session)
    }

    fn options<'c>(&self, memory: u64, policy: &Policy, control: &Control<'c>) -> Options<'c> {
        let &Control { progress, cancel, .. } = control;
        Options { threads: policy.threads, memory: memory.min(self.limit), progress, cancel, ..Options::DEFAULT }
    }

    /// Room for a solve: tables go until what is planned fits. What the tables that stay leave is given, too, as far as the board may take it.
    fn room(&self, position: &dyn AnyPosition, policy: &Policy) -> Room<'_> {
        let plan = position.plan(policy.domain, policy.threads);
        // What is explored, or stored beside the table, may take more than is planned.
        let most = plan.most.filter(|_| !policy.alone && position.about().way == Way::Reversible);
        let mut memory = self.memory();
        let free = self.limit.saturating_sub(memory.given);
        memory.make_room(free.saturating_sub(plan.bytes.unwrap_or(0)));
        let left = free.saturating_sub(memory.stock.bytes());
        let bytes = most.filter(|&most| most <= left).unwrap_or(left);
        memory.given += bytes;
        Room { library: self, bytes, leaves_some: bytes < free.min(policy.most) }
    }

    /// All room that no other solve has.
    fn all_room(&self) -> Room<'_> {
        let mut memory = self.memory();
        memory.make_room(0);
        let bytes = self.limit.saturating_sub(memory.given);
        memory.given += bytes;
        Room { library: self, bytes, leaves_some: false }
    }

    /// Puts a table into memory.
    fn keep(&self, instance: String, domain: Domain, session: Session) -> Arc<Session> {
        let (bytes, session) = (session.bytes(), Arc::new(session));
        let mut memory = self.memory();
        let free = self.limit.saturating_sub(memory.given);
        memory.make_room(free.saturating_sub(bytes));
        memory.stock.keep(Held { instance, bytes, table: Loaded { domain, session: session.clone() } });
        session
    }

    fn memory(&self) -> MutexGuard<'_, LoadedTables> {
        // Nothing panics while it is locked.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LoadedTables {
    /// Drops the tables used longest ago until the rest take at most so many bytes.
    fn make_room(&mut self, bytes: u64) {
        // A table grows as its files are read and its logs are made.
        for held in self.stock.iter_mut() {
            held.bytes = held.table.session.bytes() + held.table.session.log_bytes();
        }
        self.stock.make_room(bytes);
    }
}

/// Memory that a solve has, until this is dropped.
struct Room<'l> {
    library: &'l Library,
    bytes: u64,
    /// Whether more could be given.
    leaves_some: bool,
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        self.library.memory().given -= self.bytes;
    }
}

fn asked<Q: Ask>(session: &Session, position: &dyn AnyPosition, question: &Q) -> Result<Q::Report, Unanswered> {
    session.ask(position, question).map_err(|error| of_question(position, error))
}

/// Why a table has no answer.
fn of_question(position: &dyn AnyPosition, error: AskError) -> Unanswered {
    diagnosed(Failure::ask(&position.token(), error), position).into()
}
