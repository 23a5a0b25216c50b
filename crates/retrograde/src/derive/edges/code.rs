//! A code of variable length for numbers. A number below 2^6 needs one byte, a number below 2^14 needs two bytes, a
//! number below 2^22 needs three bytes, and a number below 2^29 needs four bytes. All other numbers need six bytes.
//!
//! The lowest bits of the first byte give the length of the code in bytes. So a reader needs one load and no loop.

/// The maximum number of bytes of a number.
const MOST: u128 = 6;

/// The number of bytes that a reader loads from the start of a code. A reader loads all of these bytes even if the code
/// is shorter.
pub(crate) const LOOKED_AT: usize = size_of::<u64>();

/// The number of bytes of a code, indexed by the code's lowest three bits.
const LENGTHS: [u8; 8] = [1, 2, 3, 4, 1, 2, 3, 6];
/// The number of bits that precede the number in a code, indexed by the code's lowest three bits.
const SHIFTS: [u8; 8] = [2, 2, 2, 3, 2, 2, 2, 3];

/// Returns the code of a number below 2^45 and the length of the code in bytes.
#[inline]
pub(crate) const fn of(number: u64) -> (u64, usize) {
    match number {
        0..0x40 => (number << 2, 1),
        0x40..0x4000 => (number << 2 | 1, 2),
        0x4000..0x40_0000 => (number << 2 | 2, 3),
        0x40_0000..0x2000_0000 => (number << 3 | 3, 4),
        _ => (number << 3 | 7, 6),
    }
}

/// Reads the number whose code begins at `at`. Returns the number and the start of the next code. `bytes` must contain
/// [`LOOKED_AT`] bytes from `at` on.
#[inline]
pub(crate) fn read(bytes: &[u8], at: usize) -> (u64, usize) {
    let word: [u8; LOOKED_AT] = bytes[at..at + LOOKED_AT].try_into().expect("as many bytes as a word has");
    let word = u64::from_le_bytes(word);
    let tag = (word & 7) as usize;
    let length = LENGTHS[tag];
    let mask = u64::MAX >> (64 - 8 * u32::from(length));
    ((word & mask) >> SHIFTS[tag], at + usize::from(length))
}

/// Returns the maximum number of bytes for the codes of some numbers. There are `numbers` numbers, and their sum is
/// `sum`.
///
/// The bound is `numbers` times a concave function of the average number. For every number, the value of this function
/// is at least the length of the number's code. Because the function is concave, no list of numbers with this sum needs
/// more bytes.
pub(super) fn most_bytes(numbers: u64, sum: u64) -> u64 {
    /// The corners of the smallest concave function that is never less than the length of a number's code.
    const CORNERS: [(u128, u128); 5] = [(0, 1), (1 << 6, 2), (1 << 14, 3), (1 << 22, 4), (1 << 29, MOST)];
    let (numbers, sum) = (u128::from(numbers), u128::from(sum));
    let below = CORNERS.windows(2).find(|pair| sum < numbers * pair[1].0);
    let bytes = below.map_or(numbers * MOST, |pair| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        numbers * low + ((high - low) * (sum - numbers * from)).div_ceil(to - from)
    });
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let edges = (0..45).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        let mut rng = fastrand::Rng::with_seed(1);
        let numbers: Vec<u64> = edges.chain((0..10_000).map(|_| rng.u64(..1 << 45) >> rng.u32(..45))).collect();
        let (mut bytes, mut sum) = (Vec::new(), 0);
        for &number in &numbers {
            let (word, length) = of(number);
            bytes.extend_from_slice(&word.to_le_bytes()[..length]);
            sum += number;
        }
        assert!(bytes.len() as u64 <= most_bytes(numbers.len() as u64, sum));
        bytes.extend([0xff; LOOKED_AT]);
        let mut at = 0;
        for &number in &numbers {
            let (again, next) = read(&bytes, at);
            assert_eq!((again, next - at), (number, of(number).1), "at {at}");
            at = next;
        }
    }

    /// Tests lists of equal numbers near the limits of the code lengths, because the bound is tightest there.
    #[test]
    fn no_numbers_take_more_than_their_sum_allows() {
        for number in [0, 63, 64, 65, 16_383, 16_384, (1 << 22) - 1, 1 << 22, (1 << 29) - 1, 1 << 29, 1 << 44] {
            let (most, taken) = (most_bytes(1000, 1000 * number), 1000 * of(number).1 as u64);
            assert!(taken <= most && most <= taken + 2001, "{number}: {taken} taken, {most} allowed");
        }
    }
}
