//! Answers of the API as HTTP responses, and their bodies.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body as AnyBody;
use axum::response::Response;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, HeaderValue, LOCATION, RETRY_AFTER};
use hyper::{HeaderMap, StatusCode};
use retrograde::rules::message::Language;
use retrograde_api::{Ahead, Answer, AnswerContent, Cache, Parts, Refusal, Stream};
use tokio::sync::mpsc;

const JSON: &str = "application/json";

/// The maximum number of short parts of a stream that wait to be sent.
const LINES: usize = 64;

/// Converts an answer of the API to a response. A refusal has no body yet. The function [`render`] adds the body,
/// because it knows the client's language.
pub(crate) fn respond(answer: Answer) -> Response {
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) => return refused(refusal),
    };
    let body = match answer.content {
        AnswerContent::Parts(parts) => AnyBody::new(PartsBody(parts)),
        AnswerContent::Text(text) => text.into(),
        AnswerContent::Stream(stream) => AnyBody::new(StreamBody::new(stream)),
    };
    let mut response = typed(answer.status, answer.content_type, body);
    let headers = response.headers_mut();
    match answer.cache {
        Cache::Unsaid => {}
        Cache::Never => drop(headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"))),
        Cache::Revalidate => drop(headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"))),
        Cache::Tag(tag) => keep_by(headers, &value(&tag)),
    }
    answer.location.map(|place| headers.insert(LOCATION, value(&place)));
    let attachment = answer.file_name.map(|name| format!("attachment; filename=\"{name}\""));
    attachment.and_then(|text| Some(headers.insert(CONTENT_DISPOSITION, HeaderValue::from_str(&text).ok()?)));
    response
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
}

/// Converts a refusal to a response without a body.
pub(crate) fn refused(refusal: Refusal) -> Response {
    let mut response = Response::new(AnyBody::empty());
    *response.status_mut() = refusal.status();
    if refusal.may_pass() {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response.extensions_mut().insert(Arc::new(refusal));
    response
}

/// If a response is a refusal, adds a body that describes the failure in the client's language. In this text, the
/// commands begin with `program`, the name of the program. Returns other responses unchanged.
pub(crate) fn render(mut response: Response, language: Language, program: &str) -> Response {
    let Some(refusal) = response.extensions_mut().remove::<Arc<Refusal>>() else { return response };
    *response.body_mut() = refusal.body(language, program).into();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Creates a response with the given status, content type and body.
pub(crate) fn typed(status: StatusCode, content_type: &'static str, body: impl Into<AnyBody>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// Sets the headers that allow a client to cache the response. Before each use, the client must ask the server whether
/// the tag of the response is still `tag`.
pub(crate) fn keep_by(headers: &mut HeaderMap, tag: &HeaderValue) {
    headers.insert(ETAG, tag.clone());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
}

/// Returns the entity tag of a content as a header.
pub(crate) fn tag(content: &[u8]) -> HeaderValue {
    value(&retrograde_api::tag([content]))
}

/// The body of an answer with a complete content.
struct PartsBody(Parts);

impl Body for PartsBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.next().map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.left())
    }
}

/// The body of a streamed answer. A separate task makes the later parts while the server sends the earlier parts.
struct StreamBody {
    coming: mpsc::Receiver<Parts>,
    now: Option<Parts>,
}

impl StreamBody {
    fn new(mut stream: Box<dyn Stream>) -> Self {
        let (sender, coming) = mpsc::channel(LINES);
        tokio::spawn(async move {
            while let Some(ahead) = stream.ahead() {
                let places = if ahead == Ahead::Several { 1 } else { LINES };
                // The reservation of places fails only if the client has left.
                let Ok(mut places) = sender.reserve_many(places).await else { return };
                let part = tokio::select! {
                    part = stream.next() => part,
                    // The receiver is gone, so the client has left.
                    () = sender.closed() => return,
                };
                let (Some(place), Some(part)) = (places.next(), part) else { return };
                place.send(part);
            }
        });
        Self { coming, now: None }
    }
}

impl Body for StreamBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        loop {
            if let Some(part) = self.now.as_mut().and_then(Parts::next) {
                return Poll::Ready(Some(Ok(Frame::data(part))));
            }
            self.now = None;
            match ready!(self.coming.poll_recv(cx)) {
                Some(parts) => self.now = Some(parts),
                None => return Poll::Ready(None),
            }
        }
    }
}
