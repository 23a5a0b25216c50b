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
    /// The game's own method was asked for, and there is none for this position.
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

    /// The same for a caller that has no advice to give on a table's size.
    pub fn without_advice(self, position: &dyn AnyPosition) -> Failure {
        match self {
            Self::Refused(error) => diagnosed(Failure::solve(&error, Instead::Nothing), position),
            unanswered => unanswered.into_failure(position, Domain::All),
        }
    }

    /// The failure of a question about this position, to a table of this domain: with the law that the game breaks, if that is the reason.
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

/// What there is beside a larger table of a domain.
fn instead(position: &dyn AnyPosition, domain: Domain) -> Instead {
    // What has no numbering is explored, whatever domain was asked for.
    let is_all = position.plan(domain, 1).domain == Domain::All;
    match (is_all, position.shortcut().is_some()) {
        (true, true) => Instead::Either,
        (true, false) => Instead::Reachable,
        (false, true) => Instead::Shortcut,
        (false, false) => Instead::Nothing,
    }
}
