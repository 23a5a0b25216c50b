//! Supplies the commit for `--version --verbose`, and links the programs of a test build at a fixed address.
//!
//! The tests start these programs some ten thousand times. At a fixed address, the linker resolves the 76,000 addresses
//! in the data of a program once. At a random address, every start must resolve them again. A start takes 4.0 ms of
//! processor time instead of 6.0 ms. Programs for users stay relocatable, so that the system can load them at a random
//! address.

use std::env::var;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| var(key).is_ok_and(|is| is == value);
    // A test build contains no commit. If it contained the commit, cargo would link the program again after each
    // commit.
    if !is("PROFILE", "debug")
        && let Some(commit) = commit()
    {
        println!("cargo::rustc-env=RETROGRADE_COMMIT={commit}");
    }
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo::rustc-link-arg=-no-pie");
    }
}

/// Returns the commit of this source tree, from git's folder or from the file that `cargo package` adds.
fn commit() -> Option<String> {
    let package = PathBuf::from(var("CARGO_MANIFEST_DIR").ok()?);
    let packaged = fs::read_to_string(package.join(".cargo_vcs_info.json")).ok();
    let packaged = packaged.as_deref().and_then(|text| text.split("\"sha1\": \"").nth(1)?.split('"').next());
    packaged.map(str::to_owned).or_else(|| head(&package.join("../../.git"))).filter(|commit| is_commit(commit))
}

/// Returns the commit at the head of a repository, and asks Cargo to run this script again after a change of the head.
fn head(git: &Path) -> Option<String> {
    let read = |name: &str| {
        let file = git.join(name);
        let text = fs::read_to_string(&file).ok()?;
        println!("cargo::rerun-if-changed={}", file.display());
        Some(text.trim().to_owned())
    };
    let head = read("HEAD")?;
    let Some(branch) = head.strip_prefix("ref: ") else { return Some(head) };
    let in_list = || read("packed-refs")?.lines().find_map(|line| Some(line.strip_suffix(branch)?.trim().to_owned()));
    read(branch).or_else(in_list)
}

fn is_commit(text: &str) -> bool {
    text.len() >= 40 && text.bytes().all(|letter| letter.is_ascii_hexdigit())
}
