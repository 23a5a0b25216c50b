//! Compares described games with the same games in Rust, and with published values.

use std::collections::BTreeSet;
use std::sync::Arc;

use fastrand::Rng;
use retrograde::author::{AnyGame, AnyPosition};
use retrograde::{Depth, Linked, Numbered, Options, Value};
use retrograde_boards::{BoardGame, open_file, read};

pub(crate) fn text(name: &str) -> String {
    let path = format!("{}/../../examples/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The value of the start, and the number of reachable positions.
fn solved(name: &str) -> (Value, u64) {
    let game = BoardGame::new(Arc::new(read(&text(name)).unwrap()));
    let start = game.start();
    let explored = Linked::explored(game, [start.clone()], &Options::DEFAULT).unwrap();
    let (slots, slot) = (explored.slots(), explored.slot(&start));
    (explored.solve(&Options::DEFAULT).unwrap().value(slot).unwrap(), slots)
}

#[test]
fn starts_have_the_published_values() {
    assert_eq!(solved("tictactoe"), (Value::Tie(Depth::new(9)), 5478));
    assert!(matches!(solved("morris3").0, Value::Win(_)));
    assert_eq!(solved("hexapawn").0, Value::Loss(Depth::new(6)));
    assert_eq!(solved("quixo").0, Value::Win(Depth::new(7)));
    assert_eq!(solved("breakthrough").0, Value::Win(Depth::new(9)));
    // According to the book Winning Ways, the side that begins wins on three rows.
    assert!(matches!(solved("dodgem3").0, Value::Win(_)));
}

/// Converts a token to a text that is the same for the described game and the built-in game.
type Bare = fn(&str) -> String;

/// The board and the side to move of a token, without the game and the hands.
fn bare(token: &str) -> String {
    let fields: Vec<&str> = token.split_once(':').map_or(token, |(_, text)| text).split('_').collect();
    fields[..2].join("_")
}

/// The board, the first letter of the side to move, and each piece in the hands as one letter. In a hand, described games
/// have numbers after letters, and dobutsu has numbers before letters.
fn bare_with_hands(token: &str) -> String {
    let fields: Vec<&str> = token.split_once(':').map_or(token, |(_, text)| text).split('_').collect();
    let hands = fields.get(2).copied().unwrap_or_default();
    let letters: Vec<char> = hands.chars().filter(char::is_ascii_alphabetic).collect();
    let numbers: Vec<usize> = if hands.ends_with(|letter: char| letter.is_ascii_digit()) {
        hands.split(|letter: char| letter.is_ascii_alphabetic()).skip(1).map(|number| number.parse().unwrap()).collect()
    } else {
        let before = hands.split_inclusive(|letter: char| letter.is_ascii_alphabetic());
        before.map(|hand| hand[..hand.len() - 1].parse().unwrap_or(1)).collect()
    };
    let mut held: Vec<char> =
        letters.into_iter().zip(numbers).flat_map(|(letter, number)| std::iter::repeat_n(letter, number)).collect();
    held.sort_unstable();
    let held: String = held.into_iter().collect();
    format!("{}_{}{}{held}", fields[0], &fields[1][..1], if held.is_empty() { "" } else { "_" })
}

fn children(position: &dyn AnyPosition, bare: Bare) -> BTreeSet<String> {
    position.moves().unwrap_or_else(|_| panic!("too many moves")).iter().map(|action| bare(&action.token)).collect()
}

/// Plays random games by a game file, and compares the moves and the ending of every position with those of the
/// built-in game `id`. A play ends at a position in which both games are over.
fn same_as_built_in(name: &str, id: &str, starts: &[&str], plays: usize, bare: Bare) {
    let described: Box<dyn AnyGame> = open_file(&text(name)).unwrap();
    let all = retrograde_games::builtin();
    let built_in = all.iter().find(|game| game.about().id == id).unwrap();
    let seed = fastrand::u64(..);
    let mut rng = Rng::with_seed(seed);
    for start in starts.iter().cycle().take(plays) {
        let mut here = described.parse(start).unwrap();
        for _ in 0..100 {
            let token = bare(&here.token());
            let there = built_in.parse(&token).unwrap();
            let ending = |position: &dyn AnyPosition| position.here().ending.map(|ending| ending.outcome);
            assert_eq!(ending(&*here), ending(&*there), "{name}: {token}, seed {seed}");
            assert_eq!(children(&*here, bare), children(&*there, bare), "{name}: {token}, seed {seed}");
            let moves = here.breadth();
            if moves == 0 {
                break;
            }
            here = here.after(rng.usize(..moves)).unwrap();
        }
    }
}

#[test]
fn described_games_have_the_moves_and_endings_of_the_games_in_rust() {
    all_same_as_built_in(1);
}

#[test]
#[ignore = "slow: four times as many plays"]
fn described_games_have_the_moves_and_endings_of_the_games_in_rust_in_more_plays() {
    all_same_as_built_in(4);
}

fn all_same_as_built_in(times: usize) {
    same_as_built_in("tictactoe", "tictactoe", &["3/3/3_x"], 12 * times, bare);
    same_as_built_in("teeko", "teeko", &["5/5/5/5/5_b_B4R4"], 5 * times, bare);
    same_as_built_in("connect4", "connect4", &["5/5/5/5_x"], 12 * times, bare);
    same_as_built_in("quixo", "quixo", &["3/3/3_x"], 12 * times, bare);
    same_as_built_in("hexapawn", "hexapawn", &["BBB/3/WWW_w"], 12 * times, bare);
    same_as_built_in("breakthrough", "breakthrough", &["BBB/3/3/WWW_w"], 12 * times, bare);
    let endings =
        ["8/8/8/3k4/8/8/8/KQ6_w", "8/8/2k5/8/5r2/8/8/K1R5_b", "8/8/8/3k1n2/8/2B5/8/K7_w", "7k/8/5KQ1/8/8/8/8/8_b"];
    same_as_built_in("chess", "chess", &endings, 4 * times, bare);
    same_as_built_in("dobutsu", "dobutsu", &["gle/1c1/1C1/ELG_s"], 2 * times, bare_with_hands);
}
