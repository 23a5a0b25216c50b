//! Tests of cannons. They compare the rules with a slow reference, the theorem with the kernel, and the contest format
//! with the judge's cases.

use std::collections::BTreeSet;

use proptest::prelude::*;
use retrograde::author::Spec;
use retrograde::author::check::{check_game, check_notation, check_numbering, check_rules, check_unmoves};
use retrograde::author::{AnswerError, Contest, Method, Strictness};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::{
    Depth, Game, Kind, Notation, NotationError, Numbered, Options, Outcome, Side, Solution, SolveError, Value,
};
use retrograde_games::cannons::p7387::P7387;
use retrograde_games::cannons::row::Row;
use retrograde_games::cannons::theorem::Summary;
use retrograde_games::cannons::{BLACK, Cannons, Passes, Position, RED, random, shortcut};
use retrograde_testing::contests::{answer, answers, endless, pairs, read, write};

fn all_rows(longest: u32) -> impl Iterator<Item = Row> {
    (2..2_u64 << longest).filter_map(Row::from_code)
}

fn theorem(row: &str) -> Outcome {
    let mut summary = Summary::new();
    summary.push(row.as_bytes()).unwrap();
    summary.outcome()
}

#[test]
fn every_pair_is_answered() {
    for (name, input, output) in pairs("cannons") {
        assert_eq!(answers(&P7387, &input, Method::Auto), output, "cases/cannons/{name}");
    }
}

/// Answers the cases whose rows fit into a table; the other cases have rows of up to 99,999 cannons.
#[test]
fn pairs_of_short_rows_are_answered_by_table() {
    for (name, input, output) in pairs("cannons").into_iter().filter(|(name, _, _)| name.as_str() <= "028") {
        let tokens = read(&P7387, &mut input.as_bytes(), Strictness::Relaxed).unwrap();
        if tokens.iter().all(|token| token.len() <= "cannons:_r".len() + 16) {
            assert_eq!(answers(&P7387, &input, Method::Table), output, "cases/cannons/{name}");
        }
    }
}

#[test]
fn the_theorem_agrees_with_the_kernel_on_all_rows_to_14() {
    let game = Cannons::new(14);
    let solution = Solution::new(game, &Options::default()).unwrap();
    for row in all_rows(14) {
        let text = row.to_string();
        let swapped: String = text.chars().map(|cannon| if cannon == '1' { '0' } else { '1' }).collect();
        // With black to move, the theorem applies to the row with exchanged colours.
        for (turn, text) in [(RED, &text), (BLACK, &swapped)] {
            let value = solution.value(&Position { row, turn, passes: Passes::None }).unwrap();
            let kind = match theorem(text) {
                Outcome::Won(RED) => Kind::Win,
                Outcome::Won(BLACK) => Kind::Loss,
                Outcome::Level => Kind::Tie,
            };
            assert_eq!(value.kind(), kind, "{row}, {turn} to move");
        }
        let start = Position::start(row);
        let value = solution.value(&start).unwrap();
        assert_eq!(shortcut(&game, &start).map(|short| short.kind), Some(value.kind()), "{row}");
    }
}

#[test]
fn the_shortcut_knows_every_position() {
    let game = Cannons::new(11);
    let solution = Solution::new(game, &Options::default()).unwrap();
    for position in (0..game.slots()).filter_map(|slot| game.position(retrograde::Slot(slot))) {
        let value = solution.value(&position).unwrap();
        assert_eq!(shortcut(&game, &position).map(|short| short.kind), Some(value.kind()), "{}", game.token(&position));
    }
}

#[test]
fn the_kernel_agrees_with_the_textbook_on_all_rows_to_8() {
    let game = Cannons::new(8);
    let solution = Solution::new(game, &Options::default()).unwrap();
    let truth = oracle(&game, (0..game.slots()).filter_map(|slot| game.position(retrograde::Slot(slot))));
    assert_eq!(truth.len() as u64, solution.stats().unwrap().positions);
    for (position, value) in truth {
        assert_eq!(solution.value(&position), Some(value), "{}", game.token(&position));
    }
}

#[test]
fn the_laws_hold_on_every_slot_to_9() {
    for longest in 1..=9 {
        check_game(&Cannons::new(longest), u64::MAX).unwrap_or_else(|broken| panic!("rows to {longest}: {broken}"));
    }
}

#[test]
fn the_laws_hold_on_a_sample_of_long_rows() {
    for longest in [13, 20, 31, 40, 56] {
        let game = Cannons::new(longest);
        let sampled: Vec<_> = retrograde::author::check::sample(&game, 3000).collect();
        check_rules(&game, sampled.iter().copied()).unwrap();
        check_notation(&game, sampled).unwrap();
        check_numbering(&game, 3000).unwrap();
        check_unmoves(&game, 3000).unwrap();
    }
}

/// The value that the solver computes for a token, and the moves and the ending that the rules give.
struct Seen {
    value: Value,
    moves: BTreeSet<String>,
    ending: Option<&'static str>,
}

fn see(text: &str) -> Seen {
    let (game, position) = Cannons::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let value = solve(&game, &Options::default()).unwrap().value(game.slot(&position)).unwrap();
    let mut moves = BTreeSet::new();
    game.each_move(&position, |action, child| {
        assert!(moves.insert(format!("{action} {}", game.print(&child))), "{text}: {action} twice");
    });
    Seen { value, moves, ending: game.ending(&position).map(|ending| ending.rule) }
}

/// A test case: its name, the token, the value, the ending, and the moves with their successors.
type Corner<'a> = (&'a str, &'a str, Value, Option<&'a str>, &'a [&'a str]);

#[test]
fn corner_positions() {
    let (win, loss, tie) = (
        |plies| Value::Win(Depth::new(plies)),
        |plies| Value::Loss(Depth::new(plies)),
        |plies| Value::Tie(Depth::new(plies)),
    );
    #[rustfmt::skip]
    let cases: [Corner<'_>; 12] = [
        ("capture-to-the-right", "100_r", tie(1), None, &["1x3 01_b", "pass 100_b_p"]),
        ("capture-to-the-left", "001_r", tie(1), None, &["3x1 10_b", "pass 001_b_p"]),
        ("black-captures-too", "100_b", win(1), None, &["3x1 00_r", "pass 100_r_p"]),
        ("two-captures-one-row", "11011_r", win(1), None, &["1x3 1111_b", "5x3 1111_b", "pass 11011_b_p"]),
        ("over-an-enemy-or-a-friend", "1001_b", tie(2), None, &["2x4 100_r", "3x1 001_r", "pass 1001_r_p"]),
        ("pass-pass-ends", "110_r_pp", win(0), Some("both-passed"), &[]),
        ("agreeing-to-end-wins", "110_r_p", win(1), None, &["1x3 11_b", "pass 110_b_pp"]),
        ("a-capture-forgets-the-pass", "0110_b_p", tie(1), None, &["1x3 100_r", "4x2 001_r", "pass 0110_r_pp"]),
        ("nobody-can-capture", "11_b", loss(0), Some("no-capture"), &[]),
        ("one-cannon-is-over", "0_r", loss(0), Some("no-capture"), &[]),
        ("equal-is-a-tie", "10_b", tie(0), Some("no-capture"), &[]),
        ("alternation-loses", "010_r", loss(0), Some("no-capture"), &[]),
    ];
    for (guards, text, value, ending, moves) in cases {
        let seen = see(text);
        assert_eq!(seen.moves, moves.iter().map(|&text| text.to_owned()).collect(), "{guards}: {text}");
        assert_eq!((seen.value, seen.ending), (value, ending), "{guards}: {text}");
    }
}

#[test]
fn tokens_are_read_relaxed_and_printed_strictly() {
    for (text, strict) in [
        ("01100_r", "01100_r"),
        ("01100 RED", "01100_r"),
        ("01100_b_P", "01100_b_p"),
        (" 01100_Black_pp ", "01100_b_pp"),
        ("0_r", "0_r"),
    ] {
        let (game, position) = Cannons::parse(text).unwrap();
        assert_eq!(game.print(&position), strict, "{text}");
    }
    for text in Cannons::EXAMPLES {
        let (game, position) = Cannons::parse(text).unwrap();
        assert_eq!(game.print(&position), *text);
    }
}

#[test]
fn a_drawing_counts_the_squares() {
    let (game, position) = Cannons::parse("01100110011_r").unwrap();
    assert_eq!(game.draw(&position), "01100110011\n12345678901");
}

#[test]
fn bad_tokens_name_the_place() {
    let long = "1".repeat(57) + "_r";
    let cases = [
        ("", "the row is empty, expected `1` (red) and `0` (black)", ""),
        ("_", "the row is empty, expected `1` (red) and `0` (black)", "_"),
        ("01x00_r", "unexpected `x` in the row", "x"),
        ("0110é_r", "unexpected `é` in the row", "é"),
        ("01100", "the side to move is missing, expected `_r` (red) or `_b` (black)", ""),
        ("01100_w", "`w` is not a side to move, expected `_r` (red) or `_b` (black)", "w"),
        ("01100_r_q", "unexpected `q`, expected `p` (one pass), `pp` (two) or nothing", "q"),
        ("01100_r_p_p", "unexpected `p` at the end of the token", "p"),
        (&long, "a row of 57 cannons, expected at most 56", &long[..57]),
    ];
    for (text, expected, place) in cases {
        match Cannons::parse(text) {
            Err(NotationError::Malformed { message, at, .. }) => {
                assert_eq!((message.to_string().as_str(), &text[at]), (expected, place), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in ["10_r_p", "1_b_pp", "1111_r_p"] {
        let error = Cannons::parse(text).unwrap_err();
        let reason = "no capture is possible in this row, so the game ended before a side could pass";
        assert_eq!(error, NotationError::Illegal { reasons: vec![reason.into()] }, "{text}");
    }
}

proptest! {
    #[test]
    fn tokens_round_trip(row in "[01]{1,56}", turn in 0..2_u64, passes in 0..3_usize) {
        let row = Row::from_text(&row).unwrap();
        let possible = if row.can_capture() { passes } else { 0 };
        let passes = [Passes::None, Passes::One, Passes::Both][possible];
        let position = Position { row, turn: Side::from_parity(turn), passes };
        let game = Cannons::new(row.len());
        let (same, back) = Cannons::parse(&game.print(&position)).unwrap();
        prop_assert_eq!((same, back), (game, position));
        prop_assert_eq!(game.find(&position).and_then(|slot| game.position(slot)), Some(position));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = Cannons::parse(&text);
    }

    #[test]
    fn any_bytes_are_answered_or_refused(bytes in prop::collection::vec(prop::sample::select(b"0123 \r\n\x00x".as_slice()), 0..60)) {
        let _ = answer(&P7387, &mut bytes.as_slice(), Method::Auto);
        let _ = read(&P7387, &mut bytes.as_slice(), Strictness::Judge);
    }

    #[test]
    fn long_rows_agree_with_counting_by_hand(row in "[01]{1,300}") {
        let (r, b) = (row.matches('1').count(), row.matches('0').count());
        let alternates = !row.contains("11") && !row.contains("00");
        let expected = if r > b || r == b && has_the_shape(&row) {
            Outcome::Won(RED)
        } else if r == b || r + 1 == b && !alternates {
            Outcome::Level
        } else {
            Outcome::Won(BLACK)
        };
        prop_assert_eq!(theorem(&row), expected);
    }

    #[test]
    fn rows_of_the_shape_win(before in 0..40_usize, block in prop::sample::select(vec!["1100", "0011"]), after in 0..40_usize) {
        let row = "10".repeat(before) + block + &"01".repeat(after);
        prop_assert!(has_the_shape(&row));
        prop_assert_eq!(theorem(&row), Outcome::Won(RED));
    }
}

/// Returns whether a row has the form (10)^j (1100 | 0011) (01)^k.
fn has_the_shape(row: &str) -> bool {
    ["1100", "0011"].into_iter().any(|block| {
        row.match_indices(block).any(|(at, _)| {
            let (before, after) = (&row[..at], &row[at + 4..]);
            before == "10".repeat(before.len() / 2) && after == "01".repeat(after.len() / 2)
        })
    })
}

#[test]
fn layout_is_forgiven_when_answering_and_not_by_the_judge() {
    let strict = "2\n3\n101\n5\n01100\n";
    for text in [strict, "2\r\n3\r\n101\r\n5\r\n01100\r\n", "2\n3\n101\n5\n01100", " 2 3 101\n\n5\t01100  \n\n"] {
        assert_eq!(answers(&P7387, text, Method::Auto), "WIN\nTIE\n", "{text:?}");
        let judged = read(&P7387, &mut text.as_bytes(), Strictness::Judge);
        assert_eq!(judged.is_ok(), text == strict, "{text:?}");
    }
}

#[test]
fn what_is_read_is_written_back() {
    for (name, input, _) in pairs("cannons") {
        let tokens = read(&P7387, &mut input.as_bytes(), Strictness::Judge).unwrap();
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        assert_eq!(write(&P7387, &tokens).unwrap(), input, "cases/cannons/{name}");
    }
}

#[test]
fn only_starts_can_be_written() {
    for (token, message) in [
        ("cannons:01100_b", "cannons:01100_b: in p7387 red is to move, and neither side has passed yet"),
        ("cannons:01100_r_p", "cannons:01100_r_p: in p7387 red is to move, and neither side has passed yet"),
        ("cannons:01200_r", "cannons:01200_r: unexpected `2` in the row"),
        ("pawn:01100_r", "pawn:01100_r: expected `cannons:` in front"),
    ] {
        assert_eq!(write(&P7387, &[token]).unwrap_err().to_string(), message);
    }
}

#[test]
fn bad_inputs_name_the_place_after_the_answers_before() {
    let cases = [
        ("", "", "line 1, column 1: expected the number of cases, found end of input"),
        ("0\n", "", "line 1, column 1: the number of cases is 0, expected at least 1"),
        ("x\n", "", "line 1, column 1: expected the number of cases, found `x`"),
        ("2\n3\n101\n", "WIN\n", "case 2, line 4, column 1: expected the number of cannons, found end of input"),
        ("1\n0\n\n", "", "case 1, line 2, column 1: the number of cannons is 0, expected at least 1"),
        ("1\n-3\n101\n", "", "case 1, line 2, column 1: expected the number of cannons, found `-`"),
        ("1\n3\n", "", "case 1, line 3, column 1: expected the row, found end of input"),
        ("1\n3\n10\n", "", "case 1, line 3, column 3: the row has 2 cannons, expected 3"),
        ("1\n3\n1010\n", "", "case 1, line 3, column 4: the row has more than 3 cannons"),
        ("1\n3\n1a1\n", "", "case 1, line 3, column 2: expected one of `1` `0` in the row, found `a`"),
        ("1\n3\n1\x001\n", "", "case 1, line 3, column 2: expected one of `1` `0` in the row, found byte 0x00"),
        ("1\n3\n101\n7", "WIN\n", "line 4, column 1: expected end of input after the last case, found `7`"),
        ("1\n1000000000\n0110", "", "case 1, line 3, column 5: the row has 4 cannons, expected 1000000000"),
        (
            "1\n9999999999999999999\n1",
            "",
            "case 1, line 3, column 2: the row has 1 cannon, expected 9999999999999999999",
        ),
    ];
    for (input, before, message) in cases {
        for method in [Method::Auto, Method::Table] {
            let (output, end) = answer(&P7387, &mut input.as_bytes(), method);
            assert_eq!((output.as_str(), end.unwrap_err().to_string().as_str()), (before, message), "{input:?}");
        }
        assert_eq!(read(&P7387, &mut input.as_bytes(), Strictness::Relaxed).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_judges_limits_are_the_judges() {
    let judge = |input: &str| read(&P7387, &mut input.as_bytes(), Strictness::Judge).map(|tokens| tokens.len());
    let message = |input: &str| judge(input).unwrap_err().to_string();
    assert_eq!(message("100001\n"), "line 1, column 1: the number of cases is 100001, expected 1 to 100000");
    let expected = "case 1, line 2, column 1: the number of cannons is 10000001, expected 1 to 10000000";
    assert_eq!(message("1\n10000001\n"), expected);
    let longest = format!("10000000\n{}\n", "10".repeat(5_000_000));
    assert_eq!(judge(&format!("2\n{longest}{longest}")).unwrap(), 2);
    assert_eq!(
        message(&format!("3\n{longest}{longest}1\n1\n")),
        "case 3, line 6, column 1: more than 20000000 cannons in all"
    );
}

#[test]
fn endless_inputs_fail_at_once() {
    for (head, byte, message) in [
        ("", b'0', "line 1, column 1: the number of cases has more than 19 digits"),
        ("1\n3\n", b'0', "case 1, line 3, column 4: the row has more than 3 cannons"),
        ("1\n3\n10", b'\0', "case 1, line 3, column 3: expected one of `1` `0` in the row, found byte 0x00"),
        ("1\n", b'0', "case 1, line 2, column 1: the number of cannons has more than 19 digits"),
    ] {
        let (_, end) = endless(head, byte, |input| answer(&P7387, input, Method::Auto));
        assert_eq!(end.unwrap_err().to_string(), message);
    }
}

#[test]
fn a_row_longer_than_a_table_is_refused_with_numbers() {
    for length in [40, 57, 300] {
        let row = "10".repeat(length / 2) + &"1".repeat(length % 2);
        let (_, end) = answer(&P7387, &mut format!("1\n{length}\n{row}\n").as_bytes(), Method::Table);
        match end.unwrap_err() {
            AnswerError::Solve { case: 1, token, source: SolveError::TooLarge { needed, limit, .. } } => {
                assert_eq!(token, format!("cannons:{row}_r"));
                assert!(needed > limit, "{needed} {limit}");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn answer_words_are_the_judges() {
    for (line, word) in
        [("WIN", Some("WIN")), ("TIE\r", Some("TIE")), (" LOSE ", Some("LOSE")), ("win", None), ("", None)]
    {
        assert_eq!(P7387.read_answer(line).as_deref(), word, "{line:?}");
    }
}

#[test]
fn random_rows_are_as_asked() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (game, position) = random(&mut rng, &Spec { size: Some((1, 30)), walls: None }).unwrap();
    assert_eq!((game.longest(), position.row.len()), (30, 30));
    assert_eq!(position, Position::start(position.row));
    let lengths = [0, 57, u32::MAX];
    for length in lengths {
        let error = random(&mut rng, &Spec { size: Some((1, length)), walls: None }).unwrap_err();
        assert_eq!(error.to_string(), format!("a row has 1 to 56 cannons, not {length}"));
    }
    assert!(random(&mut rng, &Spec { size: Some((2, 9)), walls: None }).is_err());
    assert!(random(&mut rng, &Spec { size: None, walls: Some(5) }).is_err());
}
