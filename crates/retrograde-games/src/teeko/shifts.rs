//! Numbers the splits, and computes how a move changes the number of a split. A split says which of the pieces on the
//! board belong to the mover.
//!
//! The pieces on the board are indexed in reading order. A *split* is the set of the indexes of the mover's pieces, as
//! a bit mask. Splits with the same number of the mover's pieces are numbered in the order of their bit masks. If both
//! sides have equally many pieces, the opponent sees the complementary split, whose number is the same, counted from
//! the last split.

use super::board::MEN;
use crate::colex::{binomial, rank, unrank};

/// The maximum number of pieces on the board.
const MOST: usize = 2 * MEN;

/// A split, which is the set of the mover's pieces as a bit mask.
pub(super) type Split = u8;

/// Lookup tables for the effects of moves on splits. A split says which of the pieces belong to the mover.
#[derive(Debug)]
pub(super) struct Shifts {
    /// The splits, indexed by the number of the mover's pieces, then by the number of the split.
    splits: [Vec<Split>; MEN + 1],
    /// The number of each split among the splits in which the mover has equally many pieces.
    numbers: [u8; 1 << MOST],
    /// The number of the new split, as the opponent sees it, after a piece has changed its index in reading order.
    /// Indexed by the piece's old index, its new index, and the old split.
    moved: Vec<[[u8; 1 << MOST]; MOST]>,
    /// Like `moved`, but after a piece is removed. Indexed by the old number of pieces minus 1, the piece's old index,
    /// and the old split.
    taken: Vec<[[u8; 1 << MOST]; MOST]>,
}

/// Returns a mask of all bits below an index.
const fn below(place: usize) -> u16 {
    (1 << place) - 1
}

/// Inserts a bit at an index.
const fn with(split: u16, place: usize, bit: u16) -> u16 {
    (split & !below(place)) << 1 | bit << place | split & below(place)
}

/// Removes the bit at an index.
const fn without(split: u16, place: usize) -> u16 {
    split >> 1 & !below(place) | split & below(place)
}

impl Default for Shifts {
    fn default() -> Self {
        let splits = std::array::from_fn(|men| {
            (0..binomial(MOST, men)).map(|number| unrank(number, men, MOST) as Split).collect()
        });
        let numbers = std::array::from_fn(|split| rank(split as u64) as u8);
        let number = |pieces: usize, split: u16| numbers[usize::from(split & below(pieces))];
        let table = |after: &dyn Fn(usize, u16) -> u8| {
            std::array::from_fn(|place| std::array::from_fn(|split| after(place, split as u16)))
        };
        let moved =
            |from: usize| table(&move |to, split| number(MOST, !with(without(split, from), to, split >> from & 1)));
        let taken =
            |pieces: usize| table(&move |from, split| number(pieces - 1, !without(split & below(pieces), from)));
        Self { splits, numbers, moved: (0..MOST).map(moved).collect(), taken: (1..=MOST).map(taken).collect() }
    }
}

impl Shifts {
    /// Returns the splits of eight pieces in which `men` pieces belong to the mover. The splits of fewer pieces are at
    /// the start of the same list.
    #[inline]
    pub(super) fn splits(&self, men: usize) -> &[Split] {
        &self.splits[men]
    }

    #[inline]
    pub(super) fn number(&self, split: Split) -> u8 {
        self.numbers[usize::from(split)]
    }

    /// Returns the number of the split after one of eight pieces moves from one index to another. Indexed by the split
    /// before the move. The new split is numbered as the opponent sees it.
    #[inline]
    pub(super) fn moved(&self, from: usize, to: usize) -> &[u8; 1 << MOST] {
        &self.moved[from][to]
    }

    /// Returns the number of the split after the opponent's piece at an index is removed. Indexed by the split before
    /// the removal. The new split is numbered as the opponent sees it.
    #[inline]
    pub(super) fn taken(&self, pieces: usize, from: usize) -> &[u8; 1 << MOST] {
        &self.taken[pieces - 1][from]
    }
}
