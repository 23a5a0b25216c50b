//! Computes the winner of a row from the numbers of cannons and the shape of the row, without a table. This comment
//! proves that the result is correct.
//!
//! # The theorem
//!
//! Let a row have r red and b black cannons, and let red be to move. Then
//!
//! * r > b: red wins;
//! * r = b: red wins if the row is (10)^j (1100 | 0011) (01)^k for some j, k >= 0, else it is a tie;
//! * r = b - 1: black wins if colours alternate strictly, else it is a tie;
//! * r < b - 1: black wins.
//!
//! If black is to move, the theorem holds with exchanged colours (see [`value`]). The result stays the same if the
//! other side has just passed. The result would also be the same if the rules did not allow passes.
//!
//! # The proof
//!
//! *1. If one side can capture, the other side can also capture.* Of three neighbours x y z with x ≠ z, each side has
//! one end. So no capture is possible if and only if any two cannons with exactly one cannon between them are equal. In
//! a row without captures, all cannons have one colour, or colours alternate.
//!
//! *2. A side that captures at every turn does not fall behind.* Let a side S be to move, and let S have l more cannons
//! than its opponent T. If l < 0, S has fewer cannons than T. Let S capture at each of its turns. A capture is possible
//! until the game is over. After each turn of S, S is at least l + 1 cannons ahead. T captures at most one cannon per
//! turn, so after each turn of T, S is still at least l cannons ahead. The game cannot end by two passes, because S
//! never passes. The game ends, because rows get shorter. So at the end S is at least l cannons ahead. If T moves
//! first, S is at least l - 1 cannons ahead at the end. Step 2 proves the theorem for r > b and for r < b - 1. Step 2
//! also proves that red has at least a tie if r = b, and black has at least a tie if r = b - 1. If colours alternate
//! and r = b - 1, the game is over and black is ahead.
//!
//! *3. The finishing capture.* Let r = b. If the row after a capture is (10)^m 1, the game is over, and red is one
//! cannon ahead. At most one of the three cannons of the capture is red, because two red cannons would be neighbours
//! after the capture (110 -> 11, 011 -> 11), and (10)^m 1 has no two red neighbours. So the capture is 100 -> 01 or 001
//! -> 10. If this capture is undone at a 01 or a 10 in (10)^m 1, the result is (10)^j 1100 (01)^k or (10)^j 0011
//! (01)^k. Red can finish exactly the rows of these two forms. With the colours exchanged, black can finish exactly the
//! rows (01)^j (0011 | 1100) (10)^k if black is to move.
//!
//! *4. The lemma. If r = b - 1 and colours do not alternate, red has a capture after which black cannot finish.* Let z
//! be the number of pairs of neighbours that are both black, and o the number of pairs that are both red; 000 contains
//! two pairs. A row that black can finish has four properties:
//!
//! * z = 1: exactly one pair of neighbours is 00;
//! * 11 is next to the 00: the row contains 0011 or 1100;
//! * the row does not both begin and end with 1; if it begins with 0 and ends with 1, it ends with 0011; if it begins
//!   with 1 and ends with 0, it begins with 1100;
//! * if the row begins and ends with 0, it contains 111.
//!
//! A *run* is a sequence of equal neighbours that cannot be extended. In a row with r = b - 1, z = b - (runs of 0) and
//! o = r - (runs of 1). So z - o = 1 + (runs of 1) - (runs of 0). The difference z - o is 0 if 0 stands at both ends of
//! the row, 1 if 0 stands at one end, and 2 if 0 stands at neither end. Also z > 0: without 00, the b - 1 red cannons
//! would separate all b black cannons, so colours would alternate. Each of the following cases also covers its mirror
//! image. In each case, red makes a capture after which the row lacks one of the four properties. So black cannot
//! finish the new row:
//!
//! * If o = 0 and the row begins with 0 and ends with 1, the row is (01)^i 0 (01)^l with l > 0. Red makes the capture
//!   001 -> 10. If i = 0, the new row has no 11. Otherwise the new row begins with 0. If it ends with 10, it has no
//!   00. If it ends with 01, it does not end with 0011.
//! * If o = 0 and the row begins and ends with 1, then z = 2. Red makes the capture 100 -> 01 at the first 00. If the
//!   capture was in 1000, the new row has no 11. Otherwise, if another 0 is to the left of the capture, the new row has
//!   two 00; if not, the new row begins with 0 and ends with 01, so it does not end with 0011.
//! * If o > 0 and z > 2, red captures any 0 next to 11. The new row has at least two 00.
//! * If o > 0, z = 2, and a single 0 stands next to 11, red captures this 0. The new row has two 00.
//! * If o > 0, z = 2, and no single 0 stands next to 11, then every run of 0 next to 11 is longer. If the row begins
//!   with 0 and ends with 1, then o = 1. If the row also ends with 11, red captures 001 -> 10 before the last cannon:
//!   the new row begins with 0 and ends with 01, so not with 0011. If the row does not end with 11, it contains
//!   001100, and red captures 1100 -> 101: in the new row, no 11 is next to 00. If the row begins and ends with 0, then
//!   o = 2; because the row has only two 00, it contains 0011100. Red captures 11100 -> 1101. The new row has no 111,
//!   or it begins with 0 and ends with 01, so not with 0011.
//! * If o > 0 and z = 1, then o = 1, and 0 stands at both ends. If 11 is next to 00, red captures a 0 of this 00, and
//!   the new row has no 00. If 11 is not next to 00, and 00 is to the left of 11, red captures the 0 at the right of
//!   11, and in the new row 00 is still not next to 11.
//!
//! *5. Holding the tie.* Let r = b, and let red have no finishing capture. Black answers a pass with a pass. After a
//! capture, red is one cannon ahead, and by step 3 colours do not alternate. So by the lemma with the colours
//! exchanged, black has a capture after which red has no finishing capture. The sides repeat this until both pass or no
//! capture is possible. The game is then a tie. Now let r = b - 1, and let colours not alternate. Red begins with the
//! capture that the lemma gives. After this capture, red holds the tie in the way in which black holds the tie if r =
//! b. In this proof, a side passes only to answer a pass. ∎
//!
//! The tests check the proof on all rows of up to 13 cannons or more. The tests check the four properties of the rows
//! that black can finish. The tests also check every case of the lemma with the capture that the case names. Exhaustive
//! play checks the theorem. [`proof`](super::proof) plays by the theorem on rows of any length.
//!
//! # The program
//!
//! Nearly every row differs from both special shapes within its first eight cannons. As soon as a row differs from both
//! shapes, the program only counts the remaining cannons, 64 bytes at a time. As long as a row matches a special shape,
//! the row mostly repeats `10` or `01`. So the program compares the row with this pattern, eight bytes at a time.

use std::cmp::Ordering;

use multiversion::multiversion;
use retrograde::{Outcome, Side};

use super::rules::{BLACK, RED};

/// The facts about a row that the theorem needs. The facts are the number of red cannons, the length of the row, and
/// the shape of the row. The program computes the summary of a row from left to right, in constant memory.
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
    len: u64,
    shape: Shape,
}

/// The part of a special shape that a row has matched so far. The two special shapes are (10)^j (1100 | 0011) (01)^k
/// and (01)^k 0. In the second shape, colours alternate and black has one cannon more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The row has no cannon yet.
    Empty,
    /// The row is (10)^j, j > 0.
    Before,
    /// The row is (10)^j 1.
    Before1,
    /// The row is (10)^j 11.
    Block11,
    /// The row is (10)^j 110.
    Block110,
    /// The row is (10)^j 0, j > 0.
    Block0,
    /// The row is (10)^j 00.
    Block00,
    /// The row is (10)^j 001.
    Block001,
    /// The row is (10)^j (1100 | 0011) (01)^k: the whole first shape.
    Whole,
    /// The row is (10)^j (1100 | 0011) (01)^k 0.
    After0,
    /// The row is 0.
    First0,
    /// The row is (01)^k, k > 0.
    Alternating,
    /// The row is (01)^k 0, k > 0.
    Alternating0,
    /// The row can match neither of the two shapes any more.
    Other,
}

impl Shape {
    const ALL: [Self; 14] = [
        Self::Empty,
        Self::Before,
        Self::Before1,
        Self::Block11,
        Self::Block110,
        Self::Block0,
        Self::Block00,
        Self::Block001,
        Self::Whole,
        Self::After0,
        Self::First0,
        Self::Alternating,
        Self::Alternating0,
        Self::Other,
    ];

    /// Returns the shape of the row after one more cannon.
    const fn then(self, cannon: u8) -> Self {
        match (self, cannon) {
            (Self::Empty | Self::Before, b'1') => Self::Before1,
            (Self::Empty, b'0') => Self::First0,
            (Self::First0 | Self::Alternating0, b'1') => Self::Alternating,
            (Self::Alternating, b'0') => Self::Alternating0,
            (Self::Before, b'0') => Self::Block0,
            (Self::Before1, b'0') => Self::Before,
            (Self::Before1, b'1') => Self::Block11,
            (Self::Block11, b'0') => Self::Block110,
            (Self::First0 | Self::Block0, b'0') => Self::Block00,
            (Self::Block00, b'1') => Self::Block001,
            (Self::Block110, b'0') | (Self::Block001 | Self::After0, b'1') => Self::Whole,
            (Self::Whole, b'0') => Self::After0,
            _ => Self::Other,
        }
    }

    /// Returns eight bytes that can be appended to a row of this shape so that the shape stays the same. Returns `None`
    /// if no such bytes exist.
    const fn repeated(self) -> Option<&'static [u8; 8]> {
        match self {
            Self::Before | Self::After0 | Self::Alternating0 => Some(b"10101010"),
            Self::Before1 | Self::Whole | Self::Alternating => Some(b"01010101"),
            _ => None,
        }
    }

    /// Returns whether colours alternate and both ends of the row are black.
    const fn alternates(self) -> bool {
        matches!(self, Self::First0 | Self::Alternating0)
    }

    /// Returns the shape of the row after more cannons. The bytes must be `1` and `0`.
    fn then_all(mut self, cannons: &[u8]) -> Self {
        let (mut words, rest) = cannons.as_chunks();
        while self != Self::Other
            && let Some((&word, others)) = words.split_first()
        {
            self = THEN_WORD[self as usize][bits(word)];
            words = others;
            if let Some(repeated) = self.repeated() {
                let same = words.iter().take_while(|&word| word == repeated).count();
                words = &words[same..];
            }
        }
        if self == Self::Other { self } else { rest.iter().fold(self, |shape, &cannon| shape.then(cannon)) }
    }
}

/// The shape of a row after eight more cannons, indexed by the current shape and the [`bits`] of these eight cannons.
/// For a random row, the first lookup usually gives `Other`.
static THEN_WORD: [[Shape; 256]; Shape::ALL.len()] = {
    let mut table = [[Shape::Other; 256]; Shape::ALL.len()];
    let mut row = 0;
    while row < table.len() {
        let mut bits = 0;
        while bits < 256 {
            let (mut shape, mut place) = (Shape::ALL[row], 0);
            while place < 8 {
                shape = shape.then(b'0' + (bits >> place & 1) as u8);
                place += 1;
            }
            table[Shape::ALL[row] as usize][bits] = shape;
            bits += 1;
        }
        row += 1;
    }
    table
};

/// Returns a byte that consists of the lowest bits of eight bytes. Bit 0 of the result comes from the first byte.
const fn bits(word: [u8; 8]) -> usize {
    // The product copies the bit of each byte to bit positions that are 7 apart. All bit positions are distinct, so no
    // carry occurs, and the bit of each byte appears once in the highest byte.
    ((u64::from_le_bytes(word) & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// The number of bytes that are counted in parallel.
const BLOCK: usize = 64;
/// The maximum number of bytes that can be counted before an 8-bit counter could overflow. The limit leaves room for a
/// partial block after the whole blocks.
const CHUNK: usize = BLOCK * (u8::MAX as usize - 1);

/// Counts the bytes of many blocks. For each index in a block, `ones` contains the number of characters `1` at this
/// index. A bit of `bits` is set if a byte at the same index differs from the character `0` in this bit.
struct Tally {
    ones: [u8; BLOCK],
    bits: [u8; BLOCK],
}

impl Tally {
    #[inline]
    fn add(&mut self, block: &[u8; BLOCK]) {
        for (byte, (ones, bits)) in block.iter().zip(self.ones.iter_mut().zip(&mut self.bits)) {
            let bit = byte ^ b'0';
            *ones = ones.wrapping_add(bit);
            *bits |= bit;
        }
    }
}

/// Counts the characters `1` in at most [`CHUNK`] bytes. Returns `None` if a byte is neither `1` nor `0`.
#[multiversion(targets = "simd")]
fn ones(chunk: &[u8]) -> Option<u64> {
    let mut tally = Tally { ones: [0; BLOCK], bits: [0; BLOCK] };
    let (blocks, rest) = chunk.as_chunks();
    for block in blocks {
        tally.add(block);
    }
    let mut last = [b'0'; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    tally.add(&last);
    let is_clean = tally.bits.iter().fold(0, |all, bits| all | bits) <= 1;
    // The sum is less than 2^16, and 16-bit sums need fewer instructions.
    is_clean.then(|| tally.ones.iter().map(|&ones| u16::from(ones)).sum::<u16>().into())
}

impl Summary {
    /// Returns the summary of the empty row.
    pub const fn new() -> Self {
        Self { red: 0, len: 0, shape: Shape::Empty }
    }

    /// Adds cannons at the right end. `1` stands for red, and `0` for black.
    ///
    /// # Errors
    /// Returns the index of the first byte that is neither `1` nor `0`. The cannons before this byte are added.
    pub fn push(&mut self, cannons: &[u8]) -> Result<(), usize> {
        let mut start = 0;
        for chunk in cannons.chunks(CHUNK) {
            let Some(ones) = ones(chunk) else {
                let good = chunk.iter().take_while(|byte| matches!(byte, b'0' | b'1')).count();
                self.push(&chunk[..good])?;
                return Err(start + good);
            };
            self.red += ones;
            self.len += chunk.len() as u64;
            self.shape = self.shape.then_all(chunk);
            start += chunk.len();
        }
        Ok(())
    }

    /// Returns the number of cannons that were added.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether no cannon was added yet.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns how the game from this row ends under best play, with red to move.
    pub fn outcome(&self) -> Outcome {
        let black = self.len - self.red;
        match self.red.cmp(&black) {
            Ordering::Greater => Outcome::Won(RED),
            Ordering::Equal if self.shape == Shape::Whole => Outcome::Won(RED),
            Ordering::Equal => Outcome::Level,
            Ordering::Less if self.red + 1 == black && !self.shape.alternates() => Outcome::Level,
            Ordering::Less => Outcome::Won(BLACK),
        }
    }
}

/// Returns how the game ends under best play from a row of characters `1` and `0`, with `mover` to move.
pub fn value(row: &[u8], mover: Side) -> Outcome {
    let mut summary = Summary::new();
    if mover == RED {
        push_all(&mut summary, row);
        return summary.outcome();
    }
    let mut exchanged = [0; 4096];
    for piece in row.chunks(exchanged.len()) {
        let exchanged = &mut exchanged[..piece.len()];
        exchanged.copy_from_slice(piece);
        for cannon in exchanged.iter_mut() {
            *cannon ^= 1;
        }
        push_all(&mut summary, exchanged);
    }
    match summary.outcome() {
        Outcome::Won(side) => Outcome::Won(side.other()),
        Outcome::Level => Outcome::Level,
    }
}

fn push_all(summary: &mut Summary, row: &[u8]) {
    summary.push(row).expect("a row is ones and zeros");
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

    /// Returns all rows of a length.
    fn rows(length: usize) -> impl Iterator<Item = String> {
        (0_u32..1 << length)
            .map(move |bits| (0..length).map(|place| char::from(b'0' + (bits >> place & 1) as u8)).collect())
    }

    /// Applies the capture rule to a text. Returns the row after each capture by the side whose cannons are `own`.
    fn captured(row: &str, own: u8) -> Vec<String> {
        let captures = row.as_bytes().windows(3).enumerate().filter(|(_, three)| three[0] != three[2]);
        let left = |(at, three): (usize, &[u8])| {
            let two = if three[0] == own { [three[1], three[0]] } else { [three[2], three[1]] };
            format!("{}{}{}", &row[..at], String::from_utf8_lossy(&two), &row[at + 3..])
        };
        captures.map(left).collect()
    }

    fn alternates(row: &str) -> bool {
        row.as_bytes().windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns whether a capture of black leads to (01)^m 0, for step 3 of the proof.
    fn black_can_finish(row: &str) -> bool {
        captured(row, b'0').iter().any(|after| alternates(after) && after.starts_with('0') && after.ends_with('0'))
    }

    /// Returns the number of pairs of neighbours that are both `cannon`.
    fn pairs(row: &str, cannon: u8) -> usize {
        row.as_bytes().windows(2).filter(|pair| *pair == [cannon; 2]).count()
    }

    fn lead(row: &str) -> isize {
        row.bytes().map(|cannon| if cannon == b'1' { 1 } else { -1 }).sum()
    }

    fn mirrored(row: &str) -> String {
        row.chars().rev().collect()
    }

    #[test]
    fn rows_that_can_be_finished_are_of_the_shape_and_as_the_lemma_has_them() {
        for row in (0..=14).flat_map(rows).filter(|row| lead(row) == 0) {
            let exchanged: Vec<u8> = row.bytes().map(|cannon| cannon ^ 1).collect();
            assert_eq!(black_can_finish(&row), plain(&exchanged) == Outcome::Won(RED), "{row}");
            if black_can_finish(&row) {
                assert_eq!(pairs(&row, b'0'), 1, "(a) {row}");
                assert!(row.contains("0011") || row.contains("1100"), "(b) {row}");
                match (row.starts_with('0'), row.ends_with('0')) {
                    (false, false) => panic!("(c) {row}"),
                    (true, false) => assert!(row.ends_with("0011"), "(c) {row}"),
                    (false, true) => assert!(row.starts_with("1100"), "(c) {row}"),
                    (true, true) => assert!(row.contains("111"), "(d) {row}"),
                }
            }
        }
    }

    /// Returns the row after the capture that the lemma names, for step 4 of the proof. Returns `None` if the lemma
    /// names a capture only for the mirror image.
    fn saved(row: &str) -> Option<String> {
        let (z, o) = (pairs(row, b'0'), pairs(row, b'1'));
        let ends = (row.starts_with('0'), row.ends_with('0'));
        assert_eq!(z, o + [2, 1, 0][usize::from(ends.0) + usize::from(ends.1)], "{row}");
        assert!(z > 0, "{row}");
        let first = |from: &str, to: &str| row.contains(from).then(|| row.replacen(from, to, 1));
        let last =
            |from: &str, to: &str| row.rfind(from).map(|at| format!("{}{to}{}", &row[..at], &row[at + from.len()..]));
        let lone = ["1101", "110"]
            .into_iter()
            .find(|&lone| if lone == "110" { row.ends_with(lone) } else { row.contains(lone) });
        match (o, z, ends) {
            (0, 1, (true, false)) => first("001", "10"),
            (0, 2, (false, false)) => first("100", "01"),
            (0, 1, (false, true)) => None,
            (0, ..) => panic!("{row}"),
            (_, 3.., _) => first("110", "11").or_else(|| first("011", "11")),
            (_, 2, _) if let Some(lone) = lone => last(lone, &lone.replacen('0', "", 1)),
            (_, 2, _) if row.contains("1011") || row.starts_with("011") => None,
            (1, 2, (true, false)) if row.ends_with("11") => last("001", "10"),
            (1, 2, (true, false)) => first("1100", "101"),
            (2, 2, (true, true)) => first("11100", "1101"),
            (1, 1, (true, true)) if row.contains("0011") => first("0011", "011"),
            (1, 1, (true, true)) if row.find("00") < row.find("11") => first("110", "11"),
            (1, 2, (false, true)) | (1, 1, (true, true)) => None,
            _ => panic!("{row} is of no case"),
        }
    }

    #[test]
    fn the_lemma_names_a_capture_that_keeps_black_from_finishing() {
        let mut tried = 0;
        for row in (1..=15).flat_map(rows).filter(|row| lead(row) == -1 && !alternates(row)) {
            let capture = |row: &str| saved(row).filter(|after| captured(row, b'1').contains(after));
            let after = capture(&row).or_else(|| capture(&mirrored(&row)));
            let after = after.unwrap_or_else(|| panic!("{row}: no capture, or one that is none"));
            assert!(!black_can_finish(&after), "{row} -> {after}");
            tried += 1;
        }
        assert_eq!(tried, 8_788 - 8, "C(1, 0) + C(3, 1) + ... + C(15, 7), but for the rows that alternate");
    }

    /// Checks steps 2 and 5 of the proof. By steps 2 and 5, the value of a row follows from the values of its
    /// successors.
    #[test]
    fn values_follow_from_the_values_after_captures_and_passes() {
        for row in (1..=13).flat_map(rows) {
            let over = captured(&row, b'1').is_empty();
            for (mover, own, sign) in [(RED, b'1', 1), (BLACK, b'0', -1)] {
                let lead = sign * lead(&row);
                let rank = |outcome| match outcome {
                    Outcome::Won(side) if side == mover => 1,
                    Outcome::Level => 0,
                    Outcome::Won(_) => -1,
                };
                let here = rank(value(row.as_bytes(), mover));
                if over {
                    assert_eq!(here, lead.signum(), "{row}");
                    continue;
                }
                let captures =
                    captured(&row, own).iter().map(|after| rank(value(after.as_bytes(), mover.other()))).max();
                let pass = rank(value(row.as_bytes(), mover.other()));
                // The best capture always reaches the value of the position, so no side needs to pass.
                assert_eq!(captures, Some(here), "{row}");
                assert!(pass <= here && lead.signum() <= here, "{row}");
            }
        }
    }

    /// A simple version of the theorem for comparison. The simple version builds every row of the special shape, and
    /// compares each of these rows with `row`.
    fn plain(row: &[u8]) -> Outcome {
        let red: usize = row.iter().map(|cannon| usize::from(cannon & 1)).sum();
        let black = row.len() - red;
        let alternates = row.windows(2).all(|pair| pair[0] != pair[1]);
        let wins = |block: &str| {
            let whole = |j: usize| format!("{}{block}{}", "10".repeat(j), "01".repeat(row.len() / 2 - 2 - j));
            (0..=(row.len() / 2).saturating_sub(2)).any(|j| row.len() >= 4 && whole(j).as_bytes() == row)
        };
        match red.cmp(&black) {
            Ordering::Greater => Outcome::Won(RED),
            Ordering::Equal if wins("1100") || wins("0011") => Outcome::Won(RED),
            Ordering::Less if red + 1 < black || alternates => Outcome::Won(BLACK),
            _ => Outcome::Level,
        }
    }

    /// Checks the result for `row` three times. The row is pushed as a whole, in two parts cut at `cut`, and byte by
    /// byte.
    fn assert_plain(row: &[u8], cut: usize) {
        let expected = plain(row);
        let text = || String::from_utf8_lossy(row).into_owned();
        let (mut whole, mut parts, mut bytes) = (Summary::new(), Summary::new(), Summary::new());
        whole.push(row).unwrap();
        parts.push(&row[..cut]).unwrap();
        parts.push(&row[cut..]).unwrap();
        row.chunks(1).for_each(|byte| bytes.push(byte).unwrap());
        for (name, summary) in [("whole", whole), ("parts", parts), ("bytes", bytes)] {
            assert_eq!(summary.outcome(), expected, "{name}, cut at {cut}: {}", text());
            assert_eq!(summary.len(), row.len() as u64, "{name}, cut at {cut}: {}", text());
        }
    }

    /// Returns a row of a special shape, a row that differs from such a row by a few cannons, or a random row.
    fn tricky(rng: &mut fastrand::Rng, length: usize) -> Vec<u8> {
        let repeat = |pair: &str, length: usize| pair.bytes().cycle().take(length).collect::<Vec<_>>();
        let mut row = match rng.u32(0..5) {
            0 => (0..length).map(|_| rng.choice(*b"01").unwrap()).collect(),
            1 => repeat("01", length),
            2 => repeat("10", length),
            _ => {
                let block: &[u8] = rng.choice([b"1100", b"0011"]).unwrap();
                let before = rng.usize(0..=length / 2) * 2;
                let mut row = [&repeat("10", before), block, &repeat("01", length)].concat();
                row.truncate(length);
                row
            }
        };
        for _ in 0..rng.u32(0..6).saturating_sub(3) {
            if let Some(cannon) = rng.choice(row.iter_mut()) {
                *cannon ^= 1;
            }
        }
        row
    }

    #[test]
    fn all_short_rows_are_judged_as_by_plain_truth() {
        for length in 0..=13 {
            for bits in 0_u32..1 << length {
                let row: Vec<u8> = (0..length).map(|place| b'0' + (bits >> place & 1) as u8).collect();
                assert_plain(&row, bits as usize % (length + 1));
            }
        }
    }

    #[test]
    fn rows_of_every_length_are_judged_as_by_plain_truth() {
        for length in 0..300 {
            let mut rng = fastrand::Rng::with_seed(length as u64);
            for _ in 0..40 {
                assert_plain(&tricky(&mut rng, length), rng.usize(0..=length));
            }
        }
    }

    #[test]
    fn rows_around_a_chunk_are_judged_as_by_plain_truth() {
        let balanced = |length: usize| [&b"10".repeat(length / 2 - 4), &b"1100"[..], b"0101"].concat();
        for length in [CHUNK - 64, CHUNK - 2, CHUNK, CHUNK + 2, CHUNK + 8, 2 * CHUNK + 66] {
            // The row of ones makes the counters reach their maximum.
            for row in [vec![b'1'; length], vec![b'0'; length], b"01".repeat(length / 2), balanced(length)] {
                for cut in [0, 1, 7, 63, CHUNK - 65, length] {
                    assert_plain(&row, cut);
                }
            }
            let odd = [&b"01".repeat(length / 2), &b"0"[..]].concat();
            assert_plain(&odd, length / 3);
            assert_eq!(plain(&balanced(length)), Outcome::Won(RED), "the test's rows are of the shape");
        }
    }

    #[test]
    fn a_wrong_byte_is_named_wherever_it_is() {
        for length in (1..300).chain([CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 70]) {
            let mut rng = fastrand::Rng::with_seed(length as u64);
            let row = tricky(&mut rng, length);
            let places = if length < 300 { (0..length).collect() } else { vec![0, 63, 64, length / 2, length - 1] };
            for place in places {
                let mut broken = row.clone();
                broken[place] = rng.choice([0, 0x2f, b'2', b'3', b'p', b'q', 0x80, 0xb0, 0xb1, 0xff, b'\n']).unwrap();
                if let Some(later) = rng.choice(broken[place + 1..].iter_mut()) {
                    *later = b'x';
                }
                let mut summary = Summary::new();
                assert_eq!(summary.push(&broken), Err(place), "{length} bytes, {:#x}", broken[place]);
                assert_eq!(summary.len(), place as u64, "{length} bytes");
                summary.push(&row[place..]).unwrap();
                assert_eq!(summary.outcome(), plain(&row), "{length} bytes, cut at {place}");
            }
        }
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
