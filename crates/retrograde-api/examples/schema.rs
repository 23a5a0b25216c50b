//! Writes the files that are generated from the reports, for `cargo xtask schema`. The files are the `OpenAPI`
//! document, the page's types, the page's words and the Python package's types. The four arguments are the names of the
//! files.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let files: Vec<String> = env::args().skip(1).collect();
    let [document, types, words, python] = &files[..] else { return Err(io::Error::other("name four files")) };
    fs::write(document, retrograde_api::schema::text())?;
    fs::write(types, retrograde_api::schema::types())?;
    fs::write(words, retrograde_api::schema::words())?;
    fs::write(python, retrograde_api::schema::python())
}
