//! Tests the limits that make an untrusted game file harmless. Some limits apply when a program reads the file, and
//! others when it plays the game.

use std::sync::Arc;

use retrograde::{Game, NotationError};
use retrograde_boards::{BoardGame, BoardPosition, open_file, read};

use crate::errors::{BASE, expect};

/// Cases of errors whose texts are generated because they are long. Each case has a part of [`BASE`], the replacement
/// for this part with `^` before the error, and the message.
pub(crate) fn long_cases() -> Vec<(&'static str, String, &'static str)> {
    let many = |count: usize, text: &dyn Fn(usize) -> String| (0..count).map(text).collect::<String>();
    let kind = |number| {
        let letter = char::from(b'A' + number as u8);
        format!("[[pieces]]\nname = \"kind\"\nletter = \"{letter}\"\n\n")
    };
    let kinds = BASE[BASE.find("[[pieces]]").unwrap()..BASE.find("[conditions]").unwrap()].to_owned();
    let kinds: &'static str = kinds.leak();
    let rule = |number| format!("[[moves]]\nname = \"m{number}\"\nbefore = \".\"\nafter = \"M\"\n\n");
    let last_rule = rule(0).replace("\"m0\"", "^\"m0\"").replace("m0", "last");
    vec![
        ("id = \"base\"", format!("^#{}\nid = \"base\"", "#".repeat(1 << 16)), "the file is longer than 65536 bytes"),
        (
            "size = \"3x3\"",
            format!("layout = [\"{}^a1\"]", ". ".repeat(90)),
            "the layout has more than 90 rows or columns",
        ),
        (
            "size = \"3x3\"",
            format!("layout = [{}\"^a1\"]", "\". .\", ".repeat(90)),
            "the layout has more than 90 rows or columns",
        ),
        (
            "size = \"3x3\"",
            format!("layout = [^\"{}\", \"x1\"]", many(90, &|number| format!("a{number} "))),
            "the layout has 91 squares, expected 1 to 90",
        ),
        (
            "second = \"s\" }",
            format!("second = \"{}^n{}\" }}", "n ".repeat(2000), ",n".repeat(500)),
            "the directions have more than 4096 steps in all",
        ),
        (
            "directions.ahead",
            format!("directions.a = \"{}\"\ndirections.b = \"a ^a a\"\ndirections.ahead", "n ".repeat(1000)),
            "the directions have more than 4096 steps in all",
        ),
        (
            "size = \"3x3\"",
            format!("layout = [\"a1 b1\"]\nlines = [{}^\"a1 b1\"]", "\"a1 b1\", ".repeat(1024)),
            "the directions have more than 4096 steps in all",
        ),
        (
            "\"3 along every\"",
            format!("[{}^\"b1 b2\"]", "\"3 along every\", ".repeat(1000)),
            "there are more than 1000 rows",
        ),
        (kinds, format!("^{}", many(17, &kind)), "there are 17 kinds of pieces, expected 1 to 16"),
        (
            "blocked = {",
            format!("{}^blocked = {{", many(62, &|number| format!("c{number} = {{ cells = \"M\" }}\n"))),
            "there are more than 64 conditions and zones",
        ),
        (
            "[[moves]]",
            format!("{}{last_rule}[[moves]]", many(256, &rule)),
            "there are more than 256 moves; a move with `+opp` counts once for each kind",
        ),
        ("\"+M -K\"", format!("\"{}^+M\"", "+M ".repeat(99)), "a hand holds at most 99 pieces of a kind"),
        (
            "name = \"step\"\nalong = \"ahead\"\nbefore = \"M .&blocked\"\nafter = \". M\"",
            format!(
                "name = ^\"step\"\nalong = \"every\"\nbefore = \"{}.\"\nafter = \"{}.\"",
                "?* ".repeat(90),
                "= ".repeat(90)
            ),
            "up to `step`, one position may need more than 100000 steps: use fewer `*` and `+` in a pattern, or fewer rules",
        ),
        (
            "[[moves]]\nname = \"step\"\nalong = \"ahead\"\nbefore = \"M .&blocked\"",
            format!("{}[[moves]]\nname = ^\"step\"\nalong = \"ahead\"\nbefore = \"M .&n59\"", nested_conditions()),
            "up to `step`, one position may need more than 100000 steps: use fewer `*` and `+` in a pattern, or fewer rules",
        ),
        (
            "[[moves]]\nname = \"step\"",
            format!(
                "{}[[endings]]\nname = ^\"some\"\nwhen = \"some ?&n3\"\nresult = \"tie\"\n\n[[moves]]\nname = \"step\"",
                nested_conditions()
            ),
            "up to `some`, one position may need more than 100000 steps: use fewer `*` and `+` in a pattern, or fewer rules",
        ),
    ]
}

/// A list of conditions. Each condition tests the previous condition twice, so the total number of tests is too large
/// for any computer.
fn nested_conditions() -> String {
    let pair = |number: usize| {
        format!(
            "n{number} = {{ along = \"every\", cells = \"?&{0} ?&{0}\" }}\n",
            if number == 0 { "lined".to_owned() } else { format!("n{}", number - 1) }
        )
    };
    (0..60).map(pair).collect()
}

#[test]
fn limits_are_errors_with_their_place() {
    for (part, new, message) in long_cases() {
        println!("{message}");
        expect(part, &new, message);
    }
}

/// A game for test cases that differ in the board, the moves and the start.
fn game(board: &str, moves: &str, start: &str) -> BoardGame {
    let text = format!(
        r#"
            id = "limits"
            title = "Limits"
            rules = "None."
            pieces = [{{ name = "man", letter = "M" }}]
            board = {{ {board} }}
            moves = [{moves}]
            start = {start}
        "#
    );
    BoardGame::new(Arc::new(read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))))
}

fn children(game: &BoardGame, position: &BoardPosition) -> Vec<(String, BoardPosition)> {
    let mut all = Vec::new();
    game.each_move(position, |action, child| all.push((action.to_string(), child)));
    all
}

fn ending(game: &BoardGame) -> Option<&'static str> {
    game.ending(&game.start()).map(|ending| ending.rule)
}

/// A turn takes eleven men one by one in any order, so there are 11! turns.
#[test]
fn a_position_with_too_many_turns_is_a_tie() {
    let takes = r#"{ name = "take", before = "m", after = ".", then = "take" }"#;
    let of =
        |men: usize| game(r#"size = "1x11""#, takes, &format!(r#"{{ board = "{}{}" }}"#, "m".repeat(men), 11 - men));
    // The 720 turns have 1,956 parts. All turns give the same board, but their texts differ.
    assert_eq!(ending(&of(6)), None);
    assert_eq!(children(&of(6), &of(6).start()).len(), 720);
    // The 5,040 turns have 13,699 parts.
    assert_eq!(ending(&of(7)), Some("too-many-turns"));
    assert_eq!(ending(&of(11)), Some("too-many-turns"));
    assert!(children(&of(11), &of(11).start()).is_empty());
}

/// The parts of a turn follow each other, and each part has ten choices.
#[test]
fn chains_of_parts_that_multiply_are_a_tie() {
    let part = |number: usize| {
        let then = if number < 30 { format!(r#", then = "p{}""#, number + 1) } else { String::new() };
        format!(r#"{{ name = "p{number}", before = "?", after = "="{then} }},"#)
    };
    let parts: String = (0..=30).map(part).collect();
    assert_eq!(ending(&game(r#"size = "1x10""#, &parts, r#"{ board = "10" }"#)), Some("too-many-turns"));
}

#[test]
fn hands_hold_0_to_99_pieces() {
    let give =
        |start: &str| game(r#"size = "1x2""#, r#"{ name = "give", before = "?", after = "=", hand = "+M +m" }"#, start);
    assert_eq!(
        children(&give(r#"{ board = "2", hand = "M98 m98" }"#), &give(r#"{ board = "2", hand = "M98 m98" }"#).start())
            .len(),
        1
    );
    assert_eq!(ending(&give(r#"{ board = "2", hand = "M98 m99" }"#)), Some("no-move"));
    let put = |held: u8| {
        let start = format!(r#"{{ board = "2", hand = "M{held}" }}"#);
        game(r#"size = "1x2""#, r#"{ name = "put", before = ".", after = "M", hand = "-M -M" }"#, &start)
    };
    assert_eq!(ending(&put(1)), Some("no-move"));
    assert_eq!(ending(&put(2)), None);
}

/// In each case, a move that can follow itself does not always reduce the number of pieces. So a turn could go on for
/// ever.
#[test]
fn a_repeated_part_must_remove_pieces() {
    let endless =
        [("M* opp .", ". . m"), ("own opp .+", ". . m"), ("own .", ". m"), ("opp* ?", ". ="), ("opp .", "< >")];
    for (before, after) in endless {
        let text = BASE
            .replace("M opp .!lined", before)
            .replace(". . M", after)
            .replace("from = 3\nif = \"3 not in lined\"\n", "");
        let error = read(&text).unwrap_err().to_string();
        assert!(error.contains("without end"), "{before}: {error}");
    }
    let text = BASE.replace("M opp .!lined", "own any .!lined").replace(". . M", ". . m");
    read(&text).unwrap();
}

/// The reader reads the conditions in the order of the file, not in alphabetical order.
#[test]
fn a_condition_refers_to_conditions_before_it() {
    let blocked = "blocked = { along = \"ahead\", cells = \"? opp\" }";
    read(&BASE.replace(blocked, &format!("{blocked}\nalone = {{ cells = \"own!blocked!lined\" }}"))).unwrap();
    let error = read(&BASE.replace(blocked, &format!("alone = {{ cells = \"own!blocked\" }}\n{blocked}"))).unwrap_err();
    assert!(error.to_string().contains("no condition `blocked`"), "{error}");
}

/// For every wrong token, the error points to a part of the token.
#[test]
fn errors_of_tokens_point_into_the_token() {
    let game = open_file(BASE).unwrap();
    let wrong = [
        "",
        "_",
        "3/3",
        "3/3/3",
        "3/3/3_",
        "3/3/3_é",
        "3/3/é_w",
        "3/3/3_w_é",
        "3/3/3_w_W1_é",
        "3/3/3_w_W1W2",
        "3/3/3_w_W+1",
        "3/3/3_w_W100",
        "99999999999999999999/3/3_w",
        "3/3/W3_w",
        "3/3/3_w_W",
    ];
    for token in wrong {
        let Err(error) = game.parse(token) else { panic!("{token} is a position") };
        if let NotationError::Malformed { at, .. } = &error {
            assert!(token.get(at.clone()).is_some(), "{token}: {at:?}");
        }
        assert!(error.to_string().len() > 10, "{token}: {error}");
    }
    let token = |text: &str| game.parse(text).unwrap().token();
    assert_eq!(token("3/1W1/3_b_B2W12"), "base:3/1W1/3_b_W12B2");
}
