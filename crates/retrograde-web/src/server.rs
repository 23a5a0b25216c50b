//! Listening: bounds what a connection may take, and ends in good order.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use retrograde_desk::failure::{Failure, Fault};
use retrograde_desk::registry::Registry;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::connections::{Connection, Connections, Peer, noting};
use crate::messages::{Hint, Refused};
use crate::patience::Patient;
use crate::router::router;
use crate::settings::{Limits, Settings};

/// A server that listens, and answers once it runs.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

/// How a server came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Whoever was being answered got the answer.
    InOrder,
    /// Somebody was still being answered when the time was up.
    InHaste,
}

/// The time for answers under way when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// The pause after the system refused a connection, out of file descriptors for example.
const REFUSED: Duration = Duration::from_millis(50);

impl Server {
    /// Listens on the address of the settings; connections wait until [`run`](Self::run).
    ///
    /// # Errors
    /// `port-taken`, `address`: the address cannot be listened on; `server`: the system gives no threads.
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

    /// The address it listens on, with the real port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Listens, from now on, for Ctrl-C and for another program's polite request to end; done once one of them comes, or has come.
    ///
    /// # Errors
    /// The system lets nobody listen.
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

    /// Answers until `stop` is done, then lets go of everybody.
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
        // A question that is still thought about is not waited for.
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

/// Takes connections for ever.
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

/// Answers the requests of one connection.
async fn talk(
    stream: TcpStream,
    place: Arc<Connection>,
    router: axum::Router,
    limits: Limits,
    mut is_stopping: watch::Receiver<bool>,
) {
    // Answers are short: waiting to fill packets only delays them.
    let _ = stream.set_nodelay(true);
    let peer = Peer::of(&stream);
    let stream = Patient::new(stream, limits.patience, place.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.patience)
        .max_buf_size(limits.head)
        .half_close(true)
        .serve_connection(TokioIo::new(stream), noting(TowerToHyperService::new(router), &place, peer));
    tokio::pin!(connection);
    tokio::select! {
        biased;
        // A client that breaks off, or is too slow, is no event.
        _ = connection.as_mut() => {}
        () = place.is_to_leave() => {}
        () = stopped(&mut is_stopping) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

async fn stopped(is_stopping: &mut watch::Receiver<bool>) {
    // A server that is gone has stopped, too.
    let _ = is_stopping.wait_for(|is_stopping| *is_stopping).await;
}
