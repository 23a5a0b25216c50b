//! Writes a list of the files of `page/`, from which the compiler embeds these files in the server.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("page");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut list = "&[\n".to_owned();
    for file in files {
        let path = file.strip_prefix(&root).map_err(io::Error::other)?;
        let name = path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    list.push(']');
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("page.rs"), list)
}

/// Collects all files below a folder, except hidden files and modules that only define types.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if !says_only_types(&fs::read(&path)?) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns whether a module of the page has only comments, which define types for other modules. A browser does not
/// load such a module.
fn says_only_types(content: &[u8]) -> bool {
    let Ok(mut rest) = std::str::from_utf8(content) else { return false };
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    code.trim() == "export {};"
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}
