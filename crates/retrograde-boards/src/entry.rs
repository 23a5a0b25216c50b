//! The entry of a described game in a registry.

use std::sync::Arc;

use retrograde::author::{AnyGame, InputError};
use retrograde::{About, Entry, NotationError, Tokens};

use crate::description::Description;
use crate::engine::DerivedGame;
use crate::file::read;
use crate::notation::BoardTokens;
use crate::rules::{BoardGame, BoardPosition};

/// The game of a description, for a registry. Its numbering and un-moves are derived, if [`DerivedGame`] supports the
/// description; otherwise its positions are explored.
pub fn entry(description: Description) -> Box<dyn AnyGame> {
    let description = Arc::new(description);
    let rules = BoardGame::new(description.clone());
    let tokens = BoardTokens(description.clone());
    let start = tokens.print(&rules, &rules.start());
    let Description { id, title, rules: text, sides, .. } = &*description;
    let about = About::new(id, sides.each_ref().map(|name| &**name), title.as_str(), text.as_str(), [&*start]);
    match DerivedGame::new(&rules, &rules.start()) {
        Ok(usual) => Box::new(Entry::<DerivedGame>::reversible_as(about, DerivedTokens { tokens, usual })),
        Err(_) => Box::new(Entry::<BoardGame>::rules_as(about, tokens)),
    }
}

/// Reads a game file as a game for a registry.
///
/// # Errors
/// The first error in the file.
pub fn open_file(text: &str) -> Result<Box<dyn AnyGame>, InputError> {
    read(text).map(entry)
}

/// Reads and prints the positions of a derived game. An instance is a numbering: all positions whose numbers of pieces
/// play reaches from one position.
struct DerivedTokens {
    tokens: BoardTokens,
    /// The numbering of the usual start.
    usual: DerivedGame,
}

impl Tokens<DerivedGame> for DerivedTokens {
    fn parse(&self, text: &str) -> Result<(DerivedGame, BoardPosition), NotationError> {
        let (rules, position) = self.tokens.parse(text)?;
        if self.usual.has(&position) {
            return Ok((self.usual.clone(), position));
        }
        let game = DerivedGame::new(&rules, &position);
        let game = game.map_err(|reason| NotationError::Illegal { reasons: vec![reason.to_string().into()] })?;
        Ok((game, position))
    }

    fn print(&self, game: &DerivedGame, position: &BoardPosition) -> String {
        self.tokens.print(game.rules(), position)
    }

    /// Returns a hash of the rules and, unless the numbering is that of the usual start, the material from which it was
    /// derived.
    fn identity(&self, game: &DerivedGame) -> String {
        let rules = game.rules().description().fingerprint();
        if game.is_same(&self.usual) { rules } else { format!("{rules}.{}", game.material()) }
    }

    fn draw(&self, game: &DerivedGame, position: &BoardPosition) -> String {
        self.tokens.draw(game.rules(), position)
    }
}
