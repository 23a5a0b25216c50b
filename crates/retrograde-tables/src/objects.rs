//! What lies at a URL: objects of an S3-compatible store, each of which is there whole or not at all.
//!
//! The store is an [`ObjectStore`] of another crate. Without one, a URL is refused where it is [named](named).

mod lease;
#[cfg(test)]
mod memory;

use std::fmt::Debug;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use retrograde::rules::message::Message;
use retrograde::rules::printable::printable;

use crate::messages::BadUrl;
use crate::name::OBJECTS;

pub use crate::name::is_url;

pub(crate) use lease::{Holding, Lease};

/// A store of objects in buckets, which any number of threads ask.
///
/// Errors have the kinds that files have: [`NotFound`](io::ErrorKind::NotFound), [`AlreadyExists`](io::ErrorKind::AlreadyExists),
/// [`PermissionDenied`](io::ErrorKind::PermissionDenied), [`InvalidInput`](io::ErrorKind::InvalidInput) of a setting that makes no sense, and
/// [`Unsupported`](io::ErrorKind::Unsupported).
pub trait ObjectStore: Debug + Send + Sync {
    /// The object of a key, which may be there or not. No request is made.
    ///
    /// # Errors
    /// The store's settings make no sense.
    fn object(&self, bucket: &str, key: &str) -> io::Result<Arc<dyn Object>>;
}

/// What lies at a key, or could.
pub trait Object: Debug + Send + Sync {
    /// The names directly beneath it.
    ///
    /// # Errors
    /// The store's.
    fn names(&self) -> io::Result<Vec<String>>;

    /// How many bytes it has.
    ///
    /// # Errors
    /// The store's, or it is not there.
    fn bytes(&self) -> io::Result<u64>;

    /// Opens it for reading as it is now.
    ///
    /// # Errors
    /// The store's, or it is not there.
    fn open(&self) -> io::Result<Box<dyn ObjectReader>>;

    /// Begins to write it anew; it is there when that is [finished](ObjectWriter::finish).
    fn create(&self) -> Box<dyn ObjectWriter>;

    /// Gives it a second name in its folder, which an older object may have.
    ///
    /// # Errors
    /// The store's, or it is not there.
    fn copy(&self, name: &str) -> io::Result<()>;

    /// Removes it, if it is there.
    ///
    /// # Errors
    /// The store's.
    fn remove(&self) -> io::Result<()>;

    /// All of a small object, and its tag if the store has tags; `None` if there is none.
    ///
    /// # Errors
    /// The store's.
    fn get(&self) -> io::Result<Option<(Vec<u8>, Option<String>)>>;

    /// The tag, which no object before or after it has; empty in a store without tags; `None` if the object is not there.
    ///
    /// # Errors
    /// The store's.
    fn tag(&self) -> io::Result<Option<String>>;

    /// Writes a small object if the condition holds, which no other request can change meanwhile; returns its tag.
    ///
    /// # Errors
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) or [`NotFound`](io::ErrorKind::NotFound): the condition does not hold;
    /// [`Unsupported`](io::ErrorKind::Unsupported): the store has no conditions; others are the store's.
    fn put(&self, bytes: Vec<u8>, only_if: OnlyIf) -> io::Result<Option<String>>;
}

/// When an object is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlyIf {
    /// If there is none.
    None,
    /// If the one that is there has this tag.
    Tag(Option<String>),
}

/// An object that is read at places, by any number of threads.
pub trait ObjectReader: Debug + Send + Sync {
    /// Its bytes when it was opened.
    fn length(&self) -> u64;

    /// Fills `bytes` from a place on.
    ///
    /// # Errors
    /// The store's; it ends before, or was written anew.
    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// Writes an object. Dropped before it is finished, it leaves what was there before.
pub trait ObjectWriter: Write {
    /// The object is there when this returns.
    ///
    /// # Errors
    /// The store's; then it is not, or the one that was there before still is.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// The store of this process. Paths lead to it, and they go through all of this crate, so that it is not handed on with each.
static STORE: OnceLock<&dyn ObjectStore> = OnceLock::new();

/// From now on URLs lead to objects of this store, unless another one is there already.
pub fn use_store(store: &'static dyn ObjectStore) {
    STORE.get_or_init(|| store);
}

/// The object that a path is the URL of; `None` if it is a path of this machine, or there is no store.
///
/// # Errors
/// The store's settings make no sense.
pub(crate) fn object_at(path: &Path) -> io::Result<Option<Arc<dyn Object>>> {
    let Some(store) = STORE.get() else { return Ok(None) };
    let text = path.to_str().map(|text| text.replace('\\', "/"));
    let Some(rest) = text.as_deref().and_then(|text| text.strip_prefix(OBJECTS)) else { return Ok(None) };
    let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
    store.object(bucket, key).map(Some)
}

/// The folder, file or URL that somebody has named: `file://` leads to a folder of this machine, `s3://BUCKET/FOLDER` to a store.
///
/// # Errors
/// A URL of another kind, or one that this program was built without.
pub fn named(text: &str) -> Result<PathBuf, Message> {
    named_where(text, STORE.get().is_some())
}

/// The same in a program that has stores of objects, or not.
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

/// The URL of an object, by the bucket and the key behind that.
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

/// A letter alone would be a drive.
fn is_scheme(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

/// The path of a `file://` URL: of this machine, from the root, with `%20` and the like as what they stand for.
fn local(url: &str, rest: &str) -> Result<PathBuf, Message> {
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = if path.starts_with('/') { decoded(path) } else { None };
    let path = decoded.ok_or_else(|| BadUrl::NotHere { url: url.to_owned() })?;
    // `file:///C:/tables`
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Ok(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// A text with each `%` and two digits as the byte of that number.
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
    fn file_urls_are_paths_and_paths_are_themselves() {
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
    fn what_leads_nowhere_is_refused_with_the_url() {
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
    fn urls_of_objects_stay_what_they_are_where_there_are_stores() {
        for (text, path) in [("s3://bucket", "s3://bucket"), ("s3://bucket/a/b/", "s3://bucket/a/b")] {
            assert_eq!(named_where(text, true), Ok(PathBuf::from(path)), "{text}");
            assert!(is_url(Path::new(path)));
            let refused = named_where(text, false).unwrap_err().to_string();
            assert!(refused.contains("--features s3"), "{refused}");
        }
        assert!(!is_url(Path::new("/s3://bucket")));
    }
}
