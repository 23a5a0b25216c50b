//! The inbox of a process. Threads of the process wait in the inbox for votes, answers and questions of other
//! processes. A failure wakes all waiting threads. A vote consists of the numbers that a process contributes to an
//! all-reduce (an exchange of numbers at a barrier). A question is a request for values of slots.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::kernel::{Answers, RawVote};
use retrograde::rules::message::Message;
use timely_bytes::arc::Bytes;

use crate::messages::Lost;

/// The failure that ended the work of all processes.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The number of the process that failed first.
    pub process: usize,
    /// The exit code that this process has announced; `None` if the process has announced no code.
    pub code: Option<u8>,
    /// The description of the failure.
    pub message: Message,
}

/// A question (a request for values of slots) of another process.
pub(crate) struct Question {
    pub(crate) process: usize,
    pub(crate) number: u64,
    pub(crate) body: Bytes,
}

type Alarm = Box<dyn FnOnce(&Trouble) + Send>;

/// The state that the threads of a process share. Threads wait here until the state changes. One lock protects the
/// state. A thread holds this lock only for a few instructions.
pub(crate) struct Inbox {
    state: Mutex<State>,
    /// Wakes the threads that wait for votes. The condition variable is notified when a vote arrives, and when all
    /// waiting must end.
    votes: Condvar,
    /// Wakes the threads that answer questions. The condition variable is notified when a question arrives, when the
    /// function that answers questions is set, and when all waiting must end.
    questions: Condvar,
    /// Wakes the threads that wait until all processes are done, until a failure is reported, or until this inbox is
    /// closed.
    ends: Condvar,
}

struct State {
    /// For each process, the votes that have arrived from it. The list for this process itself stays empty.
    votes: Vec<VecDeque<(u64, RawVote)>>,
    asked: HashMap<u64, Sender<Bytes>>,
    number: u64,
    questions: VecDeque<Question>,
    answers: Option<Arc<Answers>>,
    /// For each process, whether it is done.
    done: Vec<bool>,
    trouble: Option<Trouble>,
    /// The function that reports a failure to the other processes. The waiting threads of this process wake only after
    /// this function has returned.
    herald: Option<Alarm>,
    heralding: bool,
    alarms: Vec<Alarm>,
    closed: bool,
}

impl Inbox {
    pub(crate) fn new(processes: usize) -> Self {
        let state = State {
            votes: (0..processes).map(|_| VecDeque::new()).collect(),
            asked: HashMap::new(),
            number: 0,
            questions: VecDeque::new(),
            answers: None,
            done: vec![false; processes],
            trouble: None,
            herald: None,
            heralding: false,
            alarms: Vec::new(),
            closed: false,
        };
        Self { state: Mutex::new(state), votes: Condvar::new(), questions: Condvar::new(), ends: Condvar::new() }
    }

    /// Locks the state. If a thread has panicked while it held the lock, the state is still consistent, because the
    /// state is consistent after every single change.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a failure, if it is the first one, and wakes all waiting threads.
    pub(crate) fn raise(&self, trouble: &Trouble) {
        let mut state = self.lock();
        if state.trouble.is_some() || state.closed {
            return;
        }
        state.trouble = Some(trouble.clone());
        // This call drops the senders of all answers, so that the threads that wait for answers wake.
        state.asked.clear();
        let alarms = std::mem::take(&mut state.alarms);
        let herald = state.herald.take();
        state.heralding = herald.is_some();
        drop(state);
        if let Some(herald) = herald {
            herald(trouble);
            self.lock().heralding = false;
        }
        self.wake();
        for alarm in alarms {
            alarm(trouble);
        }
    }

    /// Sets the function that is called at the first failure, before any waiting thread wakes.
    pub(crate) fn herald(&self, herald: Alarm) {
        self.lock().herald = Some(herald);
    }

    /// Waits until the report of a failure has been sent to the other processes, but not longer than `limit`.
    pub(crate) fn await_herald(&self, limit: Duration) {
        let waited = self.ends.wait_timeout_while(self.lock(), limit, |state| state.heralding);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn wake(&self) {
        self.votes.notify_all();
        self.questions.notify_all();
        self.ends.notify_all();
    }

    pub(crate) fn trouble(&self) -> Option<Trouble> {
        self.lock().trouble.clone()
    }

    /// Registers the function `alarm`, which the inbox calls at the first failure. If a failure has already happened,
    /// this method calls `alarm` immediately.
    pub(crate) fn on_trouble(&self, alarm: Alarm) {
        let mut state = self.lock();
        match state.trouble.clone() {
            None => state.alarms.push(alarm),
            Some(trouble) => {
                drop(state);
                alarm(&trouble);
            }
        }
    }

    /// Adds a vote of another process for the all-reduce with the number `number`.
    pub(crate) fn vote(&self, process: usize, number: u64, vote: RawVote) {
        self.lock().votes[process].push_back((number, vote));
        self.votes.notify_all();
    }

    /// Waits for the votes of all other processes for the all-reduce with the number `number`. Returns the votes of all
    /// processes, including this process's own vote. Returns an error if a process has voted for another all-reduce.
    pub(crate) fn await_votes(&self, own: (usize, RawVote), number: u64) -> Result<Vec<RawVote>, NoVotes> {
        let missing =
            |state: &State| state.votes.iter().enumerate().any(|(process, votes)| process != own.0 && votes.is_empty());
        let state = self.lock();
        let mut state = self
            .votes
            .wait_while(state, |state| missing(state) && state.trouble.is_none() && !state.closed)
            .unwrap_or_else(PoisonError::into_inner);
        // If all votes have arrived, this function returns them even after a failure.
        if missing(&state) {
            return Err(NoVotes::Trouble(state.why()));
        }
        let mut votes_of_all = Vec::with_capacity(state.votes.len());
        for (process, votes) in state.votes.iter_mut().enumerate() {
            match votes.pop_front() {
                Some((for_number, vote)) if for_number == number => votes_of_all.push(vote),
                None => votes_of_all.push(own.1),
                Some(_) => return Err(NoVotes::Garbled(process)),
            }
        }
        Ok(votes_of_all)
    }

    /// Registers a question to another process. Returns the number of the question, and the channel on which the answer
    /// will arrive.
    pub(crate) fn ask(&self) -> Result<(u64, Receiver<Bytes>), Message> {
        let mut state = self.lock();
        if state.trouble.is_some() || state.closed {
            return Err(state.why());
        }
        let (sender, receiver) = mpsc::channel();
        let number = state.number;
        state.number += 1;
        state.asked.insert(number, sender);
        Ok((number, receiver))
    }

    /// Delivers an answer to the thread that has asked the question `number`. Returns false if no thread has asked this
    /// question. Returns true after a failure, because a failure removes all questions.
    pub(crate) fn answered(&self, number: u64, answer: Bytes) -> bool {
        let mut state = self.lock();
        match state.asked.remove(&number) {
            // Sending fails if the thread that has asked the question no longer waits for the answer.
            Some(sender) => {
                let _ = sender.send(answer);
                true
            }
            None => state.trouble.is_some(),
        }
    }

    pub(crate) fn question(&self, question: Question) {
        self.lock().questions.push_back(question);
        self.questions.notify_one();
    }

    pub(crate) fn answer_with(&self, answers: Option<Arc<Answers>>) {
        self.lock().answers = answers;
        self.questions.notify_all();
    }

    /// Waits until the function that answers questions is set, and returns the function. Returns `None` after a
    /// failure, or after the inbox is closed.
    pub(crate) fn answers(&self) -> Option<Arc<Answers>> {
        let waits = |state: &mut State| state.answers.is_none() && state.trouble.is_none() && !state.closed;
        let state = self.questions.wait_while(self.lock(), waits);
        state.unwrap_or_else(PoisonError::into_inner).answers.clone()
    }

    /// Waits for the next question of another process, and returns it with the function that answers it. Returns `None`
    /// after a failure, or after the inbox is closed.
    pub(crate) fn next_question(&self) -> Option<(Question, Arc<Answers>)> {
        let mut state = self.lock();
        loop {
            if state.closed || state.trouble.is_some() {
                return None;
            }
            if let Some(answers) = state.answers.clone()
                && let Some(question) = state.questions.pop_front()
            {
                return Some((question, answers));
            }
            state = self.questions.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Records that a process is done.
    pub(crate) fn done(&self, process: usize) {
        self.lock().done[process] = true;
        self.ends.notify_all();
    }

    /// Records that all processes are done.
    pub(crate) fn all_done(&self) {
        self.lock().done.fill(true);
        self.ends.notify_all();
    }

    /// Waits until all processes are done, a failure occurs, or `limit` has passed. Returns whether all processes are
    /// done.
    pub(crate) fn await_done(&self, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        let mut state = self.lock();
        loop {
            if state.done.iter().all(|&done| done) {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if state.trouble.is_some() || state.closed || left.is_zero() {
                return false;
            }
            state = self.ends.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns whether a failure has happened, or this process has left the cluster.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.lock();
        state.trouble.is_some() || state.closed
    }

    /// Closes the inbox, and wakes all waiting threads.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.wake();
    }

    /// Waits at most for `limit` until the inbox is closed. Returns whether the inbox is closed.
    pub(crate) fn await_closed(&self, limit: Option<Duration>) -> bool {
        let state = self.lock();
        match limit {
            None => self.ends.wait_while(state, |state| !state.closed).unwrap_or_else(PoisonError::into_inner).closed,
            Some(limit) => {
                let waited = self.ends.wait_timeout_while(state, limit, |state| !state.closed);
                waited.unwrap_or_else(PoisonError::into_inner).0.closed
            }
        }
    }

    /// Returns the message of the failure. If there was no failure, returns the message that this process has left the
    /// cluster.
    pub(crate) fn why(&self) -> Message {
        self.lock().why()
    }
}

/// The reason why an all-reduce failed.
pub(crate) enum NoVotes {
    Trouble(Message),
    Garbled(usize),
}

impl State {
    fn why(&self) -> Message {
        self.trouble.as_ref().map_or_else(|| Lost::Left.into(), |trouble| trouble.message.clone())
    }
}
