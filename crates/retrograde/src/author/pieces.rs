//! Pieces on squares. A slice moves one of them while the rest stays.

use crate::author::square::Square;
use crate::rules::game::Game;
use crate::rules::message::Message;
use crate::rules::side::Side;

/// A game whose positions are pieces on the squares of a board, so that one piece can be moved to another square.
pub trait Pieces: Game {
    /// The pieces, always in the same number and order.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// The squares on which a piece can stand, in reading order.
    fn squares(&self) -> Vec<Square>;

    /// The position with one piece, given by its index in [`pieces`](Self::pieces), on another square, and the same
    /// side to move.
    ///
    /// # Errors
    /// The reason why the piece cannot be there: one sentence, without a full stop.
    fn placed(&self, position: &Self::Position, piece: usize, to: Square) -> Result<Self::Position, Message>;
}

/// A piece and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name, one word of letters and digits, distinct within a position.
    pub id: &'static str,
    /// The side that owns it.
    pub side: Side,
    /// The letter in tokens.
    pub letter: char,
    /// The square.
    pub square: Square,
}
