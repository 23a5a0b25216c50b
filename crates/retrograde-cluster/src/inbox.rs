//! Arrived messages that threads wait for: votes, answers and questions; and failures, which end all waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::kernel::{Answers, RawVote};
use retrograde::rules::message::Message;
use timely_bytes::arc::Bytes;

use crate::messages::Lost;

/// Why the processes stopped working together.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The process that failed first.
    pub process: usize,
    /// The exit code that the process announced, if any.
    pub code: Option<u8>,
    /// What happened.
    pub message: Message,
}

/// A question of another process.
pub(crate) struct Question {
    pub(crate) process: usize,
    pub(crate) number: u64,
    pub(crate) body: Bytes,
}

type Alarm = Box<dyn FnOnce(&Trouble) + Send>;

/// The state that the threads of a process wait for, under one lock that is held for a few instructions at a time.
pub(crate) struct Inbox {
    state: Mutex<State>,
    /// Signals that votes have arrived.
    votes: Condvar,
    /// Signals that a question has arrived, or that a function to answer questions is set.
    questions: Condvar,
    /// Signals that a process is done, or that this one has closed.
    ends: Condvar,
}

struct State {
    /// The votes of each process; this process's own queue stays empty.
    votes: Vec<VecDeque<(u64, RawVote)>>,
    asked: HashMap<u64, Sender<Bytes>>,
    number: u64,
    questions: VecDeque<Question>,
    answers: Option<Arc<Answers>>,
    /// For each process, whether it is done.
    done: Vec<bool>,
    trouble: Option<Trouble>,
    /// Reports a failure to the other processes before any thread of this process can leave.
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

    /// Locks the state, even after a panic: the state is consistent between any two statements that change it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the first failure, and wakes all waiting threads.
    pub(crate) fn raise(&self, trouble: &Trouble) {
        let mut state = self.lock();
        if state.trouble.is_some() || state.closed {
            return;
        }
        state.trouble = Some(trouble.clone());
        // Dropping the senders wakes the threads that wait for answers.
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

    /// Sets the function that is called at the first failure, before the waiting threads wake.
    pub(crate) fn herald(&self, herald: Alarm) {
        self.lock().herald = Some(herald);
    }

    /// After a failure, waits at most for `limit` until the failure has been reported to the other processes.
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

    /// Calls `alarm` at the first failure; immediately if there is a failure already.
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

    /// Adds the vote of a process for the all-reduce with this number.
    pub(crate) fn vote(&self, process: usize, number: u64, vote: RawVote) {
        self.lock().votes[process].push_back((number, vote));
        self.votes.notify_all();
    }

    /// Waits for the votes of all processes for the all-reduce with this number, and returns them with this process's
    /// vote. It is an error if a process has voted for another all-reduce.
    pub(crate) fn await_votes(&self, own: (usize, RawVote), number: u64) -> Result<Vec<RawVote>, NoVotes> {
        let missing =
            |state: &State| state.votes.iter().enumerate().any(|(process, votes)| process != own.0 && votes.is_empty());
        let state = self.lock();
        let mut state = self
            .votes
            .wait_while(state, |state| missing(state) && state.trouble.is_none() && !state.closed)
            .unwrap_or_else(PoisonError::into_inner);
        // A complete set of votes is returned even after a failure.
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

    /// Registers a question; returns its number and the channel for its answer.
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

    /// Delivers an answer; returns whether its question was registered.
    pub(crate) fn answered(&self, number: u64, answer: Bytes) -> bool {
        let mut state = self.lock();
        match state.asked.remove(&number) {
            // The thread that asked may have ended.
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

    /// Waits for the function that answers questions; `None` after a failure or after closing.
    pub(crate) fn answers(&self) -> Option<Arc<Answers>> {
        let waits = |state: &mut State| state.answers.is_none() && state.trouble.is_none() && !state.closed;
        let state = self.questions.wait_while(self.lock(), waits);
        state.unwrap_or_else(PoisonError::into_inner).answers.clone()
    }

    /// Waits for the next question and the function that answers it; `None` after a failure or after closing.
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

    /// Waits until all processes are done, a failure occurs, or `limit` has passed; returns whether all are done.
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

    /// Returns whether waiting is over: there is a failure, or this process has left.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.lock();
        state.trouble.is_some() || state.closed
    }

    /// Ends all waiting.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.wake();
    }

    /// Waits at most for `limit` until the inbox is closed; returns whether it is closed.
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

    /// Returns why waiting has ended.
    pub(crate) fn why(&self) -> Message {
        self.lock().why()
    }
}

/// Why an all-reduce failed.
pub(crate) enum NoVotes {
    Trouble(Message),
    Garbled(usize),
}

impl State {
    fn why(&self) -> Message {
        self.trouble.as_ref().map_or_else(|| Lost::Left.into(), |trouble| trouble.message.clone())
    }
}
