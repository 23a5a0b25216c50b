//! The SBOM (software bill of materials) of a release: a document in the format `CycloneDX`. The document lists the
//! packages in the program with their versions, hashes, licences and dependencies. The document also lists derive
//! macros, which only the compiler loads.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::linked::Package;
use super::{commit_time, failed};
use crate::process::{Run, Trouble, root};

/// The name of the document in a release.
pub(super) const FILE: &str = "retrograde.cdx.json";

/// Writes the document for the program of the machine `triple` to the file `file`. The same commit gives the same bytes,
/// in any folder.
pub(super) fn write(file: &Path, triple: &str) -> Result<(), Trouble> {
    let folder = std::env::temp_dir().join(format!("retrograde-sbom-{}", std::process::id()));
    let written = document(&folder, triple);
    // If the folder cannot be removed, this does no harm.
    let _ = fs::remove_dir_all(&folder);
    fs::write(file, written?).map_err(|error| failed("write", file, &error))
}

/// Checks that a document lists all linked packages.
///
/// # Errors
/// The message names the packages that are missing.
pub(super) fn check(document: &str, linked: &BTreeSet<Package>) -> Result<(), Trouble> {
    let components = document.split("\"bom-ref\": \"registry+").skip(1);
    let listed: BTreeSet<_> = components.filter_map(|rest| Some(rest.split('"').next()?.split_once('#')?.1)).collect();
    let missing: Vec<_> = linked.iter().filter(|package| !listed.contains(&*package.replacen(" v", "@", 1))).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Trouble::Failed(format!("{FILE} does not list these libraries of the program: {missing:?}")))
}

fn document(folder: &Path, triple: &str) -> Result<String, Trouble> {
    let top = fs::canonicalize(root()).map_err(|error| failed("find", &root(), &error))?;
    fill(folder, &top).map_err(|error| failed("fill", folder, &error))?;
    Run::program(&top.join("target/tools/bin/cargo-cyclonedx"))
        .args("cyclonedx --format json --all --no-build-deps --spec-version 1.5 -qq --target".split(' '))
        .args([triple, "--override-filename", FILE.trim_end_matches(".json")])
        .with("SOURCE_DATE_EPOCH", &commit_time().to_string())
        .within(folder)
        .check()?;
    let file = folder.join(FILE);
    let written = fs::read_to_string(&file).map_err(|error| failed("read", &file, &error))?;
    Ok([folder, &top].iter().fold(written, |text, path| without(&path.display().to_string(), &text)))
}

/// Returns the text without the path of a folder, so that a path below this folder starts at the folder. A text contains
/// the path as it is and in addresses.
pub(super) fn without(folder: &str, text: &str) -> String {
    let kept = |&byte: &u8| byte.is_ascii_graphic() && !b"\"#<>?`{}".contains(&byte);
    let code = |byte: u8| if kept(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let address: String = folder.bytes().map(code).collect();
    text.replace(folder, "").replace(&address, "")
}

/// Fills a folder with a package that depends on the program's package in the folder `top` of the workspace. In the
/// workspace itself, the tool would also list the dependencies of tests and of features that the program does not have.
fn fill(folder: &Path, top: &Path) -> io::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/main.rs"), "fn main() {}\n")?;
    fs::copy(top.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let (version, repository) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY"));
    let package = top.join("crates/retrograde-cli");
    let manifest = format!(
        "[package]\nname = \"retrograde-release\"\nversion = \"{version}\"\nedition = \"2024\"\n\
         description = \"The program retrograde\"\nlicense = \"MIT OR Apache-2.0\"\nrepository = \"{repository}\"\n\n\
         [dependencies]\nretrograde-cli = {{ path = '{}' }}\n\n[workspace]\n",
        package.display()
    );
    fs::write(folder.join("Cargo.toml"), manifest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_a_blank_is_removed_from_addresses() {
        let text = "/a b/é/src path+file:///a%20b/%C3%A9/crates#1 /a b/other";
        assert_eq!(without("/a b/é", text), "/src path+file:///crates#1 /a b/other");
    }

    #[test]
    fn a_document_without_a_linked_package_is_refused() {
        let document = r#"{"bom-ref": "registry+https://a.b/c#axum@0.8.9","type": "library"}"#;
        let linked = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        check(document, &linked(&["axum v0.8.9"])).unwrap();
        let error = check(document, &linked(&["axum v0.8.9", "axum v0.8", "clap v4.0.0"])).unwrap_err().to_string();
        assert!(error.ends_with("[\"axum v0.8\", \"clap v4.0.0\"]"), "{error}");
    }
}
