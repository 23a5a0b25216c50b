//! Writes paths as JSON. Bytes of a path that are not UTF-8 are replaced.

use std::path::{Path, PathBuf};

use serde::Serializer;

/// Writes one path, for the attribute `serialize_with`.
pub(crate) fn shown<P: AsRef<Path>, S: Serializer>(path: &P, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.as_ref().display())
}

/// Writes several paths, for the attribute `serialize_with`.
pub(crate) fn all_shown<P: AsRef<[PathBuf]>, S: Serializer>(paths: &P, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.as_ref().iter().map(|path| path.to_string_lossy()))
}
