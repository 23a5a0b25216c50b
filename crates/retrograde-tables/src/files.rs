//! Files that are there whole or not at all, and locks: in folders, or as objects at a URL. Nothing else of this crate asks which.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use retrograde::rules::message::Message;

use crate::error::{TableError, shown};
use crate::messages::{Hint, Told, Wrong};
use crate::name::is_url;
use crate::objects::{Holding, Lease, Object, ObjectReader, object_at};

/// Writes a file so that whoever is killed, at whatever moment, leaves the old one or the new one: beside it first, to the disk, under its
/// name, and the folder to the disk. What is written beside has a name of its own, and is overwritten by the next who tries: a [`Lock`] keeps
/// others away meanwhile. At a URL the same is done with objects, which lie in a file without a name before.
///
/// # Errors
/// The system's, with the file; then nothing is left beside it, as far as the system lets us.
pub fn save<T>(file: &Path, write: impl FnOnce(&mut File) -> Result<T, TableError>) -> Result<T, TableError> {
    let (written, aside) = Aside::write(file, write)?;
    aside.keep()?;
    Ok(written)
}

/// The same for what is written from its beginning to its end: to a URL it goes as it is written, and takes no room here.
///
/// # Errors
/// Those of [`save`].
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

/// A file on the disk, or an object, beside the name that it will have; dropped, it is removed.
pub(crate) struct Aside {
    file: PathBuf,
    beside: PathBuf,
    /// Whether it is there under the one name, not the other.
    is_kept: AtomicBool,
}

impl Aside {
    /// Writes it. What several files are only together is written so before the first is [kept](Self::keep): who is killed meanwhile leaves
    /// none of them.
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

    /// Gives it its name.
    pub(crate) fn keep(&self) -> Result<(), TableError> {
        rename(&self.beside, &self.file).map_err(|error| self.failed(&error))?;
        // Whatever fails from here on, it has its name.
        self.is_kept.store(true, Ordering::Relaxed);
        sync_folder(folder(&self.file)).map_err(|error| self.failed(&error))
    }

    /// Gives all of them their names, or none.
    pub(crate) fn keep_all(asides: &[Self]) -> Result<(), TableError> {
        let kept = asides.iter().try_for_each(Self::keep);
        if kept.is_err() {
            Self::take_back(asides);
        }
        kept
    }

    /// Removes those that have their names.
    pub(crate) fn take_back(asides: &[Self]) {
        for aside in asides.iter().filter(|aside| aside.is_kept.load(Ordering::Relaxed)) {
            // What cannot be removed can be read: it is whole.
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
            // What could not be written can often be removed; if not, it is overwritten next time.
            let _ = remove_one(&self.beside);
        }
    }
}

/// Copies a file to where an object is to be.
fn upload(file: &mut File, object: &dyn Object) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut upload = object.create();
    io::copy(file, &mut upload)?;
    upload.finish()
}

/// Gives a file another name in its folder, at once or not at all.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let Some(object) = object_at(from)? else { return fs::rename(from, to) };
    object.copy(&to.file_name().unwrap_or_default().to_string_lossy())?;
    // What stays is swept by who makes this table next.
    let _ = object.remove();
    Ok(())
}

fn remove_one(file: &Path) -> io::Result<()> {
    match object_at(file)? {
        Some(object) => object.remove(),
        None => fs::remove_file(file),
    }
}

/// Removes a file for good: its folder is written to the disk, too.
pub(crate) fn remove(file: &Path) -> Result<(), TableError> {
    let removed = remove_one(file).and_then(|()| sync_folder(folder(file)));
    removed.map_err(|error| TableError::writing(file, &error))
}

/// Removes files of a folder for good, whoever else removes them too.
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

/// Makes a folder, if need be; what is at a URL needs none, but a store that lets itself be asked.
pub(crate) fn make_folder(folder: &Path) -> Result<(), TableError> {
    let made = object_at(folder).and_then(|object| match object {
        Some(object) => object.names().map(drop),
        None => fs::create_dir_all(folder),
    });
    made.map_err(|error| TableError::writing(folder, &error))
}

/// The name of a folder from wherever one is.
pub(crate) fn absolute(folder: &Path) -> PathBuf {
    let found = if is_url(folder) { None } else { std::path::absolute(folder).ok() };
    found.unwrap_or_else(|| folder.to_owned())
}

/// Whether two names are those of one folder.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let found = |folder: &Path| if is_url(folder) { None } else { fs::canonicalize(folder).ok() };
    one == other || found(one).is_some_and(|one| found(other) == Some(one))
}

/// The files of a folder. One that is not there has none; whether a store can be asked, [`reach`] has told.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    if let Ok(Some(object)) = object_at(folder) {
        return object.names().unwrap_or_default().iter().map(|name| folder.join(name)).collect();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.is_file()).collect()
}

/// Asks the store of a URL for what is there.
///
/// # Errors
/// It cannot be asked.
pub(crate) fn reach(folder: &Path) -> Result<(), TableError> {
    let asked = object_at(folder).and_then(|object| object.map_or(Ok(()), |object| object.names().map(drop)));
    asked.map_err(|error| TableError::reading(folder, &error))
}

/// The bytes of a file that is there.
pub fn bytes(file: &Path) -> Option<u64> {
    match object_at(file).ok()? {
        Some(object) => object.bytes().ok(),
        None => file.metadata().ok().filter(fs::Metadata::is_file).map(|found| found.len()),
    }
}

/// What is said of a pipe, a device or a socket.
const NO_FILE: &str = "it is no regular file";

/// A file or an object that is read at places, by any number of threads.
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
        // A pipe is not opened: opening waits until another program writes.
        let found = path.metadata()?;
        if !found.is_file() && !found.is_dir() {
            return Err(io::Error::other(NO_FILE));
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Self::File(file, length))
    }

    /// Its bytes when it was opened.
    pub(crate) fn length(&self) -> u64 {
        match self {
            Self::File(_, length) => *length,
            Self::Object(reading) => reading.length(),
        }
    }

    /// Fills `bytes` from a place on.
    pub(crate) fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        match self {
            Self::File(file, _) => read_at(file, at, bytes),
            Self::Object(reading) => reading.read_at(at, bytes),
        }
    }
}

/// The name of what is written beside a file.
pub(crate) fn beside(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(NEW);
    file.with_file_name(name)
}

/// The end of such a name.
const NEW: &str = "new";

/// The file that something is written beside; any other file is itself.
pub(crate) fn whole(beside: &Path) -> PathBuf {
    if beside.extension().is_some_and(|end| end == NEW) { beside.with_extension("") } else { beside.to_owned() }
}

pub(crate) fn folder(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Only a synced folder keeps a new name through a power cut. Where folders cannot be opened, the system does without.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) && !is_url(folder) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A lock on a table of a folder: there is one maker at a time. It ends with the process, however that ends; at a URL some seconds later.
#[derive(Debug)]
pub struct Lock {
    kind: LockKind,
}

#[derive(Debug)]
enum LockKind {
    File {
        file: PathBuf,
        /// The system lets go of the lock when it is closed.
        _held: File,
    },
    Object {
        file: PathBuf,
        /// Dropped, it lets go.
        lease: Box<Lease>,
    },
}

/// The time for another maker to end.
const PATIENCE: Duration = Duration::from_secs(1);

impl Lock {
    /// Takes the lock of the table of that name.
    ///
    /// # Errors
    /// Somebody else has it, and goes on having it for a second; or the folder cannot be written to.
    pub fn take(folder: &Path, name: &str) -> Result<Self, TableError> {
        Self::take_telling(folder, name, &|_| {})
    }

    /// The same for who can be told that it takes some seconds to see whether somebody has it.
    ///
    /// # Errors
    /// Those of [`take`](Self::take).
    pub(crate) fn take_telling(folder: &Path, name: &str, tell: &dyn Fn(Message)) -> Result<Self, TableError> {
        let file = folder.join(format!("{name}.lock"));
        let failed = |error: io::Error| TableError::writing(&file, &error);
        let locked = || TableError::refused(Wrong::Locked { file: shown(&file) }, Some(Hint::Wait.into()));
        if let Some(object) = object_at(&file).map_err(failed)? {
            let watching = || tell(Told::Watching { file: shown(&file) }.into());
            let lease = Lease::take(&object, &watching).map_err(failed)?.ok_or_else(locked)?;
            return Ok(Self { kind: LockKind::Object { file, lease: Box::new(lease) } });
        }
        let begun = Instant::now();
        loop {
            let held = File::options().write(true).create(true).truncate(false).open(&file).map_err(failed)?;
            match held.try_lock() {
                // Its last holder may have removed it between our two steps: then somebody else may hold another one of that name.
                Ok(()) if is_still(&held, &file) => return Ok(Self { kind: LockKind::File { file, _held: held } }),
                Ok(()) => {}
                // Who was killed holds it until the system has taken its memory back.
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => sleep(PATIENCE / 20),
                Err(TryLockError::WouldBlock) => return Err(locked()),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
    }
}

/// What tells whether a lock is held still, as long as it is not dropped.
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
    /// Refuses who has lost it: the system lets no process lose one of a folder.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        let Some((file, holding)) = &self.0 else { return Ok(()) };
        if holding.is_held().map_err(|error| TableError::writing(file, &error))? {
            return Ok(());
        }
        Err(TableError::refused(Wrong::Lost { file: shown(file) }, Some(Hint::Wait.into())))
    }

    /// Whether it is lost for certain: a store that does not answer says nothing.
    pub(crate) fn is_lost(&self) -> bool {
        self.0.as_ref().is_some_and(|(_, holding)| matches!(holding.is_held(), Ok(false)))
    }
}

/// Whether an open file still has that name.
fn is_still(open: &File, file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let known = |found: &fs::Metadata| (found.dev(), found.ino());
        let [open, named] = [open.metadata(), fs::metadata(file)].map(|found| found.ok().as_ref().map(known));
        open.is_some() && open == named
    }
    // Elsewhere an open file cannot lose its name.
    #[cfg(not(unix))]
    {
        let _ = open;
        file.exists()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let LockKind::File { file, .. } = &self.kind {
            // If it stays, nothing is lost: the next holder opens it again.
            let _ = fs::remove_file(file);
        }
    }
}

/// Fills `bytes` from a place in a file, whoever else reads it.
pub(crate) fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, at);
    #[cfg(windows)]
    {
        use std::os::windows::fs::FileExt;
        let mut done = 0;
        while done < bytes.len() {
            match file.seek_read(&mut bytes[done..], at + done as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => done += read,
            }
        }
        Ok(())
    }
}

/// Writes all `bytes` from a place in a file on, whoever else writes elsewhere.
pub(crate) fn write_at(file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::write_all_at(file, bytes, at);
    #[cfg(windows)]
    {
        use std::os::windows::fs::FileExt;
        let mut done = 0;
        while done < bytes.len() {
            match file.seek_write(&bytes[done..], at + done as u64)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => done += written,
            }
        }
        Ok(())
    }
}
