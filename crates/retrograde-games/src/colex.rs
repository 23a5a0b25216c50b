//! Numbers sets of squares. All sets of one size are numbered in colexicographic order, which is the order of their bit
//! masks as integers.

/// The maximum number of squares of a board.
const MAX_SQUARES: usize = 44;

/// The binomial coefficients.
static BINOMIALS: [[u64; MAX_SQUARES + 1]; MAX_SQUARES + 1] = binomials();

const fn binomials() -> [[u64; MAX_SQUARES + 1]; MAX_SQUARES + 1] {
    let mut table = [[0_u64; MAX_SQUARES + 1]; MAX_SQUARES + 1];
    let mut n = 0;
    while n <= MAX_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// Returns the binomial coefficient, which is the number of sets of `k` squares on a board of `n` squares.
#[inline]
pub(crate) const fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// Returns the rank of a set, which is the index of the set among all sets of the same size.
pub(crate) fn rank(mut set: u64) -> u64 {
    let (mut rank, mut size) = (0, 0);
    while set > 0 {
        size += 1;
        rank += binomial(set.trailing_zeros() as usize, size);
        set &= set - 1;
    }
    rank
}

/// Returns the set with the index `rank` among the sets of `size` squares on a board of `squares` squares.
pub(crate) fn unrank(mut rank: u64, mut size: usize, squares: usize) -> u64 {
    let mut set = 0;
    for square in (0..squares).rev() {
        let without = binomial(square, size);
        if size > 0 && without <= rank {
            rank -= without;
            size -= 1;
            set |= 1 << square;
        }
    }
    set
}

/// Returns the set of the same size with the next higher rank.
#[inline]
pub(crate) const fn next(set: u64) -> u64 {
    if set == 0 {
        return 0;
    }
    let lowest = set & set.wrapping_neg();
    let carried = set.wrapping_add(lowest);
    // The addition overflows only for the mask of all 64 squares, which has no successor.
    carried | (((carried ^ set) >> 2) >> lowest.trailing_zeros())
}

/// Computes the rank of a small set with two table lookups.
#[derive(Debug)]
pub(crate) struct Ranks {
    low: Vec<u32>,
    /// The number that the squares in the high half add to the rank. Indexed by the number of the set's squares in the
    /// low half, then by the mask of the squares in the high half.
    high: Vec<Vec<u32>>,
}

/// The number of squares in the low half of the board.
const LOW: usize = 13;

impl Ranks {
    /// Builds the tables for sets of at most `most` squares on a board of `squares` squares. The caller ensures that
    /// `squares` is 13 to 26, and that fewer than 2^32 such sets exist.
    pub(crate) fn new(squares: usize, most: usize) -> Self {
        let low = (0..1 << LOW).map(|set| rank(set) as u32).collect();
        let high = |below: usize| {
            let lowest = (1 << below) - 1;
            (0..1 << (squares - LOW)).map(|set: u64| (rank(set << LOW | lowest) - rank(lowest)) as u32).collect()
        };
        Self { low, high: (0..=most.min(LOW)).map(high).collect() }
    }

    /// Returns the rank of a set, as [`rank`] does.
    #[inline]
    pub(crate) fn of(&self, set: u32) -> u64 {
        let low = set & ((1 << LOW) - 1);
        let high = self.high[low.count_ones() as usize][(set >> LOW) as usize];
        u64::from(self.low[low as usize]) + u64::from(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_the_order_of_their_numbers() {
        for (squares, size) in [(1, 1), (7, 0), (7, 3), (10, 5), (12, 12)] {
            let mut set = unrank(0, size, squares);
            for number in 0..binomial(squares, size) {
                assert_eq!(
                    (rank(set), unrank(number, size, squares)),
                    (number, set),
                    "{number} of {size} of {squares}"
                );
                set = next(set);
            }
        }
        let ranks = Ranks::new(26, 20);
        assert!((0..1 << 20).map(|set: u32| set * 53).all(|set| ranks.of(set) == rank(u64::from(set))));
        assert_eq!(unrank(binomial(44, 22) - 1, 22, 44), (1 << 44) - (1 << 22));
    }
}
