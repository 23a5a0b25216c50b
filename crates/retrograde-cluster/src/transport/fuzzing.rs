//! A simulated data connection between two processes. Process 0 receives, and process 1 sends arbitrary bytes.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Mutex};

use retrograde::kernel::RawVote;

use super::queue::{InQueue, Kind, head, lock, targets};
use super::sockets::Watch;
use crate::framing::{Extent, HEADER};
use crate::hosts::HostList;
use crate::inbox::Inbox;

/// The data that process 0 has received, and the failure that it has reported.
#[derive(Debug)]
pub(crate) struct Received {
    /// For each worker, the batches that have arrived. The entry is `None` if the worker has received a frame that was
    /// out of sequence, or a frame that was not a batch.
    pub(crate) batches: Vec<Option<Vec<Vec<u8>>>>,
    /// The votes of process 1, from all-reduce 0 on.
    pub(crate) votes: Vec<RawVote>,
    /// The answer to each question. The entry is `None` if no answer has arrived.
    pub(crate) answers: Vec<Option<Vec<u8>>>,
    /// The message of the reported failure.
    pub(crate) trouble: Option<String>,
    /// Whether the length of the last frame contradicts the number of bytes that process 1 has sent.
    pub(crate) contradicts: bool,
}

/// Returns the header of a frame from process 1. The argument `kind` is 0 for a batch, 1 for a vote, 2 for a question
/// and 3 for an answer. The argument `number` is the sequence number.
pub(crate) fn header(kind: u8, target: usize, length: usize, number: usize) -> Vec<u8> {
    let kind = [Kind::Batch, Kind::Vote, Kind::Question, Kind::Answer][usize::from(kind % 4)];
    head(1, kind, target, length, number)
}

/// Lets process 1 send the bytes `said` to process 0, in pieces of `piece` bytes. Returns the data that process 0 has
/// received. Process 0 has `workers` workers, and has sent `questions` questions. If `takes_leave` is true, process 1
/// ends the stream properly after these bytes.
pub(crate) fn receive(said: &[u8], takes_leave: bool, piece: usize, workers: usize, questions: usize) -> Received {
    let inbox = Arc::new(Inbox::new(2));
    // The next line marks both processes as done. Without these marks, the receiver would wait at the end of the stream
    // until both processes are done.
    (0..2).for_each(|process| inbox.done(process));
    let asked: Vec<_> = (0..questions).filter_map(|_| inbox.ask().ok()).collect();
    let (targets, mut queues) = targets(workers + 1);
    let own_queue = queues.pop().expect("there is one more than workers");
    let leave = Arc::new(Leave { inbox: Arc::clone(&inbox), queues: Mutex::new(queues), batches: Mutex::default() });
    // The inbox owns the alarm function. So a strong reference from this function to the inbox would create a cycle.
    let alarm = Arc::downgrade(&leave);
    inbox.on_trouble(Box::new(move |_| alarm.upgrade().iter().for_each(|leave| leave.leave())));
    let (hosts, extent, sent) = (Arc::new(HostList::two()), Arc::<Extent>::default(), said.len() as u64);
    let watch = Watch { process: 1, hosts, inbox: Arc::clone(&inbox), extent: Arc::clone(&extent) };
    let goodbye = if takes_leave { &[0; HEADER][..] } else { &[] };
    let socket = SimulatedSocket {
        parts: [said.to_vec(), goodbye.to_vec()].map(VecDeque::from),
        piece,
        leave: Arc::clone(&leave),
    };
    watch.listen(socket, own_queue, targets, 0);
    Received {
        batches: std::mem::take(&mut lock(&leave.batches)),
        votes: votes(&inbox),
        answers: asked.iter().map(|(_, answer)| answer.try_recv().ok().map(|answer| answer.to_vec())).collect(),
        trouble: inbox.trouble().map(|trouble| trouble.message.to_string()),
        contradicts: extent.contradicts(sent),
    }
}

fn votes(inbox: &Inbox) -> Vec<RawVote> {
    let meet = |number| inbox.await_votes((0, [0; 4]), number).ok();
    (0..).map_while(meet).map(|ballots| ballots[1]).collect()
}

/// Lets process 0 leave at the first failure, or when the stream has ended. To leave, process 0 collects the frames
/// that have arrived, and closes its inbox.
struct Leave {
    inbox: Arc<Inbox>,
    queues: Mutex<Vec<InQueue>>,
    batches: Mutex<Vec<Option<Vec<Vec<u8>>>>>,
}

impl Leave {
    fn leave(&self) {
        for mut in_queue in std::mem::take(&mut *lock(&self.queues)) {
            let mut batches = Vec::new();
            let whole = in_queue.take(|frame, body| {
                batches.push(body.to_vec());
                frame.channel == Kind::Batch as usize
            });
            lock(&self.batches).push(whole.then_some(batches));
        }
        self.inbox.close();
    }
}

/// A simulated socket that delivers the bytes of process 1 in pieces. After process 0 has left, the socket delivers the
/// end of the stream.
struct SimulatedSocket {
    parts: [VecDeque<u8>; 2],
    piece: usize,
    leave: Arc<Leave>,
}

impl Read for SimulatedSocket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.piece.clamp(1, buffer.len());
        let [said, goodbye] = &mut self.parts;
        if !said.is_empty() {
            return said.read(&mut buffer[..piece]);
        }
        self.leave.leave();
        goodbye.read(&mut buffer[..piece])
    }
}
