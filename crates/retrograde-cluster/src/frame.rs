//! The frames of a control connection. A frame consists of its kind (one byte), the length of its body (two bytes,
//! little-endian), and the body.

use std::io::{self, Read};

/// A frame of a control connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The heartbeat. Each process sends one heartbeat every second. The field `done` is the amount of work that the
    /// sender has done. The field `sent` is the total length, in bytes, of the complete frames that the sender has sent
    /// to the receiver on the data connection.
    Beat { done: u64, sent: u64 },
    /// A failure, which ends the work of all processes. The fields are the number of the process that failed first, the
    /// exit code of that process, and the error message in English and in Chinese.
    Trouble { process: u32, code: Option<u8>, texts: [String; 2] },
    /// The sender is done, and no longer needs the other processes.
    Done,
    /// All processes are done. A process sends this frame after it has received `Done` from all other processes, and
    /// before it closes a connection.
    AllDone,
}

/// The maximum number of bytes of a text in a frame. Longer texts are cut.
const MOST_TEXT: usize = 8192;

impl Frame {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.kind(), 0, 0];
        match self {
            Self::Beat { done, sent } => bytes.extend([done, sent].iter().flat_map(|word| word.to_le_bytes())),
            Self::Trouble { process, code, texts } => {
                bytes.extend(process.to_le_bytes());
                bytes.extend([u8::from(code.is_some()), code.unwrap_or_default()]);
                for text in texts {
                    let text = &text[..text.floor_char_boundary(MOST_TEXT)];
                    bytes.extend((text.len() as u16).to_le_bytes());
                    bytes.extend(text.as_bytes());
                }
            }
            Self::Done | Self::AllDone => {}
        }
        let length = (bytes.len() - 3) as u16;
        bytes[1..3].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    const fn kind(&self) -> u8 {
        match self {
            Self::Beat { .. } => 0,
            Self::Trouble { .. } => 1,
            Self::Done => 2,
            Self::AllDone => 3,
        }
    }

    /// Parses the frame at the start of `bytes`. Returns the frame and its length in bytes, or `None` if the frame is
    /// incomplete.
    ///
    /// # Errors
    /// Returns an error if the bytes are not the start of a valid frame.
    fn parse(bytes: &[u8]) -> io::Result<Option<(Self, usize)>> {
        let Some(&[kind, low, high]) = bytes.first_chunk() else { return Ok(None) };
        let end = 3 + usize::from(u16::from_le_bytes([low, high]));
        let Some(body) = bytes.get(3..end) else { return Ok(None) };
        let frame = match kind {
            0 => Self::beat(body),
            1 => Self::trouble(body),
            2 => body.is_empty().then_some(Self::Done),
            3 => body.is_empty().then_some(Self::AllDone),
            _ => None,
        };
        frame.map(|frame| Some((frame, end))).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn beat(body: &[u8]) -> Option<Self> {
        let (words, rest) = body.as_chunks();
        let &[done, sent] = words else { return None };
        let [done, sent] = [done, sent].map(u64::from_le_bytes);
        rest.is_empty().then_some(Self::Beat { done, sent })
    }

    fn trouble(body: &[u8]) -> Option<Self> {
        let (process, rest) = body.split_first_chunk()?;
        let (&[has_code, code], mut rest) = rest.split_first_chunk()?;
        let mut text = || {
            let (length, tail) = rest.split_first_chunk()?;
            let (text, tail) = tail.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
            rest = tail;
            Some(String::from_utf8_lossy(text).into_owned())
        };
        let texts = [text()?, text()?];
        let code = (has_code != 0).then_some(code);
        rest.is_empty().then_some(Self::Trouble { process: u32::from_le_bytes(*process), code, texts })
    }
}

/// A buffer that assembles frames from the pieces in which they arrive.
#[derive(Default)]
pub(crate) struct Frames(Vec<u8>);

impl Frames {
    /// Reads until the next frame is complete, and returns the frame. Returns `None` at the end of the stream.
    ///
    /// # Errors
    /// Returns the errors of `reader`, and an error if a frame is malformed. If the error is a timeout, the caller can
    /// call this function again.
    pub(crate) fn next(&mut self, reader: &mut impl Read) -> io::Result<Option<Frame>> {
        loop {
            if let Some((frame, end)) = Frame::parse(&self.0)? {
                self.0.drain(..end);
                return Ok(Some(frame));
            }
            let mut bytes = [0; 512];
            match reader.read(&mut bytes) {
                Ok(0) => return Ok(None),
                Ok(read) => self.0.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns one byte per read.
    struct Slow<'b>(&'b [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.split_off_first().map_or(Ok(0), |&byte| {
                buffer[0] = byte;
                Ok(1)
            })
        }
    }

    fn trouble(texts: [String; 2]) -> Frame {
        Frame::Trouble { process: 7, code: Some(3), texts }
    }

    #[test]
    fn frames_are_parsed_as_they_were_written() {
        let texts = ["no memory".to_owned(), "内存不足".to_owned()];
        let none = Frame::Trouble { process: 0, code: None, texts: [String::new(), String::new()] };
        let frames = [Frame::Beat { done: 1 << 40, sent: 1 << 50 }, trouble(texts), none, Frame::Done, Frame::AllDone];
        let bytes: Vec<u8> = frames.iter().flat_map(Frame::bytes).collect();
        let (mut slow, mut parsed) = (Slow(&bytes), Frames::default());
        for frame in frames {
            assert_eq!(parsed.next(&mut slow).unwrap(), Some(frame));
        }
        assert_eq!(parsed.next(&mut slow).unwrap(), None);
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        let long = trouble(["内".repeat(5000), "x".repeat(100_000)]).bytes();
        let Some((Frame::Trouble { texts, .. }, _)) = Frame::parse(&long).unwrap() else { panic!("not a frame") };
        assert_eq!((texts[0].len(), texts[1].len()), (8190, 8192));
    }

    #[test]
    fn malformed_frames_are_refused() {
        let good = trouble(["a".to_owned(), "b".to_owned()]).bytes();
        for bytes in
            [&[9, 0, 0][..], &[0, 1, 0, 0], &[0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8], &[2, 1, 0, 0], &[1, 3, 0, 0, 0, 0]]
        {
            assert!(Frame::parse(bytes).is_err(), "{bytes:?}");
        }
        for length in 0..good.len() {
            assert_eq!(Frame::parse(&good[..length]).unwrap(), None);
            let mut short = good.clone();
            short[1] = length as u8;
            assert!(length + 3 >= good.len() || Frame::parse(&short).is_err(), "{length}");
        }
    }
}
