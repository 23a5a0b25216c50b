//! Specification of a table's file format, version 1.
//!
//! A table of S slots is divided into *parts* of 2^26 slots; the last part may have fewer slots. A file holds one part
//! or several consecutive parts. Integers are little-endian; the first slot has the number 0. The bytes of a table do
//! not depend on the number of threads and processes, if all of them use the same version of zstd. A table has two
//! kinds of hashes. Hash 1 of each part identifies the uncompressed content, and hash 2 of each file covers the bytes
//! of the file. Only hash 2 depends on the version of zstd.
//!
//! ```text
//!         +------------------------------------------------------------------+
//!      0  | "RETROTBL"                                                       |  8 bytes
//!      8  | version: 1 (u32)             | parts in this file: n (u32)       |
//!     16  | slots of the whole table: S (u64)                                |
//!     24  | first slot of this file (u64)                                    |
//!     32  | slots a block: B (u32)       | bytes of the metadata: m (u32)    |
//!     40  | metadata: JSON, see `Metadata`                                   |  m bytes
//!   40+m  | n times: position of the part in the file (u64)                  |  48 bytes
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
//! A cell is the content of a slot. The upper two bits (31-30) are the kind, and the other thirty bits are the depth in
//! plies. A cell of kind 0 is a draw or a hole. A draw has depth 0, and the depth bits of a hole are all ones. Kind 1
//! is a win for the player to move, kind 2 is a loss for the player to move, and kind 3 is a tie. Every part lists the
//! distinct cells of the whole table. For each slot the file stores a *code*, which is the index of the slot's cell in
//! this list. A code has w bits. The width w is the least of the numbers 1, 2, 4, 8, 16 and 32 for which w bits can
//! number all c cells.
//!
//! # Blocks
//! A block contains the codes of B consecutive slots; the last block of a part contains the remaining slots. Codes of
//! fewer than eight bits are packed into bytes, with the first code in the lowest bits. Codes of 16 and 32 bits are
//! little-endian. A block is stored as one zstd frame. If the frame would not be shorter than the packed codes, the
//! block is stored uncompressed. A reader recognizes an uncompressed block because it is as long as the packed codes.
//!
//! # Fill
//! If the metadata contains `"fill":"rules"`, the table omits the values that the rules imply without the table. The
//! implied values are the values of holes and endings. If the metadata contain `at_once`, the values of positions in
//! which the mover can win in one ply are also implied. A slot with an omitted value repeats the code of the slot
//! before it. If a slot with an omitted value is the first slot of a block, it has code 0. The list of cells contains
//! only cells of slots with stored values. If all values are omitted, the list contains only the hole.
//!
//! # Order
//! If the metadata contain `"order":"filed"`, the files store the slots in another order. The game defines this order
//! so that neighbours have similar values. For a table with this order, the word "slot" in this specification means an
//! index in the order. Only the game can convert between a slot and its index in the order. A table may use such an
//! order only if it has `"fill":"rules"`. So a program without the game's rules can read every table that omits no
//! values.
//!
//! # Several processes
//! If several processes have solved a board, each process writes some of the parts, in one file per part. The files of
//! several processes have the same bytes as the files that a single process writes. If the processes have different
//! folders, the file `NAME.parts` in each folder lists all parts. The list is a JSON array with an object for each
//! part, in order. The fields of the object are `file`, `bytes` (the length of the file), `hash` (hash 1 of the part,
//! in hexadecimal digits), and the `host` and `folder` of the process that wrote the part. A reader uses the list only
//! to report where a missing part is.
//!
//! # Hashes
//! Hash 1 of a part is the SHA-256 of the following bytes, in this order. First come the metadata, then the part's
//! first slot and its number of slots (u64 each). Next are c and w (u32 each) and the cells. The uncompressed codes of
//! all blocks are last. Hash 1 identifies the content and does not depend on the version of zstd. The hash of a table
//! is computed from its parts. The program concatenates hash 1 of each part, in the order of the parts, and computes
//! the SHA-256 of the result. With hash 2, a reader checks that a file is unchanged.

use std::io;
use std::path::Path;

use retrograde::{Cell, Depth, Value};
use sha2::{Digest, Sha256};

use crate::error::{TableError, shown};
use crate::files::Input;
use crate::messages::{Hint, Wrong};

pub use crate::name::EXTENSION;

/// The first bytes of every table file.
pub const MAGIC: &[u8; 8] = b"RETROTBL";
/// The format version that this crate reads and writes.
pub const VERSION: u32 = 1;
/// The number of slots in a part; the last part may have fewer.
pub const PART: u64 = 1 << 26;
/// The number of slots in a block of written files; a reader accepts other block sizes.
pub const BLOCK: u32 = 1 << 12;

/// The number of bytes in a header before the metadata.
pub(crate) const FIXED: usize = 40;
/// The number of bytes that the header has for each part.
pub(crate) const ENTRY: usize = 48;
/// The number of bytes of a hash.
pub(crate) const HASH: usize = 32;
/// The maximum length of the metadata in bytes.
const MOST_METADATA: u32 = 64 << 20;
/// The maximum number of slots of a block.
const MOST_BLOCK: u32 = 1 << 20;

/// A SHA-256 hash.
pub type Hash = [u8; HASH];

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileHeader {
    /// The number of slots of the whole table.
    pub(crate) slots: u64,
    /// The first slot that this file contains.
    pub(crate) first: u64,
    /// The number of slots in a block.
    pub(crate) block: u32,
    /// The metadata as JSON text.
    pub(crate) metadata: Vec<u8>,
    /// The location and hash of each part in the file.
    pub(crate) parts: Vec<Entry>,
}

/// The entry of a part in the header. The entry contains the offset of the part in the file, the length of the part in
/// bytes, and hash 1 of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) at: u64,
    pub(crate) bytes: u64,
    pub(crate) hash: Hash,
}

impl FileHeader {
    /// Returns the length in bytes of a header with `metadata` bytes of metadata and with entries for `parts` parts.
    pub(crate) const fn length(metadata: usize, parts: usize) -> u64 {
        (FIXED + metadata + parts * ENTRY + 4) as u64
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.parts.len() as u32).to_le_bytes());
        bytes.extend(self.slots.to_le_bytes());
        bytes.extend(self.first.to_le_bytes());
        bytes.extend(self.block.to_le_bytes());
        bytes.extend((self.metadata.len() as u32).to_le_bytes());
        bytes.extend(&self.metadata);
        for part in &self.parts {
            bytes.extend(part.at.to_le_bytes());
            bytes.extend(part.bytes.to_le_bytes());
            bytes.extend(part.hash);
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads and checks the header of a file.
    pub(crate) fn read(source: &TableFile<'_>) -> Result<Self, TableError> {
        let fixed = source.bytes(0, source.length().min(FIXED as u64))?;
        let foreign = || TableError { hint: None, ..source.wrong(Wrong::Foreign { file: source.name() }) };
        if fixed.len() < FIXED || !fixed.starts_with(MAGIC) {
            return Err(foreign());
        }
        let [version, parts, block, metadata] = [8, 12, 32, 36].map(|at| number32(&fixed, at));
        let [slots, first] = [16, 24].map(|at| number64(&fixed, at));
        if version != VERSION {
            let message = Wrong::Newer { file: source.name(), version, known: VERSION };
            return Err(source.wrong(message).hint(Hint::Update));
        }
        let sound = metadata <= MOST_METADATA && (1..=MOST_BLOCK).contains(&block) && block.is_power_of_two();
        let begins = first % PART == 0 && (first < slots || [first, slots] == [0, 0]);
        let fits = begins && (1..=Self::parts_from(first, slots)).contains(&u64::from(parts));
        if !sound || !fits {
            return Err(source.wrong(Wrong::Head { file: source.name(), at: FIXED as u64 }));
        }
        let all = source.bytes(0, Self::length(metadata as usize, parts as usize))?;
        let (checked, sum) = all.split_at(all.len() - 4);
        if crc32fast::hash(checked) != number32(sum, 0) {
            return Err(source.wrong(Wrong::Head { file: source.name(), at: checked.len() as u64 }));
        }
        let (metadata, entries) = checked[FIXED..].split_at(metadata as usize);
        let parts: Vec<_> = entries.chunks_exact(ENTRY).map(Entry::read).collect();
        let head = Self { slots, first, block, metadata: metadata.to_vec(), parts };
        head.check_places(source)?;
        Ok(head)
    }

    /// Returns the number of parts from slot `first` to the end of the table.
    fn parts_from(first: u64, slots: u64) -> u64 {
        (slots - first).div_ceil(PART).max(1)
    }

    /// Checks that the parts follow each other without gaps, from the header to the hash at the file's end.
    fn check_places(&self, source: &TableFile<'_>) -> Result<(), TableError> {
        let mut at = Self::length(self.metadata.len(), self.parts.len());
        for (index, part) in self.parts.iter().enumerate() {
            let end = part.at.checked_add(part.bytes);
            let (true, Some(end)) = (part.at == at, end) else {
                let at = (FIXED + self.metadata.len() + index * ENTRY) as u64;
                return Err(source.wrong(Wrong::Head { file: source.name(), at }));
            };
            at = end;
        }
        let needed = at.saturating_add(HASH as u64);
        if needed == source.length() {
            return Ok(());
        }
        let (file, found) = (source.name(), source.length());
        let is_short = found < needed;
        let wrong = if is_short { Wrong::Short { file, needed, found } } else { Wrong::Long { file, needed, found } };
        Err(source.wrong(wrong))
    }

    /// Returns the slots of the part with index `part` in this file.
    pub(crate) fn part_slots(&self, part: usize) -> std::ops::Range<u64> {
        let first = self.first + part as u64 * PART;
        first..self.slots.min(first.saturating_add(PART))
    }

    /// Returns the slots that this file contains.
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

/// An open file of a table, with its path for error messages.
pub(crate) struct TableFile<'f> {
    pub(crate) input: &'f Input,
    pub(crate) path: &'f Path,
}

impl TableFile<'_> {
    /// Reads `count` bytes from offset `at`; returns an error if the file is shorter.
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

    /// Returns the length of the file in bytes.
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

/// Returns the cell with the bits `bits`. Returns `None` if no cell has these bits.
pub(crate) fn cell(bits: u32) -> Option<Cell> {
    let depth = Depth::new(bits & ((1 << 30) - 1));
    let value = [Value::Draw, Value::Win(depth), Value::Loss(depth), Value::Tie(depth)][(bits >> 30) as usize];
    [Some(Cell::HOLE), Cell::of(value)].into_iter().flatten().find(|cell| cell.bits() == bits)
}

/// Computes the hash of a table from hash 1 of each part.
pub(crate) fn table_hash<'h>(parts: impl IntoIterator<Item = &'h Hash>) -> Hash {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

/// Returns the number of bits of a code. The number is the least of 1, 2, 4, 8, 16 and 32 bits that can number `cells`
/// cells.
pub(crate) fn width(cells: usize) -> u32 {
    [1, 2, 4, 8, 16].into_iter().find(|&width| cells as u64 <= 1 << width).unwrap_or(32)
}

/// Returns the number of bytes that `codes` packed codes of `width` bits occupy.
pub(crate) const fn packed_length(codes: usize, width: u32) -> usize {
    (codes * width as usize).div_ceil(8)
}

/// Returns the code at index `index` of packed codes.
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

/// Decodes the packed codes from index `first` on, and fills `codes` with them.
pub(crate) fn unpack(bytes: &[u8], width: u32, first: usize, codes: &mut [u32]) {
    match width {
        8 => codes.iter_mut().zip(&bytes[first..]).for_each(|(code, &byte)| *code = byte.into()),
        _ => codes.iter_mut().zip(first..).for_each(|(code, index)| *code = unpacked(bytes, width, index)),
    }
}

/// Appends packed codes to `bytes`; the first code starts at a byte boundary.
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

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |bits: u8| char::from_digit(u32::from(bits), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Returns the SHA-256 of the first `length` bytes of a file; `read` reads the file's bytes at an offset.
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
    fn codes_of_every_width_are_restored() {
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
        // Both cells are invalid. The first is a draw with a depth other than 0, and the second is a loss whose depth
        // bits are all ones, as in a hole.
        for bits in [1, 2 << 30 | ((1 << 30) - 1)] {
            assert_eq!(cell(bits), None);
        }
    }
}
