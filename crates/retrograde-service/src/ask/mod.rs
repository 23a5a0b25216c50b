//! Questions to a table. Each question is a type in a file of its own. The type of a question also defines the type of
//! the answer. An answer is called a report.
//!
//! A front end parses a request into a question, asks the question, and writes the report. The library decides which
//! table answers, and whether the board must first be solved.

mod certificate;
mod line;
mod log;
mod place;
mod probe;
mod random;
mod reply;
mod slice;
mod stats;
mod trickiness;
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
pub use trickiness::{Trickiness, TrickinessReport};
pub use verify::Verify;
pub use why::WhyIsIt;

/// The table that answers a question, and the position that the question is about.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The table.
    pub session: &'a Session,
    /// The position.
    pub position: &'a dyn AnyPosition,
    /// The slot of the position.
    pub slot: Slot,
}

/// A question about a position.
pub trait Ask {
    /// The answer.
    type Report;

    /// Computes the answer from the table in `asked`.
    ///
    /// # Errors
    /// The table cannot answer.
    fn ask(&self, asked: Asked<'_>) -> Result<Self::Report, AskError>;

    /// Computes the answer from the game's own proof. The proof needs no table, so the game can use it for boards that
    /// are too large for any table. Returns `None` if the game has no proof for the position.
    fn prove(&self, _position: &dyn AnyPosition) -> Option<Self::Report> {
        None
    }
}

impl Session {
    /// Asks a question about a position of this table's board.
    ///
    /// # Errors
    /// The position is not on this board, or the table cannot answer.
    pub fn ask<Q: Ask + ?Sized>(&self, position: &dyn AnyPosition, question: &Q) -> Result<Q::Report, AskError> {
        question.ask(Asked { session: self, position, slot: self.slot(position)? })
    }
}

/// An answer that comes either from a table or from the game's own proof; the two reports have different fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Proof<T, W> {
    /// The answer of the table.
    Table(T),
    /// The answer of the game's own proof.
    Strategy(W),
}
