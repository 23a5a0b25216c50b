//! A simulated cluster, for tests with any number of processes. Each process is a thread, and messages stay in memory.
//! The transport over a real network is in `retrograde-cluster`.

use std::sync::{Arc, Condvar, Mutex};

use retrograde::SolveError;
use retrograde::kernel::{Address, Answers, Member, RawVote, ReceivedBytes, Transport};
use retrograde::rules::message::Message;

/// The simulated cluster. The cluster contains the state that all its processes share.
pub struct World {
    members: Vec<Member>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The messages that the receivers have not collected yet. The first index is the receiving process, and the second
    /// index is the worker of this process.
    queues: Vec<Vec<Vec<Vec<u8>>>>,
    votes: Vec<Option<RawVote>>,
    last: Vec<RawVote>,
    messages: u64,
    barrier: u64,
    answers: Vec<Option<Arc<Answers>>>,
    /// The reason why a process has failed; `None` if no process has failed.
    lost: Option<Message>,
    /// The number of barriers until a planned failure of a process; `None` if no failure is planned.
    barriers_left: Option<u64>,
}

impl World {
    /// Makes a cluster of the given processes. If `barriers_left` is a number, one process fails after this number of
    /// barriers.
    pub fn new(members: &[Member], barriers_left: Option<u64>) -> Arc<Self> {
        let queues = members.iter().map(|member| vec![Vec::new(); member.workers]).collect();
        let (votes, answers) = (vec![None; members.len()], vec![None; members.len()]);
        let state = State { queues, votes, answers, barriers_left, ..State::default() };
        Arc::new(Self { members: members.to_vec(), state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Returns the number of messages that the processes have sent.
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
        // A process may wake up late, after another process has failed. If all processes reached the barrier before the
        // failure, this process has still passed the barrier.
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

/// Runs `task` in each process of the cluster, and returns the results. If one process fails, all processes that wait
/// for this process also fail.
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

/// Returns the members of a cluster whose processes have equal weights.
pub fn members(processes: usize, workers: usize) -> Vec<Member> {
    vec![Member { workers, weight: 1 }; processes]
}
