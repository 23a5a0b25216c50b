//! The numbering of positions, and the un-moves.
//!
//! With f floor squares there are C(f, 2) pairs of kings, f squares for the pawn and two sides to move: C(f, 2) · f · 2
//! slots, without holes. An open 10x10 board has 990,000.

use retrograde::{Numbered, Reversible, Side, Slot};

use super::floor::{Floor, rank};
use super::rules::{BLACK, Pawn, Position, RED};

/// Slots by pair of kings, pawn, side to move.
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
        // `MAX_FLOOR` ensures 32 bits, whose division is faster.
        let board = (slot.0 >> 1) as u32;
        let (pair, pawn) = (board / self.floor_count(), board % self.floor_count());
        let kings = *self.pairs.get(pair as usize)?;
        Some(Position { kings, pawn: Floor(pawn as u16), turn: Side::from_parity(slot.0) })
    }

    /// All moves lead to different positions. Different pawn moves lead to different squares. Different moves of one
    /// king leave it on different squares and leave the other king unmoved. Let king a move to a' in one move, and king
    /// b to b' in another. Then the pairs {a', b} and {a, b'} differ: b is not in the second pair, because a ≠ b, and b
    /// ≠ b' as b has moved.
    #[inline]
    fn open_moves(&self, position: &Position) -> u32 {
        self.count_steps(position)
    }
}

/// A position is a predecessor only if its game was not over: the pawn was neither on the first row nor on a king. The
/// un-move itself shows that it had a move.
///
/// Un-moves are distinct for the same reason as moves.
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
    /// Kings step in all four directions, so a king's origins are the squares that it can step to.
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
