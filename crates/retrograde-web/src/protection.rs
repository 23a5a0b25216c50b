//! Headers that restrict what a browser may do with an answer. The headers also determine which pages may show the
//! server's page in a frame.

use axum::response::Response;
use hyper::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::uri::Authority;

/// The headers of every answer. The common headers forbid a browser everything that the page does not need.
const PROTECTION: [(HeaderName, &str); 2] =
    [(X_CONTENT_TYPE_OPTIONS, "nosniff"), (HeaderName::from_static("cross-origin-resource-policy"), "same-origin")];

/// The headers of answers that a browser can open as a document. A script or a style sheet does not need the headers of
/// documents, because the policy of the loading document applies to it, and because of `nosniff` a browser cannot open
/// it as a document. Without these headers, the sixty files of the page need 10 kB less.
const PROTECTION_OF_DOCUMENTS: [(HeaderName, &str); 2] =
    [(REFERRER_POLICY, "no-referrer"), (HeaderName::from_static("cross-origin-opener-policy"), "same-origin")];

/// The content security policy of documents. The policy lists the things that a document may load, and the pages that
/// may show the document in a frame. Only pages of the server's own origin and of the origins in the settings may show
/// a document in a frame.
#[derive(Clone, Debug)]
pub(crate) struct Policy(HeaderValue);

impl Policy {
    pub(crate) fn new(embed: &[String]) -> Self {
        const LOADED: &str =
            "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors 'self'";
        let origins = embed.iter().filter(|origin| is_origin(origin)).flat_map(|origin| [" ", origin]);
        let policy = [LOADED].into_iter().chain(origins).collect::<String>();
        Self(HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(LOADED)))
    }
}

/// Returns whether a text is an origin. An origin consists of `http://` or `https://`, a host, and a port, if the port
/// is not the default port.
///
/// # Example
/// ```
/// use retrograde_web::is_origin;
///
/// assert!(is_origin("https://example.org") && is_origin("http://localhost:8000"));
/// assert!(!is_origin("example.org") && !is_origin("https://example.org/talks") && !is_origin("*"));
/// ```
pub fn is_origin(text: &str) -> bool {
    let host = ["http://", "https://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_plain = |host: &str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte));
    host.is_some_and(|host| is_plain(host) && host.parse::<Authority>().is_ok_and(|host| !host.host().is_empty()))
}

pub(crate) fn protected(mut response: Response, policy: &Policy) -> Response {
    let headers = response.headers_mut();
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_part = kind.is_some_and(|kind| ["text/javascript", "text/css"].iter().any(|part| kind.starts_with(part)));
    let of_documents = PROTECTION_OF_DOCUMENTS.into_iter().filter(|_| !is_part);
    for (name, value) in PROTECTION.into_iter().chain(of_documents) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !is_part {
        headers.insert(CONTENT_SECURITY_POLICY, policy.0.clone());
    }
    response
}
