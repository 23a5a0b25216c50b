//! `cargo xtask doc`: generates the documentation of the libraries, with warnings as errors, and tests its examples.
//!
//! `cargo doc` would check all dependencies again, which takes longer than generating the documentation. `cargo test
//! --doc` reuses the builds of the tests. This program takes the place of rustdoc, and runs rustdoc twice for each
//! library. The first run writes the pages of the library, and the second run tests its examples.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::process::{PROGRAM, Run, Trouble, root};
use crate::{help, wants_help};

const HELP: &str = "\
Writes the documentation of libraries to target/doc, with warnings as errors, and tests its examples.

Usage: cargo xtask doc [OPTION]...

The options are those of `cargo test` that choose packages and features, such as `-p retrograde`.
";

/// The variable that contains the folder for the pages. This variable is set only when cargo runs this program in place
/// of rustdoc.
const PAGES: &str = "XTASK_PAGES";

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    if wants_help(words) {
        return help(HELP);
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Run::line("cargo test --doc --no-fail-fast --quiet")
        .args(words)
        .with("RUSTDOC", &PROGRAM.to_string_lossy())
        .with(PAGES, &target.join("doc").to_string_lossy())
        .check()
}

/// Returns the folder for the pages; `None` unless cargo runs this program in place of rustdoc.
pub(crate) fn pages() -> Option<OsString> {
    env::var_os(PAGES)
}

/// Runs rustdoc with the arguments `args`. If the arguments ask to test examples, first writes the pages.
pub(crate) fn in_place_of_rustdoc(args: &[OsString], pages: &OsStr) -> Result<(), Trouble> {
    let rustdoc = || Run::line("rustdoc").within(&env::current_dir().unwrap_or_default());
    let is_test = |arg: &OsString| arg == "--test";
    if args.iter().any(is_test) {
        let args = args.iter().filter(|arg| !is_test(arg));
        rustdoc().args(args).args([OsStr::new("-Dwarnings"), OsStr::new("--out-dir"), pages]).check()?;
    }
    rustdoc().args(args).check()
}
