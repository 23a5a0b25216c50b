//! Why a question has no answer.

use retrograde::SolveError;
use retrograde::author::{AnyPosition, Domain};

use crate::diagnosis::diagnosed;
use crate::failure::{Failure, Fault, Instead};
use crate::messages::Wrong;

/// Why a question has no answer.
#[derive(Clone, Debug)]
pub enum Unanswered {
    /// There is no table, for this reason.
    Refused(SolveError),
    /// The caller asked for the game's own method, which the game does not have for this position.
    NoShortcut,
    /// Anything else.
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
    /// Whether a table was refused for its size.
    pub const fn is_of_size(&self) -> bool {
        matches!(self, Self::Refused(SolveError::TooLarge { .. } | SolveError::TooMany { .. }))
    }

    /// The failure, for a caller without advice on a table's size.
    pub fn without_advice(self, position: &dyn AnyPosition) -> Failure {
        match self {
            Self::Refused(error) => diagnosed(Failure::solve(&error, Instead::Nothing), position),
            unanswered => unanswered.into_failure(position, Domain::All),
        }
    }

    /// The failure of a question about this position to a table of this domain. It names the law that the game breaks,
    /// if that is the cause.
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

/// The alternatives to a larger table of a domain.
fn instead(position: &dyn AnyPosition, domain: Domain) -> Instead {
    // A game without a numbering is explored, whatever domain was requested.
    let is_all = position.plan(domain, 1).domain == Domain::All;
    match (is_all, position.shortcut().is_some()) {
        (true, true) => Instead::Either,
        (true, false) => Instead::Reachable,
        (false, true) => Instead::Shortcut,
        (false, false) => Instead::Nothing,
    }
}
