//! Texts with their positions in the file: the words of a text, and names that refer to other parts of the file.

use std::ops::Range;

use super::error::{Misplaced, Wrong};
use super::format::Text;

/// A word with its position in the file.
#[derive(Clone, Copy)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// The offset of the word in the file. If `is_plain` is false, this is the offset of the whole value.
    start: usize,
    /// Whether the value has no escapes, and has one quote character on each side. Otherwise the position of a single
    /// word of the value is unknown.
    is_plain: bool,
}

impl Word<'_> {
    pub(super) fn at(self) -> Range<usize> {
        self.start..self.start
    }

    pub(super) fn wrong(self, wrong: impl Into<retrograde::rules::message::Message>) -> Misplaced {
        Misplaced::new(self.at(), wrong)
    }

    /// The part of the word from the byte at `start` to the end.
    pub(super) fn from(self, start: usize) -> Self {
        Self { text: &self.text[start..], start: self.place(start), ..self }
    }

    /// The part of the word before the byte at `end`.
    pub(super) fn to(self, end: usize) -> Self {
        Self { text: &self.text[..end], ..self }
    }

    /// The parts of the word between separators.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut start = 0;
        self.text.split(separator).map(move |text| {
            let part = Self { text, start: self.place(start), ..self };
            start += text.len() + separator.len_utf8();
            part
        })
    }

    /// The words of a text. White space separates words.
    pub(super) fn words(self) -> impl Iterator<Item = Self> {
        let offset = move |text: &str| text.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text.split_whitespace().map(move |text| Self { text, start: self.place(offset(text)), ..self })
    }

    /// Converts an offset in the word to an offset in the file.
    const fn place(self, offset: usize) -> usize {
        if self.is_plain { self.start + offset } else { self.start }
    }
}

/// A whole text as one word.
pub(super) fn whole(text: &Text) -> Word<'_> {
    let span = text.span();
    let is_plain = span.len() == text.get_ref().len() + "\"\"".len();
    Word { text: text.get_ref(), start: span.start + usize::from(is_plain), is_plain }
}

/// The words of a text.
pub(super) fn words(text: &Text) -> impl Iterator<Item = Word<'_>> {
    whole(text).words()
}

/// The index of the name that a word refers to.
pub(super) fn find<'n>(
    word: Word<'_>,
    kind: &'static str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<usize, Misplaced> {
    names.clone().position(|name| name == word.text).ok_or_else(|| {
        let known = names.collect::<Vec<_>>().join(", ");
        word.wrong(Wrong::Name { kind, name: word.text.to_owned(), known })
    })
}
