//! Teeko: the tables of moves and un-moves against the rules.

use retrograde::{Numbered, Slot};
use retrograde_games::teeko::Teeko;

use crate::laws;

/// The tables against the rules, on slots from all tiers.
#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    let game = Teeko::default();
    let near = (0..2_000).step_by(53);
    let few = near.chain((0..game.slots()).step_by(1_000_003)).chain([game.slots() - 1]);
    laws::check_some(&game, few.map(Slot));
}
