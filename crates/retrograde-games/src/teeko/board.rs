//! The board as bit masks, with the neighbours of each square and the winning patterns.

/// The number of rows. The board has the same number of columns.
pub(super) const SIDE: usize = 5;
/// The number of squares on the board.
pub(super) const SQUARES: usize = SIDE * SIDE;
/// The number of pieces of each side.
pub(super) const MEN: usize = 4;

/// A set of squares as a bit mask, in reading order.
pub(super) type Mask = u32;

/// The neighbours of each square, including diagonal neighbours.
pub(super) static NEIGHBOURS: [Mask; SQUARES] = neighbours();

/// The 44 winning patterns of four squares. A pattern is four in a row in any direction, or a square of two by two.
pub(super) static PATTERNS: [Mask; 44] = patterns();

const fn neighbours() -> [Mask; SQUARES] {
    let mut neighbours = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut other = 0;
        while other < SQUARES {
            let rows = (square / SIDE).abs_diff(other / SIDE);
            let columns = (square % SIDE).abs_diff(other % SIDE);
            if rows <= 1 && columns <= 1 && square != other {
                neighbours[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    neighbours
}

const fn patterns() -> [Mask; 44] {
    // The offsets of the other three squares from the first square. The entries are for a row, a column, the two
    // diagonals, and a square of two by two.
    let steps = [[1, 2, 3], [5, 10, 15], [6, 12, 18], [4, 8, 12], [1, 5, 6]];
    // For each kind of pattern, the range of rows and the range of columns for the first square.
    let firsts = [(0, 5, 0, 2), (0, 2, 0, 5), (0, 2, 0, 2), (0, 2, 3, 5), (0, 4, 0, 4)];
    let mut patterns = [0; 44];
    let (mut shape, mut count) = (0, 0);
    while shape < steps.len() {
        let (top, bottom, left, right) = firsts[shape];
        let [second, third, fourth] = steps[shape];
        let mut row = top;
        while row < bottom {
            let mut column = left;
            while column < right {
                let first = row * SIDE + column;
                patterns[count] = 1 << first | 1 << (first + second) | 1 << (first + third) | 1 << (first + fourth);
                count += 1;
                column += 1;
            }
            row += 1;
        }
        shape += 1;
    }
    patterns
}

/// Returns a winning pattern that the squares of `men` contain; `None` if the squares contain no pattern.
pub(super) fn pattern(men: Mask) -> Option<Mask> {
    PATTERNS.into_iter().find(|pattern| men & pattern == *pattern)
}

/// Returns the squares of a set, in ascending order.
#[inline]
pub(super) fn squares(mut set: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set > 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_44_different_patterns_of_four() {
        let mut all = PATTERNS.to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 44);
        assert!(all.iter().all(|pattern| pattern.count_ones() == 4 && *pattern < 1 << SQUARES));
        assert_eq!(NEIGHBOURS.map(Mask::count_ones).iter().sum::<u32>(), 144);
    }
}
