//! Names of tables, files and hosts.

use std::path::Path;

/// The extension of table files.
pub const EXTENSION: &str = "rgt";

/// The prefix of the URLs of objects in a store.
pub(crate) const OBJECTS: &str = "s3://";

/// Returns whether a path is the URL of an object in a store.
pub fn is_url(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with(OBJECTS))
}

/// Derives the name of a table from the name of one of its files. Returns `None` if the file does not belong to a
/// table.
pub(crate) fn table_of(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?.strip_suffix(&format!(".{EXTENSION}"))?;
    let name = name.rsplit_once('.').filter(|(_, part)| number(part).is_some()).map_or(name, |(name, _)| name);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Parses the text `NofM`, and returns the part number N. For example, the result for `2of4` is 2.
pub(crate) fn number(part: &str) -> Option<u64> {
    let (number, parts) = part.split_once("of")?;
    parts.parse::<u64>().ok()?;
    number.parse().ok()
}

/// Returns the host name of this machine.
pub fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}
