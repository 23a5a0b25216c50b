//! Reads a table in files. The caller gives the file position of a value, which is the index of the value in the order
//! of the files.
//!
//! When a table is opened, the reader reads the indexes of all parts. To return one value, the reader later reads one
//! block. A cache holds some decoded blocks. Each block has its own lock, so that any number of threads can read.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::rules::printable;
use retrograde::{Cell, Slot, SolveError, Table};
use sha2::Digest;

use crate::error::{TableError, TableErrorKind, shown};
use crate::files::Input;
use crate::format::{FileHeader, HASH, Hash, TableFile, hash_of, hex, table_hash, width};
use crate::list;
use crate::messages::{Hint, Wrong};
use crate::metadata::{MOST_DEPTHS, Metadata, Order};
use crate::name::table_of;
use crate::part::{Part, hash_1};

/// A table in files.
#[derive(Debug)]
pub struct TableReader {
    files: Vec<Opened>,
    metadata: Metadata,
    text: Vec<u8>,
    cache: Vec<Mutex<CachedBlock>>,
}

/// An open file of a table.
#[derive(Debug)]
struct Opened {
    path: PathBuf,
    input: Input,
    parts: Vec<Part>,
    slots: Range<u64>,
}

/// A decoded block in the cache.
#[derive(Debug, Default)]
struct CachedBlock {
    /// The first file position of the block; `None` if this entry of the cache is empty.
    first: Option<u64>,
    codes: Vec<u8>,
}

/// The number of decoded blocks in the cache.
const CACHED_BLOCKS: usize = 256;

impl Opened {
    fn open(path: &Path) -> Result<(Self, FileHeader), TableError> {
        let reading = |error: std::io::Error| TableError::reading(path, &error);
        let input = Input::open(path).map_err(reading)?;
        let source = TableFile { input: &input, path };
        let head = FileHeader::read(&source)?;
        let parts =
            head.parts.iter().enumerate().map(|(index, &entry)| {
                Part::read(&source, entry, head.part_slots(index), head.block, index as u32 + 1)
            });
        let (parts, slots) = (parts.collect::<Result<Vec<_>, _>>()?, head.file_slots());
        Ok((Self { path: path.to_owned(), input, parts, slots }, head))
    }

    fn source(&self) -> TableFile<'_> {
        TableFile { input: &self.input, path: &self.path }
    }
}

impl TableReader {
    /// Opens a table from its files, which must contain all parts of the table.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a file is damaged, is not a table, has another format version, or belongs to another
    /// table. Also returns a [`TableError`] if a part is missing.
    pub fn open(paths: &[PathBuf]) -> Result<Self, TableError> {
        let mut opened = paths.iter().map(|path| Opened::open(path)).collect::<Result<Vec<_>, _>>()?;
        opened.sort_by_key(|(file, _)| file.slots.start);
        let mut files: Vec<Opened> = Vec::with_capacity(opened.len());
        let mut first: Option<FileHeader> = None;
        for (file, head) in opened {
            let expected = files.last().map_or(0, |before| before.slots.end);
            let begins = first.get_or_insert_with(|| head.clone());
            if let Some(before) =
                files.first().filter(|_| (&head.metadata, head.slots) != (&begins.metadata, begins.slots))
            {
                let message = Wrong::Apart { file: shown(&file.path), other: shown(&before.path) };
                return Err(TableError::table(&file.path, message).hint(Hint::OneTable));
            }
            if file.slots.start < expected {
                let other = files.last().map_or_else(String::new, |before| shown(&before.path));
                return Err(TableError::table(&file.path, Wrong::Twice { file: shown(&file.path), other }));
            }
            if file.slots.start > expected {
                return Err(missing(paths, &file.path, expected));
            }
            files.push(file);
        }
        let (Some(last), Some(head)) = (files.last(), first) else {
            return Err(TableError::table(Path::new(""), Wrong::Missing { file: String::new(), slot: 0 }));
        };
        if last.slots.end < head.slots {
            return Err(missing(paths, &last.path, last.slots.end));
        }
        let all = files.iter().flat_map(|file| file.parts.iter().map(move |part| (file, part)));
        for (file, part) in all {
            if part.cells() != files[0].parts[0].cells() {
                let message = Wrong::Apart { file: shown(&file.path), other: shown(&files[0].path) };
                return Err(TableError::table(&file.path, message).hint(Hint::OtherPart));
            }
        }
        let metadata = metadata(&files[0].path, &head)?;
        let cache = (0..CACHED_BLOCKS).map(|_| Mutex::default()).collect();
        Ok(Self { files, metadata, text: head.metadata, cache })
    }

    /// Returns the metadata of the table.
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the position whose token is in the metadata. The function `open` parses the token.
    ///
    /// # Errors
    /// Returns a [`TableError`] if `open` fails.
    pub fn position<E>(
        &self,
        open: impl FnOnce(&str) -> Result<Box<dyn AnyPosition>, E>,
    ) -> Result<Box<dyn AnyPosition>, TableError> {
        let (file, pos) = (self.path(0), &self.metadata.pos);
        let unknown = |_| TableError::table(file, Wrong::NoBoard { file: shown(file), pos: printable(pos) });
        open(pos).map_err(unknown)
    }

    /// Returns the paths of the table's files; the file with the first slots comes first.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| &*file.path)
    }

    /// Returns the total length of the table's files in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.input.length()).sum()
    }

    /// Returns the hash of the table in hexadecimal digits. Two tables with equal values and metadata have the same
    /// hash.
    pub fn hash(&self) -> String {
        hex(&self.hash_bytes())
    }

    /// Returns the hash of the table as bytes.
    pub(crate) fn hash_bytes(&self) -> Hash {
        table_hash(self.files.iter().flat_map(|file| &file.parts).map(|part| &part.hash))
    }

    /// Reads the whole table, and checks hash 1 of every part and hash 2 of every file. Calls `progress` with the
    /// number of slots that have been read.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a file is damaged; the error names the file, and the damaged block or part.
    pub fn check(&self, mut progress: impl FnMut(u64)) -> Result<(), TableError> {
        self.check_while(|slots| {
            progress(slots);
            Ok(())
        })
    }

    /// Like [`check`](Self::check), but `goes_on` can stop the check. The function calls `goes_on` with the number of
    /// slots that have been read, and returns the first error of `goes_on`.
    pub(crate) fn check_while(&self, mut goes_on: impl FnMut(u64) -> Result<(), TableError>) -> Result<(), TableError> {
        let mut codes = Vec::new();
        for file in &self.files {
            let source = file.source();
            for (part, number) in file.parts.iter().zip(1..) {
                let mut hash = hash_1(&self.text, &part.slots, &part.codebook_bytes());
                for block in 0..part.blocks() {
                    part.decode(&source, block, &mut codes)?;
                    hash.update(&codes);
                    goes_on(part.block_slots(block).end)?;
                }
                if hash.finalize()[..] != part.hash {
                    return Err(source.wrong(Wrong::Column { file: source.name(), part: number }));
                }
            }
            let length = file.input.length() - HASH as u64;
            let whole = hash_of(length, |at, bytes| file.input.read_at(at, bytes));
            let whole = whole.map_err(|error| TableError::reading(&file.path, &error))?;
            if source.bytes(length, HASH as u64)? != whole {
                return Err(source.wrong(Wrong::Whole { file: source.name() }));
            }
        }
        Ok(())
    }

    /// Returns the JSON text of the metadata, byte for byte as in the files.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the file positions of the block that contains the file position `place`. A slot with an implied value
    /// has the code of the previous file position in the block; if a slot with an implied value is at the start of a
    /// block, it has code 0.
    pub(crate) fn block_places(&self, place: u64) -> Range<u64> {
        let (_, part) = self.part(place);
        part.block_slots(part.place(place).0)
    }

    /// Fills `codes` with the codes at consecutive file positions of one block, from `first` on.
    ///
    /// # Errors
    /// Returns a [`TableError`] if the block is damaged.
    pub(crate) fn codes(&self, first: u64, codes: &mut [u32]) -> Result<(), TableError> {
        let cells = self.cells().len() as u64;
        self.with_block(first, |part, place, bytes| part.unpack(bytes, place, codes))?;
        match codes.iter().position(|&code| u64::from(code) >= cells) {
            Some(wrong) => Err(self.no_cell(first + wrong as u64)),
            None => Ok(()),
        }
    }

    /// Returns the path of the file that contains the file position `place`. If no file contains this file position,
    /// returns the path of the first file.
    pub(crate) fn path(&self, place: u64) -> &Path {
        let file = self.files.partition_point(|file| file.slots.end <= place);
        &self.files.get(file).unwrap_or(&self.files[0]).path
    }

    /// Returns the part that contains a file position, and the file of this part.
    fn part(&self, slot: u64) -> (&Opened, &Part) {
        let file = &self.files[self.files.partition_point(|file| file.slots.end <= slot)];
        (file, &file.parts[file.parts.partition_point(|part| part.slots.end <= slot)])
    }

    /// Calls `read` with the part that contains a file position, the index of the file position in its block, and the
    /// decoded block.
    fn with_block<T>(&self, slot: u64, read: impl FnOnce(&Part, usize, &[u8]) -> T) -> Result<T, TableError> {
        let (file, part) = self.part(slot);
        let (block, place) = part.place(slot);
        let first = part.block_slots(block).start;
        let block_cache = &self.cache[(first >> 12) as usize % CACHED_BLOCKS];
        let mut cached = block_cache.lock().unwrap_or_else(PoisonError::into_inner);
        let CachedBlock { first: cached_first, codes } = &mut *cached;
        if *cached_first != Some(first) {
            // If decoding fails, the entry of the cache stays empty.
            *cached_first = None;
            part.decode(&file.source(), block, codes)?;
            *cached_first = Some(first);
        }
        Ok(read(part, place, codes))
    }

    fn no_cell(&self, slot: u64) -> TableError {
        let (file, part) = self.part(slot);
        let source = file.source();
        let (block, _) = part.place(slot);
        source.wrong(Wrong::Block { file: source.name(), at: part.block_at(block), slot })
    }

    fn read(&self, slot: u64) -> Result<Cell, TableError> {
        let cell = self.with_block(slot, |part, place, codes| part.cell(codes, place))?;
        cell.ok_or_else(|| self.no_cell(slot))
    }

    /// Copies cells from one block to the start of `cells`. The first copied cell is at the file position `slot`, and
    /// the last copied cell is at the end of the block. Returns the number of copied cells. The caller ensures that the
    /// table has the file positions of the copied cells.
    fn read_block(&self, slot: u64, cells: &mut [Cell]) -> Result<usize, TableError> {
        let read = self.with_block(slot, |part, place, codes| {
            let (block, _) = part.place(slot);
            let count = cells.len().min((part.block_slots(block).end - slot) as usize);
            for (offset, cell) in cells[..count].iter_mut().enumerate() {
                *cell = part.cell(codes, place + offset).ok_or(slot + offset as u64)?;
            }
            Ok(count)
        })?;
        read.map_err(|slot| self.no_cell(slot))
    }
}

/// Parses and validates the metadata of a table.
fn metadata(path: &Path, head: &FileHeader) -> Result<Metadata, TableError> {
    let wrong = || TableError::table(path, Wrong::Head { file: shown(path), at: crate::format::FIXED as u64 });
    let metadata: Metadata = serde_json::from_slice(&head.metadata).map_err(|_| wrong())?;
    let depths = &metadata.depths;
    // The metadata have a row for every depth up to the greatest depth. The only exceptions are depths for which no
    // slot has a position.
    let deepest = depths.last().map_or(0, |row| row[0]);
    let sound = depths.len() <= MOST_DEPTHS
        && depths.is_sorted_by(|a, b| a[0] < b[0])
        && deepest <= depths.len() as u64 + 2
        && counted(&metadata) == Some(metadata.positions)
        && metadata.positions <= head.slots
        && metadata.slots == head.slots
        && metadata.rules.is_sound(head.slots);
    if sound { Ok(metadata) } else { Err(wrong()) }
}

/// Returns the total number of positions, which is the sum of the counts in the metadata. Returns `None` if the sum
/// overflows.
fn counted(metadata: &Metadata) -> Option<u64> {
    let counts = metadata.depths.iter().flat_map(|row| &row[1..]);
    counts.chain([&metadata.draws]).try_fold(0_u64, |sum, &count| sum.checked_add(count))
}

/// Returns the error for a table with a missing part. No file contains the slot `slot`. If a list of parts exists, the
/// error says where the missing parts were written.
fn missing(paths: &[PathBuf], path: &Path, slot: u64) -> TableError {
    let table = table_of(path).unwrap_or_default();
    let files: Vec<_> = paths.iter().map(PathBuf::as_path).collect();
    let away: Vec<_> = list::missing(&table, &files).iter().map(ToString::to_string).collect();
    let file = shown(path);
    let wrong =
        if away.is_empty() { Wrong::Missing { file, slot } } else { Wrong::Away { file, parts: away.join(", ") } };
    TableError { kind: TableErrorKind::Part, ..TableError::table(path, wrong) }.hint(Hint::OtherPart)
}

impl TableReader {
    /// Returns the number of file positions, which equals the number of slots.
    pub const fn places(&self) -> u64 {
        self.metadata.slots
    }

    /// Returns the memory in bytes of the data that [`open`](Self::open) has read.
    pub fn bytes(&self) -> u64 {
        let parts = self.files.iter().flat_map(|file| &file.parts).map(Part::bytes);
        parts.sum::<u64>() + self.text.len() as u64
    }

    /// Returns the maximum memory in bytes that the cache of decoded blocks uses.
    pub(crate) fn cache_bytes(&self) -> u64 {
        let parts = self.files.iter().flat_map(|file| &file.parts);
        let codes = parts.map(|part| u64::from(part.block_length())).max().unwrap_or(0).min(self.places());
        CACHED_BLOCKS as u64 * codes * u64::from(width(self.cells().len())).div_ceil(8)
    }

    /// Returns the cell that the files store at a file position. Beyond the last file position, the cell is a hole. If
    /// the rules imply the slot's value, the stored cell has no meaning.
    ///
    /// # Errors
    /// Returns a [`TableError`] if the block with this file position is damaged.
    pub fn cell(&self, place: u64) -> Result<Cell, TableError> {
        if place < self.places() { self.read(place) } else { Ok(Cell::HOLE) }
    }

    /// Fills `cells` with the stored cells from file position `first` on. Beyond the last file position, the cells are
    /// holes.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a block is damaged.
    pub fn block(&self, first: u64, cells: &mut [Cell]) -> Result<(), TableError> {
        let there = self.places().saturating_sub(first).min(cells.len() as u64);
        let (there, beyond) = cells.split_at_mut(there as usize);
        let mut done = 0;
        while done < there.len() {
            done += self.read_block(first + done as u64, &mut there[done..])?;
        }
        beyond.fill(Cell::HOLE);
        Ok(())
    }

    /// Returns the memory in bytes that [`load`](Self::load) needs.
    pub fn loaded_bytes(&self) -> u64 {
        Table::estimate(self.places(), self.cells().len())
    }

    /// Reads the whole table into memory, indexed by slot. If the rules imply the value of a slot, the cell of the slot
    /// has no meaning.
    ///
    /// # Errors
    /// Returns a [`TableError`] if a block is damaged, or if the system does not provide the memory.
    pub fn load(&self, board: &dyn AnyBoard) -> Result<Table, TableError> {
        let no_room = |error| TableError::refused(SolveError::from(error).to_string(), None);
        let mut table = Table::of_codebook(self.places(), self.cells().to_vec()).map_err(no_room)?;
        let (mut codes, mut slots) = (Vec::new(), Vec::new());
        for (file, part) in self.files.iter().flat_map(|file| file.parts.iter().map(move |part| (file, part))) {
            let source = file.source();
            for block in 0..part.blocks() {
                part.decode(&source, block, &mut codes)?;
                let places = part.block_slots(block);
                match self.metadata.order {
                    Order::Slots => {
                        slots.clear();
                        slots.extend(places.clone().map(Slot));
                    }
                    Order::Filed => board.write_in_file_order(places.clone(), &mut slots),
                }
                for (offset, &slot) in slots.iter().enumerate() {
                    let code = part.code(&codes, offset);
                    if code as usize >= part.cells().len() {
                        return Err(self.no_cell(places.start + offset as u64));
                    }
                    table.put(slot, code);
                }
            }
        }
        Ok(table)
    }

    /// Returns the list of the table's distinct cells, indexed by code; all parts have the same list.
    pub(crate) fn cells(&self) -> &[Cell] {
        self.files[0].parts[0].cells()
    }
}
