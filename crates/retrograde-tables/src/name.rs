//! Names: of tables by the names of their files, of this host, and whether a path is a URL.

use std::path::Path;

/// The end of a file's name.
pub const EXTENSION: &str = "rgt";

/// What URLs of objects begin with.
pub(crate) const OBJECTS: &str = "s3://";

/// Whether a path is the URL of an object.
pub fn is_url(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with(OBJECTS))
}

/// The table that a file belongs to by its name.
pub(crate) fn table_of(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?.strip_suffix(&format!(".{EXTENSION}"))?;
    let name = name.rsplit_once('.').filter(|(_, part)| number(part).is_some()).map_or(name, |(name, _)| name);
    (!name.is_empty()).then(|| name.to_owned())
}

/// The first number of `2of4`.
pub(crate) fn number(part: &str) -> Option<u64> {
    let (number, parts) = part.split_once("of")?;
    parts.parse::<u64>().ok()?;
    number.parse().ok()
}

/// What this machine calls itself.
pub fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}
