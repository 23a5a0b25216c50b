//! The transport between several processes that solve one game together; see
//! [`Options::transport`](crate::Options::transport).
//!
//! The library has no network code. In each process, the caller passes a [`Transport`]. All processes solve the same
//! game. The slots are partitioned among the workers of all processes, in the same way as among the threads of one
//! process. The transport carries only messages and votes. A vote consists of the numbers that a process contributes at
//! a barrier.
//!
//! ```text
//! send        sends bytes to a worker of another process, without waiting
//! all_gather  a barrier for all processes: returns the votes of all; all messages sent before have arrived
//! collect     returns the messages that have arrived
//! ask         sends a request for values to another process, which answers while it continues to work
//! ```

use std::sync::Arc;

use crate::rules::message::Message;

/// The transport that connects this process with the other processes that solve the same game.
pub trait Transport: Send + Sync {
    /// Returns the index of this process. The first process has index 0.
    fn process(&self) -> usize;

    /// Returns all processes, in the same order in every process.
    fn members(&self) -> &[Member];

    /// Sends bytes to a worker of another process, without waiting. The argument `messages` is the number of messages
    /// in the bytes. This number is used only for statistics. Bytes from one process to one worker arrive in the order
    /// in which they were sent.
    fn send(&self, to: Address, batch: Vec<u8>, messages: u64);

    /// This method is a barrier and an all-gather. The method waits until every process has made the same number of
    /// calls. The method then returns the votes of all processes, in the order of [`members`](Self::members). After the
    /// call, `collect` returns everything that the other processes sent before they called this method. Only one thread
    /// of a process at a time may call this method.
    ///
    /// # Errors
    /// Returns an error with the reason if another process is lost or has failed.
    fn all_gather(&self, vote: RawVote) -> Result<Vec<RawVote>, Message>;

    /// Removes and returns the messages that have arrived for a worker of this process. Some of these messages may have
    /// been sent after the last barrier.
    fn collect(&self, worker: usize) -> Vec<ReceivedBytes>;

    /// Sends a question to another process, and waits for the answer. A question is a request for values in the
    /// solver's format. The function that [`answer_with`](Self::answer_with) has set in that process computes the
    /// answer. Any thread may call this method.
    ///
    /// # Errors
    /// Returns an error with the reason if the other process is lost or has failed.
    fn ask(&self, process: usize, question: Vec<u8>) -> Result<Vec<u8>, Message>;

    /// Sends several questions, if possible at the same time, and waits for all answers. The answers are in the order
    /// of the questions. Any thread may call this method.
    ///
    /// # Errors
    /// Returns the errors of [`ask`](Self::ask).
    fn ask_all(&self, questions: Vec<(usize, Vec<u8>)>) -> Result<Vec<Vec<u8>>, Message> {
        questions.into_iter().map(|(process, question)| self.ask(process, question)).collect()
    }

    /// Sets the function that answers the questions of the other processes from now on. Questions that arrived earlier
    /// wait until this function is set.
    fn answer_with(&self, answers: Arc<Answers>);

    /// Removes the function that answers questions. Questions that arrive later wait until a new function is set.
    fn stop_answering(&self);
}

/// A function that answers questions of other processes.
pub type Answers = dyn Fn(&[u8]) -> Vec<u8> + Send + Sync;

/// The numbers that a process contributes at a barrier. The solver defines the use of these numbers.
pub type RawVote = [u64; 4];

/// The bytes of one received batch of messages.
pub type ReceivedBytes = Box<dyn AsRef<[u8]> + Send>;

/// A process that takes part in a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of worker threads of the process, at least 1.
    pub workers: usize,
    /// The weight of the process, at least 1. Usually the weight is the memory of the process in bytes. The slots are
    /// divided in proportion to the weights.
    pub weight: u64,
}

/// The address of a worker in one of the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The process of the worker.
    pub process: usize,
    /// The index of the worker within its process.
    pub worker: usize,
}
