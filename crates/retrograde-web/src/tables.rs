//! Solved boards, kept as long as memory allows; the one asked longest ago goes first.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use retrograde::message::Bytes;
use retrograde_desk::failure::Failure;
use retrograde_desk::report::StatsReport;
use retrograde_desk::session::{AskError, Session};
use retrograde_desk::stock::{Held, Stock};
use serde::Serialize;

use crate::answers::Refusal;
use crate::app::game_of;
use crate::messages::Refused;

/// A solved board, and what has been counted on it.
pub(crate) struct Table {
    pub(crate) session: Session,
    /// The position that it was solved for.
    pos: String,
    stats: OnceLock<StatsReport>,
    /// What was counted when it came, and what it took then, in bytes.
    counted: u64,
    taken: u64,
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

    /// What it takes now, without the logs, in bytes: what is read of files stays.
    fn bytes(&self) -> u64 {
        self.counted + self.session.bytes().saturating_sub(self.taken)
    }
}

/// All tables by the instance they are of.
pub(crate) struct Tables {
    limit: u64,
    /// Bytes that are left to questions by solves that nobody could plan, as long as these can do without.
    aside: u64,
    kept: Mutex<Kept>,
}

struct Kept {
    stock: Stock<Arc<Table>>,
    /// Bytes promised to boards that are being solved, to logs and answers.
    reserved: u64,
    /// Bytes of the jobs that are remembered.
    jobs: u64,
}

impl Kept {
    /// What is held now, in bytes; the logs come with it.
    fn held(&self) -> u64 {
        self.stock.bytes() + self.logs() + self.jobs
    }

    fn logs(&self) -> u64 {
        self.stock.iter().map(|held| held.table.session.log_bytes()).sum()
    }

    /// Counts all tables anew.
    fn count(&mut self) {
        self.stock.iter_mut().for_each(|held| held.bytes = held.table.bytes());
    }

    /// Drops logs, then tables, those used longest ago first, until the rest takes at most `bytes`.
    fn make_room(&mut self, bytes: u64) {
        self.count();
        let with_logs: Vec<_> = self.stock.iter().map(|held| held.table.clone()).collect();
        for table in with_logs.iter().rev().filter(|table| table.session.log_bytes() > 0) {
            if self.held() <= bytes {
                return;
            }
            table.session.forget_logs();
        }
        self.stock.make_room(bytes.saturating_sub(self.jobs));
    }
}

impl Tables {
    pub(crate) fn new(limit: u64, aside: u64) -> Self {
        Self { limit, aside, kept: Mutex::new(Kept { stock: Stock::new(1), reserved: 0, jobs: 0 }) }
    }

    pub(crate) fn get(&self, instance: &str) -> Option<Arc<Table>> {
        self.lock().stock.ask(instance, |table| Some(table.clone()))
    }

    /// Makes room for a table that is going to be solved: at most `bytes`, or all that solves leave if that is `None`.
    pub(crate) fn reserve(self: &Arc<Self>, bytes: Option<u64>) -> Result<Reservation, Failure> {
        let mut kept = self.lock();
        let free = self.limit.saturating_sub(kept.reserved);
        let bytes = bytes.unwrap_or(free);
        if bytes > free || free == 0 {
            let refused = Refused::Memory { taken: Bytes(kept.reserved), limit: Bytes(self.limit) };
            return Err(Refusal::busy(refused).into_failure());
        }
        kept.make_room(free - bytes);
        kept.reserved += bytes;
        Ok(Reservation { tables: self.clone(), bytes })
    }

    /// The same beside the tables that are there, in as much of the room as they leave, and beside the questions to come if nobody knows
    /// how much it takes; `None` if nothing is in the way.
    pub(crate) fn reserve_beside(self: &Arc<Self>, room: Option<u64>) -> Option<Reservation> {
        let mut kept = self.lock();
        let free = self.limit.saturating_sub(kept.reserved);
        let left = free.saturating_sub(kept.held());
        let bytes = match room {
            Some(room) if kept.stock.is_empty() || room <= left => return None,
            Some(_) => left,
            None => left.saturating_sub(self.aside),
        };
        kept.reserved += bytes;
        Some(Reservation { tables: self.clone(), bytes })
    }

    /// Makes room for what has grown while it was asked.
    pub(crate) fn recount(&self) {
        let mut kept = self.lock();
        let left = self.limit.saturating_sub(kept.reserved);
        kept.make_room(left);
    }

    /// Notes what the jobs take that are remembered.
    pub(crate) fn note_jobs(&self, bytes: u64) {
        self.lock().jobs = bytes;
    }

    /// Drops a table by its name; whoever is asking it goes on.
    pub(crate) fn forget(&self, name: &str) {
        self.lock().stock.retain(|table| table.session.table() != name);
    }

    /// What is in memory, the table asked last in front.
    pub(crate) fn report(&self) -> TablesReport {
        let kept = self.lock();
        let report = |held: &Held<Arc<Table>>| TableReport {
            table: held.table.session.table().to_owned(),
            game: game_of(&held.table.pos),
            pos: cut(&held.table.pos),
            bytes: held.bytes + held.table.session.log_bytes(),
        };
        TablesReport {
            schema: retrograde_desk::report::SCHEMA,
            limit: self.limit,
            held: kept.held(),
            reserved: kept.reserved,
            tables: kept.stock.iter().map(report).collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // Nothing panics while it is locked.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

/// Memory promised to a solve, a log, an answer or a body; given back unless a table comes of it.
pub(crate) struct Reservation {
    tables: Arc<Tables>,
    pub(crate) bytes: u64,
}

impl Reservation {
    /// Puts the table that was solved into the room that was made for it.
    pub(crate) fn keep(self, instance: String, pos: String, session: Session) -> Arc<Table> {
        // A graph's position is the whole graph.
        let taken = session.bytes();
        let bytes = (taken + (instance.len() + pos.len()) as u64).min(self.bytes);
        let table = Arc::new(Table { session, pos, stats: OnceLock::new(), counted: bytes, taken });
        self.tables.lock().stock.keep(Held { instance, bytes, table: table.clone() });
        table
    }
}

impl Reservation {
    /// Gives back what is not needed any more.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        let rest = self.bytes.saturating_sub(bytes);
        self.tables.lock().reserved -= rest;
        self.bytes -= rest;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.tables.lock().reserved -= self.bytes;
    }
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
    /// Bytes promised to boards being solved.
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
    use retrograde::entry::Domain;
    use retrograde_desk::registry::Registry;

    use super::*;

    fn solution(token: &str) -> Session {
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
        Session::solve(&*position, Domain::All, &Options::default()).unwrap()
    }

    #[test]
    fn the_table_asked_longest_ago_goes_first() {
        let tables = Arc::new(Tables::new(100, 0));
        for name in ["a", "b"] {
            let room = tables.reserve(Some(40)).unwrap();
            room.keep(name.to_owned(), "cannons:01100_r".to_owned(), solution("cannons:01100_r"));
        }
        assert!(tables.get("a").is_some());
        let room = tables.reserve(Some(50)).unwrap();
        assert!(tables.get("b").is_none() && tables.get("a").is_some());
        // Half is promised: what is left does not do for more than the other half.
        assert!(tables.reserve(Some(51)).is_err());
        drop(room);
        let room = tables.reserve(None).unwrap();
        assert!(room.bytes == 100 && tables.get("a").is_none());
        assert_eq!(tables.reserve(None).err().unwrap().code, "busy");
        drop(room);
        assert_eq!(tables.report().reserved, 0);
    }

    #[test]
    fn a_solve_that_is_not_planned_leaves_the_tables_that_it_can() {
        let tables = Arc::new(Tables::new(100, 0));
        assert!(tables.reserve_beside(Some(100)).is_none());
        let pos = "cannons:01100_r";
        tables.reserve(Some(40)).unwrap().keep("a".to_owned(), pos.to_owned(), solution(pos));
        assert!(tables.reserve_beside(Some(60)).is_none());
        for room in [None, Some(61)] {
            let beside = tables.reserve_beside(room).unwrap();
            assert!(beside.bytes == 60 && tables.report().reserved == 60 && tables.get("a").is_some());
        }
        assert_eq!(tables.report().reserved, 0);
    }

    #[test]
    fn a_solve_that_is_not_planned_leaves_room_to_questions() {
        let tables = Arc::new(Tables::new(100, 30));
        let large = tables.reserve_beside(None).unwrap();
        assert_eq!(large.bytes, 70);
        let small = tables.reserve(Some(30)).unwrap();
        drop(large);
        // What is planned is given what it takes; what could not do without has the rest, too.
        let (planned, rest) = (tables.reserve(Some(60)).unwrap(), tables.reserve(None).unwrap());
        assert_eq!((small.bytes, planned.bytes, rest.bytes), (30, 60, 10));
        assert_eq!(tables.reserve_beside(None).unwrap().bytes, 0);
    }

    #[test]
    fn a_table_takes_what_it_is_not_what_was_promised() {
        let tables = Arc::new(Tables::new(1 << 20, 0));
        let pos = "graph:win.a.a/start.b.o.win_start";
        tables.reserve(None).unwrap().keep("a".to_owned(), pos.to_owned(), solution(pos));
        let report = tables.report();
        assert!((4..800).contains(&report.held) && report.reserved == 0, "{}", report.held);
    }

    #[test]
    fn a_table_solved_again_takes_its_own_place() {
        let tables = Arc::new(Tables::new(100, 0));
        for pos in ["cannons:01100_r", "cannons:01100_b"] {
            tables.reserve(Some(60)).unwrap().keep("a".to_owned(), pos.to_owned(), solution(pos));
        }
        let report = tables.report();
        assert_eq!((report.held, report.tables.len(), &*report.tables[0].pos), (60, 1, "cannons:01100_b"));
    }
}
