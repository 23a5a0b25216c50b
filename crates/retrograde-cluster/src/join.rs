//! Sockets to all other processes: each calls those before it and is called by those after it.
//!
//! A process that is not there yet is called again until the deadline; each socket that comes in is greeted by a thread of its own, so
//! that a silent stranger delays no other process. A process of another job, which has proved that it knows the key, ends the join at once. A process
//! that proves nothing cannot: the caller of this is notified of it once, and it is named at the deadline if the process it claims to be has not come.

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

/// Whoever calls has to prove who it is within this time.
const HANDSHAKE: Duration = Duration::from_secs(2);

/// Longer than the other side waits: so both know that a handshake has failed.
const CALL: Duration = Duration::from_secs(5);

/// For one try to connect.
const CONNECT: Duration = Duration::from_secs(2);

/// For so long those hear why it is over who come late.
const LATE: Duration = Duration::from_secs(2);

/// Between two tries.
const AGAIN: Duration = Duration::from_millis(50);

/// Between two looks for callers, and for trouble.
const LOOK: Duration = Duration::from_millis(5);

/// Strangers that are heard at a time.
const STRANGERS: usize = 128;

/// Takes what may keep a process from joining, while the process is still waited for.
pub type Notify = dyn Fn(&Message) + Send;

/// What ends in threads of their own.
enum Event {
    Connected(Caller, TcpStream),
    Refused(Message),
    /// Something has answered for that process, or called in its name, that does not prove that it knows the key.
    Unproved(usize),
}

/// Why a process is not there yet, as far as is known.
#[derive(Clone, Default)]
struct Reasons {
    /// What else has answered for it, or has called in its name.
    unproved: Option<Message>,
    /// Why the last connection failed.
    broken: Option<Message>,
}

/// What the threads share.
struct Joiner {
    claims: Claims,
    reasons: Mutex<Vec<Reasons>>,
    /// Which processes know by the handshake that they must not take part.
    refused: Mutex<Vec<bool>>,
    events: Sender<Event>,
    /// The sockets of those who have called and not proved who they are, by number.
    handshakes: Mutex<VecDeque<(u64, TcpStream)>>,
    over: AtomicBool,
}

/// Connects with all others; their control connections are given to `control` as they come, and the data connections are returned.
///
/// # Errors
/// Somebody is missing at the deadline, or should not be there.
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
    // The port is free when this returns.
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

    /// Takes connections as they have passed the handshake, until all are there.
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
                    // One that is there twice is listened to as well, so that it hears so.
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

    /// It is over, but a process that comes a little later would only find nobody: it hears why.
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
                // One that cannot be listened to is not told: it finds the connection ended.
                Purpose::Control if control.listen(caller.process, socket).is_err() => {}
                Purpose::Control => inbox.trouble().iter().for_each(|trouble| control.broadcast_trouble(trouble)),
            }
        }
    }

    fn missing(&self, processes: &[usize], deadline: Duration) -> JoinError {
        let reasons = Message::all(processes.iter().map(|&process| self.reason(process)));
        JoinError::Missing { reasons, seconds: seconds(deadline) }
    }

    /// Why a process has not joined: what has answered in its place says more than a connection that failed after that.
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

    /// Takes what came of a handshake with a process, if it is not the process itself.
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

    /// The handshake with a process has shown on both sides that it must not take part.
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

    /// Who waits for events may have gone: then nobody wants this one.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Calls a process until it answers, twice.
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

    /// Greets all who call.
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        for number in 0_u64.. {
            if self.is_over() {
                return;
            }
            match listener.accept() {
                Ok((socket, _)) => self.answer_apart(number, socket),
                // A call that was ended before it was taken, or none.
                Err(_) => thread::sleep(LOOK),
            }
        }
    }

    /// Greets who has called, in a thread of its own. Where too many are being greeted the oldest goes: who knows the key has said so long ago.
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
            // One that has gone already is what is wanted.
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
            // It is known who that is, unless the connection broke before.
            Err((process, wrong)) => self.note(process.unwrap_or(usize::MAX), wrong),
        }
    }
}

/// For people: at least one.
fn seconds(deadline: Duration) -> u64 {
    deadline.as_secs().max(1)
}

/// Connects to the first of its addresses that answers.
fn connect(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            // A port of this machine that nobody listens on may connect with itself.
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
