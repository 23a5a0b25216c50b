//! Games with pieces on squares. In such a game, a *slice* query moves one piece to each square in turn, while the
//! other pieces stay.

use crate::form::square::Square;
use crate::rules::game::Game;
use crate::rules::message::Message;
use crate::rules::side::Side;

/// A game whose positions consist of pieces on the squares of a board. A caller can move one piece to another square.
pub trait Pieces: Game {
    /// Returns the pieces of a position. All positions of an instance have the same pieces, in the same order.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// Returns the squares on which a piece can stand, in reading order.
    fn squares(&self) -> Vec<Square>;

    /// Returns the position after the piece with the index `piece` in [`pieces`](Self::pieces) is put on the square
    /// `to`. The side to move stays the same.
    ///
    /// # Errors
    /// Returns an error if the piece cannot be on the square. The error states the reason as one sentence without a
    /// full stop.
    fn placed(&self, position: &Self::Position, piece: usize, to: Square) -> Result<Self::Position, Message>;
}

/// A piece and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the piece. A name is one word of letters and digits. The names of a position's pieces are distinct.
    pub id: &'static str,
    /// The side that owns the piece.
    pub side: Side,
    /// The letter of the piece in tokens.
    pub letter: char,
    /// The square.
    pub square: Square,
}
