//! The slot of a position, and the position of a slot.

use std::sync::Arc;

use retrograde::Slot;
use retrograde::author::AnyPosition;

use super::{Ask, Asked};
use crate::session::AskError;

/// The token of a slot's position; `None` for a hole and beyond the last slot.
#[derive(Clone, Copy, Debug)]
pub struct AtSlot {
    /// The slot.
    pub slot: u64,
}

impl Ask for AtSlot {
    type Report = Option<String>;

    fn ask(&self, asked: Asked<'_>) -> Result<Option<String>, AskError> {
        Ok(asked.session.token(Slot(self.slot)))
    }
}

/// The slot of another position of the board; `None` if the table does not contain it.
pub struct SlotOf {
    /// The other position.
    pub other: Arc<dyn AnyPosition>,
}

impl Ask for SlotOf {
    type Report = Option<u64>;

    fn ask(&self, asked: Asked<'_>) -> Result<Option<u64>, AskError> {
        match asked.session.slot(&*self.other) {
            Ok(slot) => Ok(Some(slot.0)),
            Err(AskError::NotReached { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
