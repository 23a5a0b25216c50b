//! Finds the numbers of names: one place in memory for each, which many look-ups can wait for together.

use std::hash::BuildHasher;
use std::num::NonZero;

use foldhash::fast::RandomState;

/// A short name itself, so that its text need not be looked up; of a longer one, a hash, which only tells most others from it.
/// In halves, an entry takes twelve bytes instead of sixteen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key([u32; 2]);

impl Key {
    const LONG: u64 = 1 << 63;
    /// So many letters and digits fit, six bits each.
    const SHORT: usize = 10;

    /// Of a name; `None` if a byte is neither a letter nor a digit.
    #[inline]
    pub(super) fn of(name: &[u8], hasher: &RandomState) -> Option<Self> {
        let (mut whole, mut is_name) = (0, true);
        for &byte in name {
            let code = CODES[usize::from(byte)];
            is_name &= code > 0;
            whole = whole << 6 | u64::from(code);
        }
        if name.len() > Self::SHORT {
            whole = hasher.hash_one(name) | Self::LONG;
        }
        is_name.then_some(Self([whole as u32, (whole >> 32) as u32]))
    }

    /// Whether it tells the name from all others.
    #[inline]
    pub(super) const fn is_whole(self) -> bool {
        self.0[1] >> 31 == 0
    }

    #[inline]
    pub(super) fn hash(self, hasher: &RandomState) -> u64 {
        hasher.hash_one(u64::from(self.0[1]) << 32 | u64::from(self.0[0]))
    }
}

/// Of each byte that is a letter or a digit a number from 1 on; of the others, 0.
const CODES: [u8; 256] = {
    let mut codes = [0; 256];
    let mut byte = 0;
    while byte < codes.len() {
        codes[byte] = match byte as u8 {
            digit @ b'0'..=b'9' => digit - b'0' + 1,
            letter @ b'A'..=b'Z' => letter - b'A' + 11,
            letter @ b'a'..=b'z' => letter - b'a' + 37,
            _ => 0,
        };
        byte += 1;
    }
    codes
};

/// Entries by hash; one that finds its place taken takes the next free one.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// As many as a power of two, or none.
    entries: Vec<Entry>,
    length: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    /// One more than the name's number; none where the entry is free.
    next: Option<NonZero<u32>>,
}

/// The places that an index begins with.
const FIRST: usize = 16;

impl Index {
    /// Fetches where the search for a hash begins, which is wasted work unless many are fetched before they are needed.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) -> u32 {
        self.entries.get(self.begin(hash)).map_or(0, |entry| entry.key.0[0])
    }

    /// The number of a key whose hash is that, and that `is_same`.
    #[inline]
    pub(super) fn find(&self, key: Key, hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        let mut place = self.begin(hash);
        loop {
            let entry = self.entries.get(place)?;
            let number = entry.next?.get() - 1;
            if entry.key == key && is_same(number) {
                return Some(number);
            }
            place = (place + 1) & (self.entries.len() - 1);
        }
    }

    /// Adds what is not in it; a name's number is below 2^32 - 1.
    pub(super) fn insert(&mut self, key: Key, number: u32, hasher: &RandomState) {
        if 4 * self.length >= 3 * self.entries.len() {
            self.grow(hasher);
        }
        self.put(Entry { key, next: NonZero::new(number + 1) }, key.hash(hasher));
        self.length += 1;
    }

    fn grow(&mut self, hasher: &RandomState) {
        let larger = vec![Entry::default(); (2 * self.entries.len()).max(FIRST)];
        for entry in std::mem::replace(&mut self.entries, larger) {
            if entry.next.is_some() {
                self.put(entry, entry.key.hash(hasher));
            }
        }
    }

    fn put(&mut self, entry: Entry, hash: u64) {
        let mut place = self.begin(hash);
        while self.entries[place].next.is_some() {
            place = (place + 1) & (self.entries.len() - 1);
        }
        self.entries[place] = entry;
    }

    /// Where the search for a hash begins.
    #[inline]
    fn begin(&self, hash: u64) -> usize {
        hash as usize & self.entries.len().wrapping_sub(1)
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<Entry>()) as u64
    }
}
