//! Numbers sets of squares. All sets of one size are numbered in colexicographic order. This is the order of the sets'
//! bit masks as integers.

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

/// Returns the binomial coefficient: the number of sets of `k` squares on a board of `n` squares.
#[inline]
pub(crate) const fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// Returns the rank of a set: its index among all sets of the same size.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_the_order_of_their_numbers() {
        for (squares, size) in [(1, 1), (7, 0), (7, 3), (10, 5), (12, 12)] {
            let sets = (0_u64..1 << squares).filter(|set| set.count_ones() as usize == size);
            for (number, set) in (0..).zip(sets) {
                assert_eq!((rank(set), unrank(number, size, squares)), (number, set), "of {squares}");
            }
        }
        assert_eq!(unrank(binomial(44, 22) - 1, 22, 44), (1 << 44) - (1 << 22));
    }
}
