//! Texts that authors bring, in as many languages as they like, and short words of a game.

use std::fmt::{self, Display};

/// A text in English, and in other languages as far as it was brought in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    english: String,
    others: Vec<(String, String)>,
}

impl Text {
    /// A text in English.
    pub fn new(english: impl Into<String>) -> Self {
        Self { english: english.into(), others: Vec::new() }
    }

    /// The same with its translation into the language of that tag, such as `zh`.
    #[must_use]
    pub fn and(mut self, language: impl Into<String>, text: impl Into<String>) -> Self {
        self.others.push((language.into(), text.into()));
        self
    }

    /// The text in the language of that tag; in English, if it was not brought in it.
    pub fn told(&self, language: &str) -> &str {
        let other = self.others.iter().find(|(tag, _)| tag == language);
        other.map_or(&self.english, |(_, text)| text)
    }
}

impl From<&str> for Text {
    fn from(english: &str) -> Self {
        Self::new(english)
    }
}

impl From<String> for Text {
    fn from(english: String) -> Self {
        Self::new(english)
    }
}

/// A short word of a game: a side's name, or the rule that ended it. In tokens and JSON it is the English word, and people are
/// told it in their language, as far as the game's author brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    word: &'static str,
    chinese: &'static str,
}

impl Term {
    /// A word with its Chinese.
    pub const fn new(word: &'static str, chinese: &'static str) -> Self {
        Self { word, chinese }
    }

    /// The English word.
    pub const fn word(self) -> &'static str {
        self.word
    }

    /// The Chinese; the English word, if there is none.
    pub const fn chinese(self) -> &'static str {
        self.chinese
    }
}

impl From<&'static str> for Term {
    fn from(word: &'static str) -> Self {
        Self::new(word, word)
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word)
    }
}
