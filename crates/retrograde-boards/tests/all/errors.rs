//! Checks every error of a game file, with its line and column.

use retrograde_boards::read;

use crate::limits::long_cases;

/// A game file with every part that the cases change.
pub(crate) const BASE: &str = r#"id = "base"
title = "Base"
rules = "None."
sides = ["white", "black"]
turn = ["step", "take"]
royal = "K"
no-move = "tie"

[board]
size = "3x3"
directions.ahead = { first = "n", second = "s" }
rows.three = "3 along every"
zones.last = "a1-c1"

[[pieces]]
name = "man"
letter = "M"
shown = "WB"

[[pieces]]
name = "king"
letter = "K"
taken = "M"
zone = "last"

[conditions]
lined = { row = "three" }
blocked = { along = "ahead", cells = "? opp" }

[[moves]]
name = "step"
along = "ahead"
before = "M .&blocked"
after = ". M"
when = "M > 0"

[[moves]]
name = "take"
along = "every"
before = "M opp .!lined"
after = ". . M"
hand = "+M -K"
then = "take"
from = 3
if = "3 not in lined"

[[endings]]
name = "three"
of = "both"
when = "row three"
result = "own wins"

[start]
board = "BBB/3/WWW"
hand = "W1"
turn = "white"
"#;

/// Each case has three texts: a part of [`BASE`], the replacement for this part with `^` before the error, and the
/// message.
const CASES: &[(&str, &str, &str)] = &[
    ("id = \"base\"\n", "^", "missing field `id`"),
    (
        "no-move",
        "^nomove",
        "there is no key `nomove` here; did you mean `no-move`? known: id, title, rules, sides, board, pieces, conditions, moves, turn, royal, endings, no-move, start",
    ),
    (
        "shown = \"WB\"",
        "^Show = \"WB\"",
        "there is no key `Show` here; did you mean `shown`? known: name, letter, shown, taken, zone",
    ),
    (
        "second = \"s\" }",
        "^secnod = \"s\" }",
        "there is no key `secnod` here; did you mean `second`? known: first, second",
    ),
    (
        "hand = \"+M -K\"",
        "^colour = \"red\"",
        "there is no key `colour`; known: name, along, before, after, when, hand, then, from, if, may",
    ),
    ("[[endings]]", "^[endings]", "each of the endings begins with a line `[[endings]]`, in two pairs of brackets"),
    // The parser reports these errors at the next line `[[pieces]]` and `[[moves]]`.
    (
        "[[pieces]]\nname = \"man\"",
        "  ^[ pieces ] # men\nname = \"man\"",
        "each of the pieces begins with a line `[[pieces]]`, in two pairs of brackets",
    ),
    (
        "[[moves]]\nname = \"step\"",
        "^[moves]\nname = \"step\"",
        "each of the moves begins with a line `[[moves]]`, in two pairs of brackets",
    ),
    (
        "[[moves]]\nname = \"take\"",
        "^[moves]\nname = \"take\"",
        "each of the moves begins with a line `[[moves]]`, in two pairs of brackets",
    ),
    (
        "[[moves]]\nname = \"take\"",
        "^name = \"take\"",
        "`name` stands twice in one part: each of the moves begins with a line `[[moves]]`",
    ),
    ("size = \"3x3\"", "size = \"3x3\"\n^size = \"3x3\"", "`size` is defined twice"),
    ("[conditions]", "[^board]\n[conditions]", "`board` is defined twice"),
    (
        "rows.three = \"3 along every\"",
        "rows.three = ^3",
        "invalid type: integer `3`, expected a text, a list of texts, or a table with `first` and `second`",
    ),
    (
        "id = \"base\"",
        "id = ^\"1a\"",
        "`1a` is not an id: use at most 20 lower-case letters and digits, first a letter",
    ),
    (
        "id = \"base\"",
        "id = ^\"abcdefghijklmnopqrstu\"",
        "`abcdefghijklmnopqrstu` is not an id: use at most 20 lower-case letters and digits, first a letter",
    ),
    ("\"Base\"", "^\"two\\nlines\"", "expected one line of 1 to 80 characters"),
    ("\"man\"", "^\"\"", "expected one line of 1 to 80 characters"),
    ("\"None.\"", "^\"\\u001b[2J\"", "control characters are not allowed in the rules"),
    (
        "[\"white\", \"black\"]",
        "^[\"white\", \"wight\"]",
        "the two sides need different names of lower-case letters, at most 20 each, with different first letters",
    ),
    (
        "rows.three = \"3 along every\"",
        "rows.three = ^{ first = \"a1\", second = \"b1\" }",
        "expected a text or a list of texts",
    ),
    ("{ first = \"n\", second = \"s\" }", "^[\"n\", \"s\"]", "expected a text, or a table with `first` and `second`"),
    ("{ first = \"n\", second = \"s\" }", "^{ first = \"n\" }", "missing field `second`"),
    ("[board]\nsize = \"3x3\"\n", "^[board]\n", "the board needs `size` or `layout`, and not both"),
    ("\"3x3\"", "^\"10x10\"", "`10x10` is not a size, expected ROWSxCOLUMNS such as `5x5`, with at most 90 squares"),
    ("\"3x3\"", "^\"+3x3\"", "`+3x3` is not a size, expected ROWSxCOLUMNS such as `5x5`, with at most 90 squares"),
    (
        "\"3 along every\"",
        "\"block ^0x4\"",
        "`0x4` is not a size, expected ROWSxCOLUMNS such as `5x5`, with at most 90 squares",
    ),
    (
        "size = \"3x3\"",
        "layout = [\"a1 ^A2\"]",
        "`A2` is not a name of a square: use lower-case letters, then digits, such as `a1`",
    ),
    ("size = \"3x3\"", "layout = [\"a1 b1 ^a1\"]", "`a1` is defined twice"),
    ("size = \"3x3\"", "layout = [^\". .\"]", "the layout has 0 squares, expected 1 to 90"),
    (
        "size = \"3x3\"",
        "layout = [\"a1 b1 c1\"]\nlines = [\"a1 b1\", ^\"a1 b1 a1 c1\"]",
        "a line needs two squares or more, and visits each once; its end may be its first square",
    ),
    (
        "size = \"3x3\"",
        "layout = [\"a1 b1 c1\"]\nlines = [^\"\"]",
        "a line needs two squares or more, and visits each once; its end may be its first square",
    ),
    ("size = \"3x3\"", "layout = [\"a1 b1 c1\"]\nlines = [\"a1 ^x9\"]", "the board has no square `x9`"),
    ("\"a1-c1\"", "\"a1-c1 ^d1\"", "the board has no square `d1`"),
    ("\"a1-c1\"", "\"^a1-b1-c1\"", "the board has no square `a1-b1-c1`"),
    ("\"a1-c1\"", "\"^a1, c1\"", "`a1,` is not a square: separate squares by blanks, not by commas"),
    ("\"a1-c1\"", "^\"a1\\u002dd1\"", "the board has no square `d1`"),
    (
        "size = \"3x3\"",
        "size = \"3x3\"\n^no-move = \"tie\"",
        "`no-move` belongs to the top of the file: write it above the first line in brackets",
    ),
    (
        "size = \"3x3\"\ndirections.ahead = { first = \"n\",",
        "layout = [\"a1 b1\"]\ndirections.ahead = { first = \"^diagonal\",",
        "a board with `layout` has no family `diagonal`: define it before, as `directions.diagonal = \"ne se sw nw\"`",
    ),
    (
        "second = \"s\" }",
        "second = \"s+^up\" }",
        "`up` is not a direction: join n, ne, e, se, s, sw, w, nw by `+`, and the steps of a path by `,`",
    ),
    (
        "second = \"s\" }",
        "second = \"s,^n+s\" }",
        "`n+s` is not a direction: join n, ne, e, se, s, sw, w, nw by `+`, and the steps of a path by `,`",
    ),
    ("directions.ahead", "directions.^pair = \"n\"\ndirections.ahead", "`pair` is defined twice"),
    ("directions.ahead", "directions.^every = \"n\"\ndirections.ahead", "`every` is defined twice"),
    (
        "\"3 along every\"",
        "\"^0 along every\"",
        "`0 along every` is not a family of rows, expected `N along DIRECTIONS`, `block RxC`, `lines`, or squares",
    ),
    (
        "\"3 along every\"",
        "\"^\"",
        "`` is not a family of rows, expected `N along DIRECTIONS`, `block RxC`, `lines`, or squares",
    ),
    (
        "\"3 along every\"",
        "[\"3 along every\", ^\"99999999999 along every\"]",
        "`99999999999 along every` gives no row on this board",
    ),
    // The squares of a row must be different, even on a closed line.
    (
        "size = \"3x3\"\ndirections.ahead = { first = \"n\", second = \"s\" }\nrows.three = \"3 along every\"",
        "layout = [\"a1 b1\", \"a2 b2\"]\nlines = [\"a1 b1 b2 a2 a1\"]\nrows.three = ^\"5 along lines\"",
        "`5 along lines` gives no row on this board",
    ),
    (
        "\"3 along every\"",
        "\"3 along ^up\"",
        "there is no family of directions `up`; known: orthogonal, diagonal, every, ahead",
    ),
    (
        "directions.ahead = { first = \"n\", second = \"s\" }\nrows.three = \"3 along every\"",
        "directions.ahead = { first = \"n\", second = \"w\" }\nrows.three = \"3 along ^ahead\"",
        "rows cannot go along `ahead`, whose directions differ for the two sides: give the rows' own family",
    ),
    ("letter = \"K\"", "letter = ^\"M\"", "`M` is the letter of `man`, and each kind needs a letter of its own"),
    ("letter = \"K\"", "letter = ^\"k\"", "`k` is not the letter of a kind: use one upper-case letter for each kind"),
    ("taken = \"M\"", "taken = ^\"X\"", "`X` is not the letter of a kind of pieces"),
    ("royal = \"K\"", "royal = \"^k\"", "`k` is not the letter of a kind of pieces"),
    (
        "shown = \"WB\"",
        "shown = ^\"W\"",
        "`W` must be two letters that no other kind has, for the first and the second side's pieces",
    ),
    (
        "shown = \"WB\"",
        "shown = ^\"1B\"",
        "`1B` must be two letters that no other kind has, for the first and the second side's pieces",
    ),
    (
        "letter = \"K\"\n",
        "letter = ^\"B\"\n",
        "`Bb` must be two letters that no other kind has, for the first and the second side's pieces",
    ),
    ("zone = \"last\"", "zone = \"^first\"", "there is no zone `first`; known: last"),
    (
        "\"M .&blocked\"",
        "\"M ^-&blocked\"",
        "`-` is not a cell: expected `.`, `#`, `?`, `any`, `own`, `opp` or the letter of a kind",
    ),
    ("\"M .&blocked\"", "\"M .&blocked!^free\"", "there is no condition `free`; known: last, lined, blocked"),
    (
        "\". M\"",
        "\". ^any\"",
        "`any` is not a cell after the move: expected `.`, `=`, `>`, `<` or the letter of a kind",
    ),
    ("\". M\"", "^\". M .\"", "`after` has 3 cells and `before` 2: give one for each, and none for `#`"),
    ("\"? opp\"", "\"^#\"", "a pattern needs a cell with a square"),
    (
        "along = \"ahead\"\nbefore = \"M .&blocked\"",
        "along = \"pair\"\nbefore = \"^M .*\"",
        "`along = \"pair\"` needs two cells without repeats",
    ),
    ("along = \"ahead\"\nbefore = \"M", "before = \"^M", "a pattern of several cells needs `along`"),
    (
        "\"? opp\"",
        "\"^# opp\"",
        "`#` must be the last cell, without repeats and conditions, and needs `along` with directions",
    ),
    (
        "\"? opp\"",
        "\"? ^#&lined\"",
        "`#` must be the last cell, without repeats and conditions, and needs `along` with directions",
    ),
    ("\". M\"", "\"^> M\"", "`>` in the first cell has no cell before it"),
    ("\"M > 0\"", "\"M > 0 ^or M = 0\"", "tests have no `or`: write another move or ending for each alternative"),
    (
        "\"M > 0\"",
        "\"M > 0 and ^M >> 0\"",
        "`M >> 0` is not a test, expected `row NAME`, `LETTER on ZONE`, `some CELL` or a count such as `M in hand = 0`",
    ),
    (
        "\"M > 0\"",
        "^\"\"",
        "`` is not a test, expected `row NAME`, `LETTER on ZONE`, `some CELL` or a count such as `M in hand = 0`",
    ),
    (
        "\"M > 0\"",
        "\"^own in hand > 0\"",
        "`own in hand > 0` is not a test, expected `row NAME`, `LETTER on ZONE`, `some CELL` or a count such as `M in hand = 0`",
    ),
    ("\"M > 0\"", "\"some ^M+\"", "`some` needs a cell that stands for one square"),
    ("\"M > 0\"", "\"M on ^lined\"", "there is no zone `lined`; known: last"),
    ("\"row three\"", "\"row ^four\"", "there is no family of rows `four`; known: three"),
    ("\"+M -K\"", "\"+M ^K\"", "`K` is not a change of a hand, expected a sign and a letter such as `-M`"),
    (
        "after = \". M\"",
        "after = \". M\"\nhand = \"^+opp\"",
        "`+opp` needs a pattern with exactly one cell `opp`, without repeats",
    ),
    (
        "\"M opp .!lined\"\nafter = \". . M\"\nhand = \"+M -K\"",
        "\"M opp+ .!lined\"\nafter = \". . M\"\nhand = \"-K ^+opp\"",
        "`+opp` needs a pattern with exactly one cell `opp`, without repeats",
    ),
    ("from = 3", "from = ^4", "the pattern has no cell 4; it has 3"),
    ("\"3 not in lined\"", "\"^0 not in lined\"", "the pattern has no cell 0; it has 3"),
    ("\"3 not in lined\"", "\"^3 on lined\"", "`3 on lined` is not `CELL in CONDITION` or `CELL not in CONDITION`"),
    (
        "then = \"take\"\nfrom = 3\nif = ",
        "from = 3\nif = ^",
        "`if`, `from` and `may` belong to `then`, which is missing",
    ),
    ("then = \"take\"", "then = \"^jump\"", "there is no move `jump`; known: step, take"),
    ("turn = [\"step\", \"take\"]", "turn = [\"step\", \"^jump\"]", "there is no move `jump`; known: step, take"),
    ("name = \"take\"", "name = ^\"step\"", "`step` is defined twice"),
    (
        "\"take\"\nalong = \"every\"\nbefore = \"M opp .!lined\"\nafter = \". . M\"",
        "^\"take\"\nalong = \"every\"\nbefore = \"M opp .!lined\"\nafter = \". = M\"",
        "the move `take` can follow itself without end: a repeated part must remove a piece",
    ),
    (
        "lined = { row = \"three\" }",
        "^lined = { row = \"three\", along = \"ahead\" }",
        "a condition needs either `row`, or `cells` and for several cells `along`",
    ),
    ("lined = {", "^last = {", "`last` is defined twice"),
    (
        "\"base\"\ntitle = \"Base\"\nrules = \"None.\"\nsides = [\"white\", \"black\"]\nturn = [\"step\", \"take\"]",
        "^\"base\"\ntitle = \"Base\"\nrules = \"None.\"\nturn = []",
        "the game has no moves",
    ),
    ("\"own wins\"", "^\"wins\"", "`wins` is not a result, expected `own wins`, `own loses` or `tie`"),
    (
        "of = \"both\"",
        "of = ^\"me\"",
        "`me` does not say which side is tested, expected `to move`, `just moved` or `both`",
    ),
    (
        "name = \"three\"",
        "name = ^\"Three\"",
        "`Three` is not a name of an ending: use at most 40 lower-case letters, digits and dashes, first a letter",
    ),
    ("turn = \"white\"", "turn = ^\"w\"", "`w` is not a side, expected white or black"),
    ("\"BBB/3/WWW\"", "\"BBB/^2/WWW\"", "row 2 of the start has 2 squares, expected 3"),
    ("\"BBB/3/WWW\"", "\"BBB/^W3/WWW\"", "row 2 of the start has 4 squares, expected 3"),
    ("\"BBB/3/WWW\"", "\"^BBB/WWW\"", "the start has 2 rows, expected 3"),
    ("\"BBB/3/WWW\"", "\"BBB/3/WW^X\"", "`X` is not a piece"),
    (
        "\"W1\"",
        "\"W1 ^B100\"",
        "`B100` is not a hand, expected letters with numbers such as `W2 B2`, separated by blanks",
    ),
    ("\"W1\"", "\"W1 ^W2\"", "`W2` is defined twice"),
    // The man on a3 takes the king on b2 by a jump to c1, because White can give a king from the hand.
    (
        "\"BBB/3/WWW\"\nhand = \"W1\"",
        "^\"BB1/1k1/WWW\"\nhand = \"K1\"",
        "at the start, black has a royal piece under attack and is not to move",
    ),
];

/// [`BASE`] with a part replaced, and the line and column of the `^` in the new part.
fn changed(part: &str, new: &str) -> (String, (u64, u64)) {
    let (before, after) = BASE.split_once(part).unwrap_or_else(|| panic!("{part}"));
    let whole = format!("{before}{new}{after}");
    let at = whole.find('^').unwrap_or_else(|| panic!("no place in {new}"));
    let place =
        (whole[..at].split('\n').count() as u64, (at - whole[..at].rfind('\n').map_or(0, |end| end + 1) + 1) as u64);
    (whole.replacen('^', "", 1), place)
}

#[test]
fn every_error_has_its_place_and_its_message() {
    read(BASE).unwrap();
    for &(part, new, message) in CASES {
        println!("{new}");
        expect(part, new, message);
    }
}

/// The parser reports this error at the second line `[moves]`, but the first one is wrong, too.
#[test]
fn all_moves_in_single_brackets_are_refused_at_the_first() {
    let text = BASE.replace("[[moves]]", "[moves]");
    let error = read(&text).unwrap_err();
    let line = text.lines().position(|line| line == "[moves]").unwrap() as u64 + 1;
    let message = "each of the moves begins with a line `[[moves]]`, in two pairs of brackets";
    assert_eq!((error.message.to_string().as_str(), (error.line, error.column)), (message, (line, 1)));
}

pub(crate) fn expect(part: &str, new: &str, message: &str) {
    let (text, place) = changed(part, new);
    let error = read(&text).unwrap_err();
    assert_eq!((error.message.to_string().as_str(), (error.line, error.column)), (message, place));
}

/// The English messages of `src/file/error.rs`, as the parts between their values.
fn messages() -> Vec<Vec<String>> {
    let source = include_str!("../../src/file/error.rs");
    let lines = source.lines().filter(|line| line.ends_with("\";"));
    let english = lines.map(|line| {
        let (_, text) = line.split_once(": \"").unwrap();
        text.split_once("\", \"").unwrap().0.replace("\\\"", "\"")
    });
    english.map(|text| text.split(['{', '}']).step_by(2).map(str::to_owned).collect()).collect()
}

/// Whether a message contains all these parts in this order.
fn has(message: &str, parts: &[String]) -> bool {
    let mut rest = message;
    parts.iter().all(|part| {
        let found = rest.split_once(part.as_str());
        found.map(|(_, after)| rest = after).is_some()
    }) && message.starts_with(&parts[0])
}

#[test]
fn every_variant_has_a_case() {
    let long = long_cases();
    let cases: Vec<&str> = CASES.iter().map(|case| case.2).chain(long.iter().map(|case| case.2)).collect();
    let messages = messages();
    assert!(messages.len() > 50, "{}", messages.len());
    // The first message comes from the TOML parser and may be any text.
    for parts in &messages[1..] {
        assert!(cases.iter().any(|case| has(case, parts)), "no case for {parts:?}");
    }
}
