//! Disk space for a solve that does not fit into memory.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use retrograde::Scratch;
use retrograde::rules::message::Message;

use crate::error::TableError;
use crate::local::{read_at, write_at};

/// A file without a name in a folder. The first write creates the file, and the system removes it when the process
/// ends.
#[derive(Debug)]
pub struct ScratchFile {
    folder: PathBuf,
    room: u64,
    file: OnceLock<Result<File, Message>>,
}

impl ScratchFile {
    /// Returns a scratch file of at most `room` bytes in a folder. The first write creates the file, and also the
    /// folder if it does not exist.
    pub const fn new(folder: PathBuf, room: u64) -> Self {
        Self { folder, room, file: OnceLock::new() }
    }

    fn file(&self) -> Result<&File, Message> {
        let made = self.file.get_or_init(|| unnamed(&self.folder).map_err(|error| self.writing(&error)));
        made.as_ref().map_err(Clone::clone)
    }

    fn writing(&self, error: &io::Error) -> Message {
        TableError::writing(&self.folder, error).message
    }
}

fn unnamed(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    tempfile::tempfile_in(folder)
}

impl Scratch for ScratchFile {
    fn write(&self, at: u64, bytes: &[u8]) -> Result<(), Message> {
        write_at(self.file()?, at, bytes).map_err(|error| self.writing(&error))
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), Message> {
        read_at(self.file()?, at, bytes).map_err(|error| TableError::reading(&self.folder, &error).message)
    }

    fn room(&self) -> u64 {
        self.room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bytes_are_read_and_no_file_name_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a/b");
        let scratch = ScratchFile::new(inside.clone(), 1 << 20);
        assert!(!inside.exists(), "nothing is created before the first write");
        scratch.write(70_000, b"later").unwrap();
        scratch.write(3, b"first").unwrap();
        let mut read = [0; 5];
        for (at, text) in [(70_000, b"later"), (3, b"first")] {
            scratch.read(at, &mut read).unwrap();
            assert_eq!(&read, text);
        }
        assert!(scratch.read(69_999 + 5, &mut read).is_err(), "beyond the end");
        assert_eq!(fs::read_dir(&inside).unwrap().count(), usize::from(cfg!(windows)));
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a-file");
        fs::write(&file, b"").unwrap();
        let error = ScratchFile::new(file, 1 << 20).write(0, b"x").unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.contains("a-file"), "{error}");
    }
}
