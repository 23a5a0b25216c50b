//! The two tokens as pieces that a view can move. The view shows a value for each square to which one token can be
//! moved. The homes do not move.

use retrograde::{BySide, Side};

use super::messages::Misplaced;
use super::notation::LETTERS;
use super::rules::{A, B, Position, Race};
use retrograde::author::{Piece, Pieces, Square};
use retrograde::rules::message::Message;

const IDS: BySide<&str> = BySide(["a", "b"]);

impl Pieces for Race {
    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let piece = |side: Side| {
            let square = self.token_square(position, side);
            Piece { id: IDS[side], side, letter: LETTERS[side], square }
        };
        Side::BOTH.map(piece).to_vec()
    }

    fn squares(&self) -> Vec<Square> {
        self.squares.clone()
    }

    fn placed(&self, position: &Position, piece: usize, to: Square) -> Result<Position, Message> {
        if !self.grid.is_floor(to) {
            return Err(Misplaced::NotFloor { square: to }.into());
        }
        let mut tokens = BySide([A, B].map(|side| self.token_square(position, side)));
        tokens.0[piece] = to;
        let taken = || {
            if tokens[A] == tokens[B] { Misplaced::WouldMeet { square: to } } else { Misplaced::WouldArrive }
        };
        Ok(self.place(tokens, position.turn).ok_or_else(taken)?)
    }
}
