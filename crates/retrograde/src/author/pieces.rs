//! Pieces that stand on squares: what a slice moves while all else stays.

use crate::author::square::Square;
use crate::rules::game::Game;
use crate::rules::message::Message;
use crate::rules::side::Side;

/// A game whose positions are pieces on the squares of a board, one of which can be lifted and put elsewhere.
pub trait Pieces: Game {
    /// The pieces, always as many and in the same order.
    fn pieces(&self, position: &Self::Position) -> Vec<Piece>;

    /// The squares on which a piece can stand, in reading order.
    fn squares(&self) -> Vec<Square>;

    /// The position with one piece, by its index in [`pieces`](Self::pieces), on another square, and the same side to move.
    ///
    /// # Errors
    /// Why it cannot stand there: one sentence, without a full stop.
    fn placed(&self, position: &Self::Position, piece: usize, to: Square) -> Result<Self::Position, Message>;
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, one word of letters and digits; each piece of a position has another one.
    pub id: &'static str,
    /// Whose it is.
    pub side: Side,
    /// Its letter in tokens.
    pub letter: char,
    /// Its square.
    pub square: Square,
}
