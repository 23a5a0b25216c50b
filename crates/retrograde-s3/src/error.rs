//! Converts the errors of the library `object_store` to I/O errors.

use std::io;

use object_store::Error;

/// Converts an error of the library to an I/O error.
pub(crate) fn io_error(error: &Error) -> io::Error {
    let kind = match error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } | Error::Precondition { .. } => io::ErrorKind::AlreadyExists,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        Error::NotImplemented { .. } | Error::NotSupported { .. } => io::ErrorKind::Unsupported,
        // For a missing bucket, a request for a list of objects does not return `NotFound`.
        _ if tagged(&deepest(error), "Code") == Some("NoSuchBucket") => io::ErrorKind::NotFound,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, shortly(error))
}

/// The maximum length, in characters, of a text from the store in an error message.
pub(crate) const LONGEST: usize = 200;

/// Returns a short text for an error, in one line. If the store has answered with a page of XML, the text is the
/// message in this page.
fn shortly(error: &Error) -> String {
    match error {
        Error::NotFound { .. } => return "the store has no such object or bucket".to_owned(),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => return "the store denies access".to_owned(),
        Error::Precondition { .. } | Error::AlreadyExists { .. } => {
            return "the object exists, or has changed".to_owned();
        }
        _ => {}
    }
    let text = deepest(error);
    let text = tagged(&text, "Message").unwrap_or(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
}

/// Returns the text of the innermost error. The innermost error has caused all outer errors.
fn deepest(error: &Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(inner) = deepest.source() {
        deepest = inner;
    }
    deepest.to_string()
}

/// Returns the text of the first XML element with the tag `tag`.
fn tagged<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{tag}>"))?;
    Some(rest.split_once(&format!("</{tag}>"))?.0)
}
