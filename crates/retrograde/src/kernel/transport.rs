//! The transport between several processes that solve one game together: see
//! [`Options::transport`](crate::Options::transport).
//!
//! The library has no network code. In each process the caller passes a [`Transport`], and all processes solve the same
//! game. The slots are partitioned among the workers of all processes, as among the threads of one process. Only
//! messages and votes travel in a different way.
//!
//! ```text
//! post      sends bytes to a worker of another process, without waiting
//! meet      a barrier for all processes; when it opens, each process has the votes of all, and every message sent to it before
//! collect   takes the messages that have arrived
//! ask       sends a question to another process, which answers it while it works, as a server does
//! ```

use std::sync::Arc;

use crate::rules::message::Message;

/// The transport that connects this process with the others that solve the same game.
pub trait Transport: Send + Sync {
    /// The number of this process, from 0.
    fn process(&self) -> usize;

    /// All processes, in the same order in every process.
    fn members(&self) -> &[Member];

    /// Sends bytes to a worker of another process, without waiting. `messages` is the number of messages in the bytes,
    /// for statistics. Bytes from one process to one worker arrive in the order in which they were sent.
    fn send(&self, to: Address, batch: Vec<u8>, messages: u64);

    /// A barrier and all-gather. Waits until every process has made the same number of calls, then returns the votes of
    /// all processes, in the members' order. Afterwards, `collect` returns everything that the other processes sent
    /// before their call. Only one thread at a time may call it.
    ///
    /// # Errors
    /// Another process is lost or has failed.
    fn all_gather(&self, vote: RawVote) -> Result<Vec<RawVote>, Message>;

    /// Takes the messages that have arrived for a worker of this process. They may include messages sent since the last
    /// barrier.
    fn collect(&self, worker: usize) -> Vec<ReceivedBytes>;

    /// Sends a question to another process, where the function of [`answer_with`](Self::answer_with) answers it, and
    /// waits for the answer. Any thread may call it.
    ///
    /// # Errors
    /// The other process is lost or has failed.
    fn ask(&self, process: usize, question: Vec<u8>) -> Result<Vec<u8>, Message>;

    /// Sends several questions, if possible at the same time, and waits for all answers. The answers are in the order
    /// of the questions. Any thread may call it.
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    fn ask_all(&self, questions: Vec<(usize, Vec<u8>)>) -> Result<Vec<Vec<u8>>, Message> {
        questions.into_iter().map(|(process, question)| self.ask(process, question)).collect()
    }

    /// Sets the function that answers the questions of the other processes from now on. Questions that arrived earlier
    /// wait for it.
    fn answer_with(&self, answers: Arc<Answers>);

    /// Removes this function. Later questions wait for the next one.
    fn stop_answering(&self);
}

/// The function that answers questions of other processes.
pub type Answers = dyn Fn(&[u8]) -> Vec<u8> + Send + Sync;

/// The vote of a process at a barrier. The solver defines its meaning.
pub type RawVote = [u64; 4];

/// Received bytes.
pub type ReceivedBytes = Box<dyn AsRef<[u8]> + Send>;

/// A process that takes part in a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of its threads, at least 1.
    pub workers: usize,
    /// Its share of the slots in proportion to the others, usually its memory; at least 1.
    pub weight: u64,
}

/// A worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The process of the worker.
    pub process: usize,
    /// The number of the worker within its process.
    pub worker: usize,
}
