//! Reads and writes the list of a table's parts, which is the file `NAME.parts` in the folder of the parts.
//!
//! If several processes without a shared folder have written a table, each folder contains some parts of the table and
//! a list of all parts. The documentation of [`format`](crate::format) specifies the list. A reader uses the list only
//! to report where a missing part is.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use retrograde::rules::visible;
use serde::{Deserialize, Serialize};

use crate::error::TableError;
use crate::files::{Input, bytes, folder, remove};

/// A part of a table, with the host and the folder in which it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// The name of the part's file.
    pub file: String,
    /// The length of the part's file in bytes.
    pub bytes: u64,
    /// The SHA-256 of the part's content (hash 1 in [`format`](crate::format)), in hexadecimal digits.
    pub hash: String,
    /// The host of the process that wrote the part.
    pub host: String,
    /// The folder of the part on that host.
    pub folder: String,
}

/// Prints the path and the host of the part.
impl fmt::Display for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, host, folder, .. } = self;
        let location = format!("{} ({host})", Path::new(folder).join(file).display());
        location.chars().map(visible).try_for_each(|letter| f.write_char(letter))
    }
}

/// The extension of the files that list parts.
const END: &str = "parts";
/// The maximum number of bytes of a list; longer files are ignored.
const LONGEST: u64 = 64 << 20;

/// Returns the path of the file that lists the parts of a table, in a folder.
pub(crate) fn file(folder: &Path, table: &str) -> PathBuf {
    folder.join(format!("{table}.{END}"))
}

/// Derives the name of a table from the name of the file that lists its parts. Returns `None` if the file is not a list
/// of parts.
pub(crate) fn table_of(file: &Path) -> Option<String> {
    let table = file.file_name()?.to_str()?.strip_suffix(END)?.strip_suffix('.')?;
    (!table.is_empty()).then(|| table.to_owned())
}

/// Reads the list of a table's parts in the folder of `files`. Returns the listed parts that are not among `files`, or
/// no parts if the folder has no list.
pub(crate) fn missing(table: &str, files: &[&Path]) -> Vec<Away> {
    let list = files.first().and_then(|first| Input::open(&file(folder(first), table)).ok());
    let read = |list: Input| {
        let mut bytes = vec![0; list.length() as usize];
        list.read_at(0, &mut bytes).ok().map(|()| bytes)
    };
    let bytes = list.filter(|list| list.length() <= LONGEST).and_then(read);
    let listed: Vec<Away> = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let is_here = |part: &Away| files.iter().any(|file| file.file_name().is_some_and(|name| *name == *part.file));
    listed.into_iter().filter(|part| !is_here(part)).collect()
}

/// Removes the list of a table's parts, if there is one.
pub(crate) fn clear(folder: &Path, table: &str) -> Result<(), TableError> {
    let file = file(folder, table);
    if bytes(&file).is_some() { remove(&file) } else { Ok(()) }
}
