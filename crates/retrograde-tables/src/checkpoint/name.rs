//! The names of checkpoint files. For example, `NAME.7.checkpoint` is the first part of the seventh checkpoint. If the
//! seventh checkpoint has three parts, `NAME.7.2of3.checkpoint` is its second part.

use std::path::{Path, PathBuf};

use crate::error::TableError;
use crate::files::{remove_all, whole};

/// The information in the name of a checkpoint file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The name of the table.
    pub(crate) table: String,
    /// The number of the checkpoint.
    pub(crate) number: u64,
    /// Whether the file is the first part, which lists all parts.
    pub(crate) leads: bool,
}

/// The suffix of checkpoint file names.
const END: &str = ".checkpoint";

/// Returns the file name of a part of a checkpoint. `part` is the index of the part, and the first part has index 0.
pub(super) fn file(table: &str, number: u64, part: usize, parts: usize) -> String {
    if part == 0 { format!("{table}.{number}{END}") } else { format!("{table}.{number}.{}of{parts}{END}", part + 1) }
}

impl Named {
    /// Parses the name of a file; returns `None` if it is not the name of a checkpoint file.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        let name = file.file_name()?.to_str()?.strip_suffix(END)?;
        let (rest, last) = name.rsplit_once('.')?;
        let is_part = last.split_once("of").is_some_and(|(part, parts)| is_number(part) && is_number(parts));
        let (table, number) = if is_part { rest.rsplit_once('.')? } else { (rest, last) };
        let number = number.parse().ok().filter(|_| is_number(number))?;
        (!table.is_empty()).then(|| Self { table: table.to_owned(), number, leads: !is_part })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the checkpoint files of a table in a folder, with their parsed names.
pub(super) fn files(folder: &Path, table: &str) -> Vec<(PathBuf, Named)> {
    let named = |file: PathBuf| Named::of(&file).filter(|named| named.table == table).map(|named| (file, named));
    crate::files::files(folder).into_iter().filter_map(named).collect()
}

/// Removes old checkpoints of a table from a folder. A checkpoint is old if its number is below `before`. Also removes
/// the temporary files of these checkpoints. Several processes may call this function for the same folder at the same
/// time.
pub(super) fn sweep(folder: &Path, table: &str, before: u64) -> Result<(), TableError> {
    let is_old =
        |file: &PathBuf| Named::of(&whole(file)).is_some_and(|named| named.table == table && named.number < before);
    remove_all(folder, crate::files::files(folder).into_iter().filter(is_old))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back() {
        for (part, parts) in [(0, 1), (0, 3), (1, 3), (2, 3)] {
            let named = Named::of(Path::new(&file("race-d96be08d", 17, part, parts))).unwrap();
            let expected = Named { table: "race-d96be08d".into(), number: 17, leads: part == 0 };
            assert_eq!(named, expected, "part {part} of {parts}");
        }
        for other in ["race.checkpoint", ".7.checkpoint", "race.x.checkpoint", "race.7.2of.checkpoint", "race.7.rgt"] {
            assert_eq!(Named::of(Path::new(other)), None, "{other}");
        }
    }
}
