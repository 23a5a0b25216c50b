//! Tests that each game has Chinese terms for its sides and for the rules that end a game.

use std::collections::BTreeSet;

use fastrand::Rng;
use retrograde::author::{AnyGame, AnyPosition};

/// The maximum length of a random game, in plies. `WALKS` is the number of random games from each example.
const PLIES: usize = 300;
const WALKS: usize = 100;

/// Plays a random game from a position, and returns the rule that ends it; `None` if the game does not end within
/// `PLIES` plies.
fn endings(rng: &mut Rng, mut position: Box<dyn AnyPosition>) -> Option<&'static str> {
    for _ in 0..PLIES {
        if let Some(ending) = position.here().ending {
            return Some(ending.rule);
        }
        position = position.after(rng.usize(..position.breadth()))?;
    }
    None
}

fn rules_of(game: &dyn AnyGame) -> BTreeSet<&'static str> {
    let mut rng = Rng::with_seed(1);
    let texts: Vec<_> = game.about().examples.iter().filter_map(|token| token.split_once(':')).collect();
    // These positions end by rules that no random game from the examples reaches.
    let further =
        [("graph", "1.b.a_1"), ("dobutsu", "GE1/LGE/CCl/3_sente")].into_iter().filter(|(id, _)| *id == game.about().id);
    let small = texts.into_iter().filter(|(_, text)| text.len() < 200).chain(further);
    small
        .flat_map(|(_, text)| {
            (0..WALKS).filter_map(|_| endings(&mut rng, game.parse(text).unwrap())).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn sides_and_endings_have_a_word_in_chinese() {
    for game in retrograde_games::builtin() {
        let about = game.about();
        let rules = rules_of(&*game);
        assert!(!rules.is_empty(), "{}", about.id);
        for rule in rules {
            assert!(!about.ending(rule).chinese().is_ascii(), "{}: {rule}", about.id);
        }
        for (name, chinese) in about.sides.iter().zip(about.sides_zh) {
            assert!(!chinese.is_ascii(), "{}: {name}", about.id);
        }
        let kit = about.kit.sides.as_ref().map(|sides| sides.each_ref().map(|side| side.in_language("zh")));
        assert_eq!(
            kit.unwrap_or(about.sides_zh),
            about.sides_zh,
            "{}: the page and the command call the sides alike",
            about.id
        );
    }
}

#[test]
fn known_endings_do_end_games() {
    for game in retrograde_games::builtin() {
        let met = rules_of(&*game);
        let known: BTreeSet<_> = game.about().endings.iter().map(|ending| ending.word()).collect();
        let unknown: Vec<_> = known.difference(&met).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?} of {met:?}", game.about().id);
    }
}
