//! Objects at URLs, in an S3-compatible store. The store writes each object atomically.
//!
//! Another crate implements [`ObjectStore`]. If the program has no object store, [`named`] returns an error for URLs of
//! objects.

mod lease;
#[cfg(test)]
mod memory;

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use retrograde::rules::{message::Message, printable};

use crate::messages::BadUrl;
use crate::name::OBJECTS;

pub use crate::name::is_url;

pub(crate) use lease::{Holding, Lease};

/// A store of objects in buckets; any number of threads can use it at the same time.
///
/// The errors of a store have the same kinds as the errors of files: [`NotFound`](io::ErrorKind::NotFound),
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists), [`PermissionDenied`](io::ErrorKind::PermissionDenied),
/// [`InvalidInput`](io::ErrorKind::InvalidInput) for an invalid setting, and
/// [`Unsupported`](io::ErrorKind::Unsupported).
pub trait ObjectStore: Debug + Send + Sync {
    /// Returns the object with the key `key` in a bucket, without a request to the store. The object need not exist.
    ///
    /// # Errors
    /// Returns an error if the store's settings are invalid.
    fn object(&self, bucket: &str, key: &str) -> io::Result<Arc<dyn Object>>;
}

/// An object in a store; the object need not exist yet.
pub trait Object: Debug + Send + Sync {
    /// Treats this object's key as a folder, and returns the names of the objects directly in this folder.
    ///
    /// # Errors
    /// Returns an error of the store.
    fn names(&self) -> io::Result<Vec<String>>;

    /// Returns the length of the object in bytes.
    ///
    /// # Errors
    /// Returns an error of the store. If the object does not exist, the error has the kind
    /// [`NotFound`](io::ErrorKind::NotFound).
    fn bytes(&self) -> io::Result<u64>;

    /// Opens the object's current version for reading.
    ///
    /// # Errors
    /// Returns an error of the store. If the object does not exist, the error has the kind
    /// [`NotFound`](io::ErrorKind::NotFound).
    fn open(&self) -> io::Result<Box<dyn ObjectReader>>;

    /// Starts to write a new version of the object. Readers see the new version after the writer is
    /// [finished](ObjectWriter::finish).
    fn create(&self) -> Box<dyn ObjectWriter>;

    /// Copies the object to a new object with the name `name` in the same folder; replaces an existing object with
    /// that name.
    ///
    /// # Errors
    /// Returns an error of the store. If the object does not exist, the error has the kind
    /// [`NotFound`](io::ErrorKind::NotFound).
    fn copy(&self, name: &str) -> io::Result<()>;

    /// Removes the object if it exists.
    ///
    /// # Errors
    /// Returns an error of the store.
    fn remove(&self) -> io::Result<()>;

    /// Reads a small object; returns its bytes, and its version tag if the store has tags. If the object does not
    /// exist, returns `None`.
    ///
    /// # Errors
    /// Returns an error of the store.
    fn get(&self) -> io::Result<Option<(Vec<u8>, Option<String>)>>;

    /// Returns the tag of the object's current version. Returns `None` if the object does not exist. Every version of
    /// an object has a different tag; in a store without tags the tag is empty.
    ///
    /// # Errors
    /// Returns an error of the store.
    fn tag(&self) -> io::Result<Option<String>>;

    /// Writes a small object atomically if the condition `only_if` holds. Returns the tag of the new version.
    ///
    /// # Errors
    /// If the condition does not hold, returns an error of the kind [`AlreadyExists`](io::ErrorKind::AlreadyExists) or
    /// [`NotFound`](io::ErrorKind::NotFound). If the store does not support conditions, returns an error of the kind
    /// [`Unsupported`](io::ErrorKind::Unsupported). Otherwise returns an error of the store.
    fn put(&self, bytes: Vec<u8>, only_if: OnlyIf) -> io::Result<Option<String>>;
}

/// The condition under which an object is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlyIf {
    /// The object must not exist.
    None,
    /// The object must exist, and its current version must have this tag.
    Tag(Option<String>),
}

/// An open object; any number of threads can read it at offsets.
pub trait ObjectReader: Debug + Send + Sync {
    /// Returns the length in bytes that the object had when it was opened.
    fn length(&self) -> u64;

    /// Reads `bytes.len()` bytes from offset `at` on.
    ///
    /// # Errors
    /// Returns an error of the store. Also returns an error if the object is too short, or if it has been replaced by a
    /// new version.
    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// Writes a new version of an object. If the writer is dropped before [`finish`](Self::finish), the old version
/// remains.
pub trait ObjectWriter: Write {
    /// Completes the new version, so that readers see it.
    ///
    /// # Errors
    /// Returns an error of the store. After an error the old version remains, if there was one.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The object store of this process. The store is a static variable, because each path that a function of this crate
/// receives may be a URL of an object.
static STORE: OnceLock<&dyn ObjectStore> = OnceLock::new();

/// Sets the object store of this process. If a store is already set, the function does nothing.
pub fn use_store(store: &'static dyn ObjectStore) {
    STORE.get_or_init(|| store);
}

/// Returns the object that a URL names. Returns `None` if `path` is a path on this machine, or if no store is set.
///
/// # Errors
/// Returns an error if the store's settings are invalid.
pub(crate) fn object_at(path: &Path) -> io::Result<Option<Arc<dyn Object>>> {
    let Some(store) = STORE.get() else { return Ok(None) };
    let text = path.to_str().map(|text| text.replace('\\', "/"));
    let Some(rest) = text.as_deref().and_then(|text| text.strip_prefix(OBJECTS)) else { return Ok(None) };
    let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
    store.object(bucket, key).map(Some)
}

/// Returns the path for a folder, a file or a URL that a user has given. A URL that begins with `file://` becomes a
/// path on this machine. The URL `s3://BUCKET/FOLDER` stands for a folder in an object store.
///
/// # Errors
/// Returns an error if the URL has an unknown scheme, or if it needs an object store and this program was built without
/// one.
pub fn named(text: &str) -> Result<PathBuf, Message> {
    named_where(text, STORE.get().is_some())
}

/// Like [`named`], but the argument `has_stores` says whether the program has an object store.
fn named_where(text: &str, has_stores: bool) -> Result<PathBuf, Message> {
    let Some((scheme, rest)) = text.split_once("://").filter(|(scheme, _)| is_scheme(scheme)) else {
        return Ok(PathBuf::from(text));
    };
    match scheme {
        "file" => local(text, rest),
        "s3" if !has_stores => Err(BadUrl::Without { url: text.to_owned() }.into()),
        "s3" => object(text, rest),
        _ => Err(BadUrl::Scheme { url: text.to_owned() }.into()),
    }
}

/// Checks the bucket and the key in the URL of an object, and returns the URL as a path.
fn object(url: &str, rest: &str) -> Result<PathBuf, Message> {
    let (bucket, key) = rest.trim_end_matches('/').split_once('/').unwrap_or((rest.trim_end_matches('/'), ""));
    let is_bucket =
        !bucket.is_empty() && bucket.bytes().all(|letter| letter.is_ascii_alphanumeric() || b".-_".contains(&letter));
    if !is_bucket {
        return Err(BadUrl::NoBucket { url: printable(url) }.into());
    }
    let is_key =
        key.is_empty() || key.split('/').all(|name| !["", ".", ".."].contains(&name) && !name.contains(['\\', '\0']));
    if !is_key {
        return Err(BadUrl::NoKey { url: printable(url) }.into());
    }
    Ok(PathBuf::from(url.trim_end_matches('/')))
}

/// Returns whether a text is a URL scheme. A single letter is not a scheme, because the letter may be a drive, as in
/// `C:`.
fn is_scheme(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

/// Returns the absolute path of a `file://` URL; decodes percent-encoding.
fn local(url: &str, rest: &str) -> Result<PathBuf, Message> {
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = if path.starts_with('/') { decoded(path) } else { None };
    let path = decoded.ok_or_else(|| BadUrl::NotHere { url: url.to_owned() })?;
    // `file:///C:/tables`
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Ok(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// Decodes percent-encoding. Returns `None` if the encoding is malformed.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, digits) {
            (b'%', digits) => {
                let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &others[2..];
            }
            (&byte, _) => {
                bytes.push(byte);
                rest = others;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_urls_become_paths_and_paths_stay() {
        let cases = [
            ("file:///var/tables", "/var/tables"),
            ("file://localhost/var/my%20tables/%C3%A9", "/var/my tables/é"),
            ("file:///C:/tables", "C:/tables"),
            ("tables", "tables"),
            ("C:\\tables", "C:\\tables"),
            ("a%20b", "a%20b"),
        ];
        for (text, path) in cases {
            assert_eq!(named(text), Ok(PathBuf::from(path)), "{text}");
        }
    }

    #[test]
    fn invalid_urls_are_refused() {
        let nowhere = [
            "file://elsewhere/tables",
            "file://tables",
            "file:///a%2",
            "file:///a%+1",
            "gs://b/t",
            "https://x/t",
            "s3://",
            "s3:///t",
            "s3://buck et/t",
            "s3://user:word@bucket/t",
            "s3://bucket/a//b",
            "s3://bucket/../b",
        ];
        for text in nowhere {
            let refused = named_where(text, true).unwrap_err().to_string();
            assert!(refused.contains(text), "{refused}");
        }
    }

    #[test]
    fn urls_of_objects_need_a_store() {
        for (text, path) in [("s3://bucket", "s3://bucket"), ("s3://bucket/a/b/", "s3://bucket/a/b")] {
            assert_eq!(named_where(text, true), Ok(PathBuf::from(path)), "{text}");
            assert!(is_url(Path::new(path)));
            let refused = named_where(text, false).unwrap_err().to_string();
            assert!(refused.contains("--features s3"), "{refused}");
        }
        assert!(!is_url(Path::new("/s3://bucket")));
    }
}
