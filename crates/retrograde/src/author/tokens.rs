//! How the positions of a game are written: as a value, so that a game can be made while the program runs.

use crate::author::notation::{Notation, NotationError};
use crate::rules::game::Game;

/// Reads and prints the positions of a game. A game in Rust brings them by its [`Notation`] ([`ByNotation`]); for a game that
/// is made at run time, a value of one's own type knows them.
///
/// The laws are those of [`Notation`].
pub trait Tokens<G: Game>: Send + Sync {
    /// Reads the part of a token after `<game>:`, giving the instance it is played on and the position.
    fn parse(&self, text: &str) -> Result<(G, G::Position), NotationError>;

    /// Prints the part of the token after `<game>:`.
    fn print(&self, game: &G, position: &G::Position) -> String;

    /// About how many bytes that are, if they can be many: see [`Notation::length`].
    fn length(&self, _game: &G) -> usize {
        0
    }

    /// What distinguishes an instance from others: see [`Notation::identity`].
    fn identity(&self, game: &G) -> String;

    /// Whether the positions of `other` are positions of `game`, too: see [`Notation::holds`].
    fn holds(&self, game: &G, other: &G) -> bool {
        self.identity(game) == self.identity(other)
    }

    /// The board as a drawing of a few lines for a terminal, without a last newline.
    fn draw(&self, game: &G, position: &G::Position) -> String {
        self.print(game, position)
    }

    /// The position that a text of an instance's own means: see [`Notation::recall`].
    fn recall(&self, _game: &G, _text: &str) -> Option<G::Position> {
        None
    }

    /// The whole token, of a game of that id.
    fn token(&self, id: &str, game: &G, position: &G::Position) -> String {
        format!("{id}:{}", self.print(game, position))
    }
}

/// The tokens of a game with a [`Notation`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ByNotation;

impl<G: Notation> Tokens<G> for ByNotation {
    fn parse(&self, text: &str) -> Result<(G, G::Position), NotationError> {
        G::parse(text)
    }
    fn print(&self, game: &G, position: &G::Position) -> String {
        game.print(position)
    }
    fn length(&self, game: &G) -> usize {
        game.length()
    }
    fn identity(&self, game: &G) -> String {
        game.identity()
    }
    fn holds(&self, game: &G, other: &G) -> bool {
        game.holds(other)
    }
    fn draw(&self, game: &G, position: &G::Position) -> String {
        game.draw(position)
    }
    fn recall(&self, game: &G, text: &str) -> Option<G::Position> {
        game.recall(text)
    }
    fn token(&self, _id: &str, game: &G, position: &G::Position) -> String {
        game.token(position)
    }
}
