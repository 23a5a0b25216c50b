//! Checks the sender of each request, which is a page or a program. The module also limits the time of the answer and
//! the size of the body, and adds the common headers to every answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, HOST, HeaderName, HeaderValue, IF_NONE_MATCH, ORIGIN};
use hyper::http::uri::Authority;
use hyper::{HeaderMap, Method, StatusCode};
use retrograde::rules::printable;
use retrograde_api::{Incoming, Later, Refusal, Unread};
use retrograde_service::failure::{Failure, Fault};
use tokio::time::timeout;

use crate::body::{refused, render};
use crate::language::Spoken;
use crate::messages::{Hint, Refused, Wrong};
use crate::protection::protected;
use crate::site::Site;

/// Accepts a request only if the request comes from the server's own page or from a program. The function also limits
/// the time of the answer.
pub(crate) async fn admit(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let (language, program) = (Spoken::of(request.headers()), site.settings.program);
    if let Err(refusal) = check(&request, site.settings.address.ip()) {
        return protected(render(refused(refusal), language, program), &site.policy);
    }
    let limit = site.settings.limits.answer;
    let asked = request.headers().get(IF_NONE_MATCH).cloned();
    let response = match timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => refused(too_slow(limit)),
    };
    revalidated(protected(render(response, language, program), &site.policy), asked.as_ref())
}

fn too_slow(limit: Duration) -> Refusal {
    let failure =
        Failure::new(Fault::Refused, "too-slow", Refused::TooSlow { seconds: limit.as_secs_f64().to_string() });
    failure.hint(Hint::NoLimit).into()
}

fn check(request: &Request, bound: IpAddr) -> Result<(), Refusal> {
    let headers = request.headers();
    if headers.get_all(HOST).iter().count() > 1 {
        // By RFC 9112, section 3.2, a request with several host headers is invalid, because it is unclear which host is
        // meant.
        return Err(Failure::usage(Wrong::TwoHosts).into());
    }
    let host = header(headers, &HOST);
    let hosts = host.into_iter().chain(request.uri().authority().map(Authority::as_str));
    let foreign = hosts.filter(|host| !is_ours(host, bound)).map(printable).next();
    if host.is_none() || foreign.is_some() {
        let message = match foreign {
            Some(host) => Wrong::ForeignHost { host },
            None => Wrong::NoHost,
        };
        let failure = Failure::new(Fault::Input, "foreign-host", message);
        return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, failure.hint(Hint::OurAddress)));
    }
    if is_foreign(request, host.unwrap_or_default()) {
        let failure = Failure::new(Fault::Input, "foreign-origin", Wrong::ForeignOrigin);
        return Err(Refusal::new(StatusCode::FORBIDDEN, failure));
    }
    Ok(())
}

/// Returns whether a host name stands for this machine. The name `localhost` and loopback addresses stand for this
/// machine. If the server listens to other machines, every address stands for this machine. No other name stands for
/// this machine, even if a DNS server resolves the name to this machine's address.
fn is_ours(host: &str, bound: IpAddr) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    let is_local = name.eq_ignore_ascii_case("localhost");
    let is_address = |ip: IpAddr| ip.is_loopback() || !bound.is_loopback();
    !host.contains('@') && (is_local || name.parse().is_ok_and(is_address))
}

/// Returns whether a page of another origin has sent the request. A user may visit the server's page by a link on
/// another page. A visit by a link does not count as a request of the other page.
fn is_foreign(request: &Request, host: &str) -> bool {
    let headers = request.headers();
    if headers.get_all(ORIGIN).iter().count() > 1 {
        return true;
    }
    if headers.contains_key(ORIGIN) {
        return header(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://")) != Some(host);
    }
    match header(headers, &SEC_FETCH_SITE) {
        None | Some("same-origin" | "none") => false,
        Some(_) => {
            let visits = header(headers, &SEC_FETCH_MODE) == Some("navigate");
            !visits || request.method() != Method::GET || request.uri().path().starts_with("/api")
        }
    }
}

static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
static SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

fn header<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Replaces the response by status 304 without a body if the client already has the answer.
fn revalidated(mut response: Response, asked: Option<&HeaderValue>) -> Response {
    let tag = response.headers().get(ETAG).and_then(|tag| tag.to_str().ok());
    let known = asked.and_then(|asked| asked.to_str().ok()).zip(tag).is_some_and(|(asked, tag)| {
        asked.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
    });
    if known && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(CONTENT_LENGTH);
    }
    response
}

/// The body of a request. A part of the body may not have arrived yet. A client must send the body within a time limit.
pub(crate) struct Arriving {
    pub(crate) request: Request,
    pub(crate) client_timeout: Duration,
}

impl Incoming for Arriving {
    fn is_json(&self) -> bool {
        header(self.request.headers(), &CONTENT_TYPE).is_some_and(|value| {
            value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
        })
    }

    fn length(&self) -> Option<u64> {
        header(self.request.headers(), &CONTENT_LENGTH).and_then(|length| length.parse().ok())
    }

    fn read(self: Box<Self>, most: usize) -> Later<Result<Bytes, Unread>> {
        let Self { request, client_timeout } = *self;
        Box::pin(async move {
            let body = timeout(client_timeout, Limited::new(request.into_body(), most).collect()).await;
            let body = body.map_err(|_| Unread::TooSlow(client_timeout))?.map_err(|error| unread(&*error))?;
            Ok(body.to_bytes())
        })
    }
}

fn unread(error: &(dyn std::error::Error + Send + Sync + 'static)) -> Unread {
    if error.is::<LengthLimitError>() { Unread::TooLong } else { Unread::Failed(error.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(uri: &str, headers: &[(&str, &str)]) -> Request {
        let builder = headers.iter().fold(Request::builder().uri(uri), |b, (name, value)| b.header(*name, *value));
        builder.body(Body::empty()).unwrap()
    }

    #[test]
    fn only_this_machine_is_asked_for() {
        let (here, everywhere) = ("127.0.0.1".parse().unwrap(), "0.0.0.0".parse().unwrap());
        for host in ["localhost", "LOCALHOST:7878", "127.0.0.1:7878", "127.1.2.3", "[::1]:7878", "[::1]"] {
            assert!(is_ours(host, here) && is_ours(host, everywhere), "{host}");
        }
        for host in ["192.168.1.7:80", "[fe80::1]"] {
            assert!(!is_ours(host, here) && is_ours(host, everywhere), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "x@localhost", "0x7f.1"]
        {
            assert!(!is_ours(host, here) && !is_ours(host, everywhere), "{host}");
        }
    }

    #[test]
    fn foreign_requests_are_refused() {
        let host = ("host", "localhost:1");
        let status = |uri: &str, headers: &[(&str, &str)]| {
            check(&asked(uri, headers), "127.0.0.1".parse().unwrap()).err().map(|r| r.status().as_u16())
        };
        assert_eq!(status("/", &[host]), None);
        assert_eq!(status("/", &[]), Some(421));
        assert_eq!(status("/", &[("host", "evil.example")]), Some(421));
        assert_eq!(status("/", &[host, ("host", "evil.example")]), Some(400));
        assert_eq!(status("/", &[host, host]), Some(400));
        let origin = ("origin", "http://localhost:1");
        assert_eq!(status("/api/v1/games", &[host, origin, ("origin", "http://evil.example")]), Some(403));
        assert_eq!(status("http://evil.example/", &[host]), Some(421));
        assert_eq!(status("/api/v1/games", &[host, ("origin", "http://localhost:1")]), None);
        for origin in ["http://localhost:2", "https://localhost:1", "null", "http://evil.example"] {
            assert_eq!(status("/api/v1/games", &[host, ("origin", origin)]), Some(403), "{origin}");
        }
        let visit = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!((status("/b", &visit), status("/api/v1/games", &visit)), (None, Some(403)));
        assert_eq!(status("/b", &[host, ("sec-fetch-site", "same-site"), ("sec-fetch-mode", "no-cors")]), Some(403));
        assert_eq!(status("/api/v1/games", &[host, ("sec-fetch-site", "same-origin")]), None);
    }
}
