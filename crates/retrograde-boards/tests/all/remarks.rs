//! Remarks about moves and endings that never happen.

use retrograde_boards::open_file;

use crate::rules::text;

/// A move and an ending that need more pieces than the examples have.
const UNUSED: &str = r#"
[[moves]]
name = "leave"
before = "own"
after = "."
when = "own > 30"

[[endings]]
name = "crowd"
when = "own > 30"
result = "own wins"

[start]"#;

fn remarks(text: &str, budget: u64) -> Vec<String> {
    open_file(text).unwrap().remarks(budget).iter().map(ToString::to_string).collect()
}

fn with_unused_parts(text: &str) -> String {
    text.replace("\n[start]", UNUSED)
}

#[test]
fn moves_and_endings_that_never_happen_are_named() {
    let hexapawn = text("hexapawn");
    assert_eq!(remarks(&hexapawn, 1_000), [""; 0]);
    let all = [
        "the move `leave` never happened in the 135 positions examined",
        "the ending `crowd` never happened in the 135 positions examined",
    ];
    assert_eq!(remarks(&with_unused_parts(&hexapawn), 1_000), all);
    // Too few of the 135 positions.
    assert_eq!(remarks(&with_unused_parts(&hexapawn), 100), [""; 0]);
}

/// The first 1,000 positions of tic-tac-toe have at most four marks. Only the random plays come to the ending.
#[test]
fn random_plays_come_to_endings() {
    assert_eq!(remarks(&text("tictactoe"), 1_000), [""; 0]);
    let unused = remarks(&with_unused_parts(&text("tictactoe")), 1_000);
    assert!(unused.len() == 2 && unused[0].contains("`leave`") && unused[1].contains("`crowd`"), "{unused:?}");
}

/// A move that could only take a royal piece never happens, but it matters.
#[test]
fn a_move_that_attacks_a_royal_piece_is_not_named() {
    let kings = r#"
        id = "kings"
        title = "Kings"
        rules = "Kings may not face each other."
        royal = "K"
        moves = [
          { name = "step", along = "every", before = "K .", after = ". K" },
          { name = "face", along = "orthogonal", before = "K .* k", after = "= = ." },
          { name = "leave", before = "K", after = ".", when = "K > 3" },
        ]
        pieces = [{ name = "king", letter = "K" }]
        board = { size = "3x3" }
        start = { board = "1k1/3/K2" }
    "#;
    let unused = remarks(kings, 1_000);
    assert!(unused.len() == 1 && unused[0].starts_with("the move `leave` never"), "{unused:?}");
}
