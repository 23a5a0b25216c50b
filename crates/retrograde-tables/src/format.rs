//! The bytes of a table's file, version 1.
//!
//! A table of S slots is cut into *parts* of 2^26 slots, of which the last one has fewer. A file holds one part or several that follow each
//! other. Numbers are little-endian; slots count from 0. The same table has the same bytes, whoever made it, on however many threads, as long as
//! zstd compresses alike; its two kinds of hash are told apart by that.
//!
//! ```text
//!         +------------------------------------------------------------------+
//!      0  | "RETROTBL"                                                       |  8 bytes
//!      8  | version: 1 (u32)             | parts in this file: n (u32)       |
//!     16  | slots of the whole table: S (u64)                                |
//!     24  | first slot of this file (u64)                                    |
//!     32  | slots a block: B (u32)       | bytes of the meaning: m (u32)     |
//!     40  | meaning: JSON, see `Meaning`                                     |  m bytes
//!   40+m  | n times: where the part begins in the file (u64)                 |  48 bytes
//!         |          its bytes (u64)                                         |
//!         |          hash 1 of the part: SHA-256                             |  (32 of them)
//!         | CRC-32 of all before (u32)                                       |
//!         +------------------------------------------------------------------+
//!   part  | cells: c (u32)               | bits of a code: w (u32)           |
//!         | c cells (u32), ascending                                         |
//!         | b times: bytes of the block's end, from the first block on (u32) |  b = blocks of the part
//!         |          CRC-32 of the block as it is stored (u32)               |
//!         | CRC-32 of the part so far (u32)                                  |
//!         | b blocks                                                         |
//!         +------------------------------------------------------------------+
//!         | the next part ...                                                |
//!         +------------------------------------------------------------------+
//!    end  | hash 2: SHA-256 of all before                                    |  32 bytes
//!         +------------------------------------------------------------------+
//! ```
//!
//! # Cells
//! A cell is what a slot holds: two bits of kind (31-30) and thirty of depth in plies. Kind 0: a draw, its depth 0; or a hole, its depth all
//! ones. 1: a win for the player to move. 2: a loss. 3: a tie. All parts have the cells of the whole table. A slot has the number of its cell
//! among these, its *code*, in w bits: the least of 1, 2, 4, 8, 16 and 32 that tells c cells apart.
//!
//! # Blocks
//! A block is the codes of B slots in their order; the last one of a part has what is left. Codes of less than eight bits are packed, the first in the
//! lowest bits; those of 16 and 32 bits are little-endian. A block is stored as one frame of zstd, or as it is, if that is not longer: then its length is
//! that of its codes.
//!
//! # Fill
//! Where the meaning says `"fill":"rules"`, slots of which the rules tell without looking further have a filler instead of a cell of their own: holes,
//! endings, and if `at_once` positions that win at once. The filler is the code of the slot before, within the block; at the beginning of a block
//! it is 0. A cell that only such slots have is not among the cells of the table; if there is no other, the hole is its only one.
//!
//! # Order
//! Where it says `"order":"filed"`, slots are not kept in their own order but in one of the game's, in which neighbours have like values; what is
//! said here of slots is then said of places in that order. What such a table holds is asked through the game's rules. It is so only with
//! `"fill":"rules"`, so that a table without fillers can be read by who knows nothing of the game.
//!
//! # Several processes
//! Where several processes have solved a game together, each writes some of the parts, a file each, with the same bytes as one process alone. If their
//! folders are not the same, `NAME.parts` beside the parts of each lists all parts: a JSON array with an object for each part, in their order, whose
//! fields are `file`, `bytes` (of the file), `hash` (hash 1 of the part, in hexadecimal digits), `host` and `folder`: those of the process that wrote it. Only
//! who misses a part reads it, to tell where it is.
//!
//! # Hashes
//! Hash 1 of a part is the SHA-256 of: the meaning; the part's first slot and its number of slots (u64 each); c and w (u32 each), the cells; the
//! codes of all blocks as they are before they are compressed. It tells what the part says, by whatever version of zstd. The hash of a table is the SHA-256 of the
//! hashes 1 of all its parts.
//! Hash 2 tells whether a file is as it was written.

use std::io;
use std::path::Path;

use retrograde::{Cell, Depth, Value};
use sha2::{Digest, Sha256};

use crate::error::{TableError, shown};
use crate::files::Input;
use crate::messages::{Hint, Wrong};

pub use crate::name::EXTENSION;

/// What a file begins with.
pub const MAGIC: &[u8; 8] = b"RETROTBL";
/// The version that is read and written.
pub const VERSION: u32 = 1;
/// The slots of a part, but for the last one.
pub const PART: u64 = 1 << 26;
/// The slots of a block, as they are written; what is read may have others.
pub const BLOCK: u32 = 1 << 12;

/// The bytes of a head in front of its meaning.
pub(crate) const FIXED: usize = 40;
/// The bytes of an entry for a part.
pub(crate) const ENTRY: usize = 48;
/// The bytes of a hash.
pub(crate) const HASH: usize = 32;
/// The longest meaning, in bytes.
const MOST_MEANING: u32 = 64 << 20;
/// The most slots of a block.
const MOST_BLOCK: u32 = 1 << 20;

/// A SHA-256.
pub type Hash = [u8; HASH];

/// The head of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileHeader {
    /// Slots of the whole table.
    pub(crate) slots: u64,
    /// The first slot of this file.
    pub(crate) first: u64,
    /// Slots a block.
    pub(crate) block: u32,
    /// The meaning, as it stands there.
    pub(crate) meaning: Vec<u8>,
    /// The parts.
    pub(crate) parts: Vec<Entry>,
}

/// Where a part is, and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) at: u64,
    pub(crate) bytes: u64,
    pub(crate) hash: Hash,
}

impl FileHeader {
    /// The bytes of a head.
    pub(crate) const fn length(meaning: usize, parts: usize) -> u64 {
        (FIXED + meaning + parts * ENTRY + 4) as u64
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.parts.len() as u32).to_le_bytes());
        bytes.extend(self.slots.to_le_bytes());
        bytes.extend(self.first.to_le_bytes());
        bytes.extend(self.block.to_le_bytes());
        bytes.extend((self.meaning.len() as u32).to_le_bytes());
        bytes.extend(&self.meaning);
        for part in &self.parts {
            bytes.extend(part.at.to_le_bytes());
            bytes.extend(part.bytes.to_le_bytes());
            bytes.extend(part.hash);
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the head of a file of that length.
    pub(crate) fn read(source: &TableFile<'_>) -> Result<Self, TableError> {
        let fixed = source.bytes(0, source.length().min(FIXED as u64))?;
        let foreign = || TableError { hint: None, ..source.wrong(Wrong::Foreign { file: source.name() }) };
        if fixed.len() < FIXED || !fixed.starts_with(MAGIC) {
            return Err(foreign());
        }
        let [version, parts, block, meaning] = [8, 12, 32, 36].map(|at| number32(&fixed, at));
        let [slots, first] = [16, 24].map(|at| number64(&fixed, at));
        if version != VERSION {
            let message = Wrong::Newer { file: source.name(), version, known: VERSION };
            return Err(source.wrong(message).hint(Hint::Update));
        }
        let sound = meaning <= MOST_MEANING && (1..=MOST_BLOCK).contains(&block) && block.is_power_of_two();
        let begins = first % PART == 0 && (first < slots || [first, slots] == [0, 0]);
        let fits = begins && (1..=Self::parts_from(first, slots)).contains(&u64::from(parts));
        if !sound || !fits {
            return Err(source.wrong(Wrong::Head { file: source.name(), at: FIXED as u64 }));
        }
        let all = source.bytes(0, Self::length(meaning as usize, parts as usize))?;
        let (checked, sum) = all.split_at(all.len() - 4);
        if crc32fast::hash(checked) != number32(sum, 0) {
            return Err(source.wrong(Wrong::Head { file: source.name(), at: checked.len() as u64 }));
        }
        let (meaning, entries) = checked[FIXED..].split_at(meaning as usize);
        let parts: Vec<_> = entries.chunks_exact(ENTRY).map(Entry::read).collect();
        let head = Self { slots, first, block, meaning: meaning.to_vec(), parts };
        head.check_places(source)?;
        Ok(head)
    }

    /// The parts of a table from a slot on.
    fn parts_from(first: u64, slots: u64) -> u64 {
        (slots - first).div_ceil(PART).max(1)
    }

    /// Parts follow each other from the head to the hash at the end.
    fn check_places(&self, source: &TableFile<'_>) -> Result<(), TableError> {
        let mut at = Self::length(self.meaning.len(), self.parts.len());
        for (index, part) in self.parts.iter().enumerate() {
            let end = part.at.checked_add(part.bytes);
            let (true, Some(end)) = (part.at == at, end) else {
                let at = (FIXED + self.meaning.len() + index * ENTRY) as u64;
                return Err(source.wrong(Wrong::Head { file: source.name(), at }));
            };
            at = end;
        }
        let needed = at.saturating_add(HASH as u64);
        if needed == source.length() {
            return Ok(());
        }
        Err(source.wrong(Wrong::Short { file: source.name(), needed, found: source.length() }))
    }

    /// The slots of one of its parts.
    pub(crate) fn part_slots(&self, part: usize) -> std::ops::Range<u64> {
        let first = self.first + part as u64 * PART;
        first..self.slots.min(first.saturating_add(PART))
    }

    /// The slots of this file.
    pub(crate) fn file_slots(&self) -> std::ops::Range<u64> {
        self.first..self.part_slots(self.parts.len() - 1).end
    }
}

impl Entry {
    fn read(bytes: &[u8]) -> Self {
        let mut hash = [0; HASH];
        hash.copy_from_slice(&bytes[16..ENTRY]);
        Self { at: number64(bytes, 0), bytes: number64(bytes, 8), hash }
    }
}

/// A file that is read at places.
pub(crate) struct TableFile<'f> {
    pub(crate) input: &'f Input,
    pub(crate) path: &'f Path,
}

impl TableFile<'_> {
    /// So many bytes from a place on, which must be there.
    pub(crate) fn bytes(&self, at: u64, count: u64) -> Result<Vec<u8>, TableError> {
        let needed = at.saturating_add(count);
        let found = self.length();
        if needed > found {
            return Err(self.wrong(Wrong::Short { file: self.name(), needed, found }));
        }
        let mut bytes = Vec::new();
        let no_memory = |_| TableError::refused(Wrong::NoMemory { file: self.name(), bytes: count }, None);
        bytes.try_reserve_exact(count as usize).map_err(no_memory)?;
        bytes.resize(count as usize, 0);
        self.input.read_at(at, &mut bytes).map_err(|error| TableError::reading(self.path, &error))?;
        Ok(bytes)
    }

    /// Its bytes.
    pub(crate) fn length(&self) -> u64 {
        self.input.length()
    }

    pub(crate) fn wrong(&self, message: Wrong) -> TableError {
        TableError::table(self.path, message)
    }

    pub(crate) fn name(&self) -> String {
        shown(self.path)
    }
}

pub(crate) fn number32(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

pub(crate) fn number64(bytes: &[u8], at: usize) -> u64 {
    u64::from(number32(bytes, at + 4)) << 32 | u64::from(number32(bytes, at))
}

/// The cell of these bits, if it is one.
pub(crate) fn cell(bits: u32) -> Option<Cell> {
    let depth = Depth::new(bits & ((1 << 30) - 1));
    let value = [Value::Draw, Value::Win(depth), Value::Loss(depth), Value::Tie(depth)][(bits >> 30) as usize];
    [Some(Cell::HOLE), Cell::of(value)].into_iter().flatten().find(|cell| cell.bits() == bits)
}

/// The hash of a table by those of its parts.
pub(crate) fn table_hash<'h>(parts: impl IntoIterator<Item = &'h Hash>) -> Hash {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// The least of 1, 2, 4, 8, 16 and 32 bits that tells so many cells apart.
pub(crate) fn width(cells: usize) -> u32 {
    [1, 2, 4, 8, 16].into_iter().find(|&width| cells as u64 <= 1 << width).unwrap_or(32)
}

/// The bytes of so many codes.
pub(crate) const fn packed_length(codes: usize, width: u32) -> usize {
    (codes * width as usize).div_ceil(8)
}

/// One of packed codes.
pub(crate) fn unpacked(bytes: &[u8], width: u32, index: usize) -> u32 {
    match width {
        8 => u32::from(bytes[index]),
        16 => u32::from(bytes[2 * index]) | u32::from(bytes[2 * index + 1]) << 8,
        32 => number32(bytes, 4 * index),
        _ => {
            let bit = index * width as usize;
            u32::from(bytes[bit / 8]) >> (bit % 8) & ((1 << width) - 1)
        }
    }
}

/// Some of packed codes, from one on.
pub(crate) fn unpack(bytes: &[u8], width: u32, first: usize, codes: &mut [u32]) {
    match width {
        8 => codes.iter_mut().zip(&bytes[first..]).for_each(|(code, &byte)| *code = byte.into()),
        _ => codes.iter_mut().zip(first..).for_each(|(code, index)| *code = unpacked(bytes, width, index)),
    }
}

/// Packs codes behind `bytes`, from a whole byte on.
pub(crate) fn pack(codes: &[u32], width: u32, bytes: &mut Vec<u8>) {
    match width {
        8 => bytes.extend(codes.iter().map(|&code| code as u8)),
        16 => codes.iter().for_each(|&code| bytes.extend((code as u16).to_le_bytes())),
        32 => codes.iter().for_each(|&code| bytes.extend(code.to_le_bytes())),
        _ => bytes.extend(
            codes
                .chunks((8 / width) as usize)
                .map(|codes| codes.iter().rev().fold(0, |byte: u32, &code| byte << width | code) as u8),
        ),
    }
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |bits: u8| char::from_digit(u32::from(bits), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The SHA-256 of the first bytes of what `read` reads at places.
pub(crate) fn hash_of(length: u64, mut read: impl FnMut(u64, &mut [u8]) -> io::Result<()>) -> io::Result<Hash> {
    let mut hash = Sha256::new();
    let mut bytes = vec![0; 1 << 16];
    for at in (0..length).step_by(bytes.len()) {
        let bytes = &mut bytes[..(length - at).min(1 << 16) as usize];
        read(at, bytes)?;
        hash.update(&*bytes);
    }
    Ok(hash.finalize().into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn codes_of_every_width_come_back() {
        for width in [1, 2, 4, 8, 16, 32] {
            let most = u64::from(u32::MAX) >> (32 - width);
            let codes: Vec<u32> = (0..1000_u64).map(|n| ((n * 0x9e37_79b9) & most) as u32).collect();
            for count in [1, 7, 8, 9, 1000] {
                let mut bytes = Vec::new();
                pack(&codes[..count], width, &mut bytes);
                assert_eq!(bytes.len(), packed_length(count, width));
                let back: Vec<u32> = (0..count).map(|index| unpacked(&bytes, width, index)).collect();
                assert_eq!(back, codes[..count], "{width} bits");
                let mut some = vec![0; count - count / 2];
                unpack(&bytes, width, count / 2, &mut some);
                assert_eq!(some, codes[count / 2..count], "{width} bits");
            }
        }
    }

    #[test]
    fn bits_are_a_cell_or_nothing() {
        for value in [Value::Draw, Value::Win(Depth::new(7)), Value::Tie(Depth::new(Cell::MAX))] {
            let known = Cell::of(value).unwrap();
            assert_eq!(cell(known.bits()), Some(known));
        }
        assert_eq!(cell(Cell::HOLE.bits()), Some(Cell::HOLE));
        // A draw has no depth, and no depth is that of a hole.
        for bits in [1, 2 << 30 | ((1 << 30) - 1)] {
            assert_eq!(cell(bits), None);
        }
    }
}
