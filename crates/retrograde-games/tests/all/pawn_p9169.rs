//! Tests the contest format of Luogu P9169 with the known cases and with every kind of bad input.

use std::ops::ControlFlow;

use Strictness::{Judge, Relaxed};
use fastrand::Rng;
use retrograde::author::{AnswerError, Contest, InputError, Method, Spec, Strictness};
use retrograde::{Ending, Game, Notation, NotationError, Options};
use retrograde_games::pawn::{BLACK, P9169, Pawn, random};
use retrograde_testing::contests::{answer, answers, endless, pairs, read, write};

const SAMPLE_4: &str = "5 5\n.....\n.....\n..O..\n#..#.\nO#.X.\n";

/// The only case with a board that is not a start; see `a_pawn_on_row_1_is_answered_and_reported`.
const NO_START: &str = "no-start";

fn read_text(text: &str, strictness: Strictness) -> Result<Vec<String>, InputError> {
    read(&P9169, &mut text.as_bytes(), strictness)
}

fn valid_pairs() -> impl Iterator<Item = (String, String, String)> {
    pairs("pawn").into_iter().filter(|(name, ..)| name != NO_START)
}

/// Returns the text of an input after its first line.
fn body(text: &str) -> &str {
    text.split_once('\n').unwrap().1
}

#[test]
fn every_pair_is_answered() {
    assert_eq!(valid_pairs().count(), 29);
    for (name, input, output) in valid_pairs() {
        println!("cases/pawn/{name}");
        for method in [Method::Table, Method::Shortcut] {
            assert_eq!(answers(&P9169, &input, method), output, "cases/pawn/{name}, {method:?}");
        }
    }
}

#[test]
fn every_pair_is_valid_and_is_written_back_to_the_byte() {
    for (name, input, _) in valid_pairs() {
        let tokens = read_text(&input, Judge).unwrap_or_else(|error| panic!("cases/pawn/{name}: {error}"));
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        assert_eq!(body(&write(&P9169, &tokens).unwrap()), body(&input), "cases/pawn/{name}");
    }
}

/// The problem promises that the pawn does not start on row 1, but the first board of this case breaks the promise. The
/// rules still give a winner, so the program answers the board, and reports the broken promise after it has read all
/// boards.
#[test]
fn a_pawn_on_row_1_is_answered_and_reported() {
    let (_, input, output) = pairs("pawn").into_iter().find(|(name, ..)| name == NO_START).unwrap();
    let (answers, result) = answer(&P9169, &mut input.as_bytes(), Method::Auto);
    assert_eq!(answers, output);
    let message = "case 1, line 3, column 3: the black pawn on c1 is on row 1 already";
    assert_eq!(result.unwrap_err().to_string(), message);
    assert_eq!(read_text(&input, Judge).unwrap_err().to_string(), message);
    assert_eq!(read_text(&input, Relaxed).unwrap_err().to_string(), message);
    let (game, position) = Pawn::parse("OHX/HOH/3_r").unwrap();
    assert_eq!(game.ending(&position), Some(Ending::won(BLACK, "reached-goal")));
}

#[test]
fn random_starts_are_written_and_read_back() {
    for seed in 0..200 {
        let (game, start) = random(&mut Rng::with_seed(seed), &Spec::default()).unwrap();
        let token = game.token(&start);
        let text = write(&P9169, &[&token]).unwrap();
        assert_eq!(read_text(&text, Judge).unwrap(), [token], "seed {seed}");
    }
}

#[test]
fn relaxed_reading_forgives_layout() {
    let expected = read_text(&format!("0 1\n{SAMPLE_4}"), Judge).unwrap();
    let forgiven = [
        format!("0 1\n{SAMPLE_4}").replace('\n', "\r\n"),
        format!("\n\n 0\t1 \n\n{}", SAMPLE_4.replace('\n', "  \n")),
        format!("0 1\n{}", SAMPLE_4.trim_end()),
        format!("0 1\n{SAMPLE_4}\n\n \n"),
    ];
    for text in forgiven {
        assert_eq!(read_text(&text, Relaxed).unwrap(), expected, "{text:?}");
        assert!(read_text(&text, Judge).is_err(), "{text:?}");
    }
}

#[test]
fn only_the_judge_limits_the_number_of_boards() {
    let eleven = format!("0 11\n{}", SAMPLE_4.repeat(11));
    assert_eq!(read_text(&eleven, Relaxed).unwrap().len(), 11);
    let error = read_text(&eleven, Judge).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 3: the number of boards is 11, expected 1 to 10");
}

#[test]
fn a_reader_may_stop_early() {
    let mut count = 0;
    P9169
        .read(&mut format!("0 2\n{SAMPLE_4}garbage").as_bytes(), Relaxed, &mut |_| {
            count += 1;
            ControlFlow::Break(())
        })
        .unwrap();
    assert_eq!(count, 1);
}

#[test]
fn bad_input_gets_one_clear_error() {
    let cases = [
        ("empty", "", "line 1, column 1: expected the number of the test, found end of input"),
        ("blank", "\n\n", "line 3, column 1: expected the number of the test, found end of input"),
        ("no count", "0\n", "line 2, column 1: expected the number of boards, found end of input"),
        ("no boards", "0 0\n", "line 1, column 3: the number of boards is 0, expected at least 1"),
        ("letters", "zero one\n", "line 1, column 1: expected the number of the test, found `z`"),
        ("negative", "0 -1\n", "line 1, column 3: expected the number of boards, found `-`"),
        ("NUL", "\0\0\0\0", "line 1, column 1: expected the number of the test, found byte 0x00"),
        ("byte order mark", "\u{feff}0 1", "line 1, column 1: expected the number of the test, found byte 0xef"),
        ("truncated header", "0 1\n5", "case 1, line 2, column 2: expected the number of columns, found end of input"),
        ("too many rows", "0 1\n5001 5\n", "case 1, line 2, column 1: the number of rows is 5001, expected 2 to 5000"),
        ("one row", "0 1\n1 5\n", "case 1, line 2, column 1: the number of rows is 1, expected 2 to 5000"),
        (
            "huge claim",
            "0 1\n2 1000000000\n",
            "case 1, line 2, column 3: the number of columns is 1000000000, expected 1 to 5000",
        ),
        ("huge count", "0 1000000000\n3 3\n", "case 1, line 3, column 1: expected row 1, found end of input"),
        ("truncated rows", "0 1\n3 3\nO.O\n", "case 1, line 4, column 1: expected row 2, found end of input"),
        ("truncated row", "0 1\n3 3\nO.", "case 1, line 3, column 3: row 1 has 2 squares, expected 3"),
        ("short row", "0 1\n3 3\nO.\n.X.\n..O\n", "case 1, line 3, column 3: row 1 has 2 squares, expected 3"),
        ("long row", "0 1\n3 3\n...\nO..O\n.X.\n", "case 1, line 4, column 4: row 2 has more than 3 squares"),
        ("missing row", "0 1\n3 3\nO.O\n.X.\n", "case 1, line 5, column 1: expected row 3, found end of input"),
        (
            "strange letter",
            "0 1\n3 3\nO.o\n.X.\n...\n",
            "case 1, line 3, column 3: expected one of `.` `#` `O` `X` in row 1, found `o`",
        ),
        (
            "NUL in a row",
            "0 1\n3 3\nO.\0\n.X.\n...\n",
            "case 1, line 3, column 3: expected one of `.` `#` `O` `X` in row 1, found byte 0x00",
        ),
        ("no king", "0 1\n3 3\n...\n.X.\n...\n", "case 1, line 3, column 1: 0 red kings, expected 2"),
        ("one king", "0 1\n3 3\n...\n.X.\nO..\n", "case 1, line 3, column 1: 1 red king, expected 2"),
        ("three kings", "0 1\n3 3\nO..\n.X.\nO.O\n", "case 1, line 5, column 3: 3 red kings, expected 2"),
        ("no pawn", "0 1\n3 3\n...\n...\nO.O\n", "case 1, line 3, column 1: 0 black pawns, expected 1"),
        ("two pawns", "0 1\n3 3\n...\n.X.\nOXO\n", "case 1, line 5, column 2: 2 black pawns, expected 1"),
        ("nothing", "0 1\n2 1\n.\n#\n", "case 1, line 3, column 1: 0 red kings, expected 2; 0 black pawns, expected 1"),
        (
            "pawn on row 1",
            "0 1\n3 3\n..X\n...\nO.O\n",
            "case 1, line 3, column 3: the black pawn on c1 is on row 1 already",
        ),
        (
            "everything at once",
            "0 1\n\n2 3\nX.X\nOOO\n",
            "case 1, line 5, column 3: 3 red kings, expected 2; 2 black pawns, expected 1; \
             the black pawn on a1 is on row 1 already; the black pawn on c1 is on row 1 already",
        ),
        (
            "trailing garbage",
            "0 1\n3 3\n...\n.X.\nO.O\n3 3\n",
            "line 6, column 1: expected end of input after the last case, found `3`",
        ),
    ];
    for (name, text, expected) in cases {
        let error = read_text(text, Relaxed).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{name}");
        assert!(error.hint.is_some(), "{name} has no hint");
        let (output, result) = answer(&P9169, &mut text.as_bytes(), Method::Auto);
        assert_eq!(result.unwrap_err().to_string(), expected, "{name}, as an answer");
        assert!(output.is_empty() || ["trailing garbage", "pawn on row 1"].contains(&name), "{name}: {output}");
    }
}

#[test]
fn answers_before_a_bad_case_are_written() {
    let (output, result) = answer(&P9169, &mut format!("0 2\n{SAMPLE_4}3 3\nO.O\n").as_bytes(), Method::Auto);
    assert_eq!(output, "Tie\n");
    assert!(result.unwrap_err().to_string().starts_with("case 2, line 10"));
}

/// Answers an input with `threads` threads.
fn answer_by(threads: usize, method: Method, input: &str) -> (String, Result<(), AnswerError>) {
    let mut output = Vec::new();
    let options = Options { threads, ..Options::default() };
    let result = P9169.answer(&mut input.as_bytes(), method, &options, &mut output);
    (String::from_utf8(output).unwrap(), result)
}

#[test]
fn threads_change_nothing() {
    let mut rng = Rng::with_seed(9169);
    let tokens: Vec<String> = (0..60)
        .map(|_| {
            let spec = Spec { walls: Some(rng.u32(0..60)), ..Spec::default() };
            let (game, start) = random(&mut rng, &spec).unwrap();
            game.token(&start)
        })
        .collect();
    let good = write(&P9169, &tokens.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    let bad = format!("{}3 3\nO.O\n", good.replacen("0 60", "0 61", 1));
    let (expected, _) = answer_by(1, Method::Table, &good);
    assert_eq!(expected.lines().count(), tokens.len());
    for threads in [0, 1, 2, 3, 7] {
        let (output, result) = answer_by(threads, Method::Auto, &good);
        result.unwrap();
        assert_eq!(output, expected, "{threads} threads");
        let (output, result) = answer_by(threads, Method::Auto, &bad);
        assert_eq!(output, expected, "{threads} threads, and a bad case");
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with("case 61, "), "{threads} threads: {error}");
    }
}

#[test]
fn endless_input_fails_at_once() {
    let cases = [
        ("", b'0', "line 1, column 1: the number of the test has more than 19 digits"),
        ("", b'\0', "line 1, column 1: expected the number of the test, found byte 0x00"),
        ("", b'\n', "line 1048577, column 1: more than 1048576 consecutive blanks"),
        ("0 ", b'1', "line 1, column 3: the number of boards has more than 19 digits"),
        ("0 1\n3 3\n", b'0', "case 1, line 3, column 1: expected one of `.` `#` `O` `X` in row 1, found `0`"),
        ("0 1\n3 3\n", b'.', "case 1, line 3, column 4: row 1 has more than 3 squares"),
        ("0 1\n3 3\n...\n.X.\nO.O\n", b'0', "line 6, column 1: expected end of input after the last case, found `0`"),
    ];
    for (start, byte, expected) in cases {
        for strictness in [Relaxed, Judge] {
            let error = endless(start, byte, |input| read(&P9169, input, strictness)).unwrap_err();
            if (strictness, byte) == (Judge, b'\n') {
                assert_eq!(error.to_string(), "line 1, column 1: expected the number of the test, found end of line");
            } else if (strictness, byte, start) == (Judge, b'0', "") {
                assert_eq!(error.to_string(), "line 1, column 1: the number of the test has a leading zero");
            } else {
                assert_eq!(error.to_string(), expected);
            }
        }
    }
}

#[test]
fn a_board_over_the_memory_limit_is_refused_with_its_token() {
    let input = format!("0 1\n{SAMPLE_4}");
    let options = Options { memory: 1000, ..Options::default() };
    let error = P9169.answer(&mut input.as_bytes(), Method::Table, &options, &mut Vec::new()).unwrap_err();
    assert!(
        matches!(&error, AnswerError::Solve { case: 1, token, .. } if token == "pawn:5/5/2O2/H2H1/OH1X1_r"),
        "{error}"
    );
}

/// Enlarges a board to the given size with walls below and on the right. The walls do not change the game.
fn walled_up(board: &str, rows: usize, columns: usize) -> String {
    let lines = board.lines().skip(1).map(|line| format!("{line:#<columns$}\n"));
    let below = std::iter::repeat_n(format!("{}\n", "#".repeat(columns)), rows);
    let lines: Vec<String> = lines.chain(below).take(rows).collect();
    format!("{rows} {columns}\n{}", lines.concat())
}

#[test]
fn boards_beyond_the_judge_s_are_answered_as_the_same_game_is_within() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let spec = Spec { walls: Some(rng.u32(0..70)), ..Spec::default() };
        let (game, start) = random(&mut rng, &spec).unwrap();
        let small = write(&P9169, &[&game.token(&start)]).unwrap();
        let (rows, columns) = *rng.choice(&[(11, 10), (10, 11), (12, 30), (20, 20), (100, 100)]).unwrap();
        let large = format!("0 1\n{}", walled_up(body(&small), rows, columns));
        println!("seed {seed}\n{large}");
        assert_eq!(answers(&P9169, &large, Method::Auto), answers(&P9169, &small, Method::Auto));
        let token = &read_text(&large, Relaxed).unwrap()[0];
        assert_eq!(write(&P9169, &[token]).unwrap(), large);
        let error = read_text(&large, Judge).unwrap_err().to_string();
        assert!(error.contains("expected 2 to 10") || error.contains("expected 1 to 10"), "{error}");
    }
}

/// Returns a board without walls, with the kings in the first corner and the pawn in the last corner.
fn open_board(rows: usize, columns: usize) -> String {
    let floor = |count| ".".repeat(count);
    let between = format!("{}\n", floor(columns)).repeat(rows - 2);
    format!("{rows} {columns}\nOO{}\n{between}{}X\n", floor(columns - 2), floor(columns - 1))
}

/// Tests large boards without walls, on which the whole board is used.
#[test]
fn open_boards_of_any_size_are_answered() {
    let input = format!("0 2\n{}{}", open_board(11, 11), open_board(2, 11));
    for threads in [1, 3] {
        let (output, result) = answer_by(threads, Method::Auto, &input);
        result.unwrap();
        assert_eq!(output, "Red 35\nBlack 2\n", "{threads} threads");
    }
}

#[test]
fn a_board_that_no_table_holds_is_refused_with_numbers() {
    let (output, result) = answer_by(2, Method::Auto, &format!("0 2\n{SAMPLE_4}{}", open_board(200, 200)));
    assert_eq!(output, "Tie\n");
    let error = result.unwrap_err().to_string();
    assert!(error.starts_with("case 2: needs 131.0 TiB for 63998400000000 slots, limit 4.0 GiB"), "{error}");
    // Even with unlimited memory, the numbering does not support this number of floor squares.
    let options = Options { memory: u64::MAX, ..Options::default() };
    let input = format!("0 1\n{}", open_board(50, 50));
    let error = P9169.answer(&mut input.as_bytes(), Method::Auto, &options, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "case 1, line 3, column 1: the board has 2500 floor squares, at most 2047");
    let (_, result) = answer_by(1, Method::Shortcut, &format!("0 1\n{}", open_board(11, 11)));
    let error = result.unwrap_err().to_string();
    assert_eq!(error, "case 1, line 3, column 1: pawn has no shortcut for this position");
}

#[test]
fn positions_that_are_no_start_cannot_be_written() {
    let cases = [
        ("pawn:O2/1X1/2O_b", "pawn:O2/1X1/2O_b: a board of p9169 has Red to move"),
        ("pawn:OX1/3/2O_r", "pawn:OX1/3/2O_r: a board of p9169 does not have the pawn on row 1"),
        ("pawn:O2/1C1/3_r", "pawn:O2/1C1/3_r: a board of p9169 does not have the pawn on a king's square"),
        (
            "pawn:OXO8_b",
            "pawn:OXO8_b: a board of p9169 has two rows or more, and has Red to move, \
             and does not have the pawn on row 1",
        ),
        ("race:A2/3/2B_a", "race:A2/3/2B_a: expected `pawn:` in front"),
        ("pawn:O2_r", "pawn:O2_r: 1 red king, expected 2; 0 black pawns, expected 1"),
    ];
    for (token, expected) in cases {
        assert_eq!(write(&P9169, &[token]).unwrap_err().to_string(), expected);
    }
    // If one token of a list is invalid, nothing is written.
    let mut output = Vec::new();
    let tokens = ["pawn:O2/1X1/2O_r", "pawn:O2_r"].map(str::to_owned);
    let error = P9169.write(&tokens, &mut output).unwrap_err();
    assert!(matches!(error, AnswerError::Notation { source: NotationError::Illegal { .. }, .. }), "{error}");
    assert!(output.is_empty());
}

#[test]
fn answers_are_compared_by_words() {
    let cases = [
        ("Red 75", Some("Red 75")),
        (" Black  0\r", Some("Black 0")),
        ("Tie", Some("Tie")),
        ("Red 007", Some("Red 7")),
        ("red 75", None),
        ("Red", None),
        ("Red -1", None),
        ("Red +1", None),
        ("Tie 3", None),
        ("Draw", None),
        ("", None),
        ("Red 99999999999999999999", None),
    ];
    for (line, expected) in cases {
        assert_eq!(P9169.read_answer(line).as_deref(), expected, "{line:?}");
    }
}
