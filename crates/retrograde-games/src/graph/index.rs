//! Finds the numbers of names: one place in memory for each, which many look-ups can wait for together.

use std::hash::BuildHasher;
use std::num::NonZero;

use foldhash::fast::RandomState;
use retrograde::rules::memory::{NoMemory, filled};

/// A short name itself, so that its text need not be looked up; of a longer one, a hash, which only tells most others from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key(u64);

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
        is_name.then_some(Self(whole))
    }

    /// Whether it tells the name from all others.
    #[inline]
    pub(super) const fn is_whole(self) -> bool {
        self.0 & Self::LONG == 0
    }

    #[inline]
    pub(super) fn hash(self, hasher: &RandomState) -> u64 {
        hasher.hash_one(self.0)
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

/// Entries by hash, in buckets; those that find their bucket full are in the next one that is not.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// As many as a power of two, or none.
    buckets: Vec<Bucket>,
    length: usize,
}

/// Entries that come from memory together, and are compared without a branch for each.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    keys: [Key; ENTRIES],
    /// One more than the number of each name; none where there is no entry, behind all others.
    next: [Option<NonZero<u32>>; ENTRIES],
}

/// So many keys and numbers fit into a line of a cache.
const ENTRIES: usize = 5;

/// The most entries a bucket, on the average.
const MOST: usize = 4;

/// The buckets that an index begins with.
const FIRST: usize = 4;

impl Bucket {
    /// The number of a key that `is_same`.
    #[inline]
    fn find(&self, key: Key, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        let mut equal = (0..ENTRIES).fold(0_u32, |equal, at| equal | u32::from(self.keys[at] == key) << at);
        while equal != 0 {
            let number = self.next[equal.trailing_zeros() as usize]?.get() - 1;
            if is_same(number) {
                return Some(number);
            }
            equal &= equal - 1;
        }
        None
    }

    #[inline]
    const fn is_full(&self) -> bool {
        self.next[ENTRIES - 1].is_some()
    }

    /// Adds an entry, if there is room.
    fn push(&mut self, key: Key, next: NonZero<u32>) -> bool {
        let free = self.next.iter().position(Option::is_none);
        if let Some(at) = free {
            (self.keys[at], self.next[at]) = (key, Some(next));
        }
        free.is_some()
    }
}

impl Index {
    /// Fetches where the search for a hash begins, which is wasted work unless many are fetched before they are needed.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) -> u64 {
        self.buckets.get(self.begin(hash)).map_or(0, |bucket| bucket.keys[0].0)
    }

    /// The number of a key whose hash is that, and that `is_same`.
    #[inline]
    pub(super) fn find(&self, key: Key, hash: u64, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        let mut place = self.begin(hash);
        loop {
            let bucket = self.buckets.get(place)?;
            let found = bucket.find(key, &is_same);
            if found.is_some() || !bucket.is_full() {
                return found;
            }
            place = self.behind(place);
        }
    }

    /// Adds what is not in it; a name's number is below 2^32 - 1.
    ///
    /// # Errors
    /// [`NoMemory`].
    pub(super) fn insert(&mut self, key: Key, number: u32, hasher: &RandomState) -> Result<(), NoMemory> {
        if self.length >= MOST * self.buckets.len() {
            self.grow(hasher)?;
        }
        self.put(key, NonZero::<u32>::MIN.saturating_add(number), hasher);
        self.length += 1;
        Ok(())
    }

    fn grow(&mut self, hasher: &RandomState) -> Result<(), NoMemory> {
        let larger = filled((2 * self.buckets.len()).max(FIRST) as u64, Bucket::default())?;
        for Bucket { keys, next } in std::mem::replace(&mut self.buckets, larger) {
            for (key, next) in keys.into_iter().zip(next.into_iter().flatten()) {
                self.put(key, next, hasher);
            }
        }
        Ok(())
    }

    fn put(&mut self, key: Key, next: NonZero<u32>, hasher: &RandomState) {
        let mut place = self.begin(key.hash(hasher));
        while !self.buckets[place].push(key, next) {
            place = self.behind(place);
        }
    }

    /// Where the search for a hash begins.
    #[inline]
    fn begin(&self, hash: u64) -> usize {
        hash as usize & self.buckets.len().wrapping_sub(1)
    }

    /// Where it goes on.
    #[inline]
    fn behind(&self, place: usize) -> usize {
        (place + 1) & (self.buckets.len() - 1)
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<Bucket>()) as u64
    }
}
