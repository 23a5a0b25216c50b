//! The kings and the pawn as pieces that a view can move. The view shows a value for each square to which one piece can
//! be moved.

use super::messages::Misplaced;
use super::notation::{KING, PAWN};
use super::rules::{BLACK, Pawn, Position, RED, floor};
use retrograde::author::{Piece, Pieces, Square};
use retrograde::rules::message::Message;

/// The piece `king1` is the king on the first square in reading order.
impl Pieces for Pawn {
    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let [first, second] = self.kings(position);
        vec![
            Piece { id: "king1", side: RED, letter: KING, square: first },
            Piece { id: "king2", side: RED, letter: KING, square: second },
            Piece { id: "pawn", side: BLACK, letter: PAWN, square: self.pawn(position) },
        ]
    }

    fn squares(&self) -> Vec<Square> {
        self.floor_squares().to_vec()
    }

    fn placed(&self, position: &Position, piece: usize, to: Square) -> Result<Position, Message> {
        let to_floor = floor(self.floor_squares(), to).ok_or(Misplaced::NotFloor { square: to })?;
        let [a, b] = position.kings;
        let (kings, pawn) = match piece {
            0 => ([to_floor, b], position.pawn),
            1 => ([a, to_floor], position.pawn),
            _ => ([a, b], to_floor),
        };
        if kings[0] == kings[1] {
            return Err(Misplaced::WouldMeet { square: to }.into());
        }
        Ok(Position::new(kings, pawn, position.turn))
    }
}
