//! Lists the verified cases in `tests/cases`, so that `stress` and `gen --subtask` find each new file. The list does not
//! contain the folder of the package, because two builds in different folders must give the same program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=tests/cases");
    let cases = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("tests/cases");
    let mut list = String::new();
    for game in ["pawn", "race", "cannons"] {
        writeln!(list, "pub(crate) static {}: &[KnownStart] = &[", game.to_uppercase()).map_err(io::Error::other)?;
        for input in inputs(&cases.join(game))? {
            let name = format!("{game}/{}", input.file_stem().unwrap_or_default().display());
            let file = format!("/tests/cases/{name}.in");
            let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {file:?}))");
            writeln!(list, "    KnownStart {{ name: {name:?}, input: {text} }},").map_err(io::Error::other)?;
        }
        list.push_str("];\n");
    }
    fs::write(PathBuf::from(variable("OUT_DIR")?).join("known.rs"), list)
}

/// Returns the input files of a folder that have a number as their name, in sorted order. A judge could use these
/// inputs. The input `no-start.in` is left out, because no judge uses it.
fn inputs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_number = path.file_stem().is_some_and(|stem| stem.as_encoded_bytes().iter().all(u8::is_ascii_digit));
        if is_number && path.extension().is_some_and(|extension| extension == "in") {
            inputs.push(path);
        }
    }
    inputs.sort();
    Ok(inputs)
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}
