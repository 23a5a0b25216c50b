//! The open connections of the server. The server has a limited number of places, and each connection occupies one
//! place. If all places are occupied and a new client connects, the connection that has waited longest without a
//! complete request must close.
//!
//! The server never closes a connection while it answers a request of this connection. Only the connection's own task
//! knows for certain whether a request is being answered. Another task therefore only asks the connection to close. A
//! connection that was asked to close reads the bytes that have arrived. If the bytes that have arrived are a complete
//! request, the server answers the request; otherwise the connection closes.

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

/// The time that a connection may take to read a request that has arrived. The server asks a connection to close only
/// after the connection has waited for the time `GRACE`.
const GRACE: Duration = Duration::from_millis(50);

/// The places of a server for connections, and the connections that occupy these places.
pub(crate) struct Connections {
    places: usize,
    table: Mutex<ConnectionTable>,
    /// The server sends this notification when a connection ends, when a connection that was asked to close answers a
    /// request instead, or when a connection begins to wait.
    changed: Notify,
}

#[derive(Default)]
struct ConnectionTable {
    taken: usize,
    last: u64,
    /// The connections that wait for a complete request and were not asked to close. The key numbers the connections in
    /// the order in which they began to wait.
    waiting: BTreeMap<u64, Waiting>,
}

struct Waiting {
    since: Instant,
    /// The connection waits for this notification: the server asks the connection to close.
    leave: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { places: places.max(1), table: Mutex::default(), changed: Notify::new() })
    }

    /// Waits for a free place, and returns a new connection that occupies this place. If no place is free, asks the
    /// connection that has waited longest for a complete request to close. Only one caller may wait at a time.
    pub(crate) async fn place(self: &Arc<Self>) -> Arc<Connection> {
        loop {
            if let Some(place) = self.free() {
                return place;
            }
            match self.ask_to_leave() {
                None => self.changed.notified().await,
                // Waits until the connection may be asked to close, or until `changed` is notified.
                Some(early) => timeout(early, self.changed.notified()).await.unwrap_or_default(),
            }
        }
    }

    /// Asks the connection that has waited longest to close. If the connection has not waited long enough, returns the
    /// time until the server may ask the connection.
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

    /// Waits until all connections have ended. Only one caller may wait at a time.
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
        // No code panics while it holds this lock.
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

/// A connection that occupies one of the server's places. Dropping this value frees the place.
pub(crate) struct Connection {
    all: Arc<Connections>,
    /// The connection waits for this notification: the server asks the connection to close.
    leave: Arc<Notify>,
    state: Mutex<State>,
}

/// The state of a connection. Only the connection's own task changes the state.
struct State {
    /// The key of this connection among the connections that wait for a complete request; `None` while a request of
    /// this connection is being answered.
    since: Option<u64>,
    /// Whether the last answer is complete but perhaps not fully sent.
    is_unsent: bool,
}

impl Connection {
    /// Records that a request is complete, or that the answer begins before the request is complete. From this call
    /// until the answer has been sent, the server does not ask the connection to close.
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

    /// Records that the server has passed the whole answer to the connection. The connection may still have to send the
    /// answer.
    pub(crate) fn end_answer(&self) {
        self.state().is_unsent = true;
    }

    /// Records that the connection has sent all its data.
    pub(crate) fn sent(&self) {
        let mut state = self.state();
        // If a new request has become complete meanwhile, `begin_answer` has cleared `is_unsent`.
        if std::mem::take(&mut state.is_unsent) && state.since.is_none() {
            state.since = Some(self.all.table().wait(&self.leave));
            self.all.changed.notify_one();
        }
    }

    /// Returns whether the server is answering a request of this connection.
    pub(crate) fn is_answered(&self) -> bool {
        self.state().since.is_none()
    }

    /// Waits until the connection must close. Before each poll of this future, the caller must read the bytes that have
    /// arrived.
    pub(crate) async fn is_to_leave(&self) {
        loop {
            self.leave.notified().await;
            // The notification may have been meant for an earlier wait of the connection, which is already over.
            if self.state().since.is_some_and(|since| !self.all.table().waiting.contains_key(&since)) {
                return;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds this lock.
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

/// The client at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    /// Whether the client is on this machine.
    pub(crate) is_here: bool,
}

impl Peer {
    /// Returns the client at the other end of a stream. A client with an unknown address counts as remote.
    pub(crate) fn of(stream: &TcpStream) -> Self {
        let ends = stream.peer_addr().and_then(|peer| Ok((peer.ip(), stream.local_addr()?.ip())));
        ends.map_or(Self { is_here: false }, |(peer, own)| Self::at(peer, own))
    }

    /// Returns the client with the address `peer`, which has connected to the server's address `own`.
    fn at(peer: IpAddr, own: IpAddr) -> Self {
        Self { is_here: peer == own || peer.to_canonical().is_loopback() }
    }
}

/// Wraps the service that answers the requests of a connection. The wrapper records when an answer begins and ends, and
/// adds the [`Peer`] to each request.
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
            // Some requests are answered before their bodies have arrived.
            connection.begin_answer();
            Ok(response.map(|body| Sent { body, _end: End(connection) }))
        }
    })
}

/// The body of a request. The wrapper records when the body is complete.
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

/// The body of an answer. When the connection has received the whole body, the connection drops the body. The drop
/// records the end of the answer.
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
