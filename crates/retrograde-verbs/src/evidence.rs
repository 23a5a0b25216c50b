//! The files that document the failure of a program. The files contain the input, our answers, and the program's
//! standard error.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Fault};
use crate::messages::{Hint, Wrong};
use crate::save::save;

/// A folder for the files that show a program's failure. When the `Folder` is dropped, it removes the folders that it
/// has created and that are still empty.
pub(crate) struct Folder {
    path: PathBuf,
    /// The folders that [`open`](Self::open) created, innermost first.
    made: Vec<PathBuf>,
}

/// The contents of the files that show one failure.
pub(crate) struct Evidence {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
    /// The standard error of the tested program. If standard error is empty, no file is written for it.
    pub(crate) errors: Vec<u8>,
}

/// The names of the files of one failure.
pub(crate) struct Saved {
    pub(crate) input: PathBuf,
    pub(crate) output: PathBuf,
    pub(crate) errors: Option<PathBuf>,
}

const ENDINGS: [&str; 3] = ["in", "out", "err"];

impl Folder {
    /// Opens the folder with this name and creates it if necessary. If `name` is `None`, opens the current folder.
    ///
    /// # Errors
    /// The program cannot create files in this folder.
    pub(crate) fn open(name: Option<&Path>) -> Result<Self, Failure> {
        let path = name.unwrap_or(Path::new("")).to_owned();
        let made = path.ancestors().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let folder = Self { made: made.map(Path::to_owned).collect(), path };
        folder.try_out().map_err(|error| cannot_write(name.unwrap_or(Path::new(".")), &error))?;
        Ok(folder)
    }

    fn try_out(&self) -> io::Result<()> {
        let current = self.path.as_os_str().is_empty();
        if !current {
            fs::create_dir_all(&self.path)?;
        }
        let folder = if current { Path::new(".") } else { &self.path };
        tempfile::Builder::new().prefix(".retrograde-").suffix(".part").tempfile_in(folder)?.close()
    }

    /// Saves the files as `NAME.in`, `NAME.out` and `NAME.err`. If a file with one of these names exists, the names are
    /// `NAME-2.in` and so on.
    pub(crate) fn save(&self, name: &str, evidence: &Evidence) -> Result<Saved, Failure> {
        let names = std::iter::once(name.to_owned()).chain((2_u64..).map(|number| format!("{name}-{number}")));
        for name in names {
            let [input, output, errors] = ENDINGS.map(|ending| self.path.join(format!("{name}.{ending}")));
            // Creating the file reserves the name, so another run of the program uses the next name.
            match File::create_new(&input) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                made => made.map_err(|error| cannot_write(&input, &error))?,
            };
            if is_there(&output) || is_there(&errors) {
                fs::remove_file(&input).map_err(|error| cannot_write(&input, &error))?;
                continue;
            }
            let put = |path: &Path, bytes: &[u8]| save(path, bytes).map_err(|failure| failure.hint(Hint::OtherFolder));
            put(&input, &evidence.input)?;
            put(&output, &evidence.output)?;
            let has_errors = !evidence.errors.is_empty();
            if has_errors {
                put(&errors, &evidence.errors)?;
            }
            return Ok(Saved { input, output, errors: has_errors.then_some(errors) });
        }
        unreachable!("there are more numbers than files")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for folder in &self.made {
            // A folder that is not empty cannot be removed, so it stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Whether there is a file with this name. A broken link also counts as a file.
fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let message = Wrong::Writing { file: path.display().to_string(), error: error.into() };
    Failure::new(Fault::Refused, "output", message).hint(Hint::OtherFolder)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn evidence(errors: &str) -> Evidence {
        Evidence { input: b"in".to_vec(), output: b"out".to_vec(), errors: errors.as_bytes().to_vec() }
    }

    #[test]
    fn files_of_an_earlier_run_stay() {
        let folder = tempfile::tempdir().unwrap();
        let out = Folder::open(Some(folder.path())).ok().unwrap();
        // A file that an earlier run or the user has created.
        fs::write(folder.path().join("s-3.err"), "mine").unwrap();
        let names: Vec<_> = (0..4).map(|_| out.save("s", &evidence("")).ok().unwrap().input).collect();
        assert_eq!(names, ["s.in", "s-2.in", "s-4.in", "s-5.in"].map(|name| folder.path().join(name)));
        assert_eq!(fs::read(folder.path().join("s-3.err")).unwrap(), b"mine");
        assert!(!folder.path().join("s-3.in").exists() && !folder.path().join("s.err").exists());
        let saved = out.save("t", &evidence("why")).ok().unwrap();
        assert_eq!(fs::read(saved.errors.unwrap()).unwrap(), b"why");
    }

    #[test]
    fn a_folder_that_stays_empty_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        drop(Folder::open(Some(&deep)).ok().unwrap());
        assert!(!folder.path().join("a").exists() && folder.path().exists());
        let out = Folder::open(Some(&deep)).ok().unwrap();
        assert!(out.save("s", &evidence("")).is_ok());
        drop(out);
        assert!(deep.join("s.in").exists());
        assert!(Folder::open(Some(&deep.join("s.in/c"))).is_err());
    }
}
