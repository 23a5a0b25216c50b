//! Tests games that are played through standard input until they end.

use crate::program::{retrograde, retrograde_reading, stdout};
use serde_json::Value;

const STARTS: [&str; 6] = [
    "pawn:O3/4/2O1/3X_r",
    "pawn:5/5/2O2/H2H1/OH1X1_r",
    "race:A3/1H2/4/3B_a",
    "cannons:0110011_r",
    "tictactoe:X2/1O1/2X_o",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_1",
];

/// Returns the output of `play` for these input lines.
fn played(options: &[&str], lines: &[&str]) -> String {
    let output = retrograde_reading(&[&["play", "--seed", "1"][..], options].concat(), lines.join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(0), "{options:?} {lines:?}: {output:?}");
    stdout(&output)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&retrograde(arguments).stdout).unwrap()
}

/// One user plays the best moves of both sides. The game must have as many plies as the depth says, and no mistakes.
#[test]
fn best_play_ends_when_the_depth_says_and_wastes_nothing() {
    for start in STARTS {
        let line = json(&["line", "--json", start]);
        let moves: Vec<_> = line["line"].as_array().unwrap().iter().map(|ply| ply["move"].as_str().unwrap()).collect();
        let text = played(&[start, "--you", "both"], &moves);
        assert!(text.ends_with("You made no mistakes.\n"), "{start}: {text}");
        if let Some(depth) = line["depth"].as_u64() {
            let plies = if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") };
            assert!(text.contains(&format!(" after {plies}: {}\n", line["end"].as_str().unwrap())), "{start}: {text}");
        }
    }
}

/// At every strength, a game of the program against itself must end or repeat.
#[test]
fn the_program_s_own_games_end() {
    for start in STARTS {
        for strength in ["0", "50", "100"] {
            let text = played(&[start, "--you", "none", "--strength", strength], &[]);
            let ends =
                text.contains(" after ") || text.ends_with("The position repeats for ever: the game is a draw.\n");
            assert!(ends, "{start} {strength}: {text}");
        }
    }
}

/// On a board without a table, the program looks ahead, prints a message about this, and claims no value.
#[test]
fn without_a_table_the_program_looks_ahead_and_claims_nothing() {
    let board = ["cannons:0110011001100110_r", "--mem", "1M"];
    let text = played(&[&board[..], &["--you", "none"]].concat(), &[]);
    assert!(text.contains(" (not solved: looked ") && text.contains(" plies ahead)\n"), "{text}");
    assert!(text.contains(" after ") && !text.contains("with best play"), "{text}");
    let asked = played(&board, &["value", "line", "moves", "hint", "pass", "undo", "resign"]);
    assert_eq!(asked.matches("This board is not solved, so the value is not known.\n").count(), 2, "{asked}");
    assert!(
        asked.contains("\nRed resigns: Black wins.\nThis board is not solved")
            || asked.ends_with("Red resigns: Black wins.\n"),
        "{asked}"
    );
    assert!(!asked.contains("You made no mistakes"), "{asked}");
}

#[test]
fn the_program_s_perfect_play_lasts_as_long_as_the_depth() {
    for start in ["pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r", "race:A3/1H2/4/3B_a"] {
        let depth = json(&["probe", "--json", start])["depth"].as_u64().unwrap();
        for seed in ["1", "2", "3"] {
            let output = retrograde(&["play", start, "--you", "none", "--seed", seed]);
            assert!(stdout(&output).contains(&format!(" after {depth} plies: ")), "{start} {seed}: {output:?}");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let game = |seed| {
        let arguments = ["play", STARTS[1], "--you", "none", "--strength", "60", "--seed", seed];
        stdout(&retrograde(&arguments))
    };
    assert_eq!(game("5"), game("5"));
    let games: std::collections::HashSet<_> = ["5", "6", "7", "8"].map(game).into();
    assert!(games.len() > 1);
}

#[test]
fn a_mistake_is_named_and_can_be_taken_back() {
    let start = "pawn:2O/XO1_r";
    let best = played(&[start], &["B2A2"]);
    assert!(best.contains("Red wins after 1 ply: captured\n") && best.ends_with("made no mistakes.\n"), "{best}");
    let bad = played(&[start], &["c1c2"]);
    assert!(bad.contains("Black plays a2") && bad.contains("Black wins after 2 plies: "), "{bad}");
    assert!(bad.ends_with("ply 1: c1c2 drops from a win to a loss; best was b2a2\n"), "{bad}");
    let late = played(&["pawn:O3/4/2O1/3X_r"], &["undo", "a1b1", "undo", "quit"]);
    assert!(late.starts_with("  a b c d\n1 O . . .\n"), "{late}");
    assert!(late.contains("you have not moved yet\n"), "{late}");
    assert!(!late.contains("ply 1"), "{late}");
    assert_eq!(late.matches("1 O . . .\n").count(), 2, "{late}");
}

#[test]
fn questions_are_answered_between_moves() {
    let text = played(&["pawn:2O/XO1_r"], &["help", "value", "hint", "moves", "line", "board", "c9d9", "", "b2a2"]);
    for part in [
        "\nhint    the best move\n",
        "\nRed wins in 1 ply\n",
        "\nb2a2 wins in 1\n",
        "\nmoves  b2a2  wins in 1  (captured)\n",
        "\nb2a2\n",
        "\n`c9d9` is not a legal move: `moves` lists them, `help` lists the commands\n",
        "\nRed wins after 1 ply: captured\n",
    ] {
        assert!(text.contains(part), "{part:?}: {text}");
    }
}

#[test]
fn resigning_and_leaving_end_the_game() {
    let start = "pawn:2O/XO1_r";
    let resigned = played(&[start], &["resign", "b2a2"]);
    assert!(resigned.ends_with("Red resigns: Black wins. With best play: Red wins in 1 ply.\n"), "{resigned}");
    let left = played(&[start], &["quit", "b2a2"]);
    assert!(!left.contains("wins after"), "{left}");
}

/// The user may also play the second side. In this case the program makes the first move.
#[test]
fn the_second_side_can_be_played() {
    let text = played(&["pawn:2O/XO1_r", "--you", "black"], &[]);
    assert!(text.contains("Red plays b2a2\n") && text.contains("Red wins after 1 ply: captured\n"), "{text}");
}

#[test]
fn endless_and_odd_input_is_refused() {
    let output = retrograde_reading(&["play", "pawn:2O/XO1_r", "--seed", "1"], b"\xff\xfe\n");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = retrograde_reading(&["play", "pawn:2O/XO1_r", "--seed", "1"], &vec![b'a'; 17 << 20]);
    assert_eq!(output.status.code(), Some(2), "{:?}", output.status);
}
