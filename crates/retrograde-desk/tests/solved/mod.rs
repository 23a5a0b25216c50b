//! A solved instance that is asked by token, as tests like to.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses some of it, and may panic")]

use retrograde::entry::{AnyPosition, Domain};
use retrograde::{Options, Slot, Wanted};
use retrograde_desk::ask::{Ask, BestLine, Certify, Probe, Proof, Random, Sea, Slice, WhyIsIt, Window};
use retrograde_desk::certificate::CertificateReport;
use retrograde_desk::report::{LineReport, ProbeReport, SliceReport, WhyReport};
use retrograde_desk::session::AskError;
use retrograde_desk::trace::{Follow, TraceReport};
use retrograde_desk::{Registry, Session};

pub(crate) fn builtin() -> Registry {
    retrograde_games::builtin().into_iter().collect()
}

/// A session, and the position that it was solved for.
pub(crate) struct Solved {
    registry: Registry,
    pub(crate) start: Box<dyn AnyPosition>,
    pub(crate) session: Session,
}

impl Solved {
    /// The whole table of a token.
    pub(crate) fn new(token: &str) -> Self {
        let start = builtin().open(token).unwrap();
        let session = Session::solve(&*start, Domain::All, &Options::default()).unwrap();
        Self::by(start, session)
    }

    pub(crate) fn by(start: Box<dyn AnyPosition>, session: Session) -> Self {
        Self { registry: builtin(), start, session }
    }

    /// The answer about another position of the board.
    pub(crate) fn ask<Q: Ask>(&self, token: &str, question: &Q) -> Result<Q::Report, AskError> {
        let sibling = self.start.sibling(token);
        self.session.ask(&*sibling.unwrap_or_else(|| self.registry.open(token).unwrap()), question)
    }

    pub(crate) fn probe(&self, token: &str, line: usize) -> Result<ProbeReport, AskError> {
        Ok(self.ask(token, &Probe { line, ..Probe::MOVES })?.report)
    }

    pub(crate) fn line(&self, token: &str, max: usize) -> Result<LineReport, AskError> {
        Ok(by_table(self.ask(token, &BestLine { max })?))
    }

    pub(crate) fn why(&self, token: &str) -> Result<WhyReport, AskError> {
        Ok(by_table(self.ask(token, &WhyIsIt)?))
    }

    pub(crate) fn certificate(&self, token: &str) -> Result<CertificateReport, AskError> {
        self.ask(token, &Certify)
    }

    pub(crate) fn slice(&self, token: &str, piece: &str) -> Result<SliceReport, AskError> {
        self.ask(token, &Slice { piece: piece.to_owned() })
    }

    pub(crate) fn trace(&self, token: &str, follow: Follow, from: u64, count: u64) -> Result<TraceReport, AskError> {
        self.ask(token, &Window { follow, from, count })
    }

    pub(crate) fn sea(&self, token: &str, follow: Follow) -> Result<Vec<u8>, AskError> {
        self.ask(token, &Sea { follow })
    }

    pub(crate) fn random(&self, wanted: &Wanted, seed: u64) -> Result<Option<ProbeReport>, AskError> {
        Ok(self.session.ask(&*self.start, &Random { wanted: wanted.clone(), seed })?.drawn)
    }

    pub(crate) fn token(&self, slot: u64) -> Option<String> {
        self.session.token(Slot(slot))
    }

    pub(crate) fn slot(&self, token: &str) -> Result<u64, AskError> {
        Ok(self.session.slot(&*self.registry.open(token).unwrap())?.0)
    }
}

fn by_table<T, W>(proof: Proof<T, W>) -> T {
    match proof {
        Proof::Table(report) => report,
        Proof::Witness(_) => panic!("a table was asked"),
    }
}
