//! Tests of pawn. They check the rules in special cases and the laws (the properties that `check_game` tests), and
//! compare the kernel with the oracle (a slow reference solver).

use fastrand::Rng;
use proptest::prelude::*;
use retrograde::author::Spec;
use retrograde::author::check::{check_game, check_notation, sample};
use retrograde::judge::oracle;
use retrograde::kernel::{Options, solve};
use retrograde::{Depth, Game, Notation, NotationError, Numbered, Outcome, Reversible, Side, Slot, Value};
use retrograde_games::pawn::{BLACK, Pawn, Position, RED, random};

fn open(text: &str) -> (Pawn, Position) {
    Pawn::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a random board of at most 16 squares, which is small enough for slow checks.
fn small_board(rng: &mut Rng) -> Pawn {
    let size = (rng.u32(2..=4), rng.u32(2..=4));
    let walls = rng.u32(0..60);
    random(rng, &Spec { size: Some(size), walls: Some(walls) }).expect("four squares hold three pieces").0
}

fn all_positions(game: &Pawn) -> impl Iterator<Item = Position> {
    (0..game.slots()).map(|slot| game.position(Slot(slot)).expect("the numbering has no holes"))
}

#[test]
fn games_end_by_the_first_rule_that_holds() {
    // Each line contains what is tested, the position, and the winner with the rule; `None` if the game is not over.
    let cases = [
        ("the pawn arrives", "X2/3/O1O_r", Some((BLACK, "reached-goal"))),
        ("arrival before capture, when Black captures on row 1", "C2/3/2O_r", Some((BLACK, "reached-goal"))),
        ("arrival before capture, when Red captures on row 1", "C2/3/2O_b", Some((BLACK, "reached-goal"))),
        ("arrival before a side without a move", "XH1/HHH/OHO_r", Some((BLACK, "reached-goal"))),
        ("a capture by Red leaves Black to move, and lost", "3/C2/2O_b", Some((RED, "captured"))),
        ("a capture by Black leaves Red to move, and lost", "3/C2/2O_r", Some((BLACK, "captured"))),
        ("capture before a side without a move", "HHO/CHH/HH1_b", Some((RED, "captured"))),
        ("Red has no move", "HHH/OHO/HXH_r", Some((BLACK, "no-move"))),
        ("kings in each other's way have no move", "HH3/OO3/HH1X1_r", None),
        ("kings that only have each other's square have no move", "HHH1/OOHX/HHH1_r", Some((BLACK, "no-move"))),
        ("Black has no move", "2H/OOX/3_b", None),
        ("a pawn between walls has no move", "3/OHO/HXH_b", Some((RED, "no-move"))),
        ("a pawn does not go down", "1H1/HXH/O1O_b", Some((RED, "no-move"))),
        ("a king is no obstacle to the pawn", "1H1/1OX/O1H_b", None),
        ("the game goes on", "3/3/OXO_r", None),
    ];
    for (guards, text, expected) in cases {
        let (game, position) = open(text);
        let ending = game.ending(&position).map(|ending| (ending.outcome, ending.rule));
        let expected = expected.map(|(winner, rule)| (Outcome::Won(winner), rule));
        assert_eq!(ending, expected, "{guards}: {text}");
    }
}

#[test]
fn pieces_move_as_the_statement_says() {
    let cases = [
        ("kings go four ways, not onto walls or the other king", "1H1/1OO/X2_r", "b2a2 b2b3 c2c1 c2c3"),
        ("a king may step onto the pawn", "3/OX1/2O_r", "a2a1 a2a3 a2b2 c3b3 c3c2"),
        ("the pawn goes up, left and right, never down", "3/1X1/O1O_b", "b2a2 b2b1 b2c2"),
        ("the pawn may step onto a king", "1H1/OXO/3_b", "b2a2 b2c2"),
        ("a finished game has no moves", "X2/3/O1O_r", ""),
    ];
    for (guards, text, expected) in cases {
        let (game, position) = open(text);
        let mut moves = Vec::new();
        game.each_move(&position, |step, child| {
            assert_eq!(game.turn(&child), game.turn(&position).other(), "{guards}: turns alternate");
            moves.push(step.to_string());
        });
        moves.sort();
        assert_eq!(moves.join(" "), expected, "{guards}: {text}");
    }
}

#[test]
fn the_samples_have_their_values() {
    let cases = [
        ("Red without a move has lost at once", "3HO/1H2H/HOH2/1H2X_r", Value::Loss(Depth::ZERO)),
        ("Black takes whatever king comes", "H1H/O1O/1X1_r", Value::Loss(Depth::new(2))),
        ("the pawn cannot be stopped", "O2/1HX/1O1_r", Value::Loss(Depth::new(2))),
        ("both sides can continue without end", "5/5/2O2/H2H1/OH1X1_r", Value::Draw),
    ];
    for (guards, text, expected) in cases {
        let (game, position) = open(text);
        let values = oracle(&game, [position]);
        assert_eq!(values[&position], expected, "{guards}: {text}");
        let table = solve(&game, &Options::default()).unwrap();
        assert_eq!(table.value(game.slot(&position)), Some(expected), "{guards}: {text}");
    }
}

#[test]
fn random_boards_keep_every_law() {
    for seed in 0..60 {
        let game = small_board(&mut Rng::with_seed(seed));
        check_game(&game, u64::MAX).unwrap_or_else(|broken| panic!("seed {seed}, {}: {broken}", game.identity()));
    }
}

#[test]
fn every_slot_is_a_position_of_its_own() {
    for seed in 0..60 {
        let game = small_board(&mut Rng::with_seed(seed));
        let mut positions: Vec<Position> = all_positions(&game).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len() as u64, game.slots(), "seed {seed}, {}", game.identity());
    }
}

#[test]
fn the_largest_board_keeps_the_laws_too() {
    let (game, start) = open(&format!("{}O14X/{}O15_b", "16/".repeat(14), ""));
    assert_eq!(game.slots(), 32_640 * 256 * 2);
    assert_eq!(game.position(game.slot(&start)), Some(start));
    check_game(&game, 2_000).unwrap();
}

#[test]
fn an_open_board_has_the_published_counts() {
    let (game, _) = open("O8O/10/10/10/10/10/10/10/10/4X5_r");
    assert_eq!(game.slots(), 990_000);
    let (mut moves, mut unmoves) = (0_u64, 0_u64);
    for position in all_positions(&game) {
        if game.ending(&position).is_none() {
            moves += u64::from(game.open_moves(&position));
        }
        game.each_unmove(&position, |_| unmoves += 1);
    }
    assert_eq!((moves, unmoves), (4_333_380, 4_333_380));
}

#[test]
fn the_kernel_agrees_with_the_oracle() {
    for seed in 0..40 {
        let game = small_board(&mut Rng::with_seed(seed));
        let table = solve(&game, &Options { threads: 2, ..Options::default() }).unwrap();
        for (position, value) in oracle(&game, all_positions(&game)) {
            let found = table.value(game.slot(&position));
            assert_eq!(found, Some(value), "seed {seed}, {}", game.token(&position));
        }
    }
}

#[test]
fn red_wins_at_odd_depths_and_black_at_even_ones() {
    let (game, _) = open("O2/1X1/2O_r");
    let table = solve(&game, &Options::default()).unwrap();
    for position in all_positions(&game).filter(|position| game.turn(position) == RED) {
        // Only wins of Red are checked.
        if let Some(Value::Win(depth)) = table.value(game.slot(&position)) {
            assert_eq!(depth.plies() % 2, 1, "{}", game.token(&position));
        }
    }
}

#[test]
fn malformed_tokens_name_the_place() {
    let cases = [
        ("", "row 1 is empty", ""),
        ("3HO/1H2H/HOH2/1H2X", "the side to move is missing, expected `_r` (red) or `_b` (black)", ""),
        ("3HO/1H2_r", "row 2 has 4 squares, expected 5", "1H2"),
        ("3HO/1H2H/HOH2/1H2X_w", "`w` is not a side to move, expected `_r` (red) or `_b` (black)", "w"),
        ("OOX_r_p", "unexpected `p` at the end of the token", "p"),
        ("OKX_r", "unexpected `K` in row 1", "K"),
        ("2048/OOX_r", "row 1 has more than 2047 squares", "2048"),
        ("99999999999_r", "row 1 has more than 2047 squares", "99999999999"),
        (&format!("{}1_r", "1/".repeat(2047)), "more than 2047 rows", "1"),
    ];
    for (text, expected, place) in cases {
        match Pawn::parse(text).map(|_| ()) {
            Err(NotationError::Malformed { message, at, .. }) => {
                assert_eq!((message.to_string().as_str(), &text[at]), (expected, place), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn illegal_tokens_get_all_reasons_at_once() {
    let cases = [
        ("3/3_r", "0 red kings, expected 2; 0 black pawns, expected 1"),
        ("OX1_r", "1 red king, expected 2"),
        ("OOO/X2_r", "3 red kings, expected 2"),
        ("OO1_b", "0 black pawns, expected 1"),
        ("OOX/2X_b", "2 black pawns, expected 1"),
        ("CCO_r", "3 red kings, expected 2; 2 black pawns, expected 1"),
        ("2047/OOX2044_r", "the board has 4094 floor squares, at most 2047"),
    ];
    for (text, expected) in cases {
        let error = Pawn::parse(text).map(|_| ()).unwrap_err();
        assert!(matches!(error, NotationError::Illegal { .. }), "{text}: {error:?}");
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn tokens_are_read_relaxed_and_printed_strictly() {
    let strict = "3HO/1H2H/HOH2/1H2X_r";
    for relaxed in ["3ho/1#2#/hoh2/1h2x R", " 03HO/1H2H/HOH2/1H2X  red ", "3HO/1H2H/HOH2/1H2X__RED_"] {
        let (game, position) = open(relaxed);
        assert_eq!(game.print(&position), strict, "{relaxed}");
        assert_eq!(game.token(&position), format!("pawn:{strict}"));
    }
}

#[test]
fn an_instance_is_its_walls() {
    let identity = |text| open(text).0.identity();
    assert_eq!(identity("3HO/1H2H/HOH2/1H2X_r"), "3H1/1H2H/H1H2/1H3");
    assert_eq!(identity("O2/1X1/2O_r"), identity("3/OX1/O2_b"));
    assert_ne!(identity("O2/1X1/2O_r"), identity("O2/1X1/H1O_r"));
}

#[test]
fn drawings_show_the_pieces() {
    let (game, position) = open("2H/C1O_b");
    assert_eq!(game.draw(&position), "  a b c\n1 . . #\n2 C . O");
}

#[test]
fn every_example_is_a_strict_token() {
    for text in Pawn::EXAMPLES {
        let (game, position) = open(text);
        assert_eq!(game.print(&position), *text);
    }
}

#[test]
fn random_starts_are_starts() {
    for seed in 0..500 {
        let (game, start) = random(&mut Rng::with_seed(seed), &Spec::default()).unwrap();
        let (kings, pawn) = (game.kings(&start), game.pawn(&start));
        assert!(pawn.row > 0 && !kings.contains(&pawn) && game.turn(&start) == RED, "seed {seed}");
        let (rows, columns) = (game.grid().rows(), game.grid().columns());
        assert!((2..=10).contains(&rows) && (1..=10).contains(&columns), "seed {seed}: {rows}x{columns}");
    }
    for size in [(1, 9), (2048, 3), (3, 2048), (2, 1), (0, 0), (u32::MAX, u32::MAX)] {
        let spec = Spec { size: Some(size), walls: None };
        let error = random(&mut Rng::with_seed(0), &spec).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with("a pawn board has 2 to 2047 rows"), "{size:?}: {error}");
    }
    let spec = Spec { size: Some((60, 60)), walls: Some(0) };
    let error = random(&mut Rng::with_seed(0), &spec).map(|_| ()).unwrap_err();
    assert_eq!(error, "the board has 3600 floor squares, at most 2047");
}

proptest! {
    #[test]
    fn printed_positions_are_read_back(seed: u64, rows in 2_u32..=24, columns in 2_u32..=24, walls in 0_u32..90) {
        let spec = Spec { size: Some((rows, columns)), walls: Some(walls) };
        let (game, _) = random(&mut Rng::with_seed(seed), &spec).unwrap();
        let checked = check_notation(&game, sample(&game, 20));
        prop_assert!(checked.is_ok(), "{}", checked.unwrap_err());
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[0-9OXCHoxch#/_rb \u{e9}.:-]{0,40}") {
        if let Ok((game, position)) = Pawn::parse(&text) {
            let printed = game.print(&position);
            let (again, same) = Pawn::parse(&printed).unwrap();
            prop_assert_eq!((again.identity(), same), (game.identity(), position));
        }
    }

    #[test]
    fn places_of_errors_lie_in_the_text(text in "\\PC{0,30}") {
        if let Err(NotationError::Malformed { at, .. }) = Pawn::parse(&text) {
            prop_assert!(text.get(at.clone()).is_some(), "{:?} of {:?}", at, text);
        }
    }
}

/// Checks that Red is the first side, as in the rules.
#[test]
fn red_is_first() {
    assert_eq!((Side::First, Side::Second), (RED, BLACK));
    assert_eq!(Pawn::SIDES, ["red", "black"]);
}
