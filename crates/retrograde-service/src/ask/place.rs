//! Questions that convert between positions and slots.

use std::sync::Arc;

use retrograde::Slot;
use retrograde::author::AnyPosition;

use super::{Ask, Asked};
use crate::session::AskError;

/// Asks for the token of a slot's position. The answer is `None` for a hole, and for a number beyond the last slot.
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

/// Asks for the slot of another position on the board of the question's position. The answer is `None` if the table
/// does not contain the position.
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
