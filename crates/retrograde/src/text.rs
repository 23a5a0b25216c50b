//! Texts that authors bring, in as many languages as they like.

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
