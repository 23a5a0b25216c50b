//! Many texts, each with a number.

use crate::kernel::budget::Budget;
use crate::kernel::solve::SolveError;

/// Texts that are numbered in the order of addition. All texts are stored in one string, which needs less memory than
/// separate strings.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    all: String,
    /// The end of each text in `all`.
    ends: Vec<usize>,
}

impl Texts {
    pub(super) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the memory use in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        (self.all.capacity() + self.ends.capacity() * size_of::<usize>()) as u64
    }

    /// Returns the text with a number. Returns `None` if no text has this number.
    pub(super) fn get(&self, number: usize) -> Option<&str> {
        let end = *self.ends.get(number)?;
        let begin = if number == 0 { 0 } else { self.ends[number - 1] };
        Some(&self.all[begin..end])
    }

    pub(super) fn push(&mut self, text: &str, budget: &Budget) -> Result<(), SolveError> {
        let reached = self.ends.len() as u64;
        budget.push_text(&mut self.all, text, reached)?;
        budget.push(&mut self.ends, self.all.len(), reached)
    }

    /// Returns the bytes of all texts, one text after the other, without separators.
    pub(super) const fn as_bytes(&self) -> &[u8] {
        self.all.as_bytes()
    }

    pub(super) fn ends(&self) -> &[usize] {
        &self.ends
    }
}

/// Texts with an index, which finds the number of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    texts: Texts,
    /// The numbers of the texts, sorted by text.
    sorted: Vec<u32>,
}

impl Names {
    /// Sorts the texts. If two texts are equal, the inner result is an error with the numbers of these two texts.
    pub(super) fn of(texts: Texts, budget: &Budget) -> Result<Result<Self, [u32; 2]>, SolveError> {
        let mut sorted = Vec::new();
        budget.grow(&mut sorted, texts.len(), texts.len() as u64)?;
        sorted.extend(0..texts.len() as u32);
        sorted.sort_unstable_by_key(|&number| (texts.get(number as usize), number));
        let twice = sorted.windows(2).find(|pair| texts.get(pair[0] as usize) == texts.get(pair[1] as usize));
        Ok(match twice {
            Some(pair) => Err([pair[0], pair[1]]),
            None => Ok(Self { texts, sorted }),
        })
    }

    pub(super) const fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Returns the memory use in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        self.texts.bytes() + (self.sorted.capacity() * size_of::<u32>()) as u64
    }

    /// Returns the number of a text. Returns `None` if the text is unknown.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        let found = self.sorted.binary_search_by_key(&Some(text), |&number| self.texts.get(number as usize));
        Some(self.sorted[found.ok()?])
    }
}
