//! Tables of many boards. To answer a question, a library first looks for a table in memory, then for a stored table.
//! If there is no table, the library solves the board.
//!
//! ```text
//! ask --> memory --> storage --> solver --> the game's own method, if a table would be too large
//! ```
//!
//! A caller states with a [`Policy`] how an answer may be found. With a [`Control`] the caller watches and stops the
//! search. All tables and all running solves share one memory limit.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use retrograde::author::{AnyBoard, AnyPosition, Domain, Method, Way, table_name};
use retrograde::{Options, SolveError};

use crate::ask::Ask;
use crate::diagnosis::{diagnosed, guarded};
use crate::failure::{Failure, Fault};
use crate::finding::Finding;
use crate::listing::{Listing, OpenTable, VerifyInput};
use crate::loaded::{LoadedTable, LoadedTables, MOST_ALIKE};
use crate::memory::{Memory, Room};
use crate::messages::Wrong;
pub use crate::policy::{Control, Policy, SearchStep, Solver};
use crate::refusals::Refusals;
use crate::report::VerifyReport;
use crate::session::{AskError, Session};
use crate::storage::{Detail, Saving, Storage, Stored};
use crate::unanswered::Unanswered;

/// The memory in bytes that is reserved to open a stored table. The index of a table usually needs less.
const OPENED: u64 = 1 << 20;

/// The result of one attempt to solve a board. The result is a table, a solve error (such as too little memory), or a
/// failure that ends the search.
type Tried = Result<Result<Session, SolveError>, Failure>;

/// Tables of many boards that share one memory limit.
pub struct Library {
    tables: Arc<LoadedTables>,
    storage: Option<Arc<dyn Storage>>,
    /// The games that had stored tables at the first call of `stores_some_of`.
    games: OnceLock<BTreeSet<String>>,
    finding: Finding,
    refusals: Refusals,
}

impl Library {
    /// Creates a library without tables. The library's tables and solves share `limit` bytes of memory.
    pub fn new(limit: u64) -> Self {
        Self::with_alike(limit, MOST_ALIKE)
    }

    /// Like [`new`](Self::new), with at most `most_alike` tables of one instance (board) in memory. If an instance has
    /// several tables, each table contains the positions that are reachable from a different starting position.
    ///
    /// # Panics
    /// If `most_alike` is zero.
    pub fn with_alike(limit: u64, most_alike: usize) -> Self {
        let tables = LoadedTables::new(Memory::new(limit), most_alike);
        let (finding, refusals) = (Finding::default(), Refusals::default());
        Self { tables, storage: None, games: OnceLock::new(), finding, refusals }
    }

    /// Adds a storage to the library. With a storage, the library also finds and stores tables on disk.
    #[must_use]
    pub fn with_storage(self, storage: Arc<dyn Storage>) -> Self {
        Self { storage: Some(storage), ..self }
    }

    /// Returns the storage of the library's tables.
    pub fn storage(&self) -> Option<&dyn Storage> {
        self.storage.as_deref()
    }

    /// Returns the library's memory. All reservations share one limit with the tables; if a reservation needs more
    /// memory, the library drops tables.
    pub fn memory(&self) -> &Arc<Memory> {
        self.tables.memory()
    }

    /// Returns whether there were stored tables of a game when this function was first called. The game of a table is
    /// taken from the table's name.
    pub fn stores_some_of(&self, game: &str) -> bool {
        let games = self.games.get_or_init(|| {
            let names = self.storage().map(Storage::list).unwrap_or_default();
            names.iter().filter_map(|name| Some(name.rsplit_once('-')?.0.to_owned())).collect()
        });
        games.contains(game)
    }

    /// Calls `report` for each table in memory, the most recently used first. During these calls no table is added or
    /// dropped.
    pub fn each_in_memory<T>(&self, report: impl Fn(&LoadedTable) -> T) -> Vec<T> {
        self.tables.each(report)
    }

    /// Returns whether an earlier solve of this token's board failed because it needed more than `most` bytes. The
    /// library remembers only the last 256 positions with a failed solve.
    pub fn has_refused(&self, token: &str, most: u64) -> bool {
        self.refusals.has(token, most)
    }
}

/// Functions that answer questions.
impl Library {
    /// Returns the answer to a question about a position.
    ///
    /// # Errors
    /// Returns the reason why there is no answer.
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
            control.step(SearchStep::Refused(error));
        }
        proved.ok_or(refused)
    }

    /// Returns the answer from a table in memory or from a stored table; `None` if no table contains the position. The
    /// function never solves a board.
    ///
    /// # Errors
    /// The table cannot answer, or a stored table is damaged or belongs to other rules.
    pub fn ask_known<Q: Ask>(
        &self,
        position: &dyn AnyPosition,
        question: &Q,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Q::Report>, Unanswered> {
        self.ask_known_by(position, policy, control, &|table| table.ask(position, question))
    }

    /// Like [`ask_known`](Self::ask_known), but the question is a function that receives the table.
    ///
    /// # Errors
    /// Returns the errors of [`ask_known`](Self::ask_known).
    pub fn ask_known_by<T>(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
        question: &dyn Fn(&LoadedTable) -> Result<T, AskError>,
    ) -> Result<Option<T>, Unanswered> {
        let instance = position.instance();
        let known = self.first_alike(&instance, policy.domain, |table| match self.asked(table, question) {
            // The table may contain only the positions reachable from another position; then this position may be
            // missing.
            Err(Unasked { error: AskError::NotReached { .. }, .. }) => None,
            answer => Some(answer),
        });
        let answer = match known {
            None => self.find(&instance, position, policy, control)?.map(|table| self.asked(&table, question)),
            known => known,
        };
        answer.transpose().map_err(|unasked| unasked.of(position, policy.domain))
    }

    /// Returns a table that contains a position, from memory, from storage, or from a new solve.
    ///
    /// # Errors
    /// Returns the reason why there is no table.
    pub fn table(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Arc<LoadedTable>, Unanswered> {
        match self.known_table(position, policy, control)? {
            Some(table) => Ok(table),
            None => self.solve(position, policy, control),
        }
    }

    /// Returns a table that contains a position, from memory or from storage; `None` if no table contains the position.
    /// The function never solves a board.
    ///
    /// # Errors
    /// Returns the errors of [`stored`](Self::stored).
    pub fn known_table(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Arc<LoadedTable>>, Unanswered> {
        let instance = position.instance();
        match self.in_memory(&instance, position, policy.domain) {
            Some(table) => Ok(Some(table)),
            None => self.find(&instance, position, policy, control),
        }
    }

    fn ask_table<Q: Ask>(
        &self,
        position: &dyn AnyPosition,
        question: &Q,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Q::Report, Unanswered> {
        match self.ask_known(position, question, policy, control)? {
            Some(answer) => Ok(answer),
            None => self
                .asked(&*self.solve(position, policy, control)?, &|table| table.ask(position, question))
                .map_err(|unasked| unasked.of(position, policy.domain)),
        }
    }

    /// Asks a table, and updates the table's recorded size if the table may have grown.
    fn asked<T>(
        &self,
        table: &LoadedTable,
        question: &dyn Fn(&LoadedTable) -> Result<T, AskError>,
    ) -> Result<T, Unasked> {
        let answer = question(table);
        if table.may_have_grown() {
            self.tables.recount(table);
        }
        answer.map_err(|error| Unasked { error, is_stored: table.is_stored() })
    }

    /// Returns the first answer from the tables of an instance in memory; the most recently used table is asked first.
    fn first_alike<T>(
        &self,
        instance: &str,
        domain: Domain,
        mut question: impl FnMut(&Arc<LoadedTable>) -> Option<T>,
    ) -> Option<T> {
        let mut asked = Vec::new();
        while let Some(table) = self.tables.next(instance, domain, &asked) {
            let answer = question(&table);
            if answer.is_some() {
                self.tables.touch(instance, &table);
                return answer;
            }
            asked.push(table);
        }
        None
    }

    /// Returns a table in memory that contains a position.
    fn in_memory(&self, instance: &str, position: &dyn AnyPosition, domain: Domain) -> Option<Arc<LoadedTable>> {
        self.first_alike(instance, domain, |table| table.slot(position).is_ok().then(|| table.clone()))
    }
}

/// Functions for stored tables.
impl Library {
    /// Opens the stored table of a position's board, and does not add it to the tables in memory; `None` if no table of
    /// the board is stored.
    ///
    /// # Errors
    /// The table is damaged or belongs to other rules, or its board does not fit into memory.
    pub fn stored(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Stored>, Unanswered> {
        let Some(storage) = self.storage() else { return Ok(None) };
        let options = self.options(u64::MAX, policy, control);
        let found = storage.find(position, policy.domain, &options, policy.load.min(options.memory))?;
        Ok(found.inspect(|found| control.step(SearchStep::Found(&found.report))))
    }

    /// Removes the tables with this name, both stored tables and tables in memory.
    ///
    /// # Errors
    /// A file cannot be removed, or another process is making the table.
    pub fn remove(&self, name: &str) -> Result<(), Failure> {
        self.tables.forget(name);
        self.storage().map_or(Ok(()), |storage| storage.remove(name))
    }

    /// Removes a listed table, the files that stopped solves left of it, and the table with the same name in memory.
    /// Returns the total size in bytes of the removed files; `None` if another process
    /// had already removed the files.
    ///
    /// # Errors
    /// Returns the errors of [`remove`](Self::remove).
    pub fn remove_listed(&self, listing: &Listing) -> Result<Option<u64>, Failure> {
        let removed = self.storage().and_then(Storage::listings).map(|files| files.remove(listing));
        let bytes = removed.transpose()?.flatten();
        self.tables.forget(&listing.table);
        Ok(bytes)
    }

    /// Checks every value of a stored table by forward rules alone, after reserving memory for the check. `done` counts
    /// the slots of the current [part](SearchStep::Proof).
    ///
    /// # Errors
    /// The table is damaged or belongs to other rules, there is too little memory, or the work was cancelled. A wrong
    /// value is not an error, because the report names it.
    pub fn prove(
        &self,
        table: Box<dyn OpenTable>,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
        done: &AtomicU64,
    ) -> Result<VerifyReport, Unanswered> {
        let (board, moves) = self.board(position, policy, control)?;
        let moves = Cell::new(Some(moves));
        let reserve = |bytes| {
            // `bytes` already includes the memory of the board, so the board's reservation is freed.
            moves.take();
            self.tables.reserve(Some(bytes), control.cancel)
        };
        let (memory, begin) = (self.memory().limit(), |part, slots| control.step(SearchStep::Proof(part, slots)));
        let &Policy { threads, .. } = policy;
        table.prove(&VerifyInput {
            position,
            board,
            threads,
            memory,
            done,
            cancel: control.cancel,
            reserve: &reserve,
            begin: &begin,
        })
    }

    /// Returns the board of a position, with reserved memory.
    ///
    /// # Errors
    /// There is too little memory, or the game does not support the board.
    pub fn board(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<(Arc<dyn AnyBoard>, Room), Unanswered> {
        let room = self.room_for_board(position, policy)?;
        let options = self.options(u64::MAX, policy, control);
        Ok((guarded(position, || position.board(policy.domain, &options))??, room))
    }

    /// Reserves memory for a board. The board of a game without un-moves stores the moves of all positions.
    fn room_for_board(&self, position: &dyn AnyPosition, policy: &Policy) -> Result<Room, Failure> {
        if policy.alone {
            return Ok(self.memory().room());
        }
        let plan = position.plan(policy.domain, policy.threads).bytes;
        let moves = plan.filter(|_| position.about().way != Way::Reversible);
        self.memory().reserve(moves.unwrap_or(OPENED).min(self.memory().limit()))
    }

    /// Loads the stored table of a position's board into memory; `None` if there is no stored table.
    fn find(
        &self,
        instance: &str,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Option<Arc<LoadedTable>>, Unanswered> {
        if !self.storage().is_some_and(|storage| storage.has(position, policy.domain)) {
            return Ok(None);
        }
        let _turn = self.finding.turn(instance);
        if let Some(found) = self.in_memory(instance, position, policy.domain) {
            // Another thread has loaded the table meanwhile.
            return Ok(Some(found));
        }
        let room = self.room_for_board(position, policy)?;
        let stored = self.stored(position, policy, control)?;
        Ok(stored.map(|stored| {
            let session = stored.session(position, policy.domain);
            self.tables.keep(room, instance.to_owned(), position.token(), policy.domain, session)
        }))
    }
}

/// Functions that solve boards.
impl Library {
    /// Solves a board. If [`Policy::save`] is set, stores the table; if the table is already stored, loads it.
    ///
    /// # Errors
    /// Returns the reason why there is no table.
    pub fn solve(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<Arc<LoadedTable>, Unanswered> {
        let (room, session) = match &policy.save {
            Some(saving) => self.solve_and_save(position, saving, policy, control)?,
            None => self.solve_in_room(position, policy, control, &|options| match policy.solver {
                Solver::Kernel => Session::solve(position, policy.domain, options),
                Solver::Own => Session::solve_quickly(position, policy.domain, options),
            })?,
        };
        Ok(self.tables.keep(room, position.instance(), position.token(), policy.domain, session))
    }

    fn solve_and_save(
        &self,
        position: &dyn AnyPosition,
        saving: &Saving,
        policy: &Policy,
        control: &Control<'_>,
    ) -> Result<(Room, Session), Unanswered> {
        let domain = policy.domain;
        let storage = self.storage().ok_or_else(|| Failure::new(Fault::Input, "not-kept", Wrong::NoStorage))?;
        let note = |message| control.step(SearchStep::Note(message));
        let place = storage.keep(saving, position, domain, &note)?;
        // `has` searches only the folders of the storage, and the output folder can be another folder.
        let is_known = storage.has(position, domain);
        let room = if is_known { self.room_for_board(position, policy)? } else { self.memory().room() };
        let options = self.options(u64::MAX, policy, control);
        let found = place.found(position, domain, &options)?.filter(|found| found.detail == Detail::Depths);
        if let Some(found) = found {
            place.clear()?;
            control.step(SearchStep::Found(&found.report));
            return Ok((room, found.session(position, domain)));
        }
        drop(room);
        let solve = |options: &Options<'_>| place.solve(position, domain, options, &note);
        let (room, session) = self.solve_in_room(position, policy, control, &solve)?;
        let counted = session.report(position).map_err(|error| of_question(position, error))?.counted;
        control.step(SearchStep::Saving);
        let report = place.put_right(position, &session, counted.positions, policy.threads, None)?;
        control.step(SearchStep::Saved(&report));
        Ok((room, session))
    }

    /// Solves a board in the memory that other tables leave free; drops tables only if the free memory is not enough. A
    /// solve with planned memory may find more different values than expected, and so need more memory. If a solve
    /// needs more memory than planned, it starts again with the needed memory. A game's own table generator gets its
    /// maximum memory from the start. With less memory, the general solver (the kernel) would solve the board. The
    /// general solver takes several times as long.
    fn solve_in_room(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
        make: &dyn Fn(&Options<'_>) -> Result<Session, SolveError>,
    ) -> Result<(Room, Session), Unanswered> {
        control.step(SearchStep::Solving);
        let solved = self.solve_within(position, policy, control, &|room| {
            let options = self.options(room.bytes().min(policy.most), policy, control);
            guarded(position, || make(&options))
        });
        if policy.most < u64::MAX && solved.as_ref().is_err_and(Unanswered::is_of_size) {
            self.refusals.add(position.token(), policy.most);
        }
        let (room, session) = solved?;
        control.step(SearchStep::Solved(session.table()));
        Ok((room, session))
    }

    fn solve_within(
        &self,
        position: &dyn AnyPosition,
        policy: &Policy,
        control: &Control<'_>,
        solve: &dyn Fn(&Room) -> Tried,
    ) -> Result<(Room, Session), Unanswered> {
        let (plan, limit) = (position.plan(policy.domain, policy.threads), self.memory().limit());
        let most = policy.most.min(limit);
        let own = plan.most.filter(|&own| own <= most && policy.solver == Solver::Own && position.has_own_table());
        let planned = own.or(plan.bytes);
        // `None` means all free memory.
        let bounded = Some(most).filter(|_| policy.most < u64::MAX);
        let mut wanted = planned.map(|planned| planned.min(limit)).or(bounded).filter(|_| !policy.alone);
        let first = if policy.alone {
            Some(self.tables.reserve_rest(planned.unwrap_or(0)))
        } else if own.is_some() {
            None
        } else {
            self.tables.reserve_beside(wanted, policy.spare)
        };
        if let Some(room) = first {
            match solve(&room)? {
                Err(error) if error.wants_memory() && room.bytes() < most => {}
                solved => return Ok((room, solved?)),
            }
        }
        // The plan contains only a guess of the number of stored moves. If the guess was too low, the next attempt gets
        // the maximum memory.
        let mut is_guess = position.about().way == Way::Numbered && wanted.is_some();
        loop {
            let room = self.tables.reserve(wanted, control.cancel)?;
            match solve(&room)? {
                Err(SolveError::TooLarge { needed, .. })
                    if needed <= most && wanted.is_some_and(|wanted| needed > wanted) =>
                {
                    wanted = Some(needed);
                }
                Err(error) if error.wants_memory() && is_guess => {
                    wanted = Some(most).filter(|&most| most < limit);
                    is_guess = false;
                }
                solved => return Ok((room, solved?)),
            }
        }
    }

    fn options<'c>(&self, memory: u64, policy: &Policy, control: &Control<'c>) -> Options<'c> {
        let &Control { progress, cancel, .. } = control;
        let memory = memory.min(self.memory().limit());
        Options { threads: policy.threads, memory, progress, cancel, ..Options::DEFAULT }
    }
}

/// The reason why a table does not answer a question.
struct Unasked {
    error: AskError,
    /// Whether the values of the table come from files.
    is_stored: bool,
}

impl Unasked {
    /// Returns the failure of a question about a position. If values in a file contradict each other and the game breaks
    /// no law near the position, the file has a wrong value.
    fn of(self, position: &dyn AnyPosition, domain: Domain) -> Unanswered {
        let is_wrong = self.is_stored && matches!(self.error, AskError::Inconsistent { .. });
        let failure = diagnosed(Failure::ask(&position.token(), self.error), position);
        if is_wrong && !failure.names_law() { failure.of_file(table_name(position, domain)) } else { failure }.into()
    }
}

/// Returns the failure of a question to a table, with a diagnosis of the cause.
fn of_question(position: &dyn AnyPosition, error: AskError) -> Unanswered {
    diagnosed(Failure::ask(&position.token(), error), position).into()
}
