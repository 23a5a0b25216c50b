//! Tests of teeko, which compare the lookup tables for moves and un-moves with the rules.

use retrograde::{Numbered, Slot};
use retrograde_games::teeko::Teeko;

use crate::laws;

/// Compares the lookup tables with the rules, for slots from all tiers.
#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    let game = Teeko::default();
    let near = (0..2_000).step_by(53);
    let few = near.chain((0..game.slots()).step_by(1_000_003)).chain([game.slots() - 1]);
    laws::check_some(&game, few.map(Slot));
}
