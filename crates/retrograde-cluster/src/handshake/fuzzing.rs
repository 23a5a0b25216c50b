//! Simulated handshakes in which one side changes the bytes that it sends.

use std::cell::{Cell, RefCell};

use super::*;

/// Describes how the tampering side of a handshake changes the bytes that it sends.
pub(crate) struct Tampering<'l> {
    /// A function that changes the bytes of the tampering side before its MAC is computed. The bytes of a caller are
    /// its hello. The bytes of a listener are the challenge (26 bytes), the verdict and its hello.
    pub(crate) change: &'l dyn Fn(&mut [u8]),
    /// Whether the tampering side knows the key.
    pub(crate) knows_key: bool,
    /// The maximum number of bytes that the tampering side sends.
    pub(crate) length: usize,
    /// The number of bytes per read.
    pub(crate) piece: usize,
}

/// The reaction of the honest side of a handshake.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The value is `Ok` if the honest side accepts the other side. Otherwise the value is the reason for the
    /// rejection.
    pub(crate) end: Result<(), String>,
    /// The bytes that the honest side has sent.
    pub(crate) said: Vec<u8>,
}

/// The number of bytes of a caller's hello and MAC.
pub(crate) const CALLER: usize = HELLO + MAC;

/// The number of bytes of a listener's challenge, verdict, hello and MAC.
pub(crate) const LISTENER: usize = CHALLENGE + 1 + HELLO + MAC;

/// The byte range of the nonce in a hello.
pub(crate) const NONCE: std::ops::Range<usize> = 15..31;

const LIMIT: Duration = Duration::from_secs(5);

/// Runs a handshake in which process 0 answers a tampering process 1.
pub(crate) fn answer(tampering: &Tampering<'_>) -> Outcome {
    let liar = claims(1, tampering.knows_key);
    let mut hello = liar.hello(0, Purpose::Data).expect("the system has random bytes");
    (tampering.change)(&mut hello);
    let words = |challenge: &[u8]| {
        let proof = liar.mac(b"calls", &[challenge, &hello]).finalize().into_bytes();
        [&hello[..], &proof].concat()
    };
    let wire = SimulatedWire { tampering, words, received: RefCell::default(), at: Cell::new(0) };
    let end = claims(0, true).answer(&wire, LIMIT).map_err(|(_, wrong)| text(wrong));
    let end = end.map(|caller| assert_eq!(caller.process, 1, "it is believed to be another process"));
    Outcome { end, said: wire.received.take() }
}

/// Runs a handshake in which process 1 calls a tampering process 0.
pub(crate) fn call(tampering: &Tampering<'_>) -> Outcome {
    let liar = claims(0, tampering.knows_key);
    let hello = liar.hello(1, Purpose::Data).expect("the system has random bytes");
    let mut before = [MAGIC, &VERSION.to_le_bytes()[..], &[0; 16], &[verdict::WELCOME], &hello].concat();
    (tampering.change)(&mut before);
    let (challenge, answer) = before.split_at(CHALLENGE);
    let words = |hello: &[u8]| {
        let hello = &hello[..hello.len().min(HELLO)];
        let proof = liar.mac(b"answers", &[challenge, hello, &answer[..1], &answer[1..]]).finalize().into_bytes();
        [&before[..], &proof].concat()
    };
    let wire = SimulatedWire { tampering, words, received: RefCell::default(), at: Cell::new(0) };
    let end = claims(1, true).call(&wire, 0, Purpose::Data, LIMIT).map_err(text);
    Outcome { end, said: wire.received.take() }
}

fn text(wrong: HandshakeError) -> String {
    match wrong {
        HandshakeError::Final(message) | HandshakeError::Unproved(message) | HandshakeError::Broken(message) => {
            message.to_string()
        }
    }
}

fn claims(process: usize, knows_key: bool) -> Claims {
    let text = str::to_owned;
    let identity = Identity { job: text("job"), build: text("build"), game: text("game"), rules: text("rules") };
    let key = Key::of_line(&if knows_key { "4b" } else { "ff" }.repeat(16)).expect("it is long enough");
    Claims::new(Arc::new(HostList::two()), process, identity, key)
}

/// A simulated connection to the tampering side. The bytes that arrive from the tampering side depend on the bytes that
/// the honest side has sent so far.
struct SimulatedWire<'l, W> {
    tampering: &'l Tampering<'l>,
    words: W,
    received: RefCell<Vec<u8>>,
    at: Cell<usize>,
}

impl<W: Fn(&[u8]) -> Vec<u8>> Wire for SimulatedWire<'_, W> {
    fn read(&self, bytes: &mut [u8], _: Duration) -> io::Result<usize> {
        let mut words = (self.words)(&self.received.borrow());
        words.truncate(self.tampering.length);
        let piece = self.tampering.piece.clamp(1, bytes.len());
        let read = (&words[self.at.get().min(words.len())..]).read(&mut bytes[..piece])?;
        self.at.set(self.at.get() + read);
        Ok(read)
    }

    fn write(&self, bytes: &[u8], _: Duration) -> io::Result<()> {
        self.received.borrow_mut().extend(bytes);
        Ok(())
    }
}
