//! The number of pieces on the board, their squares, and the splits that need no search of moves.

use std::sync::LazyLock;

use retrograde::{Depth, Value};

use super::board::{MEN, Mask, NEIGHBOURS, PATTERNS, SQUARES, squares};
use super::shifts::{Shifts, Split};
use crate::blocks::Blocks;
use crate::colex::{Ranks, binomial, unrank};

/// The number of pieces when all are on the board.
pub(super) const ALL: usize = 2 * MEN;
/// The fewest pieces with which a game can be over or won at once.
pub(super) const FIRST_LEAVES: usize = 2 * MEN - 2;

pub(super) static SHIFTS: LazyLock<Shifts> = LazyLock::new(Shifts::default);
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(SQUARES, ALL));

/// A set of splits, one bit per number.
pub(super) type Splits = u128;

/// Stored facts about the splits of squares with many pieces.
#[derive(Debug, Default)]
pub(super) struct Tiers {
    /// By the number of pieces on the board: the splits that are over or won at once.
    leaves: [Blocks<Splits>; ALL + 1],
}

/// The positions with a certain number of pieces on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tier {
    pub(super) pieces: usize,
    /// The number of the mover's pieces.
    pub(super) men: usize,
    /// The number of splits.
    pub(super) splits: u64,
    /// The first slot.
    pub(super) start: u64,
}

/// All tiers, in order.
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
    /// Returns the number of sets of squares.
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

/// Returns the split for the mover's squares `men` among the occupied squares.
pub(super) fn split(taken: Mask, men: Mask) -> Split {
    squares(men).map(|square| 1 << place(taken, square)).sum()
}

/// Returns the squares of a split.
pub(super) fn men(taken: Mask, split: Split) -> Mask {
    squares(taken).enumerate().filter(|(place, _)| split >> place & 1 > 0).map(|(_, square)| 1 << square).sum()
}

/// The splits of some squares that are over or won at once.
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
        // Both sides may have a pattern, though not in play: then the mover has lost.
        ends.won &= !ends.lost;
        ends.won_at_once &= !(ends.won | ends.lost);
        ends
    }

    const fn leaves(self) -> Splits {
        self.won | self.lost | self.won_at_once
    }

    /// Returns the value of a split if it needs no search of moves.
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
    /// Returns a function of the number of pieces, their squares and the squares' rank, which returns the splits that
    /// need no edge.
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
