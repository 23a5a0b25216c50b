//! Chooses a sample of slots that is evenly spread over a numbering.

use crate::rules::game::Slot;

/// Chooses at most `budget` of the `slots` slots. The chosen slots are evenly spread and in descending order.
pub(super) fn sampled_slots(slots: u64, budget: u64) -> impl Iterator<Item = Slot> {
    // In the usual numbering, the lowest digit of a slot is the side to move. So an odd stride covers both sides.
    let stride = slots.div_ceil(budget.max(1)).max(1) | u64::from(slots > budget);
    (0..slots).rev().step_by(stride as usize).map(Slot)
}
