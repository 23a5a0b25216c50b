//! The control connections between processes. Each pair of processes has a data connection and a control connection.
//! The control connection carries failures, the message that a process is done, and one heartbeat per second. A
//! heartbeat contains the progress of the process that sends it, and the number of bytes that this process has sent on
//! the data connection.
//!
//! Control connections have their own threads. So heartbeats do not depend on the load of the process. A process counts
//! as lost if its control connection ends before all processes are done, or if it sends nothing for the time
//! [`Joining::silence`](crate::Joining::silence). A process measures the silence of other processes only while it is
//! running itself. So a process that the system has suspended does not report the other processes as lost. A process
//! that sends heartbeats without progress counts as slow, not as lost.
//!
//! A process that detects a failure reports the failure to all other processes before it leaves. So all processes name
//! the process that failed first.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use retrograde::rules::Text;
use retrograde::rules::message::{Language, Message};

use crate::frame::{Frame, Frames};
use crate::framing::Extent;
use crate::hosts::HostList;
use crate::inbox::{Inbox, Trouble};
use crate::messages::Lost;
use crate::transport::GRACE;

/// The time between two heartbeats.
const BEAT: Duration = Duration::from_secs(1);

/// The progress of another process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The number of the process.
    pub process: usize,
    /// The amount of work that the process had done at its last heartbeat, in the unit of
    /// [`report`](crate::Cluster::report).
    pub done: u64,
    /// The amount of work per second that the process did between its last two heartbeats, in the same unit.
    pub per_second: f64,
    /// The time since `done` last changed.
    pub stands: Duration,
}

/// All control connections of a process.
pub(crate) struct Control {
    process: usize,
    hosts: Arc<HostList>,
    inbox: Arc<Inbox>,
    silence: Duration,
    /// For each process, the number of bytes sent and received on the data connection to this process.
    extents: Vec<Arc<Extent>>,
    done: AtomicU64,
    links: Mutex<Vec<Arc<Link>>>,
    beating: Mutex<Option<JoinHandle<()>>>,
    listening: Mutex<Vec<JoinHandle<()>>>,
}

/// The control connection to one other process.
struct Link {
    process: usize,
    socket: TcpStream,
    /// A lock that a thread holds while it writes a frame, so that frames do not mix.
    writing: Mutex<()>,
    pace: Mutex<Progress>,
}

/// The progress of another process, as its heartbeats have reported it.
struct Progress {
    done: u64,
    at: Instant,
    per_second: f64,
    moved: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Control {
    pub(crate) fn new(
        process: usize,
        hosts: Arc<HostList>,
        inbox: Arc<Inbox>,
        silence: Duration,
        extents: Vec<Arc<Extent>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            process,
            hosts,
            inbox,
            silence,
            extents,
            done: AtomicU64::new(0),
            links: Mutex::default(),
            beating: Mutex::default(),
            listening: Mutex::default(),
        })
    }

    /// Starts the heartbeat.
    ///
    /// # Errors
    /// Returns an error if the system cannot start another thread.
    pub(crate) fn start(self: &Arc<Self>) -> io::Result<()> {
        let control = Arc::clone(self);
        let beat = move || {
            while !control.inbox.await_closed(Some(BEAT)) {
                control.beat();
            }
        };
        *lock(&self.beating) = Some(thread::Builder::new().name("heartbeat".to_owned()).spawn(beat)?);
        Ok(())
    }

    /// Starts a thread that receives frames on the control connection to a process; the handshake with this process has
    /// succeeded.
    ///
    /// # Errors
    /// Returns an error if the system cannot start another thread, or if the socket is broken.
    pub(crate) fn listen(self: &Arc<Self>, process: usize, socket: TcpStream) -> io::Result<()> {
        socket.set_read_timeout(Some(self.tick()))?;
        // A write does not block. Unread heartbeats would fill the buffer of the other process's socket only after the
        // other process counts as lost.
        socket.set_write_timeout(Some(BEAT))?;
        let now = Instant::now();
        let pace = Mutex::new(Progress { done: 0, at: now, per_second: 0.0, moved: now });
        let link = Arc::new(Link { process, socket, writing: Mutex::new(()), pace });
        lock(&self.links).push(Arc::clone(&link));
        let control = Arc::clone(self);
        let thread = thread::Builder::new().name(format!("control of {process}"));
        let thread = thread.spawn(move || control.hear(&link))?;
        lock(&self.listening).push(thread);
        Ok(())
    }

    /// Returns whether there is a control connection to a process.
    pub(crate) fn hears(&self, process: usize) -> bool {
        lock(&self.links).iter().any(|link| link.process == process)
    }

    /// Returns the interval after which a thread checks how long the other process has been silent.
    fn tick(&self) -> Duration {
        (self.silence / 10).clamp(Duration::from_millis(10), BEAT)
    }

    fn hear(&self, link: &Link) {
        let mut frames = Frames::default();
        let mut silent = Duration::ZERO;
        loop {
            match frames.next(&mut &link.socket) {
                Ok(Some(frame)) => {
                    silent = Duration::ZERO;
                    self.take(link, frame);
                }
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    silent += self.tick();
                    if silent >= self.silence {
                        let seconds = self.silence.as_secs().max(1);
                        return self.raise(link.process, Lost::Silent { who: self.hosts.who(link.process), seconds });
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    let who = self.hosts.who(link.process);
                    return self.raise(link.process, Lost::Garbled { who, what: "control" });
                }
                Ok(None) | Err(_) => return self.ended(link),
            }
        }
    }

    /// Handles the end of a control connection. If all processes are done, the end is not a failure. The message that
    /// all processes are done may still be in transit. So this function waits a short time for the message.
    fn ended(&self, link: &Link) {
        if !self.inbox.await_done(GRACE) {
            self.raise(link.process, Lost::Gone { who: self.hosts.who(link.process) });
        }
    }

    fn take(&self, link: &Link, frame: Frame) {
        match frame {
            Frame::Beat { done, sent } => {
                lock(&link.pace).beat(done);
                if self.extents[link.process].contradicts(sent) {
                    self.raise(link.process, Lost::Garbled { who: self.hosts.who(link.process), what: "length" });
                }
            }
            Frame::Done => self.inbox.done(link.process),
            Frame::AllDone => self.inbox.all_done(),
            Frame::Trouble { process, code, texts: [english, chinese] } => {
                let message = Text::new(english).and("zh", chinese).into();
                self.inbox.raise(&Trouble { process: process as usize, code, message });
            }
        }
    }

    fn raise(&self, process: usize, lost: Lost) {
        self.inbox.raise(&Trouble { process, code: None, message: lost.into() });
    }

    /// Sends the same frame to all other processes. Errors are ignored, because the thread that listens to a lost
    /// process reports the loss.
    fn broadcast(&self, frame: &Frame) {
        self.send_each(|_| frame.clone());
    }

    /// Sends a frame to each other process; the frames may differ.
    fn send_each(&self, frame: impl Fn(usize) -> Frame) {
        let links = lock(&self.links).clone();
        for link in links {
            let bytes = frame(link.process).bytes();
            let _writing = lock(&link.writing);
            if io::Write::write_all(&mut &link.socket, &bytes).is_err() {
                // If only the start of the frame was sent, the other process could not parse any later frame.
                let _ = link.socket.shutdown(Shutdown::Write);
            }
        }
    }

    /// Reports a failure to all other processes.
    pub(crate) fn broadcast_trouble(&self, trouble: &Trouble) {
        let text = |language| trouble.message.in_language(language).to_string();
        let texts = [text(Language::English), text(Language::Chinese)];
        let process = u32::try_from(trouble.process).unwrap_or(u32::MAX);
        self.broadcast(&Frame::Trouble { process, code: trouble.code, texts });
    }

    /// Sends a heartbeat to all other processes.
    fn beat(&self) {
        let done = self.done.load(Ordering::Relaxed);
        self.send_each(|process| Frame::Beat { done, sent: self.extents[process].sent() });
    }

    /// Records that this process has failed, and reports this to all other processes.
    pub(crate) fn fail(&self, code: Option<u8>, said: Message) {
        let message = Lost::Failed { who: self.hosts.who(self.process), said }.into();
        self.inbox.raise(&Trouble { process: self.process, code, message });
    }

    pub(crate) fn report(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    pub(crate) fn others(&self) -> Vec<Pace> {
        let now = Instant::now();
        let pace = |link: &Arc<Link>| {
            let progress = lock(&link.pace);
            let stands = now.saturating_duration_since(progress.moved);
            Pace { process: link.process, done: progress.done, per_second: progress.per_second, stands }
        };
        let mut paces: Vec<Pace> = lock(&self.links).iter().map(pace).collect();
        paces.sort_by_key(|pace| pace.process);
        paces
    }

    /// Reports to all other processes that this process is done and no longer needs them.
    pub(crate) fn done(&self) {
        self.inbox.done(self.process);
        self.beat();
        self.broadcast(&Frame::Done);
    }

    /// Reports to all other processes that all processes are done. A process must send this report before it closes a
    /// connection. Otherwise, another process that has not yet received every `Done` would report the closed connection
    /// as a failure.
    pub(crate) fn all_done(&self) {
        self.broadcast(&Frame::AllDone);
    }

    /// Stops sending. Frames that were already sent still arrive. The function then receives frames until all other
    /// processes have stopped sending, but for at most two seconds.
    pub(crate) fn finish(&self) {
        let links = lock(&self.links).clone();
        for link in &links {
            let _ = link.socket.shutdown(Shutdown::Write);
        }
        let end = Instant::now() + 2 * GRACE;
        let listening = || lock(&self.listening).iter().any(|thread| !thread.is_finished());
        while listening() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Closes all control connections and ends their threads. The caller must close the inbox before it calls this
    /// function.
    pub(crate) fn cut(&self) {
        for link in lock(&self.links).drain(..) {
            let _ = link.socket.shutdown(Shutdown::Both);
        }
        let beating = lock(&self.beating).take();
        let listening = std::mem::take(&mut *lock(&self.listening));
        for thread in listening.into_iter().chain(beating) {
            // This process leaves now. So the result of the thread does not matter, even if the thread has panicked.
            let _ = thread.join();
        }
    }
}

impl Progress {
    fn beat(&mut self, done: u64) {
        let now = Instant::now();
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        if seconds > 0.0 {
            self.per_second = done.saturating_sub(self.done) as f64 / seconds;
        }
        if done != self.done {
            self.moved = now;
        }
        (self.done, self.at) = (done, now);
    }
}
