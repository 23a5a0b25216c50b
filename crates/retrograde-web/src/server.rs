//! The server listens for connections, limits the time and memory of a connection, and shuts down in an orderly way.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::registry::Registry;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::connections::{Connection, Connections, Peer, noting};
use crate::messages::{Hint, Refused};
use crate::router::router;
use crate::settings::{RequestLimits, ServerSettings};
use crate::site::Site;
use crate::write_timeout::TimedStream;

/// A server that listens on its address, and answers requests while [`run`](Self::run) runs.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    site: Arc<Site>,
}

/// The way in which a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The server completed all answers that were in progress.
    InOrder,
    /// The server stopped while an answer was still in progress, because the time for answers in progress was over.
    InHaste,
}

/// The time that the server waits for answers in progress before it stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// The pause after the system has refused a connection, for example because no file descriptor was free.
const REFUSED: Duration = Duration::from_millis(50);

impl Server {
    /// Starts to listen on the address of the settings. Clients can connect, but get no answer before
    /// [`run`](Self::run) is called.
    ///
    /// # Errors
    /// The code of the failure is `port-taken` or `address` if the server cannot listen on the address, and `server` if
    /// the system provides no threads.
    pub fn bind(registry: Arc<Registry>, settings: ServerSettings) -> Result<Self, Failure> {
        let failed =
            |error: io::Error| Failure::new(Fault::Refused, "server", Refused::NoStart { error: (&error).into() });
        let runtime = Builder::new_multi_thread().enable_all().build().map_err(failed)?;
        let asked = settings.address;
        let listener = runtime.block_on(TcpListener::bind(asked)).map_err(|error| refused(asked, &error))?;
        let address = listener.local_addr().map_err(failed)?;
        let site = Arc::new(Site::new(registry, settings));
        Ok(Self { runtime, listener, address, site })
    }

    /// Returns the address on which the server listens. If the settings have port 0, the address has the port that the
    /// system has chosen.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts to listen for the signals by which a user (Ctrl-C) or another program asks the server to end. The
    /// returned future completes when one of these signals has arrived.
    ///
    /// # Errors
    /// Returns an error if the system does not allow the program to listen for signals.
    pub fn interrupted(&self) -> io::Result<impl Future<Output = ()> + use<>> {
        let _inside = self.runtime.enter();
        #[cfg(unix)]
        let [mut interrupt, mut terminate] = {
            use tokio::signal::unix::{SignalKind, signal};
            [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]
        };
        #[cfg(windows)]
        let (mut interrupt, mut terminate) = {
            use tokio::signal::windows::{ctrl_c, ctrl_close};
            (ctrl_c()?, ctrl_close()?)
        };
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }

    /// Answers requests until the future `stop` completes, and then closes all connections.
    pub fn run(self, stop: impl Future<Output = ()>) -> Stopped {
        let Self { runtime, listener, site, .. } = self;
        let limits = site.settings.limits;
        let stopped = runtime.block_on(async {
            let (stopping, is_stopping) = watch::channel(false);
            let connections = Connections::new(limits.connections);
            tokio::select! {
                () = accept(&listener, &site, &connections, &is_stopping) => {}
                () = stop => {}
            }
            drop(listener);
            site.app.cancel_jobs();
            stopping.send_replace(true);
            match timeout(FAREWELL, connections.empty()).await {
                Ok(()) => Stopped::InOrder,
                Err(_) => Stopped::InHaste,
            }
        });
        // `shutdown_background` does not wait for work that is still running.
        runtime.shutdown_background();
        stopped
    }
}

fn refused(address: SocketAddr, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::AddrInUse {
        let message = Refused::PortTaken { port: address.port() };
        return Failure::new(Fault::Refused, "port-taken", message).hint(Hint::FreePort);
    }
    Failure::new(Fault::Refused, "address", Refused::NoListening { address: address.to_string(), error: error.into() })
        .hint(Hint::Address)
}

/// Accepts connections, and never returns.
async fn accept(
    listener: &TcpListener,
    site: &Arc<Site>,
    connections: &Arc<Connections>,
    is_stopping: &watch::Receiver<bool>,
) {
    let router = router(site.clone());
    let limits = site.settings.limits;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(REFUSED).await;
            continue;
        };
        let place = connections.place().await;
        tokio::spawn(talk(stream, place, router.clone(), limits, is_stopping.clone()));
    }
}

/// Answers the requests of one connection until the connection closes.
async fn talk(
    stream: TcpStream,
    place: Arc<Connection>,
    router: axum::Router,
    limits: RequestLimits,
    mut is_stopping: watch::Receiver<bool>,
) {
    // Answers are short. Waiting until a packet is full would only delay them.
    let _ = stream.set_nodelay(true);
    let peer = Peer::of(&stream);
    let stream = TimedStream::new(stream, limits.client_timeout, place.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.client_timeout)
        .max_buf_size(limits.head)
        .half_close(true)
        .serve_connection(TokioIo::new(stream), noting(TowerToHyperService::new(router), &place, peer));
    tokio::pin!(connection);
    tokio::select! {
        biased;
        // The connection has ended. If the reason is a client that has disconnected or is too slow, nothing remains to
        // be done.
        _ = connection.as_mut() => {}
        () = place.is_to_leave() => {}
        () = stopped(&mut is_stopping) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

async fn stopped(is_stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender of the message is gone, so the server has stopped.
    let _ = is_stopping.wait_for(|is_stopping| *is_stopping).await;
}
