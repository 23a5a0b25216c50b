//! The libraries that a build links into the program, as Cargo reports them.

use std::collections::BTreeSet;
use std::fs;

use super::failed;
use crate::process::{Trouble, root};

/// A package from the registry, as its name, a blank, `v` and its version, such as `axum v0.8.9`.
pub(super) type Package = String;

/// The option by which Cargo reports each library that it has compiled.
pub(super) const REPORTED: &str = "--message-format=json-render-diagnostics";

/// Returns the packages of the lock file whose libraries were compiled for the machine `triple`. The argument
/// `messages` contains Cargo's reports of the build. Libraries that only the compiler loads, such as derive macros, are
/// compiled for the machine of the build, into another folder.
///
/// # Errors
/// The lock file cannot be read, or no library was reported.
pub(super) fn packages(messages: &str, triple: &str) -> Result<BTreeSet<Package>, Trouble> {
    let lock = root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| failed("read", &lock, &error))?;
    // The standard library may be compiled, too. Its libraries are not in the lock file.
    let linked: BTreeSet<_> = messages.lines().filter_map(|message| linked(message, triple)).collect();
    let linked: BTreeSet<_> = linked.intersection(&locked(&lock)).cloned().collect();
    if linked.is_empty() {
        return Err(Trouble::Failed(format!("cargo reported no library that it compiled for {triple}")));
    }
    Ok(linked)
}

/// Returns the package of a library of the registry that was compiled for a machine; `None` for all other messages.
fn linked(message: &str, triple: &str) -> Option<Package> {
    let after = |start: &str| message.split(start).nth(1);
    let files = after("\"filenames\":[")?.split(']').next()?;
    let (name, version) = after("\"package_id\":\"registry+")?.split('"').next()?.split_once('#')?.1.split_once('@')?;
    let is_library = message.starts_with("{\"reason\":\"compiler-artifact\"") && files.contains(&format!("/{triple}/"));
    is_library.then(|| format!("{name} v{version}"))
}

/// Returns the packages of a lock file that come from a registry.
fn locked(lock: &str) -> BTreeSet<Package> {
    let value =
        |entry: &str, key: &str| entry.split(&format!("\n{key} = \"")).nth(1)?.split('"').next().map(str::to_owned);
    let package = |entry: &str| {
        value(entry, "source").filter(|source| source.starts_with("registry+"))?;
        Some(format!("{} v{}", value(entry, "name")?, value(entry, "version")?))
    };
    lock.split("[[package]]").filter_map(package).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_for_the_machine_are_linked() {
        let message = |id: &str, file: &str| {
            format!(r#"{{"reason":"compiler-artifact","package_id":"{id}","fresh":true,"filenames":["{file}"]}}"#)
        };
        let axum = message("registry+https://a.b/c#axum@0.8.9", "/t/x-linux/dist/deps/libaxum-1.rlib");
        assert_eq!(linked(&axum, "x-linux").as_deref(), Some("axum v0.8.9"));
        let macros = message("registry+https://a.b/c#axum@0.8.9", "/t/dist/deps/libaxum-1.so");
        let own = message("path+file:///a/b#0.1.0", "/t/x-linux/dist/deps/libown-1.rlib");
        for other in [macros, own, axum.replace("artifact", "message"), "{}".to_owned()] {
            assert_eq!(linked(&other, "x-linux"), None, "{other}");
        }
        assert!(packages("{}", "x-linux").is_err(), "a build without libraries is accepted");
    }

    #[test]
    fn a_lock_file_names_its_packages() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.2\"\nsource = \"registry+x\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"0.1\"\n";
        assert_eq!(locked(lock), BTreeSet::from(["a v1.2".to_owned()]));
        let ours = fs::read_to_string(root().join("Cargo.lock")).unwrap();
        assert!(locked(&ours).iter().any(|package| package.starts_with("clap v4.")));
    }
}
