//! A request to the API, and its body.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use retrograde::rules::message::Language;
use retrograde_service::failure::Failure;
use retrograde_service::memory::Room;
use serde::de::DeserializeOwned;

use crate::answers::Refusal;
use crate::app::App;
use crate::host::{Later, Queue, Weight};
use crate::messages::{Hint, Wrong};
use crate::parts::SHORT;
use crate::query::Query;
use crate::texts::{BYTES_A_TEXT, MOST};

/// A request to one path of the API.
pub struct ApiRequest {
    pub(crate) app: Arc<App>,
    /// The variable part of the path, such as the id of a job.
    pub(crate) name: String,
    pub(crate) query: Query,
    pub(crate) language: Language,
    /// Whether the client is on this machine.
    pub(crate) is_here: bool,
    pub(crate) body: Box<dyn Incoming>,
}

impl ApiRequest {
    /// Creates a request. `name` is the variable part of the path, percent-decoded; `query` is the query's text without
    /// the question mark.
    pub fn new(
        app: Arc<App>,
        name: String,
        query: &str,
        language: Language,
        is_here: bool,
        body: Box<dyn Incoming>,
    ) -> Self {
        Self { app, name, query: Query::new(query), language, is_here, body }
    }
}

/// The body of a request. A part of the body may not have arrived yet.
pub trait Incoming: Send {
    /// Whether the header of the request says that the body is JSON.
    fn is_json(&self) -> bool;

    /// The length of the body in bytes, if it is known.
    fn length(&self) -> Option<u64>;

    /// Waits for the whole body. The body must have at most `most` bytes.
    fn read(self: Box<Self>, most: usize) -> Later<Result<Bytes, Unread>>;
}

/// The reason why a body was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The body is longer than the limit.
    TooLong,
    /// The body did not arrive within this time.
    TooSlow(Duration),
    /// The connection has failed.
    Failed(String),
}

/// A complete body.
impl Incoming for Bytes {
    fn is_json(&self) -> bool {
        true
    }

    fn length(&self) -> Option<u64> {
        Some(self.len() as u64)
    }

    fn read(self: Box<Self>, most: usize) -> Later<Result<Bytes, Unread>> {
        let read = if self.len() > most { Err(Unread::TooLong) } else { Ok(*self) };
        Box::pin(std::future::ready(read))
    }
}

/// Returns the maximum memory, in bytes, for a body of the length `body`. The body is in memory three times: as
/// received parts, as one buffer, and as parsed values.
const fn bytes_of(body: u64) -> u64 {
    let texts = if body / 4 < MOST as u64 { body / 4 } else { MOST as u64 };
    body.saturating_mul(3).saturating_add(texts * BYTES_A_TEXT)
}

/// Reads and parses a JSON body. For a long body, also returns the memory that is reserved for the body. The size of a
/// body and the time for sending the body are limited.
pub(crate) async fn json<T: DeserializeOwned + Send + 'static>(
    app: &Arc<App>,
    body: Box<dyn Incoming>,
) -> Result<(T, Option<Room>), Refusal> {
    let most = app.settings.limits.body;
    if !body.is_json() {
        let failure = Failure::usage(Wrong::NoJson).hint(Hint::ContentType);
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, failure));
    }
    let length = body.length();
    if length.is_some_and(|length| length > most as u64) {
        return Err(unread(Unread::TooLong, most));
    }
    let _turn = app.host.turn(Queue::Bodies).await;
    // A body of unknown length is usually short, so at most a quarter of the memory is reserved for it.
    let longest = bytes_of(length.unwrap_or(most as u64));
    let bytes = if length.is_some() { longest } else { longest.min(app.memory.limit() / 4) };
    let room = if length.is_some_and(|length| length <= SHORT) { None } else { Some(app.memory.reserve(bytes)?) };
    let bytes = body.read(most).await.map_err(|error| unread(error, most))?;
    let Some(mut room) = room else { return Ok((read_body(&bytes)?, None)) };
    let length = bytes.len() as u64;
    // A long body is parsed on another thread, because it would delay the other connections of this thread.
    let read = app.spawn(Weight::Heavy, move || read_body(&bytes)).await??;
    // Only the memory of the parsed values stays reserved, because the received bytes are dropped.
    room.shrink(bytes_of(length) - 2 * length);
    Ok((read, Some(room)))
}

/// Parses a JSON body.
pub(crate) fn read_body<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(bytes).map_err(|error| Failure::usage(Wrong::BadBody { error: error.into() }))
}

fn unread(error: Unread, most: usize) -> Refusal {
    match error {
        Unread::TooLong => {
            let failure = Failure::usage(Wrong::LongBody { most: most >> 20 }).hint(Hint::InParts);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, failure)
        }
        Unread::TooSlow(limit) => {
            let failure = Failure::usage(Wrong::SlowBody { seconds: limit.as_secs_f64().to_string() });
            Refusal::new(StatusCode::REQUEST_TIMEOUT, failure)
        }
        Unread::Failed(error) => Failure::usage(Wrong::UnreadBody { error }).into(),
    }
}
