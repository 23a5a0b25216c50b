//! What lies at a URL: objects of an S3-compatible store, each of which is there whole or not at all.
//!
//! Nothing here is known to the rest of the crate but an [`Object`]: what it is named, and what can be done with it. Without the feature `s3` there
//! are none, and a URL is refused where it is [named](named).

#[cfg(feature = "s3")]
mod lease;
#[cfg(not(feature = "s3"))]
mod none;
#[cfg(feature = "s3")]
mod s3;

use std::path::{Path, PathBuf};

use retrograde::message::Message;
use retrograde_desk::failure::printable;

use crate::messages::BadUrl;

#[cfg(feature = "s3")]
pub(crate) use lease::{Holding, Lease};
#[cfg(not(feature = "s3"))]
pub(crate) use none::{Holding, Lease, Object, Reading};
#[cfg(feature = "s3")]
pub(crate) use s3::{Object, Reading};

/// What URLs of objects begin with.
pub(crate) const OBJECTS: &str = "s3://";

/// The folder, file or URL that somebody has named: `file://` leads to a folder of this machine, `s3://BUCKET/FOLDER` to a store.
///
/// # Errors
/// A URL of another kind, or one that this program was built without.
pub fn named(text: &str) -> Result<PathBuf, Message> {
    named_where(text, cfg!(feature = "s3"))
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

/// Whether a path is the URL of an object.
pub fn is_url(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with(OBJECTS))
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
