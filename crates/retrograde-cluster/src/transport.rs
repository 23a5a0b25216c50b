//! Sends bytes between processes by timely dataflow's communication layer. No other module uses timely.
//!
//! It uses the layer beneath timely's channels: two threads for each connection ([`send_loop`] and [`recv_loop`]), queues of
//! shared bytes between threads and sockets ([`MergeQueue`]), slabs into which bytes are read and from which they are handed out without a copy
//! ([`Bytes`]), and its frames ([`MessageHeader`]). A batch is not copied between the solver's buffer and the socket, nor between
//! the slab and the worker.
//!
//! Neither its channels nor the dataflow above are used. A channel belongs to one thread, so another thread between the solver's threads
//! and the network would cost one more thread switch each way. And votes, which follow the batches in the same stream, already close a round of
//! the solver: timely's progress tracking would add nothing and cost 0.2 to 0.8 ms per level.
//!
//! A frame's fields are ours to fill: its channel is the kind of its content, its target is the queue of a worker or the process's own queue
//! (the target after the last worker), and its number counts the frames from one process to one target.
//!
//! timely reads again when it has handed out all that it had read. That is when [`SocketReader::read`] empties the process's own queue: it delivers votes,
//! questions and answers to the threads that wait for them, in the thread that read them. A vote comes after the batches that were posted before it,
//! since the queues of the workers come before the process's own queue.
//!
//! timely panics if a connection breaks or a frame has no receiver, and loops for ever if a frame claims an extreme length. [`SocketReader`] and
//! [`SocketWriter`] hide such events from it: they report them to the other processes, and block timely's threads until the process leaves.

use std::any::Any;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use retrograde::kernel::carrier::{Address, Ballot, Member, Parcel};
use timely_bytes::arc::{Bytes, BytesMut};
use timely_communication::allocator::zero_copy::bytes_exchange::{BytesPull as _, BytesPush as _, MergeQueue};
use timely_communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely_communication::allocator::zero_copy::stream::Stream;
use timely_communication::allocator::zero_copy::tcp::{recv_loop, send_loop};
use timely_communication::buzzer::Buzzer;
use timely_communication::networking::MessageHeader;

use crate::alive::keep_alive;
use crate::framing::{Extent, Framing, HEADER};
use crate::hosts::HostList;
use crate::inbox::{Inbox, Question, Trouble};
use crate::messages::Lost;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

/// The time for which, after the end of a stream, its process may still report the reason on the control connection.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// Slabs kept for reuse, usually of 1 MiB each.
const SPARE_SLABS: usize = 16;

/// The content of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// Bytes for a worker.
    Batch,
    /// The number of an all-reduce and this process's vote: eight bytes per number, little-endian.
    Vote,
    /// The number of the question in eight bytes, and the question.
    Question,
    /// The number of the question in eight bytes, and the answer.
    Answer,
}

/// Traffic from this process to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes of all batches, without headers, votes, questions and answers.
    pub bytes: u64,
    /// Batches.
    pub parcels: u64,
    /// The solver's messages in the batches.
    pub messages: u64,
    /// All-reduces.
    pub meetings: u64,
}

/// The connections to all other processes.
pub(crate) struct Transport {
    process: usize,
    peers: Vec<Option<Peer>>,
    bytes: AtomicU64,
    parcels: AtomicU64,
    messages: AtomicU64,
}

/// The connection to another process.
struct Peer {
    socket: TcpStream,
    extent: Arc<Extent>,
    /// `None` when this process has stopped sending.
    out: Mutex<Option<Outgoing>>,
    /// For each worker of this process, the arrived frames; `None` when this process has stopped receiving.
    queues: Vec<Mutex<Option<InQueue>>>,
    sender: Mutex<Option<JoinHandle<()>>>,
    receiver: Mutex<Option<JoinHandle<()>>>,
}

struct Outgoing {
    queue: MergeQueue,
    /// The next frame's number, by target.
    next: Vec<usize>,
}

/// The arrived frames for a target of this process, in timely's queue.
struct InQueue {
    queue: MergeQueue,
    expected: usize,
    drained: Vec<Bytes>,
}

/// Locks a mutex, also after a panic: no panic leaves the data behind these locks half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Transport {
    /// Starts to send and to receive. `sockets` holds the connection to each other process, `extents` their extents.
    ///
    /// # Errors
    /// The system gives no more threads, or a socket is broken.
    pub(crate) fn start(
        process: usize,
        sockets: Vec<Option<TcpStream>>,
        hosts: &Arc<HostList>,
        inbox: &Arc<Inbox>,
        extents: &[Arc<Extent>],
    ) -> io::Result<Self> {
        let members = hosts.members();
        let start = |(other, socket): (usize, Option<TcpStream>)| {
            let Some(socket) = socket else { return Ok(None) };
            let (hosts, inbox, extent) = (Arc::clone(hosts), Arc::clone(inbox), Arc::clone(&extents[other]));
            let watch = Watch { process: other, hosts, inbox, extent };
            Peer::start(socket, process, members[process], members[other], watch).map(Some)
        };
        let peers = sockets.into_iter().enumerate().map(start).collect::<io::Result<_>>()?;
        Ok(Self { process, peers, bytes: AtomicU64::new(0), parcels: AtomicU64::new(0), messages: AtomicU64::new(0) })
    }

    /// Sends a batch to a worker of another process; an empty batch is not sent.
    pub(crate) fn post(&self, to: Address, batch: Vec<u8>, messages: u64) {
        let Some(peer) = self.peer(to.process) else { return };
        if batch.is_empty() {
            return;
        }
        self.bytes.fetch_add(batch.len() as u64, Ordering::Relaxed);
        self.parcels.fetch_add(1, Ordering::Relaxed);
        self.messages.fetch_add(messages, Ordering::Relaxed);
        peer.send(self.process, Kind::Batch, Some(to.worker), [batch]);
    }

    /// Sends a vote to all other processes.
    pub(crate) fn vote(&self, number: u64, ballot: Ballot) {
        let vote: Vec<u8> = [number].iter().chain(&ballot).flat_map(|word| word.to_le_bytes()).collect();
        for peer in self.peers.iter().flatten() {
            peer.send(self.process, Kind::Vote, None, [vote.clone()]);
        }
    }

    pub(crate) fn ask(&self, process: usize, number: u64, question: Vec<u8>) {
        if let Some(peer) = self.peer(process) {
            peer.send(self.process, Kind::Question, None, [number.to_le_bytes().to_vec(), question]);
        }
    }

    pub(crate) fn answer(&self, question: &Question, answer: Vec<u8>) {
        if let Some(peer) = self.peer(question.process) {
            peer.send(self.process, Kind::Answer, None, [question.number.to_le_bytes().to_vec(), answer]);
        }
    }

    /// Takes the batches that have arrived for a worker: those of one process are in the order in which it sent them.
    ///
    /// # Errors
    /// The first process with a frame out of sequence or of another kind.
    pub(crate) fn collect(&self, worker: usize) -> Result<Vec<Parcel>, usize> {
        let mut parcels: Vec<Parcel> = Vec::new();
        for (process, peer) in self.peers.iter().enumerate() {
            let Some(in_queue) = peer.as_ref().and_then(|peer| peer.queues.get(worker)) else { continue };
            let mut in_queue = lock(in_queue);
            let Some(in_queue) = in_queue.as_mut() else { continue };
            let whole = in_queue.take(|frame, body| {
                parcels.push(Box::new(Arrived(body)));
                frame.channel == Kind::Batch as usize
            });
            if !whole {
                return Err(process);
            }
        }
        Ok(parcels)
    }

    pub(crate) fn traffic(&self) -> Traffic {
        let [bytes, parcels, messages] =
            [&self.bytes, &self.parcels, &self.messages].map(|count| count.load(Ordering::Relaxed));
        Traffic { bytes, parcels, messages, meetings: 0 }
    }

    fn peer(&self, process: usize) -> Option<&Peer> {
        self.peers.get(process)?.as_ref()
    }

    /// Stops sending after all that was posted, and waits until it is sent, at most for a second.
    pub(crate) fn finish(&self) {
        for peer in self.peers.iter().flatten() {
            drop(lock(&peer.out).take());
        }
        let sending = |peer: &Peer| lock(&peer.sender).as_ref().is_some_and(|sender| !sender.is_finished());
        let end = Instant::now() + GRACE;
        while self.peers.iter().flatten().any(sending) && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Stops sending and receiving. Call this before the inbox is closed: timely poisons its queues when it is interrupted.
    pub(crate) fn stop(&self) {
        let stop = || {
            for peer in self.peers.iter().flatten() {
                drop(lock(&peer.out).take());
                for in_queue in &peer.queues {
                    drop(lock(in_queue).take());
                }
            }
        };
        if thread::panicking() {
            // It also poisons queues that a panicking thread drops: another thread drops them then.
            thread::scope(|scope| drop(scope.spawn(stop)));
        } else {
            stop();
        }
    }

    /// Closes all connections; bytes in transit are lost. Call this when the inbox is closed.
    pub(crate) fn cut(&self) {
        for peer in self.peers.iter().flatten() {
            // An error means that the socket is shut already.
            let _ = peer.socket.shutdown(Shutdown::Both);
        }
        for peer in self.peers.iter().flatten() {
            join(&peer.sender);
            join(&peer.receiver);
        }
    }
}

fn join(thread: &Mutex<Option<JoinHandle<()>>>) {
    let handle = lock(thread).take();
    if let Some(handle) = handle {
        // Its panic, if any, has been reported.
        let _ = handle.join();
    }
}

impl Peer {
    fn start(socket: TcpStream, own: usize, here: Member, there: Member, watch: Watch) -> io::Result<Self> {
        socket.set_read_timeout(None)?;
        socket.set_write_timeout(None)?;
        keep_alive(&socket)?;
        let (other, extent) = (watch.process, Arc::clone(&watch.extent));
        let (hand_queue, queue) = mpsc::channel();
        let writing_half = SocketWriter { socket: socket.try_clone()?, broken: false };
        let sender = thread::Builder::new()
            .name(format!("send to {other}"))
            .spawn(move || send_loop(writing_half, vec![hand_queue], own, other, None, None))?;
        let (hand_queues, queues) = mpsc::channel();
        let reading_half = socket.try_clone()?;
        let receiver = thread::Builder::new().name(format!("receive from {other}")).spawn(move || {
            let (targets, mut queues) = targets(here.workers + 1);
            let Some(own_queue) = queues.pop() else { return };
            // The starting thread waits for the queues.
            let _ = hand_queues.send(queues);
            watch.listen(reading_half, own_queue, targets, own);
        })?;
        let unavailable = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        let out = Outgoing { queue: queue.recv().map_err(unavailable)?, next: vec![0; there.workers + 1] };
        let queues =
            queues.recv().map_err(unavailable)?.into_iter().map(|in_queue| Mutex::new(Some(in_queue))).collect();
        Ok(Self {
            socket,
            extent,
            out: Mutex::new(Some(out)),
            queues,
            sender: Mutex::new(Some(sender)),
            receiver: Mutex::new(Some(receiver)),
        })
    }

    /// Gives a frame to timely: for a worker, or for the process itself.
    fn send<const N: usize>(&self, own: usize, kind: Kind, worker: Option<usize>, parts: [Vec<u8>; N]) {
        let mut out = lock(&self.out);
        let Some(Outgoing { queue, next }) = &mut *out else { return };
        let own_queue = next.len() - 1;
        let target = worker.unwrap_or(own_queue);
        assert!(worker.is_none_or(|worker| worker < own_queue), "there is no worker {target} there");
        let length = parts.iter().map(Vec::len).sum();
        let head = head(own, kind, target, length, next[target]);
        next[target] += 1;
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        queue.extend(std::iter::once(head).chain(parts).map(|part| BytesMut::from(part).freeze()));
        self.extent.send(HEADER + length);
    }
}

/// The header of a frame.
fn head(source: usize, kind: Kind, target: usize, length: usize, seqno: usize) -> Vec<u8> {
    let (target_lower, target_upper) = (target, target + 1);
    let header = MessageHeader { channel: kind as usize, source, target_lower, target_upper, length, seqno };
    let mut head = Vec::with_capacity(HEADER);
    // Writing into memory cannot fail.
    let _ = header.write_to(&mut head);
    head
}

/// Makes `number` queues: the ends that timely fills, and ours. Call this in the thread that fills them; it wakes no thread, since ours are polled.
fn targets(number: usize) -> (Vec<Receiver<MergeQueue>>, Vec<InQueue>) {
    let pairs = (0..number).map(|_| {
        let (writer, queue) = MergeQueue::new_pair(Buzzer::default(), None, None);
        let (hand, target) = mpsc::channel();
        // The receiver is not dropped before.
        let _ = hand.send(writer);
        (target, InQueue { queue, expected: 0, drained: Vec::new() })
    });
    pairs.unzip()
}

impl InQueue {
    /// Takes all frames that have arrived; returns whether each was the next in sequence and `with` accepted it.
    fn take(&mut self, mut with: impl FnMut(MessageHeader, Bytes) -> bool) -> bool {
        self.queue.drain_into(&mut self.drained);
        for mut bytes in self.drained.drain(..) {
            while !bytes.is_empty() {
                let Some(header) = MessageHeader::try_read(&bytes) else { return false };
                let mut body = bytes.extract_to(header.required_bytes());
                drop(body.extract_to(header.header_bytes()));
                let next = header.seqno == self.expected;
                self.expected += 1;
                if !with(header, body) || !next {
                    return false;
                }
            }
        }
        true
    }
}

/// Bytes in a slab, which is reused when they are dropped.
struct Arrived(Bytes);

impl AsRef<[u8]> for Arrived {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// What a receiving thread needs to report failures of its process.
struct Watch {
    process: usize,
    hosts: Arc<HostList>,
    inbox: Arc<Inbox>,
    extent: Arc<Extent>,
}

/// The panic payload that ends a thread of timely when the process leaves.
struct Left;

impl Watch {
    /// Receives from a process until all are done, or this one leaves.
    fn listen(
        self,
        socket: impl Read + Send + Sync,
        own_queue: InQueue,
        targets: Vec<Receiver<MergeQueue>>,
        own: usize,
    ) {
        let other = self.process;
        let watch = Arc::new(self);
        let frames = Framing::to(targets.len());
        let reading_half = SocketReader { socket, own_queue: Mutex::new(own_queue), watch: Arc::clone(&watch), frames };
        let refill = BytesRefill { logic: Arc::new(|size| Box::new(vec![0_u8; size])), limit: Some(SPARE_SLABS) };
        let received = catch_unwind(AssertUnwindSafe(|| recv_loop(reading_half, targets, 0, own, other, refill, None)));
        if received.is_err_and(|panic: Box<dyn Any + Send>| !panic.is::<Left>()) {
            watch.garbled("frame");
        }
    }

    fn garbled(&self, what: &'static str) {
        self.raise(Lost::Garbled { who: self.hosts.who(self.process), what });
    }

    fn raise(&self, lost: Lost) {
        self.inbox.raise(&Trouble { process: self.process, code: None, message: lost.into() });
    }

    /// Gives each message in the process's own queue to the thread that waits for it.
    fn dispatch(&self, own_queue: &mut InQueue) {
        let whole = own_queue.take(|frame, mut body| {
            let numbered = body.len() >= 8;
            let number = if numbered { word(&body.extract_to(8)) } else { return false };
            let asked = frame.channel == Kind::Question as usize;
            if asked {
                self.inbox.question(Question { process: self.process, number, said: body });
                true
            } else if frame.channel == Kind::Answer as usize {
                self.inbox.answered(number, body)
            } else if frame.channel == Kind::Vote as usize && body.len() == size_of::<Ballot>() {
                let mut words = body.chunks_exact(8).map(word);
                self.inbox.vote(self.process, number, std::array::from_fn(|_| words.next().unwrap_or_default()));
                true
            } else {
                false
            }
        });
        if !whole {
            self.garbled("message");
        }
    }
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// The socket that timely reads from.
struct SocketReader<S> {
    socket: S,
    /// Locked only because timely requires its reader to be `Sync`.
    own_queue: Mutex<InQueue>,
    watch: Arc<Watch>,
    frames: Framing,
}

impl<S> SocketReader<S> {
    /// The stream has ended, because all processes are done, or because its process is lost. In the second case its control connection has ended, too,
    /// and reports the loss first.
    fn ended(&self) -> io::Result<usize> {
        let inbox = &self.watch.inbox;
        if inbox.await_done(3 * GRACE) {
            if self.frames.ended {
                return Ok(0);
            }
        } else {
            self.watch.raise(Lost::Gone { who: self.watch.hosts.who(self.watch.process) });
        }
        self.park()
    }

    /// Blocks timely's thread until the process leaves, and ends it then.
    fn park(&self) -> ! {
        self.watch.inbox.await_closed(None);
        // Unwinds without a message: the failure has been reported.
        resume_unwind(Box::new(Left))
    }
}

impl<S: Read> Read for SocketReader<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.watch.dispatch(&mut lock(&self.own_queue));
        loop {
            match self.socket.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) | Ok(0) => return self.ended(),
                Ok(read) => {
                    if self.frames.follow(&buffer[..read]) {
                        self.watch.extent.receive(self.frames.last());
                        return Ok(read);
                    }
                    self.watch.garbled("frame");
                    self.park();
                }
            }
        }
    }
}

/// The socket that timely writes to. A broken one discards all bytes: [`SocketReader`] finds it broken, too, and reports that.
struct SocketWriter {
    socket: TcpStream,
    broken: bool,
}

impl Write for SocketWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.broken {
            match self.socket.write(bytes) {
                Ok(written) if written > 0 => return Ok(written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                _ => self.broken = true,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Required by timely, but not used here: each half of the socket has its own type.
impl<S: Read + Send + Sync> Stream for SocketReader<S> {
    fn try_clone(&self) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// timely shuts it down when all has been sent; the rest is not used.
impl Stream for SocketWriter {
    fn try_clone(&self) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // An error means that the socket is shut already.
        let _ = self.socket.shutdown(how);
        Ok(())
    }
}

impl Read for SocketWriter {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl<S> Write for SocketReader<S> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::fuzzing::{Received, header, receive};

    /// Receives these bytes in pieces as a process with two workers.
    fn received(said: &[u8], piece: usize) -> Received {
        receive(said, true, piece, 2, 1)
    }

    #[test]
    fn valid_frames_arrive() {
        let [vote, answer, batch] = [[7_u64; 5].map(u64::to_le_bytes).concat(), vec![0; 9], vec![1, 2, 3]];
        let vote = [&[0; 8], &vote[8..]].concat();
        let said = [
            header(0, 1, 3, 0),
            batch.clone(),
            header(1, 2, vote.len(), 0),
            vote,
            header(3, 2, answer.len(), 1),
            answer,
            header(0, 1, 3, 1),
            batch.clone(),
        ];
        for piece in [1, 50, 1000] {
            let received = received(&said.concat(), piece);
            assert_eq!(received.trouble, None);
            assert_eq!(received.batches, [Some(vec![]), Some(vec![batch.clone(); 2])]);
            assert_eq!((received.votes, received.answers), (vec![[7; 4]], vec![Some(vec![0])]));
        }
    }

    /// No thread of timely panics, not even a caught panic: that would poison the queues of the workers.
    #[test]
    fn invalid_frames_are_reported_and_damage_nothing() {
        let garbled = "process 1 (b:1) has sent invalid data";
        for wrong in
            [header(0, 3, 1, 1), header(0, 1, 0, 1), header(0, 1, usize::MAX - 47, 1), header(0, 1, usize::MAX, 1)]
        {
            let said = [&header(0, 1, 3, 0), &[1, 2, 3][..], &wrong, &[0; 99]].concat();
            let received = received(&said, 51);
            assert_eq!(received.trouble, Some(format!("{garbled} (frame)")));
            assert_eq!(received.batches, [Some(vec![]), Some(vec![vec![1, 2, 3]])]);
        }
        let unasked = [header(3, 2, 8, 0), vec![1; 8]].concat();
        assert_eq!(received(&unasked, 1000).trouble, Some(format!("{garbled} (message)")));
        assert_eq!(received(&[header(0, 1, 1, 7), vec![1]].concat(), 1000).batches, [Some(vec![]), None]);
    }
}
