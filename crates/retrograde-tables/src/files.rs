//! Files that are there whole or not at all, and locks.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::error::{TableError, shown};
use crate::messages::{Hint, Wrong};

/// Writes a file so that whoever is killed, at whatever moment, leaves the old one or the new one: beside it first, to the disk, under its
/// name, and the folder to the disk. What is written beside has a name of its own, and is overwritten by the next who tries: a [`Lock`] keeps
/// others away meanwhile.
///
/// # Errors
/// The system's, with the file; then nothing is left beside it, as far as the system lets us.
pub fn save<T>(file: &Path, write: impl FnOnce(&mut File) -> Result<T, TableError>) -> Result<T, TableError> {
    let (written, aside) = Aside::write(file, write)?;
    aside.keep()?;
    Ok(written)
}

/// A file on the disk beside the name that it will have; dropped, it is removed.
pub(crate) struct Aside {
    file: PathBuf,
    beside: PathBuf,
}

impl Aside {
    /// Writes it. What several files are only together is written so before the first is [kept](Self::keep): who is killed meanwhile leaves
    /// none of them.
    pub(crate) fn write<T>(
        file: &Path,
        write: impl FnOnce(&mut File) -> Result<T, TableError>,
    ) -> Result<(T, Self), TableError> {
        let aside = Self { file: file.to_owned(), beside: beside(file) };
        let opened = File::options().read(true).write(true).create(true).truncate(true).open(&aside.beside);
        let mut part = opened.map_err(|error| aside.failed(&error))?;
        let written = write(&mut part)?;
        part.flush().and_then(|()| part.sync_all()).map_err(|error| aside.failed(&error))?;
        Ok((written, aside))
    }

    /// Gives it its name.
    pub(crate) fn keep(&self) -> Result<(), TableError> {
        fs::rename(&self.beside, &self.file).map_err(|error| self.failed(&error))?;
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
        for aside in asides.iter().filter(|aside| !aside.beside.exists()) {
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
        // Once kept it is not there. What could not be written can often be removed; if not, it is overwritten next time.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Removes a file for good: its folder is written to the disk, too.
pub(crate) fn remove(file: &Path) -> Result<(), TableError> {
    let failed = |error: io::Error| TableError::writing(file, &error);
    fs::remove_file(file).map_err(failed)?;
    sync_folder(folder(file)).map_err(failed)
}

/// Removes files of a folder for good, whoever else removes them too.
pub(crate) fn remove_all(folder: &Path, files: impl Iterator<Item = PathBuf>) -> Result<(), TableError> {
    let mut removed = false;
    for file in files {
        match fs::remove_file(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            done => done.map_err(|error| TableError::writing(&file, &error))?,
        }
        removed = true;
    }
    if removed { sync_folder(folder).map_err(|error| TableError::writing(folder, &error)) } else { Ok(()) }
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
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A lock on a table of a folder: there is one maker at a time. It ends with the process, however that ends.
#[derive(Debug)]
pub struct Lock {
    file: PathBuf,
    /// The system lets go of the lock when it is closed.
    _held: File,
}

/// The time for another maker to end.
const PATIENCE: Duration = Duration::from_secs(1);

impl Lock {
    /// Takes the lock of the table of that name.
    ///
    /// # Errors
    /// Somebody else has it, and goes on having it for a second; or the folder cannot be written to.
    pub fn take(folder: &Path, name: &str) -> Result<Self, TableError> {
        let file = folder.join(format!("{name}.lock"));
        let failed = |error: io::Error| TableError::writing(&file, &error);
        let begun = Instant::now();
        loop {
            let held = File::options().write(true).create(true).truncate(false).open(&file).map_err(failed)?;
            match held.try_lock() {
                // Its last holder may have removed it between our two steps: then somebody else may hold another one of that name.
                Ok(()) if is_still(&held, &file) => return Ok(Self { file, _held: held }),
                Ok(()) => {}
                // Who was killed holds it until the system has taken its memory back.
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => sleep(PATIENCE / 20),
                Err(TryLockError::WouldBlock) => {
                    return Err(TableError::refused(Wrong::Locked { file: shown(&file) }, Some(Hint::Wait.into())));
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
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
        // If it stays, nothing is lost: the next holder opens it again.
        let _ = fs::remove_file(&self.file);
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
