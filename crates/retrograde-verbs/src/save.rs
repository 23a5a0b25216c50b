//! Writes files atomically. After a crash, either the old file or the new file exists.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::{Failure, Fault};
use crate::messages::Wrong;

/// Writes bytes to a file atomically. The bytes first go to a temporary file in the same folder, so that a killed
/// process leaves either the old file or the new one.
///
/// The file's access mode stays the same, and a symbolic link stays a link to the same target. A special file, such as
/// a pipe, is written directly.
pub(crate) fn save(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| {
        let message = Wrong::Writing { file: file.display().to_string(), error: (&error).into() };
        Failure::new(Fault::Refused, "output", message)
    };
    put(file, bytes).map_err(failed)
}

/// Whether the file name stands for standard output. If the program opened this name as a file, it would overwrite
/// earlier output.
pub(crate) fn is_stdout(file: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| file == Path::new(name))
}

fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let existing = match File::options().write(true).open(file) {
        Ok(existing) => Some(existing),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let metadata = existing.as_ref().map(File::metadata).transpose()?;
    if let (Some(mut existing), Some(metadata)) = (existing, &metadata)
        && !metadata.is_file()
    {
        return existing.write_all(bytes);
    }
    let target = target(file)?;
    let mut part = beside(&target)?;
    part.write_all(bytes)?;
    if let Some(metadata) = metadata {
        part.as_file().set_permissions(metadata.permissions())?;
    }
    part.as_file().sync_all()?;
    replace(part, &target)
}

/// Renames a temporary file to its final name.
#[cfg(not(windows))]
fn replace(part: NamedTempFile, target: &Path) -> io::Result<()> {
    part.persist(target)?;
    Ok(())
}

/// Closes a temporary file, and renames it to its final name. On Windows, only a closed file can replace a file that
/// another program has opened.
#[cfg(windows)]
fn replace(part: NamedTempFile, target: &Path) -> io::Result<()> {
    // A dropped path removes its file. After the renaming there is no file at this path, so the drop does nothing.
    let part = part.into_temp_path();
    fs::rename(&part, target)
}

/// Returns the target of a symbolic link; the target need not exist. A path that is not a link is its own target.
fn target(file: &Path) -> io::Result<PathBuf> {
    /// The maximum number of links that are followed in one path, as in most kernels.
    const MOST_LINKS: usize = 40;
    let mut target = file.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(link) => target = folder(&target).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Creates a new file with an unpredictable name in the folder of `target`. The umask determines the access mode of the
/// file, as for any new file.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".retrograde-").suffix(".part").make_in(folder(target), |path| File::create_new(path))
}

fn folder(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    /// Returns the sorted names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = entries.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("proof.jsonl");
        for text in ["first", "second"] {
            assert!(save(&file, text.as_bytes()).is_ok());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(save(folder.path(), b"a folder").is_err());
        assert!(save(&folder.path().join("none/proof.jsonl"), b"nowhere").is_err());
        assert_eq!(names(folder.path()), ["proof.jsonl"]);
    }

    #[test]
    fn a_part_of_the_user_s_own_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [file, own] = ["x", "x.part"].map(|name| folder.path().join(name));
        fs::write(&own, "mine").unwrap();
        assert!(save(&file, b"first").is_ok());
        fs::create_dir(folder.path().join("y")).unwrap();
        assert!(save(&folder.path().join("y"), b"a folder").is_err());
        assert_eq!(fs::read_to_string(&own).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["x", "x.part", "y"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_mode_and_a_new_one_has_the_usual() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [file, usual] = ["file", "usual"].map(|name| folder.path().join(name));
        let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o7777;
        File::create(&usual).unwrap();
        assert!(save(&file, b"new").is_ok());
        assert_eq!(mode(&file), mode(&usual));
        for bits in [0o600, 0o640, 0o755] {
            fs::set_permissions(&file, PermissionsExt::from_mode(bits)).unwrap();
            assert!(save(&file, b"again").is_ok());
            assert_eq!(mode(&file), bits, "{bits:o}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_where_they_led() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("inner")).unwrap();
        // Writes twice through a relative link to another link. The target file is missing at the first write, and
        // exists at the second.
        symlink("inner/link", path("link")).unwrap();
        symlink("../file", path("inner/link")).unwrap();
        for text in ["first", "second"] {
            assert!(save(&path("link"), text.as_bytes()).is_ok());
            assert_eq!(fs::read_to_string(path("file")).unwrap(), text);
        }
        assert!(path("link").is_symlink() && path("inner/link").is_symlink() && !path("file").is_symlink());
        symlink("round", path("round")).unwrap();
        assert!(save(&path("round"), b"nowhere").is_err());
        assert_eq!(names(folder.path()), ["file", "inner", "link", "round"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe)
        });
        assert!(save(&pipe, b"third").is_ok());
        assert!(!fs::metadata(&pipe).unwrap().is_file());
        assert_eq!(reader.join().unwrap().unwrap(), "third");
    }
}
