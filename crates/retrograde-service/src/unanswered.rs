//! The reasons why a question has no answer.

use retrograde::SolveError;
use retrograde::author::{AnyPosition, Domain};

use crate::diagnosis::diagnosed;
use crate::failure::{Failure, Fault, Instead};
use crate::messages::Wrong;

/// The reason why a question has no answer.
#[derive(Clone, Debug)]
pub enum Unanswered {
    /// There is no table, because the solve of the board failed with this error.
    Refused(SolveError),
    /// The caller asked for the game's own method, but the game has no method of its own for this position.
    NoShortcut,
    /// Any other failure.
    Failed(Box<Failure>),
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl From<SolveError> for Unanswered {
    fn from(error: SolveError) -> Self {
        Self::Refused(error)
    }
}

impl Unanswered {
    /// Returns whether the reason is that the table would be too large.
    pub const fn is_of_size(&self) -> bool {
        matches!(self, Self::Refused(SolveError::TooLarge { .. } | SolveError::TooMany { .. }))
    }

    /// Converts the reason to a failure, without a hint about a smaller table.
    pub fn without_advice(self, position: &dyn AnyPosition) -> Failure {
        match self {
            Self::Refused(error) => diagnosed(Failure::solve(&error, Instead::Nothing), position),
            unanswered => unanswered.into_failure(position, Domain::All),
        }
    }

    /// Converts the reason to a failure. The question was about `position`, and needed a table of `domain`. If the cause
    /// is that the game breaks a law (a property that the solver relies on), the failure names the law.
    pub fn into_failure(self, position: &dyn AnyPosition, domain: Domain) -> Failure {
        match self {
            Self::Refused(error) => diagnosed(Failure::solve(&error, instead(position, domain)), position),
            Self::NoShortcut => {
                Failure::new(Fault::Input, "no-shortcut", Wrong::NoShortcut { game: position.about().id })
            }
            Self::Failed(failure) => *failure,
        }
    }
}

/// Returns the alternatives that a user has if a table of `domain` is too large.
fn instead(position: &dyn AnyPosition, domain: Domain) -> Instead {
    // A game without a numbering is always explored, even if all positions were requested.
    let is_all = position.plan(domain, 1).domain == Domain::All;
    match (is_all, position.shortcut().is_some()) {
        (true, true) => Instead::Either,
        (true, false) => Instead::Reachable,
        (false, true) => Instead::Shortcut,
        (false, false) => Instead::Nothing,
    }
}
