//! The numbering of positions, and the un-moves.
//!
//! With f floor squares there are C(f, 2) pairs of kings, f squares for the pawn and two sides to move:
//! C(f, 2) · f · 2 slots, without a hole. An open 10x10 board has 990,000.

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
        // 32 bits, as `MAX_FLOOR` says: their division is the faster one.
        let board = (slot.0 >> 1) as u32;
        let (pair, pawn) = (board / self.floor_count(), board % self.floor_count());
        let kings = *self.pairs.get(pair as usize)?;
        Some(Position { kings, pawn: Floor(pawn as u16), turn: Side::from_parity(slot.0) })
    }

    /// Moves lead to different positions. The pawn's go to different squares. Two moves of one king leave it on
    /// different squares and the other where it is. If king a goes to a' in one move and b to b' in another, the
    /// pairs {a', b} and {a, b'} differ, as b is not in the second: a is another square, and b' is one that b left
    /// it for.
    #[inline]
    fn open_moves(&self, position: &Position) -> u32 {
        self.count_steps(position)
    }
}

/// A position is a predecessor only if its game was not over: the pawn not on the first row, nor on a king. That it had
/// a move is plain from the un-move.
///
/// Un-moves are distinct for the reason that moves are.
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
    /// Kings step both ways: one may have come from wherever it could go.
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
