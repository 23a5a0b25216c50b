//! Derived numberings against the plain rules.

use std::sync::Arc;

use retrograde::kernel::solve;
use retrograde::rules::RawSlots;
use retrograde::{Game, Linked, Numbered, Options, Slot};
use retrograde_boards::{BoardGame, DerivedGame, read};

use crate::rules::text;

/// Solves a game by the engine, and compares the value of every position that play reaches with that of the plain rules.
fn same_values(name: &str) {
    let rules = BoardGame::new(Arc::new(read(&text(name)).unwrap()));
    let start = rules.start();
    let derived = DerivedGame::new(&rules, &start).unwrap_or_else(|error| panic!("{name}: {error}"));
    let table = solve(&derived, &Options::DEFAULT).unwrap();
    let explored = Linked::explored(rules, [start], &Options::DEFAULT).unwrap();
    let plain = explored.solve(&Options::DEFAULT).unwrap();
    println!("{name}: {} slots, {} reachable", derived.slots(), explored.slots());
    for slot in (0..explored.slots()).map(Slot) {
        let position = explored.position(slot).unwrap();
        let own = derived.slot(&position);
        assert!(own.0 < derived.slots(), "{name}: {position:?} has no slot");
        let representative = derived.position(own).unwrap();
        assert_eq!(derived.slot(&representative), own);
        assert_eq!(derived.find(&position).and_then(|raw| derived.raw_position(raw)).as_ref(), Some(&position));
        assert_eq!(table.value(own), plain.value(slot), "{name}: {position:?}, {:?}", derived.turn(&position));
    }
}

#[test]
fn derived_values_are_those_of_the_plain_rules() {
    for name in ["tictactoe", "morris3", "hexapawn", "breakthrough"] {
        same_values(name);
    }
}

/// In connect four, most positions with the right numbers of marks are not reached, because marks fall.
#[test]
fn a_game_with_too_many_slots_is_not_derived() {
    let rules = BoardGame::new(Arc::new(read(&text("connect4")).unwrap()));
    let error = DerivedGame::new(&rules, &rules.start()).unwrap_err();
    assert_eq!(error.to_string(), "the engine does not derive this game: its numbering is too large");
}
