//! Static data of a game, such as its names, its sides and the text of its rules.

use crate::form::looks::Kit;
use crate::form::notation::Notation;
use crate::rules::side::Side;
use crate::rules::text::{Term, Text};
use crate::rules::word::word;

/// Static data of a game, which do not depend on a position. [`About::of`] collects the data from the game's
/// [`Notation`]. A game that is made at run time provides the data with [`About::new`].
#[derive(Clone, Debug)]
pub struct About {
    /// The game's id. Every token of the game begins with the id.
    pub id: &'static str,
    /// Other names of the game, in any spelling. Several games may share a name. The names of the game's contests also
    /// identify the game.
    pub names: Vec<&'static str>,
    /// The game's title, in one line.
    pub title: Text,
    /// The sides' names, in the order of [`Side`].
    pub sides: [&'static str; 2],
    /// The sides' names in Chinese.
    pub sides_zh: [&'static str; 2],
    /// The names of the rules that end a game. The list contains only the names that have a translation.
    pub endings: Vec<Term>,
    /// The rules, as a text for users.
    pub rules: Text,
    /// Examples of complete tokens. The first token is the usual start.
    pub examples: Vec<String>,
    /// The kind of parts (rules, numbering, un-moves) that the game implements. These parts determine how the kernel
    /// solves the game.
    pub way: Way,
    /// Whether the game has a shortcut, which is a faster solver of its own.
    pub shortcut: bool,
    /// Whether the game can be solved tier by tier.
    pub tiers: bool,
    /// Says when the laws of the game are checked. A law is a property that [`crate::author::check`] tests.
    pub laws: Laws,
    /// Whether a play of the game can end in a tie.
    pub ties: bool,
    /// The version of the game's rules and numbering.
    pub version: u32,
    /// The kinds of pieces and squares on the game's boards.
    pub kit: Kit,
}

impl About {
    /// Creates the data of a game with version 1 that has only rules. The game can end in a tie. Each of `examples` is
    /// a token without the game's id and the colon.
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

    /// Collects the data from a game's [`Notation`].
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

    /// Returns the example tokens without the game's id and the colon.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.examples.iter().filter_map(|token| token.strip_prefix(self.id)?.strip_prefix(':')).collect()
    }

    /// Returns a side's name for messages.
    pub const fn player(&self, side: Side) -> Term {
        Term::new(self.sides[side.index()], self.sides_zh[side.index()])
    }

    /// Returns the name of the rule that ended a game, for messages.
    pub fn ending(&self, rule: &'static str) -> Term {
        self.endings.iter().find(|known| known.word() == rule).copied().unwrap_or_else(|| rule.into())
    }

    /// Returns the name of a side.
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}

/// Says when the laws of a game are checked. A law is a property that [`crate::author::check`] tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laws {
    /// The program checks the laws at run time, on each board [before it solves the
    /// board](crate::author::check::before_solving).
    Checked,
    /// Only tests of the game check the laws; see [`Entry::tested`](crate::author::entry::Entry::tested).
    Tested,
}

/// How the kernel solves a game. The way depends on the parts that the game implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The game has only rules. The program explores the positions from the start, and stores the predecessors of all
    /// positions.
    Rules,
    /// The game has rules and a numbering. The program stores the predecessors of all positions.
    Numbered,
    /// The game has rules, a numbering and un-moves. The program stores only the table in memory, and no predecessors.
    Reversible,
}

impl Way {
    /// Returns the name of the way in texts. The names are `exploring`, `numbering` and `un-moves`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "exploring",
            Self::Numbered => "numbering",
            Self::Reversible => "un-moves",
        }
    }

    /// Returns a text of one line that says which positions are solved, what is stored, and why.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Rules => "explored from the position, with predecessors stored: the game gives only rules",
            Self::Numbered => "all numbered positions, with predecessors stored: the game gives no un-moves",
            Self::Reversible => "all numbered positions, by un-moves: nothing is stored but the table",
        }
    }
}
