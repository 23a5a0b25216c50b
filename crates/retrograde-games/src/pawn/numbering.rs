//! The numbering of pawn positions, and the un-moves.
//!
//! A board with f floor squares has C(f, 2) pairs of squares for the kings, f squares for the pawn and two sides to
//! move. So the table has C(f, 2) · f · 2 slots, without holes. A 10x10 board without walls has 990,000 slots.

use retrograde::{Numbered, Reversible, Side, Slot};

use super::floor::{Floor, rank};
use super::rules::{BLACK, Pawn, Position, RED};

/// Slots are sorted by the pair of kings, then the pawn's square, then the side to move.
impl Numbered for Pawn {
    #[inline]
    fn slots(&self) -> u64 {
        Self::slots_for(self.floor_squares().len())
    }

    #[inline]
    fn slot(&self, position: &Position) -> Slot {
        let board = rank(position.kings) * self.floor_count() + u32::from(position.pawn.0);
        Slot((u64::from(board) << 1) | position.turn.index() as u64)
    }

    #[inline]
    fn position(&self, slot: Slot) -> Option<Position> {
        // With at most `MAX_FLOOR` floor squares this number fits into 32 bits. Division of 32-bit numbers is faster.
        let board = (slot.0 >> 1) as u32;
        let (pair, pawn) = (board / self.floor_count(), board % self.floor_count());
        let kings = *self.pairs.get(pair as usize)?;
        Some(Position { kings, pawn: Floor(pawn as u16), turn: Side::from_parity(slot.0) })
    }

    /// Counts the moves. The count is correct because all moves lead to different positions. Different pawn moves lead
    /// to different squares. Different moves of one king lead this king to different squares, and the other king does
    /// not move. Let one move take a king from square a to square a', and let another move take the other king from
    /// square b to square b'. Then the pairs {a', b} and {a, b'} differ, because the second pair does not contain b. In
    /// fact, a ≠ b because the kings stand on different squares, and b' ≠ b because the king has moved.
    #[inline]
    fn open_moves(&self, position: &Position) -> u32 {
        self.count_steps(position)
    }
}

/// In a predecessor the game is not over, so the pawn is neither on the first row nor on a king. The game is also over
/// in a position without a move, but every predecessor has at least the move that the un-move reverses.
///
/// Different un-moves of a position lead to different positions. The proof is the same as the proof for moves in
/// `open_moves`.
impl Reversible for Pawn {
    #[inline]
    fn each_unmove(&self, position: &Position, visit: impl FnMut(Position)) {
        match position.turn.other() {
            RED => self.each_red_origin(position, visit),
            BLACK => self.each_black_origin(position, visit),
        }
    }
}

impl Pawn {
    /// Visits the predecessors from which a move of Red leads to this position. A king can step in all four directions.
    /// So the squares from which a king could have come are the squares to which it can step.
    #[inline]
    fn each_red_origin(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let pawn = position.pawn;
        if self.paths(pawn).is_goal {
            return;
        }
        for (king, other) in position.each_king() {
            if other == pawn {
                continue;
            }
            for from in self.paths(king).king.iter().filter(|&from| from != other && from != pawn) {
                visit(Position::new([from, other], pawn, RED));
            }
        }
    }

    #[inline]
    fn each_black_origin(&self, position: &Position, mut visit: impl FnMut(Position)) {
        for from in self.paths(position.pawn).pawn_origins.iter().filter(|from| !position.kings.contains(from)) {
            visit(Position { pawn: from, turn: BLACK, ..*position });
        }
    }
}
