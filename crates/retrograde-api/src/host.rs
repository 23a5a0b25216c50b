//! The interface between the API and its host. The host provides turns, threads and time. The server has queues and
//! threads. A host with one thread runs all work at once, and never waits.

use std::any::Any;
use std::pin::Pin;
use std::time::Duration;

use crate::subject::is_short;

/// A result that may come later.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The payload of a panic, which contains its message. `None` if the work has failed without a panic.
pub type Panic = Option<Box<dyn Any + Send>>;

/// How much work a question (a request to a table) needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The question reads a few positions of a table.
    Light,
    /// The question reads a whole table.
    Heavy,
}

impl Weight {
    /// Returns the weight of a question about one position. A question with a long token, such as that of a large
    /// graph, is heavy, because reading the token takes longer than looking up a value.
    pub(crate) const fn of(token: &str) -> Self {
        if is_short(token) { Self::Light } else { Self::Heavy }
    }
}

/// The queues in which work waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Queue {
    /// Questions that read a few positions.
    Light,
    /// Questions that read whole tables, and other long work.
    Heavy,
    /// The long request bodies and the streamed answers that exist at the same time.
    Bodies,
    /// The whole logs and the certificates that are made or sent at the same time.
    Wholes,
    /// Passes over whole tables.
    Counts,
    /// Clients that follow the progress of a job.
    Listeners,
    /// Solves for light questions.
    SmallSolves,
    /// Solves for heavy questions.
    HeavySolves,
    /// Solves that a client has started as a job.
    LargeSolves,
    /// Verifications of stored tables.
    Proofs,
}

/// The maximum number of boards that are solved for light questions at the same time.
pub const SMALL_SOLVES: usize = 2;

/// The right to work now. Dropping this value ends the turn.
pub struct Turn(#[expect(dead_code, reason = "the value is only dropped")] Box<dyn Any + Send + Sync>);

impl Turn {
    /// Creates a turn that ends when `held` is dropped.
    pub fn new(held: impl Any + Send + Sync) -> Self {
        Self(Box::new(held))
    }
}

/// The program that runs the API.
pub trait ApiHost: Send + Sync {
    /// Waits for a turn in a queue; `None` if the host is stopping.
    fn turn(&self, queue: Queue) -> Later<Option<Turn>>;

    /// Returns a turn if one is free now.
    fn free_turn(&self, queue: Queue) -> Option<Turn>;

    /// Starts work that needs processor time, and then waits for its end.
    ///
    /// # Errors
    /// The message of the panic if the work panics.
    fn work(&self, weight: Weight, work: Box<dyn FnOnce() + Send>) -> Later<Result<(), Panic>>;

    /// Starts a task that may continue after the end of the request that started it.
    fn begin(&self, task: Later<()>);

    /// Waits for some time.
    fn pause(&self, time: Duration) -> Later<()>;

    /// Receives the news that the state of a job has changed; `report` makes the job's report as JSON.
    fn job_changed(&self, _report: &dyn Fn() -> Vec<u8>) {}
}
