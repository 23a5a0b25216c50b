//! Tests of the appearance of games and of edits. The page must show and edit boards in the same way as before.

use fastrand::Rng;
use retrograde::author::{AnyPosition, Spec};
use retrograde_service::look::{EditByName, EditError, LookReport, ShapeReport, edited, look};
use retrograde_service::position;
use retrograde_service::registry::TokenError;
use retrograde_testing::solved::builtin;

fn seen(token: &str) -> LookReport {
    look(&builtin(), token).unwrap_or_else(|error| panic!("{token}: {error}"))
}

/// Returns the pieces of a board as text, such as `king c3`.
fn pieces(look: &LookReport) -> Vec<String> {
    look.seen.pieces.iter().map(|stone| format!("{} {}", stone.piece, stone.square)).collect()
}

/// Returns the token after an edit, which is given as text, such as `place king c3`, `carry c3 c1`, `turn black`,
/// `size 3 4` or `mirror`.
fn after(token: &str, edit: &str) -> String {
    try_edit(token, edit).unwrap_or_else(|error| panic!("{token}: {edit}: {error}")).pos
}

fn try_edit(token: &str, edit: &str) -> Result<LookReport, EditError> {
    let words: Vec<_> = edit.split(' ').map(str::to_owned).collect();
    let wish = match words.as_slice() {
        [word, tool, square] if word == "place" => EditByName::Place { tool: tool.clone(), square: square.clone() },
        [word, from, to] if word == "carry" => EditByName::Carry { from: from.clone(), to: to.clone() },
        [word, side] if word == "turn" => EditByName::Turn { side: side.clone() },
        [word, rows, columns] if word == "size" => {
            EditByName::Size { rows: rows.parse().unwrap(), columns: columns.parse().unwrap() }
        }
        [word] if word == "rotate" => EditByName::Rotate {},
        [word] if word == "mirror" => EditByName::Mirror {},
        [word] if word == "swap" => EditByName::Swap {},
        [word] if word == "clear" => EditByName::Clear {},
        other => panic!("{other:?}"),
    };
    edited(&builtin(), token, &wish)
}

/// Returns starts and later positions of every game, and the examples.
fn positions() -> Vec<Box<dyn AnyPosition>> {
    let registry = builtin();
    let mut rng = Rng::with_seed(7);
    let mut found = Vec::new();
    for game in registry.games() {
        found.extend(game.about().examples.iter().map(|token| registry.open(token).unwrap()));
        found.extend((0..20).filter_map(|_| game.wander(&mut rng)));
        let size = if game.about().id == "cannons" { (1, 9) } else { (5, 4) };
        let spec = Spec { size: Some(size), walls: None };
        found.extend((0..20).filter_map(|_| game.generate(&mut rng, &spec)?.ok()));
    }
    found
}

#[test]
fn every_position_is_read_and_printed_as_it_was() {
    for position in positions() {
        let token = position.token();
        let look = seen(&token);
        assert_eq!((&*look.pos, look.turn), (&*token, position.turn()), "{token}");
        assert_eq!(look.seen.problems, [], "{token}");
        assert_eq!(look.seen.ending.is_some(), position.here().ending.is_some(), "{token}");
        let lift: Vec<_> = look.seen.lift.iter().map(|piece| (piece.piece, piece.square.clone())).collect();
        let pieces = position.pieces();
        assert_eq!(
            lift,
            pieces.iter().map(|piece| (piece.id, piece.square.to_string())).collect::<Vec<_>>(),
            "{token}"
        );
    }
}

#[test]
fn the_path_of_every_move_begins_on_a_piece_of_the_mover() {
    let registry = builtin();
    for position in positions() {
        let token = position.token();
        let look = seen(&token);
        let kit = &position.about().kit;
        let side_on = |square: &str| {
            let on = look.seen.pieces.iter().filter(|stone| stone.square == square);
            let kinds = on.filter_map(|stone| kit.kinds.iter().find(|kind| kind.id == stone.piece));
            kinds.filter_map(|kind| kind.side).map(|side| position.about().side(side)).collect::<Vec<_>>()
        };
        for moved in position::moves(&*position).unwrap().moves {
            let path = &moved.path.path;
            let text = match (position.about().id, moved.action.as_str()) {
                (_, "pass") => String::new(),
                ("cannons", action) => action.replace('x', " "),
                // In this game a move names a column, and the stone falls down the column.
                ("connect4", _) => path.join(" "),
                // The move of a dropped piece names the piece by its letter, and the piece comes from the hand.
                ("dobutsu", action) if action.starts_with(char::is_uppercase) => {
                    format!("{} {}", path[0], &action[1..])
                }
                ("graph", action) => format!("{} {action}", look.seen.pieces[0].square),
                (_, action) => squares_in(action).join(" "),
            };
            assert_eq!(path.join(" "), text, "{token} {}", moved.action);
            // A cube of quixo may be blank before it is moved.
            if let [from, .., _] = path.as_slice()
                && !["graph", "quixo"].contains(&look.game)
            {
                assert!(side_on(from).contains(&look.turn), "{token} {}", moved.action);
            }
            assert!(registry.open(&moved.child.pos).is_ok());
        }
    }
}

/// Returns the names of squares that a text contains.
fn squares_in(text: &str) -> Vec<&str> {
    let starts =
        |i: &usize| text.as_bytes()[*i].is_ascii_alphabetic() && (*i == 0 || text.as_bytes()[i - 1].is_ascii_digit());
    let starts: Vec<_> = (0..text.len()).filter(starts).chain([text.len()]).collect();
    starts.windows(2).map(|two| &text[two[0]..two[1]]).collect()
}

#[test]
fn what_is_captured_is_told() {
    let registry = builtin();
    let moves = position::moves(&*registry.open("cannons:01100_r").unwrap()).unwrap().moves;
    let drawn: Vec<_> =
        moves.iter().map(|it| (&*it.action, it.path.path.join(" "), it.path.captured.join(" "))).collect();
    let expected = [("2x4", "2 4", "4"), ("3x1", "3 1", "1"), ("3x5", "3 5", "5"), ("pass", "", "")];
    assert_eq!(drawn, expected.map(|(action, path, captured)| (action, path.to_owned(), captured.to_owned())));
    let jump = position::moves(&*registry.open("race:4/1AB1/4_a_a1.d3").unwrap()).unwrap().moves;
    assert!(jump.iter().any(|it| it.path.path == ["b2", "c2", "d2"] && it.path.captured.is_empty()));
}

#[test]
fn boards_look_as_they_do_on_the_page() {
    let pawn = seen("pawn:2H1/1O2/1C2_b");
    assert_eq!(pawn.seen.shape, ShapeReport::Grid { rows: 3, columns: 4 });
    assert_eq!(pawn.seen.ground.as_deref(), Some("2#1/4/4"));
    assert_eq!(pieces(&pawn), ["king b2", "king b3", "pawn b3"]);
    assert_eq!(pawn.seen.goals[0].squares, ["a1", "b1", "d1"], "row 1, but for walls");
    assert_eq!(
        pawn.seen.ending.as_ref().map(|it| (it.verdict.rule, it.squares.join(" "))),
        Some(("captured", "b3".to_owned()))
    );
    let race = seen("race:1A2/1H2/4/3B_b_a1.d4");
    assert_eq!(race.seen.ground.as_deref(), Some("4/1#2/4/4"));
    assert_eq!(pieces(&race), ["home-a a1", "a b1", "b d4", "home-b d4"]);
    assert_eq!(
        pieces(&seen("race:A3/1H2/4/3B_a")),
        ["a a1", "home-a a1", "b d4", "home-b d4"],
        "a start has homes too"
    );
    let cannons = seen("cannons:01100_b_p");
    assert_eq!(cannons.seen.shape, ShapeReport::Row { length: 5 });
    assert_eq!((cannons.turn, cannons.seen.ground), ("black", None));
    assert_eq!(pieces(&seen("cannons:01100_r")), ["black 1", "red 2", "red 3", "black 4", "black 5"]);
    let won = seen("tictactoe:XXX/OO1/3_o");
    assert_eq!(won.seen.ending.map(|it| it.squares), Some(["a1", "b1", "c1"].map(str::to_owned).to_vec()));
    let graph = seen("graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1");
    let ShapeReport::Graph { nodes, edges } = graph.seen.shape else { panic!("a graph is drawn as one") };
    let ends: Vec<_> = nodes.iter().map(|node| node.ending.as_ref().map(|ending| ending.rule)).collect();
    assert_eq!(ends, [None, None, Some("level"), Some("b-wins")]);
    assert_eq!(edges, [[0, 1], [0, 2], [1, 0], [1, 3]]);
    assert_eq!(pieces(&seen("graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_2")), ["here 2"]);
}

#[test]
fn illegal_boards_are_read_so_that_they_can_be_mended() {
    for (token, problems) in [
        ("pawn:OOO/3_r", &["3 red kings, expected 2: a1 b1 c1", "0 black pawns, expected 1: "][..]),
        ("pawn:3/3_b", &["0 red kings, expected 2: ", "0 black pawns, expected 1: "]),
        ("race:AA/2_a", &["2 tokens A, such as a1 and b1, expected one: a1 b1", "no token B, expected one: "]),
        ("race:A3/1H2/3B_a_b2.d3", &["A's home b2 is a wall: b2"]),
        ("race:1C/2_a_a1.b2", &["both tokens are on b1, which is not a home: b1"]),
        ("tictactoe:3/3/3_o", &["0 X and 0 O, expected 1 X with o to move: "]),
        ("cannons:111_r_p", &["no capture is possible in this row, so the game ended before a side could pass: "]),
    ] {
        let look = seen(token);
        let drawn: Vec<_> =
            look.seen.problems.iter().map(|it| format!("{}: {}", it.message, it.squares.join(" "))).collect();
        assert_eq!(drawn, problems, "{token}");
        assert_eq!(look.pos, token);
    }
    assert_eq!(after("pawn:XXX/OC1_r", "mirror"), "pawn:XXX/1CO_r");
}

#[test]
fn malformed_tokens_are_nobodys_board() {
    let tokens =
        ["pawn:", "pawn:3/2_r", "pawn:3Q_r", "pawn:3", "pawn:3_w", "pawn:0O_r", "race:AB_a_a1", "race:AB_a_z9.a1"];
    let rows = ["cannons:012_r", "cannons:_r", "cannons:01_r_q", "pawn:99999999999_r", "luogu:8_w", "3_r", "graph:x"];
    for token in tokens.into_iter().chain(rows) {
        assert!(look(&builtin(), token).is_err(), "{token}");
        assert!(matches!(try_edit(token, "mirror"), Err(EditError::Token(_))), "{token}");
    }
    let Err(TokenError::Notation { offset, .. }) = look(&builtin(), "race:AB_a_a1") else { panic!() };
    assert_eq!(offset, 5);
}

#[test]
fn editing_never_changes_the_side_to_move() {
    let board = "pawn:5/5/2O2/H2H1/OH1X1_b";
    assert_eq!(after(board, "carry c3 c1"), "pawn:2O2/5/5/H2H1/OH1X1_b");
    assert_eq!(after(board, "carry c3 a4"), board, "a wall is no place");
    assert_eq!(after(board, "carry c3 a5"), board, "nor is the other king");
    assert_eq!(after(board, "carry a1 c1"), board, "nothing stands there");
    assert_eq!(after(board, "carry c3 d5"), "pawn:5/5/5/H2H1/OH1C1_b", "another side's piece is");
    assert_eq!(
        after(board, "place king e1"),
        "pawn:4O/5/5/H2H1/OH1X1_b",
        "the third king takes the place of the first"
    );
    assert_eq!(after(board, "place king c3"), "pawn:5/5/5/H2H1/OH1X1_b", "a piece where it stands is taken off");
    assert_eq!(after(board, "place king a4"), "pawn:5/5/5/O2H1/OH1X1_b", "a wall under a piece becomes floor");
    assert_eq!(after(board, "place wall c3"), "pawn:5/5/2H2/H2H1/OH1X1_b");
    assert_eq!(after(board, "place floor c3"), "pawn:5/5/5/H2H1/OH1X1_b");
    assert_eq!(after(board, "clear"), "pawn:5/5/2O2/5/O2X1_b");
    assert_eq!(after(board, "turn red"), "pawn:5/5/2O2/H2H1/OH1X1_r");
    assert_eq!(after(board, "size 3 4"), "pawn:4/4/2O1_b");
    assert_eq!(after("pawn:3/OOX_r", "size 3 5"), "pawn:5/OOX2/5_r");
}

#[test]
fn four_quarter_turns_two_mirrors_two_swaps_are_nothing() {
    for position in positions() {
        let (token, id) = (position.token(), position.about().id);
        let times = |edit: &str, count: usize| (0..count).fold(token.clone(), |pos, _| after(&pos, edit));
        if id != "graph" {
            assert_eq!(times("mirror", 2), token);
        }
        if ["pawn", "race", "tictactoe"].contains(&id) {
            assert_eq!(times("rotate", 4), token);
        }
        if ["race", "cannons"].contains(&id) {
            assert_eq!(times("swap", 2), token);
        }
    }
    assert_eq!(after("pawn:2O/HOX_r", "rotate"), "pawn:H1/O1/XO_r");
}

#[test]
fn marks_of_tic_tac_toe_tell_who_is_to_move() {
    assert_eq!(after("tictactoe:3/3/3_x", "place x b2"), "tictactoe:3/1X1/3_o");
    let cross = "tictactoe:3/1X1/3_o";
    assert_eq!(after(cross, "place o a1"), "tictactoe:O2/1X1/3_x");
    assert_eq!(after(cross, "place o b2"), "tictactoe:3/1O1/3_x", "a mark takes the place of another");
    assert_eq!(after(cross, "place floor b2"), "tictactoe:3/3/3_x");
    assert_eq!(after(cross, "carry b2 c3"), "tictactoe:3/3/2X_o");
    assert_eq!(after(cross, "clear"), "tictactoe:3/3/3_x");
}

#[test]
fn homes_move_with_the_board_and_go_where_they_are_painted() {
    let board = "race:1A2/1H2/4/3B_b_a1.d4";
    assert_eq!(after(board, "mirror"), "race:2A1/2H1/4/B3_b_d1.a4");
    assert_eq!(after(board, "place home-a c3"), "race:1A2/1H2/4/3B_b_c3.d4");
    assert_eq!(after(board, "place home-a b2"), board, "a wall is no home");
    assert_eq!(after(board, "swap"), "race:1B2/1H2/4/3A_b_d4.a1");
    assert_eq!(after(board, "size 3 4"), "race:1A2/1H2/4_b", "a home that is cut off takes the other with it");
    assert_eq!(after("race:A3/1H2/4/3B_a", "carry a1 c1"), "race:2A1/1H2/4/3B_a", "a start stays a start");
    assert_eq!(after("race:A3/1H2/4/3B_a", "place home-a c1"), "race:A3/1H2/4/3B_a_c1.d4");
    assert_eq!(after("race:3/3_a", "place home-a c1"), "race:3/3_a", "the other home is unknown");
}

#[test]
fn rows_of_cannons_close_up() {
    assert_eq!(after("cannons:01100_r", "carry 1 3"), "cannons:11000_r");
    assert_eq!(after("cannons:01100_b_p", "place red 1"), "cannons:11100_b", "another row has seen no pass");
    assert_eq!(after("cannons:01100_r", "place red 2"), "cannons:01100_r");
    assert_eq!(after("cannons:01100_r", "size 1 8"), "cannons:01100010_r");
    assert_eq!(after("cannons:01100_r", "size 1 2"), "cannons:01_r");
    assert_eq!(after("cannons:01101_b_p", "mirror"), "cannons:10110_b_p");
    assert_eq!(after("cannons:01100_r", "swap"), "cannons:10011_r");
    assert_eq!(after("cannons:01100_r", "clear"), "cannons:10101_r");
}

#[test]
fn a_row_that_is_too_long_for_a_table_is_seen() {
    let token = format!("cannons:{}_r", "0110".repeat(30));
    let look = seen(&token);
    assert_eq!((look.seen.shape, look.seen.pieces.len()), (ShapeReport::Row { length: 120 }, 120));
    assert_eq!(look.pos, token);
    let moves = position::moves(&*builtin().open(&token).unwrap()).unwrap().moves;
    assert!(moves.iter().all(|it| it.path.path.join("x") == it.action || it.action == "pass"));
}

#[test]
fn a_graph_is_edited_by_choosing_a_node() {
    let nodes = "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b";
    for edit in ["carry 1 2", "place here 2"] {
        assert_eq!(after(&format!("{nodes}_1"), edit), format!("{nodes}_2"));
        assert_eq!(after(&format!("{nodes}_2"), edit), format!("{nodes}_2"));
    }
    let line: Vec<_> = (0..401).map(|n| format!("{n}.a.o.{}", (n + 1) % 401)).collect();
    let look = seen(&format!("graph:{}_7", line.join("/")));
    assert_eq!((look.seen.shape, look.seen.pieces.len()), (ShapeReport::None, 0), "too large to be drawn");
}

#[test]
fn edits_that_cannot_be_made_are_refused() {
    let board = "pawn:5/5/2O2/H2H1/OH1X1_b";
    assert!(
        matches!(try_edit(board, "place queen a1"), Err(EditError::Tool { known, .. }) if known == ["floor", "wall", "king", "pawn"])
    );
    for edit in ["place king f1", "place king a6", "carry a0 a1", "carry a1 9", "place king zzzzzzzzzzzz1"] {
        assert!(matches!(try_edit(board, edit), Err(EditError::Square { .. })), "{edit}");
    }
    assert!(matches!(try_edit(board, "turn white"), Err(EditError::Side { .. })));
    for size in ["size 0 1", "size 17 1", "size 1 99999999999"] {
        assert!(matches!(try_edit(board, size), Err(EditError::Size { .. })), "{size}");
    }
    assert!(matches!(try_edit(board, "swap"), Err(EditError::Senseless { .. })));
    assert!(matches!(try_edit("tictactoe:3/3/3_x", "size 3 4"), Err(EditError::Senseless { .. })));
    assert!(matches!(try_edit("graph:1.a.b_1", "turn b"), Err(EditError::Senseless { .. })));
}

/// After any edit, a position is shown, or an error message is returned; no edit causes a panic.
#[test]
fn no_edit_of_any_board_panics() {
    assert_edits_are_harmless(10);
}

#[test]
#[ignore = "slow: four times as many edits"]
fn no_edit_among_many_of_any_board_panics() {
    assert_edits_are_harmless(40);
}

fn assert_edits_are_harmless(edits: u32) {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for position in positions() {
        let mut token = position.token();
        let tools: Vec<_> = position.about().kit.tools().map(|(id, _)| id).collect();
        for _ in 0..edits {
            let shape = look(&builtin(), &token).unwrap().seen.shape;
            let square = |rng: &mut Rng| match &shape {
                ShapeReport::Row { length } => rng.usize(1..=*length).to_string(),
                ShapeReport::Graph { nodes, .. } => nodes[rng.usize(..nodes.len())].name.clone(),
                _ => format!("{}{}", rng.choice(['a', 'b', 'c', 'd', 'e']).unwrap(), rng.u32(1..6)),
            };
            let edit = match rng.u32(..8) {
                0..=2 => format!("place {} {}", rng.choice(&tools).unwrap(), square(&mut rng)),
                3 => format!("carry {} {}", square(&mut rng), square(&mut rng)),
                4 => format!("size {} {}", if shape_is_row(&shape) { 1 } else { rng.u32(1..7) }, rng.u32(1..7)),
                5 => "rotate".to_owned(),
                6 => "mirror".to_owned(),
                _ => rng.choice(["swap", "clear"]).unwrap().to_owned(),
            };
            match try_edit(&token, &edit) {
                Ok(look) => token = look.pos,
                Err(EditError::Token(error)) => panic!("{token}: {edit}: {error}"),
                Err(_) => {}
            }
        }
    }
}

const fn shape_is_row(shape: &ShapeReport) -> bool {
    matches!(shape, ShapeReport::Row { .. })
}
