//! The names of nodes, and their numbers.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use hashbrown::{HashTable, hash_table};

use super::messages::Wrong;

/// The longest name of a node, in bytes.
pub(super) const MAX_NAME: usize = 64;

/// A node's name: letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    length: u8,
    /// Zeros behind the name.
    bytes: [u8; MAX_NAME],
}

impl Name {
    /// The name of that text, of which there are at most [`MAX_NAME`] bytes.
    pub(super) fn new(text: &str) -> Self {
        let mut bytes = [0; MAX_NAME];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Self { length: text.len() as u8, bytes }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes[..self.length.into()].escape_ascii().fmt(f)
    }
}

pub(super) fn is_name(text: &str) -> bool {
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

pub(super) fn bad_name(text: &str) -> Wrong {
    Wrong::Name { name: text.escape_default().to_string(), most: MAX_NAME }
}

/// Different names, numbered in the order of their coming; their texts stand in one string, which costs less than a string each.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    texts: String,
    /// Where the text of each name ends.
    ends: Vec<usize>,
    numbers: HashTable<Entry>,
    hasher: RandomState,
}

/// What a name is found by, and its number.
#[derive(Clone, Debug)]
struct Entry {
    key: Key,
    number: u32,
}

/// A short name itself, so that its text need not be looked up; of a longer one, a hash, which only tells most others from it.
/// In halves, an entry takes twelve bytes instead of sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key([u32; 2]);

impl Key {
    /// No letter or digit has the highest bit.
    const LONG: u32 = 1 << 31;

    fn of(name: &str, hasher: &RandomState) -> Self {
        let mut bytes = [0; 8];
        let Some(place) = bytes.get_mut(..name.len()) else {
            let hash = hasher.hash_one(name);
            return Self([hash as u32, (hash >> 32) as u32 | Self::LONG]);
        };
        place.copy_from_slice(name.as_bytes());
        let whole = u64::from_le_bytes(bytes);
        Self([whole as u32, (whole >> 32) as u32])
    }

    const fn is_whole(self) -> bool {
        self.0[1] < Self::LONG
    }
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn text(&self, number: u32) -> &str {
        text(&self.texts, &self.ends, number)
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        if !is_name(name) {
            return None;
        }
        let key = Key::of(name, &self.hasher);
        let is_same = |entry: &Entry| entry.key == key && (key.is_whole() || self.text(entry.number) == name);
        Some(self.numbers.find(self.hasher.hash_one(key), is_same)?.number)
    }

    /// The number of a name, which [`is_name`], a new one if need be.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        let Self { texts, ends, numbers, hasher } = self;
        let key = Key::of(name, hasher);
        let is_same = |entry: &Entry| entry.key == key && (key.is_whole() || text(texts, ends, entry.number) == name);
        match numbers.entry(hasher.hash_one(key), is_same, |entry| hasher.hash_one(entry.key)) {
            hash_table::Entry::Occupied(entry) => entry.get().number,
            hash_table::Entry::Vacant(place) => {
                let number = ends.len() as u32;
                place.insert(Entry { key, number });
                texts.push_str(name);
                ends.push(texts.len());
                number
            }
        }
    }

    /// Gives back the room for more.
    pub(super) fn shrink(&mut self) {
        self.texts.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The memory that they take.
    pub(super) fn bytes(&self) -> u64 {
        let ends = self.ends.capacity() * size_of::<usize>();
        (self.texts.capacity() + ends + self.numbers.allocation_size()) as u64
    }
}

fn text<'t>(texts: &'t str, ends: &[usize], number: u32) -> &'t str {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &texts[start..ends[number]]
}
