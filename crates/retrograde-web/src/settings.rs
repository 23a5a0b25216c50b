//! The settings of the server, and the limits of requests.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrograde::author::Domain;
use retrograde_service::storage::Storage;

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address on which the server listens. With port 0, the system chooses a free port.
    pub address: SocketAddr,
    /// The name of the program, for the commands that error messages suggest.
    pub program: &'static str,
    /// The folder from which the server reads the page; `None` for the files that are compiled in.
    pub page: Option<PathBuf>,
    /// The number of threads of a solve; 0 means one for each core.
    pub threads: usize,
    /// The memory limit, in bytes, for all tables, running solves, logs, answers, request bodies and jobs together. If
    /// the memory is too small, the server drops logs before it drops tables.
    pub memory: u64,
    /// The positions of a board that a table contains.
    pub domain: Domain,
    /// The table store; `None` if the server stores no tables. Before the server solves a board, it looks for a table
    /// in the table store. Other programs may add tables to the table store, and remove tables, at the same time.
    pub storage: Option<Arc<dyn Storage>>,
    /// The origins whose pages may show the server's page in a frame, such as `https://example.org` (see
    /// [`is_origin`](crate::is_origin)).
    pub embed: Vec<String>,
    /// The limits of single requests.
    pub limits: RequestLimits,
}

impl ServerSettings {
    /// Returns the settings of the API.
    pub(crate) fn of_api(&self) -> retrograde_api::Settings {
        let RequestLimits { body, answer, table, positions, .. } = self.limits;
        retrograde_api::Settings {
            program: self.program,
            threads: self.threads,
            memory: self.memory,
            domain: self.domain,
            storage: self.storage.clone(),
            is_local: self.address.ip().is_loopback(),
            limits: retrograde_api::ApiLimits { body, answer, table, positions },
        }
    }
}

/// The limits of requests.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The maximum number of connections at the same time. If one more client connects, the server closes the
    /// connection that has waited longest without a complete request. If the server is answering requests of all
    /// connections, the new client waits.
    pub connections: usize,
    /// The maximum length of a request's head, in bytes. A request with a 300x300 board in its query fits this limit.
    pub head: usize,
    /// The maximum length of a request's body, in bytes.
    pub body: usize,
    /// The time in which a client must send the head of a request, send the body, or accept the next data of the
    /// answer. If a client has stopped sending, and the server sends no data to the client for this time, the
    /// connection closes.
    pub client_timeout: Duration,
    /// The time within which the server must have found an answer.
    pub answer: Duration,
    /// The maximum size, in bytes, of a table that the server makes automatically for a question. The server makes a
    /// larger table only if a client starts a job.
    pub table: u64,
    /// The maximum number of positions in one request.
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
            positions: retrograde_api::MOST_POSITIONS,
        }
    }
}
