//! What a wrong path is answered with: the manual.

use axum::response::Response;
use hyper::StatusCode;
use hyper::header::{CACHE_CONTROL, HeaderValue};

use crate::answers::{TEXT, typed};

const MANUAL: &str = include_str!("manual.txt");

pub(crate) async fn wrong_path() -> Response {
    manual(StatusCode::NOT_FOUND)
}

pub(crate) async fn read() -> Response {
    manual(StatusCode::OK)
}

fn manual(status: StatusCode) -> Response {
    let mut response = typed(status, TEXT, MANUAL);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
