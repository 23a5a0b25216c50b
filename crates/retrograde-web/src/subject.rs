//! What a question is about: a position, whose token is read once.

use std::sync::{Arc, OnceLock};

use retrograde::entry::AnyPosition;
use retrograde_desk::failure::{Failure, Place};
use retrograde_desk::registry::Registry;

/// A token that may be a graph's; the boards of other games have few moves each.
const LONG: usize = 4 << 10;

/// A position as a client has written it. Whoever needs it first reads it, where there is time to think.
#[derive(Clone)]
pub(crate) struct Subject(Arc<Written>);

struct Written {
    token: String,
    position: OnceLock<Arc<dyn AnyPosition>>,
}

impl From<String> for Subject {
    fn from(token: String) -> Self {
        Self(Arc::new(Written { token, position: OnceLock::new() }))
    }
}

impl Subject {
    /// The text, as it was sent.
    pub(crate) fn token(&self) -> &str {
        &self.0.token
    }

    /// No board has thousands of moves; a graph does, and its token is the whole graph.
    pub(crate) fn is_short(&self) -> bool {
        self.token().len() < LONG
    }

    /// The position that it means.
    pub(crate) fn position(&self, registry: &Registry) -> Result<Arc<dyn AnyPosition>, Failure> {
        let Written { token, position } = &*self.0;
        if let Some(read) = position.get() {
            return Ok(read.clone());
        }
        let read = registry.open(token).map_err(|error| Failure::token(token, error, Place::default()))?;
        Ok(position.get_or_init(|| read.into()).clone())
    }
}
