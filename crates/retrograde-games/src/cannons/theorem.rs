//! Who wins a row, by counting and a look at its shape: the game's shortcut.
//!
//! Let a row have r red and b black cannons, red to move. Then
//!
//! * r > b: red wins;
//! * r = b: red wins if the row is (10)^j (1100 | 0011) (01)^k for some j, k >= 0, else it is a tie;
//! * r = b - 1: black wins if colours alternate strictly, else it is a tie;
//! * r < b - 1: black wins.
//!
//! Checked against exhaustive play on all rows of up to 18 cannons, whether passes are allowed or not; the
//! tests do it again for all rows of up to 14.

use std::cmp::Ordering;

use retrograde::Outcome;

use super::{BLACK, RED};

/// What the theorem needs to know of a row, gathered from left to right in constant memory.
///
/// ```
/// use retrograde::{Outcome, Side};
/// use retrograde_games::cannons::theorem::Summary;
///
/// let mut row = Summary::new();
/// row.push(b"011")?;
/// row.push(b"00")?;
/// assert_eq!(row.outcome(), Outcome::Level);
/// row.push(b"111")?;
/// assert_eq!(row.outcome(), Outcome::Won(Side::First));
/// # Ok::<(), usize>(())
/// ```
#[derive(Clone, Debug)]
pub struct Summary {
    red: u64,
    black: u64,
    /// The last cannon, as a byte.
    last: Option<u8>,
    /// Whether no two neighbours are of one colour.
    alternates: bool,
    shape: Shape,
}

/// How far a row goes along with (10)^j (1100 | 0011) (01)^k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// (10)^j
    Before,
    /// (10)^j 1
    Before1,
    /// (10)^j 11
    Block11,
    /// (10)^j 110
    Block110,
    /// (10)^j 0
    Block0,
    /// (10)^j 00
    Block00,
    /// (10)^j 001
    Block001,
    /// (10)^j (1100 | 0011) (01)^k: the whole shape
    Whole,
    /// (10)^j (1100 | 0011) (01)^k 0
    After0,
    /// Nothing that can become the shape.
    Other,
}

impl Shape {
    const fn then(self, cannon: u8) -> Self {
        match (self, cannon) {
            (Self::Before, b'1') => Self::Before1,
            (Self::Before, b'0') => Self::Block0,
            (Self::Before1, b'0') => Self::Before,
            (Self::Before1, b'1') => Self::Block11,
            (Self::Block11, b'0') => Self::Block110,
            (Self::Block0, b'0') => Self::Block00,
            (Self::Block00, b'1') => Self::Block001,
            (Self::Block110, b'0') | (Self::Block001 | Self::After0, b'1') => Self::Whole,
            (Self::Whole, b'0') => Self::After0,
            _ => Self::Other,
        }
    }
}

impl Summary {
    /// The empty row.
    pub const fn new() -> Self {
        Self { red: 0, black: 0, last: None, alternates: true, shape: Shape::Before }
    }

    /// Adds cannons at the right end: `1` for red, `0` for black.
    ///
    /// # Errors
    /// The index of the first byte that is neither; the cannons before it have been added.
    pub fn push(&mut self, cannons: &[u8]) -> Result<(), usize> {
        for (index, &cannon) in cannons.iter().enumerate() {
            match cannon {
                b'1' => self.red += 1,
                b'0' => self.black += 1,
                _ => return Err(index),
            }
            self.alternates &= self.last != Some(cannon);
            self.last = Some(cannon);
            self.shape = self.shape.then(cannon);
        }
        Ok(())
    }

    /// The number of cannons so far.
    pub const fn len(&self) -> u64 {
        self.red + self.black
    }

    /// Whether there is no cannon yet.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the game from this row ends under best play, red to move.
    pub fn outcome(&self) -> Outcome {
        match self.red.cmp(&self.black) {
            Ordering::Greater => Outcome::Won(RED),
            Ordering::Equal if self.shape == Shape::Whole => Outcome::Won(RED),
            Ordering::Equal => Outcome::Level,
            Ordering::Less if self.red + 1 == self.black && !self.alternates => Outcome::Level,
            Ordering::Less => Outcome::Won(BLACK),
        }
    }
}

impl Default for Summary {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(row: &str) -> Outcome {
        let mut summary = Summary::new();
        summary.push(row.as_bytes()).unwrap();
        summary.outcome()
    }

    #[test]
    fn samples() {
        let outcomes = ["101", "01100", "01110", "1000"].map(outcome);
        assert_eq!(outcomes, [Outcome::Won(RED), Outcome::Level, Outcome::Won(RED), Outcome::Won(BLACK)]);
    }

    #[test]
    fn only_balanced_rows_of_the_shape_win() {
        for row in ["1100", "0011", "101100", "100011", "110001", "001101", "1010001101"] {
            assert_eq!(outcome(row), Outcome::Won(RED), "{row}");
        }
        for row in ["", "10", "01", "1010", "0110", "1001", "011100", "010011", "11000110", "110010", "111000"] {
            assert_eq!(outcome(row), Outcome::Level, "{row}");
        }
    }

    #[test]
    fn one_cannon_behind_loses_only_when_colours_alternate() {
        assert_eq!(outcome("01010"), Outcome::Won(BLACK));
        assert_eq!(outcome("0"), Outcome::Won(BLACK));
        assert_eq!(outcome("00101"), Outcome::Level);
    }

    #[test]
    fn a_wrong_byte_is_named() {
        let mut summary = Summary::new();
        assert_eq!(summary.push(b"10x1"), Err(2));
        assert_eq!(summary.len(), 2);
    }

    #[test]
    fn pieces_of_a_row_add_up() {
        let row = "1010110001";
        for cut in 0..=row.len() {
            let mut summary = Summary::new();
            summary.push(&row.as_bytes()[..cut]).unwrap();
            summary.push(&row.as_bytes()[cut..]).unwrap();
            assert_eq!(summary.outcome(), Outcome::Won(RED), "cut at {cut}");
        }
    }
}
