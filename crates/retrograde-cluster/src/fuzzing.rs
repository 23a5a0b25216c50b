//! Laws of the code that receives bytes from other processes. A law is a property that must hold for every input. This
//! module is compiled for tests, and with `--cfg fuzzing` for the fuzz target `cluster`.

use std::io::{self, Read};
use std::ops::Range;

use crate::frame::{Frame, Frames};
use crate::handshake::fuzzing::{CALLER, LISTENER, NONCE, Outcome, Tampering, answer, call};
use crate::transport::fuzzing::{Received, header, receive};

/// Passes arbitrary bytes to the code that reads from sockets. The first byte of the input selects one of four readers.
/// The selected reader reads the rest of the input.
///
/// A reader must not panic or hang. A reader must not allocate memory for a length that the input claims, before the
/// bytes have arrived. A reader must accept valid messages, and must return errors for invalid messages.
///
/// # Panics
/// Panics if a law is broken.
pub fn cluster(input: &[u8]) {
    let Some((&reader, rest)) = input.split_first() else { return };
    match reader % 4 {
        0 => check_control(rest),
        1 => check_answer(rest),
        2 => check_call(rest),
        _ => check_transport(rest),
    }
}

/// Checks the reader of a control connection. The first byte of the input is the number of bytes per read. The rest of
/// the input is the received stream.
fn check_control(input: &[u8]) {
    let Some((&piece, said)) = input.split_first() else { return };
    let (frames, end) = control(said, piece.into());
    let whole = control(said, usize::MAX);
    assert_eq!((&frames, end.is_ok()), (&whole.0, whole.1.is_ok()), "pieces differ");
    for frame in frames {
        let written = frame.bytes();
        let (again, end) = control(&written, usize::MAX);
        assert!(end.is_ok() && again.len() == 1);
        // A text that is too long is cut when the frame is written. The parsed frame then differs from the written
        // frame.
        assert!(again[0] == frame || written.len() > LONG, "{frame:?}");
        assert_eq!(again[0].bytes(), written);
    }
}

/// If a written frame has at most this number of bytes, none of its texts was cut.
const LONG: usize = 8192;

/// An input that describes a handshake in which one side, the peer, tampers with its bytes. The first byte of the input
/// has two flags. Bit 0 says whether the peer knows the key. Bit 1 says whether the peer sends all its bytes. The
/// second byte is the number of bytes that the peer sends if bit 1 is not set. The third byte is the number of bytes
/// per read. The changes follow. Each change consists of a position (u16) in the peer's bytes, and of the bits to flip
/// there.
struct TamperedInput<'i> {
    knows_key: bool,
    length: usize,
    piece: usize,
    changes: &'i [u8],
}

impl<'i> TamperedInput<'i> {
    fn of(input: &'i [u8]) -> Option<Self> {
        let (&[how, length, piece], changes) = input.split_first_chunk()?;
        let length = if how & 2 > 0 { usize::MAX } else { length.into() };
        Some(Self { knows_key: how & 1 > 0, length, piece: piece.into(), changes })
    }

    fn change(&self, words: &mut [u8]) {
        for &[low, high, bits] in self.changes.as_chunks().0 {
            let place = usize::from(u16::from_le_bytes([low, high])) % words.len();
            words[place] ^= bits;
        }
    }

    /// Runs the handshake. Returns the outcome of the handshake, and the positions of the changed bytes among the first
    /// `bytes` bytes of the peer.
    fn handshake(&self, bytes: usize, handshake: impl FnOnce(&Tampering<'_>) -> Outcome) -> (Outcome, Vec<usize>) {
        let change = |words: &mut [u8]| self.change(words);
        let outcome = handshake(&Tampering {
            change: &change,
            knows_key: self.knows_key,
            length: self.length,
            piece: self.piece,
        });
        let mut changed = vec![0; bytes];
        self.change(&mut changed);
        (outcome, (0..bytes).filter(|&place| changed[place] != 0).collect())
    }
}

/// The lengths of the parts of a handshake in bytes. The parts are the challenge, the verdict, the hello and the proof.
const CHALLENGE: usize = 26;
const VERDICT: usize = 1;
const HELLO: usize = CALLER - PROOF;
const PROOF: usize = 32;
/// The positions of the version in a hello.
const VERSION: Range<usize> = 0..2;
/// The position of the purpose in a hello.
const PURPOSE: usize = 2;

/// Checks the listener's side of a handshake with a tampering caller. The listener must accept a caller that knows the
/// key, sends all its bytes, and changes at most the version and the nonce. If the caller also changes the purpose, the
/// listener may accept it. The listener must reject any other caller.
fn check_answer(input: &[u8]) {
    let Some(input) = TamperedInput::of(input) else { return };
    let (outcome, changed) = input.handshake(HELLO, answer);
    let is_heard = input.knows_key && input.length >= CALLER;
    let is_right = changed.iter().all(|place| VERSION.contains(place) || NONCE.contains(place));
    let is_allowed =
        changed.iter().all(|&place| place == PURPOSE || VERSION.contains(&place) || NONCE.contains(&place));
    assert!(outcome.end.is_ok() || !(is_heard && is_right), "{outcome:?}");
    assert!(outcome.end.is_err() || is_heard && is_allowed, "{outcome:?}, changed at {changed:?}");
    let most = if is_heard { CHALLENGE + VERDICT + HELLO + PROOF } else { CHALLENGE + VERDICT };
    assert!((CHALLENGE..=most).contains(&outcome.said.len()), "{} bytes are said", outcome.said.len());
    check_end(&outcome);
}

/// Checks the caller's side of a handshake with a tampering listener. The caller must accept a listener that knows the
/// key, sends all its bytes, and changes at most fields that may differ, such as its nonces. If the listener also
/// changes the verdict, the caller may accept it. The caller must reject any other listener.
fn check_call(input: &[u8]) {
    let Some(input) = TamperedInput::of(input) else { return };
    let (outcome, changed) = input.handshake(LISTENER - PROOF, call);
    let hello = |place: usize| place.checked_sub(CHALLENGE + VERDICT);
    let is_own = |place: usize| {
        let nonce = (10..CHALLENGE).contains(&place);
        nonce
            || hello(place).is_some_and(|place| VERSION.contains(&place) || place == PURPOSE || NONCE.contains(&place))
    };
    let is_heard = input.knows_key && input.length >= LISTENER;
    let is_right = changed.iter().all(|&place| is_own(place));
    // A caller may accept a changed verdict. A real listener would close the connection after every other verdict.
    let is_near = changed.iter().all(|&place| is_own(place) || place == CHALLENGE);
    assert!(outcome.end.is_ok() || !(is_heard && is_right), "{outcome:?}");
    assert!(outcome.end.is_err() || is_heard && is_near, "{outcome:?}, changed at {changed:?}");
    assert!(outcome.said.is_empty() || outcome.said.len() == CALLER, "{} bytes are said", outcome.said.len());
    check_end(&outcome);
}

fn check_end(outcome: &Outcome) {
    assert!(outcome.end.as_ref().is_ok_and(|()| true) || outcome.end.as_ref().is_err_and(|why| !why.is_empty()));
}

/// Checks the reader of a data connection. The first three bytes of the input are the number of workers, the number of
/// questions sent, and the number of bytes per read. If the third byte is 0, one read returns all bytes. If the third
/// byte is odd, the stream also ends properly. Each of the following groups of six bytes describes one frame. A group
/// contains the field that is changed, the target, the length, and the value that is written into the field. Three
/// bytes determine this value. Two bytes are a number, and the third byte says by how many bits the number is rotated.
fn check_transport(input: &[u8]) {
    let Some((&[workers, questions, piece], frames)) = input.split_first_chunk() else { return };
    let mut said = Stream::new(usize::from(workers % 4) + 1, usize::from(questions % 8));
    frames.as_chunks().0.iter().take(FRAMES).for_each(|&frame| said.frame(frame));
    let (takes_leave, piece) = (piece % 2 > 0, if piece == 0 { usize::MAX } else { piece.into() });
    let received = receive(&said.bytes, takes_leave, piece, said.batches.len(), said.questions);
    said.check(&received);
}

/// The maximum number of frames that an input describes.
const FRAMES: usize = 64;

/// A stream of frames, and the messages that a receiver of the stream must deliver.
struct Stream {
    bytes: Vec<u8>,
    /// The number of frames sent to each target. The targets are the workers of the receiving process, followed by the
    /// process itself.
    sent: Vec<usize>,
    questions: usize,
    /// The batches that were sent before the first changed frame, indexed by target.
    batches: Vec<Vec<Vec<u8>>>,
    votes: Vec<[u64; 4]>,
    answers: Vec<Vec<u8>>,
    /// The first field that was changed.
    changed: Option<Field>,
}

/// The part of a frame that was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// A number in the header of a frame, given by its index. The six numbers are the kind, the source, the first
    /// target, the end of the targets, the length and the sequence number.
    Header(usize),
    /// The kind in the header of a batch; the library `timely` calls this number the channel.
    Channel,
    /// The body of the frame, whose last byte was removed.
    Body,
}

impl Stream {
    fn new(workers: usize, questions: usize) -> Self {
        let (votes, answers) = (Vec::new(), Vec::new());
        let (sent, batches) = (vec![0; workers + 1], vec![Vec::new(); workers]);
        Self { bytes: Vec::new(), sent, questions, batches, votes, answers, changed: None }
    }

    fn frame(&mut self, [how, target, length, low, high, turned]: [u8; 6]) {
        let target = usize::from(target) % self.sent.len();
        let mut body: Vec<u8> = (0..=length).collect();
        let kind = self.note(how >> 3, target, &mut body);
        let start = self.bytes.len();
        self.bytes.extend(header(kind, target, body.len(), self.sent[target]));
        self.bytes.extend(&body);
        self.sent[target] += 1;
        let number =
            i64::from(i16::from_le_bytes([low, high])).cast_unsigned().rotate_left(turned.into()).to_be_bytes();
        let field = usize::from(how % 8);
        let changed = match field {
            0 => return,
            7 => self.bytes.pop().map(|_| Field::Body),
            field => {
                let place = &mut self.bytes[start + (field - 1) * 8..][..8];
                let is_changed = place != number;
                place.copy_from_slice(&number);
                let named = if field == 1 && kind == 0 { Field::Channel } else { Field::Header(field - 1) };
                is_changed.then_some(named)
            }
        };
        if changed.is_some() && self.changed.is_none() {
            self.changed = changed;
            // The receiver need not deliver a batch that was changed.
            self.batches.get_mut(target).map(Vec::pop);
        }
    }

    /// Prepares the body of a frame. If no earlier frame was changed, adds the content of the body to the messages that
    /// the receiver must deliver. Returns the kind of the frame.
    fn note(&mut self, kind: u8, target: usize, body: &mut Vec<u8>) -> u8 {
        if let Some(batches) = self.batches.get_mut(target) {
            if self.changed.is_none() {
                batches.push(body.clone());
            }
            return 0;
        }
        if kind.is_multiple_of(3) {
            let number = self.votes.len() as u64;
            let vote = [number, 1, u64::MAX, body.len() as u64];
            *body = [number].iter().chain(&vote).flat_map(|word| word.to_le_bytes()).collect();
            self.votes.push(vote);
            return 1;
        }
        let is_answer = kind % 3 == 1 && self.answers.len() < self.questions;
        let number = self.answers.len() as u64;
        if is_answer {
            self.answers.push(body.clone());
        }
        body.splice(..0, number.to_le_bytes());
        if is_answer { 3 } else { 2 }
    }

    fn check(&self, received: &Received) {
        assert!(received.trouble.as_ref().is_none_or(|trouble| !trouble.is_empty()));
        let is_refused = received.trouble.is_some() || received.batches.iter().any(Option::is_none);
        for (received, said) in received.batches.iter().zip(&self.batches) {
            let received = received.iter().flatten();
            assert!(received.zip(said).all(|(received, said)| received == said), "the batch is another one");
        }
        match self.changed {
            None => {
                assert!(!is_refused && !received.contradicts, "{received:?}");
                assert_eq!(received.votes, self.votes);
                assert!(received.batches.iter().flatten().eq(&self.batches), "{received:?}");
                let (answers, open) = received.answers.split_at(self.answers.len());
                assert!(answers.iter().flatten().eq(&self.answers) && open.iter().all(Option::is_none), "{received:?}");
            }
            // A receiver need not detect changes of other fields. The receiver ignores the source. A changed vote can
            // look like a question. After a wrong length, the receiver may still wait for the rest of a frame.
            Some(Field::Channel | Field::Header(2 | 3 | 5)) => assert!(is_refused, "{:?}: {received:?}", self.changed),
            Some(_) => {}
        }
    }
}

/// Passes bytes, in pieces, to the reader of a control connection. Returns the frames that were read, and the error
/// that ended the connection if there was one.
fn control(said: &[u8], piece: usize) -> (Vec<Frame>, io::Result<()>) {
    let (mut frames, mut pieces, mut read) = (Frames::default(), Pieces { said, piece }, Vec::new());
    loop {
        match frames.next(&mut pieces) {
            Ok(Some(frame)) => read.push(frame),
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

#[cfg(test)]
mod tests {
    use std::alloc::System;

    use cap::Cap;
    use retrograde_testing::trial::{INPUT_TIMEOUT, Trial};

    #[global_allocator]
    static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

    fn limit(bytes: usize) {
        ALLOCATOR.set_limit(bytes).expect("less is held before");
    }

    #[test]
    fn no_tampered_input_is_accepted() {
        let test = concat!(module_path!(), "::no_tampered_input_is_accepted");
        Trial { test, target: "cluster", law: super::cluster, inputs: 2_000, limit, input_timeout: INPUT_TIMEOUT }
            .run();
    }
}
