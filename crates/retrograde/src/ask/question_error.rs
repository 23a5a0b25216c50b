//! The reasons why a query has no answer.

use thiserror::Error;

use crate::table::values::Unreadable;

/// The reason why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The table does not contain the position. Either the position is not reachable from the explored starts, or it
    /// belongs to another instance.
    #[error("the table does not hold the position")]
    NotHeld,
    /// A move leads to a position without a slot or without a value. So the rules or the numbering of the game contain
    /// an error.
    #[error("the move {action} in {position} leads to a position that the table does not hold")]
    Unnumbered {
        /// The position, as Rust's `Debug` prints it.
        position: String,
        /// The move.
        action: String,
    },
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// No event log can be made.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// No certificate can be made.
    #[error(transparent)]
    TooManyClaims(#[from] TooManyClaims),
}

/// The reason why no event log can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The table has more slots than the index of an event log allows.
    #[error("the table has {slots} slots; an event log allows at most {limit}")]
    TooManySlots {
        /// The number of slots of the table.
        slots: u64,
        /// The maximum number of slots.
        limit: u64,
    },
    /// The value of the position depends on more positions than a trace allows.
    #[error("more than {limit} positions decide this one; an event log allows at most {limit}")]
    TooManyPositions {
        /// The maximum number of positions.
        limit: u64,
    },
    /// A depth does not fit in the fourteen bits that a state map has for it.
    #[error("a position is decided in {plies} plies; a state map allows at most {limit}")]
    TooDeep {
        /// The depth of the position, in plies.
        plies: u32,
        /// The maximum depth in plies.
        limit: u32,
    },
    /// The log has more events than a step number (32 bits) can count.
    #[error("the log has {events} events; the limit is {limit}")]
    TooManyEvents {
        /// The number of events of the log.
        events: u64,
        /// The maximum number of events.
        limit: u64,
    },
}

/// A certificate would have too many claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a certificate has at most {limit} claims, and this position needs more")]
pub struct TooManyClaims {
    /// The maximum number of claims.
    pub limit: usize,
}
