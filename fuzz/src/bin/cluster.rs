//! What processes of a cluster read that others wrote: lists of hosts, what Slurm says, and all that comes on their sockets.
//!
//! The first byte tells who reads the rest, see [`check_cluster`].
#![no_main]

use std::ops::Range;

use retrograde::carrier::Member;
use retrograde::solve::MOST_WORKERS;
use retrograde::solve::fuzzing::Deal;
use retrograde_cluster::Hosts;
use retrograde_cluster::fuzzing::{self, CALLER, Heard, LISTENER, Lie, Met, NONCE};

// Its limit of memory holds here, too.
use retrograde_fuzz as _;

libfuzzer_sys::fuzz_target!(|input: &[u8]| check_cluster(input));

/// Checks what reads lists of hosts, and what hears other processes.
///
/// Nothing panics, hangs or allocates what is merely claimed. What is read is the same when it is written and read again, what was said rightly is heard,
/// and no lie is believed.
///
/// # Panics
/// If a law is broken.
fn check_cluster(input: &[u8]) {
    let Some((&reader, rest)) = input.split_first() else { return };
    match reader % 7 {
        0 => check_hosts(rest),
        1 => check_slurm(rest),
        2 => check_control(rest),
        3 => check_answer(rest),
        4 => check_call(rest),
        5 => check_mail(rest),
        _ => check_parcel(rest),
    }
}

fn check_hosts(text: &[u8]) {
    match Hosts::parse(&String::from_utf8_lossy(text), "hosts") {
        Ok(hosts) => check_list(&hosts),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The variables, a line each; one without words is not set.
const VARIABLES: [&str; 6] = [
    "SLURM_JOB_NODELIST",
    "SLURM_NTASKS",
    "SLURM_TASKS_PER_NODE",
    "SLURM_MEM_PER_NODE",
    "SLURM_PROCID",
    "SLURM_CPUS_PER_TASK",
];

/// A port, and the variables.
fn check_slurm(input: &[u8]) {
    let Some((&port, text)) = input.split_first_chunk() else { return };
    let text = String::from_utf8_lossy(text);
    let value = |name: &str| {
        let line = VARIABLES.iter().position(|&known| known == name).and_then(|line| text.lines().nth(line));
        line.filter(|line| !line.is_empty()).map(str::to_owned)
    };
    match Hosts::slurm(value, u16::from_le_bytes(port)) {
        Ok((hosts, process)) => {
            assert!(process < hosts.hosts().len());
            check_list(&hosts);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A list is read as it is written, and its processes share all slots.
fn check_list(hosts: &Hosts) {
    let written = hosts.to_string();
    assert_eq!(Hosts::parse(&written, "again").as_ref().ok(), Some(hosts), "{written}");
    let members = hosts.members();
    if members.iter().map(|member| member.workers as u64).sum::<u64>() > MOST_WORKERS {
        return;
    }
    for slots in [1_000, (1 << 20) + 7] {
        let deal = Deal::new(slots, &members);
        let shares = deal.shares();
        assert!(shares.is_sound() && shares.processes() == members.len(), "{written}");
        assert_eq!((0..members.len()).map(|process| shares.of(process).slots()).sum::<u64>(), slots, "{written}");
        for slot in [0, slots / 2, slots - 1] {
            let (holder, place, end) = shares.place(slot);
            assert!(holder == shares.holder(slot) && place < shares.of(holder).slots() && slot < end);
        }
    }
}

/// How many bytes come at a time, and bytes.
fn check_control(input: &[u8]) {
    let Some((&piece, said)) = input.split_first() else { return };
    let (frames, end) = fuzzing::control(said, piece.into());
    let whole = fuzzing::control(said, usize::MAX);
    assert_eq!((&frames, end.is_ok()), (&whole.0, whole.1.is_ok()), "pieces differ");
    for frame in frames {
        let written = frame.bytes();
        let (again, end) = fuzzing::control(&written, usize::MAX);
        assert!(end.is_ok() && again.len() == 1);
        // A text that is too long was cut by the first writing.
        assert!(again[0] == frame || written.len() > LONG, "{frame:?}");
        assert_eq!(again[0].bytes(), written);
    }
}

/// With less in a frame, no text of it is cut.
const LONG: usize = 8192;

/// Whether the key is known, and all is said (bits 0 and 1), how many bytes else, how many at a time; then changes: a place (u16) and what is changed there.
struct Lied<'i> {
    knows_key: bool,
    length: usize,
    piece: usize,
    changes: &'i [u8],
}

impl<'i> Lied<'i> {
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

    /// Greets, and gives what the other made of it, and what was changed: places of so many bytes.
    fn greet(&self, bytes: usize, greet: impl FnOnce(&Lie<'_>) -> Met) -> (Met, Vec<usize>) {
        let change = |words: &mut [u8]| self.change(words);
        let met = greet(&Lie { change: &change, knows_key: self.knows_key, length: self.length, piece: self.piece });
        let mut changed = vec![0; bytes];
        self.change(&mut changed);
        (met, (0..bytes).filter(|&place| changed[place] != 0).collect())
    }
}

/// The bytes of a challenge, a verdict, a hello and a proof.
const CHALLENGE: usize = 26;
const VERDICT: usize = 1;
const HELLO: usize = CALLER - PROOF;
const PROOF: usize = 32;
/// In a hello, its version, which the challenge has as well, and its purpose.
const VERSION: Range<usize> = 0..2;
const PURPOSE: usize = 2;

/// A caller is believed if it has the key, has said all, and nothing but what differs anyway is not as it should be.
fn check_answer(input: &[u8]) {
    let Some(lied) = Lied::of(input) else { return };
    let (met, changed) = lied.greet(HELLO, fuzzing::answer);
    let is_heard = lied.knows_key && lied.length >= CALLER;
    let is_right = changed.iter().all(|place| VERSION.contains(place) || NONCE.contains(place));
    let is_mail = changed.iter().all(|&place| place == PURPOSE || VERSION.contains(&place) || NONCE.contains(&place));
    assert!(met.end.is_ok() || !(is_heard && is_right), "{met:?}");
    assert!(met.end.is_err() || is_heard && is_mail, "{met:?}, changed at {changed:?}");
    let most = if is_heard { CHALLENGE + VERDICT + HELLO + PROOF } else { CHALLENGE + VERDICT };
    assert!((CHALLENGE..=most).contains(&met.said.len()), "{} bytes are said", met.said.len());
    check_end(&met);
}

/// The same of a listener; its nonces are its own.
fn check_call(input: &[u8]) {
    let Some(lied) = Lied::of(input) else { return };
    let (met, changed) = lied.greet(LISTENER - PROOF, fuzzing::call);
    let hello = |place: usize| place.checked_sub(CHALLENGE + VERDICT);
    let is_own = |place: usize| {
        let nonce = (10..CHALLENGE).contains(&place);
        nonce
            || hello(place).is_some_and(|place| VERSION.contains(&place) || place == PURPOSE || NONCE.contains(&place))
    };
    let is_heard = lied.knows_key && lied.length >= LISTENER;
    let is_right = changed.iter().all(|&place| is_own(place));
    // With a verdict that is not the right one the listener goes away.
    let is_near = changed.iter().all(|&place| is_own(place) || place == CHALLENGE);
    assert!(met.end.is_ok() || !(is_heard && is_right), "{met:?}");
    assert!(met.end.is_err() || is_heard && is_near, "{met:?}, changed at {changed:?}");
    assert!(met.said.is_empty() || met.said.len() == CALLER, "{} bytes are said", met.said.len());
    check_end(&met);
}

fn check_end(met: &Met) {
    assert!(met.end.as_ref().is_ok_and(|()| true) || met.end.as_ref().is_err_and(|why| !why.is_empty()));
}

/// Workers, questions that have been asked, bytes at a time (0: all; odd: there is a goodbye); then frames, of six bytes each: what is changed in it, its target, its length,
/// and what is put in (a number and how far it is turned).
fn check_mail(input: &[u8]) {
    let Some((&[workers, questions, piece], frames)) = input.split_first_chunk() else { return };
    let mut said = Saying::new(usize::from(workers % 4) + 1, usize::from(questions % 8));
    frames.as_chunks().0.iter().take(FRAMES).for_each(|&frame| said.frame(frame));
    let (takes_leave, piece) = (piece % 2 > 0, if piece == 0 { usize::MAX } else { piece.into() });
    let heard = fuzzing::hear(&said.bytes, takes_leave, piece, said.mails.len(), said.questions);
    said.check(&heard);
}

/// The most frames of an input.
const FRAMES: usize = 64;
/// What a process says, and how it ought to be heard.
struct Saying {
    bytes: Vec<u8>,
    /// Frames to each target: workers and desk.
    sent: Vec<usize>,
    questions: usize,
    /// What was said rightly, before anything was changed.
    mails: Vec<Vec<Vec<u8>>>,
    votes: Vec<[u64; 4]>,
    answers: Vec<Vec<u8>>,
    /// Which field was changed first.
    changed: Option<Field>,
}

/// What is changed in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// By its place in the header: kind, source, first target, the one after the last, length, number.
    Header(usize),
    /// The channel of a mail.
    Channel,
    /// A byte is left out.
    Body,
}

impl Saying {
    fn new(workers: usize, questions: usize) -> Self {
        let (votes, answers) = (Vec::new(), Vec::new());
        let (sent, mails) = (vec![0; workers + 1], vec![Vec::new(); workers]);
        Self { bytes: Vec::new(), sent, questions, mails, votes, answers, changed: None }
    }

    fn frame(&mut self, [how, target, length, low, high, turned]: [u8; 6]) {
        let target = usize::from(target) % self.sent.len();
        let mut body: Vec<u8> = (0..=length).collect();
        let kind = self.note(how >> 3, target, &mut body);
        let start = self.bytes.len();
        self.bytes.extend(fuzzing::header(kind, target, body.len(), self.sent[target]));
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
            // What is changed is not said rightly.
            self.mails.get_mut(target).map(Vec::pop);
        }
    }

    /// Makes what a frame holds, and notes it if nothing is changed so far; its kind.
    fn note(&mut self, kind: u8, target: usize, body: &mut Vec<u8>) -> u8 {
        if let Some(mails) = self.mails.get_mut(target) {
            if self.changed.is_none() {
                mails.push(body.clone());
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

    fn check(&self, heard: &Heard) {
        assert!(heard.trouble.as_ref().is_none_or(|trouble| !trouble.is_empty()));
        let is_refused = heard.trouble.is_some() || heard.mails.iter().any(Option::is_none);
        for (heard, said) in heard.mails.iter().zip(&self.mails) {
            let heard = heard.iter().flatten();
            assert!(heard.zip(said).all(|(heard, said)| heard == said), "mail is another one");
        }
        match self.changed {
            None => {
                assert!(!is_refused, "{heard:?}");
                assert_eq!(heard.votes, self.votes);
                assert!(heard.mails.iter().flatten().eq(&self.mails), "{heard:?}");
                let (answers, open) = heard.answers.split_at(self.answers.len());
                assert!(answers.iter().flatten().eq(&self.answers) && open.iter().all(Option::is_none), "{heard:?}");
            }
            // The source is not looked at; a vote may be taken for a question; and what a wrong length leaves may never be whole.
            Some(Field::Channel | Field::Header(2 | 3 | 5)) => assert!(is_refused, "{:?}: {heard:?}", self.changed),
            Some(_) => {}
        }
    }
}

/// The slots (the logarithm of them, and more), a number of processes with their workers and weights, the worker who reads; and a parcel.
fn check_parcel(input: &[u8]) {
    let Some((&[logarithm, more, worker, processes], rest)) = input.split_first_chunk() else { return };
    let Some((members, parcel)) = rest.split_at_checked(2 * (1 + usize::from(processes % 4))) else { return };
    let member = |&[workers, weight]: &[u8; 2]| Member { workers: usize::from(workers % 8) + 1, weight: weight.into() };
    let members: Vec<_> = members.as_chunks().0.iter().map(member).collect();
    let workers = members.iter().map(|member| member.workers).sum::<usize>();
    let (worker, slots) = (usize::from(worker) % workers, (1 << (logarithm % 36)) + u64::from(more));
    let deal = Deal::new(slots, &members);
    let Some(mut messages) = deal.unpack(parcel, worker) else { return };
    assert!(messages.len() <= 8 * parcel.len(), "{} messages in {} bytes", messages.len(), parcel.len());
    for &(segment, message) in &messages {
        assert_eq!(deal.owner(segment), Some(worker));
        assert!(u64::from(message) < deal.bound(), "message {message} to segment {segment}");
    }
    if messages.is_empty() {
        return;
    }
    let mut again = deal.unpack(&deal.pack(&messages), worker).expect("what was packed is unpacked");
    messages.sort_unstable();
    again.sort_unstable();
    assert_eq!(again, messages);
}
