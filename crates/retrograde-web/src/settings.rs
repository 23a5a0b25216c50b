//! How to serve, and what a request may take.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::Domain;
use retrograde_desk::storage::Storage;

use crate::texts;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; port 0 takes a free one.
    pub address: SocketAddr,
    /// What the program is called in the commands that errors advise.
    pub program: &'static str,
    /// Serve the page from this folder instead of the files compiled in.
    pub page: Option<PathBuf>,
    /// Threads of a solve; 0: one for each core.
    pub threads: usize,
    /// The most bytes that tables, logs, answers, bodies of requests and jobs may take together, tables being solved included. Logs go before
    /// tables.
    pub memory: u64,
    /// Which positions a table holds.
    pub domain: Domain,
    /// Where tables are looked for before anything is solved, and stored. Other programs may store and remove tables meanwhile.
    pub storage: Option<Arc<dyn Storage>>,
    /// The origins whose pages may show the page in a frame, such as `https://example.org`; see [`is_origin`](crate::is_origin).
    pub embed: Vec<String>,
    /// Everything else that is bounded.
    pub limits: Limits,
}

/// What a request may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time. For one more, the one closes that has waited longest without a whole request; while all are being answered, it waits.
    pub connections: usize,
    /// The longest head of a request, in bytes: a 300x300 board fits a query.
    pub head: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The time for a client to send a head or a body, or to take some of the answer; and, for one that sends nothing any more, to be given
    /// some.
    pub patience: Duration,
    /// The time for an answer.
    pub answer: Duration,
    /// The largest table, in bytes, that a question may solve by the way; larger ones are solved on demand.
    pub table: u64,
    /// The most positions in one request.
    pub positions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            head: 128 << 10,
            body: 8 << 20,
            patience: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            table: 64 << 20,
            positions: texts::MOST,
        }
    }
}
