//! The settings of the API, and the limits of requests.

use std::sync::Arc;
use std::time::Duration;

use retrograde::author::Domain;
use retrograde_service::storage::Storage;

/// The settings of the API.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name of the program, for the commands that error messages suggest.
    pub program: &'static str,
    /// The number of threads of a solve; 0 means one for each core.
    pub threads: usize,
    /// The memory limit, in bytes, for all tables, running solves, logs, answers, request bodies and jobs together.
    pub memory: u64,
    /// The positions of a board that a table contains.
    pub domain: Domain,
    /// The table store; `None` if no tables are stored.
    pub storage: Option<Arc<dyn Storage>>,
    /// Whether all clients are on this machine. If clients may be on other machines, the API does not store or remove
    /// tables, and shows no folders.
    pub is_local: bool,
    /// The limits of single requests.
    pub limits: ApiLimits,
}

/// The limits of requests.
#[derive(Clone, Copy, Debug)]
pub struct ApiLimits {
    /// The maximum length of a request's body, in bytes.
    pub body: usize,
    /// The time limit of an answer. The host enforces this limit.
    pub answer: Duration,
    /// The maximum size, in bytes, of a table that the API makes automatically for a question.
    pub table: u64,
    /// The maximum number of positions in one request.
    pub positions: usize,
}
