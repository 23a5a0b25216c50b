//! Creates a new folder, called a room, for each run of a program. Rooms are for programs that read their input from a
//! file or write their answers to a file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tempfile::TempDir;

use crate::failure::{Failure, Fault};
use crate::messages::{BadValue, Wrong};

/// The names of the program's input and output files. `None` means standard input or standard output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Names {
    pub(crate) input: Option<String>,
    pub(crate) output: Option<String>,
}

impl Names {
    pub(crate) const fn has_some(&self) -> bool {
        self.input.is_some() || self.output.is_some()
    }
}

/// Returns the text if the text is a plain file name without folders. For any other text, returns an error.
pub(crate) fn file_name(text: &str) -> Result<String, BadValue> {
    let is_plain = Path::new(text).file_name().is_some_and(|name| name == text) && !text.contains('\0');
    if is_plain { Ok(text.to_owned()) } else { Err(BadValue::FileName) }
}

/// The parent folder of all rooms. A room is the folder of one run. The program creates the parent folder together with
/// the first room.
#[derive(Clone, Default)]
pub(crate) struct Rooms(Arc<Mutex<Option<TempDir>>>);

impl Rooms {
    /// Creates a room (the folder of one run) that contains the input.
    pub(crate) fn make(&self, names: &Names, input: &[u8]) -> Result<Room, Failure> {
        self.try_to_make(names, input).map_err(|error| {
            let file = std::env::temp_dir().display().to_string();
            Failure::new(Fault::Refused, "output", Wrong::Writing { file, error: (&error).into() })
        })
    }

    fn try_to_make(&self, names: &Names, input: &[u8]) -> io::Result<Room> {
        let folder = {
            let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let rooms = match &mut *rooms {
                Some(rooms) => rooms,
                none => none.insert(tempfile::Builder::new().prefix("retrograde-").tempdir()?),
            };
            tempfile::tempdir_in(rooms.path())?
        };
        if let Some(name) = &names.input {
            fs::write(folder.path().join(name), input)?;
        }
        let output = names.output.as_ref().map(|name| folder.path().join(name));
        Ok(Room { folder, output })
    }

    /// Removes the folders of all runs. A process calls this function if it ends without dropping the folders.
    pub(crate) fn remove(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// The folder of one run. Dropping this value removes the folder and its content.
pub(crate) struct Room {
    folder: TempDir,
    output: Option<PathBuf>,
}

impl Room {
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Whether the program has written more than `most` bytes of answers to the output file.
    pub(crate) fn has_more_than(&self, most: u64) -> bool {
        let length = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
        self.output.as_ref().map_or(0, length) > most
    }

    /// Whether the file with the answers exists.
    pub(crate) fn has_answers(&self) -> bool {
        self.output.as_ref().is_some_and(|path| path.exists())
    }

    /// Returns the answers in the output file, at most `most` bytes; `None` if the answers are on standard output. An
    /// unreadable file counts as empty.
    pub(crate) fn answers(&self, most: u64) -> Option<Vec<u8>> {
        let path = self.output.as_ref()?;
        let mut bytes = Vec::new();
        // The program may have created a pipe; reading a pipe might block without end.
        if fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
            let _ = File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
        }
        Some(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_folder() {
        for name in ["zu.in", "a b", "-", "过河卒.in"] {
            assert_eq!(file_name(name), Ok(name.to_owned()));
        }
        for name in ["", ".", "..", "/zu.in", "./zu.in", "a/zu.in", "zu.in/", "a\0b"] {
            assert_eq!(file_name(name), Err(BadValue::FileName), "{name}");
        }
    }

    #[test]
    fn rooms_are_fresh_and_are_removed() {
        let rooms = Rooms::default();
        let names = Names { input: Some("zu.in".to_owned()), output: Some("zu.out".to_owned()) };
        let room = rooms.make(&names, b"1").ok().unwrap();
        let other = rooms.make(&names, b"2").ok().unwrap();
        assert_eq!(fs::read(room.path().join("zu.in")).unwrap(), b"1");
        assert!(!room.has_answers());
        fs::write(room.path().join("zu.out"), "Red 1\n").unwrap();
        assert!(room.has_answers());
        assert_eq!(room.answers(3), Some(b"Red".to_vec()));
        assert_eq!(other.answers(3), Some(Vec::new()));
        assert!(room.has_more_than(5) && !room.has_more_than(6));
        let path = room.path().to_owned();
        drop(room);
        assert!(!path.exists() && other.path().exists());
        rooms.remove();
        assert!(!other.path().exists());
    }
}
