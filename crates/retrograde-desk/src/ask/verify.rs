//! The check of every value by the forward rules.

use retrograde::entry::AnyBoard;
use retrograde::{Unverified, Verified, Violation};

use super::{Ask, Asked};
use crate::report::{SCHEMA, VerifyReport, ViolationReport};
use crate::session::AskError;

/// Checks every value of the table of a position.
#[derive(Clone, Copy, Debug)]
pub struct Verify {
    /// The threads that check; 0 is one a core.
    pub threads: usize,
}

impl Ask for Verify {
    type Report = VerifyReport;

    fn ask(&self, Asked { session, .. }: Asked<'_>) -> Result<VerifyReport, AskError> {
        VerifyReport::of(session.about.id, &session.table, &*session.board, session.questions().verify(self.threads))
    }
}

impl VerifyReport {
    pub(crate) fn of(
        game: &'static str,
        table: &str,
        board: &dyn AnyBoard,
        found: Result<Verified, Unverified>,
    ) -> Result<Self, AskError> {
        let (verified, violation) = match found {
            Ok(verified) => (Some(verified), None),
            Err(Unverified::Wrong(violation)) => (None, Some(report(board, &violation))),
            Err(Unverified::Unreadable(error)) => return Err(error.into()),
        };
        Ok(Self {
            schema: SCHEMA,
            game,
            table: table.to_owned(),
            ok: verified.is_some(),
            positions: verified.map(|verified| verified.positions),
            moves: verified.map(|verified| verified.moves),
            violation,
        })
    }
}

fn report(board: &dyn AnyBoard, violation: &Violation) -> ViolationReport {
    ViolationReport {
        slot: violation.slot.0,
        pos: board.token(violation.slot),
        law: violation.law.into(),
        found: violation.found.to_string(),
        expected: violation.expected.to_string(),
    }
}
