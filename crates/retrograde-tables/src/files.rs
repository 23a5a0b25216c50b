//! Writes files atomically, and locks tables. The files and the locks are in folders of this machine, or they are
//! objects at URLs. This module lets all other modules handle folders and URLs in the same way.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use retrograde::rules::message::Message;

use crate::error::{TableError, shown};
use crate::local::{self, LockFile, read_at};
use crate::messages::{Hint, Note, Wrong};
use crate::name::is_url;
use crate::objects::{Holding, Lease, Object, ObjectReader, object_at};

/// Writes a file atomically. If the process is killed at any moment, either the complete old file or the complete new
/// file remains. The function writes a temporary file in the same folder, syncs it, renames it to the final name, and
/// syncs the folder. The name of the temporary file is fixed. So the next attempt overwrites a file that a killed
/// process has left. A [`Lock`] excludes other writers. If `file` is a URL, the function first writes the bytes to an
/// unnamed local file. After that, the function uploads the bytes as a temporary object, and then gives the object its
/// final name.
///
/// # Errors
/// Returns an error of the system, with the file's name. After an error the function tries to remove the temporary
/// file.
pub fn save<T>(file: &Path, write: impl FnOnce(&mut File) -> Result<T, TableError>) -> Result<T, TableError> {
    let (written, aside) = Aside::write(file, write)?;
    aside.keep()?;
    Ok(written)
}

/// Like [`save`], but `write` writes the file sequentially. An object at a URL is uploaded while it is written, and
/// needs no disk space on this machine.
///
/// # Errors
/// Returns the errors of [`save`].
pub(crate) fn save_stream<T>(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, TableError>,
) -> Result<T, TableError> {
    let failed = |error: io::Error| TableError::writing(file, &error);
    let Some(object) = object_at(file).map_err(failed)? else { return save(file, |file| write(file)) };
    let mut upload = object.create();
    let written = write(&mut upload)?;
    upload.finish().map_err(failed)?;
    Ok(written)
}

/// A temporary file or object in the folder of the final file. Dropping an `Aside` before the rename removes the
/// temporary file.
pub(crate) struct Aside {
    /// The final path.
    file: PathBuf,
    /// The path of the temporary file.
    beside: PathBuf,
    /// Whether the file has its final name.
    is_kept: AtomicBool,
}

impl Aside {
    /// Writes a temporary file. If several files belong together, callers must write all of them before they
    /// [rename](Self::keep) the first one. So a process that is killed before the first rename leaves no file with a
    /// final name.
    pub(crate) fn write<T>(
        file: &Path,
        write: impl FnOnce(&mut File) -> Result<T, TableError>,
    ) -> Result<(T, Self), TableError> {
        let aside = Self { file: file.to_owned(), beside: beside(file), is_kept: AtomicBool::new(false) };
        let object = object_at(&aside.beside).map_err(|error| aside.failed(&error))?;
        let opened = match object {
            Some(_) => tempfile::tempfile(),
            None => File::options().read(true).write(true).create(true).truncate(true).open(&aside.beside),
        };
        let mut part = opened.map_err(|error| aside.failed(&error))?;
        let written = write(&mut part)?;
        let put = match object {
            Some(object) => upload(&mut part, &*object),
            None => part.flush().and_then(|()| part.sync_all()),
        };
        put.map_err(|error| aside.failed(&error))?;
        Ok((written, aside))
    }

    /// Renames the temporary file to its final name.
    pub(crate) fn keep(&self) -> Result<(), TableError> {
        rename(&self.beside, &self.file).map_err(|error| self.failed(&error))?;
        // The file now has its final name, even if syncing fails.
        self.is_kept.store(true, Ordering::Relaxed);
        sync_folder(folder(&self.file)).map_err(|error| self.failed(&error))
    }

    /// Renames all temporary files to their final names. If one rename fails, no file remains under its final name.
    pub(crate) fn keep_all(asides: &[Self]) -> Result<(), TableError> {
        let kept = asides.iter().try_for_each(Self::keep);
        if kept.is_err() {
            Self::take_back(asides);
        }
        kept
    }

    /// Removes the files that have already been renamed to their final names.
    pub(crate) fn take_back(asides: &[Self]) {
        for aside in asides.iter().filter(|aside| aside.is_kept.load(Ordering::Relaxed)) {
            // If a file cannot be removed, it remains with complete content.
            let _ = remove(&aside.file);
        }
    }

    fn failed(&self, error: &io::Error) -> TableError {
        TableError::writing(&self.file, error)
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.is_kept.load(Ordering::Relaxed) {
            // If the temporary file cannot be removed, the next attempt overwrites it.
            let _ = remove_one(&self.beside);
        }
    }
}

/// Uploads a file as an object.
fn upload(file: &mut File, object: &dyn Object) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut upload = object.create();
    io::copy(file, &mut upload)?;
    upload.finish()
}

/// Renames a file atomically. The old name and the new name are in the same folder.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let Some(object) = object_at(from)? else { return local::rename(from, to) };
    object.copy(&to.file_name().unwrap_or_default().to_string_lossy())?;
    // If the old name remains, the next process that makes this table removes it.
    let _ = object.remove();
    Ok(())
}

fn remove_one(file: &Path) -> io::Result<()> {
    match object_at(file)? {
        Some(object) => object.remove(),
        None => fs::remove_file(file),
    }
}

/// Removes a file, and syncs its folder.
pub(crate) fn remove(file: &Path) -> Result<(), TableError> {
    let removed = remove_one(file).and_then(|()| sync_folder(folder(file)));
    removed.map_err(|error| TableError::writing(file, &error))
}

/// Removes files from a folder, and syncs the folder. Files that another process has already removed cause no error.
pub(crate) fn remove_all(folder: &Path, files: impl IntoIterator<Item = PathBuf>) -> Result<(), TableError> {
    let mut removed = false;
    for file in files {
        match remove_one(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            done => done.map_err(|error| TableError::writing(&file, &error))?,
        }
        removed = true;
    }
    if removed { sync_folder(folder).map_err(|error| TableError::writing(folder, &error)) } else { Ok(()) }
}

/// Creates a folder if it does not exist. For a URL the function creates nothing, but checks that the store answers.
pub(crate) fn make_folder(folder: &Path) -> Result<(), TableError> {
    let made = object_at(folder).and_then(|object| match object {
        Some(object) => object.names().map(drop),
        None => fs::create_dir_all(folder),
    });
    made.map_err(|error| TableError::writing(folder, &error))
}

/// Returns the absolute path of a folder.
pub(crate) fn absolute(folder: &Path) -> PathBuf {
    let found = if is_url(folder) { None } else { std::path::absolute(folder).ok() };
    found.unwrap_or_else(|| folder.to_owned())
}

/// Returns whether two paths lead to the same folder.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let found = |folder: &Path| if is_url(folder) { None } else { fs::canonicalize(folder).ok() };
    one == other || found(one).is_some_and(|one| found(other) == Some(one))
}

/// Returns the files of a folder. The result is empty if the folder does not exist, or if the object store of a URL
/// does not answer. The function [`reach`] checks whether the store answers.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    if let Ok(Some(object)) = object_at(folder) {
        return object.names().unwrap_or_default().iter().map(|name| folder.join(name)).collect();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.is_file()).collect()
}

/// Checks that the object store of a URL answers; does nothing for a path on this machine.
///
/// # Errors
/// Returns an error if the store does not answer.
pub(crate) fn reach(folder: &Path) -> Result<(), TableError> {
    let asked = object_at(folder).and_then(|object| object.map_or(Ok(()), |object| object.names().map(drop)));
    asked.map_err(|error| TableError::reading(folder, &error))
}

/// Returns the length of a file in bytes. Returns `None` if the file does not exist.
pub fn bytes(file: &Path) -> Option<u64> {
    match object_at(file).ok()? {
        Some(object) => object.bytes().ok(),
        None => file.metadata().ok().filter(fs::Metadata::is_file).map(|found| found.len()),
    }
}

/// The error message for a path that is a pipe, a device or a socket.
const NO_FILE: &str = "it is no regular file";

/// An open file or object. Several threads can read the file or object at the same time, each at any offset.
#[derive(Debug)]
pub(crate) enum Input {
    File(File, u64),
    Object(Box<dyn ObjectReader>),
}

impl Input {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if let Some(object) = object_at(path)? {
            return object.open().map(Self::Object);
        }
        // The metadata must be read before the path is opened, because opening a pipe would block until another program
        // writes to it.
        let found = path.metadata()?;
        if !found.is_file() && !found.is_dir() {
            return Err(io::Error::other(NO_FILE));
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Self::File(file, length))
    }

    /// Returns the length in bytes that the file or object had when it was opened.
    pub(crate) fn length(&self) -> u64 {
        match self {
            Self::File(_, length) => *length,
            Self::Object(reading) => reading.length(),
        }
    }

    /// Reads `bytes.len()` bytes from offset `at` on.
    pub(crate) fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        match self {
            Self::File(file, _) => read_at(file, at, bytes),
            Self::Object(reading) => reading.read_at(at, bytes),
        }
    }
}

/// Returns the path of the temporary file that is later renamed to `file`.
pub(crate) fn beside(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(NEW);
    file.with_file_name(name)
}

/// The extension of temporary files.
const NEW: &str = "new";

/// Converts the path of a temporary file to the path to which the file is later renamed; returns any other path
/// unchanged.
pub(crate) fn whole(beside: &Path) -> PathBuf {
    if beside.extension().is_some_and(|end| end == NEW) { beside.with_extension("") } else { beside.to_owned() }
}

pub(crate) fn folder(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Syncs a folder. Without a sync, a power failure may undo a rename.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if is_url(folder) { Ok(()) } else { local::sync_folder(folder) }
}

/// A lock on a table in a folder or at a URL. Only the process that holds the lock may make the table. When the process
/// that holds the lock ends, the system immediately releases a lock in a folder. A lock at a URL expires some seconds
/// after the end of the process.
#[derive(Debug)]
pub struct Lock {
    kind: LockKind,
}

#[derive(Debug)]
enum LockKind {
    /// A locked file; dropping this value releases the lock.
    File { _held: LockFile },
    Object {
        file: PathBuf,
        /// The lease in the object store; dropping this lease releases the lock.
        lease: Box<Lease>,
    },
}

/// The maximum time that a process waits for another process to release a lock in a folder.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

impl Lock {
    /// Acquires the lock of a table.
    ///
    /// # Errors
    /// Returns an error if another process holds the lock, or if the folder is not writable.
    pub fn take(folder: &Path, name: &str) -> Result<Self, TableError> {
        Self::take_notifying(folder, name, &|_| {})
    }

    /// Like [`take`](Self::take), but calls `notify` before it waits several seconds to determine whether another
    /// process holds the lock.
    ///
    /// # Errors
    /// Returns the errors of [`take`](Self::take).
    pub(crate) fn take_notifying(folder: &Path, name: &str, notify: &dyn Fn(Message)) -> Result<Self, TableError> {
        let file = folder.join(format!("{name}.lock"));
        let failed = |error: io::Error| TableError::writing(&file, &error);
        let locked = || TableError::refused(Wrong::Locked { file: shown(&file) }, Some(Hint::Wait.into()));
        if let Some(object) = object_at(&file).map_err(failed)? {
            let watching = || notify(Note::Watching { file: shown(&file) }.into());
            let lease = Lease::take(&object, &watching).map_err(failed)?.ok_or_else(locked)?;
            return Ok(Self { kind: LockKind::Object { file, lease: Box::new(lease) } });
        }
        let begun = Instant::now();
        loop {
            match LockFile::take(&file).map_err(failed)? {
                Some(held) => return Ok(Self { kind: LockKind::File { _held: held } }),
                // A process that was killed holds the lock until the system has freed the process's memory.
                None if begun.elapsed() < LOCK_TIMEOUT => sleep(LOCK_TIMEOUT / 20),
                None => return Err(locked()),
            }
        }
    }
}

/// Checks whether this process still holds a lock.
#[derive(Clone, Debug)]
pub(crate) struct Guard(Option<(PathBuf, Arc<Holding>)>);

impl Lock {
    pub(crate) fn guard(&self) -> Guard {
        match &self.kind {
            LockKind::File { .. } => Guard(None),
            LockKind::Object { file, lease } => Guard(Some((file.clone(), lease.holding()))),
        }
    }
}

impl Guard {
    /// Returns an error if another process has taken over the lock. Only a lock at a URL can be taken over.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        let Some((file, holding)) = &self.0 else { return Ok(()) };
        if holding.is_held().map_err(|error| TableError::writing(file, &error))? {
            return Ok(());
        }
        Err(TableError::refused(Wrong::Lost { file: shown(file) }, Some(Hint::Wait.into())))
    }

    /// Returns whether another process has taken over the lock. Returns `false` if the store does not answer.
    pub(crate) fn is_lost(&self) -> bool {
        self.0.as_ref().is_some_and(|(_, holding)| matches!(holding.is_held(), Ok(false)))
    }
}
