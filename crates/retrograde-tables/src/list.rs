//! The list of a table's parts, beside some of them: `NAME.parts`.
//!
//! If several processes without a shared folder have written a table, each folder has some of its parts, and this list
//! of all: a JSON array with an object for each part, in their order, with the fields `file`, `bytes`, `hash` (hash 1,
//! in hexadecimal digits), and the `host` and `folder` to which it was written. A reader uses it only to report where a
//! missing part is.

use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use retrograde::rules::visible;
use serde::{Deserialize, Serialize};

use crate::error::TableError;
use crate::files::{Input, bytes, folder, remove};

/// A part of a table, and its location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// The name of its file.
    pub file: String,
    /// The bytes of the file.
    pub bytes: u64,
    /// Hash 1 of the part, in hexadecimal digits.
    pub hash: String,
    /// The host of the process that wrote it.
    pub host: String,
    /// Its folder on that host.
    pub folder: String,
}

/// The text has the path and the host.
impl fmt::Display for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, host, folder, .. } = self;
        let location = format!("{} ({host})", Path::new(folder).join(file).display());
        location.chars().map(visible).try_for_each(|letter| f.write_char(letter))
    }
}

/// The extension of lists.
const END: &str = "parts";
/// The maximum number of bytes of a list; longer files are ignored.
const LONGEST: u64 = 64 << 20;

/// Returns the path of a table's list in a folder.
pub(crate) fn file(folder: &Path, table: &str) -> PathBuf {
    folder.join(format!("{table}.{END}"))
}

/// Returns the name of the table that a file lists, from the file's name.
pub(crate) fn table_of(file: &Path) -> Option<String> {
    let table = file.file_name()?.to_str()?.strip_suffix(END)?.strip_suffix('.')?;
    (!table.is_empty()).then(|| table.to_owned())
}

/// Returns the parts of a table that are not among these files, from the list beside them; empty without a list.
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

/// Removes the list of a table, if there is one.
pub(crate) fn clear(folder: &Path, table: &str) -> Result<(), TableError> {
    let file = file(folder, table);
    if bytes(&file).is_some() { remove(&file) } else { Ok(()) }
}
