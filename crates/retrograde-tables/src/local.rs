//! The operations on files of this machine that differ between operating systems.

#[cfg(unix)]
pub(crate) use unix::{LockFile, free, read_at, rename, sync_folder, write_at};
#[cfg(windows)]
pub(crate) use windows::{LockFile, free, read_at, rename, sync_folder, write_at};

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, Metadata, TryLockError};
    use std::io;
    use std::os::unix::fs::{FileExt as _, MetadataExt as _};
    use std::path::{Path, PathBuf};

    /// A file that this process has locked. Dropping this value removes the file and releases the lock. If the process
    /// ends without dropping the value, the lock ends, but the file remains.
    #[derive(Debug)]
    pub(crate) struct LockFile {
        path: PathBuf,
        /// Closing this file releases the lock.
        _open: File,
    }

    impl LockFile {
        /// Creates a file if it does not exist, and locks it. Returns `None` if another process has locked the file.
        pub(crate) fn take(path: &Path) -> io::Result<Option<Self>> {
            loop {
                let open = File::options().write(true).create(true).truncate(false).open(path)?;
                match open.try_lock() {
                    // The last holder of the lock may have removed the file after this process opened it. In this case
                    // another process may have locked a new file with the same name.
                    Ok(()) if is_still(&open, path) => return Ok(Some(Self { path: path.to_owned(), _open: open })),
                    Ok(()) => {}
                    Err(TryLockError::WouldBlock) => return Ok(None),
                    Err(TryLockError::Error(error)) => return Err(error),
                }
            }
        }
    }

    /// Returns whether a path still leads to the open file. The result is false if another process has removed the
    /// file.
    fn is_still(open: &File, path: &Path) -> bool {
        let known = |found: &Metadata| (found.dev(), found.ino());
        let [open, named] = [open.metadata(), fs::metadata(path)].map(|found| found.ok().as_ref().map(known));
        open.is_some() && open == named
    }

    impl Drop for LockFile {
        fn drop(&mut self) {
            // If the file cannot be removed, the next process that needs the lock opens and locks the same file.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Renames a file. If a file with the new name exists, the renamed file replaces it atomically.
    pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Writes the names of a folder's files to the disk.
    pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Returns the number of free bytes on the disk of an existing folder. Returns `None` if the system does not report
    /// the number.
    pub(crate) fn free(folder: &Path) -> Option<u64> {
        let found = rustix::fs::statvfs(folder).ok()?;
        found.f_bavail.checked_mul(found.f_frsize)
    }

    /// Reads `bytes.len()` bytes from offset `at` of a file; other threads may read the file at the same time.
    pub(crate) fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        file.read_exact_at(bytes, at)
    }

    /// Writes all `bytes` at offset `at` of a file; other threads may write at other offsets at the same time.
    pub(crate) fn write_at(file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        file.write_all_at(bytes, at)
    }
}

#[cfg(windows)]
mod windows {
    use std::fs::{self, File};
    use std::io;
    use std::os::windows::fs::{FileExt as _, OpenOptionsExt as _};
    use std::path::Path;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    /// Windows returns this error code if another process has opened the file and does not share it.
    const SHARING_VIOLATION: i32 = 32;
    /// Windows returns this error code if a process may not open a file, or if the file is being removed.
    const ACCESS_DENIED: i32 = 5;
    /// The option with which the system removes a file when its last handle is closed, even if the process is killed.
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;

    /// A file that no other process can open. When this value is dropped or the process ends, the system removes the
    /// file. The lock is then released.
    #[derive(Debug)]
    pub(crate) struct LockFile {
        _open: File,
    }

    impl LockFile {
        /// Creates a file if it does not exist, and opens it for this process alone. Returns `None` if another process
        /// has opened the file.
        pub(crate) fn take(path: &Path) -> io::Result<Option<Self>> {
            let mut options = File::options();
            options.write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE);
            match options.open(path) {
                Ok(open) => Ok(Some(Self { _open: open })),
                Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
                // The system is removing the file, because the last process that had the file open has closed it.
                Err(error) if error.raw_os_error() == Some(ACCESS_DENIED) && path.exists() => Ok(None),
                Err(error) => Err(error),
            }
        }
    }

    /// The maximum time that a rename waits for a virus scanner or an indexer to close a file.
    const RENAME_TIMEOUT: Duration = Duration::from_secs(1);

    /// Renames a file. If a file with the new name exists, the renamed file replaces it. If another program has opened
    /// one of the files without sharing it, the function waits up to a second. A wait is often enough, because virus
    /// scanners and indexers open new files only for a moment.
    pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            match fs::rename(from, to) {
                Err(error) if is_temporary(&error) && begun.elapsed() < RENAME_TIMEOUT => sleep(RENAME_TIMEOUT / 50),
                done => return done,
            }
        }
    }

    fn is_temporary(error: &io::Error) -> bool {
        matches!(error.raw_os_error(), Some(SHARING_VIOLATION | ACCESS_DENIED))
    }

    /// Does nothing. Windows does not open folders as files, and the file systems of Windows log changes of names.
    #[expect(clippy::unnecessary_wraps, reason = "other systems report errors")]
    pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Returns the number of free bytes on the disk of an existing folder. Returns `None` if the system does not report
    /// the number.
    pub(crate) fn free(folder: &Path) -> Option<u64> {
        fs4::available_space(folder).ok()
    }

    /// Reads `bytes.len()` bytes from offset `at` of a file; other threads may read the file at the same time.
    pub(crate) fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut done = 0;
        while done < bytes.len() {
            match file.seek_read(&mut bytes[done..], at + done as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => done += read,
            }
        }
        Ok(())
    }

    /// Writes all `bytes` at offset `at` of a file; other threads may write at other offsets at the same time.
    pub(crate) fn write_at(file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
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
