//! Messages to slots, and mail: messages to several segments.

/// "A child of the slot at this place of a segment is decided, and the side that moves at the slot has won there, or not."
///
/// Once it is marked, the same bits say of the slot where it is and whether its mover has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Message(u32);

impl Message {
    /// The same of some messages: how many say that the slot's mover has won.
    #[inline]
    pub(super) fn count_won(messages: &[Self]) -> usize {
        messages.iter().map(|message| message.0 & 1).sum::<u32>() as usize
    }

    /// Of the slot at a place, which need not be in the segment.
    #[inline]
    pub(super) const fn new(place: usize, won: bool) -> Self {
        Self((place as u32) << 1 | won as u32)
    }

    /// As it is written down outside of memory.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// As it was written down.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[inline]
    pub(super) const fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The bit that says who has won, below a code of one byte.
    #[inline]
    pub(super) const fn beside(self, code: u8) -> usize {
        (code as usize) << 1 | (self.0 & 1) as usize
    }

    #[inline]
    pub(super) const fn won(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Messages to several segments, one packet behind the other.
#[derive(Default)]
pub(super) struct Mail {
    pub(super) messages: Vec<Message>,
    pub(super) packets: Vec<Packet>,
}

/// Where the messages to a segment stand.
#[derive(Clone, Copy)]
pub(super) struct Packet {
    pub(super) segment: u32,
    pub(super) from: u32,
    pub(super) first: u32,
    pub(super) count: u32,
}

impl Mail {
    pub(super) const fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    pub(super) fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Visits the packets to each segment together, from the lowest on.
    pub(super) fn each_segment<'m>(&'m mut self, mut visit: impl FnMut(usize, Packets<'m>)) {
        self.packets.sort_unstable_by_key(|packet| (packet.segment, packet.first));
        let messages = &self.messages;
        for packets in self.packets.chunk_by(|one, other| one.segment == other.segment) {
            visit(packets[0].segment as usize, Packets { packets: packets.iter(), messages });
        }
    }

    pub(super) fn push(&mut self, segment: usize, messages: &[Message]) {
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

/// The packets to one segment.
#[derive(Clone)]
pub(super) struct Packets<'m> {
    packets: std::slice::Iter<'m, Packet>,
    messages: &'m [Message],
}

impl<'m> Iterator for Packets<'m> {
    type Item = &'m [Message];

    fn next(&mut self) -> Option<&'m [Message]> {
        self.packets.next().map(|packet| &self.messages[packet.first as usize..][..packet.count as usize])
    }
}
