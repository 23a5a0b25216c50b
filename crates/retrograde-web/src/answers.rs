//! Turns reports and failures into HTTP responses.

use std::io::Write;
use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, RETRY_AFTER};
use hyper::{HeaderMap, StatusCode};
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::memory::{self, Memory, Room};
use retrograde_service::report::write_json;
use serde::Serialize;
use tokio::sync::mpsc;

use retrograde::rules::message::Language;

use crate::messages::Refused;
use crate::parts::{LineBody, Parts, PartsWriter};

/// What a handler of a request returns: a response, or a refusal.
pub(crate) type Answer = Result<Response, Refusal>;

/// A refusal: a failure that the server sends to the client, with its HTTP status.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    /// The failure is boxed to keep the type small, because refusals are rare.
    failure: Box<Failure>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, failure: Failure) -> Self {
        Self { status, failure: Box::new(failure) }
    }

    /// Creates the refusal of a request for which the server is too busy.
    pub(crate) fn busy(message: Refused) -> Self {
        memory::busy(message).into()
    }

    /// Returns whether the reason of the refusal is that a table would be too large. In this case a game's own proof
    /// may give an answer without the table.
    pub(crate) fn is_of_size(&self) -> bool {
        matches!(self.failure.code, "no-table" | "too-large")
    }

    /// Returns whether the board has no table, now or always. In this case a search by the rules can still give a move.
    pub(crate) fn is_of_table(&self) -> bool {
        self.is_of_size() || self.failure.code == "being-solved"
    }

    /// Returns whether the reason of the refusal is an error in the request or its input.
    pub(crate) fn is_of_input(&self) -> bool {
        self.failure.fault == Fault::Input
    }

    pub(crate) fn into_failure(self) -> Failure {
        *self.failure
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::new(status(&failure), failure)
    }
}

/// Returns the HTTP status of a failure. The cause of the failure determines the status, except for failures with the
/// code `illegal-position`.
fn status(failure: &Failure) -> StatusCode {
    match (failure.fault, failure.code) {
        (_, "illegal-position") => StatusCode::UNPROCESSABLE_ENTITY,
        (Fault::No, _) => StatusCode::NOT_FOUND,
        (Fault::Input, _) => StatusCode::BAD_REQUEST,
        (Fault::Interrupted, _) => StatusCode::CONFLICT,
        (Fault::Refused, _) => StatusCode::SERVICE_UNAVAILABLE,
        (Fault::Damaged | Fault::Internal, _) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Refusal {
    /// Converts the refusal to a response without a body. [`render`] adds the body later, because it knows the client's
    /// language.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        // A retry is useful only after these two failures: for example, a board that is too large stays too large.
        if matches!(self.failure.code, "busy" | "too-slow") {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response.extensions_mut().insert(Arc::new(*self.failure));
        response
    }
}

/// Adds the body to a response that is a refusal: the failure in the client's language. Commands in the text have the
/// program's name `program`. Returns other responses unchanged.
pub(crate) fn render(mut response: Response, language: Language, program: &str) -> Response {
    let Some(failure) = response.extensions_mut().remove::<Arc<Failure>>() else { return response };
    *response.body_mut() = json_line(&failure.report(language, program)).into();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Creates a response with a report that is the same whenever the same request is repeated. A client may cache the
/// response; before each use, it must ask the server whether the hash of the content is still the same. `room` is the
/// memory that is already reserved for the report, if any.
pub(crate) fn cacheable(memory: &Arc<Memory>, report: &impl Serialize, room: Option<Room>) -> Answer {
    let parts = parts(memory, report, room)?;
    let tag = tag(parts.content());
    let mut response = typed(StatusCode::OK, JSON, Body::new(parts));
    keep_by(response.headers_mut(), &tag);
    Ok(response)
}

/// Creates a response with a report that may change, so that clients must not cache the response.
pub(crate) fn uncacheable(memory: &Arc<Memory>, status: StatusCode, report: &impl Serialize) -> Answer {
    let mut response = typed(status, JSON, Body::new(parts(memory, report, None)?));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

pub(crate) const JSON: &str = "application/json";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// Creates a response with the given status, content type and body.
pub(crate) fn typed(status: StatusCode, content_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// Writes a report as one line of JSON.
pub(crate) fn json_line(report: &impl Serialize) -> Vec<u8> {
    let mut line = Vec::new();
    // Writing never fails: a report has only strings and numbers, which can always be serialized, and a vector accepts
    // all bytes.
    let _ = write_json(&mut line, report);
    line.push(b'\n');
    line
}

/// Writes a report as one line of an answer with many lines.
pub(crate) fn line_of(memory: &Arc<Memory>, report: &impl Serialize, room: Option<Room>) -> Result<Parts, Failure> {
    let mut to = PartsWriter::new(memory, room);
    // If writing fails because no memory is left, `finish` returns the failure.
    let _ = write_json(&mut to, report).and_then(|()| to.write_all(b"\n"));
    to.finish()
}

/// Writes a report as a server-sent event of a job.
pub(crate) fn event_of(memory: &Arc<Memory>, report: &impl Serialize) -> Result<Parts, Failure> {
    let mut to = PartsWriter::new(memory, None);
    let written = to.write_all(b"event: job\ndata: ").and_then(|()| write_json(&mut to, report));
    // If writing fails because no memory is left, `finish` returns the failure.
    let _ = written.and_then(|()| to.write_all(b"\n\n"));
    to.finish()
}

/// Creates a response whose parts are sent to the client as soon as they arrive on a channel.
pub(crate) fn stream(content_type: &'static str, parts: mpsc::Receiver<Parts>) -> Response {
    let mut response = typed(StatusCode::OK, content_type, Body::new(LineBody::new(parts)));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Sets the headers that allow a client to cache the response. Before each use, the client must ask the server whether
/// the tag of the response is still `tag`.
pub(crate) fn keep_by(headers: &mut HeaderMap, tag: &HeaderValue) {
    headers.insert(ETAG, tag.clone());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
}

fn parts(memory: &Arc<Memory>, report: &impl Serialize, room: Option<Room>) -> Result<Parts, Refusal> {
    let mut to = PartsWriter::new(memory, room);
    let written = serde_json::to_writer(&mut to, report);
    let parts = to.finish()?;
    let unwritten = |error: serde_json::Error| {
        Failure::new(Fault::Internal, "internal", Refused::Unwritten { error: error.to_string() })
    };
    written.map_err(unwritten)?;
    Ok(parts)
}

/// Returns the entity tag of a content: the content's FNV-1a hash in hexadecimal.
pub(crate) fn tag<'c>(content: impl IntoIterator<Item = &'c [u8]>) -> HeaderValue {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = content.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, part| part.iter().fold(hash, add));
    HeaderValue::from_str(&format!("\"{hash:016x}\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
}
