//! The owners of the pieces on the board as a number, and the effect of a move on it.
//!
//! Pieces are counted in reading order. A *split* is the set of the mover's pieces, one bit each. Splits with equally
//! many of the mover's pieces are numbered in the order of their bits. If both sides have the same number of pieces,
//! the other side's split has the number counted from the end.

use super::board::MEN;
use crate::colex::{binomial, rank, unrank};

/// The maximum number of pieces on the board.
const MOST: usize = 2 * MEN;

/// A split as bits.
pub(super) type Split = u8;

/// Tables of the effects of moves on splits.
#[derive(Debug)]
pub(super) struct Shifts {
    /// The split for each number of the mover's pieces and each number of a split.
    splits: [Vec<Split>; MEN + 1],
    /// The number of each split among those with as many of the mover's pieces.
    numbers: [u8; 1 << MOST],
    /// After a piece has changed its index in reading order: by its index before and after and by the split before, the
    /// number of the split after, from the other side's view.
    moved: Vec<[[u8; 1 << MOST]; MOST]>,
    /// The same after the removal of a piece, by its index before, for every number of pieces before.
    taken: Vec<[[u8; 1 << MOST]; MOST]>,
}

/// Returns the bits below an index.
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
    /// Returns the splits with `men` of the mover's pieces among eight; splits of fewer pieces come first.
    #[inline]
    pub(super) fn splits(&self, men: usize) -> &[Split] {
        &self.splits[men]
    }

    #[inline]
    pub(super) fn number(&self, split: Split) -> u8 {
        self.numbers[usize::from(split)]
    }

    /// Returns the numbers of splits after one of eight pieces moves from an index to another, from the other side's
    /// view.
    #[inline]
    pub(super) fn moved(&self, from: usize, to: usize) -> &[u8; 1 << MOST] {
        &self.moved[from][to]
    }

    /// Returns the numbers of splits after the removal of the other side's piece at an index, from that side's view.
    #[inline]
    pub(super) fn taken(&self, pieces: usize, from: usize) -> &[u8; 1 << MOST] {
        &self.taken[pieces - 1][from]
    }
}
