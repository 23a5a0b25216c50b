//! Sends bytes between processes. The module uses the communication layer of the library timely dataflow ("timely"). No
//! other module uses timely.
//!
//! This module uses four parts of timely. These parts belong to the layer of timely that is below timely's channels.
//! Two of timely's threads serve each connection ([`send_loop`] and `recv_loop`). Queues of shared bytes
//! ([`MergeQueue`]) connect the solver's threads with the threads that serve the sockets. Large buffers (slabs) receive
//! bytes and pass them on without a copy (`Bytes`). Frames have timely's headers (`MessageHeader`). So a batch is not
//! copied between the solver's buffer and the socket that sends it. A batch is also not copied between the slab and the
//! worker that receives it.
//!
//! This module does not use timely's channels and dataflows. A channel of timely belongs to one thread. With channels,
//! all messages would have to pass through another thread between the solver's threads and the network. Each direction
//! would cost one more thread switch. The module also does not need timely's progress tracking. Votes (the numbers that
//! processes exchange at a barrier) follow the batches in the same stream, and end each round of the solver. Progress
//! tracking would cost 0.2 to 0.8 ms per depth.
//!
//! This module uses the fields of timely's headers as follows. The field `channel` contains the kind of the frame's
//! content. The target is a worker of the receiving process, or the process itself. The target number of the process
//! itself is one more than the number of its last worker. Each target has its own queue. The sequence number counts the
//! frames from one process to one target.
//!
//! When timely has passed on all bytes that it has read, it calls `SocketReader::read` again. The function
//! `SocketReader::read` first empties the process's own queue, and delivers votes, questions and answers to the waiting
//! threads. So the same thread reads and delivers votes, questions and answers. A vote arrives after all batches that
//! were sent before the vote, because timely fills the queues of the workers before the process's own queue.
//!
//! If a connection breaks or a frame has no receiver, timely panics. If a frame claims an extreme length, timely loops
//! for ever. `SocketReader` and [`SocketWriter`] hide failures from timely. After a failure, the reader reports the
//! failure to the other processes, and blocks timely's thread until the process leaves. The writer discards all further
//! bytes.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use retrograde::kernel::{Address, Member, RawVote, ReceivedBytes};
use timely_bytes::arc::BytesMut;
use timely_communication::allocator::zero_copy::bytes_exchange::{BytesPush as _, MergeQueue};
use timely_communication::allocator::zero_copy::tcp::send_loop;

use crate::alive::keep_alive;
use crate::framing::{Extent, HEADER};
use crate::hosts::HostList;
use crate::inbox::{Inbox, Question};

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;
mod queue;
mod sockets;

use queue::{Arrived, InQueue, Kind, head, lock, targets};
pub(crate) use sockets::GRACE;
use sockets::{SocketWriter, Watch};

/// The amount of data that this process has sent to the other processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of bytes of all batches. Headers, votes, questions and answers do not count.
    pub bytes: u64,
    /// The number of batches.
    pub parcels: u64,
    /// The number of messages of the solver in all batches.
    pub messages: u64,
    /// The number of all-reduces in which this process has taken part. In an all-reduce, all processes exchange numbers
    /// at a barrier.
    pub meetings: u64,
}

/// The data connections to all other processes.
pub(crate) struct Network {
    process: usize,
    peers: Vec<Option<Peer>>,
    bytes: AtomicU64,
    parcels: AtomicU64,
    messages: AtomicU64,
}

/// The data connection to another process.
struct Peer {
    socket: TcpStream,
    extent: Arc<Extent>,
    /// The queue of bytes to send; `None` after this process has stopped sending.
    out: Mutex<Option<Outgoing>>,
    /// For each worker of this process, the queue of frames that have arrived; `None` after this process has stopped
    /// receiving.
    queues: Vec<Mutex<Option<InQueue>>>,
    sender: Mutex<Option<JoinHandle<()>>>,
    receiver: Mutex<Option<JoinHandle<()>>>,
}

struct Outgoing {
    queue: MergeQueue,
    /// For each target, the sequence number of the next frame.
    next: Vec<usize>,
}

impl Network {
    /// Starts the threads that send and receive. The argument `sockets` contains the data connection to each other
    /// process. The argument `extents` counts the bytes on each connection.
    ///
    /// # Errors
    /// Returns an error if the system cannot start another thread, or if a socket is broken.
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

    /// Sends a batch to a worker of another process. Does nothing for an empty batch. The batch contains `messages`
    /// messages of the solver. The number of messages is used only for statistics.
    pub(crate) fn send(&self, to: Address, batch: Vec<u8>, messages: u64) {
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
    pub(crate) fn vote(&self, number: u64, vote: RawVote) {
        let vote: Vec<u8> = [number].iter().chain(&vote).flat_map(|word| word.to_le_bytes()).collect();
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

    /// Returns the batches that have arrived for a worker. Batches from the same process are in the order in which that
    /// process sent them.
    ///
    /// # Errors
    /// Returns the number of a process if it has sent a frame out of sequence, or a frame that is not a batch.
    pub(crate) fn collect(&self, worker: usize) -> Result<Vec<ReceivedBytes>, usize> {
        let mut parcels: Vec<ReceivedBytes> = Vec::new();
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

    /// From this call on, the network accepts no more messages to send. The function waits until all accepted messages
    /// are sent, but for at most one second.
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

    /// Stops sending and receiving. The caller must call this function before it closes the inbox. Closing the inbox
    /// interrupts timely's threads, and interrupted threads poison their queues.
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
            // If a panicking thread dropped a queue, timely would poison the queue. So a new thread drops the queues.
            thread::scope(|scope| drop(scope.spawn(stop)));
        } else {
            stop();
        }
    }

    /// Closes all data connections. Bytes in transit are lost. The caller must close the inbox before it calls this
    /// function.
    pub(crate) fn cut(&self) {
        for peer in self.peers.iter().flatten() {
            // If the shutdown fails, the socket is already closed.
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
        // If the thread has panicked, the failure has already been reported.
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
            // Sending cannot fail, because the thread that started this thread waits for the queues.
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

    /// Passes a frame to timely, which sends it. If `worker` is `None`, the target of the frame is the other process
    /// itself. Otherwise the target is this worker of the other process.
    fn send<const N: usize>(&self, own: usize, kind: Kind, worker: Option<usize>, parts: [Vec<u8>; N]) {
        let mut out = lock(&self.out);
        let Some(Outgoing { queue, next }) = &mut *out else { return };
        let own_queue = next.len() - 1;
        let target = worker.unwrap_or(own_queue);
        assert!(worker.is_none_or(|worker| worker < own_queue), "the other process has no worker {target}");
        let length = parts.iter().map(Vec::len).sum();
        let head = head(own, kind, target, length, next[target]);
        next[target] += 1;
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        queue.extend(std::iter::once(head).chain(parts).map(|part| BytesMut::from(part).freeze()));
        self.extent.send(HEADER + length);
    }
}

#[cfg(test)]
mod tests {
    use super::fuzzing::{Received, header, receive};

    /// Receives bytes in pieces, as a process with two workers.
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

    /// Tests that no thread of timely panics at invalid frames. Even a caught panic would poison the queues of the
    /// workers.
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
