//! Tracks the boundaries of the frames on a data connection. So the receiver can detect a corrupted length.
//!
//! A frame consists of a header and a body. The header contains the length of the body, and the receiver waits for this
//! number of bytes. If the length is corrupted in transit, the receiver may wait for bytes that never arrive. The bytes
//! never arrive if the sender has already sent all its data, and waits for an answer. Therefore each heartbeat contains
//! the total length of the complete frames that its sender has sent on the data connection. A frame of the received
//! stream must end at this offset. If the offset lies inside a frame, the length in the header of this frame is wrong.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of bytes in the header of a frame. A header consists of six big-endian numbers of eight bytes each.
pub(crate) const HEADER: usize = 48;

/// The maximum length of a body in bytes. A header and its body together must not be longer than the largest possible
/// allocation.
const MOST_BYTES: u64 = (isize::MAX as usize - HEADER) as u64;

/// A parser that follows the frame boundaries of a stream that arrives in pieces.
pub(crate) struct Framing {
    targets: u64,
    head: [u8; HEADER],
    /// The number of bytes of the current header that have arrived so far.
    have: usize,
    /// The number of bytes of the current body that have not arrived yet.
    left: u64,
    /// The number of bytes that have arrived since the start of the connection.
    come: u64,
    /// The range of bytes in the stream that belongs to the last frame with a complete header.
    frame: Range<u64>,
    /// Whether the stream has ended properly. The library `timely` ends a stream with a header of zeros.
    pub(crate) ended: bool,
}

impl Framing {
    /// Returns a parser at the start of a stream. The target of each frame must be below `targets`.
    pub(crate) const fn to(targets: usize) -> Self {
        Self { targets: targets as u64, head: [0; HEADER], have: 0, left: 0, come: 0, frame: 0..0, ended: false }
    }

    /// Parses the next bytes of the stream. Returns false if a header is invalid, or if bytes follow the end of the
    /// stream.
    pub(crate) fn follow(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() && !self.ended {
            let skipped = self.left.min(bytes.len() as u64);
            self.left -= skipped;
            self.come += skipped;
            bytes = &bytes[skipped as usize..];
            let (head, rest) = bytes.split_at(bytes.len().min(HEADER - self.have));
            self.head[self.have..][..head.len()].copy_from_slice(head);
            self.have += head.len();
            self.come += head.len() as u64;
            bytes = rest;
            if self.have == HEADER {
                self.have = 0;
                if !self.begin() {
                    return false;
                }
            }
        }
        // No bytes may follow the end of the stream.
        bytes.is_empty()
    }

    /// Starts a frame whose header is complete. Returns whether the header is valid.
    fn begin(&mut self) -> bool {
        self.ended = self.head == [0; HEADER];
        let (words, _) = self.head.as_chunks::<8>();
        let [lower, upper, length] = [2, 3, 4].map(|place| u64::from_be_bytes(words[place]));
        self.left = length;
        self.frame = self.come - HEADER as u64..self.come.saturating_add(length);
        let is_counted = (1..=MOST_BYTES).contains(&length);
        self.ended || is_counted && lower < self.targets && upper == lower + 1
    }

    /// Returns the range of bytes that belongs to the last frame that has begun to arrive. The ends of the range are
    /// offsets in the stream. If the header of this frame is incomplete, the length of the body is unknown. The range
    /// then covers the header and one byte of the body.
    pub(crate) fn last(&self) -> Range<u64> {
        if self.have == 0 {
            return self.frame.clone();
        }
        let start = self.come - self.have as u64;
        start..start + HEADER as u64 + 1
    }
}

/// The progress of the data connection to another process. The progress consists of the number of bytes sent, and of
/// the frame that is being received. The control connection compares the progress at both ends.
#[derive(Default)]
pub(crate) struct Extent {
    sent: AtomicU64,
    receiving: Mutex<Range<u64>>,
}

impl Extent {
    /// Counts a complete frame of `bytes` bytes as sent.
    pub(crate) fn send(&self, bytes: usize) {
        self.sent.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Returns the total number of bytes of all sent frames.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Sets the range of the frame that is being received.
    pub(crate) fn receive(&self, frame: Range<u64>) {
        *self.receiving.lock().unwrap_or_else(PoisonError::into_inner) = frame;
    }

    /// Returns whether the length of the frame that is being received is wrong. The sender has reported that its
    /// complete frames have `sent` bytes together. So the length of a frame is wrong if the offset `sent` lies inside
    /// the frame.
    pub(crate) fn contradicts(&self, sent: u64) -> bool {
        let frame = self.receiving.lock().unwrap_or_else(PoisonError::into_inner);
        frame.start < sent && sent < frame.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::fuzzing::header;

    /// Returns whether all frames of a stream are valid. The function also checks that the result does not depend on
    /// the sizes of the pieces.
    fn is_followed(bytes: &[u8], targets: usize) -> bool {
        let by = |piece: usize| {
            let mut framing = Framing::to(targets);
            bytes.chunks(piece).all(|piece| framing.follow(piece))
        };
        let whole = by(bytes.len());
        assert_eq!(whole, by(1));
        assert_eq!(whole, by(47));
        whole
    }

    fn frame(target: usize, body: &[u8]) -> Vec<u8> {
        [&header(0, target, body.len(), 0)[..], body].concat()
    }

    fn with(mut frame: Vec<u8>, field: usize, number: u64) -> Vec<u8> {
        frame[field * 8..][..8].copy_from_slice(&number.to_be_bytes());
        frame
    }

    #[test]
    fn valid_streams_are_followed() {
        let goodbye = [0; HEADER];
        let said = [&frame(0, &[0; 100])[..], &frame(2, &[1]), &frame(1, &[0; 48]), &goodbye].concat();
        assert!(is_followed(&said, 3));
        // Every beginning of a valid stream is valid.
        assert!((1..said.len()).all(|length| is_followed(&said[..length], 3)));
        assert!(!is_followed(&[&said[..], &[0]].concat(), 3), "something follows the goodbye");
    }

    /// The library `timely` would panic at the first headers in the list. At the last headers in the list, `timely`
    /// would loop or split headers.
    #[test]
    fn invalid_headers_are_refused() {
        let (lower, upper, length) = (2, 3, 4);
        for (field, number) in [
            (lower, 3),
            (lower, u64::MAX),
            (upper, 0),
            (upper, 1),
            (upper, 3),
            (upper, u64::MAX),
            (length, 0),
            (length, 1 << 63),
            (length, i64::MAX as u64),
            (length, u64::MAX),
            (length, 48_u64.wrapping_neg()),
            (length, 1_u64.wrapping_neg()),
        ] {
            assert!(!is_followed(&with(frame(1, &[7; 9]), field, number), 3), "{field}: {number}");
        }
        assert!(!is_followed(&frame(3, &[7; 9]), 3));
        assert!(is_followed(&with(frame(1, &[7; 9]), length, 10), 3));
    }

    /// Returns the offsets at which the frames of a stream end, and whether a receiver of the whole stream would wait
    /// for more bytes.
    fn ends(mut stream: &[u8]) -> (Vec<u64>, bool) {
        let (mut ends, mut end) = (Vec::new(), 0);
        while let Some((head, rest)) = stream.split_at_checked(HEADER) {
            let length = u64::from_be_bytes(head[32..40].try_into().unwrap());
            if length > rest.len() as u64 {
                return (ends, true);
            }
            end += HEADER as u64 + length;
            ends.push(end);
            stream = &rest[length as usize..];
        }
        (ends, !stream.is_empty())
    }

    /// Receives a stream in pieces of `piece` bytes. Returns whether a frame contradicts one of the numbers of sent
    /// bytes in `sent`. Returns `None` if a header is invalid.
    fn contradicts(stream: &[u8], piece: usize, sent: &[u64]) -> Option<bool> {
        let (mut framing, extent) = (Framing::to(3), Extent::default());
        let mut found = false;
        for piece in stream.chunks(piece) {
            if !framing.follow(piece) {
                return None;
            }
            extent.receive(framing.last());
            found |= sent.iter().any(|&sent| extent.contradicts(sent));
        }
        Some(found)
    }

    #[test]
    fn issue_27_a_length_that_is_changed_contradicts_what_was_sent() {
        let frames = [frame(0, &[0; 60]), frame(2, &[0]), frame(1, &[0; 200]), frame(0, &[0; 9])];
        let stream = frames.concat();
        let (ends_of_all, waits) = ends(&stream);
        assert_eq!((ends_of_all.len(), waits), (frames.len(), false));
        let (mut refused, mut waiting) = (0, 0);
        for (number, changed) in frames.iter().enumerate() {
            let length = changed.len() - HEADER;
            for claimed in (1..600).chain([1 << 34, MOST_BYTES]).filter(|&claimed| claimed != length as u64) {
                let mut frames = frames.clone();
                frames[number] = with(changed.clone(), 4, claimed);
                let altered = frames.concat();
                for piece in [1, 47, 1000] {
                    let found = contradicts(&altered, piece, &ends_of_all);
                    let (_, waits) = ends(&altered);
                    refused += usize::from(found.is_none());
                    waiting += usize::from(waits && found.is_some());
                    assert!(!waits || found != Some(false), "frame {number} claims {claimed}, {piece} bytes at a time");
                }
            }
        }
        println!("{refused} streams are refused by a header, {waiting} would be waited for");
        assert!(refused > 0 && waiting > 0);
        for piece in [1, 47, 1000] {
            assert_eq!(contradicts(&stream, piece, &ends_of_all), Some(false));
        }
    }
}
