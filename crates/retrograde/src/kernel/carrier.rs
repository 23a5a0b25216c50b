//! Several processes that solve one game together, and what carries their mail: see [`Options::carrier`](crate::Options::carrier).
//!
//! The library knows no network: in each process the caller lends it a [`Carrier`], and all of them solve the same game. Its
//! slots are dealt to the workers of all processes, as to the threads of one; only mail and votes travel differently.
//!
//! ```text
//! post      bytes for a worker of another process; they are on their way at once
//! meet      all processes meet, again and again; when they part, each has the votes of all, and what was posted to it before
//! collect   takes what has arrived
//! ask       a question to another process that is answered beside its work, as by a server
//! ```

use std::sync::Arc;

use crate::rules::message::Message;

/// Connects a process with the others that solve the same game.
pub trait Carrier: Send + Sync {
    /// Which of the processes this is, from 0.
    fn process(&self) -> usize;

    /// All processes, in the same order everywhere.
    fn members(&self) -> &[Member];

    /// Sends bytes to a worker of another process, and does not wait; they hold so many messages, for whoever counts them. What one process sends to
    /// one worker arrives in order.
    fn post(&self, to: Address, mail: Vec<u8>, messages: u64);

    /// A barrier and all-gather: waits for every process's call of the same number, and returns the votes of all, in the members' order. All
    /// that others had posted before can then be collected. Called by one thread at a time.
    ///
    /// # Errors
    /// Another process is lost, or has given up.
    fn meet(&self, vote: Ballot) -> Result<Vec<Ballot>, Message>;

    /// Takes what has arrived for a worker of this process, maybe with mail that was posted since the last meeting.
    fn collect(&self, worker: usize) -> Vec<Parcel>;

    /// Asks another process, by whatever [answers](Self::answer_with) it has there, and waits for its answer. From any thread.
    ///
    /// # Errors
    /// The other process is lost, or has given up.
    fn ask(&self, process: usize, question: Vec<u8>) -> Result<Vec<u8>, Message>;

    /// Asks several of them at a time, if it can, and waits for all answers, which come in the order of the questions. From any thread.
    ///
    /// # Errors
    /// Those of [`ask`](Self::ask).
    fn ask_all(&self, questions: Vec<(usize, Vec<u8>)>) -> Result<Vec<Vec<u8>>, Message> {
        questions.into_iter().map(|(process, question)| self.ask(process, question)).collect()
    }

    /// What answers the questions of the other processes from now on; those that came too early wait for it.
    fn answer_with(&self, answers: Arc<Answers>);

    /// Questions that come from now on wait for whatever answers next.
    fn stop_answering(&self);
}

/// The answer to a question of another process.
pub type Answers = dyn Fn(&[u8]) -> Vec<u8> + Send + Sync;

/// What a process tells all others when they meet; the solver knows what it means.
pub type Ballot = [u64; 4];

/// Bytes that have arrived.
pub type Parcel = Box<dyn AsRef<[u8]> + Send>;

/// A process that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its threads; at least one.
    pub workers: usize,
    /// Its share of the slots, in proportion to the others' (its memory, as a rule); at least one.
    pub weight: u64,
}

/// A worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The process that it works in.
    pub process: usize,
    /// Which of that process's workers it is.
    pub worker: usize,
}
