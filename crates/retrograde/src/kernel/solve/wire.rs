//! The encoding of messages to a worker of another process.
//!
//! Between threads, a message needs four bytes and is copied. On a network, a message should need fewer bytes. A packet
//! contains little information. A packet is a set of slots of the receiver, and the order of the slots does not matter.
//! So the sender partly sorts the messages of a packet, and encodes them with the Elias–Fano code. The Elias–Fano code
//! stores a sorted list of `n` numbers below `u`. The `l` low bits of each number are stored unchanged. The remaining
//! high parts are stored as a bit string. The bit string has a 1 bit for each number, and a 0 bit for each step from
//! one high part to the next. If `l` is near log2(u / n), the code needs 2 + log2(u / n) bits per number. The
//! Elias–Fano code needs half a bit more per number than the minimum for n numbers without an order. Only the high
//! parts must be sorted.
//!
//! ```text
//! packet   the kind of its messages: 0 if the bit `won` is set in all messages, 1 if it is set in no message, 2 if it
//!          is set in some messages (then `won` is the lowest bit of each number)
//!          few:     n, l, n numbers over all slots of the receiver
//!          groups, to the end: segment, n, n numbers over the offsets of the segment, with l = 8 (whole bytes)
//! ```
//!
//! A segment has *few* messages if it has fewer than 64. All numbers that are not part of an Elias–Fano code are LEB128
//! numbers.

use super::messages::{MessageBatch, SlotMessage};
use super::segments::Segments;
use crate::kernel::options::SolveError;
use crate::table::leb128;

/// If a segment has at least this number of messages, the messages are encoded as a separate group.
const GROUP: usize = 64;
/// The number of low bits of each number in a group.
const LOW: u32 = 8;

/// A packet is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Garbled;

impl From<Garbled> for SolveError {
    fn from(_: Garbled) -> Self {
        Self::Lost { reason: Unread::Batch.into() }
    }
}

crate::messages! {
    /// The data of another process cannot be decoded.
    enum Unread {
        Batch: "another process sent unreadable messages: they were corrupted, or it runs another build",
            "另一个进程发来的邮件无法读取：途中字节被改动，或其版本不同";
    }
}

/// Encodes packets of messages. The buffer `few` contains the messages to segments with few messages. For one group,
/// the buffer `counts` contains the number of messages with each high part, and the buffer `lows` contains the low
/// bytes.
#[derive(Default)]
pub(super) struct Packer {
    few: Vec<u64>,
    counts: Vec<u32>,
    lows: Vec<u8>,
}

impl Packer {
    /// Encodes the messages to one worker, and empties the batch. Returns no bytes for an empty batch.
    pub(super) fn pack(&mut self, batch: &mut MessageBatch, segments: &Segments) -> Vec<u8> {
        let mut bytes = Vec::new();
        if batch.is_empty() {
            return bytes;
        }
        let kind = MessageKind::of(batch.messages());
        bytes.push(kind as u8);
        self.few.clear();
        let mut groups = Vec::with_capacity(batch.messages().len() + batch.messages().len() / 4);
        batch.each_segment(|segment, packets| {
            let count: usize = packets.clone().map(<[SlotMessage]>::len).sum();
            if count < GROUP {
                let first = (segments.local(segment) as u64) << (segments.shift() + kind.bits());
                self.few.extend(packets.flatten().map(|&message| first | u64::from(kind.number(message))));
            } else {
                leb128::put_leb128(&mut groups, segment as u64);
                leb128::put_leb128(&mut groups, count as u64);
                self.group(packets, kind, segments.shift(), &mut groups);
            }
        });
        self.few(&mut bytes);
        bytes.append(&mut groups);
        batch.clear();
        bytes
    }

    /// Encodes the messages to segments with few messages. The number of low bits depends on the greatest number and on
    /// the number of messages.
    fn few(&mut self, bytes: &mut Vec<u8>) {
        self.few.sort_unstable();
        leb128::put_leb128(bytes, self.few.len() as u64);
        let Some(&greatest) = self.few.last() else { return };
        let low = (greatest / self.few.len() as u64).max(1).ilog2();
        bytes.push(low as u8);
        let mut bits = BitWriter::onto(bytes);
        let mut upper = 0;
        for &number in &self.few {
            let steps = (number >> low) - upper;
            upper = number >> low;
            bits.zeros(steps);
            bits.write(1, 1);
            bits.write(number & ((1 << low) - 1), low);
        }
        bits.finish();
    }

    /// Encodes a group. First come the high parts, as bits. The low bytes follow. A counting sort has sorted them by
    /// the high parts.
    fn group<'m>(
        &mut self,
        packets: impl Iterator<Item = &'m [SlotMessage]> + Clone,
        kind: MessageKind,
        shift: u32,
        bytes: &mut Vec<u8>,
    ) {
        let uppers = uppers(shift, kind);
        self.counts.clear();
        self.counts.resize(uppers, 0);
        let mut count = 0;
        for packet in packets.clone() {
            count += packet.len();
            for &message in packet {
                self.counts[kind.number(message) as usize >> LOW] += 1;
            }
        }
        let mut bits = BitWriter::onto(bytes);
        let mut before = 0;
        for of_upper in &mut self.counts {
            bits.ones(*of_upper);
            bits.write(0, 1);
            (before, *of_upper) = (before + *of_upper, before);
        }
        bits.finish();
        self.lows.clear();
        self.lows.resize(count, 0);
        for packet in packets {
            for &message in packet {
                let number = kind.number(message);
                let place = &mut self.counts[number as usize >> LOW];
                self.lows[*place as usize] = number as u8;
                *place += 1;
            }
        }
        bytes.extend_from_slice(&self.lows);
    }
}

/// Returns the number of different high parts of the numbers in a segment.
const fn uppers(shift: u32, kind: MessageKind) -> usize {
    1 << (shift + kind.bits()).saturating_sub(LOW)
}

/// Whether the bit `won` is set in all messages of a packet, in no message, or in some messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MessageKind {
    Won = 0,
    NotWon = 1,
    Mixed = 2,
}

impl MessageKind {
    fn of(messages: &[SlotMessage]) -> Self {
        match SlotMessage::count_won(messages) {
            0 => Self::NotWon,
            all if all == messages.len() => Self::Won,
            _ => Self::Mixed,
        }
    }

    /// Returns the number of bits of a message besides the offset.
    const fn bits(self) -> u32 {
        matches!(self, Self::Mixed) as u32
    }

    #[inline]
    const fn number(self, message: SlotMessage) -> u32 {
        message.bits() >> (1 - self.bits())
    }

    #[inline]
    const fn message(self, number: u32) -> SlotMessage {
        match self {
            Self::Won => SlotMessage::from_bits(number << 1 | 1),
            Self::NotWon => SlotMessage::from_bits(number << 1),
            Self::Mixed => SlotMessage::from_bits(number),
        }
    }
}

/// A received packet, with its kind and the bytes that are not read yet.
pub(super) struct Unpacker<'b> {
    kind: MessageKind,
    bytes: &'b [u8],
}

impl<'b> Unpacker<'b> {
    /// Begins to decode a packet, which must not be empty.
    pub(super) fn of(bytes: &'b [u8]) -> Result<Self, Garbled> {
        let (&kind, bytes) = bytes.split_first().ok_or(Garbled)?;
        let kind = [MessageKind::Won, MessageKind::NotWon, MessageKind::Mixed]
            .into_iter()
            .find(|&of| of as u8 == kind)
            .ok_or(Garbled)?;
        Ok(Self { kind, bytes })
    }

    /// Decodes the messages that are addressed to segments with few messages, and writes these messages to `batch`.
    /// This method must be called before [`next_group`](Self::next_group).
    pub(super) fn few(&mut self, me: usize, segments: &Segments, batch: &mut MessageBatch) -> Result<(), Garbled> {
        let count = take(&mut self.bytes)?;
        if count == 0 {
            return Ok(());
        }
        let (&low, bytes) = self.bytes.split_first().ok_or(Garbled)?;
        if low >= u64::BITS as u8 || count > bytes.len() as u64 * 8 {
            return Err(Garbled);
        }
        let mut bits = BitReader { bytes, at: 0 };
        let (bound, shift) = (segments.share(me) as u64, segments.shift() + self.kind.bits());
        let (mut upper, mut group, mut open) = (0_u64, Vec::new(), None);
        for _ in 0..count {
            upper += bits.zeros()?;
            let number = upper.checked_shl(low.into()).ok_or(Garbled)? | bits.read(low.into())?;
            if number >> shift >= bound {
                return Err(Garbled);
            }
            let local = (number >> shift) as usize;
            if open != Some(local) {
                Self::close(open, &mut group, me, segments, batch);
                open = Some(local);
            }
            group.push(self.kind.message((number & ((1 << shift) - 1)) as u32));
        }
        Self::close(open, &mut group, me, segments, batch);
        self.bytes = &bytes[bits.at.div_ceil(8)..];
        Ok(())
    }

    fn close(
        open: Option<usize>,
        group: &mut Vec<SlotMessage>,
        me: usize,
        segments: &Segments,
        batch: &mut MessageBatch,
    ) {
        if let Some(local) = open {
            batch.push(segments.segment(me, local), group);
            group.clear();
        }
    }

    /// Returns the segment of the next group, and the group, which is still encoded.
    pub(super) fn next_group(&mut self, me: usize, segments: &Segments) -> Option<Result<(usize, Group<'b>), Garbled>> {
        (!self.bytes.is_empty()).then(|| {
            let (segment, count) = (take(&mut self.bytes)?, take(&mut self.bytes)?);
            let segment = usize::try_from(segment).map_err(|_| Garbled)?;
            if segment >= segments.count() || segments.owner(segment) != me {
                return Err(Garbled);
            }
            let uppers = uppers(segments.shift(), self.kind);
            let highs = (count.checked_add(uppers as u64).ok_or(Garbled)?).div_ceil(8);
            let length = usize::try_from(highs.checked_add(count).ok_or(Garbled)?).map_err(|_| Garbled)?;
            let (bytes, rest) = self.bytes.split_at_checked(length).ok_or(Garbled)?;
            self.bytes = rest;
            let (highs, lows) = bytes.split_at(highs as usize);
            // The last high part ends with the 0 bit at index `end`. A 1 bit at this index or later would not belong to
            // any high part.
            let end = count + uppers as u64 - 1;
            if highs.last().is_none_or(|last| last >> (end % 8) != 0) {
                return Err(Garbled);
            }
            Ok((segment, Group { kind: self.kind, highs, lows }))
        })
    }
}

/// The encoded messages to one segment.
#[derive(Clone, Copy)]
pub(super) struct Group<'b> {
    kind: MessageKind,
    highs: &'b [u8],
    lows: &'b [u8],
}

impl Group<'_> {
    /// Decodes the messages of the group and appends them to `messages`.
    pub(super) fn unpack(&self, messages: &mut Vec<SlotMessage>) -> Result<(), Garbled> {
        let (mut upper, mut lows) = (0_u32, self.lows.iter());
        let kind = self.kind;
        for chunk in self.highs.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let (mut word, mut left) = (u64::from_le_bytes(word), chunk.len() as u32 * 8);
            while left > 0 {
                // Each 1 bit is a message with this high part; the next 0 bit ends the high part.
                let ones = word.trailing_ones().min(left);
                let of_upper = lows.as_slice().get(..ones as usize).ok_or(Garbled)?;
                messages.extend(of_upper.iter().map(|&low| kind.message(upper << LOW | u32::from(low))));
                lows = lows.as_slice()[ones as usize..].iter();
                if ones == left {
                    break;
                }
                upper += 1;
                word = word.checked_shr(ones + 1).unwrap_or(0);
                left -= ones + 1;
            }
        }
        if lows.as_slice().is_empty() { Ok(()) } else { Err(Garbled) }
    }

    /// Returns the number of messages in the group.
    pub(super) const fn count(&self) -> usize {
        self.lows.len()
    }
}

/// Appends bits to a list of bytes. In each byte, the lowest bit is the first bit.
struct BitWriter<'b> {
    bytes: &'b mut Vec<u8>,
    word: u64,
    filled: u32,
}

impl<'b> BitWriter<'b> {
    const fn onto(bytes: &'b mut Vec<u8>) -> Self {
        Self { bytes, word: 0, filled: 0 }
    }

    /// Writes the `count` lowest bits of `bits`, at most 63. All other bits of `bits` must be zero.
    #[inline]
    fn write(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.filled;
        self.filled += count;
        if self.filled >= 64 {
            self.bytes.extend(self.word.to_le_bytes());
            self.filled -= 64;
            self.word = bits.checked_shr(count - self.filled).unwrap_or(0);
        }
    }

    fn zeros(&mut self, mut count: u64) {
        while count > 0 {
            let some = count.min(63);
            self.write(0, some as u32);
            count -= some;
        }
    }

    #[inline]
    fn ones(&mut self, mut count: u32) {
        while count > 0 {
            let some = count.min(63);
            self.write((1 << some) - 1, some);
            count -= some;
        }
    }

    fn finish(self) {
        let bytes = self.word.to_le_bytes();
        self.bytes.extend_from_slice(&bytes[..self.filled.div_ceil(8) as usize]);
    }
}

struct BitReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl BitReader<'_> {
    /// Reads the 0 bits up to and including the next 1 bit. Returns the number of 0 bits.
    fn zeros(&mut self) -> Result<u64, Garbled> {
        let mut zeros = 0;
        loop {
            let word = self.word().ok_or(Garbled)?;
            let some = word.trailing_zeros().min(56);
            self.at += some as usize;
            zeros += u64::from(some);
            if some < 56 {
                self.at += 1;
                return Ok(zeros);
            }
        }
    }

    fn read(&mut self, mut count: u32) -> Result<u64, Garbled> {
        let (mut bits, mut filled) = (0, 0);
        while count > 0 {
            let some = count.min(32);
            let word = self.word().ok_or(Garbled)?;
            bits |= (word & ((1 << some) - 1)) << filled;
            self.at += some as usize;
            filled += some;
            count -= some;
        }
        if self.at > self.bytes.len() * 8 { Err(Garbled) } else { Ok(bits) }
    }

    /// Returns at least the next 56 bits. If fewer bits are left, zeros follow them. If no bits are left, the method
    /// returns `None`.
    fn word(&self) -> Option<u64> {
        let from = self.bytes.get(self.at / 8..).filter(|bytes| !bytes.is_empty())?;
        let mut word = [0; 8];
        let length = from.len().min(8);
        word[..length].copy_from_slice(&from[..length]);
        Some(u64::from_le_bytes(word) >> (self.at % 8))
    }
}

fn take(bytes: &mut &[u8]) -> Result<u64, Garbled> {
    leb128::take_leb128(bytes).ok_or(Garbled)
}

/// Decodes all messages of a packet to a worker, with their segments.
#[cfg(any(test, fuzzing))]
pub(super) fn unpacked(packed: &[u8], me: usize, segments: &Segments) -> Result<Vec<(usize, SlotMessage)>, Garbled> {
    let mut unpacker = Unpacker::of(packed)?;
    let (mut few, mut all) = (MessageBatch::default(), Vec::new());
    unpacker.few(me, segments, &mut few)?;
    few.each_segment(|segment, packets| all.extend(packets.flatten().map(|&message| (segment, message))));
    while let Some(group) = unpacker.next_group(me, segments) {
        let (segment, group) = group?;
        let mut messages = Vec::new();
        group.unpack(&mut messages)?;
        assert_eq!(messages.len(), group.count());
        all.extend(messages.into_iter().map(|message| (segment, message)));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts messages together with their segments. So a test can compare two lists whatever their order.
    fn sorted(batch: &[(usize, SlotMessage)]) -> Vec<(usize, u32)> {
        let mut sorted: Vec<_> = batch.iter().map(|&(segment, message)| (segment, message.bits())).collect();
        sorted.sort_unstable();
        sorted
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let mut packer = Packer::default();
        for _ in 0..60 {
            let slots = 1_u64 << random.u32(1..34);
            let segments = Segments::new(slots, 1);
            let shares = [random.f64().powi(8), random.f64()];
            let count = random.usize(1..20_000);
            let near = 1 + random.u64(..slots);
            let won = random.u8(..3);
            let messages: Vec<(usize, SlotMessage)> = (0..count)
                .map(|_| {
                    let slot = if random.f64() < shares[0] { random.u64(..near) } else { random.u64(..slots) };
                    let (segment, place) = segments.home(crate::rules::game::Slot(slot));
                    (segment, SlotMessage::new(place as usize, if won == 2 { random.bool() } else { won == 1 }))
                })
                .collect();
            let mut batch = MessageBatch::default();
            for &(segment, message) in &messages {
                batch.push(segment, &[message]);
            }
            let sent = packer.pack(&mut batch, &segments);
            assert!(batch.is_empty());
            let come = unpacked(&sent, 0, &segments).unwrap();
            assert_eq!(sorted(&come), sorted(&messages), "{slots} slots, {count} messages, seed {seed}");
            // A corrupted or truncated packet must not cause a panic.
            let mut garbled = sent.clone();
            let at = random.usize(..garbled.len());
            garbled[at] ^= 1 << random.u8(..8);
            let _ = unpacked(&garbled, 0, &segments);
            let _ = unpacked(&sent[..at], 0, &segments);
        }
    }

    /// A group is malformed if its bit string has 1 bits after the last high part of the segment. The unpacker must
    /// return an error.
    #[test]
    fn no_message_is_for_a_place_beyond_its_segment() {
        let segments = Segments::new(1 << 12, 1);
        let group = |highs: [u64; 2]| {
            let highs = highs.map(u64::to_le_bytes).concat();
            [&[1, 0, 0, 64][..], &highs[..10], &[0; 64]].concat()
        };
        let last = unpacked(&group([u64::MAX << 15, 0x7fff]), 0, &segments).unwrap();
        assert_eq!(last[63], (0, SlotMessage::new(0xf00, false)));
        assert_eq!(unpacked(&group([u64::MAX << 16, 0xffff]), 0, &segments), Err(Garbled));
    }

    #[test]
    fn a_message_takes_two_bytes_at_most_and_little_more_than_it_must() {
        let mut random = fastrand::Rng::with_seed(14);
        for (slots, count) in
            [(1_u64 << 27, 1 << 14), (1 << 27, 1 << 17), (1 << 27, 1 << 21), (1 << 20, 1 << 14), (1 << 24, 1 << 20)]
        {
            let segments = Segments::new(slots, 1);
            let mut batch = MessageBatch::default();
            for _ in 0..count {
                let (segment, place) = segments.home(crate::rules::game::Slot(random.u64(..slots)));
                batch.push(segment, &[SlotMessage::new(place as usize, true)]);
            }
            let bytes = Packer::default().pack(&mut batch, &segments).len() as f64 / f64::from(count);
            // The minimum number of bytes per message, if `count` different slots are encoded.
            let least = ((slots as f64 / f64::from(count)).log2() + std::f64::consts::LOG2_E) / 8.0;
            println!("{slots} slots, {count} messages: {bytes:.2} bytes each, at least {least:.2}");
            assert!(bytes < 2.0, "{slots} slots, {count} messages: {bytes} bytes each, at least {least}");
        }
    }
}
