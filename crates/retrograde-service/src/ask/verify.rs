//! Checks every value of a table by the forward rules.

use retrograde::author::AnyBoard;
use retrograde::{Unverified, Verified, Violation};

use super::{Ask, Asked};
use crate::report::{SCHEMA, VerifyReport, ViolationReport};
use crate::session::AskError;

/// Asks for a check of every value in the table of a position.
#[derive(Clone, Copy, Debug)]
pub struct Verify {
    /// The number of threads; 0 means one per core.
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
        match found {
            Ok(verified) => Ok(Self::right(game, table.to_owned(), verified)),
            Err(Unverified::Wrong(violation)) => {
                Ok(Self::wrong(game, table.to_owned(), &violation, board.token(violation.slot)))
            }
            Err(Unverified::Unreadable(error)) => Err(error.into()),
        }
    }

    /// Returns the report of a table in which all values are correct.
    pub const fn right(game: &'static str, table: String, verified: Verified) -> Self {
        let (positions, moves) = (Some(verified.positions), Some(verified.moves));
        Self { schema: SCHEMA, game, table, ok: true, positions, moves, violation: None }
    }

    /// Returns the report of a table in which the value at position `pos` is wrong.
    pub fn wrong(game: &'static str, table: String, violation: &Violation, pos: Option<String>) -> Self {
        let violation = ViolationReport {
            slot: violation.slot.0,
            pos,
            law: violation.law.into(),
            found: violation.found.to_string(),
            expected: violation.expected.to_string(),
        };
        Self { schema: SCHEMA, game, table, ok: false, positions: None, moves: None, violation: Some(violation) }
    }
}
