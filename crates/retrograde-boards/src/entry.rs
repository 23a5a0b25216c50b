//! The entry of a described game in a registry.

use std::sync::Arc;

use retrograde::author::{AnyGame, InputError};
use retrograde::{About, Entry, Tokens};

use crate::description::Description;
use crate::file::read;
use crate::notation::BoardTokens;
use crate::rules::BoardGame;

/// The game of a description, for a registry.
pub fn entry(description: Description) -> Box<dyn AnyGame> {
    let description = Arc::new(description);
    let game = BoardGame::new(description.clone());
    let tokens = BoardTokens(description.clone());
    let start = tokens.print(&game, &game.start());
    let Description { id, title, rules, sides, .. } = &*description;
    let about = About::new(id, sides.each_ref().map(|name| &**name), title.as_str(), rules.as_str(), [&*start]);
    Box::new(Entry::<BoardGame>::rules_as(about, tokens))
}

/// Reads a game file as a game for a registry.
///
/// # Errors
/// The first error in the file.
pub fn open_file(text: &str) -> Result<Box<dyn AnyGame>, InputError> {
    read(text).map(entry)
}
