//! Merges the files of a table into one.

use std::path::{Path, PathBuf};

use crate::error::{TableError, shown};
use crate::files::{Input, save};
use crate::format::{Entry, FileHeader, TableFile};
use crate::messages::{Hint, Wrong};
use crate::table_reader::TableReader;
use crate::write::{Out, WrittenTable};

/// The number of bytes that are copied in one step.
const CHUNK: usize = 1 << 20;

/// Merges all files of a table into one new file, and leaves the old files unchanged. The new file contains the same
/// bytes for each part, so the table has the same hash.
///
/// # Errors
/// Returns a [`TableError`] if a file is damaged (all files are checked first), or if the new file cannot be written.
pub fn join(files: &[PathBuf], to: &Path) -> Result<WrittenTable, TableError> {
    let stored = TableReader::open(files)?;
    // This check must come before the copy. Otherwise a damaged part would be stored with a new, correct hash 2.
    stored.check(|_| {})?;
    let read = stored.files().map(Pieces::read).collect::<Result<Vec<_>, _>>()?;
    let head = joined(&read)?;
    let bytes = save(to, |file| {
        let mut out = Out { file, path: to };
        out.put(0, &head.bytes())?;
        let old = read.iter().flat_map(|pieces| pieces.head.parts.iter().map(move |part| (pieces, part)));
        for ((pieces, old), new) in old.zip(&head.parts) {
            pieces.copy(old, new, &mut out)?;
        }
        out.seal(head.parts.last().map_or(0, |last| last.at + last.bytes)).map(|(bytes, _)| bytes)
    })?;
    Ok(WrittenTable { files: vec![to.to_owned()], elsewhere: Vec::new(), bytes, hash: stored.hash() })
}

/// An open file of the table, with its header.
struct Pieces {
    path: PathBuf,
    input: Input,
    head: FileHeader,
}

impl Pieces {
    fn read(path: &Path) -> Result<Self, TableError> {
        let reading = |error: std::io::Error| TableError::reading(path, &error);
        let input = Input::open(path).map_err(reading)?;
        let head = FileHeader::read(&TableFile { input: &input, path })?;
        Ok(Self { path: path.to_owned(), input, head })
    }

    /// Copies a part from its offset in this file to its offset in the new file.
    fn copy(&self, old: &Entry, new: &Entry, out: &mut Out<'_>) -> Result<(), TableError> {
        let mut bytes = vec![0; CHUNK];
        for done in (0..old.bytes).step_by(CHUNK) {
            let bytes = &mut bytes[..(old.bytes - done).min(CHUNK as u64) as usize];
            self.input.read_at(old.at + done, bytes).map_err(|error| TableError::reading(&self.path, &error))?;
            out.put(new.at + done, bytes)?;
        }
        Ok(())
    }
}

/// Returns the header of the merged file.
fn joined(files: &[Pieces]) -> Result<FileHeader, TableError> {
    let Some(first) = files.first() else {
        return Err(TableError::table(Path::new(""), Wrong::Missing { file: String::new(), slot: 0 }));
    };
    let FileHeader { slots, block, ref metadata, .. } = first.head;
    if let Some(other) = files.iter().find(|file| file.head.block != block) {
        let message = Wrong::Apart { file: shown(&other.path), other: shown(&first.path) };
        return Err(TableError::table(&other.path, message).hint(Hint::OtherPart));
    }
    let parts: Vec<_> = files.iter().flat_map(|file| &file.head.parts).copied().collect();
    let mut at = FileHeader::length(metadata.len(), parts.len());
    let parts = parts.into_iter().map(|part| {
        let moved = Entry { at, ..part };
        at += part.bytes;
        moved
    });
    Ok(FileHeader { slots, first: 0, block, metadata: metadata.clone(), parts: parts.collect() })
}
