//! Looks up values for contests in the tables of a library, so that a board with a table is not solved again.

use std::sync::{Mutex, PoisonError};

use retrograde::Value;
use retrograde::kernel::Known;
use retrograde::rules::message::Message;

use crate::ask::ValueAlone;
use crate::failure::Failure;
use crate::library::{Control, Library, Policy};
use crate::registry::Registry;

/// The tables of a library, in memory or stored. Any thread can look up a value by its token.
pub struct KnownTables<'l> {
    registry: &'l Registry,
    library: &'l Library,
    policy: Policy,
    control: Control<'l>,
    /// The name of a table that could not answer, and the failure.
    failed: Mutex<Option<Failure>>,
}

impl<'l> KnownTables<'l> {
    /// Creates a lookup in the tables of a library, with the given policy. A lookup never solves a board.
    pub const fn new(registry: &'l Registry, library: &'l Library, policy: Policy, control: Control<'l>) -> Self {
        Self { registry, library, policy, control, failed: Mutex::new(None) }
    }

    /// Returns the failure of the last table that could not answer.
    pub fn failed(self) -> Option<Failure> {
        self.failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known for KnownTables<'_> {
    fn value(&self, token: &str) -> Result<Option<Value>, Message> {
        // Some boards of a contest are too large for any table, and their tokens may be unreadable. So an unreadable
        // token is no error.
        let Ok(position) = self.registry.open(token) else { return Ok(None) };
        let answer = self.library.ask_known(&*position, &ValueAlone, &self.policy, &self.control);
        answer.map_err(|unanswered| {
            let failure = unanswered.into_failure(&*position, self.policy.domain);
            let message = failure.message.clone();
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
            message
        })
    }
}
