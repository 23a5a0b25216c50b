//! The paths of the server, and the handlers of their requests.

use std::future::ready;
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use hyper::body::Body;
use hyper::header::{ACCEPT, CONTENT_LENGTH};
use hyper::{Method, StatusCode};
use retrograde_service::failure::Failure;
use serde_json::Value;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::Predicate;

use crate::answers::Refusal;
use crate::app::App;
use crate::assets::{self, INDEX, NOT_FOUND_PAGE};
use crate::language::Spoken;
use crate::manual::API;
use crate::messages::{Hint, Wrong};
use crate::{convert, guard, looks, manual, questions, random, solving, stored, trace};

/// The path, below [`API`], of the document that describes all paths.
const DOCUMENT: &str = "/openapi.json";

/// Returns the questions (requests to the API) with their paths below [`API`].
fn questions() -> Vec<(&'static str, MethodRouter<Arc<App>>)> {
    let others = vec![
        ("/plan", get(solving::plan)),
        ("/look", get(looks::look).post(looks::look_all)),
        ("/edit", post(looks::edit)),
        ("/trace", get(trace::trace).post(trace::check)),
        ("/sea", get(trace::state_map)),
        ("/certificate", get(trace::certificate)),
        ("/random", get(random::random)),
        ("/convert", post(convert::convert)),
        ("/solve", post(solving::solve)),
        ("/jobs/{id}", get(solving::job).delete(solving::cancel)),
        ("/jobs/{id}/events", get(solving::job_events)),
        ("/stored", get(stored::list)),
        ("/stored/{name}", get(stored::one).delete(stored::remove)),
        ("/verify", post(stored::verify)),
        (DOCUMENT, get(manual::openapi)),
    ];
    [questions::routes(), others].concat()
}

/// The paths, beside `/`, at which a browser gets the page. The page reads from its path which tab it shows.
const PLACES: [&str; 4] = ["/b", "/learn", "/puzzles", "/tables"];

/// Returns the router with all paths of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let document: Value = serde_json::from_str(manual::OPENAPI).unwrap_or_default();
    let api = questions().into_iter().fold(Router::new(), |router, (path, question)| {
        // Every test that starts a server checks this condition. A unit test of the list of paths would have to compile
        // all handlers again.
        debug_assert!(path == DOCUMENT || document["paths"][path].is_object(), "{path} is not in openapi.json");
        router.route(&format!("{API}{path}"), naming(&methods(&document, path), question))
    });
    let places = PLACES.into_iter().fold(api, |router, place| router.route(place, naming(&reading(), get(index))));
    places
        .route("/", naming(&reading(), get(home)))
        .route("/page/{*path}", naming(&reading(), get(asset)))
        .route("/api", get(manual::read))
        .route(API, get(manual::read))
        .fallback(wrong_path)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(IsWorthPacking))
        .layer(from_fn_with_state(app.clone(), guard::admit))
        .with_state(app)
}

/// The sizes, in bytes, of the answers that the server compresses. For a smaller answer, compression would save too
/// little. A larger answer would take longer to compress than to send, because answers seldom leave the machine. The
/// size of a stream is unknown when it begins, so a stream is not compressed, and is not delayed.
const WORTH_PACKING: RangeInclusive<u64> = 1 << 10..=1 << 20;

#[derive(Clone, Copy)]
struct IsWorthPacking;

impl Predicate for IsWorthPacking {
    fn should_compress<B: Body>(&self, response: &hyper::Response<B>) -> bool {
        let length = response.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        length.or(response.body().size_hint().exact()).is_some_and(|bytes| WORTH_PACKING.contains(&bytes))
    }
}

/// Adds an answer for all methods that a path does not have; the answer names the methods that the path has.
fn naming(methods: &[String], path: MethodRouter<Arc<App>>) -> MethodRouter<Arc<App>> {
    let methods = methods.join(", ");
    path.fallback(move || {
        let failure = Failure::usage(Wrong::Method { methods: methods.clone() }).hint(Hint::Manual);
        ready(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, failure))
    })
}

/// Returns the methods of a path in the `OpenAPI` document. Tests compare these methods with those that the server
/// accepts.
fn methods(document: &Value, question: &str) -> Vec<String> {
    let documented = document["paths"][question].as_object();
    let methods = documented.map(|methods| methods.keys().map(|method| method.to_uppercase()).collect());
    methods.unwrap_or_else(reading)
}

/// Returns `GET`, the only method of a path that can only be read.
fn reading() -> Vec<String> {
    vec![Method::GET.to_string()]
}

/// Answers a request for an unknown path. Browsers get a page, and programs get the manual.
async fn wrong_path(app: State<Arc<App>>, headers: HeaderMap) -> Response {
    let page = if wants_page(&headers) { app.assets.response(NOT_FOUND_PAGE, &headers) } else { None };
    let Some(mut page) = page else { return manual::wrong_path() };
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

/// Returns whether a request comes from a browser that opens an address.
fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accepted| accepted.contains("text/html"))
}

async fn home(State(app): State<Arc<App>>, Spoken(language): Spoken, headers: HeaderMap) -> Response {
    match app.assets.response(assets::home(language), &headers) {
        Some(response) => response,
        None => index(State(app), headers).await,
    }
}

async fn index(app: State<Arc<App>>, headers: HeaderMap) -> Response {
    asset(Path(INDEX.to_owned()), app, headers).await
}

async fn asset(Path(path): Path<String>, State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    match app.assets.response(&path, &headers) {
        Some(response) => response,
        None => manual::wrong_path(),
    }
}
