//! The names of nodes, and their numbers.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

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

pub(super) fn bad_name(text: &str) -> String {
    format!("`{}` is not a name, expected 1 to {MAX_NAME} letters and digits", text.escape_default())
}

/// Different names, numbered in the order of their coming; their texts stand in one string, which costs less than a string each.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    texts: String,
    /// Where the text of each name ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn text(&self, number: u32) -> &str {
        text(&self.texts, &self.ends, number)
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let is_same = |&number: &u32| self.text(number) == name;
        self.numbers.find(self.hasher.hash_one(name), is_same).copied()
    }

    /// The number of a name, a new one if need be.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.find(name) {
            return number;
        }
        let number = self.ends.len() as u32;
        self.texts.push_str(name);
        self.ends.push(self.texts.len());
        let Self { texts, ends, numbers, hasher } = self;
        let hash = |&number: &u32| hasher.hash_one(text(texts, ends, number));
        numbers.insert_unique(hasher.hash_one(name), number, hash);
        number
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
