//! The kinds and headers of the frames on a data connection, and the queues of arrived frames.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};

use timely_bytes::arc::Bytes;
use timely_communication::allocator::zero_copy::bytes_exchange::{BytesPull as _, MergeQueue};
use timely_communication::buzzer::Buzzer;
use timely_communication::networking::MessageHeader;

use crate::framing::HEADER;

/// The kind of a frame's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// A batch, which consists of bytes that the solver sends to a worker.
    Batch,
    /// The number of an all-reduce (an exchange of numbers at a barrier), followed by the sender's vote. A vote
    /// consists of four numbers. The number of the all-reduce and the four numbers of the vote have eight bytes each,
    /// little-endian.
    Vote,
    /// The number of a question in eight bytes, followed by the question (a request for values of slots).
    Question,
    /// The number of a question in eight bytes, followed by the answer.
    Answer,
}

/// The queue of the frames that have arrived for one target of this process. The library timely fills this queue.
pub(super) struct InQueue {
    queue: MergeQueue,
    expected: usize,
    drained: Vec<Bytes>,
}

/// Locks a mutex. If a thread has panicked while it held the lock, the data are still consistent, because a panic never
/// interrupts a change of the data.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the header of a frame.
pub(super) fn head(source: usize, kind: Kind, target: usize, length: usize, seqno: usize) -> Vec<u8> {
    let (target_lower, target_upper) = (target, target + 1);
    let header = MessageHeader { channel: kind as usize, source, target_lower, target_upper, length, seqno };
    let mut head = Vec::with_capacity(HEADER);
    // Writing to a vector in memory cannot fail.
    let _ = header.write_to(&mut head);
    head
}

/// Makes `number` queues. Returns the ends that timely fills, and the ends from which this crate reads. The thread that
/// fills the queues must call this function. A frame in a queue wakes no thread. So readers poll the queues.
pub(super) fn targets(number: usize) -> (Vec<Receiver<MergeQueue>>, Vec<InQueue>) {
    let pairs = (0..number).map(|_| {
        let (writer, queue) = MergeQueue::new_pair(Buzzer::default(), None, None);
        let (hand, target) = mpsc::channel();
        // Sending cannot fail, because the receiver still exists.
        let _ = hand.send(writer);
        (target, InQueue { queue, expected: 0, drained: Vec::new() })
    });
    pairs.unzip()
}

impl InQueue {
    /// Removes all arrived frames from the queue, and passes each frame to `with`. If a frame is out of sequence, or if
    /// `with` returns false, the function stops and returns false.
    pub(super) fn take(&mut self, mut with: impl FnMut(MessageHeader, Bytes) -> bool) -> bool {
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

/// Bytes that have arrived, in a receive buffer (slab). Timely reuses a slab after all its bytes are dropped.
pub(super) struct Arrived(pub(super) Bytes);

impl AsRef<[u8]> for Arrived {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
