//! The handshake on a new socket. In a handshake, two processes authenticate each other.
//!
//! ```text
//! challenge   listener to caller   magic, version, nonce                                        26 bytes
//! hello       caller to listener   process, identity, nonce; MAC                                179 + 32
//! verdict     listener to caller   one byte; after 0 and 2 also the listener's hello and MAC    1 + 179 + 32
//! ```
//!
//! A MAC is an HMAC-SHA-256 with the key of the cluster. The handshake has two MACs. Each MAC covers the challenge, the
//! caller's hello, and a fixed text for the direction, which is `calls` or `answers`. The listener's MAC also covers
//! the verdict and the listener's hello. So the MACs cover both process numbers, both nonces and all other bytes. MACs
//! are compared in constant time. At first the listener sends the caller only the challenge. The listener sends its own
//! hello and MAC only after the caller's MAC has proved that the caller knows the key. If the caller's MAC is wrong,
//! the listener answers only with the verdict. Neither side reads more than 256 bytes from an unauthenticated peer.
//!
//! A hello begins with the version (`u16`) and the purpose (`u8`). The number of processes, the sender's number and the
//! receiver's number follow (`u32` each). The next fields are a nonce (16 bytes) and eight bytes of a hash over the
//! workers and the memory of all processes. The hello ends with four texts: the job, the build, the game and the rules.
//! Integers are little-endian. For each text, the hello contains eight bytes of the text's hash, the text's length (at
//! most 255), and the first 26 bytes of the text. So an error message can name the difference.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit as _, Mac as _};
use retrograde::rules::message::{Message, SystemError};
use sha2::{Digest as _, Sha256};

use crate::hosts::HostList;
use crate::key::Key;
use crate::messages::{PeerError, What};

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

const MAGIC: &[u8; 8] = b"rgcluste";
const VERSION: u16 = 2;
const CHALLENGE: usize = 8 + 2 + 16;
const TEXT: usize = 26;
const FIELD: usize = 8 + 1 + TEXT;
const HELLO: usize = 2 + 1 + 3 * 4 + 16 + 8 + 4 * FIELD;
const MAC: usize = 32;

// This assertion checks the limit of 256 bytes in the module documentation.
const _: () = assert!(CHALLENGE + 1 + HELLO + MAC <= 256);

/// The data that must be equal on all processes of a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The job's name.
    pub job: String,
    /// The version and build of the program.
    pub build: String,
    /// The token of the position to solve.
    pub game: String,
    /// The version of the game's rules, and a fingerprint of the rules' behaviour.
    pub rules: String,
}

/// The purpose of a connection between two processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The control connection, for heartbeats and failures.
    Control,
    /// The data connection. The data connection carries the solver's message batches, votes (the numbers that processes
    /// exchange at a barrier), questions (requests for values) and answers.
    Data,
}

/// The data that a process states about itself in handshakes, and the key with which the process proves that it has
/// sent these data.
pub(crate) struct Claims {
    hosts: Arc<HostList>,
    process: usize,
    identity: Identity,
    key: Key,
}

/// The reason why a handshake failed.
#[derive(Debug)]
pub(crate) enum HandshakeError {
    /// The other process knows the key, but the handshake has found a difference. The two processes differ in their
    /// job, build, game, rules or list of hosts, or a process number is wrong. Another attempt to connect would fail in
    /// the same way.
    Final(Message),
    /// The other side has not proved that it knows the key. The other side may be an unrelated program, so this error
    /// must not end the join.
    Unproved(Message),
    /// The connection broke.
    Broken(Message),
}

/// A process that has called this process. The handshake with it has succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) process: usize,
    pub(crate) purpose: Purpose,
}

/// The values of the verdict. The verdict is the byte with which the listener answers a hello.
mod verdict {
    pub(super) const WELCOME: u8 = 0;
    pub(super) const OTHER_KEY: u8 = 1;
    pub(super) const DIFFERS: u8 = 2;
}

impl Claims {
    pub(crate) fn new(hosts: Arc<HostList>, process: usize, identity: Identity, key: Key) -> Self {
        Self { hosts, process, identity, key }
    }

    pub(crate) fn hosts(&self) -> &HostList {
        &self.hosts
    }

    pub(crate) fn process(&self) -> usize {
        self.process
    }

    /// Performs the caller's side of the handshake with process `to`.
    ///
    /// # Errors
    /// Returns a [`HandshakeError`].
    pub(crate) fn call(
        &self,
        socket: &impl Wire,
        to: usize,
        purpose: Purpose,
        limit: Duration,
    ) -> Result<(), HandshakeError> {
        let who = || self.hosts.who(to);
        let broken = |error: io::Error| {
            HandshakeError::Broken(PeerError::Broken { who: who(), error: SystemError::from(&error) }.into())
        };
        let unproved = |wrong: PeerError| Err(HandshakeError::Unproved(wrong.into()));
        let mut line = Line::new(socket, limit);
        let challenge: [u8; CHALLENGE] = line.read().map_err(broken)?;
        if &challenge[..8] != MAGIC {
            return unproved(PeerError::Stranger { who: who() });
        }
        if challenge[8..10] != VERSION.to_le_bytes() {
            return unproved(PeerError::OtherProtocol { who: who() });
        }
        let own = self.hello(to, purpose).map_err(broken)?;
        let proof = self.mac(b"calls", &[&challenge, &own]);
        line.write(&[own.as_slice(), &proof.finalize().into_bytes()].concat()).map_err(broken)?;
        let [verdict] = line.read().map_err(broken)?;
        if verdict == verdict::OTHER_KEY {
            return unproved(PeerError::OtherKey { who: who() });
        }
        let theirs: [u8; HELLO] = line.read().map_err(broken)?;
        let proof: [u8; MAC] = line.read().map_err(broken)?;
        let wanted = self.mac(b"answers", &[&challenge, &own, &[verdict], &theirs]);
        if wanted.verify_slice(&proof).is_err() {
            return unproved(PeerError::OtherKey { who: who() });
        }
        let theirs = Hello(theirs);
        self.compare(&Hello(own), &theirs, to)?;
        if theirs.number() != to {
            let wrong = PeerError::Misplaced { who: self.hosts.who(theirs.number()), wanted: to };
            return Err(HandshakeError::Final(wrong.into()));
        }
        Ok(())
    }

    /// Performs the listener's side of the handshake. Returns the process that has opened the connection.
    ///
    /// # Errors
    /// Returns a [`HandshakeError`]. If the caller has stated its process number before the error, the result also
    /// contains this number.
    pub(crate) fn answer(
        &self,
        socket: &impl Wire,
        limit: Duration,
    ) -> Result<Caller, (Option<usize>, HandshakeError)> {
        let broken = |error: io::Error| {
            let who = self.hosts.who(usize::MAX);
            (None, HandshakeError::Broken(PeerError::Broken { who, error: SystemError::from(&error) }.into()))
        };
        let mut line = Line::new(socket, limit);
        let mut challenge = [0; CHALLENGE];
        challenge[..8].copy_from_slice(MAGIC);
        challenge[8..10].copy_from_slice(&VERSION.to_le_bytes());
        challenge[10..].copy_from_slice(&random::<16>().map_err(broken)?);
        line.write(&challenge).map_err(broken)?;
        let theirs: [u8; HELLO] = line.read().map_err(broken)?;
        let proof: [u8; MAC] = line.read().map_err(broken)?;
        let proved = self.mac(b"calls", &[&challenge, &theirs]).verify_slice(&proof).is_ok();
        let theirs = Hello(theirs);
        let from = theirs.number();
        if !proved {
            // The caller may be an unrelated program. So a failed write does not matter.
            let _ = line.write(&[verdict::OTHER_KEY]);
            return Err((
                Some(from),
                HandshakeError::Unproved(PeerError::OtherKey { who: self.hosts.who(from) }.into()),
            ));
        }
        let purpose = theirs.purpose().ok_or_else(|| broken(io::ErrorKind::InvalidData.into()))?;
        let own = self.hello(from, purpose).map_err(broken)?;
        let compared = self.compare(&Hello(own), &theirs, from);
        let verdict = if compared.is_ok() { verdict::WELCOME } else { verdict::DIFFERS };
        let proof = self.mac(b"answers", &[&challenge, &theirs.0, &[verdict], &own]).finalize().into_bytes();
        let said = line.write(&[&[verdict][..], &own, &proof].concat());
        compared.map_err(|wrong| (Some(from), wrong))?;
        said.map_err(broken)?;
        Ok(Caller { process: from, purpose })
    }

    /// Compares the data that must be equal on both sides of the handshake, and checks the process numbers.
    fn compare(&self, own: &Hello, theirs: &Hello, other: usize) -> Result<(), HandshakeError> {
        let who = self.hosts.who(other);
        let wrong = if theirs.processes() != own.processes() {
            PeerError::OtherNumber { who, theirs: theirs.processes(), own: own.processes() }
        } else if let Some((what, theirs, own)) = own.differs(theirs) {
            PeerError::Other { who, what, theirs, own }
        } else if theirs.shares() != own.shares() {
            PeerError::OtherShares { who }
        } else if theirs.to() != self.process {
            PeerError::OtherPlace { who, wanted: theirs.to(), own: self.process }
        } else if other == self.process || other >= own.processes() {
            PeerError::Twice { who }
        } else {
            return Ok(());
        };
        Err(HandshakeError::Final(wrong.into()))
    }

    fn mac(&self, direction: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.bytes()).expect("HMAC takes keys of any length");
        mac.update(direction);
        for part in parts {
            mac.update(part);
        }
        mac
    }

    fn hello(&self, to: usize, purpose: Purpose) -> io::Result<[u8; HELLO]> {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let mut shares = Sha256::new();
        for host in self.hosts.hosts() {
            shares.update((host.workers as u64).to_le_bytes());
            shares.update(host.memory.to_le_bytes());
        }
        let purpose = match purpose {
            Purpose::Control => 0,
            Purpose::Data => 1,
        };
        let mut hello = Vec::with_capacity(HELLO);
        hello.extend(VERSION.to_le_bytes());
        hello.push(purpose);
        hello.extend(number(self.hosts.hosts().len()));
        hello.extend(number(self.process));
        hello.extend(number(to));
        hello.extend(random::<16>()?);
        hello.extend(&shares.finalize()[..8]);
        let Identity { job, build, game, rules } = &self.identity;
        for text in [job, build, game, rules] {
            hello.extend(field(text));
        }
        hello.try_into().map_err(|_| io::ErrorKind::InvalidData.into())
    }
}

/// Encodes a text as a field of a hello. The field contains eight bytes of the text's hash, its length, and its first
/// bytes.
fn field(text: &str) -> [u8; FIELD] {
    let short = &text.as_bytes()[..text.floor_char_boundary(TEXT)];
    let mut field = [0; FIELD];
    field[..8].copy_from_slice(&Sha256::digest(text)[..8]);
    field[8] = text.len().min(255) as u8;
    field[9..9 + short.len()].copy_from_slice(short);
    field
}

/// Returns the text of a field for messages. The field of a long text contains only the beginning of the text. For a
/// long text, the function returns this beginning and a part of the hash.
fn shown(field: &[u8]) -> String {
    let text: String =
        String::from_utf8_lossy(&field[9..]).chars().filter(|character| !character.is_control()).collect();
    if usize::from(field[8]) <= TEXT {
        return text;
    }
    let hash = field[..4].iter().fold(0_u32, |hash, &byte| hash << 8 | u32::from(byte));
    format!("{text}… ({hash:08x})")
}

/// The bytes of a hello that this process sends or has received.
struct Hello([u8; HELLO]);

impl Hello {
    fn number_at(&self, at: usize) -> usize {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.0[at..at + 4]);
        u32::from_le_bytes(bytes) as usize
    }

    fn purpose(&self) -> Option<Purpose> {
        match self.0[2] {
            0 => Some(Purpose::Control),
            1 => Some(Purpose::Data),
            _ => None,
        }
    }

    fn processes(&self) -> usize {
        self.number_at(3)
    }

    fn number(&self) -> usize {
        self.number_at(7)
    }

    fn to(&self) -> usize {
        self.number_at(11)
    }

    fn shares(&self) -> &[u8] {
        &self.0[31..39]
    }

    fn field(&self, index: usize) -> &[u8] {
        &self.0[39 + index * FIELD..][..FIELD]
    }

    /// Finds the first text that differs between two hellos. Returns the kind of the text, the other side's text, and
    /// this side's text.
    fn differs(&self, theirs: &Self) -> Option<(What, String, String)> {
        let all = [What::Job, What::Build, What::Game, What::Rules];
        let (index, what) = all.into_iter().enumerate().find(|&(index, _)| self.field(index) != theirs.field(index))?;
        Some((what, shown(theirs.field(index)), shown(self.field(index))))
    }
}

/// The connection of a handshake. In fuzz tests, the connection is simulated; otherwise the connection is a socket.
pub(crate) trait Wire {
    /// Reads some bytes. Waits at most for the time `limit`.
    fn read(&self, bytes: &mut [u8], limit: Duration) -> io::Result<usize>;

    /// Writes all bytes, in one or several parts. Before each part, waits at most for the time `limit`.
    fn write(&self, bytes: &[u8], limit: Duration) -> io::Result<()>;
}

impl Wire for TcpStream {
    fn read(&self, bytes: &mut [u8], limit: Duration) -> io::Result<usize> {
        self.set_read_timeout(Some(limit))?;
        Read::read(&mut &*self, bytes)
    }

    fn write(&self, bytes: &[u8], limit: Duration) -> io::Result<()> {
        self.set_write_timeout(Some(limit))?;
        Write::write_all(&mut &*self, bytes)
    }
}

/// A connection with a deadline for the whole handshake.
struct Line<'s, W> {
    socket: &'s W,
    end: Instant,
}

impl<'s, W: Wire> Line<'s, W> {
    fn new(socket: &'s W, limit: Duration) -> Self {
        Self { socket, end: Instant::now() + limit }
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }

    /// Reads exactly `N` bytes.
    fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        let mut have = 0;
        while have < N {
            match self.socket.read(&mut bytes[have..], self.left()?) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => have += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(io::ErrorKind::TimedOut.into()),
                Err(error) => return Err(error),
            }
        }
        Ok(bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.socket.write(bytes, self.left()?)
    }
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(5);

    fn identity() -> Identity {
        let text = str::to_owned;
        Identity { job: text("job 1"), build: text("0.1.0 (abc)"), game: text("dobutsu:all"), rules: text("77aa") }
    }

    fn hosts(text: &str) -> HostList {
        HostList::parse(text, "hosts").unwrap()
    }

    const TWO: &str = "a:1 workers=1 mem=1G\nb:1 workers=2 mem=1G";

    fn claims(hosts_file: &str, process: usize, identity: Identity, key: &str) -> Claims {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let key = if key.is_empty() {
            Key::none()
        } else {
            std::fs::write(&file, key).unwrap();
            #[cfg(unix)]
            std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
            Key::read(&file).unwrap()
        };
        Claims::new(Arc::new(hosts(hosts_file)), process, identity, key)
    }

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let caller = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (caller, listener.accept().unwrap().0)
    }

    fn text(wrong: HandshakeError) -> String {
        match wrong {
            HandshakeError::Final(message) => format!("final: {message}"),
            HandshakeError::Unproved(message) => format!("unproved: {message}"),
            HandshakeError::Broken(message) => format!("broken: {message}"),
        }
    }

    /// Performs a handshake between two processes. Returns the results of the caller and of the listener.
    fn handshake(caller: &Claims, to: usize, listener: &Claims) -> (Result<(), String>, Result<Caller, String>) {
        let (far, near) = pair();
        thread::scope(|scope| {
            let answered = scope.spawn(|| {
                let answered = listener.answer(&near, LIMIT).map_err(|(_, wrong)| text(wrong));
                drop(near);
                answered
            });
            let said = caller.call(&far, to, Purpose::Data, LIMIT).map_err(text);
            (said, answered.join().unwrap())
        })
    }

    #[test]
    fn processes_of_one_job_accept_each_other() {
        for key in ["", "0123456789abcdef"] {
            let (one, zero) = (claims(TWO, 1, identity(), key), claims(TWO, 0, identity(), key));
            let (said, answered) = handshake(&one, 0, &zero);
            assert_eq!(said, Ok(()));
            assert_eq!(answered, Ok(Caller { process: 1, purpose: Purpose::Data }));
        }
    }

    /// Tests that both sides name the same difference, each from its own point of view.
    #[test]
    fn what_differs_is_named_on_both_sides() {
        let zero = claims(TWO, 0, identity(), "");
        let differs = |change: fn(&mut Identity), theirs: &str| {
            let mut other = identity();
            change(&mut other);
            let (said, answered) = handshake(&claims(TWO, 1, other, ""), 0, &zero);
            let answered = answered.unwrap_err();
            assert!(answered.starts_with("final: process 1 (b:1) has ") && answered.contains(theirs), "{answered}");
            let said = said.unwrap_err();
            assert!(said.starts_with("final: process 0 (a:1) has ") && said.contains(theirs), "{said}");
        };
        differs(|identity| identity.job = "job 2".to_owned(), "another job: `job ");
        differs(|identity| identity.build = "0.2".to_owned(), "another build: `0.");
        differs(|identity| identity.game = "dobutsu:some".to_owned(), "another game: `dobutsu:");
        differs(|identity| identity.rules = String::new(), "other rules: `");
        let long = |end: &str| format!("a text that is longer than there is room for, and ends by {end}");
        let of = |end| claims(TWO, 1, Identity { game: long(end), ..identity() }, "");
        let zero = claims(TWO, 0, Identity { game: long("x"), ..identity() }, "");
        assert_eq!(handshake(&of("x"), 0, &zero).0, Ok(()));
        let said = handshake(&of("y"), 0, &zero).1.unwrap_err();
        assert!(said.contains("another game: `a text that is longer than… ("), "{said}");
    }

    #[test]
    fn other_lists_of_hosts_are_refused() {
        let zero = claims(TWO, 0, identity(), "");
        let three = format!("{TWO}\nc:1 workers=1 mem=1G");
        let (said, answered) = handshake(&claims(&three, 1, identity(), ""), 0, &zero);
        assert!(
            answered
                .unwrap_err()
                .starts_with("final: process 1 (b:1) has a list of 3 processes, but this process has a list of 2")
        );
        assert!(
            said.unwrap_err()
                .starts_with("final: process 0 (a:1) has a list of 2 processes, but this process has a list of 3")
        );
        let more = TWO.replace("workers=2", "workers=3");
        let (said, answered) = handshake(&claims(&more, 1, identity(), ""), 0, &zero);
        assert!(answered.unwrap_err().starts_with("final: process 1 (b:1) has other workers or memory"));
        assert!(said.unwrap_err().starts_with("final: process 0 (a:1) has other workers or memory"));
        let (said, answered) = handshake(&claims(TWO, 1, identity(), ""), 0, &claims(TWO, 1, identity(), ""));
        assert!(
            answered
                .unwrap_err()
                .starts_with("final: process 1 (b:1) has called this address for process 0, but this is process 1")
        );
        assert!(said.unwrap_err().starts_with("final: process 1 (b:1) answers at the address of process 0"));
        let (_, answered) = handshake(&claims(TWO, 0, identity(), ""), 0, &zero);
        assert!(answered.unwrap_err().starts_with("final: process 0 (a:1) has joined twice"));
    }

    /// Tests that processes with different keys do not accept each other, and that neither error ends the join.
    #[test]
    fn another_key_is_named_on_both_sides() {
        let keys = ["", "0123456789abcdef", "0123456789abcdeg"];
        for (one, zero) in [(0, 1), (1, 0), (1, 2)] {
            let (one, zero) = (claims(TWO, 1, identity(), keys[one]), claims(TWO, 0, identity(), keys[zero]));
            let (said, answered) = handshake(&one, 0, &zero);
            assert_eq!(said.unwrap_err(), "unproved: process 0 (a:1) has another key; give every process the same key");
            assert_eq!(
                answered.unwrap_err(),
                "unproved: process 1 (b:1) has another key; give every process the same key"
            );
        }
    }

    /// Tests two properties: the caller's MAC covers every byte that the caller sends, and the listener's MAC covers
    /// every byte of its answer.
    #[test]
    fn a_change_of_any_byte_is_detected() {
        let (one, zero) =
            (claims(TWO, 1, identity(), "0123456789abcdef"), claims(TWO, 0, identity(), "0123456789abcdef"));
        for place in 0..HELLO + MAC {
            let (far, near) = pair();
            let mut hello = Vec::from(one.hello(0, Purpose::Data).unwrap());
            thread::scope(|scope| {
                let answered = scope.spawn(|| zero.answer(&near, LIMIT));
                let mut line = Line::new(&far, LIMIT);
                let challenge: [u8; CHALLENGE] = line.read().unwrap();
                hello.extend(one.mac(b"calls", &[&challenge, &hello]).finalize().into_bytes());
                hello[place] ^= 1;
                line.write(&hello).unwrap();
                assert!(answered.join().unwrap().is_err(), "byte {place}");
            });
        }
        for place in 0..1 + HELLO + MAC {
            let (far, near) = pair();
            thread::scope(|scope| {
                let call = scope.spawn(|| one.call(&far, 0, Purpose::Data, LIMIT));
                let mut line = Line::new(&near, LIMIT);
                let mut challenge = [7; CHALLENGE];
                challenge[..8].copy_from_slice(MAGIC);
                challenge[8..10].copy_from_slice(&VERSION.to_le_bytes());
                line.write(&challenge).unwrap();
                let theirs: [u8; HELLO] = line.read().unwrap();
                let own = zero.hello(1, Purpose::Data).unwrap();
                let mut answer = [&[verdict::WELCOME][..], &own].concat();
                answer.extend(zero.mac(b"answers", &[&challenge, &theirs, &answer[..1], &own]).finalize().into_bytes());
                answer[place] ^= if place == 0 { verdict::DIFFERS } else { 1 };
                line.write(&answer).unwrap();
                assert!(call.join().unwrap().is_err(), "byte {place}");
            });
        }
    }

    /// Tests that a recorded handshake cannot be replayed.
    #[test]
    fn a_handshake_cannot_be_replayed() {
        let zero = claims(TWO, 0, identity(), "0123456789abcdef");
        let one = claims(TWO, 1, identity(), "0123456789abcdef");
        let (far, near) = pair();
        let heard = thread::scope(|scope| {
            let answered = scope.spawn(|| zero.answer(&near, LIMIT));
            let mut line = Line::new(&far, LIMIT);
            let challenge: [u8; CHALLENGE] = line.read().unwrap();
            let hello = one.hello(0, Purpose::Data).unwrap();
            let proof = one.mac(b"calls", &[&challenge, &hello]).finalize().into_bytes();
            let words = [&hello[..], &proof].concat();
            line.write(&words).unwrap();
            assert!(answered.join().unwrap().is_ok());
            words
        });
        let (far, near) = pair();
        thread::scope(|scope| {
            let answered = scope.spawn(|| zero.answer(&near, LIMIT));
            let mut line = Line::new(&far, LIMIT);
            let _: [u8; CHALLENGE] = line.read().unwrap();
            line.write(&heard).unwrap();
            assert!(matches!(answered.join().unwrap(), Err((Some(1), HandshakeError::Unproved(_)))));
        });
    }

    /// Tests that a caller tries again if a listener does not prove that it knows the key.
    #[test]
    fn issue_27_what_is_not_proved_is_not_final() {
        let one = claims(TWO, 1, identity(), "0123456789abcdef");
        let challenge = |magic: &[u8], version: u16| [magic, &version.to_le_bytes(), &[7; 16]].concat();
        let verdict = |verdict: u8, length: usize| [&[verdict][..], &vec![7; length]].concat();
        let hello_and_mac = HELLO + MAC;
        for (challenge, answer, says) in [
            (challenge(b"220 mail", 1), vec![], "another program answers"),
            (challenge(MAGIC, VERSION + 1), vec![], "another version of this protocol"),
            (challenge(MAGIC, VERSION), verdict(verdict::OTHER_KEY, 0), "another key"),
            (challenge(MAGIC, VERSION), verdict(verdict::DIFFERS, hello_and_mac), "another key"),
            (challenge(MAGIC, VERSION), verdict(verdict::WELCOME, hello_and_mac), "another key"),
        ] {
            let (far, near) = pair();
            let said = thread::scope(|scope| {
                let call = scope.spawn(|| one.call(&far, 0, Purpose::Control, LIMIT));
                let mut line = Line::new(&near, LIMIT);
                line.write(&challenge).unwrap();
                if !answer.is_empty() {
                    let _: [u8; HELLO + MAC] = line.read().unwrap();
                    line.write(&answer).unwrap();
                }
                text(call.join().unwrap().unwrap_err())
            });
            assert!(said.starts_with("unproved: ") && said.contains(says), "{said}");
        }
    }

    #[test]
    fn a_silent_caller_is_given_up() {
        let zero = claims(TWO, 0, identity(), "");
        let (far, near) = pair();
        let start = Instant::now();
        let said = zero.answer(&near, Duration::from_millis(100)).unwrap_err().1;
        assert!(text(said).starts_with("broken: the handshake with"));
        assert!(start.elapsed() < Duration::from_secs(2));
        drop(far);
    }
}
