//! The manual of the API. A request for an unknown path also gets the manual as its answer.

use http::StatusCode;

use crate::answers::{Answer, AnswerContent, Cache, JSON, Response, TEXT, tag, typed};
use crate::request::ApiRequest;

/// The start of every path of the API.
pub const API: &str = "/api/v1";

pub(crate) const MANUAL: &str = include_str!("manual.txt");
/// The `OpenAPI` description of the API. The description is generated from the reports, and tests compare it with the
/// answers.
pub(crate) const OPENAPI: &str = include_str!("openapi.json");

/// Returns the answer to a request for an unknown path.
pub fn wrong_path() -> Response {
    manual(StatusCode::NOT_FOUND)
}

/// Returns the manual.
pub fn read() -> Response {
    manual(StatusCode::OK)
}

pub(crate) async fn openapi(_: ApiRequest) -> Answer {
    let cache = Cache::Tag(tag([OPENAPI.as_bytes()]));
    Ok(Response { cache, ..typed(StatusCode::OK, JSON, AnswerContent::Text(OPENAPI)) })
}

fn manual(status: StatusCode) -> Response {
    Response { cache: Cache::Revalidate, ..typed(status, TEXT, AnswerContent::Text(MANUAL)) }
}
