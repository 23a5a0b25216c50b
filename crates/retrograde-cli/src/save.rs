//! Files that are there whole, or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::failure::{Failure, Fault, Stop};

/// Puts a text into a file: beside it first, so that whoever is killed leaves the old file or the new one.
pub(crate) fn save(file: &Path, text: &str) -> Result<(), Stop> {
    let part = file.with_added_extension("part");
    let saved = write(&part, text).and_then(|()| fs::rename(&part, file));
    if saved.is_err() {
        // What cannot be removed either is no worse than the error to tell of.
        let _ = fs::remove_file(&part);
    }
    let failed = |error| Failure::new(Fault::Refused, "output", format!("cannot write {}: {error}", file.display()));
    Ok(saved.map_err(failed)?)
}

fn write(part: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
