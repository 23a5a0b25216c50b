//! The interface between the API and its host. The host provides turns, threads and time. The server has queues and
//! threads. A host with one thread runs all work immediately, and never waits.

use std::any::Any;
use std::pin::Pin;
use std::time::Duration;

use crate::subject::is_short;

/// A result that may come later.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The payload of a panic. The payload contains the message of the panic. The value is `None` if the work has failed
/// without a panic.
pub type Panic = Option<Box<dyn Any + Send>>;

/// The amount of work of a question (a request to a table).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The question reads a few positions of a table.
    Light,
    /// The question reads a whole table.
    Heavy,
}

impl Weight {
    /// Returns the weight of a question about one position. A question with a long token, such as the token of a large
    /// graph, is heavy, because reading the token takes longer than looking up a value.
    pub(crate) const fn of(token: &str) -> Self {
        if is_short(token) { Self::Light } else { Self::Heavy }
    }
}

/// The queues in which work waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Queue {
    /// The queue of questions that read a few positions.
    Light,
    /// The queue of questions that read whole tables, and of other long work.
    Heavy,
    /// The queue of long request bodies and streamed answers.
    Bodies,
    /// The queue of whole logs and certificates that the server makes or sends.
    Wholes,
    /// The queue of passes over whole tables.
    Counts,
    /// The queue of clients that follow the progress of a job.
    Listeners,
    /// The queue of solves for light questions.
    SmallSolves,
    /// The queue of solves for heavy questions.
    HeavySolves,
    /// The queue of solves that a client has started as a job.
    LargeSolves,
    /// The queue of verifications of stored tables.
    Proofs,
}

/// The maximum number of boards that are solved for light questions at the same time.
pub const SMALL_SOLVES: usize = 2;

/// A turn, which is the right to work now. Dropping the `Turn` ends the turn.
pub struct Turn(#[expect(dead_code, reason = "the value is only dropped")] Box<dyn Any + Send + Sync>);

impl Turn {
    /// Creates a turn that ends when `held` is dropped.
    pub fn new(held: impl Any + Send + Sync) -> Self {
        Self(Box::new(held))
    }
}

/// The program that runs the API.
pub trait ApiHost: Send + Sync {
    /// Waits for a turn in a queue. Returns `None` if the host is stopping.
    fn turn(&self, queue: Queue) -> Later<Option<Turn>>;

    /// Returns a turn if a turn is free now.
    fn free_turn(&self, queue: Queue) -> Option<Turn>;

    /// Starts work that needs processor time, and then waits for the end of the work.
    ///
    /// # Errors
    /// If the work panics, returns the payload of the panic.
    fn work(&self, weight: Weight, work: Box<dyn FnOnce() + Send>) -> Later<Result<(), Panic>>;

    /// Starts a task that may continue after the end of the request that started it.
    fn begin(&self, task: Later<()>);

    /// Waits for some time.
    fn pause(&self, time: Duration) -> Later<()>;

    /// The API calls this function when the state of a job has changed. The function `report` returns the job's report
    /// as JSON.
    fn job_changed(&self, _report: &dyn Fn() -> Vec<u8>) {}
}
