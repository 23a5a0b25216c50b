//! The frames of a data connection, and the queues of arrived frames.

use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};

use timely_bytes::arc::Bytes;
use timely_communication::allocator::zero_copy::bytes_exchange::{BytesPull as _, MergeQueue};
use timely_communication::buzzer::Buzzer;
use timely_communication::networking::MessageHeader;

use crate::framing::HEADER;

/// The content of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// Bytes for a worker.
    Batch,
    /// The number of an all-reduce and this process's vote: eight bytes per number, little-endian.
    Vote,
    /// The number of the question in eight bytes, and the question.
    Question,
    /// The number of the question in eight bytes, and the answer.
    Answer,
}

/// The arrived frames for a target of this process, in timely's queue.
pub(super) struct InQueue {
    queue: MergeQueue,
    expected: usize,
    drained: Vec<Bytes>,
}

/// Locks a mutex, even after a panic: no panic leaves the data behind these locks half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the header of a frame.
pub(super) fn head(source: usize, kind: Kind, target: usize, length: usize, seqno: usize) -> Vec<u8> {
    let (target_lower, target_upper) = (target, target + 1);
    let header = MessageHeader { channel: kind as usize, source, target_lower, target_upper, length, seqno };
    let mut head = Vec::with_capacity(HEADER);
    // Writing to memory cannot fail.
    let _ = header.write_to(&mut head);
    head
}

/// Returns `number` queues: the ends that timely fills, and our ends. Call this in the thread that fills them. It wakes
/// no thread, because our ends are polled.
pub(super) fn targets(number: usize) -> (Vec<Receiver<MergeQueue>>, Vec<InQueue>) {
    let pairs = (0..number).map(|_| {
        let (writer, queue) = MergeQueue::new_pair(Buzzer::default(), None, None);
        let (hand, target) = mpsc::channel();
        // The receiver is dropped only later, so this cannot fail.
        let _ = hand.send(writer);
        (target, InQueue { queue, expected: 0, drained: Vec::new() })
    });
    pairs.unzip()
}

impl InQueue {
    /// Takes all arrived frames; returns whether each was the next in sequence and `with` accepted it.
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

/// Bytes in a slab; the slab is reused after they are dropped.
pub(super) struct Arrived(pub(super) Bytes);

impl AsRef<[u8]> for Arrived {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
