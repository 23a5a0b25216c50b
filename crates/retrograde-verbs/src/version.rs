//! The version of the program, with its features and its commit.

use std::sync::OnceLock;

use crate::name;

/// The commit of the source tree, if the program knows it.
static COMMIT: OnceLock<&str> = OnceLock::new();

/// The features of this library that are in the program.
const FEATURES: [(&str, bool); 4] = [
    ("cluster", cfg!(feature = "cluster")),
    ("parquet", cfg!(feature = "parquet")),
    ("s3", cfg!(feature = "s3")),
    ("serve", cfg!(feature = "serve")),
];

/// Sets the commit that `--version --verbose` prints. Later calls have no effect.
pub fn set_commit(commit: &'static str) {
    COMMIT.get_or_init(|| commit);
}

/// Returns the text that `--version` prints after the program's name. The text contains the version of this library. If
/// the program has another name than the library, the text also contains the name of the library.
pub(crate) fn short() -> &'static str {
    if name::own() == name::USUAL {
        env!("CARGO_PKG_VERSION")
    } else {
        concat!("(retrograde ", env!("CARGO_PKG_VERSION"), ")")
    }
}

/// Returns the lines that `--version --verbose` adds: the features, the commit, the platform.
pub(crate) fn details() -> String {
    let features: Vec<_> = FEATURES.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| *name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    let commit = COMMIT.get().copied().unwrap_or("unknown");
    let (arch, system) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("features: {features}\ncommit: {commit}\nplatform: {arch} {system}\n")
}
