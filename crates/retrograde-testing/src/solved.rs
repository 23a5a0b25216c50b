//! Solved instances (boards), whose tables tests can query by token.

use std::sync::LazyLock;

use retrograde::author::{AnyPosition, Domain};
use retrograde::{Filter, Options, Slot};
use retrograde_service::ask::{Ask, BestLine, Certify, Probe, Proof, Random, Slice, StateMap, WhyIsIt, Window};
use retrograde_service::certificate::CertificateReport;
use retrograde_service::report::{LineReport, ProbeReport, SliceReport, WhyReport};
use retrograde_service::session::AskError;
use retrograde_service::trace::{Follow, TraceReport};
use retrograde_service::{Registry, Session};

/// Returns a registry with all built-in games.
pub fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect()
}

/// Returns the examples of all games whose tables are small. A test can solve and query a small table completely in a
/// short time.
pub fn small_examples() -> Vec<String> {
    static EXAMPLES: LazyLock<Vec<String>> = LazyLock::new(find_small_examples);
    EXAMPLES.clone()
}

/// Finds the examples with small tables. The size of some boards is known only after an exploration that takes seconds.
/// Each test program therefore calls this function only once.
fn find_small_examples() -> Vec<String> {
    const SMALL: u64 = 300_000;
    let registry = builtin();
    let is_small = |position: Box<dyn AnyPosition>| {
        // If several positions share a slot of the table, the board has more slots than the table.
        let on_board = || position.board(Domain::All, &Options::default()).map(|board| board.slots());
        let slots = position.plan(Domain::All, 1).slots;
        slots.is_none_or(|slots| slots <= SMALL && on_board().is_ok_and(|all| all <= SMALL))
    };
    let examples = registry.games().flat_map(|game| game.about().examples.clone());
    examples.filter(|token| registry.open(token).is_ok_and(is_small)).collect()
}

/// A solved board that answers queries by token.
pub struct SolvedSession {
    registry: Registry,
    /// The position whose board was solved.
    pub start: Box<dyn AnyPosition>,
    /// The solved instance.
    pub session: Session,
}

impl SolvedSession {
    /// Solves the board of a token.
    pub fn new(token: &str) -> Self {
        let start = builtin().open(token).unwrap();
        let session = Session::solve(&*start, Domain::All, &Options::default()).unwrap();
        Self::by(start, session)
    }

    /// Combines the position `start` with the session of its board, which the caller has solved.
    pub fn by(start: Box<dyn AnyPosition>, session: Session) -> Self {
        Self { registry: builtin(), start, session }
    }

    /// Returns the answer to a query about a position of the board. The argument `token` is the token of the position.
    pub fn ask<Q: Ask>(&self, token: &str, question: &Q) -> Result<Q::Report, AskError> {
        let sibling = self.start.sibling(token);
        self.session.ask(&*sibling.unwrap_or_else(|| self.registry.open(token).unwrap()), question)
    }

    /// Returns the value and the moves of a position, with at most `line` plies of best play.
    pub fn probe(&self, token: &str, line: usize) -> Result<ProbeReport, AskError> {
        Ok(self.ask(token, &Probe { line, ..Probe::MOVES })?.report)
    }

    /// Returns a line of best play with at most `max` plies.
    pub fn line(&self, token: &str, max: usize) -> Result<LineReport, AskError> {
        Ok(by_table(self.ask(token, &BestLine { max })?))
    }

    /// Returns the reason for the value of a position.
    pub fn why(&self, token: &str) -> Result<WhyReport, AskError> {
        Ok(by_table(self.ask(token, &WhyIsIt)?))
    }

    /// Returns a certificate of a position's value. A certificate can be checked without a table.
    pub fn certificate(&self, token: &str) -> Result<CertificateReport, AskError> {
        self.ask(token, &Certify)
    }

    /// Returns a slice. For each square, a slice has the value of the position in which `piece` stands on that square.
    pub fn slice(&self, token: &str, piece: &str) -> Result<SliceReport, AskError> {
        self.ask(token, &Slice { piece: piece.to_owned() })
    }

    /// Returns `count` events of the event log, starting with the event with the index `from`.
    pub fn trace(&self, token: &str, follow: Follow, from: u64, count: u64) -> Result<TraceReport, AskError> {
        self.ask(token, &Window { follow, from, count })
    }

    /// Returns the state map, which is the whole event log in binary form.
    pub fn state_map(&self, token: &str, follow: Follow) -> Result<Vec<u8>, AskError> {
        self.ask(token, &StateMap { follow })
    }

    /// Returns a random position that matches a filter, if there is one.
    pub fn random(&self, wanted: &Filter, seed: u64) -> Result<Option<ProbeReport>, AskError> {
        Ok(self.session.ask(&*self.start, &Random { wanted: wanted.clone(), seed })?.drawn)
    }

    /// Returns the token of a slot's position; `None` for a hole.
    pub fn token(&self, slot: u64) -> Option<String> {
        self.session.token(Slot(slot))
    }

    /// Returns the slot of a position.
    pub fn slot(&self, token: &str) -> Result<u64, AskError> {
        Ok(self.session.slot(&*self.registry.open(token).unwrap())?.0)
    }
}

fn by_table<T, W>(proof: Proof<T, W>) -> T {
    match proof {
        Proof::Table(report) => report,
        Proof::Strategy(_) => panic!("a table was asked"),
    }
}
