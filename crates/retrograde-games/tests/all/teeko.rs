//! Tests of teeko: compares the seeds and un-moves that are derived from its description with its rules.

use retrograde::{Numbered, Slot};
use retrograde_games::teeko::Teeko;

use crate::laws;

/// Slots with any number of pieces.
#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    let near = (0..2_000).step_by(53);
    let few = near.chain((0..Teeko.slots()).step_by(200_003)).chain([Teeko.slots() - 1]);
    laws::check_some(&Teeko, few.map(Slot));
}
