//! Tables in memory. The tables share the memory with running solves. If memory is short, the least recently used table
//! is dropped first.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use retrograde::author::Domain;
use retrograde::rules::clock::Moment;

use crate::failure::Failure;
use crate::memory::{Evict, Memory, Room};
use crate::session::Session;
use crate::table_cache::{Held, TableCache};

/// A table in memory, with its reservation of memory. While a table answers a question, its memory counts against the
/// limit, even if the set of tables has dropped the table.
pub struct LoadedTable {
    session: Session,
    /// The domain that was requested, which is all positions of the board, or only the reachable positions.
    domain: Domain,
    pos: String,
    /// The size in bytes of the texts of the table's position and instance; for a graph, each of these texts contains
    /// the whole graph.
    texts: u64,
    room: Mutex<Room>,
}

impl Deref for LoadedTable {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl LoadedTable {
    /// Returns the token of the position for which the table was loaded or solved.
    pub fn pos(&self) -> &str {
        &self.pos
    }

    /// Returns the size of the table in bytes, from the most recent count.
    pub fn counted(&self) -> u64 {
        self.room().bytes()
    }

    /// Counts the bytes that the table and its logs use now. If the table has grown, moves the additional bytes from
    /// the reservation `room` to the table's own reservation. If `room` has fewer bytes, moves all bytes of `room`.
    pub fn count(&self, room: &mut Room) {
        let mut own = self.room();
        let now = self.bytes_now();
        let more = now.saturating_sub(own.bytes());
        room.hand_over(&mut own, more);
        own.settle(now);
    }

    /// Returns whether the table may have grown since its bytes were last counted. A table grows when a log is made, or
    /// when more of a file is read.
    pub(crate) fn may_have_grown(&self) -> bool {
        self.is_stored() || self.log_bytes() > 0
    }

    fn bytes_now(&self) -> u64 {
        self.texts + self.bytes() + self.log_bytes()
    }

    /// Drops the logs of this table, and frees their memory.
    fn drop_logs(&self) {
        self.forget_logs();
        let mut own = self.room();
        own.settle(self.bytes_now());
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // No code panics while it holds the lock.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All tables in memory, and the memory that they share.
pub(crate) struct LoadedTables {
    memory: Arc<Memory>,
    table_cache: Mutex<TableCache<Arc<LoadedTable>>>,
}

/// The default for the maximum number of tables of one instance in memory. If an instance has several tables, each
/// table contains the positions that are reachable from a different starting position.
pub(crate) const MOST_ALIKE: usize = 8;
/// The minimum memory in bytes with which a solve begins.
const LEAST: u64 = 64 << 10;
/// The maximum time that a solve waits for memory. A table in use is usually free again after some milliseconds.
const PATIENCE: Duration = if HAS_THREADS { Duration::from_secs(2) } else { Duration::ZERO };
/// Whether other threads can drop tables while a thread waits.
const HAS_THREADS: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
/// The time between two checks of the free memory.
const GLANCE: Duration = Duration::from_millis(10);

impl LoadedTables {
    pub(crate) fn new(memory: Arc<Memory>, most_alike: usize) -> Arc<Self> {
        Arc::new_cyclic(|own: &Weak<Self>| {
            memory.held_by(own.clone());
            Self { memory, table_cache: Mutex::new(TableCache::new(most_alike)) }
        })
    }

    pub(crate) const fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// Returns the most recently used table of an instance, except the tables in `asked`. The caller marks the table as
    /// used with [`touch`](Self::touch).
    pub(crate) fn next(&self, instance: &str, domain: Domain, asked: &[Arc<LoadedTable>]) -> Option<Arc<LoadedTable>> {
        let is_asked = |table: &Arc<LoadedTable>| asked.iter().any(|asked| Arc::ptr_eq(asked, table));
        let table_cache = self.lock();
        let mut alike = table_cache.iter().filter(|held| held.instance == instance).map(|held| &held.table);
        alike.find(|table| table.domain == domain && !is_asked(table)).cloned()
    }

    /// Marks a table of an instance as just used.
    pub(crate) fn touch(&self, instance: &str, table: &Arc<LoadedTable>) {
        self.lock().ask(instance, |other| Arc::ptr_eq(other, table).then_some(()));
    }

    /// Reserves `bytes` bytes of memory for a solve. If `bytes` is `None`, reserves all memory except the memory of
    /// tables in use. If there is too little memory, waits a short time for tables to become unused; stops waiting when
    /// the solve is cancelled.
    ///
    /// # Errors
    /// Returns the failures of [`Memory::reserve`], with the codes `too-large` or `busy`.
    pub(crate) fn reserve(&self, bytes: Option<u64>, cancel: Option<&AtomicBool>) -> Result<Room, Failure> {
        let begun = Moment::now();
        loop {
            let failure = match self.reserve_now(bytes) {
                Err(failure) if failure.code == "busy" => failure,
                reserved => return reserved,
            };
            if begun.elapsed() >= PATIENCE || cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                return Err(failure);
            }
            std::thread::sleep(GLANCE);
        }
    }

    fn reserve_now(&self, bytes: Option<u64>) -> Result<Room, Failure> {
        if let Some(bytes) = bytes {
            return self.memory.reserve(bytes);
        }
        drop_until(&mut self.lock(), || false);
        let room = self.memory.take(|free| free);
        if room.bytes() > 0 { Ok(room) } else { self.memory.reserve(LEAST.min(self.memory.limit())) }
    }

    /// Reserves memory without dropping tables. The argument `room` is the memory that a solve needs, in bytes; `None`
    /// if this memory is unknown. If `room` is `None`, reserves all free memory except `spare` bytes. If `room` is a
    /// number, and `room` bytes are free or there are no tables, returns `None`. In the remaining case, reserves all
    /// free memory.
    pub(crate) fn reserve_beside(&self, room: Option<u64>, spare: u64) -> Option<Room> {
        match room {
            Some(room) if room <= self.memory.free() || self.lock().is_empty() => None,
            Some(_) => Some(self.memory.take(|free| free)),
            None => Some(self.memory.take(|free| free.saturating_sub(spare))),
        }
    }

    /// Drops tables until `planned` bytes are free or no table can be dropped. The function then reserves all free
    /// memory.
    pub(crate) fn reserve_rest(&self, planned: u64) -> Room {
        drop_until(&mut self.lock(), || self.memory.free() >= planned);
        self.memory.take(|free| free)
    }

    /// Counts the memory of a table again after a question. If all tables together exceed the limit, the function drops
    /// some tables.
    pub(crate) fn recount(&self, table: &LoadedTable) {
        table.count(&mut self.memory.room());
        if self.memory.taken() > self.memory.limit() {
            drop_until(&mut self.lock(), || self.memory.taken() <= self.memory.limit());
        }
    }

    /// Adds a table with its reserved memory. The new table replaces any table with the same name and domain.
    pub(crate) fn keep(
        &self,
        room: Room,
        instance: String,
        pos: String,
        domain: Domain,
        session: Session,
    ) -> Arc<LoadedTable> {
        let texts = (instance.len() + pos.len()) as u64;
        let table = Arc::new(LoadedTable { session, domain, pos, texts, room: Mutex::new(room) });
        self.recount(&table);
        let held = Held { instance, table: table.clone() };
        self.lock().keep(held, |other| other.domain == domain && other.table() == table.table());
        table
    }

    /// Drops the tables with this name. Questions that are being answered still get their answers.
    pub(crate) fn forget(&self, name: &str) {
        self.lock().retain(|table| table.table() != name);
    }

    /// Calls `report` for each table, the most recently used first.
    pub(crate) fn each<T>(&self, report: impl Fn(&LoadedTable) -> T) -> Vec<T> {
        self.lock().iter().map(|held| report(&held.table)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, TableCache<Arc<LoadedTable>>> {
        // No code panics while it holds the lock.
        self.table_cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evict for LoadedTables {
    fn make_room(&self, bytes: u64) {
        let (mut table_cache, memory) = (self.lock(), &self.memory);
        let freed = |table: &LoadedTable, is_used| if is_used { table.log_bytes() } else { table.counted() };
        let most: u64 = table_cache.iter().map(|held| freed(&held.table, is_used(&held.table))).sum();
        if bytes <= memory.limit().saturating_add(most).saturating_sub(memory.taken()) {
            drop_until(&mut table_cache, || memory.taken().saturating_add(bytes) <= memory.limit());
        }
    }
}

/// Drops logs and tables until `is_enough` returns true. The function first drops the logs of tables. The function then
/// drops tables that are not in use, the least recently used table first.
fn drop_until(table_cache: &mut TableCache<Arc<LoadedTable>>, is_enough: impl Fn() -> bool) {
    let held: Vec<_> = table_cache.iter().collect();
    for held in held.into_iter().rev().filter(|held| held.table.log_bytes() > 0) {
        if is_enough() {
            return;
        }
        held.table.drop_logs();
    }
    table_cache.drop_oldest(|table| !is_used(table), is_enough);
}

/// Returns whether a question is using a table. The caller must hold the lock of the cache.
fn is_used(table: &Arc<LoadedTable>) -> bool {
    Arc::strong_count(table) > 1
}

#[cfg(test)]
mod tests {
    use retrograde::Options;

    use super::*;
    use crate::registry::Registry;

    const POS: &str = "cannons:01100_r";

    fn solution(token: &str) -> Session {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        Session::solve(&*position, Domain::All, &Options::default()).unwrap()
    }

    /// Returns a set of tables with memory for `number` tables of [`POS`], and the bytes of one such table.
    fn room_for(number: u64) -> (Arc<LoadedTables>, u64) {
        let bytes = solution(POS).bytes() + 1 + POS.len() as u64;
        (LoadedTables::new(Memory::new(number * bytes), MOST_ALIKE), bytes)
    }

    /// Adds a table with a reservation of `room` bytes, or of all free memory.
    fn keep(tables: &LoadedTables, room: Option<u64>, name: &str, pos: &str) {
        let room = tables.reserve_now(room).unwrap();
        tables.keep(room, name.to_owned(), pos.to_owned(), Domain::All, solution(pos));
    }

    fn has(tables: &LoadedTables, name: &str) -> bool {
        let table = tables.next(name, Domain::All, &[]);
        table.inspect(|table| tables.touch(name, table)).is_some()
    }

    fn held(tables: &LoadedTables) -> u64 {
        tables.each(LoadedTable::counted).iter().sum()
    }

    fn reserved(tables: &LoadedTables) -> u64 {
        tables.memory.taken() - held(tables)
    }

    #[test]
    fn the_table_asked_longest_ago_goes_first() {
        let (tables, bytes) = room_for(2);
        for name in ["a", "b"] {
            keep(&tables, Some(bytes), name, POS);
        }
        assert!(has(&tables, "a"));
        let room = tables.memory.reserve(bytes).unwrap();
        assert!(!has(&tables, "b") && has(&tables, "a"));
        // Half of the memory is reserved, so no reservation can exceed the other half.
        assert!(tables.memory.reserve(bytes + 1).is_err());
        assert!(has(&tables, "a"), "nothing goes for what cannot fit");
        drop(room);
        let room = tables.reserve_now(None).unwrap();
        assert!(room.bytes() == 2 * bytes && !has(&tables, "a"));
        assert_eq!(tables.reserve_now(None).err().unwrap().code, "busy");
        drop(room);
        assert_eq!(reserved(&tables), 0);
    }

    #[test]
    fn issue_27_a_table_counts_as_long_as_it_is_asked() {
        let (tables, bytes) = room_for(2);
        keep(&tables, Some(bytes), "a", POS);
        let asked = tables.next("a", Domain::All, &[]).unwrap();
        assert_eq!(tables.memory.reserve(bytes + 1).err().unwrap().code, "busy");
        assert_eq!(tables.reserve_now(None).unwrap().bytes(), bytes);
        tables.forget(asked.table());
        assert_eq!((held(&tables), reserved(&tables)), (0, bytes));
        drop(asked);
        assert_eq!(tables.memory.taken(), 0);
    }

    #[test]
    fn issue_27_a_solve_waits_for_a_table_that_is_asked() {
        let (tables, bytes) = room_for(1);
        keep(&tables, Some(bytes), "a", POS);
        let asked = tables.next("a", Domain::All, &[]).unwrap();
        assert_eq!(tables.reserve(Some(bytes), Some(&AtomicBool::new(true))).err().unwrap().code, "busy");
        std::thread::scope(|scope| {
            let solve = scope.spawn(|| tables.reserve(Some(bytes), None).map(|room| room.bytes()));
            std::thread::sleep(3 * GLANCE);
            drop(asked);
            assert_eq!(solve.join().unwrap().unwrap(), bytes);
        });
    }

    #[test]
    fn a_solve_that_is_not_planned_leaves_the_tables_that_it_can() {
        let (tables, bytes) = room_for(3);
        assert!(tables.reserve_beside(Some(3 * bytes), 0).is_none());
        keep(&tables, Some(bytes), "a", POS);
        assert!(tables.reserve_beside(Some(2 * bytes), 0).is_none());
        for room in [None, Some(2 * bytes + 1)] {
            let beside = tables.reserve_beside(room, 0).unwrap();
            assert!(beside.bytes() == 2 * bytes && reserved(&tables) == 2 * bytes && has(&tables, "a"));
        }
        assert_eq!(reserved(&tables), 0);
        // A background solve gets all memory that is not used by the remaining tables.
        assert_eq!(tables.reserve_rest(2 * bytes).bytes(), 2 * bytes);
        assert!(has(&tables, "a"));
        assert_eq!(tables.reserve_rest(2 * bytes + 1).bytes(), 3 * bytes);
    }

    #[test]
    fn a_solve_that_is_not_planned_leaves_room_to_questions() {
        let tables = LoadedTables::new(Memory::new(100), MOST_ALIKE);
        let large = tables.reserve_beside(None, 30).unwrap();
        assert_eq!(large.bytes(), 70);
        let small = tables.memory.reserve(30).unwrap();
        drop(large);
        // A planned solve gets the memory that it needs. A solve without a plan gets all memory that is left.
        let (planned, rest) = (tables.memory.reserve(60).unwrap(), tables.reserve_now(None).unwrap());
        assert_eq!((small.bytes(), planned.bytes(), rest.bytes()), (30, 60, 10));
        assert_eq!(tables.reserve_beside(None, 30).unwrap().bytes(), 0);
    }

    #[test]
    fn a_table_takes_what_it_is_not_what_was_promised() {
        let tables = LoadedTables::new(Memory::new(1 << 20), MOST_ALIKE);
        // The first table reserves more memory than it needs; the second reserves less.
        for promised in [None, Some(1)] {
            keep(&tables, promised, "a", "graph:win.a.a/start.b.o.win_start");
            assert!((4..1200).contains(&held(&tables)) && reserved(&tables) == 0, "{}", held(&tables));
        }
    }

    #[test]
    fn a_table_solved_again_takes_its_own_place() {
        let (tables, bytes) = room_for(3);
        for pos in [POS, "cannons:01100_b"] {
            keep(&tables, Some(bytes), "a", pos);
        }
        let report = tables.each(|table| (table.pos().to_owned(), table.counted()));
        assert_eq!(report, [("cannons:01100_b".to_owned(), bytes)]);
    }

    #[test]
    fn issue_28_of_tables_of_one_instance_each_is_asked_once() {
        let tables = LoadedTables::new(Memory::new(1 << 20), MOST_ALIKE);
        for pos in [POS, "cannons:01100_b"] {
            let position = Registry::from_iter(retrograde_games::builtin()).open(pos).unwrap();
            let session = Session::solve(&*position, Domain::Reachable, &Options::default()).unwrap();
            tables.keep(tables.memory.room(), "i".to_owned(), pos.to_owned(), Domain::Reachable, session);
        }
        let get = |asked: &[_]| tables.next("i", Domain::Reachable, asked);
        let last = get(&[]).unwrap();
        let other = get(std::slice::from_ref(&last)).unwrap();
        assert_eq!((last.pos(), other.pos()), ("cannons:01100_b", POS));
        assert!(get(&[last, other]).is_none() && tables.next("i", Domain::All, &[]).is_none());
    }
}
