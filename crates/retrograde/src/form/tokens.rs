//! The text form of a game's positions. A trait object represents the text form, so that games can be made at run time.

use crate::form::notation::{Notation, NotationError};
use crate::rules::game::Game;

/// Reads and prints the positions of a game. A game in Rust implements [`Notation`] and uses [`ByNotation`]. A game
/// that is made at run time needs its own implementation.
///
/// An implementation must satisfy the laws of [`Notation`].
pub trait Tokens<G: Game>: Send + Sync {
    /// Reads the part of a token after `<game>:`. Returns the instance and the position.
    fn parse(&self, text: &str) -> Result<(G, G::Position), NotationError>;

    /// Prints the part of the token after `<game>:`.
    fn print(&self, game: &G, position: &G::Position) -> String;

    /// Returns the approximate length of the printed text in bytes. Returns 0 if the text is always short. See
    /// [`Notation::length`].
    fn length(&self, _game: &G) -> usize {
        0
    }

    /// Returns the text that distinguishes an instance from others; see [`Notation::identity`].
    fn identity(&self, game: &G) -> String;

    /// Returns the rules of the instance as a text for the header of its tables. Returns `None` if the rules were
    /// compiled into the program.
    fn definition(&self, _game: &G) -> Option<String> {
        None
    }

    /// Returns whether the positions of `other` are also positions of `game`; see [`Notation::holds`].
    fn holds(&self, game: &G, other: &G) -> bool {
        self.identity(game) == self.identity(other)
    }

    /// Returns the board as a drawing of a few lines for a terminal, without a final newline.
    fn draw(&self, game: &G, position: &G::Position) -> String {
        self.print(game, position)
    }

    /// Reads a text that names a position only within this instance; see [`Notation::recall`].
    fn recall(&self, _game: &G, _text: &str) -> Option<G::Position> {
        None
    }

    /// Returns the complete token, for a game with the id `id`.
    fn token(&self, id: &str, game: &G, position: &G::Position) -> String {
        format!("{id}:{}", self.print(game, position))
    }
}

/// The text form of a game that implements [`Notation`].
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
