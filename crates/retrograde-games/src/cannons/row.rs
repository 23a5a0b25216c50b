//! Stores a row of cannons in one machine word, and computes its captures and un-captures.
//!
//! For one side, a row is a list of *gaps*. A gap is the number of enemies before the side's first cannon, between two
//! consecutive cannons of the side, or after its last cannon. In a capture, three neighbours x y z take part, and x and
//! z belong to different sides. Then x captures z, or z captures x. So the mover `m` captures a cannon of the enemy `o`
//! in one of these cases:
//!
//! ```text
//! m m o -> m m    o m m -> m m    a gap next to a pair becomes shorter by one
//! m o o -> o m    o o m -> m o    a cannon moves into a gap, which loses two; the gap behind the cannon gains one
//! ```
//!
//! Two rows are equal if and only if their gaps are equal. So two captures of one side lead to the same row only if
//! both captures are of the first kind (next to a pair) and shorten the same gap. A gap that two captures shorten has a
//! pair of the mover's cannons at each end.

use std::fmt;

use retrograde::Side;

/// A row of 1 to [`Row::MAX_LEN`] cannons without empty squares: 1 is a red cannon, 0 is a black cannon.
///
/// Squares are numbered from left to right, beginning with 1. Captures by red and by black differ only in colour, so
/// each function has the mover as a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(u64);

/// A capture: the square that the cannon leaves, and the square of the captured enemy. The two squares are two steps
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The number of the square of the mover's cannon. The numbers start at 1.
    pub from: u32,
    /// The number of the square of the captured cannon. The numbers start at 1.
    pub target: u32,
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.from, self.target)
    }
}

impl Row {
    /// The maximum number of cannons in a row. With this limit, slot numbers (up to six times the [code](Row::code))
    /// and the table's size in bytes fit a `u64`.
    pub const MAX_LEN: u32 = 56;

    /// Returns the row that has this [code](Row::code); `None` if no row has it.
    #[inline]
    pub const fn from_code(code: u64) -> Option<Self> {
        if code >= 2 && code >> (Self::MAX_LEN + 1) == 0 { Some(Self(code)) } else { None }
    }

    /// Returns the row's cannons from left to right as binary digits, after a leading 1. So the codes of all rows of
    /// one length are consecutive, and these codes are larger than the codes of all shorter rows.
    #[inline]
    pub const fn code(self) -> u64 {
        self.0
    }

    /// Reads a row from a text in which `1` is a red cannon and `0` is a black cannon. `None` if the text has another
    /// letter, no cannon, or more than [`Row::MAX_LEN`] cannons.
    pub fn from_text(row: &str) -> Option<Self> {
        let code = row.bytes().try_fold(1, |code: u64, byte| {
            let fits = matches!(byte, b'0' | b'1') && code >> Self::MAX_LEN == 0;
            fits.then_some(code << 1 | u64::from(byte == b'1'))
        })?;
        Self::from_code(code)
    }

    /// Returns the number of cannons in the row.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a row is never empty")]
    pub const fn len(self) -> u32 {
        self.0.ilog2()
    }

    /// Returns the number of cannons of `side`.
    #[inline]
    pub const fn count(self, side: Side) -> u32 {
        self.of(side).count_ones()
    }

    /// Returns whether a capture exists. If one side can capture, the other side can also capture, because each side
    /// has one end of three neighbours whose ends differ.
    #[inline]
    pub const fn can_capture(self) -> bool {
        let ends_differ = self.0 ^ (self.0 >> 2);
        // Bit `i` compares the cannons `i` and `i + 2`; both must be in the row.
        ends_differ & (self.bit_past() >> 2).saturating_sub(1) != 0
    }

    /// Visits every capture of `mover`, with the row after the capture.
    #[inline]
    pub fn each_capture(self, mover: Side, mut visit: impl FnMut(Capture, Self)) {
        let (own, enemy) = (self.of(mover), self.of(mover.other()));
        each_bit(enemy & (own >> 2), |bit| {
            visit(self.capture(bit + 2, bit), self.removed(bit + 2).painted(bit, mover));
        });
        each_bit(enemy & (own << 2), |bit| {
            visit(self.capture(bit - 2, bit), self.removed(bit - 2).painted(bit - 1, mover));
        });
    }

    /// Returns the number of different rows that captures of `mover` lead to.
    #[inline]
    pub const fn count_after(self, mover: Side) -> u32 {
        let (own, enemy) = (self.of(mover), self.of(mover.other()));
        // `left_end` contains the left end of each gap that has a pair of own cannons to its left. `right_end` contains
        // the right end of each gap that has a pair of own cannons to its right.
        let left_end = enemy & (own >> 1) & (own >> 2);
        let right_end = enemy & (own << 1) & (own << 2);
        // `both` contains the gaps with a pair at each end. If the right end of a gap is added to the mask of the
        // enemies, the carry reaches the square to the left of the gap.
        let both = left_end & ((enemy + right_end) >> 1);
        let to_right = own & (enemy << 1) & (enemy << 2);
        let to_left = own & (enemy >> 1) & (enemy >> 2);
        left_end.count_ones() + right_end.count_ones() + to_right.count_ones() + to_left.count_ones()
            - both.count_ones()
    }

    /// Visits every row from which a capture of `mover` leads to this row. Each such row is visited once, and is one
    /// cannon longer than this row.
    #[inline]
    pub fn each_before(self, mover: Side, mut visit: impl FnMut(Self)) {
        let (own, enemy) = (self.of(mover), self.of(mover.other()));
        let bordering = own | self.bit_past();

        // Before a capture of the first kind, a gap next to a pair was one cannon longer. The square to the left of a
        // gap identifies the gap, even if the gap is empty.
        let right_of_pair = own & (own >> 1);
        let left_of_pair = own & (own << 1);
        // If a gap is to the left of a pair, the addition of the gap's lowest square causes a carry. The carry reaches
        // the square beyond the gap's left end.
        let gaps = right_of_pair | ((enemy + (left_of_pair << 1)) & bordering);
        each_bit(gaps, |bit| visit(self.inserted(bit, mover.other())));

        // Before a capture of the second kind, two enemies stood next to the cannon, on its right or on its left. The
        // cannon jumped over the first enemy and captured the second enemy.
        each_bit(own & (enemy >> 1), |bit| {
            let enemies = self.inserted(bit, mover.other()).painted(bit + 1, mover.other());
            visit(enemies.painted(bit + 2, mover));
        });
        each_bit(own & (enemy << 1), |bit| {
            let enemies = self.inserted(bit, mover.other()).painted(bit + 1, mover.other());
            visit(enemies.painted(bit - 1, mover));
        });
    }

    /// Returns the cannons of `side` as a bit set; the rightmost square is bit 0.
    #[inline]
    const fn of(self, side: Side) -> u64 {
        match side {
            Side::First => self.0 ^ self.bit_past(),
            Side::Second => !self.0 & (self.bit_past() - 1),
        }
    }

    /// Returns the leading 1 of the code, to the left of the leftmost square.
    #[inline]
    const fn bit_past(self) -> u64 {
        1 << self.len()
    }

    #[inline]
    const fn capture(self, from: u32, target: u32) -> Capture {
        Capture { from: self.len() - from, target: self.len() - target }
    }

    /// Returns this row without the cannon at `bit`.
    #[inline]
    const fn removed(self, bit: u32) -> Self {
        Self(self.0 >> (bit + 1) << bit | self.0 & ((1 << bit) - 1))
    }

    /// Returns this row with a cannon of `side` inserted at `bit`.
    #[inline]
    const fn inserted(self, bit: u32, side: Side) -> Self {
        Self(self.0 >> bit << (bit + 1) | self.0 & ((1 << bit) - 1)).painted(bit, side)
    }

    /// Returns this row with the colour of the cannon at `bit` changed to `side`.
    #[inline]
    const fn painted(self, bit: u32, side: Side) -> Self {
        match side {
            Side::First => Self(self.0 | 1 << bit),
            Side::Second => Self(self.0 & !(1 << bit)),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0len$b}", self.of(Side::First), len = self.len() as usize)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({self})")
    }
}

/// Visits the indexes of the set bits in `bits`, the lowest first.
#[inline]
fn each_bit(mut bits: u64, mut visit: impl FnMut(u32)) {
    while bits != 0 {
        visit(bits.trailing_zeros());
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn row(text: &str) -> Row {
        Row::from_text(text).unwrap()
    }

    fn rows(longest: u32) -> impl Iterator<Item = Row> {
        (2..2_u64 << longest).filter_map(Row::from_code)
    }

    /// Applies the capture rule to a row that is given as text. By this rule, x y z with x ≠ z becomes "y x" if x
    /// captures, and "z y" if z captures. Returns the row after each capture.
    fn captured(text: &str, mover: Side) -> BTreeMap<String, String> {
        let own = if mover == Side::First { b'1' } else { b'0' };
        let mut after = BTreeMap::new();
        for (i, three) in text.as_bytes().windows(3).enumerate().filter(|(_, three)| three[0] != three[2]) {
            let [x, y, z] = [0, 1, 2].map(|k| three[k] as char);
            let (name, two) = if three[0] == own {
                (format!("{}x{}", i + 1, i + 3), [y, x])
            } else {
                (format!("{}x{}", i + 3, i + 1), [z, y])
            };
            after.insert(name, format!("{}{}{}", &text[..i], String::from_iter(two), &text[i + 3..]));
        }
        after
    }

    #[test]
    fn captures_follow_the_rule_on_text() {
        for row in rows(11) {
            for mover in Side::BOTH {
                let expected = captured(&row.to_string(), mover);
                let mut found = BTreeMap::new();
                row.each_capture(mover, |capture, after| {
                    assert_eq!(found.insert(capture.to_string(), after.to_string()), None);
                });
                assert_eq!(found, expected, "{row} {mover}");
                assert_eq!(row.can_capture(), !expected.is_empty(), "{row}");
                let different: BTreeSet<_> = expected.values().collect();
                assert_eq!(row.count_after(mover) as usize, different.len(), "{row} {mover}");
            }
        }
    }

    #[test]
    fn captures_taken_back_are_the_captures() {
        let mut before: BTreeMap<(Row, Side), BTreeSet<Row>> = BTreeMap::new();
        for row in rows(12) {
            for mover in Side::BOTH {
                row.each_capture(mover, |_, after| {
                    before.entry((after, mover)).or_default().insert(row);
                });
            }
        }
        for row in rows(11) {
            for mover in Side::BOTH {
                let mut found = BTreeSet::new();
                row.each_before(mover, |longer| assert!(found.insert(longer), "{row} {mover}: {longer} twice"));
                assert_eq!(found, before.remove(&(row, mover)).unwrap_or_default(), "{row} {mover}");
            }
        }
    }

    #[test]
    fn two_captures_of_one_gap_are_one_row() {
        assert_eq!(row("11011").count_after(Side::First), 1);
        assert_eq!(row("11010").count_after(Side::First), 1);
        assert_eq!(row("1100011").count_after(Side::First), 3);
    }

    #[test]
    fn rows_have_a_shortest_and_a_longest() {
        assert_eq!(Row::from_code(1), None);
        assert_eq!(Row::from_text(""), None);
        assert_eq!(Row::from_text("102"), None);
        assert_eq!(row("0").len(), 1);
        let longest = row(&"1".repeat(56));
        assert_eq!((longest.len(), longest.count(Side::First)), (56, 56));
        assert_eq!(Row::from_text(&"1".repeat(57)), None);
        assert_eq!(Row::from_code(longest.code() + 1), None);
    }
}
