//! Questions: each is a type that knows what it asks and what report it gets, in a file of its own.
//!
//! A face reads the wish, asks, and writes the report; which table is asked, and whether one must be solved first, is the stock's to know.

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
pub use log::{Sea, Window};
pub use place::{AtSlot, SlotOf};
pub use probe::{Probe, Probed, ValueAlone};
pub use random::{Drawn, Random};
pub use reply::{Replied, Reply};
pub use slice::Slice;
pub use stats::Count;
pub use verify::Verify;
pub use why::WhyIsIt;

/// A table, and the position of it that is asked about.
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
    /// What the answer tells.
    type Report;

    /// The answer of a table.
    ///
    /// # Errors
    /// The table cannot tell.
    fn ask(&self, asked: Asked<'_>) -> Result<Self::Report, AskError>;

    /// The answer of the game's own proof, for boards that no table can hold; `None` if there is none.
    fn prove(&self, _position: &dyn AnyPosition) -> Option<Self::Report> {
        None
    }
}

impl Session {
    /// Asks about a position of this table's board.
    ///
    /// # Errors
    /// The position is not on it, or the table cannot tell.
    pub fn ask<Q: Ask + ?Sized>(&self, position: &dyn AnyPosition, question: &Q) -> Result<Q::Report, AskError> {
        question.ask(Asked { session: self, position, slot: self.slot(position)? })
    }
}

/// By the table, or by the game's own proof: two reports, told apart by their fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Proof<T, W> {
    /// By the table.
    Table(T),
    /// By the game's own proof.
    Witness(W),
}
