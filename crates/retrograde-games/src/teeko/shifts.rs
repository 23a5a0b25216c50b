//! Which of the pieces on the board are whose, as a number, and what a move makes of it.
//!
//! The pieces are counted in reading order. A *split* is the set of those that are the mover's, a bit each. Splits of as many pieces are
//! numbered in the order of their bits; that of the other side has the number counted from the end, where both have as many.

use super::board::MEN;
use crate::colex::{binomial, rank, unrank};

/// The most pieces on the board.
const MOST: usize = 2 * MEN;

/// A split as bits.
pub(super) type Split = u8;

/// Tables of splits by what is done to one piece.
#[derive(Debug)]
pub(super) struct Shifts {
    /// Split by the mover's pieces and its number.
    splits: [Vec<Split>; MEN + 1],
    /// The number of a split among those with as many pieces of the mover's.
    numbers: [u8; 1 << MOST],
    /// After a piece has become another in reading order: by its place before and after and by the split before, the number
    /// after, of the other side's pieces.
    moved: Vec<[[u8; 1 << MOST]; MOST]>,
    /// The same with one piece taken off, by its place before, for every number of pieces before.
    taken: Vec<[[u8; 1 << MOST]; MOST]>,
}

/// The bits below a place.
const fn below(place: usize) -> u16 {
    (1 << place) - 1
}

/// With a bit put in at a place.
const fn with(split: u16, place: usize, bit: u16) -> u16 {
    (split & !below(place)) << 1 | bit << place | split & below(place)
}

/// Without the bit of a place.
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
    /// The splits with so many pieces of the mover's, among all eight; the first of them are those of fewer pieces.
    #[inline]
    pub(super) fn splits(&self, men: usize) -> &[Split] {
        &self.splits[men]
    }

    #[inline]
    pub(super) fn number(&self, split: Split) -> u8 {
        self.numbers[usize::from(split)]
    }

    /// With eight pieces on the board, one goes from a place among them to another: the number of the split in the other side's eyes.
    #[inline]
    pub(super) fn moved(&self, from: usize, to: usize) -> &[u8; 1 << MOST] {
        &self.moved[from][to]
    }

    /// From so many pieces on the board, the one at a place, of the other side, is taken off: the number in that side's eyes.
    #[inline]
    pub(super) fn taken(&self, pieces: usize, from: usize) -> &[u8; 1 << MOST] {
        &self.taken[pieces - 1][from]
    }
}
