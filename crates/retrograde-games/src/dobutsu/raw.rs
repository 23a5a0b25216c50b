//! A second numbering of all positions. The second numbering includes the side to move, and does not use symmetry.
//! Tables do not use this numbering. The program uses this second numbering to answer requests about all states of a
//! board.
//!
//! The second numbering treats a captured lion as if it stood on the first empty square. So the other animals always
//! have ten squares.

use retrograde::Side;

use super::arrangement::Ranks;
use super::board::{Animal, SQUARES};
use super::frame::{free, number};
use super::numbering::{fill, places};
use super::position::{Man, Position};

/// The number of pairs of squares for the two lions. The slots of pairs of equal squares are holes.
const LIONS: u64 = SQUARES as u64 * SQUARES as u64;

/// Returns the number of raw slots, including holes.
pub(super) fn slots(ranks: &Ranks) -> u64 {
    4 * LIONS * u64::from(ranks.len())
}

/// Returns the raw slot of a position; `None` if a lion was captured and no square of the board is empty.
pub(super) fn slot(ranks: &Ranks, position: &Position) -> Option<u64> {
    let is_taken = Side::BOTH.into_iter().any(|side| position.lion(side).is_none());
    let empty = position.board.iter().position(Option::is_none).map(|square| square as u8);
    let [first, second] = Side::BOTH.map(|side| position.lion(side).or(empty));
    let lions = [first?, second?];
    let rank = ranks.rank(places(position, Side::First, |square| number(lions, square)));
    let stand = u64::from(lions[0]) * u64::from(SQUARES) + u64::from(lions[1]);
    let head = position.turn.index() as u64 * 2 + u64::from(is_taken);
    Some((head * LIONS + stand) * u64::from(ranks.len()) + u64::from(rank))
}

/// Returns the position of a raw slot; `None` for a hole.
pub(super) fn position(ranks: &Ranks, slot: u64) -> Option<Position> {
    let (head, rank) = (slot / u64::from(ranks.len()), (slot % u64::from(ranks.len())) as u32);
    let (stand, head) = (head % LIONS, head / LIONS);
    let lions = [stand / u64::from(SQUARES), stand % u64::from(SQUARES)].map(|lion| lion as u8);
    if head > 3 || lions[0] == lions[1] {
        return None;
    }
    let (turn, is_taken) = (Side::from_parity(head / 2), head % 2 == 1);
    let mut position = Position { board: [None; SQUARES as usize], hands: [[0; 3]; 2], turn };
    let free = free(lions);
    fill(&mut position, &ranks.places(rank), |square| free[usize::from(square)]);
    for (side, lion) in Side::BOTH.into_iter().zip(lions).filter(|&(side, _)| !is_taken || side != turn) {
        position.board[usize::from(lion)] = Some(Man { side, animal: Animal::Lion });
    }
    (self::slot(ranks, &position) == Some(slot)).then_some(position)
}
