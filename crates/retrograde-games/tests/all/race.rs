//! Tests of race. They compare the rules with a slow reference, the theorem of `layers.rs` with the kernel, and the
//! contest format with the judge's cases.

use std::cell::Cell;
use std::io::{BufReader, Read, Write};
use std::iter;
use std::ops::RangeInclusive;

use fastrand::Rng;
use proptest::prelude::*;
use retrograde::author::check::{check_game, check_rules, sample};
use retrograde::author::{AnswerError, Contest, Method, Strictness};
use retrograde::author::{Spec, Square};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::{
    BySide, Depth, Game, Kind, Notation, NotationError, Numbered, Options, Side, Slot, Solution, SolveError, Value,
};
use retrograde_games::grid::Grid;
use retrograde_games::race::p4658::P4658;
use retrograde_games::race::{A, B, Race, layers, random, shortcut};
use retrograde_testing::contests::{answer, answers, endless, pairs, read, write};

/// Each solve uses one thread, because the tests run in parallel.
const OPTIONS: Options<'_> = Options { threads: 1, ..Options::DEFAULT };

fn kernel(game: &Race) -> Kind {
    solve(game, &OPTIONS).unwrap().value(game.slot(&game.start())).unwrap().kind()
}

/// Returns the class of a start for A by the theorem.
fn theorem(game: &Race) -> Kind {
    match layers::winner(game.grid(), game.homes()) {
        Some(A) => Kind::Win,
        Some(B) => Kind::Loss,
        None => Kind::Draw,
    }
}

/// Returns the board whose walls are the set bits of `walls`, row by row.
fn board(side: u16, walls: u64) -> Grid {
    let mut grid = Grid::new(side.into());
    for row in 0..side {
        grid.push_row((0..side).map(|column| walls >> (row * side + column) & 1 == 1));
    }
    grid
}

fn random_board(rng: &mut Rng, sides: RangeInclusive<u32>) -> Race {
    let made = iter::repeat_with(|| {
        let size = (rng.u32(sides.clone()), rng.u32(sides.clone()));
        let walls = rng.u32(0..50);
        random(rng, &Spec { size: Some(size), walls: Some(walls) })
    });
    made.take(1000).find_map(Result::ok).expect("nearly all sizes and walls can be made").0
}

#[test]
fn every_pair_is_answered() {
    for (name, input, output) in pairs("race") {
        assert_eq!(answers(&P4658, &input, Method::Auto), output, "cases/race/{name}");
    }
}

#[test]
fn pairs_of_small_boards_are_answered_by_table() {
    for (name, input, output) in pairs("race").into_iter().filter(|(_, input, _)| input.len() < 1200) {
        assert_eq!(answers(&P4658, &input, Method::Table), output, "cases/race/{name}");
    }
}

#[test]
fn the_theorem_agrees_with_the_kernel_on_every_board_to_3x3() {
    let mut joined = 0;
    for side in 1..=3 {
        for walls in 0..1 << (side * side) {
            let grid = board(side, walls);
            let floor: Vec<Square> = grid.floor().collect();
            for (&a, &b) in floor.iter().flat_map(|a| floor.iter().map(move |b| (a, b))) {
                let Some(game) = Race::new(grid.clone(), BySide([a, b])) else { continue };
                let token = game.token(&game.start());
                let expected = theorem(&game);
                assert_eq!(kernel(&game), expected, "{token}");
                assert_eq!(shortcut(&game, &game.start()).map(|short| short.kind), Some(expected), "{token}");
                assert_eq!(layers::is_joined(&grid, game.homes()), expected != Kind::Draw, "{token}");
                joined += u32::from(expected != Kind::Draw);
            }
        }
    }
    assert!(joined > 3000, "{joined} boards with a path");
}

#[test]
fn the_theorem_agrees_with_the_kernel_on_random_boards() {
    let mut seen = [0, 0];
    for seed in 0..4000 {
        let game = random_board(&mut Rng::with_seed(seed), 3..=6);
        let expected = theorem(&game);
        assert_eq!(kernel(&game), expected, "seed {seed}: {}", game.token(&game.start()));
        seen[usize::from(expected == Kind::Win)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 500), "losses and wins: {seen:?}");
}

#[test]
fn the_kernel_agrees_with_the_textbook_on_random_boards() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let game = random_board(&mut rng, 1..=4);
        let solution = Solution::new(&game, &OPTIONS).unwrap();
        let truth = oracle(&game, (0..game.slots()).filter_map(|slot| game.position(Slot(slot))));
        assert_eq!(truth.len() as u64, solution.stats().unwrap().positions, "seed {seed}");
        for (position, value) in truth {
            assert_eq!(solution.value(&position), Some(value), "seed {seed}: {}", game.token(&position));
        }
    }
}

#[test]
fn the_laws_hold_on_small_boards() {
    for text in Race::EXAMPLES {
        let (game, _) = Race::parse(text).unwrap();
        check_game(&game, u64::MAX).unwrap_or_else(|broken| panic!("{text}: {broken}"));
    }
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let grid = board(4, rng.u64(0..1 << 16));
        let floor: Vec<Square> = grid.floor().collect();
        if floor.len() < 2 {
            continue;
        }
        // Some boards have no path between the homes; a token with walls all around passes.
        let homes = BySide([floor[0], floor[floor.len() - 1]]);
        let game = Race::new(grid, homes).unwrap();
        check_game(&game, u64::MAX).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    }
}

#[test]
fn the_laws_hold_on_a_sample_of_the_largest_board() {
    let game = Race::new(Grid::open(300, 300), BySide([Square::new(0, 0), Square::new(299, 299)])).unwrap();
    assert_eq!(game.slots(), 16_200_000_000);
    check_rules(&game, sample(&game, 200)).unwrap();
    for slot in [0, 1, 2, 16_199_999_997, 8_123_456_789].map(Slot) {
        if let Some(position) = game.position(slot) {
            assert_eq!(game.slot(&position), slot);
        }
    }
}

/// Checks the number of holes. Only two kinds of slots are holes: both tokens stand on one square, or both tokens have
/// arrived.
#[test]
fn holes_are_what_cannot_stand() {
    for text in ["A3/1H2/4/3B_a", "AB_a", "AH1/H2/2B_a"] {
        let (game, _) = Race::parse(text).unwrap();
        let floor = game.grid().floor().count() as u64;
        // In a hole, both tokens stand on one square that is not a home, or each token stands on the opponent's home.
        // Each of these arrangements has two slots, one for each side to move.
        let expected = 2 * (floor - 2) + 2;
        let holes = (0..game.slots()).filter(|&slot| game.position(Slot(slot)).is_none()).count() as u64;
        assert_eq!((game.slots(), holes), (2 * floor * floor, expected), "{text}");
    }
}

/// A test case: its name, the token, the value, the ending, and the moves with their successors.
type Corner<'a> = (&'a str, &'a str, Value, Option<&'a str>, &'a [&'a str]);

#[test]
fn corner_positions() {
    let (win, loss) = (|plies| Value::Win(Depth::new(plies)), |plies| Value::Loss(Depth::new(plies)));
    #[rustfmt::skip]
    let cases: [Corner<'_>; 11] = [
        ("touching-home-in-passing", "AB_a", win(1), None, &["a1b1 1C_b_a1.b1"]),
        ("captured-at-home-is-over", "1C_b_a1.b1", loss(0), Some("reached-goal"), &[]),
        ("captured-at-home-by-b", "C1_a_a1.b1", loss(0), Some("reached-goal"), &[]),
        ("jumped-back-upon", "A1B_a", loss(2), None, &["a1b1 1AB_b_a1.c1"]),
        ("jump-and-return", "1AB1_a_a1.d1", win(1), None, &["b1a1 A1B1_b_a1.d1", "b1c1b1 1AB1_b_a1.d1", "b1c1d1 2BA_b_a1.d1"]),
        ("landing-on-the-goal-by-jump", "2BA_b_a1.d1", loss(0), Some("reached-goal"), &[]),
        ("jump-in-all-directions", "3/AB1/3_a_a1.c3", win(3), None,
            &["a2a1 A2/1B1/3_b_a1.c3", "a2a3 3/1B1/A2_b_a1.c3", "a2b2a2 3/AB1/3_b_a1.c3", "a2b2b1 1A1/1B1/3_b_a1.c3",
              "a2b2b3 3/1B1/1A1_b_a1.c3", "a2b2c2 3/1BA/3_b_a1.c3"]),
        ("walled-in-passes", "AH1/H2/2B_a", Value::Draw, None, &["pass AH1/H2/2B_b"]),
        ("the-other-one-walks-for-ever", "AHB1_b_a1.c1", Value::Draw, None, &["c1d1 AH1B_a_a1.c1"]),
        ("no-jump-round-the-corner", "AH/1B_a", loss(2), None, &["a1a2 1H/AB_b_a1.b2"]),
        ("wrong-side-to-move-after-the-end", "1AB_a_a1.b1", win(0), Some("reached-goal"), &[]),
    ];
    for (guards, text, value, ending, moves) in cases {
        let (game, position) = Race::parse(text).unwrap_or_else(|error| panic!("{guards}: {text}: {error}"));
        let mut seen = Vec::new();
        game.each_move(&position, |action, child| seen.push(format!("{action} {}", game.print(&child))));
        seen.sort();
        assert_eq!(seen, moves, "{guards}: {text}");
        assert_eq!(game.ending(&position).map(|ending| ending.rule), ending, "{guards}: {text}");
        let seen = solve(&game, &OPTIONS).unwrap().value(game.slot(&position));
        assert_eq!(seen, Some(value), "{guards}: {text}");
    }
}

#[test]
fn samples_have_their_winner() {
    for (text, winner) in [("A3/1H2/4/3B_a", B), ("A3/4/2H1/3B_a", A)] {
        let (game, start) = Race::parse(text).unwrap();
        let value = Solution::new(&game, &OPTIONS).unwrap().value(&start).unwrap();
        assert_eq!(value.winner(A), Some(winner), "{text}: {value}");
    }
}

#[test]
fn tokens_are_read_relaxed_and_printed_strictly() {
    for (text, strict) in [
        ("A3/1H2/4/3B_a", "A3/1H2/4/3B_a"),
        ("a3/1#2/4/3b_A", "A3/1H2/4/3B_a"),
        ("A3/1H2/4/3B_a_a1.d4", "A3/1H2/4/3B_a"),
        ("1A2/1H2/4/3B b A1.D4", "1A2/1H2/4/3B_b_a1.d4"),
        ("1c_b_a1.b1", "1C_b_a1.b1"),
    ] {
        let (game, position) = Race::parse(text).unwrap();
        assert_eq!(game.print(&position), strict, "{text}");
    }
    for text in Race::EXAMPLES {
        let (game, position) = Race::parse(text).unwrap();
        assert_eq!(game.print(&position), *text);
    }
}

#[test]
fn boards_are_told_apart_by_walls_and_homes() {
    let identity = |text| Race::parse(text).unwrap().0.identity();
    assert_eq!(identity("1A2/1H2/4/3B_b_a1.d4"), "4/1H2/4/4_a1.d4");
    assert_eq!(identity("1A2/1H2/4/3B_b_a1.d4"), identity("A3/1H2/4/3B_a"));
    assert_ne!(identity("A3/1H2/4/3B_a"), identity("A3/1H2/4/2B1_a"));
}

#[test]
fn a_drawing_marks_the_empty_homes() {
    let (game, position) = Race::parse("1A2/1H2/4/3B_b_a1.d4").unwrap();
    assert_eq!(game.draw(&position), "  a b c d\n1 a A . .\n2 . # . .\n3 . . . .\n4 . . . B");
}

#[test]
fn the_largest_board_of_the_judge_is_a_token() {
    let text = format!("A299/{}299B_a", "300/".repeat(298));
    let (game, position) = Race::parse(&text).unwrap();
    assert_eq!(game.print(&position), text);
    match solve(&game, &OPTIONS) {
        Err(SolveError::TooLarge { slots: 16_200_000_000, .. }) => {}
        other => panic!("{:?}", other.map(|table| table.slots())),
    }
}

#[test]
fn malformed_tokens_name_the_place() {
    let wide = "1001_a";
    let cases = [
        ("", "row 1 is empty", ""),
        ("A3/1H2/4/3B", "the side to move is missing, expected `_a` (a) or `_b` (b)", ""),
        ("A3/1H2/4/3B_r", "`r` is not a side to move, expected `_a` (a) or `_b` (b)", "r"),
        ("A3/1H1/4/3B_a", "row 2 has 3 squares, expected 4", "1H1"),
        ("A3/1X2/4/3B_a", "unexpected `X` in row 2", "X"),
        ("A2B_a_a1", "`a1` does not give both homes, expected two squares such as `a1.d4`", "a1"),
        ("A2B_a_a1.", "`` is not a square, expected column letters and a row number such as `c5`", ""),
        ("A2B_a_a1.d1.c1", "`d1.c1` is not a square, expected column letters and a row number such as `c5`", "d1.c1"),
        ("A2B_a_a1.d1_p", "unexpected `p` at the end of the token", "p"),
        (wide, "row 1 has more than 1000 squares", "1001"),
    ];
    for (text, expected, place) in cases {
        match Race::parse(text) {
            Err(NotationError::Malformed { message, at, .. }) => {
                assert_eq!((message.to_string().as_str(), &text[at]), (expected, place), "{text}");
            }
            Err(other) => panic!("{text}: {other}"),
            Ok(_) => panic!("{text} was read"),
        }
    }
}

#[test]
fn illegal_tokens_tell_every_reason() {
    let cases: [(&str, &[&str]); 10] = [
        ("4/4_a", &["no token A, expected one", "no token B, expected one"]),
        ("AAB/2A_a", &["3 tokens A, such as a1 and b1, expected one"]),
        ("A2C_a", &["2 tokens A, such as a1 and d1, expected one"]),
        (
            "B1/1B_a_c1.a3",
            &[
                "no token A, expected one",
                "2 tokens B, such as a1 and b2, expected one",
                "A's home c1 is outside the board",
                "B's home a3 is outside the board",
            ],
        ),
        ("AH/1B_a_b1.b2", &["A's home b1 is a wall"]),
        (
            "AH/1B_a_b1.b1",
            &["A's home b1 is a wall", "B's home b1 is a wall", "both homes are b1, expected two squares"],
        ),
        ("C3_a", &["both tokens are on a1, but the homes are missing, expected two squares such as `_a1.d4`"]),
        ("1C2_a_a1.d1", &["both tokens are on b1, which is not a home"]),
        ("B2A_a_a1.d1", &["both tokens have arrived, but the first one ended the game"]),
        ("AB2_a_c1.c1", &["both homes are c1, expected two squares"]),
    ];
    for (text, expected) in cases {
        match Race::parse(text) {
            Err(NotationError::Illegal { reasons }) => assert_eq!(reasons, expected, "{text}"),
            Err(other) => panic!("{text}: {other:?}"),
            Ok(_) => panic!("{text} was read"),
        }
    }
}

proptest! {
    #[test]
    fn tokens_round_trip(side in 1..=6_u16, walls: u64, home: [prop::sample::Index; 2], token: [prop::sample::Index; 2], turn: bool) {
        let grid = board(side, walls & (walls >> 7));
        let floor: Vec<Square> = grid.floor().collect();
        prop_assume!(!floor.is_empty());
        let game = Race::new(grid, BySide(home.map(|home| *home.get(&floor))));
        prop_assume!(game.is_some());
        let game = game.unwrap();
        let turn = Side::from_parity(turn.into());
        if let Some(position) = game.place(BySide(token.map(|token| *token.get(&floor))), turn) {
            let text = game.print(&position);
            let (same, back) = Race::parse(&text).unwrap();
            prop_assert_eq!(same.identity(), game.identity());
            prop_assert_eq!(back, position);
            prop_assert_eq!(game.find(&position).and_then(|slot| game.position(slot)), Some(position));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ABCH0-9/_.ab#x ]{0,30}") {
        let _ = Race::parse(&text);
    }

    #[test]
    fn any_bytes_are_answered_or_refused(bytes in prop::collection::vec(prop::sample::select(b"012.#AB \r\n\x00x".as_slice()), 0..60)) {
        let _ = answer(&P4658, &mut bytes.as_slice(), Method::Auto);
        let _ = read(&P4658, &mut bytes.as_slice(), Strictness::Judge);
    }
}

#[test]
fn layout_is_forgiven_when_answering_and_not_by_the_judge() {
    let strict = "1\n2\nA.\n.B\n";
    for text in [strict, "1\r\n2\r\nA.\r\n.B\r\n", "1\n2\nA.\n.B", " 1 2 A. .B\n\n", "1\n2 \nA.\n\n.B  \n"] {
        assert_eq!(answers(&P4658, text, Method::Auto), "B\n", "{text:?}");
        let judged = read(&P4658, &mut text.as_bytes(), Strictness::Judge);
        assert_eq!(judged.is_ok(), text == strict, "{text:?}");
    }
}

#[test]
fn what_is_read_is_written_back() {
    for (name, input, _) in pairs("race") {
        let tokens = read(&P4658, &mut input.as_bytes(), Strictness::Judge).unwrap();
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        assert_eq!(write(&P4658, &tokens).unwrap(), input, "cases/race/{name}");
    }
}

#[test]
fn only_starts_can_be_written() {
    for (token, message) in [
        ("race:A1/1B_b", "race:A1/1B_b: in p4658 A is to move"),
        ("race:AB/2_a_a1.b2", "race:AB/2_a_a1.b2: in p4658 the tokens stand on their homes"),
        ("race:AB_a", "race:AB_a: a board of p4658 has as many rows as columns"),
        ("race:A1/2_a", "race:A1/2_a: no token B, expected one"),
        ("cannons:101_r", "cannons:101_r: expected `race:` in front"),
    ] {
        assert_eq!(write(&P4658, &[token]).unwrap_err().to_string(), message);
    }
}

#[test]
fn bad_inputs_name_the_place_after_the_answers_before() {
    let cases = [
        ("", "", "line 1, column 1: expected the number of boards, found end of input"),
        ("0\n", "", "line 1, column 1: the number of boards is 0, expected at least 1"),
        ("1\n1\nA\n", "", "case 1, line 2, column 1: the size of the board is 1, expected 2 to 5000"),
        ("1\n1000000000\nA.", "", "case 1, line 2, column 1: the size of the board is 1000000000, expected 2 to 5000"),
        ("1\n5000\nA.", "", "case 1, line 3, column 3: row 1 has 2 squares, expected 5000"),
        ("1\n2\nA.\n", "", "case 1, line 4, column 1: expected row 2, found end of input"),
        ("1\n2\nA..\n.B\n", "", "case 1, line 3, column 3: row 1 has more than 2 squares"),
        ("1\n2\nAx\n.B\n", "", "case 1, line 3, column 2: expected one of `.` `#` `A` `B` in row 1, found `x`"),
        (
            "1\n2\nA\x00\n.B\n",
            "",
            "case 1, line 3, column 2: expected one of `.` `#` `A` `B` in row 1, found byte 0x00",
        ),
        (
            "1\n2\nAA\n..\n",
            "",
            "case 1, line 3, column 1: 2 tokens A, such as a1 and b1, expected one; no token B, expected one",
        ),
        ("2\n2\nA.\n.B\n2\n..\n.B\n", "B\n", "case 2, line 6, column 1: no token A, expected one"),
        ("2\n2\nAB\n..\n2\nA#\n#B\n", "A\n", "case 2, line 6, column 1: no path from A to B"),
        ("1\n2\nA.\n.B\n2\n", "B\n", "line 5, column 1: expected end of input after the last case, found `2`"),
    ];
    for (input, before, message) in cases {
        for method in [Method::Auto, Method::Table] {
            let (output, end) = answer(&P4658, &mut input.as_bytes(), method);
            assert_eq!((output.as_str(), end.unwrap_err().to_string().as_str()), (before, message), "{input:?}");
        }
    }
}

#[test]
fn a_board_without_a_path_can_be_read_but_is_none_of_the_judges() {
    let input = "1\n2\nA#\n#B\n";
    assert_eq!(read(&P4658, &mut input.as_bytes(), Strictness::Relaxed).unwrap(), ["race:AH/HB_a"]);
    let error = read(&P4658, &mut input.as_bytes(), Strictness::Judge).unwrap_err();
    assert_eq!(error.to_string(), "case 1, line 3, column 1: no path from A to B");
    assert!(error.hint.is_some());
}

#[test]
fn the_judges_limits_are_the_judges() {
    let message = |input: &str| read(&P4658, &mut input.as_bytes(), Strictness::Judge).unwrap_err().to_string();
    assert_eq!(message("11\n"), "line 1, column 1: the number of boards is 11, expected 1 to 10");
    assert_eq!(message("1\n301\n"), "case 1, line 2, column 1: the size of the board is 301, expected 2 to 300");
}

#[test]
fn endless_inputs_fail_at_once() {
    for (head, byte, message) in [
        ("", b'0', "line 1, column 1: the number of boards has more than 19 digits"),
        ("1\n2\nA.\n.B", b'.', "case 1, line 4, column 3: row 2 has more than 2 squares"),
        ("1\n2\n", b'\0', "case 1, line 3, column 1: expected one of `.` `#` `A` `B` in row 1, found byte 0x00"),
    ] {
        let (_, end) = endless(head, byte, |input| answer(&P4658, input, Method::Auto));
        assert_eq!(end.unwrap_err().to_string(), message);
    }
}

#[test]
fn boards_beyond_the_kernel_are_refused_with_numbers() {
    let rows = |side: usize| {
        let mut rows = vec![".".repeat(side); side];
        rows[0].replace_range(..1, "A");
        rows[side - 1].replace_range(side - 1.., "B");
        format!("1\n{side}\n{}\n", rows.join("\n"))
    };
    for side in [300, 2000] {
        let (_, end) = answer(&P4658, &mut rows(side).as_bytes(), Method::Table);
        match end.unwrap_err() {
            AnswerError::Solve { case: 1, source: SolveError::TooLarge { slots, needed, limit }, .. } => {
                assert_eq!(slots, 2 * (side as u64).pow(4));
                assert!(needed > limit);
            }
            other => panic!("{other}"),
        }
    }
}

/// A reader that records how many bytes were read from it.
struct Counted<'i> {
    bytes: &'i [u8],
    read: &'i Cell<usize>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.read.set(self.read.get() + count);
        Ok(count)
    }
}

/// A writer that records, for each answer, how many bytes of input had been read.
struct Noted<'i> {
    read: &'i Cell<usize>,
    at: Vec<usize>,
}

impl Write for Noted<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.at.extend(bytes.iter().filter(|&&byte| byte == b'\n').map(|_| self.read.get()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns one number for each answer. It says how many further boards 16 threads had read when the answer was written.
fn boards_read_ahead(boards: usize, side: usize) -> Vec<usize> {
    let mut rows = vec![".".repeat(side); side];
    rows[0].replace_range(0..1, "A");
    rows[side - 1].replace_range(0..1, "B");
    let board = format!("{side}\n{}\n", rows.join("\n"));
    let input = format!("{boards}\n{}", board.repeat(boards));
    let read = Cell::new(0);
    let counted = Counted { bytes: input.as_bytes(), read: &read };
    let mut output = Noted { read: &read, at: Vec::new() };
    let options = Options { threads: 16, ..OPTIONS };
    P4658.answer(&mut BufReader::with_capacity(64, counted), Method::Auto, &options, &mut output).unwrap();
    assert_eq!(output.at.len(), boards);
    output
        .at
        .iter()
        .zip(1..)
        .map(|(read, answered)| (read - 4).div_ceil(board.len()).saturating_sub(answered))
        .collect()
}

/// The judge allows 8 MB of memory. Each additional thread would need some of this memory.
#[test]
fn an_input_of_the_judges_is_answered_by_one_thread() {
    assert!(boards_read_ahead(10, 300).iter().all(|&ahead| ahead <= 1));
    let most = boards_read_ahead(200, 100).into_iter().max();
    assert!(most > Some(1), "what is larger is shared");
}

#[test]
fn long_ways_and_narrow_layers_are_answered() {
    let side = 401;
    let rows = (0..side).map(|row| {
        let (mut squares, gap) =
            (vec![b"#."[usize::from(row % 2 == 0)]; side], if row % 4 == 1 { side - 1 } else { 0 });
        squares[gap] = b'.';
        String::from_utf8(squares).unwrap()
    });
    let mut rows: Vec<String> = rows.collect();
    rows[0].replace_range(..1, "A");
    let last = if (side - 1) % 4 == 0 { side - 1 } else { 0 };
    rows[side - 1].replace_range(last..=last, "B");
    // The board has only one path, of even length, so B meets A at half way.
    assert_eq!(answers(&P4658, &format!("1\n{side}\n{}\n", rows.join("\n")), Method::Auto), "B\n");
}

#[test]
fn answer_words_are_the_judges() {
    for (line, word) in [("A", Some("A")), ("B\r", Some("B")), ("a", None), ("AB", None), ("", None)] {
        assert_eq!(P4658.read_answer(line).as_deref(), word, "{line:?}");
    }
}

#[test]
fn random_boards_are_as_asked() {
    let mut rng = Rng::with_seed(1);
    let (game, start) = random(&mut rng, &Spec { size: Some((3, 7)), walls: Some(0) }).unwrap();
    assert_eq!((game.grid().rows(), game.grid().columns(), game.grid().floor().count()), (3, 7, 21));
    assert_eq!(start, game.start());
    for (size, walls) in [((1, 1), 0), ((0, 9), 0), ((1001, 2), 0), ((4, 4), 100)] {
        assert!(random(&mut rng, &Spec { size: Some(size), walls: Some(walls) }).is_err(), "{size:?} {walls}");
    }
}
