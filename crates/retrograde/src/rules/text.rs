//! Texts with translations, and short words of a game.

use std::fmt::{self, Display};

/// A text in English, with any number of translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    english: String,
    others: Vec<(String, String)>,
}

impl Text {
    /// Creates a text in English, without translations.
    pub fn new(english: impl Into<String>) -> Self {
        Self { english: english.into(), others: Vec::new() }
    }

    /// Adds a translation into the language with this tag, such as `zh`.
    #[must_use]
    pub fn and(mut self, language: impl Into<String>, text: impl Into<String>) -> Self {
        self.others.push((language.into(), text.into()));
        self
    }

    /// Returns the text in the language with this tag. If the text has no translation into this language, returns the
    /// English text.
    pub fn in_language(&self, language: &str) -> &str {
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

/// A short word of a game, such as the name of a side or the rule that ended the game. Tokens and JSON use the English
/// word. Messages use the user's language if the game's author gave a translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    word: &'static str,
    chinese: &'static str,
}

impl Term {
    /// Creates a word with its Chinese translation.
    pub const fn new(word: &'static str, chinese: &'static str) -> Self {
        Self { word, chinese }
    }

    /// Returns the English word.
    pub const fn word(self) -> &'static str {
        self.word
    }

    /// Returns the Chinese translation of the word. If the word has no translation, returns the English word.
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
