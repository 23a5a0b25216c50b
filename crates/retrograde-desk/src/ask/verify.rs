//! The check of every value by the forward rules.

use retrograde::{Unverified, Violation};

use super::{Ask, Asked};
use crate::report::{SCHEMA, VerifyReport, ViolationReport};
use crate::session::{AskError, Session};

/// Checks every value of the table of a position.
#[derive(Clone, Copy, Debug)]
pub struct Verify {
    /// The threads that check; 0 is one a core.
    pub threads: usize,
}

impl Ask for Verify {
    type Report = VerifyReport;

    fn ask(&self, Asked { session, .. }: Asked<'_>) -> Result<VerifyReport, AskError> {
        let (verified, violation) = match session.questions().verify(self.threads) {
            Ok(verified) => (Some(verified), None),
            Err(Unverified::Wrong(violation)) => (None, Some(report(session, &violation))),
            Err(Unverified::Unreadable(error)) => return Err(error.into()),
        };
        Ok(VerifyReport {
            schema: SCHEMA,
            game: session.about.id,
            table: session.table.clone(),
            ok: verified.is_some(),
            positions: verified.map(|verified| verified.positions),
            moves: verified.map(|verified| verified.moves),
            violation,
        })
    }
}

fn report(session: &Session, violation: &Violation) -> ViolationReport {
    ViolationReport {
        slot: violation.slot.0,
        pos: session.print(violation.slot).ok(),
        law: violation.law.into(),
        found: violation.found.to_string(),
        expected: violation.expected.to_string(),
    }
}
