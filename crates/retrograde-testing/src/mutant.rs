//! Mutated inputs for tests of parsers. A valid input with a few changes passes more checks of a parser than random
//! bytes pass.

use fastrand::Rng;

/// The maximum number of bytes of a mutated input.
pub const LONGEST: usize = 4096;

/// The maximum number of changes that one mutated input has.
const CHANGES: usize = 8;

/// Byte strings with a special meaning for many parsers. Examples are separators, line ends, and numbers that a parser
/// may read as a size.
const WORDS: [&[u8]; 34] = [
    b"/",
    b":",
    b".",
    b"_",
    b",",
    b"-",
    b"=",
    b"[",
    b"]",
    b" ",
    b"#",
    b"\t",
    b"\n",
    b"\r\n",
    b"\n\n",
    b"_r",
    b"_w",
    b"0",
    b"1",
    b"-1",
    b"255",
    b"256",
    b"65536",
    b"999999999",
    b"4294967296",
    b"18446744073709551616",
    "\u{fc}".as_bytes(),
    b"\xff",
    b"\0\0",
    b"\xff\xff",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
];

/// An endless sequence of mutated inputs, made from the inputs of a corpus. With the same seed, the sequence is the
/// same.
#[derive(Debug)]
pub struct Mutants<'c> {
    corpus: &'c [Vec<u8>],
    random: Rng,
}

impl<'c> Mutants<'c> {
    /// # Panics
    /// If the corpus is empty.
    pub fn new(corpus: &'c [Vec<u8>], seed: u64) -> Self {
        assert!(!corpus.is_empty(), "mutants need a corpus");
        Self { corpus, random: Rng::with_seed(seed) }
    }

    fn pick(&mut self) -> &'c [u8] {
        &self.corpus[self.random.usize(..self.corpus.len())]
    }

    /// Returns a random byte offset in `0..=length`.
    fn place(&mut self, length: usize) -> usize {
        self.random.usize(..=length)
    }

    /// Returns a random range of bytes in an input of `length` bytes. The range is usually short.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let from = self.place(length);
        let most = if self.random.u8(..4) == 0 { length } else { 8 };
        from..length.min(from + 1 + self.random.usize(..=most))
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        match self.random.u8(..9) {
            0 => self.set(input, |byte, random| byte ^ 1 << random.u8(..8)),
            1 => self.set(input, |_, random| random.u8(..)),
            2 => self.set(input, |byte, random| byte.wrapping_add(if random.bool() { 1 } else { u8::MAX })),
            3 => drop(input.drain(self.part(input.len()))),
            4 => self.insert(input),
            5 => self.splice(input),
            6 => self.repeat(input),
            _ => self.know(input),
        }
    }

    fn set(&mut self, input: &mut [u8], change: impl FnOnce(u8, &mut Rng) -> u8) {
        if !input.is_empty() {
            let byte = &mut input[self.random.usize(..input.len())];
            *byte = change(*byte, &mut self.random);
        }
    }

    /// Inserts random bytes, or one repeated byte.
    fn insert(&mut self, input: &mut Vec<u8>) {
        let at = self.place(input.len());
        let (byte, is_run) = (self.random.u8(..), self.random.bool());
        let bytes: Vec<_> =
            (0..=self.random.usize(..8)).map(|_| if is_run { byte } else { self.random.u8(..) }).collect();
        input.splice(at..at, bytes);
    }

    /// Replaces the end of the input by the end of another input of the corpus.
    fn splice(&mut self, input: &mut Vec<u8>) {
        let other = self.pick();
        input.truncate(self.place(input.len()));
        input.extend(&other[self.place(other.len())..]);
    }

    /// Inserts a copy of a part of the input at another offset.
    fn repeat(&mut self, input: &mut Vec<u8>) {
        let part = input[self.part(input.len())].to_vec();
        let at = self.place(input.len());
        input.splice(at..at, part);
    }

    /// Inserts one of the special byte strings, or replaces a part of the input by a special byte string.
    fn know(&mut self, input: &mut Vec<u8>) {
        let word = WORDS[self.random.usize(..WORDS.len())];
        let mut part = self.part(input.len());
        if self.random.bool() {
            part.end = part.start;
        }
        input.splice(part, word.iter().copied());
    }
}

impl Iterator for Mutants<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut input = self.pick().to_vec();
        let mut left = CHANGES;
        while left > 0 {
            self.change(&mut input);
            left = if self.random.bool() { left - 1 } else { 0 };
        }
        input.truncate(LONGEST);
        Some(input)
    }
}
