//! What strangers may say to the readers of this crate that are its own: for the fuzz target alone, by `--cfg fuzzing`.

use std::io::{self, Read};

use crate::frame::{Frame, Frames};

pub use crate::greeting::fuzzing::{CALLER, LISTENER, Lie, Met, NONCE, answer, call};
pub use crate::mail::fuzzing::{Heard, header, hear};

/// Something said on a control connection.
#[derive(Debug, PartialEq, Eq)]
pub struct Control(Frame);

impl Control {
    /// As it is said.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }
}

/// What is read on a control connection that brings these bytes, a piece at a time, and how it ends.
pub fn control(said: &[u8], piece: usize) -> (Vec<Control>, io::Result<()>) {
    let (mut frames, mut pieces, mut read) = (Frames::default(), Pieces { said, piece }, Vec::new());
    loop {
        match frames.next(&mut pieces) {
            Ok(Some(frame)) => read.push(Control(frame)),
            Ok(None) => return (read, Ok(())),
            Err(error) => return (read, Err(error)),
        }
    }
}

struct Pieces<'s> {
    said: &'s [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.piece.clamp(1, buffer.len());
        self.said.read(&mut buffer[..piece])
    }
}
