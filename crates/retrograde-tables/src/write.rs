//! A table put into files.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use retrograde::Unreadable;
use sha2::{Digest, Sha256};

use crate::error::TableError;
use crate::files::{Aside, Lock};
use crate::format::{BLOCK, EXTENSION, Entry, HASH, Hash, Head, PART, hex, table_hash};
use crate::meaning::{Census, Fill, Making, Meaning};
use crate::messages::Wrong;
use crate::part::{Book, Packed, hash_1};

/// A table that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its files, one a part, in their order.
    pub files: Vec<PathBuf>,
    /// The bytes of all.
    pub bytes: u64,
    /// The hash of the table, in hexadecimal digits.
    pub hash: String,
}

/// Writes a table into a folder, a file a part. The lock of its name must be held. All parts are on the disk before the first has its name.
///
/// # Errors
/// [`TableError`]: the folder takes no more, or the values cannot be read.
///
/// # Complexity
/// Two passes over the values, the second of which compresses them on all threads; some megabytes of memory.
pub fn write(folder: &Path, making: &Making<'_>, _held: &Lock) -> Result<Written, TableError> {
    let unreadable = |error: Unreadable| TableError::refused(error.reason().clone(), None);
    let values = making.values;
    let slots = values.slots();
    let census = Census::of(values).map_err(unreadable)?;
    let meaning = Meaning::of(making, &census);
    let too_deep = || TableError::refused(Wrong::TooDeep { file: making.name.to_owned() }, None);
    let meaning = meaning.ok_or_else(too_deep)?;
    let text = serde_json::to_vec(&meaning).map_err(|error| TableError::refused(error.to_string(), None))?;
    let parts = slots.div_ceil(PART).max(1);
    let book = Book::of(census.cells.keys().copied(), &meaning);
    let job = Job { making, meaning: &meaning, text: &text, book: &book, block: block(&meaning) };
    let (mut files, mut bytes, mut hashes, mut asides) = (Vec::new(), 0, Vec::new(), Vec::new());
    for part in 0..parts {
        let path = folder.join(file_name(making.name, part, parts));
        let slots = part * PART..slots.min((part + 1) * PART);
        let ((entry, length), aside) = Aside::write(&path, |file| {
            let mut out = Out { file, path: &path };
            let entry = job.write(&mut out, slots.clone())?;
            let head = job.head(slots.start, entry);
            out.put(0, &head.bytes())?;
            let length = out.seal(entry.at + entry.bytes)?;
            Ok((entry, length))
        })?;
        files.push(path);
        bytes += length;
        hashes.push(entry.hash);
        asides.push(aside);
    }
    // Some parts of a table are no table, and would be taken for one that has lost the others.
    asides.into_iter().try_for_each(Aside::keep)?;
    Ok(Written { files, bytes, hash: hex(&table_hash(&hashes)) })
}

/// The name of the file of a part, from 0.
pub(crate) fn file_name(name: &str, part: u64, parts: u64) -> String {
    if parts == 1 { format!("{name}.{EXTENSION}") } else { format!("{name}.{}of{parts}.{EXTENSION}", part + 1) }
}

/// A file that is written at places.
pub(crate) struct Out<'f> {
    pub(crate) file: &'f mut File,
    pub(crate) path: &'f Path,
}

impl Out<'_> {
    pub(crate) fn put(&mut self, at: u64, bytes: &[u8]) -> Result<(), TableError> {
        let put = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(bytes));
        put.map_err(|error| TableError::writing(self.path, &error))
    }

    /// Writes hash 2 behind so many bytes; returns the length of the file.
    pub(crate) fn seal(&mut self, length: u64) -> Result<u64, TableError> {
        let hash = hash_of(self.file, length).map_err(|error| TableError::writing(self.path, &error))?;
        self.put(length, &hash)?;
        Ok(length + HASH as u64)
    }
}

/// The SHA-256 of so many bytes from the beginning of a file.
pub(crate) fn hash_of(file: &mut File, length: u64) -> io::Result<Hash> {
    file.seek(SeekFrom::Start(0))?;
    let mut hash = Sha256::new();
    let mut bytes = vec![0; 1 << 16];
    let mut left = length;
    while left > 0 {
        let bytes = &mut bytes[..left.min(1 << 16) as usize];
        file.read_exact(bytes)?;
        hash.update(&*bytes);
        left -= bytes.len() as u64;
    }
    Ok(hash.finalize().into())
}

/// Blocks that a thread packs in one go.
const AT_ONCE: u64 = 64;

/// Slots a block. Where the rules tell most values that are asked for, larger blocks cost little time, and take less room.
fn block(meaning: &Meaning) -> u32 {
    if meaning.fill == Fill::Rules && meaning.conventions.at_once { 4 * BLOCK } else { BLOCK }
}

/// What all parts of a table are written by.
struct Job<'j> {
    making: &'j Making<'j>,
    meaning: &'j Meaning,
    text: &'j [u8],
    book: &'j Book,
    block: u32,
}

impl Job<'_> {
    fn head(&self, first: u64, part: Entry) -> Head {
        Head { slots: self.meaning.slots, first, block: self.block, meaning: self.text.to_vec(), parts: vec![part] }
    }

    /// Writes a part behind the room for the head.
    fn write(&self, out: &mut Out<'_>, places: Range<u64>) -> Result<Entry, TableError> {
        let book = self.book.bytes();
        let blocks = (places.end - places.start).div_ceil(u64::from(self.block));
        let (begin, length) = (Head::length(self.text.len(), 1), book.len() as u64 + 8 * blocks + 4);
        let (mut hash, mut index) = (hash_1(self.text, &places, &book), book);
        let (mut at, mut end) = (begin + length, 0);
        let round = AT_ONCE * u64::from(self.block) * self.making.threads.max(1) as u64;
        for first in places.clone().step_by(round as usize) {
            for packed in self.pack(first..places.end.min(first + round)) {
                let packed = packed?;
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
        }
        index.extend(crc32fast::hash(&index).to_le_bytes());
        out.put(begin, &index)?;
        Ok(Entry { at: begin, bytes: at - begin, hash: hash.finalize().into() })
    }

    /// Packs the blocks of some places on all threads, in their order.
    fn pack(&self, places: Range<u64>) -> Vec<Result<Packed, TableError>> {
        let blocks = (places.end - places.start).div_ceil(u64::from(self.block));
        let share = blocks.div_ceil(self.making.threads.max(1) as u64).max(1) * u64::from(self.block);
        let shares = places.clone().step_by(share as usize).map(|first| first..places.end.min(first + share));
        let pack = |places| Packed::of(self.making, places, self.block, self.book, self.meaning);
        std::thread::scope(|scope| {
            let started: Vec<_> = shares
                .map(|places| {
                    let work = places.clone();
                    // If the system gives no more threads, this one does the work.
                    std::thread::Builder::new().spawn_scoped(scope, move || pack(work)).map_err(|_| places)
                })
                .collect();
            let done = started.into_iter().map(|started| match started {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(places) => pack(places),
            });
            done.collect()
        })
    }
}
