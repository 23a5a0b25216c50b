//! The lists of a game. For each position, the lists contain the side to move, the ending if there is one, and the
//! moves.

use std::ops::Range;
use std::sync::Arc;

use super::texts::{Names, Texts};
use crate::rules::game::Ending;
use crate::rules::side::Side;

/// A position of a listed game, given by its number. The number is also the position's slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

impl Node {
    /// Returns the number as an index.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The lists of a game.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// A byte for each position. The lowest bit is the side to move. The higher bits contain the number of the ending
    /// plus 1, or 0 if the game is not over.
    pub(super) states: Vec<u8>,
    /// The distinct endings.
    pub(super) endings: Vec<Ending>,
    /// For each position, the end of its moves in `children`.
    pub(super) ends: Vec<u32>,
    /// The children of all positions, in the order of the moves.
    pub(super) children: Vec<u32>,
    /// For each move, the number of its text; empty if the moves have no texts.
    pub(super) actions: Vec<u32>,
    /// The distinct texts of moves.
    pub(super) texts: Vec<Arc<str>>,
    /// The names of the positions; `None` if positions are named by their numbers.
    pub(super) names: Option<Names>,
}

impl Lists {
    pub(super) fn moves_of(&self, node: Node) -> Range<usize> {
        let begin = if node.0 == 0 { 0 } else { self.ends[node.index() - 1] };
        begin as usize..self.ends[node.index()] as usize
    }

    pub(super) fn turn(&self, node: Node) -> Side {
        Side::from_parity(self.states[node.index()].into())
    }

    pub(super) fn ending(&self, node: Node) -> Option<Ending> {
        let number = (self.states[node.index()] >> 1).checked_sub(1)?;
        Some(self.endings[usize::from(number)])
    }

    /// Returns the memory use in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let numbers = self.ends.capacity() + self.children.capacity() + self.actions.capacity();
        let texts: usize = self.texts.iter().map(|text| text.len() + 2 * size_of::<Arc<str>>()).sum();
        let names = self.names.as_ref().map_or(0, Names::bytes);
        (self.states.capacity() + numbers * size_of::<u32>() + texts) as u64 + names
    }

    /// Returns a 64-bit hash of the content of all lists. The hash does not depend on the unused capacity of the lists.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        hash.bytes(&self.states);
        for ending in &self.endings {
            hash.bytes(ending.to_string().as_bytes());
        }
        for numbers in [&self.ends, &self.children, &self.actions] {
            hash.numbers(numbers);
        }
        self.texts.iter().for_each(|text| hash.bytes(text.as_bytes()));
        if let Some(names) = &self.names {
            hash.texts(names.texts());
        }
        hash.0
    }
}

/// A hash like FNV-1a that processes 64-bit words instead of bytes.
struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u64) {
        // The high bits of the product depend on all bits of the word. The rotation moves these high bits to the low
        // bits.
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    /// Combines the numbers to pairs, and adds the pairs to four hashes in turn. The use of four hashes takes no more
    /// time than the use of one, because a processor computes four independent products at the same time.
    fn numbers(&mut self, numbers: &[u32]) {
        self.add(numbers.len() as u64);
        let mut lanes = [Self(1), Self(2), Self(3), Self(4)];
        let (pairs, last) = numbers.as_chunks::<2>();
        let (blocks, rest) = pairs.as_chunks::<4>();
        let word = |&[low, high]: &[u32; 2]| u64::from(high) << 32 | u64::from(low);
        for block in blocks {
            lanes.iter_mut().zip(block).for_each(|(lane, pair)| lane.add(word(pair)));
        }
        let rest = rest.iter().map(word).chain(last.iter().map(|&number| number.into()));
        for word in lanes.into_iter().map(|lane| lane.0).chain(rest) {
            self.add(word);
        }
    }

    fn texts(&mut self, texts: &Texts) {
        self.bytes(texts.as_bytes());
        texts.ends().iter().for_each(|&end| self.add(end as u64));
    }
}
