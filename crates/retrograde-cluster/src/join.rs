//! Connects a process to all other processes of a cluster. In each pair of processes, the process with the higher
//! number calls the process with the lower number.
//!
//! If a process does not answer, the caller tries again until the deadline. The handshake of every incoming connection
//! runs in a separate thread. So a silent caller does not delay other callers. If a process knows the key but belongs
//! to another job, the join ends immediately with an error. A program that does not prove that it knows the key cannot
//! end the join. The function [`join`] reports this program once. Such a program has claimed to be one of the cluster's
//! processes. If the real process has not joined by the deadline, the error of [`join`] also says why the program was
//! rejected.

use std::collections::VecDeque;
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::rules::message::{Message, SystemError};

use crate::control::Control;
use crate::handshake::{Caller, Claims, HandshakeError, Purpose};
use crate::inbox::Inbox;
use crate::messages::{JoinError, PeerError};

/// The listener's time limit for a handshake. A caller must authenticate within this time.
const HANDSHAKE: Duration = Duration::from_secs(2);

/// The caller's time limit for a handshake. The caller's limit is longer than the listener's limit, so that both sides
/// detect a failure.
const CALL: Duration = Duration::from_secs(5);

/// The time limit for one attempt to connect.
const CONNECT: Duration = Duration::from_secs(2);

/// The maximum time for which a process continues to listen after a failed join. If another process connects during
/// this time, the listening process reports the reason of the failure to this other process.
const LATE: Duration = Duration::from_secs(2);

/// The time between two attempts to connect.
const AGAIN: Duration = Duration::from_millis(50);

/// The time between two checks for incoming connections. The time between two checks for failures is ten times as long
/// as the time between two checks for connections.
const LOOK: Duration = Duration::from_millis(5);

/// The maximum number of incoming connections that have not finished their handshake.
const STRANGERS: usize = 128;

/// A function that the join calls while it still waits for a process. The function receives the reason why that process
/// may be unable to join.
pub type Notify = dyn Fn(&Message) + Send;

/// The events that the handshake threads report to the thread that waits for the join.
enum Event {
    /// A handshake has succeeded.
    Connected(Caller, TcpStream),
    /// A handshake has rejected a process that knows the key.
    Refused(Message),
    /// A program has answered at the address of the process with this number, or it has called this process and claimed
    /// to have this number. The program has not proved that it knows the key.
    Unproved(usize),
}

/// The known reasons why one process has not joined yet.
#[derive(Clone, Default)]
struct Reasons {
    /// The error of the last handshake with a program that claimed to be this process. The program did not prove that
    /// it knows the key.
    unproved: Option<Message>,
    /// The reason why the last connection to or from this process failed.
    broken: Option<Message>,
}

/// The shared state of the threads of a join.
struct Joiner {
    claims: Claims,
    reasons: Mutex<Vec<Reasons>>,
    /// For each process, whether a handshake has rejected it. The rejected process has learned the reason from the same
    /// handshake.
    refused: Mutex<Vec<bool>>,
    events: Sender<Event>,
    /// The incoming sockets whose handshake has not ended yet, each with the number of its connection.
    handshakes: Mutex<VecDeque<(u64, TcpStream)>>,
    over: AtomicBool,
}

/// Connects this process to all other processes. The function passes each control connection to `control` as soon as
/// the connection's handshake has succeeded. Returns the data connections, indexed by process.
///
/// # Errors
/// Returns an error if a process is missing at the deadline. Also returns an error if a process belongs to another job,
/// or differs in another property that must be equal in all processes.
pub(crate) fn join(
    claims: Claims,
    listener: TcpListener,
    control: &Arc<Control>,
    inbox: &Inbox,
    deadline: Duration,
    notify: &Notify,
) -> Result<Vec<Option<TcpStream>>, JoinError> {
    let (events, incoming) = mpsc::channel();
    let processes = claims.hosts().hosts().len();
    let (reasons, refused) = (Mutex::new(vec![Reasons::default(); processes]), Mutex::new(vec![false; processes]));
    let (handshakes, over) = (Mutex::default(), AtomicBool::new(false));
    let joiner = Arc::new(Joiner { claims, reasons, refused, events, handshakes, over });
    let no_threads = |error: io::Error| JoinError::NoThreads { error: SystemError::from(&error) };
    let accepting = joiner.start(listener).map_err(no_threads)?;
    let gathered = joiner.gather(&incoming, control, inbox, deadline, notify);
    if let Err(wrong @ JoinError::Refused { .. }) = &gathered {
        joiner.inform_late(wrong, &incoming, control, inbox);
    }
    joiner.over.store(true, Ordering::Relaxed);
    // The function waits for the thread that accepts connections. So the port is free when the function returns.
    let _ = accepting.join();
    gathered
}

impl Joiner {
    fn start(self: &Arc<Self>, listener: TcpListener) -> io::Result<thread::JoinHandle<()>> {
        listener.set_nonblocking(true)?;
        for process in 0..self.claims.process() {
            let joiner = Arc::clone(self);
            thread::Builder::new().name(format!("call to {process}")).spawn(move || joiner.call(process))?;
        }
        let joiner = Arc::clone(self);
        thread::Builder::new().name("callers".to_owned()).spawn(move || joiner.accept(&listener))
    }

    /// Collects the connections whose handshakes have succeeded, until all processes are connected.
    fn gather(
        &self,
        incoming: &Receiver<Event>,
        control: &Arc<Control>,
        inbox: &Inbox,
        deadline: Duration,
        notify: &Notify,
    ) -> Result<Vec<Option<TcpStream>>, JoinError> {
        let (processes, own) = (self.claims.hosts().hosts().len(), self.claims.process());
        let mut data: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
        let mut controlled = vec![false; processes];
        let end = Instant::now() + deadline;
        loop {
            let there = |other: usize| other == own || data[other].is_some() && controlled[other];
            let missing: Vec<usize> = (0..processes).filter(|&other| !there(other)).collect();
            if missing.is_empty() {
                return Ok(data);
            }
            if let Some(trouble) = inbox.trouble() {
                return Err(JoinError::Trouble { trouble: trouble.message });
            }
            if Instant::now() >= end {
                return Err(self.missing(&missing, deadline));
            }
            let (caller, socket) = match incoming.recv_timeout(10 * LOOK) {
                Ok(Event::Connected(caller, socket)) => (caller, socket),
                Ok(Event::Refused(wrong)) => return Err(JoinError::Refused { wrong }),
                Ok(Event::Unproved(process)) => {
                    let (wrong, seconds) = (self.reason(process), seconds(deadline));
                    notify(&PeerError::Again { wrong, seconds }.into());
                    continue;
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => continue,
            };
            let other = caller.process;
            let twice = match caller.purpose {
                Purpose::Data => data[other].replace(socket).is_some(),
                Purpose::Control => {
                    // If two processes have the same number, the second process also gets a control connection. On this
                    // connection, this process reports the error.
                    let listening = control.listen(other, socket);
                    listening.map_err(|error| JoinError::NoThreads { error: SystemError::from(&error) })?;
                    std::mem::replace(&mut controlled[other], true)
                }
            };
            if twice {
                let who = self.claims.hosts().who(other);
                return Err(JoinError::Refused { wrong: PeerError::Twice { who }.into() });
            }
        }
    }

    /// After a failed join, reports the reason to processes that connect late. Without the report, late processes would
    /// find no listener, and would not learn why the join failed.
    fn inform_late(&self, wrong: &JoinError, incoming: &Receiver<Event>, control: &Arc<Control>, inbox: &Inbox) {
        control.fail(None, wrong.clone().into());
        let others = |process: &usize| *process != self.claims.process();
        let processes: Vec<usize> = (0..self.claims.hosts().hosts().len()).filter(others).collect();
        let end = Instant::now() + LATE;
        let mut held = Vec::new();
        let knows = |&process: &usize| control.hears(process) || self.is_refused(process);
        while Instant::now() < end && !processes.iter().all(knows) {
            let Ok(Event::Connected(caller, socket)) = incoming.recv_timeout(10 * LOOK) else { continue };
            match caller.purpose {
                Purpose::Data => held.push(socket),
                // If this process cannot listen on the control connection, the other process does not learn the reason.
                // The other process only sees that the connection is closed.
                Purpose::Control if control.listen(caller.process, socket).is_err() => {}
                Purpose::Control => inbox.trouble().iter().for_each(|trouble| control.broadcast_trouble(trouble)),
            }
        }
    }

    fn missing(&self, processes: &[usize], deadline: Duration) -> JoinError {
        let reasons = Message::all(processes.iter().map(|&process| self.reason(process)));
        JoinError::Missing { reasons, seconds: seconds(deadline) }
    }

    /// Returns the reason why a process has not joined. There may be two reasons: the other side of one connection did
    /// not prove that it knows the key, and another connection broke. If there are two reasons, the function returns
    /// the reason about the key, because this reason explains more.
    fn reason(&self, process: usize) -> Message {
        let Reasons { unproved, broken } = self.reasons()[process].clone();
        let who = self.claims.hosts().who(process);
        match unproved.or(broken) {
            Some(wrong) if process < self.claims.process() => wrong,
            Some(wrong) => PeerError::ElseAt { who, wrong }.into(),
            None => PeerError::Absent { who }.into(),
        }
    }

    fn reasons(&self) -> MutexGuard<'_, Vec<Reasons>> {
        self.reasons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the reason why a handshake with a process failed.
    fn note(&self, process: usize, wrong: HandshakeError) {
        let (why, is_proof_missing) = match wrong {
            HandshakeError::Final(wrong) => return self.refuse(process, wrong),
            HandshakeError::Unproved(why) => (why, true),
            HandshakeError::Broken(why) => (why, false),
        };
        let mut reasons = self.reasons();
        let Some(Reasons { unproved, broken }) = reasons.get_mut(process) else { return };
        if !is_proof_missing {
            *broken = Some(why);
        } else if unproved.replace(why).is_none() {
            self.send(Event::Unproved(process));
        }
    }

    /// Records that a handshake has rejected a process. The rejected process has learned the reason from the same
    /// handshake.
    fn refuse(&self, process: usize, wrong: Message) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(refused) = refused.get_mut(process) {
            *refused = true;
        }
        drop(refused);
        self.send(Event::Refused(wrong));
    }

    fn is_refused(&self, process: usize) -> bool {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)[process]
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sends an event to the thread that waits for the join. If the join is over, the event is discarded.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Opens the two connections to a process. Calls the process again until it answers.
    fn call(&self, process: usize) {
        for purpose in [Purpose::Control, Purpose::Data] {
            while !self.is_over() {
                match self.call_once(process, purpose) {
                    Ok(socket) => {
                        self.send(Event::Connected(Caller { process, purpose }, socket));
                        break;
                    }
                    Err(wrong) => {
                        self.note(process, wrong);
                        if self.is_refused(process) {
                            return;
                        }
                    }
                }
                thread::sleep(AGAIN);
            }
        }
    }

    fn call_once(&self, process: usize, purpose: Purpose) -> Result<TcpStream, HandshakeError> {
        let hosts = self.claims.hosts();
        let unreachable = |error: io::Error| {
            let wrong = PeerError::Unreachable { who: hosts.who(process), error: SystemError::from(&error) };
            HandshakeError::Broken(wrong.into())
        };
        let socket = connect(&hosts.hosts()[process].address).map_err(unreachable)?;
        self.claims.call(&socket, process, purpose, CALL)?;
        Ok(socket)
    }

    /// Accepts and answers incoming connections until the join is over.
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        for number in 0_u64.. {
            if self.is_over() {
                return;
            }
            match listener.accept() {
                Ok((socket, _)) => self.answer_apart(number, socket),
                // No connection is waiting, or a connection was closed before it was accepted.
                Err(_) => thread::sleep(LOOK),
            }
        }
    }

    /// Performs the handshake of an incoming connection in a separate thread. If too many handshakes are unfinished,
    /// the method closes the oldest of these connections. A process that knows the key would have finished its
    /// handshake long ago.
    fn answer_apart(self: &Arc<Self>, number: u64, socket: TcpStream) {
        let Ok(known) = socket.try_clone() else { return };
        self.handshakes.lock().unwrap_or_else(PoisonError::into_inner).push_back((number, known));
        let joiner = Arc::clone(self);
        let answer = move || {
            joiner.answer(socket);
            joiner.forget(number);
        };
        if thread::Builder::new().name("handshake".to_owned()).spawn(answer).is_err() {
            self.forget(number);
        }
        let mut handshakes = self.handshakes.lock().unwrap_or_else(PoisonError::into_inner);
        if handshakes.len() > STRANGERS
            && let Some((_, oldest)) = handshakes.pop_front()
        {
            // If the shutdown fails, the connection is already closed.
            let _ = oldest.shutdown(Shutdown::Both);
        }
    }

    fn forget(&self, number: u64) {
        self.handshakes.lock().unwrap_or_else(PoisonError::into_inner).retain(|&(other, _)| other != number);
    }

    fn answer(&self, socket: TcpStream) {
        if socket.set_nonblocking(false).and_then(|()| socket.set_nodelay(true)).is_err() {
            return;
        }
        match self.claims.answer(&socket, HANDSHAKE) {
            Ok(caller) => self.send(Event::Connected(caller, socket)),
            // If the connection broke before the number of the process arrived, the number is unknown.
            Err((process, wrong)) => self.note(process.unwrap_or(usize::MAX), wrong),
        }
    }
}

/// Returns the deadline for messages in whole seconds. The result is at least one second.
fn seconds(deadline: Duration) -> u64 {
    deadline.as_secs().max(1)
}

/// Tries all addresses to which a host's name resolves, and connects to the first address that answers.
fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            // A socket may connect to itself if the port is an unused port of this machine. This counts as a failure.
            Ok(socket) if socket.local_addr()? == address => last = io::ErrorKind::ConnectionRefused.into(),
            Ok(socket) => {
                socket.set_nodelay(true)?;
                return Ok(socket);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
