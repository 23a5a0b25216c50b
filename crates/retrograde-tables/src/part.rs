//! A part of a table, with its cells in blocks.

use std::cell::RefCell;
use std::ops::Range;

use retrograde::Cell;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use zstd::bulk::{Compressor, Decompressor};

use crate::error::TableError;
use crate::format::{Entry, Hash, TableFile, cell, number32, pack, packed_length, unpack, unpacked, width};
use crate::messages::Wrong;
use crate::metadata::{Making, Metadata};

/// The compression level of zstd.
const LEVEL: i32 = 12;

/// The code table of a part. The code table lists the distinct cells of the table. The code of a cell is its index in
/// this list.
pub(crate) struct Codebook {
    cells: Vec<Cell>,
    codes: FxHashMap<Cell, u32>,
    width: u32,
}

impl Codebook {
    /// Returns the code table for the cells of a table. The code table has no cells that occur only in slots with
    /// implied values.
    pub(crate) fn of(cells: impl Iterator<Item = Cell>, metadata: &Metadata) -> Self {
        let mut cells: Vec<Cell> =
            cells.filter(|&cell| !metadata.is_filled(cell)).map(|cell| metadata.reduced(cell)).collect();
        if cells.is_empty() {
            // In this table all values are implied, but the format needs at least one cell.
            cells.push(Cell::HOLE);
        }
        cells.sort_unstable();
        cells.dedup();
        let codes = cells.iter().copied().zip(0..).collect();
        Self { width: width(cells.len()), cells, codes }
    }

    /// Returns the first bytes of a part. The first bytes contain the number of cells, the number of bits of a code,
    /// and the cells. The index of blocks follows these bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let numbers =
            [self.cells.len() as u32, self.width].into_iter().chain(self.cells.iter().map(|cell| cell.bits()));
        numbers.flat_map(u32::to_le_bytes).collect()
    }

    /// Converts the cells of a block to codes. A slot with an implied value repeats the code of the slot before it.
    fn encode(&self, metadata: &Metadata, cells: &[Cell], codes: &mut Vec<u32>) {
        codes.clear();
        let mut last = (None, 0);
        for &cell in cells {
            if last.0 != Some(cell) {
                let code = if metadata.is_filled(cell) {
                    last.1
                } else {
                    self.codes.get(&metadata.reduced(cell)).copied().unwrap_or(0)
                };
                last = (Some(cell), code);
            }
            codes.push(last.1);
        }
    }
}

/// Compressed blocks together with their uncompressed codes.
#[derive(Default)]
pub(crate) struct Packed {
    /// The codes of all blocks, concatenated.
    pub(crate) codes: Vec<u8>,
    /// The blocks as they are stored, compressed or not, concatenated.
    pub(crate) stored: Vec<u8>,
    /// For each block, the index in `stored` at which it ends.
    pub(crate) ends: Vec<usize>,
}

impl Packed {
    /// Packs `cells` into blocks of `block` slots.
    pub(crate) fn of(cells: &[Cell], block: u32, codebook: &Codebook, metadata: &Metadata) -> Result<Self, TableError> {
        let zstd_failed = |error: std::io::Error| TableError::refused(error.to_string(), None);
        let mut zstd = Compressor::new(LEVEL).map_err(zstd_failed)?;
        let (mut packed, mut codes) = (Self::default(), Vec::new());
        for cells in cells.chunks(block as usize) {
            codebook.encode(metadata, cells, &mut codes);
            let before = packed.codes.len();
            pack(&codes, codebook.width, &mut packed.codes);
            let raw = &packed.codes[before..];
            let frame = zstd.compress(raw).map_err(zstd_failed)?;
            packed.stored.extend_from_slice(if frame.len() < raw.len() { &frame } else { raw });
            packed.ends.push(packed.stored.len());
        }
        Ok(packed)
    }
}

/// Starts to compute hash 1 (the SHA-256 of a part's content). Returns a hasher that has already received all bytes
/// before the codes.
pub(crate) fn hash_1(metadata: &[u8], slots: &Range<u64>, codebook: &[u8]) -> Sha256 {
    Sha256::new()
        .chain_update(metadata)
        .chain_update(slots.start.to_le_bytes())
        .chain_update((slots.end - slots.start).to_le_bytes())
        .chain_update(codebook)
}

/// A part of a table, for reading.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) slots: Range<u64>,
    pub(crate) hash: Hash,
    /// The number of slots in a block.
    block: u32,
    cells: Vec<Cell>,
    width: u32,
    /// For each block, the offset of the block's end and the checksum of the block. The offset is relative to the start
    /// of the first block.
    index: Vec<[u32; 2]>,
    /// The file offset of the first block.
    begins: u64,
}

thread_local! {
    /// A decompressor, and a buffer for compressed blocks. Each thread has its own decompressor and its own buffer.
    static DECOMPRESSOR: RefCell<Option<(Decompressor<'static>, Vec<u8>)>> = const { RefCell::new(None) };
}

impl Part {
    /// Reads and checks a part's cells, and the index of its blocks.
    pub(crate) fn read(
        source: &TableFile<'_>,
        entry: Entry,
        slots: Range<u64>,
        block: u32,
        number: u32,
    ) -> Result<Self, TableError> {
        let wrong = || source.wrong(Wrong::Index { file: source.name(), part: number });
        let blocks = (slots.end - slots.start).div_ceil(u64::from(block));
        if entry.bytes < 8 {
            return Err(wrong());
        }
        let head = source.bytes(entry.at, 8)?;
        let [cells, bits] = [0, 4].map(|at| number32(&head, at));
        let length = 8 + 4 * u64::from(cells) + 8 * blocks;
        let few = u64::from(cells) <= (slots.end - slots.start).max(1);
        if !few || length + 4 > entry.bytes || bits != width(cells as usize) {
            return Err(wrong());
        }
        let bytes = source.bytes(entry.at, length + 4)?;
        let (bytes, sum) = bytes.split_at(length as usize);
        if crc32fast::hash(bytes) != number32(sum, 0) {
            return Err(wrong());
        }
        let (cell_bits, index) = bytes[8..].split_at(4 * cells as usize);
        let cells: Option<Vec<Cell>> = cell_bits.chunks_exact(4).map(|bits| cell(number32(bits, 0))).collect();
        let cells = cells.filter(|cells| cells.is_sorted_by(|a, b| a < b)).ok_or_else(wrong)?;
        let index: Vec<_> = index.chunks_exact(8).map(|entry| [number32(entry, 0), number32(entry, 4)]).collect();
        let part = Self { slots, hash: entry.hash, block, cells, width: bits, index, begins: entry.at + length + 4 };
        let rest = entry.bytes - length - 4;
        let end = part.index.last().map_or(0, |&[end, _]| u64::from(end));
        let lengths =
            (0..part.index.len()).all(|block| (1..=part.codes_length(block)).contains(&part.stored_length(block)));
        if part.cells.is_empty() || !lengths || end != rest {
            return Err(wrong());
        }
        Ok(part)
    }

    pub(crate) fn blocks(&self) -> usize {
        self.index.len()
    }

    /// Returns the memory in bytes of this part's index and cells.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&*self.index) + size_of_val(&*self.cells)) as u64
    }

    /// Returns the slots of the block with index `block`.
    pub(crate) fn block_slots(&self, block: usize) -> Range<u64> {
        let first = self.slots.start + block as u64 * u64::from(self.block);
        first..self.slots.end.min(first + u64::from(self.block))
    }

    /// Returns the block that contains a slot, and the slot's index in this block.
    pub(crate) fn place(&self, slot: u64) -> (usize, usize) {
        let (local, block) = (slot - self.slots.start, u64::from(self.block));
        ((local / block) as usize, (local % block) as usize)
    }

    /// Returns the cells of the part, indexed by code.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the code at index `place` of a block; `codes` are the packed codes of the block.
    pub(crate) fn code(&self, codes: &[u8], place: usize) -> u32 {
        unpacked(codes, self.width, place)
    }

    /// Fills `unpacked` with the codes of a block from index `first` on; `codes` are the packed codes of the block.
    pub(crate) fn unpack(&self, codes: &[u8], first: usize, unpacked: &mut [u32]) {
        unpack(codes, self.width, first, unpacked);
    }

    /// Returns the number of slots of a block; the last block may have fewer.
    pub(crate) const fn block_length(&self) -> u32 {
        self.block
    }

    /// Returns the cell at index `place` of a block. Returns `None` if the stored code is not an index in the list of
    /// cells.
    pub(crate) fn cell(&self, codes: &[u8], place: usize) -> Option<Cell> {
        self.cells.get(self.code(codes, place) as usize).copied()
    }

    /// Returns the first bytes of the part, in the form that [`Codebook::bytes`] defines.
    pub(crate) fn codebook_bytes(&self) -> Vec<u8> {
        let numbers =
            [self.cells.len() as u32, self.width].into_iter().chain(self.cells.iter().map(|cell| cell.bits()));
        numbers.flat_map(u32::to_le_bytes).collect()
    }

    /// Returns the offset of a block in the file.
    pub(crate) fn block_at(&self, block: usize) -> u64 {
        self.begins + u64::from(self.begin(block))
    }

    /// Returns the offset of a block relative to the first block.
    fn begin(&self, block: usize) -> u32 {
        block.checked_sub(1).map_or(0, |before| self.index[before][0])
    }

    /// Returns the length in bytes of a block as it is stored. Returns 0 if the index is invalid, because it says that
    /// the block ends before its start.
    fn stored_length(&self, block: usize) -> usize {
        self.index[block][0].saturating_sub(self.begin(block)) as usize
    }

    /// Returns the number of bytes of a block's uncompressed codes.
    fn codes_length(&self, block: usize) -> usize {
        let slots = self.block_slots(block);
        packed_length((slots.end - slots.start) as usize, self.width)
    }

    /// Reads a block, and decompresses its codes.
    pub(crate) fn decode(&self, source: &TableFile<'_>, block: usize, codes: &mut Vec<u8>) -> Result<(), TableError> {
        let at = self.block_at(block);
        let wrong = || {
            let slot = self.block_slots(block).start;
            source.wrong(Wrong::Block { file: source.name(), at, slot })
        };
        let (stored, length) = (self.stored_length(block), self.codes_length(block));
        DECOMPRESSOR.with_borrow_mut(|decompressor| {
            if decompressor.is_none() {
                let zstd = Decompressor::new().map_err(|error| TableError::reading(source.path, &error))?;
                *decompressor = Some((zstd, Vec::new()));
            }
            let Some((zstd, bytes)) = decompressor else { return Err(wrong()) };
            bytes.resize(stored, 0);
            source.input.read_at(at, bytes).map_err(|error| TableError::reading(source.path, &error))?;
            if crc32fast::hash(bytes) != self.index[block][1] {
                return Err(wrong());
            }
            codes.resize(length, 0);
            if stored == length {
                codes.copy_from_slice(bytes);
            } else if !zstd.decompress_to_buffer(bytes, &mut codes[..]).is_ok_and(|written| written == length) {
                return Err(wrong());
            }
            Ok(())
        })
    }
}

/// The data that all parts of a table need when they are written, such as the metadata and the code table.
pub(crate) struct Job<'j> {
    pub(crate) making: &'j Making<'j>,
    pub(crate) metadata: &'j Metadata,
    pub(crate) text: &'j [u8],
    pub(crate) codebook: &'j Codebook,
    pub(crate) block: u32,
}

impl Job<'_> {
    /// Packs cells into blocks; the first cell must be the first cell of a block.
    pub(crate) fn pack(&self, cells: &[Cell]) -> Result<Packed, TableError> {
        Packed::of(cells, self.block, self.codebook, self.metadata)
    }
}
