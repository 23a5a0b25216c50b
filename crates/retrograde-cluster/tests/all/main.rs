//! Tests of clusters whose processes are threads of one program. Each thread has its own sockets.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

mod joining;
mod proxy;
mod transport;
mod trouble;

use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use retrograde_cluster::{Cluster, HostList, Identity, JoinError, Joining, Key};

/// Opens listeners for `processes` processes, at ports that the system chooses.
fn listeners(processes: usize, address: &str) -> Vec<TcpListener> {
    (0..processes).map(|_| TcpListener::bind(address).unwrap()).collect()
}

fn identity() -> Identity {
    let text = str::to_owned;
    Identity { job: text("job"), build: text("0.1.0"), game: text("race:3x3"), rules: text("0a1b") }
}

/// Returns the settings of a join. The time limits are short enough for tests and long enough for a busy machine.
fn joining(listener: TcpListener) -> Joining {
    Joining { silence: Duration::from_secs(30), listener: Some(listener), ..Joining::default() }
}

/// Runs `run` in each process of a cluster, and returns the results.
fn on_each<T: Send>(processes: usize, workers: usize, address: &str, run: impl Fn(Cluster) -> T + Sync) -> Vec<T> {
    let listeners = listeners(processes, address);
    let hosts = HostList::listening(&listeners, workers, 1 << 20).unwrap();
    let join =
        |process, listener| Cluster::join(&hosts, process, &identity(), &Key::none(), joining(listener)).unwrap();
    thread::scope(|scope| {
        let join = &join;
        let run = &run;
        let threads: Vec<_> = (listeners.into_iter().enumerate())
            .map(|(process, listener)| scope.spawn(move || run(join(process, listener))))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Runs the calls in parallel, and returns the message of each call. A message is `joined` or an error.
fn joined(calls: Vec<Box<dyn FnOnce() -> Result<Cluster, JoinError> + Send>>) -> Vec<String> {
    let start = std::time::Instant::now();
    let threads: Vec<_> = calls.into_iter().map(thread::spawn).collect();
    let said = threads
        .into_iter()
        .map(|thread| thread.join().unwrap().map_or_else(|error| error.to_string(), |_| "joined".to_owned()))
        .collect();
    assert!(start.elapsed() < Duration::from_secs(15), "{:?} for {said:?}", start.elapsed());
    said
}
