//! The licences of all contents of a release.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::cargo_home;
use super::linked::Package;
use crate::process::{Run, Trouble};
use crate::tool::MDBOOK_PACKAGE;

/// The parts of the book that other people wrote, and their licences. The text of mdBook's licence comes from its package.
const BOOK: &str = include_str!("book-licences.txt");

/// The libraries that the program for a machine contains.
pub(super) struct Libraries(BTreeMap<Package, String>);

impl Libraries {
    /// Returns the libraries on which the program for the machine `triple` depends, except libraries that only the
    /// compiler loads, such as derive macros.
    pub(super) fn of(triple: &str) -> Result<Self, Trouble> {
        let tree = "cargo tree --locked --offline -p retrograde-cli -e normal,no-proc-macro --prefix none --no-dedupe \
                    --format {p}|{l} --target";
        let list = Run::line(tree).args([triple]).output()?;
        // The lines of the workspace's own packages also have the folder of the package.
        let foreign = list.lines().filter(|line| !line.contains(" (/"));
        let library = |line: &str| {
            let (package, licence) = line.split_once('|').unwrap_or((line, ""));
            (package.split(' ').take(2).collect::<Vec<_>>().join(" "), licence.to_owned())
        };
        Ok(Self(foreign.map(library).collect()))
    }

    /// Checks that the list contains exactly the linked libraries.
    ///
    /// # Errors
    /// The two lists differ. The message names the packages that only one list has.
    pub(super) fn check(&self, linked: &BTreeSet<Package>) -> Result<(), Trouble> {
        let listed: BTreeSet<_> = self.0.keys().cloned().collect();
        if listed == *linked {
            return Ok(());
        }
        let [missing, other] = [linked - &listed, &listed - linked];
        Err(Trouble::Failed(format!(
            "the list of licences does not fit the program: it lacks {missing:?}, and the program does not contain {other:?}"
        )))
    }

    /// Returns the list of the libraries with their licences. Each text occurs once, with the names of the libraries
    /// under this licence.
    pub(super) fn licences(&self, has_book: bool) -> Result<String, Trouble> {
        let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut all = String::from("The program contains these libraries:\n\n");
        for (package, licence) in &self.0 {
            all = all + "  " + package + " (" + licence + ")\n";
            for text in texts_of(package)? {
                texts.entry(text).or_default().push(package);
            }
        }
        all += "\nand the standard library of Rust (MIT OR Apache-2.0) and the GNU C library (LGPL-2.1-or-later).\n";
        if has_book {
            all = all + "\n" + BOOK;
            for text in texts_of(MDBOOK_PACKAGE)? {
                texts.entry(text).or_default().push(MDBOOK_PACKAGE);
            }
        }
        for (text, packages) in texts {
            all = all + "\n" + &"-".repeat(80) + "\n" + &packages.join(", ") + "\n\n" + text.trim_end() + "\n";
        }
        Ok(all)
    }
}

/// Returns the texts of the licence files of a package, such as `axum v0.8.9`, from its sources.
///
/// # Errors
/// The sources of the package have no licence file that can be read.
fn texts_of(package: &str) -> Result<Vec<String>, Trouble> {
    let registries = fs::read_dir(cargo_home().join("registry/src")).into_iter().flatten().flatten();
    let sources = registries.map(|registry| registry.path().join(package.replacen(" v", "-", 1)));
    let files = sources.flat_map(|source| fs::read_dir(source).into_iter().flatten().flatten());
    let is_licence = |name: &str| ["LICEN", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word));
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| is_licence(&name.to_string_lossy().to_uppercase())));
    paths.sort();
    let texts: Vec<_> = paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect();
    if texts.is_empty() {
        let folder = cargo_home().join("registry/src");
        return Err(Trouble::Failed(format!("no text of the licence of {package} is in {}", folder.display())));
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_does_not_fit_the_program_is_refused() {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
        let libraries = Libraries(set(&["a v1", "b v2"]).into_iter().map(|name| (name, "MIT".to_owned())).collect());
        libraries.check(&set(&["a v1", "b v2"])).unwrap();
        for (linked, lacks, other) in
            [(&["a v1"][..], "{}", "{\"b v2\"}"), (&["a v1", "b v2", "c v3"], "{\"c v3\"}", "{}")]
        {
            let error = libraries.check(&set(linked)).unwrap_err().to_string();
            assert!(error.contains(&format!("it lacks {lacks}, ")) && error.ends_with(other), "{error}");
        }
    }

    #[test]
    fn a_package_without_licence_is_refused() {
        assert!(texts_of("no-such-package v1.0.0").unwrap_err().to_string().contains("no-such-package v1.0.0"));
    }
}
