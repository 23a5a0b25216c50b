//! Slots that are spread over a numbering.

use crate::rules::game::Slot;

/// At most `budget` of `slots` slots.
pub(super) fn sampled_slots(slots: u64, budget: u64) -> impl Iterator<Item = Slot> {
    // An odd stride covers both sides to move in the usual numbering, whose lowest digit is the side.
    let stride = slots.div_ceil(budget.max(1)).max(1) | u64::from(slots > budget);
    (0..slots).rev().step_by(stride as usize).map(Slot)
}
