//! Texts with places: words of a text, and names that refer to other parts of the file.

use std::ops::Range;

use super::error::{Misplaced, Wrong};
use super::format::Text;

/// A word with its place in the file.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    start: usize,
}

impl Word<'_> {
    pub(super) fn at(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(super) fn wrong(self, wrong: impl Into<retrograde::rules::message::Message>) -> Misplaced {
        Misplaced::new(self.at(), wrong)
    }

    /// The part of the word from a byte on.
    pub(super) fn from(self, start: usize) -> Self {
        Self { text: &self.text[start..], start: self.start + start }
    }

    /// The part of the word before a byte.
    pub(super) fn to(self, end: usize) -> Self {
        Self { text: &self.text[..end], start: self.start }
    }

    /// The parts of the word between separators.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut start = 0;
        self.text.split(separator).map(move |text| {
            let part = Self { text, start: self.start + start };
            start += text.len() + separator.len_utf8();
            part
        })
    }

    /// The words of a text, which white space separates.
    pub(super) fn words(self) -> impl Iterator<Item = Self> {
        let offset = move |text: &str| text.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text.split_whitespace().map(move |text| Self { text, start: self.start + offset(text) })
    }
}

/// A whole text as one word. The place of a word in a text is exact if the text is a simple string of one line.
pub(super) fn whole(text: &Text) -> Word<'_> {
    let start = text.span().start + 1;
    Word { text: text.get_ref(), start }
}

/// The words of a text.
pub(super) fn words(text: &Text) -> impl Iterator<Item = Word<'_>> {
    whole(text).words()
}

/// The index of the name that a word gives.
pub(super) fn find<'n>(
    word: Word<'_>,
    kind: &'static str,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<usize, Misplaced> {
    let names: Vec<&str> = names.into_iter().collect();
    names
        .iter()
        .position(|name| *name == word.text)
        .ok_or_else(|| word.wrong(Wrong::Name { kind, name: word.text.to_owned(), known: names.join(", ") }))
}
