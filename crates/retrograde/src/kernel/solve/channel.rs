//! The transport of messages between workers.

use std::sync::{Mutex, PoisonError};

use super::barrier::{Barrier, Stopped, Vote};
use super::messages::{MessageBatch, Packet, SlotMessage};
use super::segments::Segments;
use super::wire::{Garbled, Group, Packer, Unpacker};
use crate::kernel::options::SolveError;
use crate::kernel::transport::{Address, Transport};
use crate::rules::game::Slot;
use crate::rules::memory::filled;

/// Sends messages to the workers that own the segments, and combines votes and errors. Only the implementation of this
/// trait distinguishes threads of this process from other processes.
///
/// The workers proceed in rounds. In a round each worker sends messages. After that, `exchange` delivers the messages
/// and combines the votes. At the end of a round, each worker receives its messages. A message that is sent between two
/// calls of `exchange` may arrive before the second call.
pub(super) trait Channel {
    /// Sends messages to the slots of one segment.
    fn send(&mut self, segment: usize, messages: &[SlotMessage]);

    /// Delivers the sent messages, waits for all workers, and returns the combined votes.
    fn exchange(&mut self, vote: Vote) -> Result<Vote, Stopped>;

    /// Visits the received messages, segment by segment.
    fn receive(&mut self, visit: impl FnMut(usize, &[SlotMessage]) -> Result<(), SolveError>)
    -> Result<(), SolveError>;

    /// Stops all workers with an error.
    fn fail(&self, error: SolveError) -> Stopped;
}

/// The message queues between the threads of a process. Each pair of a sending and a receiving thread has its own
/// queue.
pub(super) struct Queues(Vec<Mutex<MessageBatch>>);

impl Queues {
    pub(super) fn new(workers: usize) -> Self {
        Self((0..workers * workers).map(|_| Mutex::default()).collect())
    }
}

/// The transport of one worker. Threads of this process exchange messages by swapping buffers, and workers of other
/// processes receive [packets of bytes](super::wire).
pub(super) struct WorkerChannel<'a> {
    me: usize,
    segments: Segments,
    barrier: &'a Barrier<'a>,
    queues: &'a Queues,
    /// The messages to send. The index is the number of the receiving worker among the workers of all processes.
    outgoing: Vec<MessageBatch>,
    /// The received messages. The index is the number of the worker of this process that sent them. An additional last
    /// batch contains messages from other processes, but only the messages to segments with few messages.
    incoming: Vec<MessageBatch>,
    order: Vec<Packet>,
    packer: Packer,
}

impl<'a> WorkerChannel<'a> {
    pub(super) fn new(me: usize, segments: Segments, barrier: &'a Barrier<'a>, queues: &'a Queues) -> Self {
        let batches = |count| (0..count).map(|_| MessageBatch::default()).collect();
        let (outgoing, incoming) = (batches(segments.workers()), batches(segments.here().len() + 1));
        let (order, packer) = (Vec::new(), Packer::default());
        Self { me, segments, barrier, queues, outgoing, incoming, order, packer }
    }

    fn queue(&self, from: usize, to: usize) -> &'a Mutex<MessageBatch> {
        &self.queues.0[to * self.segments.here().len() + from]
    }

    /// Returns the index of this worker within its process.
    fn number(&self) -> usize {
        self.me - self.segments.here().start
    }

    /// Moves the messages for workers of this process to the queues of these workers. Messages that a receiver has not
    /// fetched yet stay at the front of its queue.
    fn hand_over(&mut self) {
        let here = self.segments.here();
        for (to, worker) in here.enumerate() {
            let mut queue = self.queue(self.number(), to).lock().unwrap_or_else(PoisonError::into_inner);
            let batch = &mut self.outgoing[worker];
            if queue.packets.is_empty() {
                std::mem::swap(&mut *queue, batch);
            } else {
                queue.append(batch);
            }
        }
    }

    fn send_packed(&mut self, transport: &dyn Transport) {
        let mut first = 0;
        for (process, member) in transport.members().iter().enumerate() {
            let workers = self.outgoing[first..].iter_mut().take(member.workers);
            for (worker, batch) in
                workers.enumerate().filter(|(_, batch)| process != transport.process() && !batch.is_empty())
            {
                let messages = batch.messages().len() as u64;
                let packed = self.packer.pack(batch, &self.segments);
                transport.send(Address { process, worker }, packed, messages);
            }
            first += member.workers;
        }
    }

    fn fetch(&mut self) {
        let here = self.segments.here().len();
        for from in 0..here {
            let queue = self.queue(from, self.number());
            let batch = &mut self.incoming[from];
            batch.clear();
            std::mem::swap(&mut *queue.lock().unwrap_or_else(PoisonError::into_inner), batch);
        }
        self.incoming[here].clear();
    }

    /// Decodes the messages to segments with few messages. These messages are not encoded in groups. Returns the
    /// messages to all other segments as groups, which are still encoded. A group is decoded when its segment is
    /// processed.
    fn unpack<'b>(&mut self, received: impl Iterator<Item = &'b [u8]>) -> Result<Vec<(usize, Group<'b>)>, Garbled> {
        let mut groups = Vec::new();
        let few = self.incoming.last_mut().ok_or(Garbled)?;
        for packed in received {
            let mut unpacker = Unpacker::of(packed)?;
            unpacker.few(self.me, &self.segments, few)?;
            while let Some(group) = unpacker.next_group(self.me, &self.segments) {
                groups.push(group?);
            }
        }
        Ok(groups)
    }

    /// Sorts the packets by segment, so that the cells of a segment stay in the processor's cache.
    fn sort(&mut self, groups: &[(usize, Group<'_>)]) {
        self.order.clear();
        for (from, batch) in (0..).zip(&self.incoming) {
            self.order.extend(batch.packets.iter().map(|packet| Packet { from, ..*packet }));
        }
        let from = self.incoming.len() as u32;
        let group = |(number, &(segment, group)): (u32, &(usize, Group<'_>))| Packet {
            segment: segment as u32,
            from,
            first: number,
            count: group.count() as u32,
        };
        self.order.extend((0..).zip(groups).map(group));
        self.order.sort_unstable_by_key(|packet| packet.segment);
    }
}

impl Channel for WorkerChannel<'_> {
    #[inline(never)]
    fn send(&mut self, segment: usize, messages: &[SlotMessage]) {
        self.outgoing[self.segments.owner(segment)].push(segment, messages);
    }

    fn exchange(&mut self, vote: Vote) -> Result<Vote, Stopped> {
        self.hand_over();
        if let Some(transport) = self.barrier.transport() {
            self.send_packed(transport);
        }
        self.barrier.sum(vote)
    }

    fn receive(
        &mut self,
        mut visit: impl FnMut(usize, &[SlotMessage]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        self.fetch();
        let received = self.barrier.transport().map_or_else(Vec::new, |transport| transport.collect(self.number()));
        let groups = self.unpack(received.iter().map(|packed| (**packed).as_ref()))?;
        self.sort(&groups);
        let mut unpacked = Vec::new();
        for packet in &self.order {
            let Some(batch) = self.incoming.get(packet.from as usize) else {
                unpacked.clear();
                groups[packet.first as usize].1.unpack(&mut unpacked)?;
                visit(packet.segment as usize, &unpacked)?;
                continue;
            };
            visit(packet.segment as usize, &batch.messages[packet.first as usize..][..packet.count as usize])?;
        }
        Ok(())
    }

    fn fail(&self, error: SolveError) -> Stopped {
        self.barrier.fail(error)
    }
}

/// A message that is not yet assigned to a segment. The message contains a slot with a decided child. The message also
/// says whether the side that moves at the slot has won this child.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub(super) struct Note(u64);

impl Note {
    #[inline]
    pub(super) const fn new(slot: Slot, won: bool) -> Self {
        Self(slot.0 << 1 | won as u64)
    }

    /// Splits the note into the index of a segment, which may be out of range, and the message to that segment. The
    /// lowest bit of the note becomes the lowest bit of the message.
    #[inline]
    pub(super) const fn address(self, segments: &Segments) -> (usize, SlotMessage) {
        let shift = segments.shift() + 1;
        ((self.0 >> shift) as usize, SlotMessage::from_bits((self.0 & ((1 << shift) - 1)) as u32))
    }
}

/// A buffer for the predecessors that a game computes. The loop around the game's code only writes to this buffer. So
/// the machine code of the loop stays small.
pub(super) type Pad = [Note; NOTES];

/// The capacity of a note buffer, in notes.
pub(super) const NOTES: usize = 1024;

/// A note buffer in use. While a game writes to the buffer, no other code can access it. So the compiler can keep the
/// count of notes in a register.
pub(super) struct Notes<'p> {
    pad: &'p mut Pad,
    count: usize,
}

impl<'p> Notes<'p> {
    pub(super) const fn on(pad: &'p mut Pad) -> Self {
        Self { pad, count: 0 }
    }

    #[inline]
    pub(super) fn write(&mut self, note: Note, buffer: &mut SendBuffer, channel: &mut impl Channel) {
        if let Some(place) = self.pad.get_mut(self.count) {
            *place = note;
            self.count += 1;
        } else {
            Self::turn_over(self.pad, note, buffer, channel);
            self.count = 1;
        }
    }

    /// Sorts the notes of a full buffer into packets, and stores the note `first` as the first note of the emptied
    /// buffer. With `#[cold]`, the compiler reserves no registers for this call in the game's loop.
    #[cold]
    #[inline(never)]
    fn turn_over(pad: &mut Pad, first: Note, buffer: &mut SendBuffer, channel: &mut impl Channel) {
        buffer.sort(pad, channel);
        pad[0] = first;
    }

    /// Sorts the remaining notes into packets.
    pub(super) fn hand_in(self, buffer: &mut SendBuffer, channel: &mut impl Channel) {
        buffer.sort(&self.pad[..self.count], channel);
    }
}

/// Collects the messages to each segment until they fill a packet.
pub(super) struct SendBuffer {
    segments: Segments,
    segment_buffers: Vec<SegmentBuffer>,
    /// The number of messages sent in this round.
    sent: usize,
    /// Whether the slot of some message was out of range.
    stray: bool,
}

/// The number of messages in a full packet. The messages and their count occupy one KiB.
pub(super) const PACKET: usize = 255;

/// The collected messages to one segment.
#[derive(Clone)]
struct SegmentBuffer {
    count: u32,
    messages: [SlotMessage; PACKET],
}

impl SendBuffer {
    pub(super) fn new(segments: Segments) -> Result<Self, SolveError> {
        let empty = SegmentBuffer { count: 0, messages: [SlotMessage::default(); PACKET] };
        Ok(Self { segments, segment_buffers: filled(segments.count() as u64, empty)?, sent: 0, stray: false })
    }

    /// Returns the size in bytes of the buffers for `segments` segments.
    pub(super) const fn bytes(segments: u64) -> u64 {
        segments * size_of::<SegmentBuffer>() as u64
    }

    /// Sorts notes into packets by segment, and sends the full packets.
    #[inline(never)]
    fn sort(&mut self, notes: &[Note], channel: &mut impl Channel) {
        if self.segments.count() == 1 {
            return self.forward(notes, channel);
        }
        let Self { segments, segment_buffers, sent, stray } = self;
        let (segments, segment_buffers) = (*segments, segment_buffers.as_mut_slice());
        for note in notes {
            let (segment, message) = note.address(&segments);
            let Some(SegmentBuffer { count, messages }) = segment_buffers.get_mut(segment) else {
                *stray = true;
                return;
            };
            if let Some(free) = messages.get_mut(*count as usize) {
                *free = message;
                *count += 1;
            } else {
                channel.send(segment, messages);
                *sent += PACKET;
                messages[0] = message;
                *count = 1;
            }
        }
    }

    /// Sends all notes to the only segment.
    fn forward(&mut self, notes: &[Note], channel: &mut impl Channel) {
        let [segment_buffer] = self.segment_buffers.as_mut_slice() else { return };
        for notes in notes.chunks(PACKET) {
            let mut all = 0;
            for (message, note) in segment_buffer.messages.iter_mut().zip(notes) {
                *message = SlotMessage::from_bits(note.0 as u32);
                all |= note.0;
            }
            self.stray |= Note(all).address(&self.segments).0 != 0;
            self.sent += notes.len();
            channel.send(0, &segment_buffer.messages[..notes.len()]);
        }
    }

    /// Sends all collected messages, including packets that are not full.
    pub(super) fn flush(&mut self, channel: &mut impl Channel) {
        self.flush_to(usize::MAX, channel);
    }

    /// Sends collected messages until at least `most` messages are sent in this round. Returns `true` if all collected
    /// messages are sent.
    pub(super) fn flush_to(&mut self, most: usize, channel: &mut impl Channel) -> bool {
        for (segment, SegmentBuffer { count, messages }) in
            self.segment_buffers.iter_mut().enumerate().filter(|(_, segment_buffer)| segment_buffer.count > 0)
        {
            if self.sent >= most {
                return false;
            }
            channel.send(segment, &messages[..*count as usize]);
            self.sent += *count as usize;
            *count = 0;
        }
        true
    }

    /// Returns the number of messages sent in this round.
    pub(super) const fn sent(&self) -> usize {
        self.sent
    }

    pub(super) const fn begin_round(&mut self) {
        self.sent = 0;
    }

    pub(super) const fn has_strayed(&self) -> bool {
        self.stray
    }
}
