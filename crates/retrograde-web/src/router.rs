//! The paths of the server, and the handlers of their requests.

use std::collections::BTreeMap;
use std::future::ready;
use std::ops::RangeInclusive;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, get};
use axum::{Extension, Router};
use hyper::body::Body;
use hyper::header::{ACCEPT, CONTENT_LENGTH};
use hyper::{Method, StatusCode};
use retrograde_api::{API, ApiRequest, Handler, Route, refuse_method, routes, wrong_path as wrong_path_of_api};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::Predicate;

use crate::assets::{self, INDEX, NOT_FOUND_PAGE};
use crate::body::{refused, respond};
use crate::connections::Peer;
use crate::guard::{self, Arriving};
use crate::language::Spoken;
use crate::site::Site;

/// The paths, besides `/`, at which a browser gets the page. The path determines the tab that the page shows.
const PLACES: [&str; 4] = ["/b", "/learn", "/puzzles", "/tables"];

/// Returns the router with all paths of the server.
pub(crate) fn router(site: Arc<Site>) -> Router {
    let api = routes().into_iter().fold(Router::new(), |router, route| {
        let path = format!("{API}{}", route.path);
        router.route(&path, asking(route))
    });
    // On a site of files, these paths are folders, so a link to them may end in a slash.
    let places = PLACES.into_iter().fold(api, |router, place| {
        router.route(place, reading(get(index))).route(&format!("{place}/"), reading(get(index)))
    });
    places
        .route("/", reading(get(home)))
        .route("/page/{*path}", reading(get(asset)))
        .route("/api", get(manual))
        .route(API, get(manual))
        .fallback(wrong_path)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(IsWorthPacking))
        .layer(from_fn_with_state(site.clone(), guard::admit))
        .with_state(site)
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

/// Returns the handlers of a path of the API, and a handler that refuses all other methods.
fn asking(route: Route) -> MethodRouter<Arc<Site>> {
    let path = route.handlers.iter().fold(MethodRouter::new(), |path, (method, handler)| {
        // The conversion never fails, because every method of the API has a filter.
        let Ok(filter) = MethodFilter::try_from(method.clone()) else { return path };
        let handler = *handler;
        path.on(filter, move |site, names, language, peer, request| ask(handler, site, names, language, peer, request))
    });
    path.fallback(move || ready(refused(route.refusal())))
}

/// Passes a request to a handler of the API.
async fn ask(
    handler: Handler,
    State(site): State<Arc<Site>>,
    Path(names): Path<BTreeMap<String, String>>,
    Spoken(language): Spoken,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    // A path of the API has at most one variable part.
    let name = names.into_values().next().unwrap_or_default();
    let body = Arriving { request, client_timeout: site.settings.limits.client_timeout };
    respond(handler(ApiRequest::new(site.app.clone(), name, &query, language, peer.is_here, Box::new(body))).await)
}

/// Adds a handler to a path that can only be read. The handler refuses all methods except `GET`.
fn reading(path: MethodRouter<Arc<Site>>) -> MethodRouter<Arc<Site>> {
    path.fallback(|| ready(refused(refuse_method(&[Method::GET.to_string()]))))
}

async fn manual() -> Response {
    respond(Ok(retrograde_api::manual()))
}

/// Answers a request for an unknown path. Browsers get a page, and programs get the manual.
async fn wrong_path(site: State<Arc<Site>>, headers: HeaderMap) -> Response {
    let page = if wants_page(&headers) { site.assets.response(NOT_FOUND_PAGE, &headers) } else { None };
    let Some(mut page) = page else { return respond(Ok(wrong_path_of_api())) };
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

/// Returns whether a browser has sent the request to open an address as a page.
fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accepted| accepted.contains("text/html"))
}

async fn home(State(site): State<Arc<Site>>, Spoken(language): Spoken, headers: HeaderMap) -> Response {
    match site.assets.response(assets::home(language), &headers) {
        Some(response) => response,
        None => index(State(site), headers).await,
    }
}

async fn index(site: State<Arc<Site>>, headers: HeaderMap) -> Response {
    asset(Path(INDEX.to_owned()), site, headers).await
}

async fn asset(Path(path): Path<String>, State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    match site.assets.response(&path, &headers) {
        Some(response) => response,
        None => respond(Ok(wrong_path_of_api())),
    }
}
