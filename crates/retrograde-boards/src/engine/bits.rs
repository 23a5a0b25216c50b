//! Sets of squares as bits. This module compresses, expands and numbers sets of squares.

// Safety: see `compress` and `expand`.
#![allow(unsafe_code)]

/// A set of at most 64 squares.
pub(super) type Set = u64;

/// The squares of a set.
#[inline(always)]
pub(super) fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(square)
    })
}

/// Whether this processor has the instructions that functions with `FAST = true` use.
pub(super) fn has_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// Moves the bits of `set` that `mask` selects to the lowest bits of the result. The bits keep their order.
#[inline(always)]
pub(super) fn compress<const FAST: bool>(set: Set, mask: Set) -> Set {
    #[cfg(target_arch = "x86_64")]
    if FAST {
        // Safety: the engine sets `FAST` only if `has_fast` has found this instruction.
        return unsafe { std::arch::x86_64::_pext_u64(set, mask) };
    }
    let (mut out, mut rest) = (0, set & mask);
    while rest > 0 {
        let low = rest & rest.wrapping_neg();
        out |= 1 << (mask & (low - 1)).count_ones();
        rest ^= low;
    }
    out
}

/// Moves the lowest bits of `set` to the bits that `mask` selects. The bits keep their order.
#[inline(always)]
pub(super) fn expand<const FAST: bool>(set: Set, mask: Set) -> Set {
    #[cfg(target_arch = "x86_64")]
    if FAST {
        // Safety: the engine sets `FAST` only if `has_fast` has found this instruction.
        return unsafe { std::arch::x86_64::_pdep_u64(set, mask) };
    }
    let (mut out, mut rest, mut set) = (0, mask, set);
    while rest > 0 && set > 0 {
        let low = rest & rest.wrapping_neg();
        if set & 1 > 0 {
            out |= low;
        }
        set >>= 1;
        rest ^= low;
    }
    out
}

/// The binomial coefficient, or `u64::MAX` if the coefficient is larger than a `u64`.
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let product = (0..k).try_fold(1_u128, |all, i| {
        let next = all * (n - i) as u128 / (i + 1) as u128;
        (next <= u64::MAX.into()).then_some(next)
    });
    product.map_or(u64::MAX, |product| product as u64)
}

/// The maximum number of squares of a chunk. A chunk is a group of neighbouring squares whose bits [`Ranks`] ranks with
/// one look-up.
const MOST_CHUNK: usize = 13;

/// The number of squares of the board that count as its lowest squares. The sets of a [`Block`] differ only in these
/// squares. A block has at most 924 sets, and each set takes two bytes.
pub(super) const LOW: usize = 12;

/// The sets of one size that differ only in the lowest squares. The numbers of these sets are consecutive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'a> {
    /// The number of the first set.
    pub(super) start: u64,
    /// The squares of each set that are not among the lowest [`LOW`] squares of the board.
    pub(super) high: Set,
    /// The lowest squares of each set, in the order of the sets' numbers.
    pub(super) lows: &'a [u16],
}

impl Block<'_> {
    /// Whether the block has the set with the number `number`.
    #[inline(always)]
    pub(super) fn has(&self, number: u64) -> bool {
        number.wrapping_sub(self.start) < self.lows.len() as u64
    }

    /// The set with the number `number`.
    #[inline(always)]
    pub(super) fn set(&self, number: u64) -> Set {
        self.high | Set::from(self.lows[(number - self.start) as usize])
    }
}

/// Numbers the sets of one size in colexicographic order.
#[derive(Debug)]
pub(super) struct Ranks {
    /// The number of squares of a chunk. One look-up ranks the bits of a chunk. A chunk is small, so the table `parts`
    /// stays in the processor's cache.
    chunk: usize,
    /// The numbers that the squares of a chunk add to the rank of a set. The index depends on the chunk, on the number
    /// of the set's squares in lower chunks, and on the bits of the set in the chunk.
    parts: Vec<u32>,
    /// The index in `parts` of the first element of each chunk.
    starts: Vec<usize>,
    /// The sets of each size, in the order of their numbers. The list of a size is empty if the size has many sets.
    sets: Vec<Vec<Set>>,
    /// The sets of the lowest squares by size, then by number.
    lows: Vec<Vec<u16>>,
    /// The number of sets, indexed by the number of squares, then by the size of the sets.
    counts: Vec<Vec<u64>>,
    squares: usize,
}

impl Ranks {
    /// Numbers the sets with at most `most` squares on a board of `squares` squares. Returns `None` if some size has
    /// 2^32 or more sets. If a size has at most `listed` sets, the result contains a list of the sets of this size.
    pub(super) fn new(squares: usize, most: usize, listed: u64) -> Option<Self> {
        if (0..=most).any(|size| binomial(squares, size) > u32::MAX.into()) {
            return None;
        }
        let chunk = squares.max(1).div_ceil(squares.max(1).div_ceil(MOST_CHUNK));
        let (mut parts, mut starts) = (Vec::new(), Vec::new());
        for first in (0..squares.max(1)).step_by(chunk) {
            starts.push(parts.len());
            for below in 0..=most.min(first) {
                let part = |bits: u64| {
                    let squares = self::squares(bits).enumerate();
                    let part = squares.map(|(before, square)| binomial(first + square, below + before + 1));
                    // The engine never looks up an element of `parts` for a set that is too large.
                    part.fold(0_u64, u64::saturating_add).min(u32::MAX.into()) as u32
                };
                let start = parts.len();
                parts.extend((0..1_u64 << chunk.min(squares - first)).map(part));
                parts.resize(start + (1 << chunk), 0);
            }
        }
        let sets = |size| if binomial(squares, size) <= listed { sets(squares, size) } else { Vec::new() };
        let counts = (0..squares).map(|squares| (0..=most).map(|size| binomial(squares, size)).collect()).collect();
        let low = |size| self::sets(LOW, size).into_iter().map(|set| set as u16).collect();
        let lows = (0..=LOW).map(low).collect();
        Some(Self { chunk, parts, starts, sets: (0..=most).map(sets).collect(), lows, counts, squares })
    }

    /// The number of a set.
    #[inline(always)]
    pub(super) fn of(&self, set: Set) -> u64 {
        let (chunk, mask) = (self.chunk, (1 << self.chunk) - 1);
        let low = (set & mask) as usize;
        let mut rank = u64::from(self.parts[low]);
        let (mut below, mut rest) = (low.count_ones() as usize, set >> chunk);
        for start in &self.starts[1..] {
            let bits = (rest & mask) as usize;
            rank += u64::from(self.parts[start + (below << chunk | bits)]);
            below += bits.count_ones() as usize;
            rest >>= chunk;
        }
        rank
    }

    /// The set with the number `rank` among the sets of `size` squares.
    #[inline(always)]
    pub(super) fn set(&self, size: usize, rank: u64) -> Set {
        match self.sets[size].get(rank as usize) {
            Some(&set) => set,
            None => self.find(size, rank),
        }
    }

    #[cold]
    fn find(&self, size: usize, rank: u64) -> Set {
        self.block(size, rank).set(rank)
    }

    /// The block that contains the set with the number `rank` among the sets of `size` squares.
    pub(super) fn block(&self, mut size: usize, rank: u64) -> Block<'_> {
        let (mut high, mut rest) = (0, rank);
        for (square, counts) in self.counts.iter().enumerate().skip(LOW).rev() {
            let without = counts[size];
            if size > 0 && without <= rest {
                rest -= without;
                size -= 1;
                high |= 1 << square;
            }
        }
        Block { start: rank - rest, high, lows: &self.lows[size] }
    }

    /// All sets of one size, in the order of their numbers. The result is empty if the size has too many sets.
    pub(super) fn listed(&self, size: usize) -> &[Set] {
        &self.sets[size]
    }

    /// The number of squares of the board.
    pub(super) const fn squares(&self) -> usize {
        self.squares
    }

    /// The memory of the tables in bytes.
    pub(super) fn bytes(&self) -> u64 {
        4 * self.parts.len() as u64 + 8 * self.sets.iter().map(Vec::len).sum::<usize>() as u64
    }
}

/// All sets of `size` squares, in ascending order.
pub(super) fn sets(squares: usize, size: usize) -> Vec<Set> {
    if size == 0 {
        return vec![0];
    }
    let mut all = Vec::new();
    let mut set: u128 = (1 << size) - 1;
    while set < 1 << squares {
        all.push(set as Set);
        let low = set & set.wrapping_neg();
        let carried = set + low;
        set = (((carried ^ set) >> 2) / low) | carried;
    }
    all
}
