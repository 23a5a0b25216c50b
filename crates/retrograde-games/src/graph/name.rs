//! The names of nodes. Each distinct name has a number.

use std::fmt;
use std::ops::Range;

use foldhash::fast::RandomState;
use retrograde::rules::memory::{self, NoMemory};

use super::index::{Index, Key};
use super::messages::Wrong;
use crate::messages::Sign;

/// The maximum length of a node's name in bytes.
pub(super) const MAX_NAME: usize = 64;

/// The name of a node. A name consists of letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    length: u8,
    /// The name, followed by zero bytes.
    bytes: [u8; MAX_NAME],
}

impl Name {
    /// Creates a name from a text of at most [`MAX_NAME`] bytes.
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

/// Returns the error for a text that is not a name.
pub(super) fn bad_name(text: &str) -> Wrong {
    Wrong::Name { name: text.chars().map(|sign| Sign(sign).to_string()).collect(), most: MAX_NAME }
}

/// All distinct names, numbered in the order of their first occurrence. The texts of all names are stored in one
/// string. One string needs less memory than separate strings.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The texts of all names, one after the other.
    texts: Vec<u8>,
    ends: Ends,
    index: Index,
    hasher: RandomState,
}

/// The end of each name in the string of all names.
#[derive(Clone, Debug, Default)]
struct Ends {
    /// For each name, the end of its text, as an offset from the first text of the name's block.
    ends: Vec<u32>,
    /// For each block of names, the offset of its first text in the string.
    blocks: Vec<usize>,
}

/// The number of names in a block. The texts of a block have fewer than 2^32 bytes in total.
const BLOCK: usize = 1 << 16;

impl Ends {
    fn push(&mut self, end: usize, begin: usize) -> Result<(), NoMemory> {
        if self.ends.len().is_multiple_of(BLOCK) {
            self.blocks.push(begin);
        }
        memory::reserve(&mut self.ends, 1)?;
        self.ends.push((end - self.blocks[self.blocks.len() - 1]) as u32);
        Ok(())
    }

    #[inline]
    fn range(&self, number: u32) -> Range<usize> {
        let (number, block) = (number as usize, self.blocks[number as usize / BLOCK]);
        let begin = if number.is_multiple_of(BLOCK) { 0 } else { self.ends[number - 1] };
        block + begin as usize..block + self.ends[number] as usize
    }
}

/// The key and the hash with which a name is looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sought {
    key: Key,
    hash: u64,
}

/// A name as it occurs in the text of a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelt<'t> {
    pub(super) text: &'t [u8],
    pub(super) sought: Sought,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.ends.len()
    }

    /// Returns the total length of all names in bytes.
    pub(super) fn letters(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn text(&self, number: u32) -> &str {
        std::str::from_utf8(self.bytes_of(number)).expect("letters and digits are ASCII")
    }

    /// Returns the text of a name as bytes.
    #[inline]
    pub(super) fn bytes_of(&self, number: u32) -> &[u8] {
        &self.texts[self.ends.range(number)]
    }

    /// Reads the first byte of the given names into the cache. The processor makes all these memory accesses at the
    /// same time.
    pub(super) fn fetch_texts(&self, numbers: impl Iterator<Item = u32>) {
        std::hint::black_box(numbers.fold(0, |seen, number| seen ^ self.bytes_of(number)[0]));
    }

    /// Returns the name in a text; `None` if the text is not a name.
    #[inline]
    pub(super) fn spelt<'t>(&self, text: &'t [u8]) -> Option<Spelt<'t>> {
        if !(1..=MAX_NAME).contains(&text.len()) {
            return None;
        }
        let key = Key::of(text, &self.hasher)?;
        Some(Spelt { text, sought: Sought { key, hash: key.hash(&self.hasher) } })
    }

    /// Reads the index entries of the given names into the cache. The processor makes these memory accesses at the same
    /// time.
    pub(super) fn fetch(&self, names: impl Iterator<Item = Sought>) {
        std::hint::black_box(names.fold(0, |seen, sought| seen ^ self.index.fetch(sought.hash)));
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let name = self.spelt(name.as_bytes())?;
        self.number_of(name)
    }

    /// Returns the number of a name; `None` if the name has no number yet.
    #[inline]
    pub(super) fn number_of(&self, name: Spelt<'_>) -> Option<u32> {
        let Sought { key, hash } = name.sought;
        self.index.find(key, hash, |number| key.is_whole() || self.bytes_of(number) == name.text)
    }

    /// Returns the number of a name; a new name receives a new number.
    ///
    /// # Errors
    /// Returns [`NoMemory`] if a new name cannot be stored. After an error, `self` must not be used any more.
    pub(super) fn number(&mut self, name: Spelt<'_>) -> Result<u32, NoMemory> {
        if let Some(number) = self.number_of(name) {
            return Ok(number);
        }
        let (number, begin) = (self.len() as u32, self.texts.len());
        let Self { texts, ends, index, hasher } = self;
        index.insert(name.sought.key, number, hasher)?;
        memory::reserve(texts, name.text.len())?;
        texts.extend_from_slice(name.text);
        ends.push(texts.len(), begin)?;
        Ok(number)
    }

    /// Frees unused capacity.
    pub(super) fn shrink(&mut self) {
        self.texts.shrink_to_fit();
        self.ends.ends.shrink_to_fit();
    }

    /// Returns the memory of the names in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let ends = self.ends.ends.capacity() * size_of::<u32>() + self.ends.blocks.capacity() * size_of::<usize>();
        (self.texts.capacity() + ends) as u64 + self.index.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests short and long names, and more names than one block holds.
    #[test]
    fn names_are_numbered_as_they_come() {
        let mut names = Names::default();
        let name = |number: u32| match number % 5 {
            0 => format!("{number}"),
            1 => format!("n{number:07}"),
            2 => format!("n{number:08}"),
            3 => format!("{number:064}"),
            _ => format!("n{number}x"),
        };
        for round in 0..2 {
            for number in 0..70_000 {
                let name = name(number);
                assert_eq!(names.number(names.spelt(name.as_bytes()).unwrap()), Ok(number), "round {round}");
            }
        }
        for number in 0..70_000 {
            assert_eq!((names.text(number), names.find(&name(number))), (&*name(number), Some(number)));
        }
        assert_eq!([names.find("n5"), names.find(""), names.find("a-b")], [None; 3]);
    }
}
