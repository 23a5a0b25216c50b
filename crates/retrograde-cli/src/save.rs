//! Files that are there whole, or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::failure::{Failure, Fault, Stop};

/// Puts a text into a file: beside it first, so that whoever is killed leaves the old file or the new one.
pub(crate) fn save(file: &Path, text: &str) -> Result<(), Stop> {
    let failed = |error| Failure::new(Fault::Refused, "output", format!("cannot write {}: {error}", file.display()));
    Ok(put(file, text).map_err(failed)?)
}

fn put(file: &Path, text: &str) -> io::Result<()> {
    // A link stays one, and what is no file, such as a pipe, is written to: it must not be replaced by a file.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    if fs::metadata(file).is_ok_and(|metadata| !metadata.is_file()) {
        return File::options().write(true).open(file)?.write_all(text.as_bytes());
    }
    let part = file.with_added_extension("part");
    let saved = write(&part, text).and_then(|()| fs::rename(&part, file));
    if saved.is_err() {
        // What cannot be removed either is no worse than the error to tell of.
        let _ = fs::remove_file(&part);
    }
    saved
}

fn write(part: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_leaves_nothing_beside_it() {
        let folder = std::env::temp_dir().join(format!("retrograde-save-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let file = folder.join("proof.jsonl");
        for text in ["first", "second"] {
            assert!(save(&file, text).is_ok());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(save(&folder, "a folder").is_err());
        assert!(save(&folder.join("none/proof.jsonl"), "nowhere").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_replaced_and_a_pipe_is_not() {
        let folder = std::env::temp_dir().join(format!("retrograde-link-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let (file, link) = (folder.join("proof.jsonl"), folder.join("link"));
        fs::write(&file, "first").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(save(&link, "second").is_ok());
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "second");
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe)
        });
        assert!(save(&pipe, "third").is_ok());
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        assert_eq!(reader.join().unwrap().unwrap(), "third");
        fs::remove_dir_all(&folder).unwrap();
    }
}
