//! A cluster in memory, for tests with any number of processes: threads act as processes, and messages use no network.
//! `retrograde-cluster` has the real network.

use std::sync::{Arc, Condvar, Mutex};

use retrograde::SolveError;
use retrograde::kernel::{Address, Answers, Member, RawVote, ReceivedBytes, Transport};
use retrograde::rules::message::Message;

/// The shared state of all processes.
pub struct World {
    members: Vec<Member>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The waiting messages, by process and worker.
    queues: Vec<Vec<Vec<Vec<u8>>>>,
    votes: Vec<Option<RawVote>>,
    last: Vec<RawVote>,
    messages: u64,
    barrier: u64,
    answers: Vec<Option<Arc<Answers>>>,
    /// The reason for the failure of a process, and the number of barriers until a planned failure.
    lost: Option<Message>,
    barriers_left: Option<u64>,
}

impl World {
    /// Returns a cluster of these processes; one of them is lost after `barriers_left` barriers.
    pub fn new(members: &[Member], barriers_left: Option<u64>) -> Arc<Self> {
        let queues = members.iter().map(|member| vec![Vec::new(); member.workers]).collect();
        let (votes, answers) = (vec![None; members.len()], vec![None; members.len()]);
        let state = State { queues, votes, answers, barriers_left, ..State::default() };
        Arc::new(Self { members: members.to_vec(), state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Returns the number of sent messages.
    pub fn messages(&self) -> u64 {
        self.state.lock().unwrap().messages
    }
}

struct Process {
    world: Arc<World>,
    number: usize,
}

impl Transport for Process {
    fn process(&self) -> usize {
        self.number
    }

    fn members(&self) -> &[Member] {
        &self.world.members
    }

    fn send(&self, to: Address, batch: Vec<u8>, messages: u64) {
        assert_ne!(to.process, self.number, "a process does not post to itself");
        assert!(!batch.is_empty());
        let mut state = self.world.state.lock().unwrap();
        state.messages += messages;
        state.queues[to.process][to.worker].push(batch);
    }

    fn all_gather(&self, vote: RawVote) -> Result<Vec<RawVote>, Message> {
        let mut state = self.world.state.lock().unwrap();
        match &mut state.barriers_left {
            Some(0) => {
                state.lost = Some("a process was killed".into());
                self.world.changed.notify_all();
            }
            Some(left) if self.number == 0 => *left -= 1,
            _ => {}
        }
        if let Some(lost) = state.lost.clone() {
            return Err(lost);
        }
        assert!(state.votes[self.number].replace(vote).is_none(), "one barrier at a time");
        let barrier = state.barrier;
        if state.votes.iter().all(Option::is_some) {
            state.last = state.votes.iter_mut().filter_map(Option::take).collect();
            state.barrier += 1;
            self.world.changed.notify_all();
        }
        while state.barrier == barrier && state.lost.is_none() {
            state = self.world.changed.wait(state).unwrap();
        }
        // A process that wakes late has passed the barrier, even if another process has failed since.
        let lost = state.lost.clone().filter(|_| state.barrier == barrier);
        lost.map_or(Ok(state.last.clone()), Err)
    }

    fn collect(&self, worker: usize) -> Vec<ReceivedBytes> {
        let batches = std::mem::take(&mut self.world.state.lock().unwrap().queues[self.number][worker]);
        batches.into_iter().map(|bytes| Box::new(bytes) as ReceivedBytes).collect()
    }

    fn ask(&self, process: usize, question: Vec<u8>) -> Result<Vec<u8>, Message> {
        let mut state = self.world.state.lock().unwrap();
        while state.answers[process].is_none() {
            if let Some(lost) = state.lost.clone() {
                return Err(lost);
            }
            state = self.world.changed.wait(state).unwrap();
        }
        let answers = state.answers[process].clone().unwrap();
        drop(state);
        Ok(answers(&question))
    }

    fn answer_with(&self, answers: Arc<Answers>) {
        self.world.state.lock().unwrap().answers[self.number] = Some(answers);
        self.world.changed.notify_all();
    }

    fn stop_answering(&self) {
        self.world.state.lock().unwrap().answers[self.number] = None;
    }
}

/// Runs `task` in each process; returns the results. If one process fails, all others that wait fail as well.
pub fn run_processes<T: Send>(
    world: &Arc<World>,
    task: impl Fn(&Arc<dyn Transport>) -> Result<T, SolveError> + Sync,
) -> Vec<Result<T, SolveError>> {
    let one = |number| {
        let transport: Arc<dyn Transport> = Arc::new(Process { world: world.clone(), number });
        let ended = task(&transport);
        if ended.is_err() {
            let mut state = world.state.lock().unwrap();
            state.lost.get_or_insert_with(|| "another process has failed".into());
            world.changed.notify_all();
        }
        ended
    };
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..world.members.len()).map(|number| scope.spawn(move || one(number))).collect();
        started.into_iter().map(|process| process.join().unwrap()).collect()
    })
}

/// Returns members with equal weights.
pub fn members(processes: usize, workers: usize) -> Vec<Member> {
    vec![Member { workers, weight: 1 }; processes]
}
