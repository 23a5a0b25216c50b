//! The connections of one process to all other processes of its cluster.

use std::fmt;
use std::io;
use std::net::TcpListener;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use retrograde::kernel::{Address, Answers, Member, RawVote, ReceivedBytes, Transport};
use retrograde::rules::message::{Message, SystemError};
use timely_bytes::arc::Bytes;

use crate::control::{Control, Pace};
use crate::framing::Extent;
use crate::handshake::{Claims, Identity};
use crate::hosts::HostList;
use crate::inbox::{Inbox, NoVotes, Trouble};
use crate::join::{Notify, join};
use crate::key::Key;
use crate::messages::{JoinError, Lost};
use crate::transport::{GRACE, Network, Traffic};

/// The minimum number of threads that answer questions. A question is a request by another process for values of slots
/// that this process holds.
const ANSWERING: usize = 2;
/// A process has one answering thread for each group of this number of workers. One answering thread is enough for
/// several workers, because the computation of an answer takes less time than the work that needs the answer.
const WORKERS_AN_ANSWERER: usize = 4;

/// The exit code after an internal error. The code has the name `EX_SOFTWARE` in `sysexits.h`.
const CRASHED: u8 = 70;

/// While a process waits for the other processes to finish, it checks at this interval whether it must give up.
const LOOK: Duration = Duration::from_millis(50);

/// The settings with which this process joins a cluster.
pub struct Joining {
    /// The time within which all processes must join. The default is ten seconds.
    pub deadline: Duration,
    /// If another process sends nothing for this time, the other process counts as lost. The default is 25 seconds, so
    /// that a loss is reported within 30 seconds.
    pub silence: Duration,
    /// The socket on which this process listens. If the value is `None`, the join opens a socket at the address that
    /// the list of hosts gives for this process.
    pub listener: Option<TcpListener>,
    /// A function that receives a message about an unknown program. The unknown program has not proved that it knows
    /// the key. The unknown program answers at the address of a process of the cluster, or it claims to be one of these
    /// processes. The function is called at most once for each process. The default function does nothing.
    pub notify: Box<Notify>,
}

impl Default for Joining {
    fn default() -> Self {
        let [deadline, silence] = [10, 25].map(Duration::from_secs);
        Self { deadline, silence, listener: None, notify: Box::new(|_| ()) }
    }
}

impl fmt::Debug for Joining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { deadline, silence, listener, notify: _ } = self;
        let mut joining = f.debug_struct("Joining");
        joining
            .field("deadline", deadline)
            .field("silence", silence)
            .field("listener", listener)
            .finish_non_exhaustive()
    }
}

/// The connections of this process to the other processes that solve the same board. The solver uses a cluster as its
/// [`Transport`]. A cluster also reports failures.
///
/// Any failure, such as a lost process, ends the work of all processes. After a failure, every call that waits for
/// other processes returns an error with the message of the failure. If a process drops its `Cluster` before it has
/// [left](Self::leave), the process counts as lost.
pub struct Cluster {
    process: usize,
    hosts: Arc<HostList>,
    members: Vec<Member>,
    inbox: Arc<Inbox>,
    control: Arc<Control>,
    network: Arc<Network>,
    meetings: AtomicU64,
    answering: Mutex<Vec<JoinHandle<()>>>,
    closed: AtomicBool,
}

impl Cluster {
    /// Connects this process to all other processes of the cluster. All processes must call this function.
    ///
    /// # Errors
    /// Returns an error if a process is missing, or if two processes differ in job, build, game, rules, workers, memory
    /// or key; the error names the difference.
    pub fn join(
        hosts: &HostList,
        process: usize,
        identity: &Identity,
        key: &Key,
        joining: Joining,
    ) -> Result<Self, JoinError> {
        let processes = hosts.hosts().len();
        let Some(host) = hosts.hosts().get(process) else {
            return Err(JoinError::NoSuchProcess { process, processes });
        };
        if key.is_none() && !hosts.are_loopback() {
            return Err(JoinError::NoKey);
        }
        let listen =
            |error: io::Error| JoinError::Listen { address: host.address.clone(), error: SystemError::from(&error) };
        let listener = joining.listener.map_or_else(|| hosts.listener(process), Ok).map_err(listen)?;
        let hosts = Arc::new(hosts.clone());
        let inbox = Arc::new(Inbox::new(processes));
        let extents: Vec<Arc<Extent>> = (0..processes).map(|_| Arc::default()).collect();
        let control = Control::new(process, Arc::clone(&hosts), Arc::clone(&inbox), joining.silence, extents.clone());
        let spreading = Arc::downgrade(&control);
        inbox.herald(Box::new(move |trouble| {
            if let Some(control) = spreading.upgrade() {
                control.broadcast_trouble(trouble);
            }
        }));
        let claims = Claims::new(Arc::clone(&hosts), process, identity.clone(), key.clone());
        let no_threads = |error: io::Error| JoinError::NoThreads { error: SystemError::from(&error) };
        let started = control.start().map_err(no_threads);
        let Joining { deadline, notify, .. } = joining;
        let sockets = started.and_then(|()| join(claims, listener, &control, &inbox, deadline, &notify));
        let network =
            sockets.and_then(|sockets| Network::start(process, sockets, &hosts, &inbox, &extents).map_err(no_threads));
        let network = network.inspect_err(|wrong| {
            // This call reports the failure to the other processes.
            control.fail(None, wrong.clone().into());
            inbox.await_herald(GRACE);
            inbox.close();
            control.cut();
        })?;
        let members = hosts.members();
        let cluster = Self {
            process,
            hosts,
            members,
            inbox,
            control,
            network: Arc::new(network),
            meetings: AtomicU64::new(0),
            answering: Mutex::default(),
            closed: AtomicBool::new(false),
        };
        cluster.start_answering().map_err(no_threads)?;
        Ok(cluster)
    }

    fn start_answering(&self) -> io::Result<()> {
        let mut answering = self.answering.lock().unwrap_or_else(PoisonError::into_inner);
        let workers = self.members[self.process].workers;
        for number in 0..ANSWERING.max(workers / WORKERS_AN_ANSWERER) {
            let (inbox, network) = (Arc::clone(&self.inbox), Arc::clone(&self.network));
            let who = self.hosts.who(self.process);
            let own = self.process;
            let answer = move || {
                while let Some((question, answers)) = inbox.next_question() {
                    let Ok(answer) = catch_unwind(AssertUnwindSafe(|| answers(&question.body))) else {
                        let message = Lost::Panicked { who }.into();
                        return inbox.raise(&Trouble { process: own, code: None, message });
                    };
                    network.answer(&question, answer);
                }
            };
            answering.push(thread::Builder::new().name(format!("answers {number}")).spawn(answer)?);
        }
        Ok(())
    }

    /// Returns this cluster as the solver's transport.
    pub fn transport(&self) -> &dyn Transport {
        self
    }

    /// Sets the amount of work that this process has done so far. The caller chooses the unit of the amount. The other
    /// processes receive the amount `done` with the next heartbeat, within a second.
    pub fn report(&self, done: u64) {
        self.control.report(done);
    }

    /// Returns the progress of each other process, sorted by process number.
    pub fn others(&self) -> Vec<Pace> {
        self.control.others()
    }

    /// Returns the amount of data that this process has sent so far.
    pub fn traffic(&self) -> Traffic {
        Traffic { meetings: self.meetings.load(Ordering::Relaxed), ..self.network.traffic() }
    }

    /// Reports to all other processes that this process fails with the exit code `code` for the reason `why`.
    pub fn fail(&self, code: u8, why: &Message) {
        self.control.fail(Some(code), why.clone());
    }

    /// Returns the failure that ended the job. Returns `None` if there was no failure.
    pub fn trouble(&self) -> Option<Trouble> {
        self.inbox.trouble()
    }

    /// Calls `alarm` at the first failure, in the thread that detects the failure. If a failure has already happened,
    /// calls `alarm` immediately.
    pub fn on_trouble(&self, alarm: impl FnOnce(&Trouble) + Send + 'static) {
        self.inbox.on_trouble(Box::new(alarm));
    }

    /// Waits until all processes have called this function, and then closes the connections.
    ///
    /// # Errors
    /// Returns an error if another process is lost or has given up.
    pub fn leave(&self) -> Result<(), Trouble> {
        self.leave_unless(|| None)
    }

    /// Like [`leave`](Self::leave), but calls the function `gives_up` repeatedly during the wait. If `gives_up` returns
    /// an exit code and a reason, this process [fails](Self::fail) with both.
    ///
    /// # Errors
    /// Returns an error if another process is lost, or if any process has given up.
    pub fn leave_unless(&self, gives_up: impl Fn() -> Option<(u8, Message)>) -> Result<(), Trouble> {
        self.control.done();
        while !self.inbox.await_done(LOOK) {
            if self.inbox.is_over() {
                let left = Trouble { process: self.process, code: None, message: self.inbox.why() };
                return Err(self.inbox.trouble().unwrap_or(left));
            }
            if let Some((code, why)) = gives_up() {
                self.fail(code, &why);
            }
        }
        self.control.all_done();
        self.network.finish();
        self.control.finish();
        self.close();
        Ok(())
    }

    fn close(&self) {
        if self.closed.swap(true, Ordering::SeqCst) {
            return;
        }
        self.inbox.await_herald(GRACE);
        self.network.stop();
        self.inbox.close();
        self.control.cut();
        self.network.cut();
        let answering = std::mem::take(&mut *self.answering.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in answering {
            // If a thread has panicked while it answered a question, the failure has already been reported.
            let _ = thread.join();
        }
    }

    /// Sends a question (a request for values) to a process, and does not wait for the answer. If a process asks
    /// itself, the function immediately computes the answer.
    fn begin_to_ask(&self, process: usize, question: Vec<u8>) -> Result<Asked, Message> {
        if process == self.process {
            let answers = self.inbox.answers().ok_or_else(|| self.inbox.why())?;
            return Ok(Asked::Here(answers(&question)));
        }
        if process >= self.members.len() {
            return Err(Lost::NoProcess { process }.into());
        }
        let (number, answer) = self.inbox.ask()?;
        self.network.ask(process, number, question);
        Ok(Asked::There(answer))
    }

    /// Records that a process has sent invalid bytes.
    fn garbled(&self, process: usize, what: &'static str) -> Message {
        let message = Message::from(Lost::Garbled { who: self.hosts.who(process), what });
        self.inbox.raise(&Trouble { process, code: None, message });
        self.inbox.why()
    }
}

/// The answer to a question, or the channel on which the answer will arrive.
enum Asked {
    /// The answer to a question that this process asked itself.
    Here(Vec<u8>),
    /// The channel on which the answer of another process arrives.
    There(Receiver<Bytes>),
}

impl Asked {
    fn wait(self, inbox: &Inbox) -> Result<Vec<u8>, Message> {
        match self {
            Self::Here(answer) => Ok(answer),
            // The channel is closed only after a failure of the cluster, because a failure drops the channel's sender.
            Self::There(answer) => answer.recv().map(|answer| answer.to_vec()).map_err(|_| inbox.why()),
        }
    }
}

impl Transport for Cluster {
    fn process(&self) -> usize {
        self.process
    }

    fn members(&self) -> &[Member] {
        &self.members
    }

    /// # Panics
    /// Panics if the worker does not exist, or if it belongs to this process.
    fn send(&self, to: Address, batch: Vec<u8>, messages: u64) {
        self.network.send(to, batch, messages);
    }

    fn all_gather(&self, vote: RawVote) -> Result<Vec<RawVote>, Message> {
        let number = self.meetings.fetch_add(1, Ordering::Relaxed);
        self.network.vote(number, vote);
        self.inbox.await_votes((self.process, vote), number).map_err(|none| match none {
            NoVotes::Trouble(message) => message,
            NoVotes::Garbled(process) => self.garbled(process, "vote"),
        })
    }

    fn collect(&self, worker: usize) -> Vec<ReceivedBytes> {
        self.network.collect(worker).unwrap_or_else(|process| {
            self.garbled(process, "batch");
            Vec::new()
        })
    }

    fn ask(&self, process: usize, question: Vec<u8>) -> Result<Vec<u8>, Message> {
        self.begin_to_ask(process, question)?.wait(&self.inbox)
    }

    /// Sends all questions before it waits for the first answer.
    fn ask_all(&self, questions: Vec<(usize, Vec<u8>)>) -> Result<Vec<Vec<u8>>, Message> {
        let begin = |(process, question)| self.begin_to_ask(process, question);
        let asked: Vec<Asked> = questions.into_iter().map(begin).collect::<Result<_, _>>()?;
        asked.into_iter().map(|asked| asked.wait(&self.inbox)).collect()
    }

    fn answer_with(&self, answers: Arc<Answers>) {
        self.inbox.answer_with(Some(answers));
    }

    fn stop_answering(&self) {
        self.inbox.answer_with(None);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if thread::panicking() && !self.closed.load(Ordering::SeqCst) {
            self.control.fail(Some(CRASHED), Lost::Crashed.into());
        }
        self.close();
    }
}
