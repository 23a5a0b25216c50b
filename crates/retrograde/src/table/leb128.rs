//! Reads and writes LEB128 numbers. A LEB128 number stores seven bits in each byte. The lowest bits come first. The
//! highest bit of a byte is set if another byte follows.

/// Appends a number as one to ten LEB128 bytes.
pub fn put_leb128(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a LEB128 number from the front of `bytes`, and removes its bytes. Returns `None` if the number is incomplete
/// or has more than ten bytes.
pub fn take_leb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let numbers = [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put_leb128(&mut bytes, number);
        }
        let mut rest = &bytes[..];
        assert_eq!(numbers.map(|_| take_leb128(&mut rest)), numbers.map(Some));
        assert_eq!(take_leb128(&mut rest), None);
        assert_eq!((take_leb128(&mut &[0x80; 9][..]), take_leb128(&mut &[0x80; 11][..])), (None, None));
    }
}
