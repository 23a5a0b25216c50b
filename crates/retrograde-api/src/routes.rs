//! The paths of the API, and the handlers of their requests.

use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use retrograde::rules::message::Language;

use crate::answers::Answer;
use crate::app::App;
use crate::manual::{self, API, wrong_path};
use crate::request::ApiRequest;
use crate::route::{DOCUMENT, Route, asking, document, get, post, refuse_method};
use crate::{convert, looks, questions, random, solving, stored, trace};

/// Returns the routes of the API.
pub fn routes() -> Vec<Route> {
    let mut routes = questions::routes();
    routes.extend([
        get("/plan", asking!(solving::plan)),
        get("/look", asking!(looks::look)).post(asking!(looks::look_all)),
        post("/edit", asking!(looks::edit)),
        get("/trace", asking!(trace::trace)).post(asking!(trace::check)),
        get("/sea", asking!(trace::state_map)),
        get("/certificate", asking!(trace::certificate)),
        get("/random", asking!(random::random)),
        post("/convert", asking!(convert::convert)),
        post("/solve", asking!(solving::solve)),
        get("/jobs/{id}", asking!(solving::job)).delete(asking!(solving::cancel)),
        get("/jobs/{id}/events", asking!(solving::job_events)),
        get("/stored", asking!(stored::list)),
        get("/stored/{name}", asking!(stored::one)).delete(asking!(stored::remove)),
        post("/verify", asking!(stored::verify)),
        get(DOCUMENT, asking!(manual::openapi)),
    ]);
    // Every test that makes the routes checks this condition.
    debug_assert!(routes.iter().all(|route| route.path == DOCUMENT || document()["paths"][route.path].is_object()));
    routes
}

/// A whole request, for a host that has no router of its own.
pub struct Request {
    /// The method.
    pub method: Method,
    /// The path, percent-encoded, such as `/api/v1/probe`.
    pub path: String,
    /// The text after the question mark.
    pub query: String,
    /// The language of failures.
    pub language: Language,
    /// The body, which is empty if the request has none.
    pub body: Bytes,
}

/// Answers a request. A host without a router calls this function for all its requests.
pub async fn answer(app: &Arc<App>, request: Request) -> Answer {
    let Request { method, path, query, language, body } = request;
    if path == "/api" || path == API {
        return if method == Method::GET { Ok(manual::read()) } else { Err(refuse_method(&[Method::GET.to_string()])) };
    }
    let Some(path) = path.strip_prefix(API) else { return Ok(wrong_path()) };
    let found = routes().into_iter().find_map(|route| Some((decoded(route.fits(path)?), route)));
    let Some((name, route)) = found else { return Ok(wrong_path()) };
    let handler = route.handlers.iter().find(|(accepted, _)| *accepted == method);
    let (_, handler) = handler.ok_or_else(|| route.refusal())?;
    handler(ApiRequest::new(app.clone(), name, &query, language, true, Box::new(body))).await
}

/// Decodes a part of a path. In the form encoding of queries, a plus sign stands for a space. In a path, a plus sign
/// stands for itself.
fn decoded(part: &str) -> String {
    let plain = part.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(plain.as_bytes()).next().map(|(text, _)| text.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_fits_one_route() {
        let fitting = |path: &str| {
            routes().iter().filter_map(|route| Some((route.path, decoded(route.fits(path)?)))).collect::<Vec<_>>()
        };
        assert_eq!(fitting("/probe"), [("/probe", String::new())]);
        assert_eq!(fitting("/jobs/7"), [("/jobs/{id}", "7".to_owned())]);
        assert_eq!(fitting("/jobs/7/events"), [("/jobs/{id}/events", "7".to_owned())]);
        assert_eq!(fitting("/stored/a%2Fb+%26c%20%3D"), [("/stored/{name}", "a/b+&c =".to_owned())]);
        for path in ["", "/", "/probe/", "/jobs/", "/jobs//events", "/jobs/7/", "/jobs/7/events/8", "/Probe"] {
            assert_eq!(fitting(path), [], "{path}");
        }
    }
}
