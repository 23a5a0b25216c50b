//! A hash table that maps names to numbers. A lookup usually reads only one cache line. The processor can do many such
//! lookups at the same time.

use std::hash::BuildHasher;
use std::num::NonZero;

use foldhash::fast::RandomState;
use retrograde::rules::memory::{NoMemory, filled};

/// The key of a name. The key of a short name contains the whole name, so lookups need not read the text of the name.
/// The key of a longer name is a hash, and other names can have the same hash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    const LONG: u64 = 1 << 63;
    /// The maximum length of a short name. Each letter or digit needs six of the key's 64 bits.
    const SHORT: usize = 10;

    /// Returns the key of a name; `None` if a byte is neither a letter nor a digit.
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

    /// Returns whether the key contains the whole name.
    #[inline]
    pub(super) const fn is_whole(self) -> bool {
        self.0 & Self::LONG == 0
    }

    #[inline]
    pub(super) fn hash(self, hasher: &RandomState) -> u64 {
        hasher.hash_one(self.0)
    }
}

/// The code of each byte. The code is positive for letters and digits, and 0 for all other bytes.
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

/// A hash table with buckets. If the bucket of an entry is full, the entry goes to the next bucket that is not full.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// The buckets. The number of buckets is 0 or a power of two.
    buckets: Vec<Bucket>,
    length: usize,
}

/// A bucket of entries. A bucket fills one cache line. The program compares the entries of a bucket without branches.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    keys: [Key; ENTRIES],
    /// For each entry, the number of its name plus one; `None` for a free entry. Free entries are at the end.
    next: [Option<NonZero<u32>>; ENTRIES],
}

/// The number of entries that fit into one cache line.
const ENTRIES: usize = 5;

/// The table grows if the average number of entries per bucket reaches this limit.
const MOST: usize = 4;

/// The number of buckets that a table has at first.
const FIRST: usize = 4;

impl Bucket {
    /// Returns the number of the name whose entry has this key and for which `is_same` returns true.
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

    /// Adds an entry if the bucket has a free entry. Returns whether the bucket had a free entry.
    fn push(&mut self, key: Key, next: NonZero<u32>) -> bool {
        let free = self.next.iter().position(Option::is_none);
        if let Some(at) = free {
            (self.keys[at], self.next[at]) = (key, Some(next));
        }
        free.is_some()
    }
}

impl Index {
    /// Reads the first bucket for a hash into the cache. The call helps only if the caller fetches many buckets before
    /// the lookups.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) -> u64 {
        self.buckets.get(self.begin(hash)).map_or(0, |bucket| bucket.keys[0].0)
    }

    /// Returns the number of the name whose entry has this key and for which `is_same` returns true. `hash` is the hash
    /// of the key.
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

    /// Adds a new entry. `number` is the number of the name, below 2^32 - 1.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if the table cannot grow.
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

    /// Returns the index of the first bucket in which an entry with this hash may be.
    #[inline]
    fn begin(&self, hash: u64) -> usize {
        hash as usize & self.buckets.len().wrapping_sub(1)
    }

    /// Returns the index of the next bucket.
    #[inline]
    fn behind(&self, place: usize) -> usize {
        (place + 1) & (self.buckets.len() - 1)
    }

    /// Returns the memory of the index in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<Bucket>()) as u64
    }
}
