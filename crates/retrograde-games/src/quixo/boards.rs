//! Boards as the side to move sees them. The *rank* of a board is a number with one base-3 digit for each cube.

/// The cubes with the mover's mark and the cubes with the opponent's mark, as bit sets in reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Board {
    pub(super) mine: u32,
    pub(super) theirs: u32,
}

/// The number of digits that one table lookup converts.
const DIGITS: usize = 8;
/// The number of values that `DIGITS` base-3 digits can have: 3^8.
const CHUNK: usize = 3_usize.pow(DIGITS as u32);

/// For each mask of eight cubes, the base-3 number whose digits are the bits of the mask.
static SPREAD: [u16; 1 << DIGITS] = spread();
/// For each number of eight base-3 digits, two masks. The low eight bits are the mask of the digits 1, and the high
/// eight bits are the mask of the digits 2.
static MASKS: [u16; CHUNK] = masks();

const fn spread() -> [u16; 1 << DIGITS] {
    let mut spread = [0; 1 << DIGITS];
    let mut mask = 1;
    while mask < spread.len() {
        spread[mask] = spread[mask / 2] * 3 + (mask % 2) as u16;
        mask += 1;
    }
    spread
}

const fn masks() -> [u16; CHUNK] {
    let mut masks = [0; CHUNK];
    let mut number = 1;
    while number < CHUNK {
        let low = [0, 1, 1 << DIGITS][number % 3];
        masks[number] = masks[number / 3] << 1 | low;
        number += 1;
    }
    masks
}

impl Board {
    /// Returns the board as the opponent sees it.
    pub(super) const fn swapped(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine }
    }

    /// Returns the rank of the board. A digit of the rank is 0 for a blank cube, 1 for a cube of the mover, and 2 for a
    /// cube of the opponent.
    #[inline]
    pub(super) fn rank(self) -> u64 {
        ones(self.mine) + 2 * ones(self.theirs)
    }

    /// Returns the board with the given rank.
    #[inline]
    pub(super) fn of_rank(mut rank: u64) -> Self {
        let mut board = Self::default();
        let mut shift = 0;
        while rank > 0 {
            let masks = u32::from(MASKS[(rank % CHUNK as u64) as usize]);
            board.mine |= (masks & 0xff) << shift;
            board.theirs |= (masks >> DIGITS) << shift;
            rank /= CHUNK as u64;
            shift += DIGITS;
        }
        board
    }
}

/// Reads the bits of a mask as the digits of a base-3 number, and returns this number.
#[inline]
pub(super) fn ones(mask: u32) -> u64 {
    let [low, second, third, high] = mask.to_le_bytes().map(|byte| u64::from(SPREAD[usize::from(byte)]));
    let chunk = CHUNK as u64;
    ((high * chunk + third) * chunk + second) * chunk + low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_boards_are_inverse() {
        for rank in (0..19_683).chain((0..3_u64.pow(25)).step_by(847_288_607)) {
            let board = Board::of_rank(rank);
            assert_eq!(board.mine & board.theirs, 0);
            assert_eq!(board.rank(), rank);
        }
    }
}
