//! What is known of a game before any position: its names, sides and rules, as values.

use crate::author::looks::Kit;
use crate::author::notation::Notation;
use crate::rules::side::Side;
use crate::rules::text::{Term, Text};
use crate::rules::word::word;

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
    /// The same in Chinese.
    pub sides_zh: [&'static str; 2],
    /// The words of the rules that end a game, as far as they are other words in another language.
    pub endings: Vec<Term>,
    /// The rules.
    pub rules: Text,
    /// Example tokens, whole; the first is the usual start.
    pub examples: Vec<String>,
    /// How it is solved.
    pub way: Way,
    /// Whether it has a shortcut.
    pub shortcut: bool,
    /// Whether it can be solved tier by tier.
    pub tiers: bool,
    /// Who checks that it keeps its laws.
    pub laws: Laws,
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
            sides_zh: sides.map(word),
            endings: Vec::new(),
            rules: rules.into(),
            examples: examples.into_iter().map(|text| format!("{id}:{text}")).collect(),
            way: Way::Rules,
            shortcut: false,
            tiers: false,
            laws: Laws::Checked,
            ties: true,
            version: 1,
        }
    }

    /// What a game's [`Notation`] says of it.
    pub fn of<G: Notation>() -> Self {
        let texts = [[G::TITLE, G::TITLE_ZH], [G::RULES, G::RULES_ZH]];
        let about = Self::in_two_languages(G::ID, G::SIDES, texts, G::EXAMPLES);
        let endings = G::ENDINGS_ZH.iter().map(|&(word, chinese)| Term::new(word, chinese)).collect();
        Self { ties: G::TIES, version: G::VERSION, sides_zh: G::SIDES_ZH, endings, ..about }
    }

    fn in_two_languages(id: &str, sides: [&str; 2], texts: [[&str; 2]; 2], examples: &[&str]) -> Self {
        let [title, rules] = texts.map(|[english, chinese]| Text::new(english).and("zh", chinese));
        Self::new(id, sides, title, rules, examples.iter().copied())
    }

    /// The examples without the id and the colon.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.examples.iter().filter_map(|token| token.strip_prefix(self.id)?.strip_prefix(':')).collect()
    }

    /// A side as people are told of it.
    pub const fn player(&self, side: Side) -> Term {
        Term::new(self.sides[side.index()], self.sides_zh[side.index()])
    }

    /// The rule that ended a game, as people are told of it.
    pub fn ending(&self, rule: &'static str) -> Term {
        self.endings.iter().find(|known| known.word() == rule).copied().unwrap_or_else(|| rule.into())
    }

    /// The name of a side.
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}

/// Who checks that a game keeps its laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laws {
    /// They are checked on each board [before it is solved](crate::author::check::before_solving).
    Checked,
    /// Tests of the game check them: see [`Entry::tested`](crate::author::entry::Entry::tested).
    Tested,
}

/// Which of the three ways a game comes into the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Rules only: explored from the start, predecessors stored.
    Rules,
    /// Rules and a numbering: predecessors stored.
    Numbered,
    /// Rules, a numbering and un-moves: nothing stored but the table.
    Reversible,
}

impl Way {
    /// The word: `exploring`, `numbering`, `un-moves`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "exploring",
            Self::Numbered => "numbering",
            Self::Reversible => "un-moves",
        }
    }

    /// The adapters and the reason for them, in one line.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Rules => "explored from the position, with predecessors stored: the game gives only rules",
            Self::Numbered => "all numbered positions, with predecessors stored: the game gives no un-moves",
            Self::Reversible => "all numbered positions, by un-moves: nothing is stored but the table",
        }
    }
}
