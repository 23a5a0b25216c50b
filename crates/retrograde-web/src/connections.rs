//! The open connections. If all places are taken, the connection that has waited longest without a complete request
//! makes room for a new one.
//!
//! A connection that is being answered is never closed. Only its own task knows this for certain. So a connection is
//! asked to leave, and leaves after it has read what has arrived, if that is not a complete request.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::service::{Service, service_fn};
use hyper::{Request, Response};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

/// The time to read a request that has arrived; no connection is asked to leave earlier.
const GRACE: Duration = Duration::from_millis(50);

/// The places of a server, and the connections that occupy them.
pub(crate) struct Connections {
    places: usize,
    table: Mutex<ConnectionTable>,
    /// Notified when a connection ends, ignores the request to close, or begins to wait.
    changed: Notify,
}

#[derive(Default)]
struct ConnectionTable {
    taken: usize,
    last: u64,
    /// The connections without a complete request that were not asked to leave, in the order in which they began to
    /// wait.
    waiting: BTreeMap<u64, Waiting>,
}

struct Waiting {
    since: Instant,
    /// Asks the connection to leave.
    leave: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { places: places.max(1), table: Mutex::default(), changed: Notify::new() })
    }

    /// A place for a new connection, as soon as one is free. Asks the connection that has waited longest to leave. One
    /// caller at a time.
    pub(crate) async fn place(self: &Arc<Self>) -> Arc<Connection> {
        loop {
            if let Some(place) = self.free() {
                return place;
            }
            match self.ask_to_leave() {
                None => self.changed.notified().await,
                // Waits until the connection may be asked to leave, or until a place is free.
                Some(early) => timeout(early, self.changed.notified()).await.unwrap_or_default(),
            }
        }
    }

    /// Asks the connection that has waited longest to leave. If that is too early, returns the remaining time.
    fn ask_to_leave(&self) -> Option<Duration> {
        let mut table = self.table();
        let first = table.waiting.first_entry()?;
        let early = GRACE.saturating_sub(first.get().since.elapsed());
        if early.is_zero() {
            first.remove().leave.notify_one();
            return None;
        }
        Some(early)
    }

    /// Waits until all connections have ended. One caller at a time.
    pub(crate) async fn empty(&self) {
        while self.table().taken > 0 {
            self.changed.notified().await;
        }
    }

    fn free(self: &Arc<Self>) -> Option<Arc<Connection>> {
        let mut table = self.table();
        if table.taken >= self.places {
            return None;
        }
        table.taken += 1;
        let leave = Arc::new(Notify::new());
        let state = Mutex::new(State { since: Some(table.wait(&leave)), is_unsent: false });
        Some(Arc::new(Connection { all: self.clone(), leave, state }))
    }

    fn table(&self) -> MutexGuard<'_, ConnectionTable> {
        // Nothing panics while it is locked.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionTable {
    fn wait(&mut self, leave: &Arc<Notify>) -> u64 {
        self.last += 1;
        self.waiting.insert(self.last, Waiting { since: Instant::now(), leave: leave.clone() });
        self.last
    }
}

/// A connection in its place; dropping it frees the place.
pub(crate) struct Connection {
    all: Arc<Connections>,
    /// Notified when it is asked to leave.
    leave: Arc<Notify>,
    state: Mutex<State>,
}

/// Only the connection's own task changes it.
struct State {
    /// Its number among the connections that wait for a complete request; `None` while a request is being answered.
    since: Option<u64>,
    /// Whether some of its last answer may be unsent.
    is_unsent: bool,
}

impl Connection {
    /// Marks that the request is complete, or that its answer begins earlier. From now on the connection is not closed.
    pub(crate) fn begin_answer(&self) {
        let since = {
            let mut state = self.state();
            state.is_unsent = false;
            state.since.take()
        };
        let Some(since) = since else { return };
        let was_asked_to_leave = self.all.table().waiting.remove(&since).is_none();
        if was_asked_to_leave {
            self.all.changed.notify_one();
        }
    }

    /// Marks that the connection has all of the answer, and has yet to send it.
    pub(crate) fn end_answer(&self) {
        self.state().is_unsent = true;
    }

    /// Marks that the connection has sent everything that it has.
    pub(crate) fn sent(&self) {
        let mut state = self.state();
        // A request that has begun meanwhile has cleared `is_unsent`.
        if std::mem::take(&mut state.is_unsent) && state.since.is_none() {
            state.since = Some(self.all.table().wait(&self.leave));
            self.all.changed.notify_one();
        }
    }

    /// Whether a request is being answered.
    pub(crate) fn is_answered(&self) -> bool {
        self.state().since.is_none()
    }

    /// Completes when the connection has to leave. Await it only after reading what has arrived.
    pub(crate) async fn is_to_leave(&self) {
        loop {
            self.leave.notified().await;
            // The notification may belong to an earlier wait, which has ended.
            if self.state().since.is_some_and(|since| !self.all.table().waiting.contains_key(&since)) {
                return;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let since = self.state().since;
        let mut table = self.all.table();
        table.taken -= 1;
        since.map(|since| table.waiting.remove(&since));
        drop(table);
        self.all.changed.notify_one();
    }
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    /// Whether it is on this machine.
    pub(crate) is_here: bool,
}

impl Peer {
    /// The peer of a stream; an unknown peer counts as remote.
    pub(crate) fn of(stream: &TcpStream) -> Self {
        let ends = stream.peer_addr().and_then(|peer| Ok((peer.ip(), stream.local_addr()?.ip())));
        ends.map_or(Self { is_here: false }, |(peer, own)| Self::at(peer, own))
    }

    /// The peer at an address, which connects to `own`.
    fn at(peer: IpAddr, own: IpAddr) -> Self {
        Self { is_here: peer == own || peer.to_canonical().is_loopback() }
    }
}

/// The service of a connection. It records when an answer begins and ends, and adds the [`Peer`] to requests.
pub(crate) fn noting<S>(
    service: S,
    connection: &Arc<Connection>,
    peer: Peer,
) -> impl Service<Request<Incoming>, Response = Response<Sent>, Error = Infallible, Future: Send>
where
    S: Service<Request<RequestBody>, Response = Response<axum::body::Body>, Error = Infallible, Future: Send>,
{
    let connection = connection.clone();
    service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let connection = connection.clone();
        if request.body().is_end_stream() {
            connection.begin_answer();
        }
        let asked = request.map(|body| RequestBody { body, connection: connection.clone() });
        let answered = service.call(asked);
        async move {
            let response = answered.await?;
            // Some requests are answered before their bodies arrive.
            connection.begin_answer();
            Ok(response.map(|body| Sent { body, _end: End(connection) }))
        }
    })
}

/// The body of a request; it records when the body is complete.
pub(crate) struct RequestBody {
    body: Incoming,
    connection: Arc<Connection>,
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() || self.body.is_end_stream() {
            self.connection.begin_answer();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer. When it is dropped, the connection has all of it.
pub(crate) struct Sent {
    body: axum::body::Body,
    _end: End,
}

struct End(Arc<Connection>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.end_answer();
    }
}

impl Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_here() {
        let is_here = |peer: &str, own: &str| Peer::at(peer.parse().unwrap(), own.parse().unwrap()).is_here;
        for (peer, own) in [
            ("127.0.0.1", "127.0.0.1"),
            ("127.0.0.2", "127.0.0.1"),
            ("::1", "::1"),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
            ("192.168.1.7", "192.168.1.7"),
        ] {
            assert!(is_here(peer, own), "{peer} at {own}");
        }
        for (peer, own) in
            [("192.168.1.8", "192.168.1.7"), ("fe80::1", "fe80::2"), ("::ffff:10.0.0.1", "::ffff:10.0.0.2")]
        {
            assert!(!is_here(peer, own), "{peer} at {own}");
        }
    }
}
