//! Compares derived numberings with the plain rules.

use std::sync::Arc;

use retrograde::author::check::{check_numbering, check_tiers, check_unmoves};
use retrograde::kernel::{Tier, Tiered, solve, solve_by_tiers};
use retrograde::rules::RawSlots;
use retrograde::{Depth, Game, Linked, Numbered, Options, Slot, Value};
use retrograde_boards::{BoardGame, DerivedGame, read};

use crate::rules::text;

/// Solves a game with the engine, and compares the value of every reachable position with the value by the plain rules.
fn same_values(name: &str) {
    compare(name, &text(name));
}

fn compare(name: &str, text: &str) {
    let rules = BoardGame::new(Arc::new(read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))));
    let start = rules.start();
    let derived = DerivedGame::new(&rules, &start).unwrap_or_else(|error| panic!("{name}: {error}"));
    let table = solve(&derived, &Options::DEFAULT).unwrap();
    assert!(table.cells().eq(solve_by_tiers(&derived, &Options::DEFAULT).unwrap().cells()), "{name}, by tiers");
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

/// A push depends on all squares of its line. In quixo, a push may complete a row of the opponent, and then the mover
/// loses at once.
#[test]
fn pushes_have_the_values_of_the_plain_rules() {
    same_values("quixo");
    compare("sumo", &sumo("MM2/4/2mm"));
    compare("sumo", &sumo("M3/MM2/2mm"));
}

/// A game in which pieces push each other, and pieces that leave the board are lost.
fn sumo(start: &str) -> String {
    format!(
        r#"id = "sumo"
title = "Sumo"
rules = "A piece pushes all pieces before it."
[board]
size = "3x4"
[[pieces]]
name = "man"
letter = "M"
[[moves]]
name = "push"
along = "orthogonal"
before = "M any* ."
after = ". > >"
[[moves]]
name = "push-off"
along = "orthogonal"
before = "M any* opp #"
after = ". > >"
[[endings]]
name = "few"
when = "M < 2"
result = "own loses"
[start]
board = "{start}""#
    )
}

/// Before a move, the opponent may already have a row, because the rule tests only the side to move. The same holds for
/// a rule that tests the side that has just moved.
#[test]
fn an_ending_may_have_been_true_before_the_move() {
    let step = "[[pieces]]\nname = \"man\"\nletter = \"M\"\nshown = \"XO\"\n[[moves]]\nname = \"step\"\nalong = \"orthogonal\"\n\
                before = \"M .\"\nafter = \". M\"\n";
    for (of, result) in [("to move", "own wins"), ("just moved", "own loses"), ("both", "own wins")] {
        let text = format!(
            "id = \"hold\"\ntitle = \"Hold\"\nrules = \"See the endings.\"\nsides = [\"x\", \"o\"]\n[board]\nsize = \"3x3\"\n\
             rows.two = \"3 along orthogonal\"\n{step}[[endings]]\nname = \"held\"\nof = \"{of}\"\nwhen = \"row two\"\n\
             result = \"{result}\"\n[start]\nboard = \"XX1/2X/OOO\"\n"
        );
        compare(&format!("{of} {result}"), &text);
    }
}

/// Connect four on a board of another size.
fn connect4(size: &str, start: &str) -> String {
    text("connect4").replace("4x5", size).replace("5/5/5/5", start)
}

/// Slots of connect four are sorted by the occupied squares. A board of 5 columns with 4 rows has 5^5 reachable sets of
/// occupied squares, or 1,625 sets up to the reflection.
#[test]
fn a_game_of_falling_marks_has_no_slots_for_marks_in_the_air() {
    compare("connect four 3x4", &connect4("3x4", "4/4/4"));
    // If a mark turns over the mark below it, the numbers of marks of the two sides change. A later move may turn the
    // mark over again.
    let turns = "[[moves]]\nname = \"turn\"\nalong = \"down\"\nbefore = \"M m\"\nafter = \"= M\"\n[[endings]]";
    let turning = connect4("3x3", "3/3/3").replace("[[endings]]", turns).replace("4 along", "3 along");
    compare("marks that turn", &turning);
    let sizes = [("3x4", "4/4/4"), ("5x2", "2/2/2/2/2"), ("1x6", "6")];
    let texts = sizes.map(|(size, start)| connect4(size, start).replace("4 along", "3 along"));
    for (size, text) in [("turning", &turning)].into_iter().chain(sizes.map(|(size, _)| size).into_iter().zip(&texts)) {
        let rules = BoardGame::new(Arc::new(read(text).unwrap()));
        let game = DerivedGame::new(&rules, &rules.start()).unwrap();
        let portable = DerivedGame::portable(&rules, &rules.start()).unwrap();
        println!("{size}: {} slots", game.slots());
        check_numbering(&game, 20_000).unwrap_or_else(|broken| panic!("{size}: {broken}"));
        check_unmoves(&game, 20_000).unwrap_or_else(|broken| panic!("{size}: {broken}"));
        check_tiers(&game, 20_000).unwrap_or_else(|broken| panic!("{size}: {broken}"));
        let [table, same] = [&game, &portable].map(|game| solve(game, &Options::DEFAULT).unwrap());
        assert!(table.cells().eq(same.cells()), "{size}: the portable path differs");
        assert!(table.cells().eq(solve_by_tiers(&game, &Options::DEFAULT).unwrap().cells()), "{size}");
    }
    let rules = BoardGame::new(Arc::new(read(&text("connect4")).unwrap()));
    let game = DerivedGame::new(&rules, &rules.start()).unwrap();
    assert!(game.slots() < 16_000_000, "{}", game.slots());
}

/// J. Tromp has published these numbers.
#[test]
#[ignore = "slow: 96 million slots"]
fn connect_four_of_five_by_five_is_a_tie() {
    let game = derived(&connect4("5x5", "5/5/5/5/5"));
    let table = solve(&game, &Options::DEFAULT).unwrap();
    println!("{} slots", game.slots());
    assert_eq!(table.value(game.slot(&game.rules().start())), Some(Value::Tie(Depth::new(25))));
}

#[test]
fn a_game_with_too_many_slots_is_not_derived() {
    let rules = BoardGame::new(Arc::new(read(&connect4("6x7", "7/7/7/7/7/7")).unwrap()));
    let error = DerivedGame::new(&rules, &rules.start()).unwrap_err();
    assert_eq!(error.to_string(), "the engine does not derive this game: its numbering is too large");
    let rules = BoardGame::new(Arc::new(read(&text("morris9")).unwrap()));
    let error = DerivedGame::new(&rules, &rules.start()).unwrap_err().to_string();
    assert!(error.contains("its numbering needs about"), "{error}");
}

/// Checkers with a different start position.
pub(crate) fn checkers(start: &str) -> String {
    text("checkers").replace("wwww/wwww/wwww/4/4/bbbb/bbbb/bbbb", start)
}

pub(crate) fn derived(text: &str) -> DerivedGame {
    let rules = BoardGame::new(Arc::new(read(text).unwrap()));
    DerivedGame::new(&rules, &rules.start()).unwrap()
}

/// The number of slots with a position in which one side has `one` pieces and the other side has `other` pieces. Slots
/// have no colours: a slot distinguishes only the side to move and the other side.
fn positions(game: &DerivedGame, one: u32, other: u32) -> u64 {
    let pieces = |text: &str| text.chars().filter_map(|letter| letter.to_digit(10)).sum::<u32>();
    let has_pieces = |tier: &Tier| {
        let (own, opponent) = tier.name.split_once('-').unwrap();
        [[one, other], [other, one]].contains(&[pieces(own), pieces(opponent)])
    };
    let slots = game.tiers().into_iter().filter(has_pieces).flat_map(|tier| tier.slots);
    slots.filter(|&slot| game.position(Slot(slot)).is_some()).count() as u64
}

/// The number of ways to place a number of pieces on the board, for Chinook's counts.
fn placements(pieces: u32) -> u64 {
    let starts = ["w3/4/4/4/4/4/4/b3", "ww2/4/4/4/4/4/4/b3", "www1/4/4/4/4/4/4/b3", "wwww/4/4/4/4/4/4/b3"];
    let of_one_side = positions(&derived(&checkers(starts[pieces as usize - 1])), pieces, 0);
    let others = (1..=pieces / 2).map(|few| match (pieces - few, few) {
        (2, 2) => positions(&derived(&checkers("ww2/4/4/4/4/4/4/bb2")), 2, 2),
        (many, few) => positions(&derived(&checkers(starts[many as usize - 1])), many, few),
    });
    of_one_side + others.sum::<u64>()
}

/// The Chinook project has published these numbers. They count placements of pieces, without the side to move.
#[test]
fn placements_of_checkers_have_the_published_numbers() {
    assert_eq!([1, 2, 3].map(placements), [120, 6_972, 261_224]);
}

#[test]
#[ignore = "slow: seven million placements of four pieces"]
fn placements_of_four_pieces_of_checkers_have_the_published_number() {
    assert_eq!(placements(4), 7_092_774);
}

#[test]
fn two_men_of_checkers_have_the_values_of_the_plain_rules() {
    compare("checkers", &checkers("w3/4/4/4/4/4/4/b3"));
}

#[test]
#[ignore = "slow: three men instead of two"]
fn three_men_of_checkers_have_the_values_of_the_plain_rules() {
    compare("checkers", &checkers("ww2/4/4/4/4/4/4/b3"));
}

/// The repository brianhliou/solved-games has published these numbers. The number of positions counts all arrangements
/// of men on the board and in the hands, even if play does not reach them. An arrangement counts once for each side
/// that may be to move.
#[test]
fn six_mens_morris_is_a_draw() {
    let game = derived(&text("morris6"));
    assert_eq!((game.slots(), game.raw_slots()), (3_681_817, 70_966_885));
    let table = solve(&game, &Options::DEFAULT).unwrap();
    assert_eq!(table.value(game.slot(&game.rules().start())), Some(Value::Draw));
}

/// The text of a game file with one kind of pieces.
fn men(size: &str, moves: &str, start: &str) -> String {
    format!(
        "id = \"men\"\ntitle = \"Men\"\nrules = \"None.\"\npieces = [{{ name = \"man\", letter = \"M\" }}]\n\
         moves = [{moves}]\nstart = {start}\n[board]\nsize = \"{size}\"\n"
    )
}

/// The engine has un-moves of its own for turns in which a piece that completes a row takes a piece.
#[test]
fn games_of_mills_have_the_values_of_the_plain_rules() {
    let mills = |size: &str, fly: &str, start: &str| {
        let moves = format!(
            r#"
              {{ name = "step", along = "orthogonal", before = "M .", after = ". M", if = "2 in mill", then = ["take", "rest"] }},
              {fly}
              {{ name = "take", before = "m!mill", after = "." }},
              {{ name = "rest", before = "m", after = "." }},
            "#
        );
        let rows = "rows.mill = \"3 along orthogonal\"\n[conditions]\nmill = { row = \"mill\" }\n";
        men(size, &moves, start) + rows + "[[endings]]\nname = \"few\"\nwhen = \"M < 2\"\nresult = \"own loses\"\n"
    };
    let fly = r#"{ name = "fly", along = "pair", before = "M .", after = ". M", when = "M = 2", if = "2 in mill", then = ["take", "rest"] },"#;
    compare("mills", &mills("3x3", "", r#"{ board = "MM1/M1m/1mm" }"#));
    compare("mills", &mills("3x4", fly, r#"{ board = "MM2/M1m1/2mm" }"#));
}

/// The engine tabulates the un-moves of games with elided wins. For a board of this size, the table would be too large.
#[test]
fn un_moves_on_a_large_board_follow_the_rules() {
    let step = r#"{ name = "step", along = "every", before = "M .", after = ". M" }"#;
    let text = men("7x7", step, r#"{ board = "MMMM3/7/7/7/7/7/3mmmm" }"#) + "rows.line = \"4 along every\"\n";
    let game = derived(&(text + "[[endings]]\nname = \"line\"\nwhen = \"row line\"\nresult = \"own wins\"\n"));
    check_unmoves(&game, 300).unwrap();
}

/// A move that would put the hundredth piece into a hand is not possible.
#[test]
fn hands_of_derived_games_hold_at_most_99_pieces() {
    let win = r#"{ name = "win", before = "M .", after = ". M", along = "pair", hand = "+M" }"#;
    compare("hands", &men("1x2", win, r#"{ board = "M1", hand = "M97" }"#));
    compare("hands", &men("1x3", win, r#"{ board = "Mm1", hand = "M98 m97" }"#));
}

/// With 63 rules, 8 men and 8 empty squares, a position has 4,032 turns. By the rules, such a position is a tie.
#[test]
fn a_game_with_too_many_turns_is_not_derived() {
    let step = |number: usize| format!(r#"{{ name = "m{number}", along = "pair", before = "M .", after = ". M" }}"#);
    let rules = |count: usize| {
        let moves: Vec<String> = (0..count).map(step).collect();
        let text = men("4x4", &moves.join(", "), r#"{ board = "MMMM/MMMM/4/4" }"#);
        BoardGame::new(Arc::new(read(&text).unwrap()))
    };
    // The engine counts 15 target squares for each man, even if they are occupied. So it counts 3,960 turns.
    assert!(DerivedGame::new(&rules(33), &rules(33).start()).is_ok());
    assert_eq!(rules(62).ending(&rules(62).start()), None);
    assert_eq!(rules(63).ending(&rules(63).start()).map(|ending| ending.rule), Some("too-many-turns"));
    let error = DerivedGame::new(&rules(63), &rules(63).start()).unwrap_err();
    assert_eq!(error.to_string(), "the engine does not derive this game: a position may have too many turns");
}
