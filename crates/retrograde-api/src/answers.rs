//! Turns reports and failures into answers.

use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;

use http::StatusCode;
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::memory::{self, Memory, Room};
use retrograde_service::report::write_json;
use serde::Serialize;

use retrograde::rules::message::Language;

use crate::messages::{Hint, Refused};
use crate::parts::{Parts, PartsWriter};

/// An answer of the API.
pub struct Response {
    /// The HTTP status.
    pub status: StatusCode,
    /// The type of the content, as in the header `content-type`.
    pub content_type: &'static str,
    /// Whether a client may cache the answer.
    pub cache: Cache,
    /// The path at which a client can follow the job that the request has started.
    pub location: Option<String>,
    /// The name of the file, if a browser should save the content.
    pub file_name: Option<String>,
    /// The content.
    pub content: AnswerContent,
}

/// Whether a client may cache an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cache {
    /// The answer contains no statement about caching.
    Unsaid,
    /// A client must not cache the answer, because the answer may change.
    Never,
    /// A client may cache the answer. Before each use, the client must ask the server whether the answer is still
    /// valid.
    Revalidate,
    /// A client may cache the answer. Before each use, the client must ask the server whether the tag of the content is
    /// still this tag.
    Tag(String),
}

/// The content of an answer.
pub enum AnswerContent {
    /// A complete content.
    Parts(Parts),
    /// A text that never changes.
    Text(&'static str),
    /// A stream. The API makes the later parts of the content while the host sends the earlier parts.
    Stream(Box<dyn Stream>),
}

/// A content in parts. The API makes the later parts while the host sends the earlier parts.
pub trait Stream: Send {
    /// Returns the number of parts that may wait to be sent while the next part is made; `None` at the end of the
    /// content.
    fn ahead(&self) -> Option<Ahead>;

    /// Makes the next part; returns `None` at the end of the content.
    fn next(&mut self) -> Pin<Box<dyn Future<Output = Option<Parts>> + Send + '_>>;
}

/// The number of parts of a stream that may wait to be sent while the API makes the next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// Several parts may wait, because the next part is short.
    Several,
    /// No part may wait, because the next part is long, or would become outdated while it waits.
    None,
}

/// The result of a handler of requests, which is an answer or a refusal.
pub type Answer = Result<Response, Refusal>;

/// A refusal, which is a failure that a client gets, with the HTTP status of the failure.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    /// The failure is boxed to keep the type small, because refusals are rare.
    failure: Box<Failure>,
}

impl Refusal {
    /// Creates a refusal with the given status. A conversion with `From` chooses the status from the failure.
    pub fn new(status: StatusCode, failure: Failure) -> Self {
        Self { status, failure: Box::new(failure) }
    }

    /// Creates the refusal of a request whose work has panicked with the message `text`.
    pub fn internal(text: &str) -> Self {
        let failure = Failure::new(Fault::Internal, "internal", Refused::Internal { said: text.to_owned() });
        failure.hint(Hint::Report).into()
    }

    /// Creates the refusal of a request for which the server is too busy.
    pub(crate) fn busy(message: Refused) -> Self {
        memory::busy(message).into()
    }

    /// Returns whether the reason of the refusal is that a table would be too large. A game's own proof may then give
    /// an answer without the table.
    pub(crate) fn is_of_size(&self) -> bool {
        matches!(self.failure.code, "no-table" | "too-large")
    }

    /// Returns whether the reason of the refusal is that the board has no table at the moment, or can never have a
    /// table. Without a table, a search by the rules can still give a move.
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

impl Refusal {
    /// Returns the HTTP status.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns whether a retry is useful. For example, a board that is too large stays too large.
    pub fn may_pass(&self) -> bool {
        matches!(self.failure.code, "busy" | "too-slow")
    }

    /// Returns the body of the refusal, which is the failure in a language as a line of JSON. Commands in the text use
    /// `program` as the name of the program.
    pub fn body(&self, language: Language, program: &str) -> Vec<u8> {
        json_line(&self.failure.report(language, program))
    }
}

/// Creates a response with a report that is the same for every repetition of the request. A client may cache the
/// response. Before each use, the client must ask the server whether the hash of the content is still the same. The
/// argument `room` is the memory that is already reserved for the report; `None` if no memory is reserved.
pub(crate) fn cacheable(memory: &Arc<Memory>, report: &impl Serialize, room: Option<Room>) -> Answer {
    let parts = parts(memory, report, room)?;
    let cache = Cache::Tag(tag(parts.content()));
    Ok(Response { cache, ..typed(StatusCode::OK, JSON, AnswerContent::Parts(parts)) })
}

/// Creates a response that clients must not cache, because the report may change.
pub(crate) fn uncacheable(memory: &Arc<Memory>, status: StatusCode, report: &impl Serialize) -> Answer {
    let content = AnswerContent::Parts(parts(memory, report, None)?);
    Ok(Response { cache: Cache::Never, ..typed(status, JSON, content) })
}

pub(crate) const JSON: &str = "application/json";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// Creates a response with the given status, content type and content.
pub(crate) const fn typed(status: StatusCode, content_type: &'static str, content: AnswerContent) -> Response {
    Response { status, content_type, cache: Cache::Unsaid, location: None, file_name: None, content }
}

/// Writes a report as JSON.
pub(crate) fn json_bytes(report: &impl Serialize) -> Vec<u8> {
    // Writing never fails: a report has only strings and numbers, which can always be serialized, and a vector accepts
    // all bytes.
    serde_json::to_vec(report).unwrap_or_default()
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

/// Creates a response from a stream. The API makes the later parts of the response while the host sends the earlier
/// parts.
pub(crate) fn streamed(content_type: &'static str, stream: impl Stream + 'static) -> Response {
    Response { cache: Cache::Never, ..typed(StatusCode::OK, content_type, AnswerContent::Stream(Box::new(stream))) }
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

/// Returns the entity tag of a content, which is the content's FNV-1a hash in hexadecimal.
pub fn tag<'c>(content: impl IntoIterator<Item = &'c [u8]>) -> String {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = content.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, part| part.iter().fold(hash, add));
    format!("\"{hash:016x}\"")
}
