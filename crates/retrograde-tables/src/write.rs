//! A table put into files.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use retrograde::Unreadable;
use sha2::{Digest, Sha256};

use crate::error::TableError;
use crate::files::{Lock, save};
use crate::format::{BLOCK, EXTENSION, Entry, HASH, Hash, Head, PART, hex, table_hash};
use crate::meaning::{Census, Making, Meaning};
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

/// Writes a table into a folder, a file a part. The lock of its name must be held.
///
/// # Errors
/// [`TableError`]: the folder takes no more, or the values cannot be read.
///
/// # Complexity
/// Three passes over the values, the last of which compresses them on all threads; some megabytes of memory.
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
    let (mut files, mut bytes, mut hashes) = (Vec::new(), 0, Vec::new());
    for part in 0..parts {
        let path = folder.join(file_name(making.name, part, parts));
        let slots = part * PART..slots.min((part + 1) * PART);
        let book = Book::of(values, slots.clone(), &meaning).map_err(unreadable)?;
        let (entry, length) = save(&path, |file| {
            let mut out = Out { file, path: &path };
            let entry = write_part(&mut out, making, &meaning, &text, &book, slots.clone())?;
            let head = Head {
                slots: values.slots(),
                first: slots.start,
                block: BLOCK,
                meaning: text.clone(),
                parts: vec![entry],
            };
            out.put(0, &head.bytes())?;
            let length = out.seal(entry.at + entry.bytes)?;
            Ok((entry, length))
        })?;
        files.push(path);
        bytes += length;
        hashes.push(entry.hash);
    }
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
const AT_ONCE: u64 = 256;

/// Writes a part behind the room for the head.
fn write_part(
    out: &mut Out<'_>,
    making: &Making<'_>,
    meaning: &Meaning,
    text: &[u8],
    book: &Book,
    slots: Range<u64>,
) -> Result<Entry, TableError> {
    let book_bytes = book.bytes();
    let blocks = (slots.end - slots.start).div_ceil(u64::from(BLOCK));
    let (begin, length) = (Head::length(text.len(), 1), book_bytes.len() as u64 + 8 * blocks + 4);
    let (mut hash, mut index) = (hash_1(text, &slots, &book_bytes), book_bytes);
    let mut at = begin + length;
    let mut end = 0;
    let round = AT_ONCE * u64::from(BLOCK) * making.threads.max(1) as u64;
    for first in slots.clone().step_by(round as usize) {
        for packed in pack_round(making, meaning, book, first..slots.end.min(first + round)) {
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

/// Packs the blocks of some slots on all threads, in their order.
fn pack_round(
    making: &Making<'_>,
    meaning: &Meaning,
    book: &Book,
    slots: Range<u64>,
) -> Vec<Result<Packed, TableError>> {
    let share = (slots.end - slots.start).div_ceil(u64::from(BLOCK)).div_ceil(making.threads.max(1) as u64);
    let share = share.max(1) * u64::from(BLOCK);
    let shares = slots.clone().step_by(share as usize).map(|first| first..slots.end.min(first + share));
    let pack = |slots| Packed::of(making.values, slots, BLOCK, book, meaning);
    std::thread::scope(|scope| {
        let started: Vec<_> = shares
            .map(|slots| {
                let work = slots.clone();
                // If the system gives no more threads, this one does the work.
                std::thread::Builder::new().spawn_scoped(scope, move || pack(work)).map_err(|_| slots)
            })
            .collect();
        let done = started.into_iter().map(|started| match started {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(slots) => pack(slots),
        });
        done.collect()
    })
}
