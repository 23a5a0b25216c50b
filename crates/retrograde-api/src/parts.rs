//! The body of an answer, divided into parts. A long body has a [`Room`], which is a reservation of memory. The
//! reservation shrinks while the host sends the parts.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use retrograde_service::failure::Failure;
use retrograde_service::memory::{Memory, Room};

use crate::host::Turn;

/// The size of one part, in bytes.
const PART: usize = 64 << 10;

/// An answer or a request body of at most this size, in bytes, needs no reservation of memory. Each connection may use
/// `SHORT` bytes without a reservation.
pub(crate) const SHORT: u64 = 16 << 10;

/// The parts of an answer's content that wait to be sent.
pub struct Parts {
    waiting: VecDeque<Bytes>,
    /// The number of bytes in these parts.
    left: u64,
    /// Whether all parts share one buffer. A shared buffer exists until the last part is sent.
    is_whole: bool,
    room: Room,
    /// The permit of the answer. An answer has a permit if the number of answers of its kind is limited.
    _turn: Option<Turn>,
}

impl Parts {
    /// Returns a short content as one part. The memory of this part does not count.
    pub(crate) fn short(memory: &Arc<Memory>, bytes: Vec<u8>) -> Self {
        Self::of(VecDeque::from([bytes.into()]), memory.room())
    }

    /// Divides a content into parts. The argument `room` is the memory that is reserved for the content.
    pub(crate) fn cut(bytes: Vec<u8>, mut room: Room) -> Self {
        room.settle(bytes.capacity() as u64);
        let whole = Bytes::from(bytes);
        let parts = (0..whole.len()).step_by(PART).map(|at| whole.slice(at..whole.len().min(at + PART)));
        Self { is_whole: true, ..Self::of(parts.collect(), room) }
    }

    fn of(waiting: VecDeque<Bytes>, room: Room) -> Self {
        let left = waiting.iter().map(|part| part.len() as u64).sum();
        Self { waiting, left, is_whole: false, room, _turn: None }
    }

    /// Iterates over the content, part by part.
    pub(crate) fn content(&self) -> impl Iterator<Item = &[u8]> {
        self.waiting.iter().map(|part| &**part)
    }

    /// Returns the same parts with a permit. The permit is released after the parts have been sent.
    pub(crate) fn in_turn(self, turn: Turn) -> Self {
        Self { _turn: Some(turn), ..self }
    }

    /// Removes and returns the next part; `None` if no part is left. When the connection calls this function, the
    /// earlier parts have been sent, except the parts that the connection still buffers.
    #[expect(clippy::should_implement_trait, reason = "a host takes the parts one by one while it sends them")]
    pub fn next(&mut self) -> Option<Bytes> {
        if !self.is_whole || self.left == 0 {
            self.room.shrink(self.left);
        }
        let part = self.waiting.pop_front()?;
        self.left -= part.len() as u64;
        // The part is copied. Otherwise a connection that still holds the last part would hold the whole buffer.
        Some(if self.is_whole { Bytes::copy_from_slice(&part) } else { part })
    }

    /// Returns the number of bytes that are left.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Returns whether no part is left.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// A writer that divides the written content into parts. The reservation of memory grows with the content.
pub(crate) struct PartsWriter {
    parts: VecDeque<Vec<u8>>,
    length: u64,
    room: Room,
    refused: Option<Failure>,
}

impl PartsWriter {
    /// Creates a writer with the reservation `room`. If `room` is `None`, the writer has a new, empty reservation. The
    /// reservation grows with the content.
    pub(crate) fn new(memory: &Arc<Memory>, room: Option<Room>) -> Self {
        let room = room.unwrap_or_else(|| memory.room());
        Self { parts: VecDeque::new(), length: 0, room, refused: None }
    }

    /// Returns the written parts. The reservation of the parts is as large as the content, or empty if the content is
    /// short.
    ///
    /// # Errors
    /// Returns an error if the memory limit was too low for the content (see [`Memory::reserve`]).
    pub(crate) fn finish(mut self) -> Result<Parts, Failure> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        self.room.settle(if self.length > SHORT { self.length } else { 0 });
        Ok(Parts::of(self.parts.into_iter().map(Bytes::from).collect(), self.room))
    }

    /// Returns the last part, which has free space. If the last part is full, reserves memory and adds a new part.
    fn last(&mut self) -> Result<&mut Vec<u8>, Failure> {
        let Self { parts, length, room, .. } = self;
        if parts.back().is_none_or(|part| part.len() >= PART) {
            let needed = if parts.is_empty() { 0 } else { *length + PART as u64 };
            if needed > room.bytes() {
                room.grow(needed - room.bytes())?;
            }
            parts.push_back(if parts.is_empty() { Vec::new() } else { Vec::with_capacity(PART) });
        }
        let last = parts.len() - 1;
        Ok(&mut parts[last])
    }
}

impl Write for PartsWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let last = match self.last() {
            Ok(last) => last,
            Err(failure) => {
                self.refused = Some(failure);
                return Err(io::ErrorKind::OutOfMemory.into());
            }
        };
        let written = bytes.len().min(PART - last.len());
        last.extend_from_slice(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(parts: &mut Parts) -> Vec<u8> {
        std::iter::from_fn(|| parts.next()).flatten().collect()
    }

    #[test]
    fn issue_27_a_long_answer_has_a_room_until_it_is_sent() {
        let memory = Memory::new(1 << 20);
        for (length, room) in [(SHORT as usize, None), (100_000, None), (300_000, Some(1_000_000))] {
            let room = room.map(|bytes| memory.reserve(bytes).unwrap());
            let content: Vec<_> = (0..length).map(|at| at as u8).collect();
            let mut writer = PartsWriter::new(&memory, room);
            writer.write_all(&content).unwrap();
            let mut parts = writer.finish().unwrap();
            let counted = if length as u64 > SHORT { length as u64 } else { 0 };
            assert_eq!((memory.taken(), parts.left()), (counted, length as u64));
            let first = parts.next().unwrap();
            assert_eq!(parts.left, (length - first.len()) as u64);
            assert_eq!([&*first, &*sent(&mut parts)].concat(), content);
            assert_eq!((memory.taken(), parts.left()), (0, 0));
        }
    }

    #[test]
    fn issue_27_a_whole_answer_has_its_room_to_the_end() {
        let memory = Memory::new(1 << 20);
        let content: Vec<_> = (0..200_000_u32).map(|at| at as u8).collect();
        let mut parts = Parts::cut(content.clone(), memory.reserve(1 << 20).unwrap());
        let first = parts.next().unwrap();
        assert_eq!((first.len(), memory.taken()), (PART, 200_000));
        assert_eq!([&*first, &*sent(&mut parts)].concat(), content);
        assert_eq!(memory.taken(), 0);
    }

    #[test]
    fn issue_27_an_answer_without_room_is_refused() {
        let memory = Memory::new(1 << 20);
        let taken = memory.reserve(900_000).unwrap();
        let mut writer = PartsWriter::new(&memory, None);
        assert!(writer.write_all("x".repeat(300_000).as_bytes()).is_err());
        assert_eq!(writer.finish().err().unwrap().code, "busy");
        assert_eq!(memory.taken(), taken.bytes());
    }
}
