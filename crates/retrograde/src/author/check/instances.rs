//! Groups a game's examples by instance, and checks that different instances have different identities.

use std::collections::BTreeSet;

use super::seen::Finding;
use super::trial::panicked;
use super::{Broken, GameLaw};
use crate::form::notation::NotationError;
use crate::form::tokens::Tokens;
use crate::judge::caught::caught;
use crate::rules::game::Game;
use crate::rules::message::Message;

/// A list of texts that were read. A text gives an instance and a position. Methods refer to a text by its index in the
/// list.
pub(super) trait Texts {
    fn read(&mut self, text: &str) -> Result<usize, NotationError>;
    /// Removes the text that was read last.
    fn forget(&mut self);
    /// Each of the two texts gives an instance. Returns whether all positions of the instance of the text `other` are
    /// also positions of the instance of the text `at`.
    fn holds(&self, at: usize, other: usize) -> bool;
    /// The text `other` gives a position. Returns the text that the instance of the text `at` prints for this position.
    fn print(&self, at: usize, other: usize) -> String;
}

/// The examples of a game.
pub(super) struct Examples<'t, G: Game> {
    tokens: &'t dyn Tokens<G>,
    read: Vec<(G, G::Position)>,
}

impl<'t, G: Game> Examples<'t, G> {
    pub(super) const fn new(tokens: &'t dyn Tokens<G>) -> Self {
        Self { tokens, read: Vec::new() }
    }

    /// Returns the common instance of some texts, and the positions of these texts.
    pub(super) fn instance(&self, places: &[usize]) -> (&G, Vec<G::Position>) {
        (&self.read[places[0]].0, places.iter().map(|&at| self.read[at].1.clone()).collect())
    }
}

impl<G: Game> Texts for Examples<'_, G> {
    fn read(&mut self, text: &str) -> Result<usize, NotationError> {
        self.read.push(self.tokens.parse(text)?);
        Ok(self.read.len() - 1)
    }

    fn forget(&mut self) {
        self.read.pop();
    }

    fn holds(&self, at: usize, other: usize) -> bool {
        self.tokens.holds(&self.read[at].0, &self.read[other].0)
    }

    fn print(&self, at: usize, other: usize) -> String {
        self.tokens.print(&self.read[at].0, &self.read[other].1)
    }
}

/// The maximum number of variants of each example that the check reads to find other instances.
const MOST_TEXTS: usize = 1000;

/// Groups the examples by instance, and checks the identities of the instances.
///
/// # Errors
/// Returns an error if an example cannot be read, or if two instances with the same identity print a position
/// differently.
pub(super) fn instances(texts: &mut dyn Texts, id: &str, examples: &[&str]) -> Result<Vec<Vec<usize>>, Broken> {
    let mut instances: Vec<Vec<usize>> = Vec::new();
    for example in examples {
        let at = read(texts, id, example)?.map_err(|error| Broken {
            law: GameLaw::ExamplesAreRead,
            position: format!("{id}:{example}"),
            detail: error.into(),
        })?;
        for text in examples.iter().map(|&text| text.to_owned()).chain(neighbours(example)) {
            let Ok(other) = read(texts, id, &text)? else { continue };
            let guarded = |panic| panicked(format!("{id}:{text}"), panic);
            let agreed = if caught(|| texts.holds(at, other)).map_err(guarded)? {
                let theirs = caught(|| texts.print(other, other)).map_err(guarded)?;
                agree(id, &theirs, &|| texts.print(at, other))
            } else {
                Ok(())
            };
            agreed.map_err(|detail| Broken {
                law: GameLaw::InstancesAreTold,
                position: format!("{id}:{text}"),
                detail,
            })?;
            texts.forget();
        }
        match instances.iter_mut().find(|instance| texts.holds(instance[0], at)) {
            Some(instance) => instance.push(at),
            None => instances.push(vec![at]),
        }
    }
    Ok(instances)
}

/// Reads a text. A panic while reading counts as a broken law.
fn read(texts: &mut dyn Texts, id: &str, text: &str) -> Result<Result<usize, NotationError>, Broken> {
    caught(|| texts.read(text)).map_err(|message| panicked(format!("{id}:{text}"), message))
}

/// Checks that two instances print a position of the second instance in the same way.
pub(super) fn agree(id: &str, theirs: &str, print: &dyn Fn() -> String) -> Result<(), Message> {
    match caught(print) {
        Ok(ours) if ours == theirs => Ok(()),
        Ok(ours) => Err(Finding::PrintedElse { token: format!("{id}:{ours}") }.into()),
        Err(panic) => Err(Finding::NotPrinted { panic }.into()),
    }
}

/// Returns variants of an example. Each variant differs from the example in one number or one letter.
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

/// Returns the decimal numbers in a text, each with its byte range.
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
