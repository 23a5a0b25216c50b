//! The manual of the API; a request for an unknown path also gets the manual as its answer.

use axum::response::Response;
use hyper::StatusCode;
use hyper::header::{CACHE_CONTROL, HeaderValue};

use crate::answers::{JSON, TEXT, keep_by, tag, typed};

/// The start of every path of the API.
pub(crate) const API: &str = "/api/v1";

pub(crate) const MANUAL: &str = include_str!("manual.txt");
/// The `OpenAPI` description of the API. The description is generated from the reports, and tests compare it with the
/// server's answers.
pub(crate) const OPENAPI: &str = include_str!("openapi.json");

pub(crate) fn wrong_path() -> Response {
    manual(StatusCode::NOT_FOUND)
}

pub(crate) async fn read() -> Response {
    manual(StatusCode::OK)
}

pub(crate) async fn openapi() -> Response {
    let mut response = typed(StatusCode::OK, JSON, OPENAPI);
    keep_by(response.headers_mut(), &tag([OPENAPI.as_bytes()]));
    response
}

fn manual(status: StatusCode) -> Response {
    let mut response = typed(status, TEXT, MANUAL);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
