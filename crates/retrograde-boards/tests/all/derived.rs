//! Derived numberings against the plain rules.

use std::sync::Arc;

use retrograde::kernel::solve;
use retrograde::rules::RawSlots;
use retrograde::{Game, Linked, Numbered, Options, Slot};
use retrograde_boards::{BoardGame, DerivedGame, read};

use crate::rules::text;

/// Solves a game by the engine, and compares the value of every position that play reaches with that of the plain rules.
fn same_values(name: &str) {
    compare(name, &text(name));
}

fn compare(name: &str, text: &str) {
    let rules = BoardGame::new(Arc::new(read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))));
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

/// A game with one kind of pieces.
fn men(size: &str, moves: &str, start: &str) -> String {
    format!(
        "id = \"men\"\ntitle = \"Men\"\nrules = \"None.\"\npieces = [{{ name = \"man\", letter = \"M\" }}]\n\
         moves = [{moves}]\nstart = {start}\n[board]\nsize = \"{size}\"\n"
    )
}

/// A move that would put the hundredth piece into a hand is not possible.
#[test]
fn hands_of_derived_games_hold_at_most_99_pieces() {
    let win = r#"{ name = "win", before = "M .", after = ". M", along = "pair", hand = "+M" }"#;
    compare("hands", &men("1x2", win, r#"{ board = "M1", hand = "M97" }"#));
    compare("hands", &men("1x3", win, r#"{ board = "Mm1", hand = "M98 m97" }"#));
}

/// 63 rules for 8 men and 8 empty squares give 4,032 turns, which the rules call a tie.
#[test]
fn a_game_with_too_many_turns_is_not_derived() {
    let step = |number: usize| format!(r#"{{ name = "m{number}", along = "pair", before = "M .", after = ". M" }}"#);
    let rules = |count: usize| {
        let moves: Vec<String> = (0..count).map(step).collect();
        let text = men("4x4", &moves.join(", "), r#"{ board = "MMMM/MMMM/4/4" }"#);
        BoardGame::new(Arc::new(read(&text).unwrap()))
    };
    // The engine counts 15 squares for each man, empty or not: 3,960 turns.
    assert!(DerivedGame::new(&rules(33), &rules(33).start()).is_ok());
    assert_eq!(rules(62).ending(&rules(62).start()), None);
    assert_eq!(rules(63).ending(&rules(63).start()).map(|ending| ending.rule), Some("too-many-turns"));
    let error = DerivedGame::new(&rules(63), &rules(63).start()).unwrap_err();
    assert_eq!(error.to_string(), "the engine does not derive this game: a position may have too many turns");
}
