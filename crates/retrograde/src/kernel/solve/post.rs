//! The transport of messages between workers.

use std::sync::{Mutex, PoisonError};

use super::barrier::{Barrier, Stopped, Vote};
use super::messages::{Mail, Message, Packet};
use super::parcel::{Garbled, Group, Packer, Unpacker};
use super::segments::Segments;
use crate::kernel::options::SolveError;
use crate::kernel::transport::{Address, Transport};
use crate::rules::game::Slot;
use crate::rules::memory::filled;

/// Sends messages to the owners of segments, and combines votes and errors. Only this trait differs between threads and
/// hosts.
///
/// Work proceeds in rounds. In a round each worker sends messages. Then `exchange` delivers them and combines the
/// votes. Then each worker receives its messages. Messages sent between two calls of `exchange` arrive with the first
/// or the second one.
pub(super) trait Post {
    /// Sends messages to one segment.
    fn send(&mut self, segment: usize, messages: &[Message]);

    /// Delivers the sent messages, and waits for all workers.
    fn exchange(&mut self, vote: Vote) -> Result<Vote, Stopped>;

    /// Visits the received messages, segment by segment.
    fn receive(&mut self, visit: impl FnMut(usize, &[Message]) -> Result<(), SolveError>) -> Result<(), SolveError>;

    /// Ends the solve for all workers.
    fn fail(&self, error: SolveError) -> Stopped;
}

/// The message queues of the threads of a process, one for each pair of threads.
pub(super) struct Letterboxes(Vec<Mutex<Mail>>);

impl Letterboxes {
    pub(super) fn new(workers: usize) -> Self {
        Self((0..workers * workers).map(|_| Mutex::default()).collect())
    }
}

/// The transport of one worker. Threads exchange messages by swapping buffers. Other processes receive [packets of
/// bytes](super::parcel).
pub(super) struct Threads<'a> {
    me: usize,
    segments: Segments,
    barrier: &'a Barrier<'a>,
    letterboxes: &'a Letterboxes,
    /// By worker of all processes.
    outgoing: Vec<Mail>,
    /// By worker of this process; the last one has the messages from other processes to segments with few messages.
    incoming: Vec<Mail>,
    order: Vec<Packet>,
    packer: Packer,
}

impl<'a> Threads<'a> {
    pub(super) fn new(me: usize, segments: Segments, barrier: &'a Barrier<'a>, letterboxes: &'a Letterboxes) -> Self {
        let mails = |count| (0..count).map(|_| Mail::default()).collect();
        let (outgoing, incoming) = (mails(segments.workers()), mails(segments.here().len() + 1));
        let (order, packer) = (Vec::new(), Packer::default());
        Self { me, segments, barrier, letterboxes, outgoing, incoming, order, packer }
    }

    fn letterbox(&self, from: usize, to: usize) -> &'a Mutex<Mail> {
        &self.letterboxes.0[to * self.segments.here().len() + from]
    }

    /// The number of this worker within its process.
    fn number(&self) -> usize {
        self.me - self.segments.here().start
    }

    /// Messages of the same depth that the receiver has not fetched yet stay first.
    fn hand_over(&mut self) {
        let here = self.segments.here();
        for (to, worker) in here.enumerate() {
            let mut letterbox = self.letterbox(self.number(), to).lock().unwrap_or_else(PoisonError::into_inner);
            let mail = &mut self.outgoing[worker];
            if letterbox.packets.is_empty() {
                std::mem::swap(&mut *letterbox, mail);
            } else {
                letterbox.append(mail);
            }
        }
    }

    fn send_parcels(&mut self, transport: &dyn Transport) {
        let mut first = 0;
        for (process, member) in transport.members().iter().enumerate() {
            let workers = self.outgoing[first..].iter_mut().take(member.workers);
            for (worker, mail) in
                workers.enumerate().filter(|(_, mail)| process != transport.process() && !mail.is_empty())
            {
                let messages = mail.messages().len() as u64;
                let parcel = self.packer.pack(mail, &self.segments);
                transport.post(Address { process, worker }, parcel, messages);
            }
            first += member.workers;
        }
    }

    fn fetch(&mut self) {
        let here = self.segments.here().len();
        for from in 0..here {
            let letterbox = self.letterbox(from, self.number());
            let mail = &mut self.incoming[from];
            mail.clear();
            std::mem::swap(&mut *letterbox.lock().unwrap_or_else(PoisonError::into_inner), mail);
        }
        self.incoming[here].clear();
    }

    /// Decodes the messages to segments with few messages. Larger groups stay encoded until their segment is processed.
    fn unpack<'b>(&mut self, parcels: impl Iterator<Item = &'b [u8]>) -> Result<Vec<(usize, Group<'b>)>, Garbled> {
        let mut groups = Vec::new();
        let few = self.incoming.last_mut().ok_or(Garbled)?;
        for parcel in parcels {
            let mut unpacker = Unpacker::of(parcel)?;
            unpacker.few(self.me, &self.segments, few)?;
            while let Some(group) = unpacker.next_group(self.me, &self.segments) {
                groups.push(group?);
            }
        }
        Ok(groups)
    }

    /// Groups the packets by segment, so that the segment's cells stay in the cache.
    fn sort(&mut self, groups: &[(usize, Group<'_>)]) {
        self.order.clear();
        for (from, mail) in (0..).zip(&self.incoming) {
            self.order.extend(mail.packets.iter().map(|packet| Packet { from, ..*packet }));
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

impl Post for Threads<'_> {
    #[inline(never)]
    fn send(&mut self, segment: usize, messages: &[Message]) {
        self.outgoing[self.segments.owner(segment)].push(segment, messages);
    }

    fn exchange(&mut self, vote: Vote) -> Result<Vote, Stopped> {
        self.hand_over();
        if let Some(transport) = self.barrier.transport() {
            self.send_parcels(transport);
        }
        self.barrier.sum(vote)
    }

    fn receive(
        &mut self,
        mut visit: impl FnMut(usize, &[Message]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        self.fetch();
        let parcels = self.barrier.transport().map_or_else(Vec::new, |transport| transport.collect(self.number()));
        let groups = self.unpack(parcels.iter().map(|parcel| (**parcel).as_ref()))?;
        self.sort(&groups);
        let mut unpacked = Vec::new();
        for packet in &self.order {
            let Some(mail) = self.incoming.get(packet.from as usize) else {
                unpacked.clear();
                groups[packet.first as usize].1.unpack(&mut unpacked)?;
                visit(packet.segment as usize, &unpacked)?;
                continue;
            };
            visit(packet.segment as usize, &mail.messages[packet.first as usize..][..packet.count as usize])?;
        }
        Ok(())
    }

    fn fail(&self, error: SolveError) -> Stopped {
        self.barrier.fail(error)
    }
}

/// A message before it is addressed: a slot, and whether the side that moves there has won the child.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub(super) struct Note(u64);

impl Note {
    #[inline]
    pub(super) const fn new(slot: Slot, won: bool) -> Self {
        Self(slot.0 << 1 | won as u64)
    }

    /// The segment, which may be out of range, and the message. The lowest bit stays with the offset.
    #[inline]
    pub(super) const fn address(self, segments: &Segments) -> (usize, Message) {
        let shift = segments.shift() + 1;
        ((self.0 >> shift) as usize, Message::from_bits((self.0 & ((1 << shift) - 1)) as u32))
    }
}

/// The buffer into which a game's predecessors are written, so that the loop around the game's code stays small.
pub(super) type Pad = [Note; NOTES];

/// The number of notes in a buffer.
pub(super) const NOTES: usize = 1024;

/// A note buffer in use. It is borrowed exclusively while a game writes, so the count can stay in a register.
pub(super) struct Notes<'p> {
    pad: &'p mut Pad,
    count: usize,
}

impl<'p> Notes<'p> {
    pub(super) const fn on(pad: &'p mut Pad) -> Self {
        Self { pad, count: 0 }
    }

    #[inline]
    pub(super) fn write(&mut self, note: Note, outbox: &mut Outbox, post: &mut impl Post) {
        if let Some(place) = self.pad.get_mut(self.count) {
            *place = note;
            self.count += 1;
        } else {
            Self::turn_over(self.pad, note, outbox, post);
            self.count = 1;
        }
    }

    /// Sorts a full buffer and starts again. `#[cold]` keeps the compiler from reserving registers for this call in the
    /// game's loop.
    #[cold]
    #[inline(never)]
    fn turn_over(pad: &mut Pad, first: Note, outbox: &mut Outbox, post: &mut impl Post) {
        outbox.sort(pad, post);
        pad[0] = first;
    }

    /// Sorts the remaining notes.
    pub(super) fn hand_in(self, outbox: &mut Outbox, post: &mut impl Post) {
        outbox.sort(&self.pad[..self.count], post);
    }
}

/// Collects messages by segment until they fill a packet.
pub(super) struct Outbox {
    segments: Segments,
    trays: Vec<Tray>,
    /// The number of messages sent in this round.
    sent: usize,
    /// Whether a message had a slot out of range.
    stray: bool,
}

/// The number of messages in a packet: together with their count they take one KiB.
pub(super) const PACKET: usize = 255;

/// The collected messages to one segment.
#[derive(Clone)]
struct Tray {
    count: u32,
    messages: [Message; PACKET],
}

impl Outbox {
    pub(super) fn new(segments: Segments) -> Result<Self, SolveError> {
        let empty = Tray { count: 0, messages: [Message::default(); PACKET] };
        Ok(Self { segments, trays: filled(segments.count() as u64, empty)?, sent: 0, stray: false })
    }

    /// The bytes of the packets of this many segments.
    pub(super) const fn bytes(segments: u64) -> u64 {
        segments * size_of::<Tray>() as u64
    }

    /// Sorts notes into packets, and sends the full packets.
    #[inline(never)]
    fn sort(&mut self, notes: &[Note], post: &mut impl Post) {
        if self.segments.count() == 1 {
            return self.forward(notes, post);
        }
        let Self { segments, trays, sent, stray } = self;
        let (segments, trays) = (*segments, trays.as_mut_slice());
        for note in notes {
            let (segment, message) = note.address(&segments);
            let Some(Tray { count, messages }) = trays.get_mut(segment) else {
                *stray = true;
                return;
            };
            if let Some(free) = messages.get_mut(*count as usize) {
                *free = message;
                *count += 1;
            } else {
                post.send(segment, messages);
                *sent += PACKET;
                messages[0] = message;
                *count = 1;
            }
        }
    }

    /// Sends notes to the only segment.
    fn forward(&mut self, notes: &[Note], post: &mut impl Post) {
        let [tray] = self.trays.as_mut_slice() else { return };
        for notes in notes.chunks(PACKET) {
            let mut all = 0;
            for (message, note) in tray.messages.iter_mut().zip(notes) {
                *message = Message::from_bits(note.0 as u32);
                all |= note.0;
            }
            self.stray |= Note(all).address(&self.segments).0 != 0;
            self.sent += notes.len();
            post.send(0, &tray.messages[..notes.len()]);
        }
    }

    /// Sends all collected messages.
    pub(super) fn flush(&mut self, post: &mut impl Post) {
        self.flush_to(usize::MAX, post);
    }

    /// Sends collected messages, until `most` messages are sent in this round. Returns whether all are sent.
    pub(super) fn flush_to(&mut self, most: usize, post: &mut impl Post) -> bool {
        for (segment, Tray { count, messages }) in self.trays.iter_mut().enumerate().filter(|(_, tray)| tray.count > 0)
        {
            if self.sent >= most {
                return false;
            }
            post.send(segment, &messages[..*count as usize]);
            self.sent += *count as usize;
            *count = 0;
        }
        true
    }

    /// The number of messages sent in this round.
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
