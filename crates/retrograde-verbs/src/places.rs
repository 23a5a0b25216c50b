//! The folders, files and URLs of tables in the command line and in the environment variable.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use retrograde_service::tables::location;

use crate::messages::BadValue;

/// Registers the object stores that this build supports, so that URLs can name them.
pub(crate) fn connect_stores() {
    #[cfg(feature = "s3")]
    retrograde_s3::connect();
}

/// Returns a parser for an argument that names a folder, a file or a URL.
pub(crate) fn parser() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text| place(&text))
}

/// Reads a folder, a file or a URL from a text. A text that is not UTF-8 can only be a path.
pub(crate) fn place(text: &OsStr) -> Result<PathBuf, BadValue> {
    match text.to_str() {
        Some("") => Err(BadValue::Empty),
        Some(text) => location(text).map_err(|why| BadValue::Place { why }),
        None => Ok(PathBuf::from(text)),
    }
}

/// Splits a list of folders, written as in the variable `PATH`, into its entries. A colon within a URL does not
/// separate entries.
pub(crate) fn of_variable(texts: &OsStr) -> Result<Vec<PathBuf>, BadValue> {
    let mut whole: Vec<PathBuf> = Vec::new();
    for text in env::split_paths(texts) {
        let rest = text.to_str().filter(|text| text.starts_with("//"));
        match (whole.last_mut(), rest) {
            (Some(scheme), Some(rest)) if is_scheme(scheme.as_os_str()) => {
                let url = format!("{}:{rest}", scheme.display());
                *scheme = url.into();
            }
            _ => whole.push(text),
        }
    }
    whole.iter().filter(|text| !text.as_os_str().is_empty()).map(|text| place(text.as_os_str())).collect()
}

/// Writes a list of folders in full.
pub(crate) fn all_listed(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Writes a list of files in short form. The short form is the name of the first file and the number of the other
/// files.
pub(crate) fn listed(files: &[PathBuf]) -> String {
    match files {
        [] => String::new(),
        [file] => file.display().to_string(),
        [first, rest @ ..] => format!("{} (+{})", first.display(), rest.len()),
    }
}

/// Whether an entry of a list of folders is a known URL scheme. The entry after a scheme continues the URL. An entry
/// with the name of a scheme could also be the name of a relative folder, but a folder of this name is unlikely.
fn is_scheme(text: &OsStr) -> bool {
    ["file", "s3"].iter().any(|scheme| text == *scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_variable_lists_folders_and_urls() {
        let folders = of_variable(OsStr::new("/a:file:///b c:relative::file:file:///d%20e")).unwrap();
        let expected = ["/a", "/b c", "relative", "file", "/d e"].map(PathBuf::from);
        assert_eq!(folders, expected);
        let refused = of_variable(OsStr::new("/a:gs://bucket/b")).map(|folders| folders.len());
        assert_eq!(refused.ok(), Some(3), "of a colon in front of two slashes only those are URLs that are known");
        assert!(of_variable(OsStr::new("file://elsewhere/b")).is_err());
    }
}
