//! Writes what is made of the reports, for `cargo xtask schema`: the `OpenAPI` document and the page's types, to the two files named.

use std::{env, fs, io};

fn main() -> io::Result<()> {
    let files: Vec<String> = env::args().skip(1).collect();
    let [document, types] = &files[..] else { return Err(io::Error::other("name two files")) };
    fs::write(document, retrograde_web::schema::text())?;
    fs::write(types, retrograde_web::schema::types())
}
