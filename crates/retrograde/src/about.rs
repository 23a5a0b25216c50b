//! What is known of a game before any position: its names, sides and rules, as values.

use crate::entry::Way;
use crate::looks::Kit;
use crate::notation::Notation;
use crate::side::Side;
use crate::word::word;

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

/// What is known of a game before any position. A game with a [`Notation`] has it from there ([`About::of`]); one that is made
/// at run time says it ([`About::new`]).
#[derive(Clone, Debug)]
pub struct About {
    /// The id.
    pub id: &'static str,
    /// Other names, in any spelling; another game may share some. Those of its contests name it as well.
    pub names: Vec<&'static str>,
    /// One line.
    pub title: Text,
    /// The sides' names, in the order of [`Side`].
    pub sides: [&'static str; 2],
    /// The rules.
    pub rules: Text,
    /// Example tokens, whole; the first is the usual start.
    pub examples: Vec<String>,
    /// How it is solved.
    pub way: Way,
    /// Whether it has a shortcut.
    pub shortcut: bool,
    /// Whether a game can end level.
    pub ties: bool,
    /// The version of its rules and numbering.
    pub version: u32,
    /// What its boards are made of.
    pub kit: Kit,
}

impl About {
    /// A game with rules alone, version 1, that can end level. Examples are what stands behind the colon of a token.
    pub fn new<'e>(
        id: &str,
        sides: [&str; 2],
        title: impl Into<Text>,
        rules: impl Into<Text>,
        examples: impl IntoIterator<Item = &'e str>,
    ) -> Self {
        let (id, title) = (word(id), title.into());
        Self {
            id,
            names: Vec::new(),
            kit: Kit::new(title.clone()),
            title,
            sides: sides.map(word),
            rules: rules.into(),
            examples: examples.into_iter().map(|text| format!("{id}:{text}")).collect(),
            way: Way::Rules,
            shortcut: false,
            ties: true,
            version: 1,
        }
    }

    /// What a game's [`Notation`] says of it.
    pub fn of<G: Notation>() -> Self {
        let texts = [[G::TITLE, G::TITLE_ZH], [G::RULES, G::RULES_ZH]];
        let about = Self::in_two_languages(G::ID, G::SIDES, texts, G::EXAMPLES);
        Self { ties: G::TIES, version: G::VERSION, ..about }
    }

    fn in_two_languages(id: &str, sides: [&str; 2], texts: [[&str; 2]; 2], examples: &[&str]) -> Self {
        let [title, rules] = texts.map(|[english, chinese]| Text::new(english).and("zh", chinese));
        Self::new(id, sides, title, rules, examples.iter().copied())
    }

    /// The examples without the id and the colon.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.examples.iter().filter_map(|token| token.strip_prefix(self.id)?.strip_prefix(':')).collect()
    }

    /// The name of a side.
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}
