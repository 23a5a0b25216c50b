//! Where the frames of a mail connection begin and end.

/// The bytes of a frame's header: six numbers, big-endian.
pub(crate) const HEADER: usize = 48;

/// With its header a frame is no longer than memory can be.
const MOST_BYTES: u64 = (isize::MAX as usize - HEADER) as u64;

/// Where in their frames bytes stand that arrive in pieces.
pub(crate) struct Framing {
    targets: u64,
    head: [u8; HEADER],
    /// Bytes of a header that are there.
    have: usize,
    /// Bytes of a frame that are to come.
    left: u64,
    /// timely has said goodbye, by a header of zeros.
    pub(crate) ended: bool,
}

impl Framing {
    /// Frames for so many targets.
    pub(crate) const fn to(targets: usize) -> Self {
        Self { targets: targets as u64, head: [0; HEADER], have: 0, left: 0, ended: false }
    }

    /// Follows the next bytes; whether all frames that begin there are such as a process sends.
    pub(crate) fn follow(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() && !self.ended {
            let skipped = self.left.min(bytes.len() as u64);
            self.left -= skipped;
            bytes = &bytes[skipped as usize..];
            let (head, rest) = bytes.split_at(bytes.len().min(HEADER - self.have));
            self.head[self.have..][..head.len()].copy_from_slice(head);
            self.have += head.len();
            bytes = rest;
            if self.have == HEADER {
                self.have = 0;
                if !self.begin() {
                    return false;
                }
            }
        }
        // Nothing follows a goodbye.
        bytes.is_empty()
    }

    /// Begins a frame by its header.
    fn begin(&mut self) -> bool {
        self.ended = self.head == [0; HEADER];
        let (words, _) = self.head.as_chunks::<8>();
        let [lower, upper, length] = [2, 3, 4].map(|place| u64::from_be_bytes(words[place]));
        self.left = length;
        let is_counted = (1..=MOST_BYTES).contains(&length);
        self.ended || is_counted && lower < self.targets && upper == lower + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::fuzzing::header;

    /// Whether a stream is followed to its end; whatever the pieces that it comes in.
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
    fn what_processes_send_is_followed() {
        let goodbye = [0; HEADER];
        let said = [&frame(0, &[0; 100])[..], &frame(2, &[1]), &frame(1, &[0; 48]), &goodbye].concat();
        assert!(is_followed(&said, 3));
        // Cut off anywhere: that is found at the end.
        assert!((1..said.len()).all(|length| is_followed(&said[..length], 3)));
        assert!(!is_followed(&[&said[..], &[0]].concat(), 3), "something follows the goodbye");
    }

    /// timely would panic at the first ones, and turn in circles or cut headers in two at the last ones.
    #[test]
    fn frames_that_no_process_sends_are_refused() {
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
}
