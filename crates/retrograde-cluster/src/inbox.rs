//! What has arrived and is waited for: votes, answers, questions; and trouble, which ends all waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::kernel::carrier::{Answers, Ballot};
use retrograde::rules::message::Message;
use timely_bytes::arc::Bytes;

use crate::messages::Lost;

/// Why processes work together no more.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Which process it began with.
    pub process: usize,
    /// The exit code that the process announced; `None` if it announced none.
    pub code: Option<u8>,
    /// What happened.
    pub message: Message,
}

/// A question of another process.
pub(crate) struct Question {
    pub(crate) process: usize,
    pub(crate) number: u64,
    pub(crate) said: Bytes,
}

type Alarm = Box<dyn FnOnce(&Trouble) + Send>;

/// What a process waits for; one lock, which is held for some instructions at a time.
pub(crate) struct Inbox {
    state: Mutex<State>,
    /// Votes have come.
    votes: Condvar,
    /// A question has come, or one who answers.
    questions: Condvar,
    /// A process is done, or this one has closed.
    ends: Condvar,
}

struct State {
    /// By process; its own stays empty.
    votes: Vec<VecDeque<(u64, Ballot)>>,
    asked: HashMap<u64, Sender<Bytes>>,
    number: u64,
    questions: VecDeque<Question>,
    answers: Option<Arc<Answers>>,
    /// Which processes have said that they are done.
    done: Vec<bool>,
    trouble: Option<Trouble>,
    /// Tells the other processes, before anybody in this one can leave.
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

    /// The state is whole between any two statements that change it: a panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first trouble stays; all who wait are told.
    pub(crate) fn raise(&self, trouble: &Trouble) {
        let mut state = self.lock();
        if state.trouble.is_some() || state.closed {
            return;
        }
        state.trouble = Some(trouble.clone());
        // Who waits for an answer waits for its sender.
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

    /// Calls that at the first trouble, before all who wait are woken.
    pub(crate) fn herald(&self, herald: Alarm) {
        self.lock().herald = Some(herald);
    }

    /// Waits until the other processes have been told, if there is trouble; for so long at most.
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

    /// Calls that when there is trouble; at once if there is.
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

    /// A vote for the meeting of that number.
    pub(crate) fn vote(&self, process: usize, number: u64, ballot: Ballot) {
        self.lock().votes[process].push_back((number, ballot));
        self.votes.notify_all();
    }

    /// The votes of all for the meeting of that number, with one's own; the first process whose vote is for another one is an error.
    pub(crate) fn await_votes(&self, own: (usize, Ballot), number: u64) -> Result<Vec<Ballot>, NoVotes> {
        let missing =
            |state: &State| state.votes.iter().enumerate().any(|(process, votes)| process != own.0 && votes.is_empty());
        let state = self.lock();
        let mut state = self
            .votes
            .wait_while(state, |state| missing(state) && state.trouble.is_none() && !state.closed)
            .unwrap_or_else(PoisonError::into_inner);
        // What has come whole is given out, whatever came after it.
        if missing(&state) {
            return Err(NoVotes::Trouble(state.why()));
        }
        let mut ballots = Vec::with_capacity(state.votes.len());
        for (process, votes) in state.votes.iter_mut().enumerate() {
            match votes.pop_front() {
                Some((for_number, ballot)) if for_number == number => ballots.push(ballot),
                None => ballots.push(own.1),
                Some(_) => return Err(NoVotes::Garbled(process)),
            }
        }
        Ok(ballots)
    }

    /// A number for a question, and where its answer will come.
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

    /// An answer; whether there was such a question.
    pub(crate) fn answered(&self, number: u64, answer: Bytes) -> bool {
        let mut state = self.lock();
        match state.asked.remove(&number) {
            // Who asked may have gone, and after trouble nobody is expected to wait.
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

    /// What answers, once it is known; none when nothing will any more.
    pub(crate) fn answers(&self) -> Option<Arc<Answers>> {
        let waits = |state: &mut State| state.answers.is_none() && state.trouble.is_none() && !state.closed;
        let state = self.questions.wait_while(self.lock(), waits);
        state.unwrap_or_else(PoisonError::into_inner).answers.clone()
    }

    /// The next question, and what answers it; none when no more will be answered.
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

    /// That process needs no other one any more.
    pub(crate) fn done(&self, process: usize) {
        self.lock().done[process] = true;
        self.ends.notify_all();
    }

    /// No process needs another one any more.
    pub(crate) fn all_done(&self) {
        self.lock().done.fill(true);
        self.ends.notify_all();
    }

    /// Waits until all are done, or there is trouble, or for so long at most; whether all are done.
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

    /// Whether nothing is waited for any more: there is trouble, or this process has left.
    pub(crate) fn is_over(&self) -> bool {
        let state = self.lock();
        state.trouble.is_some() || state.closed
    }

    /// No more will be waited for.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.wake();
    }

    /// Waits until this is closed, or for so long at most; whether it is.
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

    /// Why nothing more will come.
    pub(crate) fn why(&self) -> Message {
        self.lock().why()
    }
}

/// Why there are no votes.
pub(crate) enum NoVotes {
    Trouble(Message),
    Garbled(usize),
}

impl State {
    fn why(&self) -> Message {
        self.trouble.as_ref().map_or_else(|| Lost::Left.into(), |trouble| trouble.message.clone())
    }
}
