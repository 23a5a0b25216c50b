//! The server: it listens, limits what a connection may use, and shuts down in an orderly way.

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

use crate::app::App;
use crate::connections::{Connection, Connections, Peer, noting};
use crate::messages::{Hint, Refused};
use crate::router::router;
use crate::settings::{RequestLimits, Settings};
use crate::write_timeout::TimedStream;

/// A server that listens to its address. The server answers requests when [`run`](Self::run) is called.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

/// How a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// All answers that were in progress were completed.
    InOrder,
    /// The time was over while an answer was still in progress.
    InHaste,
}

/// How long the server waits for answers in progress before it stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// The pause after the system has refused a connection, for example because no file descriptor was free.
const REFUSED: Duration = Duration::from_millis(50);

impl Server {
    /// Listens on the address of the settings. Connections wait until [`run`](Self::run) is called.
    ///
    /// # Errors
    /// `port-taken`, `address`: the server cannot listen on the address. `server`: the system allows no threads.
    pub fn bind(registry: Arc<Registry>, settings: Settings) -> Result<Self, Failure> {
        let failed =
            |error: io::Error| Failure::new(Fault::Refused, "server", Refused::NoStart { error: (&error).into() });
        let runtime = Builder::new_multi_thread().enable_all().build().map_err(failed)?;
        let asked = settings.address;
        let listener = runtime.block_on(TcpListener::bind(asked)).map_err(|error| refused(asked, &error))?;
        let address = listener.local_addr().map_err(failed)?;
        let app = Arc::new(App::new(registry, settings));
        Ok(Self { runtime, listener, address, app })
    }

    /// Returns the address on which the server listens, with the real port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts to listen for Ctrl-C and for another program's request to end. The future completes when one of the two
    /// has arrived.
    ///
    /// # Errors
    /// The system does not allow the program to listen for signals.
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

    /// Answers requests until `stop` completes. Then closes all connections.
    pub fn run(self, stop: impl Future<Output = ()>) -> Stopped {
        let Self { runtime, listener, app, .. } = self;
        let limits = app.settings.limits;
        let stopped = runtime.block_on(async {
            let (stopping, is_stopping) = watch::channel(false);
            let connections = Connections::new(limits.connections);
            tokio::select! {
                () = accept(&listener, &app, &connections, &is_stopping) => {}
                () = stop => {}
            }
            drop(listener);
            app.jobs.cancel_all();
            stopping.send_replace(true);
            match timeout(FAREWELL, connections.empty()).await {
                Ok(()) => Stopped::InOrder,
                Err(_) => Stopped::InHaste,
            }
        });
        // This call does not wait for work that is still running.
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

/// Accepts connections without end.
async fn accept(
    listener: &TcpListener,
    app: &Arc<App>,
    connections: &Arc<Connections>,
    is_stopping: &watch::Receiver<bool>,
) {
    let router = router(app.clone());
    let limits = app.settings.limits;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(REFUSED).await;
            continue;
        };
        let place = connections.place().await;
        tokio::spawn(talk(stream, place, router.clone(), limits, is_stopping.clone()));
    }
}

/// Answers the requests of one connection until it closes.
async fn talk(
    stream: TcpStream,
    place: Arc<Connection>,
    router: axum::Router,
    limits: RequestLimits,
    mut is_stopping: watch::Receiver<bool>,
) {
    // Answers are short, so waiting until a packet is full would only delay them.
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
        // If a client disconnects or is too slow, there is nothing else to do.
        _ = connection.as_mut() => {}
        () = place.is_to_leave() => {}
        () = stopped(&mut is_stopping) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

async fn stopped(is_stopping: &mut watch::Receiver<bool>) {
    // An error here means that the server no longer exists, so it has stopped.
    let _ = is_stopping.wait_for(|is_stopping| *is_stopping).await;
}
