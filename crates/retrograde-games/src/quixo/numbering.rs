//! The numbering of quixo. The slot of a position is the rank of its board, as the side to move sees the board. A
//! position with X to move and the position with exchanged marks and O to move share a slot.

use std::collections::BTreeSet;
use std::ops::Range;

use retrograde::rules::RawSlots;
use retrograde::{Depth, Facts, Game, Numbered, Reversible, Seed, Side, Slot, Value};

use super::boards::Board;
use super::pushes::State;
use super::rules::{Position, Quixo};
use crate::blocks::Blocks;

impl Quixo {
    /// Returns the number of boards, which have one base-3 digit for each cube.
    fn boards(&self) -> u64 {
        3_u64.pow(self.size.cubes() as u32)
    }

    /// Returns the number of words that one bit per board needs.
    fn words(&self) -> u64 {
        self.boards().div_ceil(64)
    }

    /// Returns a function that decides whether the board with a given rank is a leaf. A board is a leaf if the game is
    /// over, or if the mover can win with the next push. The function stores its results; if there are too many boards,
    /// it computes each result again.
    #[inline]
    fn leaves(&self) -> impl Fn(u64) -> bool {
        let boards = self.boards();
        let is_leaf = move |rank| rank < boards && self.pushes.state(Board::of_rank(rank)) != State::Open;
        let word = move |word| (0..64).map(|bit| u64::from(is_leaf(word * 64 + bit)) << bit).sum();
        let kept = Blocks::<u64>::can_keep(self.words()).then(|| self.leaves.of(self.words(), word));
        move |rank| match &kept {
            Some(found) => found.get(rank / 64) >> (rank % 64) & 1 > 0,
            None => is_leaf(rank),
        }
    }

    /// Returns the seed of a board that is not a leaf; `open` is the number of its successors that are not leaves.
    fn counted(&self, board: Board, open: u32) -> Seed {
        if open > 0 {
            return Seed::Open(open);
        }
        let mut all_over = true;
        self.pushes.each_child(board, |rank| {
            all_over &= matches!(self.pushes.state(Board::of_rank(rank)), State::Won | State::Lost);
        });
        Seed::Decided(Value::Loss(Depth::new(if all_over { 1 } else { 2 })))
    }
}

impl Numbered for Quixo {
    const AT_ONCE: bool = true;

    fn slots(&self) -> u64 {
        self.boards()
    }

    fn slot(&self, position: &Position) -> Slot {
        Slot(position.board().rank())
    }

    /// Returns the position of a slot, with X to move.
    fn position(&self, slot: Slot) -> Option<Position> {
        Some(Position::seen_by(Side::First, Board::of_rank(slot.0)))
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    fn open_moves(&self, position: &Position) -> u32 {
        let mut open = 0;
        self.pushes.each_child(position.board(), |rank| {
            open += u32::from(self.pushes.state(Board::of_rank(rank)) == State::Open);
        });
        open
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        let is_leaf = self.leaves();
        for rank in slots {
            let board = Board::of_rank(rank);
            visit(if is_leaf(rank) {
                Seed::Elided(match self.pushes.over(board) {
                    Some(State::Won) => Value::Win(Depth::ZERO),
                    Some(_) => Value::Loss(Depth::ZERO),
                    None => Value::Win(Depth::new(1)),
                })
            } else {
                let mut open = 0;
                self.pushes.each_child(board, |child| open += u32::from(!is_leaf(child)));
                self.counted(board, open)
            });
        }
    }

    /// Returns facts that say that depths fit into a byte. On 4x4, no win is longer than 21 plies, and no loss is
    /// longer than 22 plies.
    fn facts(&self) -> Facts {
        let bytes = if Blocks::<u64>::can_keep(self.words()) { Blocks::<u64>::bytes(self.words()) } else { 0 };
        Facts { bytes, fits_bytes: true, ..Facts::default() }
    }
}

impl RawSlots<Position> for Quixo {
    fn raw_slots(&self) -> u64 {
        2 * self.boards()
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        Slot(2 * position.board().rank() + position.turn.index() as u64)
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        Some(Position::seen_by(Side::from_parity(slot.0), Board::of_rank(slot.0 / 2)))
    }

    /// Returns true, because all images of a position share one slot.
    fn slots_are_orbits(&self) -> bool {
        true
    }
}

impl Reversible for Quixo {
    /// Visits the predecessors. In the last move, the opponent pushed in a cube at an end of a line. Before the move,
    /// this cube was blank or had the opponent's mark.
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let (board, before) = (position.board().swapped(), position.turn.other());
        let pushes = self.size.lines().flat_map(|line| line.pushes().map(move |push| (line, push)));
        let made = pushes.filter(|(line, (_, to))| board.mine >> line.cube(*to) & 1 > 0);
        let parents: BTreeSet<Position> = made
            .flat_map(|(line, (from, to))| [false, true].map(|was_mine| line.before(board, from, to, was_mine)))
            .map(|board| Position::seen_by(before, board))
            .filter(|parent| self.ending(parent).is_none())
            .collect();
        parents.into_iter().for_each(&mut visit);
    }

    #[inline]
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    /// Visits the predecessors of several slots, except predecessors in which the side to move can win with the next
    /// push.
    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let is_leaf = self.leaves();
        for (index, slot) in slots.iter().enumerate() {
            self.pushes.each_parent(Board::of_rank(slot.0), |parent| {
                if !is_leaf(parent) {
                    visit(index, Slot(parent), false);
                }
            });
        }
    }
}
