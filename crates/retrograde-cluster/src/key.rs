//! The secret key of a cluster. With this key, the processes of the cluster authenticate each other.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::messages::KeyError;

/// The secret that all processes of a cluster share. Any process that knows the key may take part.
#[derive(Clone)]
pub struct Key(Vec<u8>);

/// The minimum number of bytes of a key. An attacker could guess a shorter key.
const LEAST: usize = 16;

/// The maximum number of bytes of a key. A longer file is not a key file, and may even be endless.
const MOST: usize = 4096;

impl Key {
    /// Reads a key from a file that only the file's owner may read. White space at the end of the file is not a part of
    /// the key. So a user can write the file with a text editor.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, if other users have access to it, if the key has fewer than 16
    /// bytes, or if the file has more than 4096 bytes.
    pub fn read(path: &Path) -> Result<Self, KeyError> {
        let name = || path.display().to_string();
        let unreadable = |error: &io::Error| KeyError::Unreadable { file: name(), error: error.into() };
        let file = File::open(path).map_err(|error| unreadable(&error))?;
        if open_to_others(&file).map_err(|error| unreadable(&error))? {
            return Err(KeyError::Open { file: name() });
        }
        let mut bytes = Vec::new();
        file.take(MOST as u64 + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
        if bytes.len() > MOST {
            return Err(KeyError::Long { file: name(), most: MOST });
        }
        bytes.truncate(bytes.trim_ascii_end().len());
        if bytes.len() < LEAST {
            return Err(KeyError::Short { file: name(), bytes: bytes.len(), least: LEAST });
        }
        Ok(Self(bytes))
    }

    /// Returns a new key of 256 random bits.
    ///
    /// # Errors
    /// Returns an error if the system provides no random bytes.
    pub fn random() -> Result<Self, KeyError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|_| KeyError::NoRandomness)?;
        // The key is hexadecimal text. Random bytes could end with white space, which a reader removes.
        Ok(Self(bytes.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()))
    }

    /// Returns the key as a line of hexadecimal text. A caller can send this line to a new process, over a connection
    /// that other users cannot read.
    pub fn to_line(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }

    /// Parses a line of [`to_line`](Self::to_line); returns `None` if the line is not a key.
    pub fn of_line(line: &str) -> Option<Self> {
        let pairs = line.as_bytes().chunks(2).map(|pair| {
            let digits =
                std::str::from_utf8(pair).ok().filter(|pair| pair.bytes().all(|digit| digit.is_ascii_hexdigit()));
            digits.filter(|pair| pair.len() == 2).and_then(|pair| u8::from_str_radix(pair, 16).ok())
        });
        let bytes: Vec<u8> = pairs.take(MOST + 1).collect::<Option<_>>()?;
        (LEAST..=MOST).contains(&bytes.len()).then_some(Self(bytes))
    }

    /// Returns an empty key. An empty key suffices if all processes run on one machine without other users.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Key {
    /// The debug text does not contain the secret key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_none() { "Key::none()" } else { "Key(..)" })
    }
}

#[cfg(unix)]
fn open_to_others(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

/// Returns `false`. Systems other than Unix have no permission bits that this function could check. On systems other
/// than Unix, the folder determines who may read a file.
#[cfg(not(unix))]
fn open_to_others(_: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a key file that only its owner may read.
    fn write(path: &Path, bytes: &[u8]) {
        let _ = std::fs::remove_file(path);
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        std::io::Write::write_all(&mut options.open(path).unwrap(), bytes).unwrap();
    }

    #[test]
    fn a_key_in_a_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let key = Key::random().unwrap();
        write(&file, key.bytes());
        assert_eq!(Key::read(&file).unwrap().bytes(), key.bytes());
        assert_ne!(Key::random().unwrap().bytes(), key.bytes());
    }

    #[test]
    fn invalid_keys_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let said = |bytes: &[u8]| {
            write(&file, bytes);
            Key::read(&file).map(|key| key.bytes().len()).map_err(|error| error.to_string())
        };
        assert_eq!(said(b"0123456789abcdef\n"), Ok(16));
        assert!(said(b"0123456789abcde\n").unwrap_err().contains("has 15 bytes, fewer than 16"));
        assert!(said(&[b'x'; 4097]).unwrap_err().contains("more than 4096"));
        assert!(Key::read(&folder.path().join("none")).unwrap_err().to_string().starts_with("cannot read the key"));
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_others_may_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        write(&file, Key::random().unwrap().bytes());
        for mode in [0o640, 0o604, 0o620, 0o601] {
            std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
            assert!(Key::read(&file).unwrap_err().to_string().contains("chmod 600"), "{mode:o}");
        }
    }

    #[test]
    fn a_line_holds_a_key() {
        let key = Key((0..=255).collect());
        assert_eq!(Key::of_line(&key.to_line()).unwrap().bytes(), key.bytes());
        let line = "00".repeat(16);
        assert!(Key::of_line(&line).is_some());
        for wrong in ["", &line[2..], &line[1..], &format!("{line}0"), &line.replacen('0', "+", 1), &"00".repeat(4097)]
        {
            assert!(Key::of_line(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_key_is_not_printed() {
        let key = Key(b"0123456789abcdef".to_vec());
        assert_eq!(format!("{key:?} {:?}", Key::none()), "Key(..) Key::none()");
    }
}
