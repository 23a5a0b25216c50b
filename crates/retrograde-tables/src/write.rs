//! Writes a table to files.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use retrograde::Cell;
use retrograde::kernel::{Member, Transport};
use serde::{Deserialize, Serialize};
use sha2::Digest;

use crate::error::{TableError, shown};
use crate::files::{Aside, Input, Lock, absolute, beside, files, remove_all, whole};
use crate::format::{BLOCK, EXTENSION, Entry, FileHeader, HASH, Hash, PART, hash_of, hex, table_hash};
use crate::list::{self, Away};
use crate::local::read_at;
use crate::messages::Wrong;
use crate::metadata::{Census, Fill, Making, Metadata};
use crate::name::table_of;
use crate::part::{Codebook, Job, hash_1};
use crate::peers::Peers;
use crate::repartition::{Rounds, stretches};

/// A table that has been written to files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTable {
    /// The table's files in the folder of this process, one per part, in the order of the parts.
    pub files: Vec<PathBuf>,
    /// The parts that other processes have written to other folders.
    pub elsewhere: Vec<Away>,
    /// The total length in bytes of the files of all parts.
    pub bytes: u64,
    /// The hash of the table, in hexadecimal digits.
    pub hash: String,
}

/// The settings for writing a table by one process or by several processes.
#[derive(Clone, Copy)]
pub struct Writers<'w> {
    /// The connection to the other processes that have solved the same board; `None` if there is only one process.
    pub transport: Option<&'w dyn Transport>,
    /// The name of this process's host.
    pub host: &'w str,
    /// The number of slots per part, a power of two; normally [`PART`]. Tests that only compare bytes may use a smaller
    /// number of slots per part, but at least the number of slots of a block. Readers accept only files whose parts
    /// have [`PART`] slots.
    pub part: u64,
}

impl Writers<'_> {
    /// The setting for a single process that holds all values.
    pub const ALONE: Self = Self { transport: None, host: "", part: PART };
}

/// Writes a table into a folder, one file per part. The caller must hold the lock of the table's name. The function
/// renames the first file to its final name only after all parts are on disk.
///
/// # Errors
/// Returns a [`TableError`] if the folder cannot be written to, or if the values cannot be read.
///
/// # Complexity
/// The function reads the values twice. During the second pass, it compresses the values on all threads. The function
/// needs some megabytes of memory.
pub fn write(folder: &Path, making: &Making<'_>, held: &Lock) -> Result<WrittenTable, TableError> {
    write_distributed(folder, making, Writers::ALONE, held)
}

/// Like [`write()`], for several processes that together hold the values. Each process writes some of the parts into
/// its folder; the processes may share a folder. A file is renamed to its final name only after the parts of all
/// processes are on disk. If the folders differ, each folder gets a list of all parts.
///
/// # Errors
/// Returns the errors of [`write()`]. If another process is lost or has failed, returns an error of the kind
/// [`TableErrorKind::Elsewhere`](crate::TableErrorKind::Elsewhere). After this error no part remains.
pub fn write_distributed(
    folder: &Path,
    making: &Making<'_>,
    writers: Writers<'_>,
    held: &Lock,
) -> Result<WrittenTable, TableError> {
    let peers = Peers(writers.transport);
    sweep(folder, making.name)?;
    // The barrier is necessary for two reasons. First, a process in a shared folder must not write before the other
    // processes have removed old temporary files. Second, no process may send cells before all processes have received
    // the messages of the solve.
    peers.all_gather([0; 4]).map_err(TableError::elsewhere)?;
    let census = Census::of(making.values, peers)?;
    let metadata = Metadata::of(making, &census);
    let too_deep = || TableError::refused(Wrong::TooDeep { file: making.name.to_owned() }, None);
    let metadata = metadata.ok_or_else(too_deep)?;
    let text = serde_json::to_vec(&metadata).map_err(|error| TableError::refused(error.to_string(), None))?;
    let codebook = Codebook::of(census.cells.keys().copied(), &metadata);
    let job = Job { making, metadata: &metadata, text: &text, codebook: &codebook, block: block(&metadata) };
    let cells: Vec<Cell> = census.cells.into_keys().collect();
    let (aside, share) = job.write_aside(folder, writers, &cells)?;
    let all = Parts::of(peers.gather(share).map_err(TableError::elsewhere)?, folder, making.name, peers.process());
    let list = all.list()?;
    peers.all_gather([0; 4]).map_err(TableError::elsewhere)?;
    let aside: Vec<_> = aside.into_iter().chain(list).collect();
    held.guard().check()?;
    Aside::keep_all(&aside)?;
    if let Err(lost) = peers.all_gather([0; 4]) {
        // If some parts remained, they would look like a table whose other parts were lost.
        Aside::take_back(&aside);
        return Err(TableError::elsewhere(lost));
    }
    all.written()
}

/// Removes the temporary files of this table that killed processes have left. If such a file remained in a shared
/// folder, this process could mistake the file for a part that another process has just written, because equal tables
/// have equal bytes.
fn sweep(folder: &Path, table: &str) -> Result<(), TableError> {
    let is_left = |file: &PathBuf| whole(file) != *file && table_of(&whole(file)).is_some_and(|of| of == table);
    remove_all(folder, files(folder).into_iter().filter(is_left))
}

/// The parts that one process has written, with its host and its folder.
#[derive(Serialize, Deserialize)]
struct Share {
    host: String,
    folder: String,
    parts: Vec<Sealed>,
}

/// The file of a written part.
#[derive(Serialize, Deserialize)]
struct Sealed {
    file: String,
    bytes: u64,
    /// Hash 1 (the SHA-256 of the part's content) and hash 2 (the SHA-256 of the file's bytes).
    hashes: [Hash; 2],
}

/// The parts of all processes, as one process sees them.
struct Parts<'p> {
    folder: &'p Path,
    table: &'p str,
    all: Vec<Away>,
    hash: Hash,
    /// For each part, whether it is in this process's folder.
    here: Vec<bool>,
    /// Whether this process is the first of the processes that share its folder. Only this process writes a list of
    /// parts into the folder.
    lists: bool,
}

impl<'p> Parts<'p> {
    /// Collects the parts of all processes, after all processes have written their parts. In a shared folder, this
    /// process also sees the files of other processes.
    fn of(shares: Vec<Share>, folder: &'p Path, table: &'p str, own: usize) -> Self {
        let (mut parts, mut here, mut lists) = (Vec::new(), Vec::new(), false);
        let mut hashes = Vec::new();
        for (process, share) in shares.into_iter().enumerate() {
            for Sealed { file, bytes, hashes: [hash, end] } in share.parts {
                let is_seen = process == own || is_seen(&beside(&folder.join(&file)), bytes, &end);
                // If several processes share a folder, only the first of them writes the list of parts.
                lists = if process == own && here.iter().all(|is_here| !is_here) { true } else { lists };
                here.push(is_seen);
                hashes.push(hash);
                let (host, folder) = (share.host.clone(), share.folder.clone());
                parts.push(Away { file, bytes, hash: hex(&hash), host, folder });
            }
        }
        Self { folder, table, all: parts, hash: table_hash(&hashes), here, lists }
    }

    fn are_here(&self) -> bool {
        self.here.iter().all(|&is_here| is_here)
    }

    /// Writes the list of all parts to a temporary file; does nothing if this process does not have to write a list.
    fn list(&self) -> Result<Option<Aside>, TableError> {
        if self.are_here() || !self.lists {
            return Ok(None);
        }
        let path = list::file(self.folder, self.table);
        let bytes = serde_json::to_vec(&self.all).map_err(|error| TableError::refused(error.to_string(), None))?;
        let put = |file: &mut File| file.write_all(&bytes).map_err(|error| TableError::writing(&path, &error));
        Aside::write(&path, put).map(|((), aside)| Some(aside))
    }

    fn written(self) -> Result<WrittenTable, TableError> {
        if self.are_here() && self.lists {
            // An older table with the same name may have had parts in other folders. If so, this call removes the list
            // of these parts.
            list::clear(self.folder, self.table)?;
        }
        let bytes = self.all.iter().map(|part| part.bytes).sum();
        let (files, elsewhere): (Vec<_>, Vec<_>) = self.all.into_iter().zip(self.here).partition(|&(_, here)| here);
        let files = files.into_iter().map(|(part, _)| self.folder.join(part.file));
        Ok(WrittenTable {
            files: files.collect(),
            elsewhere: elsewhere.into_iter().map(|(part, _)| part).collect(),
            bytes,
            hash: hex(&self.hash),
        })
    }
}

/// Returns whether a file is `bytes` long and its last bytes are the hash `end`.
fn is_seen(file: &Path, bytes: u64, end: &Hash) -> bool {
    let seen = || {
        let input = Input::open(file).ok()?;
        let mut last = [0; HASH];
        input.read_at(bytes.checked_sub(HASH as u64)?, &mut last).ok()?;
        Some(input.length() == bytes && last == *end)
    };
    seen().unwrap_or(false)
}

/// Returns the file name of a part. `part` is the index of the part, and the first part has index 0.
pub(crate) fn file_name(name: &str, part: u64, parts: u64) -> String {
    if parts == 1 { format!("{name}.{EXTENSION}") } else { format!("{name}.{}of{parts}.{EXTENSION}", part + 1) }
}

/// An open file to which parts are written at given offsets.
pub(crate) struct Out<'f> {
    pub(crate) file: &'f mut File,
    pub(crate) path: &'f Path,
}

impl Out<'_> {
    pub(crate) fn put(&mut self, at: u64, bytes: &[u8]) -> Result<(), TableError> {
        let put = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(bytes));
        put.map_err(|error| TableError::writing(self.path, &error))
    }

    /// Computes hash 2, the SHA-256 of the first `length` bytes of the file, and writes it after these bytes. Returns
    /// the new length of the file, and the hash.
    pub(crate) fn seal(&mut self, length: u64) -> Result<(u64, Hash), TableError> {
        let hash = hash_of(length, |at, bytes| read_at(self.file, at, bytes));
        let hash = hash.map_err(|error| TableError::writing(self.path, &error))?;
        self.put(length, &hash)?;
        Ok((length + HASH as u64, hash))
    }
}

/// Returns the number of slots per block. If the table omits implied values, including wins in one ply, programs seldom
/// need to read a value from the files. Larger blocks then save space and cost little time.
fn block(metadata: &Metadata) -> u32 {
    if metadata.fill == Fill::Rules && metadata.conventions.at_once { 4 * BLOCK } else { BLOCK }
}

impl Job<'_> {
    /// Writes the parts of this process to temporary files, and sends the other processes the cells that they need for
    /// their parts.
    fn write_aside(
        &self,
        folder: &Path,
        writers: Writers<'_>,
        cells: &[Cell],
    ) -> Result<(Vec<Aside>, Share), TableError> {
        let (peers, slots) = (Peers(writers.transport), self.metadata.slots);
        let parts = slots.div_ceil(writers.part).max(1);
        let alone = [Member { workers: self.making.threads, weight: 1 }];
        let stretches = stretches(peers.members().unwrap_or(&alone), parts);
        let mut rounds = Rounds::new(self, peers, cells, writers.part, &stretches);
        let (mut asides, mut written) = (Vec::new(), Vec::new());
        for part in stretches[peers.process()].clone() {
            let name = file_name(self.making.name, part, parts);
            let path = folder.join(&name);
            let places = part * writers.part..slots.min((part + 1) * writers.part);
            let (sealed, aside) = Aside::write(&path, |file| {
                let mut out = Out { file, path: &path };
                let entry = self.write(&mut out, places.clone(), &mut rounds)?;
                out.put(0, &self.head(places.start, entry).bytes())?;
                let (bytes, end) = out.seal(entry.at + entry.bytes)?;
                Ok(Sealed { file: name, bytes, hashes: [entry.hash, end] })
            })?;
            written.push(sealed);
            asides.push(aside);
        }
        rounds.finish()?;
        Ok((asides, Share { host: writers.host.to_owned(), folder: shown(&absolute(folder)), parts: written }))
    }

    fn head(&self, first: u64, part: Entry) -> FileHeader {
        FileHeader {
            slots: self.metadata.slots,
            first,
            block: self.block,
            metadata: self.text.to_vec(),
            parts: vec![part],
        }
    }

    /// Writes a part to its file; leaves space for the file's header before the part.
    fn write(&self, out: &mut Out<'_>, places: Range<u64>, rounds: &mut Rounds<'_>) -> Result<Entry, TableError> {
        let codebook = self.codebook.bytes();
        let blocks = (places.end - places.start).div_ceil(u64::from(self.block));
        let (begin, length) = (FileHeader::length(self.text.len(), 1), codebook.len() as u64 + 8 * blocks + 4);
        let (mut hash, mut index) = (hash_1(self.text, &places, &codebook), codebook);
        let (mut at, mut end, mut packed_blocks) = (begin + length, 0, 0);
        while packed_blocks < blocks {
            let packed = rounds.next()?;
            packed_blocks += packed.ends.len() as u64;
            hash.update(&packed.codes);
            out.put(at, &packed.stored)?;
            at += packed.stored.len() as u64;
            let mut from = 0;
            for &until in &packed.ends {
                end += (until - from) as u32;
                index.extend(end.to_le_bytes());
                index.extend(crc32fast::hash(&packed.stored[from..until]).to_le_bytes());
                from = until;
            }
        }
        index.extend(crc32fast::hash(&index).to_le_bytes());
        out.put(begin, &index)?;
        Ok(Entry { at: begin, bytes: at - begin, hash: hash.finalize().into() })
    }
}
