//! Tiers and leaves. A tier is the set of positions with the same number of pieces on the board. A split says which of
//! the pieces belong to the mover. A leaf is a split whose position is over or won at once (the mover can win with the
//! next move).

use std::sync::LazyLock;

use retrograde::{Depth, Value};

use super::board::{MEN, Mask, NEIGHBOURS, PATTERNS, SQUARES, squares};
use super::shifts::{Shifts, Split};
use crate::blocks::Blocks;
use crate::colex::{Ranks, binomial, unrank};

/// The total number of pieces.
pub(super) const ALL: usize = 2 * MEN;
/// The smallest number of pieces on the board with which a game can be over or won at once.
pub(super) const FIRST_LEAVES: usize = 2 * MEN - 2;

pub(super) static SHIFTS: LazyLock<Shifts> = LazyLock::new(Shifts::default);
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(SQUARES, ALL));

/// A set of splits, as a bit mask of their numbers. A split says which of the pieces belong to the mover.
pub(super) type Splits = u128;

/// Stored leaves, for sets of many squares.
#[derive(Debug, Default)]
pub(super) struct Tiers {
    /// The splits whose positions are over or won at once, for each set of occupied squares. Indexed by the number of
    /// pieces on the board.
    leaves: [Blocks<Splits>; ALL + 1],
}

/// All positions with a given number of pieces on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tier {
    pub(super) pieces: usize,
    /// The number of pieces that belong to the mover.
    pub(super) men: usize,
    /// The number of splits for one set of occupied squares.
    pub(super) splits: u64,
    /// The first slot of the tier.
    pub(super) start: u64,
}

/// All tiers, indexed by the number of pieces on the board.
pub(super) static TIERS: LazyLock<[Tier; ALL + 1]> = LazyLock::new(|| {
    let mut start = 0;
    std::array::from_fn(|pieces| {
        let (men, first) = (pieces / 2, start);
        let splits = binomial(pieces, men);
        start += binomial(SQUARES, pieces) * splits;
        Tier { pieces, men, splits, start: first }
    })
});

impl Tier {
    /// Returns the number of sets of occupied squares.
    pub(super) const fn sets(self) -> u64 {
        binomial(SQUARES, self.pieces)
    }

    pub(super) const fn end(self) -> u64 {
        self.start + self.sets() * self.splits
    }

    pub(super) fn of_slot(slot: u64) -> Self {
        TIERS[TIERS.partition_point(|tier| tier.end() <= slot).min(ALL)]
    }
}

/// Returns the index of a square among the occupied squares.
#[inline]
pub(super) const fn place(taken: Mask, square: usize) -> usize {
    (taken & ((1 << square) - 1)).count_ones() as usize
}

/// Returns the split in which the mover's pieces stand on `men`; `taken` is the set of occupied squares.
pub(super) fn split(taken: Mask, men: Mask) -> Split {
    squares(men).map(|square| 1 << place(taken, square)).sum()
}

/// Returns the squares of the mover's pieces. Bit i of `split` says whether the mover owns the piece on the i-th square
/// of `taken`.
pub(super) fn men(taken: Mask, split: Split) -> Mask {
    squares(taken).enumerate().filter(|(place, _)| split >> place & 1 > 0).map(|(_, square)| 1 << square).sum()
}

/// The splits whose positions are over or won at once, for one set of occupied squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    won: Splits,
    lost: Splits,
    won_at_once: Splits,
}

impl Ends {
    pub(super) fn of(pieces: usize, taken: Mask) -> Self {
        let mut ends = Self::default();
        if pieces < FIRST_LEAVES {
            return ends;
        }
        let bit = |men: Mask| 1 << SHIFTS.number(split(taken, men));
        for pattern in PATTERNS {
            let empty = pattern & !taken;
            let here = pattern & taken;
            if empty == 0 {
                ends.lost |= if pieces > FIRST_LEAVES { bit(taken & !pattern) } else { 0 };
                ends.won |= if pieces == ALL { bit(pattern) } else { 0 };
            } else if empty.is_power_of_two() {
                if pieces == ALL {
                    let beside = NEIGHBOURS[empty.trailing_zeros() as usize] & taken & !pattern;
                    ends.won_at_once |= squares(beside).fold(0, |all, last| all | bit(here | 1 << last));
                } else {
                    ends.won_at_once |= bit(here);
                }
            }
        }
        // If both sides have a pattern, which is impossible in play, the mover has lost.
        ends.won &= !ends.lost;
        ends.won_at_once &= !(ends.won | ends.lost);
        ends
    }

    const fn leaves(self) -> Splits {
        self.won | self.lost | self.won_at_once
    }

    /// Returns the value of the position with the split `number` if this position is over or won at once; `None` if it
    /// is not.
    pub(super) fn value(self, number: usize) -> Option<Value> {
        let has = |splits: Splits| splits >> number & 1 > 0;
        if has(self.won) {
            Some(Value::Win(Depth::ZERO))
        } else if has(self.lost) {
            Some(Value::Loss(Depth::ZERO))
        } else {
            has(self.won_at_once).then_some(Value::Win(Depth::new(1)))
        }
    }
}

impl Tiers {
    /// Returns a function that finds the splits whose positions are over or won at once, for one set of occupied
    /// squares. The function has three parameters: the number of pieces, the set of occupied squares, and the number of
    /// this set among all sets of the same size.
    #[inline]
    pub(super) fn leaves(&self) -> impl Fn(usize, Mask, u64) -> Splits {
        let found: [_; ALL + 1] = std::array::from_fn(|pieces| {
            let sets = TIERS[pieces].sets();
            let sets = if pieces < FIRST_LEAVES { 0 } else { sets };
            self.leaves[pieces].of(sets, move |number| {
                if number < sets { Ends::of(pieces, unrank(number, pieces, SQUARES) as Mask).leaves() } else { 0 }
            })
        });
        move |pieces, _, number| if pieces < FIRST_LEAVES { 0 } else { found[pieces].get(number) }
    }
}
