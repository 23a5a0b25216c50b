//! The instances that a game's examples lie on, and whether they are told apart.

use std::collections::BTreeSet;

use super::trial::panicked;
use super::{Broken, GameLaw, Written};
use crate::caught::caught;
use crate::game::Game;

/// An instance, and the examples on it.
pub(super) struct Instance<G: Game> {
    pub(super) game: G,
    pub(super) starts: Vec<G::Position>,
}

/// The most texts that are tried to find other instances, for each example.
const MOST_TEXTS: usize = 1000;

/// The examples, each with the others of its instance.
///
/// # Errors
/// An example cannot be read, or two instances that print the same position differently have one identity.
pub(super) fn instances<G: Game>(written: Written<'_, G>, examples: &[&str]) -> Result<Vec<Instance<G>>, Broken> {
    let Written { id, tokens } = written;
    let mut instances: Vec<Instance<G>> = Vec::new();
    for example in examples {
        let token = format!("{id}:{example}");
        let read = caught(|| tokens.parse(example)).map_err(|message| panicked(token.clone(), message))?;
        let (game, start) = read.map_err(|error| Broken {
            law: GameLaw::ExamplesAreRead,
            position: token.clone(),
            detail: error.to_string(),
        })?;
        for text in examples.iter().map(|&text| text.to_owned()).chain(neighbours(example)) {
            let token = || format!("{id}:{text}");
            let read = caught(|| tokens.parse(&text)).map_err(|message| panicked(token(), message))?;
            let held = read.ok().filter(|(other, _)| tokens.holds(&game, other));
            if let Some((other, position)) = held {
                told_apart(written, &game, &other, &position).map_err(|detail| Broken {
                    law: GameLaw::InstancesAreTold,
                    position: token(),
                    detail,
                })?;
            }
        }
        match instances.iter_mut().find(|instance| tokens.holds(&instance.game, &game)) {
            Some(instance) => instance.starts.push(start),
            None => instances.push(Instance { game, starts: vec![start] }),
        }
    }
    Ok(instances)
}

/// Whether a position of `other` is one of `game`, too, which says so.
pub(super) fn told_apart<G: Game>(
    written: Written<'_, G>,
    game: &G,
    other: &G,
    position: &G::Position,
) -> Result<(), String> {
    let theirs = written.token(other, position);
    match caught(|| written.token(game, position)) {
        Ok(ours) if ours == theirs => Ok(()),
        Ok(ours) => Err(format!("another instance of the same identity prints it as {ours}")),
        Err(message) => Err(format!("another instance of the same identity cannot print it: {message}")),
    }
}

/// Texts that differ from an example in one place: a number, or a letter.
fn neighbours(example: &str) -> impl Iterator<Item = String> {
    let letters: BTreeSet<char> = example.chars().collect();
    let places: Vec<(usize, char)> = example.char_indices().collect();
    let other_letters = places.clone().into_iter().flat_map(move |(at, old)| {
        let others = letters.clone().into_iter().filter(move |&letter| letter != old);
        others.map(move |letter| (at..at + old.len_utf8(), letter.to_string()))
    });
    let other_numbers = numbers(example).into_iter().flat_map(|(at, number)| {
        let others = [number.checked_add(1), number.checked_sub(1)];
        others.into_iter().flatten().map(move |number| (at.clone(), number.to_string()))
    });
    let example = example.to_owned();
    let replaced = move |(at, text): (std::ops::Range<usize>, String)| {
        let mut other = example.clone();
        other.replace_range(at, &text);
        other
    };
    other_numbers.chain(other_letters).map(replaced).take(MOST_TEXTS)
}

/// The numbers in a text, and where they stand.
fn numbers(text: &str) -> Vec<(std::ops::Range<usize>, u64)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_digit).map(|offset| at + offset) {
        let length = text[start..].find(|c| !is_digit(c)).unwrap_or(text.len() - start);
        at = start + length;
        found.extend(text[start..at].parse().ok().map(|number| (start..at, number)));
    }
    found
}
