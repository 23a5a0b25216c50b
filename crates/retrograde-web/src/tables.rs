//! Solved boards, kept as long as memory allows; the one asked longest ago goes first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use retrograde_desk::failure::Failure;
use retrograde_desk::report::StatsReport;
use retrograde_desk::session::{AskError, Session};
use retrograde_desk::stock::{Held, Stock};
use serde::Serialize;

use retrograde_desk::memory::{Evict, Memory, Room};

/// A solved board, and what has been counted on it. Its room goes with it: a board that is being asked counts until the answer is there, even if
/// it was dropped meanwhile.
pub(crate) struct Table {
    pub(crate) session: Session,
    /// The position that it was solved for.
    pos: String,
    stats: OnceLock<StatsReport>,
    /// The bytes of its position and its instance: those of a graph are the whole graph.
    texts: u64,
    room: Mutex<Room>,
}

impl Table {
    /// The counts, which take one pass over the table, once.
    pub(crate) fn stats(&self) -> Result<&StatsReport, AskError> {
        if let Some(known) = self.stats.get() {
            return Ok(known);
        }
        let stats = self.session.stats()?;
        Ok(self.stats.get_or_init(|| stats))
    }

    /// What it takes, as it was last counted, in bytes.
    fn counted(&self) -> u64 {
        self.room().bytes()
    }

    /// Counts what it takes now, with its logs. What has come since is taken out of `room`, which was made for it, as far as that goes.
    pub(crate) fn count(&self, room: &mut Room) {
        let mut own = self.room();
        let now = self.texts + self.session.bytes() + self.session.log_bytes();
        let more = now.saturating_sub(own.bytes());
        room.hand_over(&mut own, more);
        own.settle(now);
    }

    /// Drops its logs.
    fn forget_logs(&self) {
        self.session.forget_logs();
        let mut own = self.room();
        own.settle(self.texts + self.session.bytes() + self.session.log_bytes());
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        // Nothing panics while it is locked.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All tables by the instance they are of.
pub(crate) struct Tables {
    memory: Arc<Memory>,
    /// Bytes that are left to questions by solves that nobody could plan, as long as these can do without.
    aside: u64,
    stock: Mutex<Stock<Arc<Table>>>,
}

/// The least that a solve begins with, in bytes.
const LEAST: u64 = 64 << 10;
/// The time that a solve waits for memory: tables that are being asked are free again in milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two looks at the memory.
const GLANCE: Duration = Duration::from_millis(10);

impl Tables {
    pub(crate) fn new(memory: Arc<Memory>, aside: u64) -> Arc<Self> {
        Arc::new_cyclic(|own: &Weak<Self>| {
            memory.held_by(own.clone());
            Self { memory, aside, stock: Mutex::new(Stock::new(1)) }
        })
    }

    pub(crate) fn get(&self, instance: &str) -> Option<Arc<Table>> {
        self.lock().ask(instance, |table| Some(table.clone()))
    }

    /// Makes room for a table that is going to be solved: `bytes`, or all that the rest leaves if that is `None`. What is in use may be free in
    /// a moment, and is waited for, unless the solve is cancelled.
    pub(crate) fn reserve(&self, bytes: Option<u64>, cancelled: &AtomicBool) -> Result<Room, Failure> {
        let begun = Instant::now();
        loop {
            let failure = match self.reserve_now(bytes) {
                Err(failure) if failure.code == "busy" => failure,
                reserved => return reserved,
            };
            if begun.elapsed() >= PATIENCE || cancelled.load(Ordering::Relaxed) {
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

    /// The same beside the tables that are there, in as much of the room as they leave, and beside the questions to come if nobody knows
    /// how much it takes; `None` if nothing is in the way.
    pub(crate) fn reserve_beside(&self, room: Option<u64>) -> Option<Room> {
        match room {
            Some(room) if room <= self.memory.free() || self.lock().is_empty() => None,
            Some(_) => Some(self.memory.take(|free| free)),
            None => Some(self.memory.take(|free| free.saturating_sub(self.aside))),
        }
    }

    /// Counts a table again that may have grown while it was asked, and makes room if it has.
    pub(crate) fn recount(&self, table: &Table) {
        table.count(&mut self.memory.room());
        if self.memory.taken() > self.memory.limit() {
            drop_until(&mut self.lock(), || self.memory.taken() <= self.memory.limit());
        }
    }

    /// Keeps a table that was solved, in the room that was made for it.
    pub(crate) fn keep(&self, room: Room, instance: String, pos: String, session: Session) -> Arc<Table> {
        let texts = (instance.len() + pos.len()) as u64;
        let table = Arc::new(Table { session, pos, stats: OnceLock::new(), texts, room: Mutex::new(room) });
        self.recount(&table);
        self.lock().keep(Held { instance, table: table.clone() }, |_| false);
        table
    }

    /// Drops a table by its name; whoever is asking it goes on.
    pub(crate) fn forget(&self, name: &str) {
        self.lock().retain(|table| table.session.table() != name);
    }

    /// What is in memory, the table asked last in front; beside these, jobs take so many bytes.
    pub(crate) fn report(&self, jobs: u64) -> TablesReport {
        let stock = self.lock();
        let report = |held: &Held<Arc<Table>>| TableReport {
            table: held.table.session.table().to_owned(),
            game: game_of(&held.table.pos),
            pos: cut(&held.table.pos),
            bytes: held.table.counted(),
        };
        let tables: Vec<_> = stock.iter().map(report).collect();
        let held = jobs + tables.iter().map(|table| table.bytes).sum::<u64>();
        TablesReport {
            schema: retrograde_desk::report::SCHEMA,
            limit: self.memory.limit(),
            held,
            reserved: self.memory.taken().saturating_sub(held),
            tables,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Stock<Arc<Table>>> {
        // Nothing panics while it is locked.
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evict for Tables {
    fn make_room(&self, bytes: u64) {
        let (mut stock, memory) = (self.lock(), &self.memory);
        let freed = |table: &Table, is_used| if is_used { table.session.log_bytes() } else { table.counted() };
        let most: u64 = stock.iter().map(|held| freed(&held.table, is_used(&held.table))).sum();
        if bytes <= memory.limit().saturating_add(most).saturating_sub(memory.taken()) {
            drop_until(&mut stock, || memory.taken().saturating_add(bytes) <= memory.limit());
        }
    }
}

/// Drops logs, then tables that are not in use, those used longest ago first, until it is enough.
fn drop_until(stock: &mut Stock<Arc<Table>>, is_enough: impl Fn() -> bool) {
    let held: Vec<_> = stock.iter().collect();
    for held in held.into_iter().rev().filter(|held| held.table.session.log_bytes() > 0) {
        if is_enough() {
            return;
        }
        held.table.forget_logs();
    }
    stock.drop_oldest(|table| !is_used(table), is_enough);
}

/// Whether a table of the stock, which is locked, is being asked.
fn is_used(table: &Arc<Table>) -> bool {
    Arc::strong_count(table) > 1
}

/// The id in front of a token's colon.
pub(crate) fn game_of(token: &str) -> String {
    token.split(':').next().unwrap_or_default().to_owned()
}

/// The longest token in the list of tables, in bytes: that of a graph is the whole graph.
const LONGEST: usize = 200;

/// A token, cut where it is too long.
fn cut(token: &str) -> String {
    const MORE: &str = "…";
    if token.len() <= LONGEST {
        return token.to_owned();
    }
    let end = token.floor_char_boundary(LONGEST - MORE.len());
    token[..end].to_owned() + MORE
}

/// The tables in memory.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TablesReport {
    schema: u32,
    /// Bytes that all together may take.
    limit: u64,
    /// Bytes that the tables below take with their logs, and the jobs that are remembered.
    held: u64,
    /// Bytes of boards being solved, of answers, of bodies of requests, and of tables that were dropped while they are asked.
    reserved: u64,
    tables: Vec<TableReport>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TableReport {
    table: String,
    game: String,
    pos: String,
    bytes: u64,
}

#[cfg(test)]
mod tests {
    use retrograde::Options;
    use retrograde::author::entry::Domain;
    use retrograde_desk::registry::Registry;

    use super::*;

    const POS: &str = "cannons:01100_r";

    fn solution(token: &str) -> Session {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        Session::solve(&*position, Domain::All, &Options::default()).unwrap()
    }

    /// Room for so many tables of [`POS`], and what one takes.
    fn room_for(number: u64) -> (Arc<Memory>, Arc<Tables>, u64) {
        let bytes = solution(POS).bytes() + 1 + POS.len() as u64;
        let memory = Memory::new(number * bytes);
        (memory.clone(), Tables::new(memory, 0), bytes)
    }

    fn keep(tables: &Tables, memory: &Arc<Memory>, bytes: u64, name: &str) {
        tables.keep(memory.reserve(bytes).unwrap(), name.to_owned(), POS.to_owned(), solution(POS));
    }

    #[test]
    fn the_table_asked_longest_ago_goes_first() {
        let (memory, tables, bytes) = room_for(2);
        for name in ["a", "b"] {
            keep(&tables, &memory, bytes, name);
        }
        assert!(tables.get("a").is_some());
        let room = memory.reserve(bytes).unwrap();
        assert!(tables.get("b").is_none() && tables.get("a").is_some());
        // Half is promised: what is left does not do for more than the other half.
        assert!(memory.reserve(bytes + 1).is_err());
        assert!(tables.get("a").is_some(), "nothing goes for what cannot fit");
        drop(room);
        let room = tables.reserve_now(None).unwrap();
        assert!(room.bytes() == 2 * bytes && tables.get("a").is_none());
        assert_eq!(tables.reserve_now(None).err().unwrap().code, "busy");
        drop(room);
        assert_eq!(tables.report(0).reserved, 0);
    }

    #[test]
    fn issue_27_a_table_counts_as_long_as_it_is_asked() {
        let (memory, tables, bytes) = room_for(2);
        keep(&tables, &memory, bytes, "a");
        let asked = tables.get("a").unwrap();
        assert_eq!(memory.reserve(bytes + 1).err().unwrap().code, "busy");
        assert_eq!(tables.reserve_now(None).unwrap().bytes(), bytes);
        tables.forget(asked.session.table());
        assert_eq!((tables.report(0).held, tables.report(0).reserved), (0, bytes));
        drop(asked);
        assert_eq!(memory.taken(), 0);
    }

    #[test]
    fn issue_27_a_solve_waits_for_a_table_that_is_asked() {
        let (memory, tables, bytes) = room_for(1);
        keep(&tables, &memory, bytes, "a");
        let asked = tables.get("a").unwrap();
        assert_eq!(tables.reserve(Some(bytes), &AtomicBool::new(true)).err().unwrap().code, "busy");
        std::thread::scope(|scope| {
            let solve = scope.spawn(|| tables.reserve(Some(bytes), &AtomicBool::new(false)).map(|room| room.bytes()));
            std::thread::sleep(3 * GLANCE);
            drop(asked);
            assert_eq!(solve.join().unwrap().unwrap(), bytes);
        });
    }

    #[test]
    fn a_solve_that_is_not_planned_leaves_the_tables_that_it_can() {
        let (memory, tables, bytes) = room_for(3);
        assert!(tables.reserve_beside(Some(3 * bytes)).is_none());
        keep(&tables, &memory, bytes, "a");
        assert!(tables.reserve_beside(Some(2 * bytes)).is_none());
        for room in [None, Some(2 * bytes + 1)] {
            let beside = tables.reserve_beside(room).unwrap();
            assert!(beside.bytes() == 2 * bytes && tables.report(0).reserved == 2 * bytes && tables.get("a").is_some());
        }
        assert_eq!(tables.report(0).reserved, 0);
    }

    #[test]
    fn a_solve_that_is_not_planned_leaves_room_to_questions() {
        let memory = Memory::new(100);
        let tables = Tables::new(memory.clone(), 30);
        let large = tables.reserve_beside(None).unwrap();
        assert_eq!(large.bytes(), 70);
        let small = memory.reserve(30).unwrap();
        drop(large);
        // What is planned is given what it takes; what could not do without has the rest, too.
        let (planned, rest) = (memory.reserve(60).unwrap(), tables.reserve_now(None).unwrap());
        assert_eq!((small.bytes(), planned.bytes(), rest.bytes()), (30, 60, 10));
        assert_eq!(tables.reserve_beside(None).unwrap().bytes(), 0);
    }

    #[test]
    fn a_table_takes_what_it_is_not_what_was_promised() {
        let tables = Tables::new(Memory::new(1 << 20), 0);
        let pos = "graph:win.a.a/start.b.o.win_start";
        // More than it takes, and less.
        for promised in [None, Some(1)] {
            let room = tables.reserve_now(promised).unwrap();
            tables.keep(room, "a".to_owned(), pos.to_owned(), solution(pos));
            let report = tables.report(0);
            assert!((4..1200).contains(&report.held) && report.reserved == 0, "{}", report.held);
        }
    }

    #[test]
    fn a_table_solved_again_takes_its_own_place() {
        let (memory, tables, bytes) = room_for(3);
        for pos in [POS, "cannons:01100_b"] {
            tables.keep(memory.reserve(bytes).unwrap(), "a".to_owned(), pos.to_owned(), solution(pos));
        }
        let report = tables.report(0);
        assert_eq!((report.held, report.tables.len(), &*report.tables[0].pos), (bytes, 1, "cannons:01100_b"));
    }
}
