//! Questions. Each is a type in its own file, which defines what it asks and which report it gets.
//!
//! A front end reads the request, asks, and writes the report. The library decides which table answers, and whether to
//! solve it first.

mod certificate;
mod line;
mod log;
mod place;
mod probe;
mod random;
mod reply;
mod slice;
mod stats;
mod verify;
mod why;

use retrograde::Slot;
use retrograde::author::AnyPosition;
use serde::Serialize;

use crate::session::{AskError, Session};

pub use certificate::Certify;
pub use line::BestLine;
pub use log::{StateMap, Window};
pub use place::{AtSlot, SlotOf};
pub use probe::{Probe, Probed, ValueAlone};
pub use random::{Drawn, Random};
pub use reply::{Replied, Reply};
pub use slice::Slice;
pub use stats::Count;
pub use verify::Verify;
pub use why::WhyIsIt;

/// A table, and one of its positions.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The table.
    pub session: &'a Session,
    /// The position.
    pub position: &'a dyn AnyPosition,
    /// Its slot.
    pub slot: Slot,
}

/// A question about a position.
pub trait Ask {
    /// The answer.
    type Report;

    /// Answers from a table.
    ///
    /// # Errors
    /// The table cannot answer.
    fn ask(&self, asked: Asked<'_>) -> Result<Self::Report, AskError>;

    /// Answers from the game's own proof, for boards that no table can hold; `None` if there is no proof.
    fn prove(&self, _position: &dyn AnyPosition) -> Option<Self::Report> {
        None
    }
}

impl Session {
    /// Asks about a position of this table's board.
    ///
    /// # Errors
    /// The position is not on this board, or the table cannot answer.
    pub fn ask<Q: Ask + ?Sized>(&self, position: &dyn AnyPosition, question: &Q) -> Result<Q::Report, AskError> {
        question.ask(Asked { session: self, position, slot: self.slot(position)? })
    }
}

/// An answer from a table or from the game's own proof; the two reports have different fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Proof<T, W> {
    /// By the table.
    Table(T),
    /// By the game's own proof.
    Strategy(W),
}
