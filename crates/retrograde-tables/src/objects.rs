//! Objects at URLs: those of an S3-compatible store, which writes each object atomically.
//!
//! Another crate implements the [`ObjectStore`]. Without one, [`named`] refuses URLs of objects.

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

/// A store of objects in buckets, used by any number of threads.
///
/// Errors have the kinds that files have: [`NotFound`](io::ErrorKind::NotFound), [`AlreadyExists`](io::ErrorKind::AlreadyExists),
/// [`PermissionDenied`](io::ErrorKind::PermissionDenied), [`InvalidInput`](io::ErrorKind::InvalidInput) for an invalid setting, and
/// [`Unsupported`](io::ErrorKind::Unsupported).
pub trait ObjectStore: Debug + Send + Sync {
    /// The object of a key, which need not exist. Makes no request.
    ///
    /// # Errors
    /// The store's settings are invalid.
    fn object(&self, bucket: &str, key: &str) -> io::Result<Arc<dyn Object>>;
}

/// An object of a store, which need not exist.
pub trait Object: Debug + Send + Sync {
    /// The names directly below it, as in a folder.
    ///
    /// # Errors
    /// The store's.
    fn names(&self) -> io::Result<Vec<String>>;

    /// Its length in bytes.
    ///
    /// # Errors
    /// The store's, or the object does not exist.
    fn bytes(&self) -> io::Result<u64>;

    /// Opens its current version for reading.
    ///
    /// # Errors
    /// The store's, or the object does not exist.
    fn open(&self) -> io::Result<Box<dyn ObjectReader>>;

    /// Starts to write a new version, which becomes visible when it is [finished](ObjectWriter::finish).
    fn create(&self) -> Box<dyn ObjectWriter>;

    /// Copies it to a name in its folder; replaces an object that has the name.
    ///
    /// # Errors
    /// The store's, or the object does not exist.
    fn copy(&self, name: &str) -> io::Result<()>;

    /// Removes it if it exists.
    ///
    /// # Errors
    /// The store's.
    fn remove(&self) -> io::Result<()>;

    /// Reads a small object; returns its bytes, and its tag if the store has tags. `None` if it does not exist.
    ///
    /// # Errors
    /// The store's.
    fn get(&self) -> io::Result<Option<(Vec<u8>, Option<String>)>>;

    /// The tag of its current version, unique among all versions; empty in a store without tags; `None` if the object does not exist.
    ///
    /// # Errors
    /// The store's.
    fn tag(&self) -> io::Result<Option<String>>;

    /// Writes a small object if the condition holds, atomically; returns its tag.
    ///
    /// # Errors
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) or [`NotFound`](io::ErrorKind::NotFound): the condition does not hold;
    /// [`Unsupported`](io::ErrorKind::Unsupported): the store has no conditions; others are the store's.
    fn put(&self, bytes: Vec<u8>, only_if: OnlyIf) -> io::Result<Option<String>>;
}

/// The condition of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlyIf {
    /// The object does not exist.
    None,
    /// The object exists with this tag.
    Tag(Option<String>),
}

/// An object that any number of threads read at offsets.
pub trait ObjectReader: Debug + Send + Sync {
    /// Its length in bytes when it was opened.
    fn length(&self) -> u64;

    /// Fills `bytes` from an offset on.
    ///
    /// # Errors
    /// The store's; the object is shorter, or has a new version.
    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// Writes an object. Dropping it before it is finished leaves the old version.
pub trait ObjectWriter: Write {
    /// Makes the new version visible.
    ///
    /// # Errors
    /// The store's; then the old version stays, if there was one.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The store of this process. It is static because every path in this crate may lead to it.
static STORE: OnceLock<&dyn ObjectStore> = OnceLock::new();

/// Sets the store for URLs of objects, unless one is set already.
pub fn use_store(store: &'static dyn ObjectStore) {
    STORE.get_or_init(|| store);
}

/// Returns the object of a URL; `None` for a path of this machine, or without a store.
///
/// # Errors
/// The store's settings are invalid.
pub(crate) fn object_at(path: &Path) -> io::Result<Option<Arc<dyn Object>>> {
    let Some(store) = STORE.get() else { return Ok(None) };
    let text = path.to_str().map(|text| text.replace('\\', "/"));
    let Some(rest) = text.as_deref().and_then(|text| text.strip_prefix(OBJECTS)) else { return Ok(None) };
    let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
    store.object(bucket, key).map(Some)
}

/// Parses a user's folder, file or URL: `file://` leads to a path of this machine, `s3://BUCKET/FOLDER` to a store.
///
/// # Errors
/// A URL of another scheme, or of a store that this program was built without.
pub fn named(text: &str) -> Result<PathBuf, Message> {
    named_where(text, STORE.get().is_some())
}

/// Like [`named`], in a program with or without a store.
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

/// Checks the bucket and key of a URL.
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

/// Returns whether a text is a URL scheme. A single letter would be a drive.
fn is_scheme(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

/// Returns the absolute path of a `file://` URL, with percent-encoding decoded.
fn local(url: &str, rest: &str) -> Result<PathBuf, Message> {
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = if path.starts_with('/') { decoded(path) } else { None };
    let path = decoded.ok_or_else(|| BadUrl::NotHere { url: url.to_owned() })?;
    // `file:///C:/tables`
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Ok(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// Decodes percent-encoding; `None` if it is malformed.
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
