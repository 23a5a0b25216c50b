//! Messages to slots, and batches of messages to several segments.

/// A message to a slot. The slot is given by its offset in a segment. The message says that a child of the slot is
/// decided. The message also says whether the side that moves at the slot has won the child.
///
/// If the message decides the slot, the message itself becomes the slot's entry in the frontier. As an entry, it gives
/// the slot's offset, and says whether the slot's mover has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct SlotMessage(u32);

impl SlotMessage {
    /// Returns the number of messages in which the bit `won` is set.
    #[inline]
    pub(super) fn count_won(messages: &[Self]) -> usize {
        messages.iter().map(|message| message.0 & 1).sum::<u32>() as usize
    }

    /// Creates a message to an offset, which may be beyond the end of the segment.
    #[inline]
    pub(super) const fn new(place: usize, won: bool) -> Self {
        Self((place as u32) << 1 | won as u32)
    }

    /// Returns the message as an integer, for storage on disk.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Restores a message from its integer.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[inline]
    pub(super) const fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns the index in a lookup table for a code of one byte and this message. The lowest bit of the index is the
    /// bit `won`, and the higher bits are the code.
    #[inline]
    pub(super) const fn beside(self, code: u8) -> usize {
        (code as usize) << 1 | (self.0 & 1) as usize
    }

    #[inline]
    pub(super) const fn won(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A batch of messages to several segments, packet after packet.
#[derive(Default)]
pub(super) struct MessageBatch {
    pub(super) messages: Vec<SlotMessage>,
    pub(super) packets: Vec<Packet>,
}

/// A range of consecutive messages to one segment.
#[derive(Clone, Copy)]
pub(super) struct Packet {
    pub(super) segment: u32,
    pub(super) from: u32,
    pub(super) first: u32,
    pub(super) count: u32,
}

impl MessageBatch {
    pub(super) const fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    pub(super) fn messages(&self) -> &[SlotMessage] {
        &self.messages
    }

    /// Visits the packets of each segment together, in ascending order of segments.
    pub(super) fn each_segment<'m>(&'m mut self, mut visit: impl FnMut(usize, Packets<'m>)) {
        self.packets.sort_unstable_by_key(|packet| (packet.segment, packet.first));
        let messages = &self.messages;
        for packets in self.packets.chunk_by(|one, other| one.segment == other.segment) {
            visit(packets[0].segment as usize, Packets { packets: packets.iter(), messages });
        }
    }

    pub(super) fn push(&mut self, segment: usize, messages: &[SlotMessage]) {
        let first = self.messages.len() as u32;
        self.packets.push(Packet { segment: segment as u32, from: 0, first, count: messages.len() as u32 });
        self.messages.extend_from_slice(messages);
    }

    pub(super) fn append(&mut self, more: &mut Self) {
        let before = self.messages.len() as u32;
        self.messages.append(&mut more.messages);
        self.packets.extend(more.packets.drain(..).map(|packet| Packet { first: packet.first + before, ..packet }));
    }

    pub(super) fn clear(&mut self) {
        self.messages.clear();
        self.packets.clear();
    }
}

/// An iterator over the packets of one segment.
#[derive(Clone)]
pub(super) struct Packets<'m> {
    packets: std::slice::Iter<'m, Packet>,
    messages: &'m [SlotMessage],
}

impl<'m> Iterator for Packets<'m> {
    type Item = &'m [SlotMessage];

    fn next(&mut self) -> Option<&'m [SlotMessage]> {
        self.packets.next().map(|packet| &self.messages[packet.first as usize..][..packet.count as usize])
    }
}
