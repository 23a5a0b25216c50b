//! The settings of the server, and the limits of requests.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::Domain;
use retrograde_service::storage::Storage;

use crate::texts;

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// The name of the program in the commands that errors advise.
    pub program: &'static str,
    /// Serve the page from this folder instead of the files compiled in.
    pub page: Option<PathBuf>,
    /// Threads of a solve; 0: one for each core.
    pub threads: usize,
    /// The most memory that tables, running solves, logs, answers, request bodies and jobs may take together, in bytes.
    /// Logs are dropped before tables.
    pub memory: u64,
    /// Which positions a table holds.
    pub domain: Domain,
    /// Where the server looks for tables before it solves a board, and where it stores tables. Other programs may store
    /// and remove tables meanwhile.
    pub storage: Option<Arc<dyn Storage>>,
    /// The origins whose pages may show the page in a frame, such as `https://example.org`; see [`is_origin`](crate::is_origin).
    pub embed: Vec<String>,
    /// All other limits.
    pub limits: RequestLimits,
}

/// The limits of requests.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The most connections at a time. If there is one more, the connection that has waited longest without a complete
    /// request closes. If all connections are being answered, the new one waits.
    pub connections: usize,
    /// The longest head of a request, in bytes; a query with a 300x300 board fits.
    pub head: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The time for a client to send a head or a body, or to accept some of the answer. A client that has stopped
    /// sending must get some data within this time.
    pub client_timeout: Duration,
    /// The time for an answer.
    pub answer: Duration,
    /// The largest table, in bytes, that a question may solve automatically; larger ones are solved on request.
    pub table: u64,
    /// The most positions in one request.
    pub positions: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            connections: 512,
            head: 128 << 10,
            body: 8 << 20,
            client_timeout: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            table: 64 << 20,
            positions: texts::MOST,
        }
    }
}
