//! Why a question has no answer.

use thiserror::Error;

use crate::table::values::Unreadable;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The table does not hold the position: it cannot be reached from the starts that were explored, or it belongs to
    /// another instance.
    #[error("the table does not hold the position")]
    NotHeld,
    /// A move leads to a position without a slot, or without a value: the game breaks a law.
    #[error("the move {action} in {position} leads to a position that the table does not hold")]
    Unnumbered {
        /// The position, in Rust's debug form.
        position: String,
        /// The move.
        action: String,
    },
    /// The table cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// There is no log.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// There is no certificate.
    #[error(transparent)]
    TooManyClaims(#[from] TooManyClaims),
}

/// Why there is no log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The table has more slots than an index takes.
    #[error("the table has {slots} slots, and the log of a table with more than {limit} is not made")]
    TooManySlots {
        /// Its slots.
        slots: u64,
        /// The most.
        limit: u64,
    },
    /// More positions decide the one asked about than a trace takes.
    #[error("more than {limit} positions decide this one, and a log of so many is not made")]
    TooManyPositions {
        /// The most.
        limit: u64,
    },
    /// A depth does not fit the fourteen bits that the sea has for it.
    #[error("a position is decided in {plies} plies, and the sea of a table with more than {limit} is not made")]
    TooDeep {
        /// The depth.
        plies: u32,
        /// The most.
        limit: u32,
    },
    /// The log has more events than a step's number counts.
    #[error("the log has {events} events, at most {limit}")]
    TooManyEvents {
        /// Its events.
        events: u64,
        /// The most.
        limit: u64,
    },
}

/// A proof would have too many claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a certificate has at most {limit} claims, and this position needs more")]
pub struct TooManyClaims {
    /// The most.
    pub limit: usize,
}
