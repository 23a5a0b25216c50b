//! Reports about games, with the description of a game, its sides, and the rules that end a game.

use std::fmt;

use retrograde::author::{About, AnyGame, Contest};
use retrograde::rules::message::{Language, Render};
use retrograde::{Ending, Side, Term};
use serde::{Serialize, Serializer};

use crate::look::KitReport;

/// A description of a game, independent of any position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReport<'g> {
    /// The id of the game.
    pub game: &'g str,
    /// The title, one line.
    pub title: &'g str,
    /// The names of the sides; the side that usually begins is first.
    pub sides: [&'g str; 2],
    /// The way in which the game is solved, as the word of [`Way::word`](retrograde::author::Way::word).
    pub way: &'g str,
    /// Whether the game has a shortcut, a method that needs no table.
    pub shortcut: bool,
    /// The contest formats of the game.
    pub formats: Vec<FormatReport<'g>>,
    /// Example tokens; the first is the usual start.
    pub examples: &'g [String],
    /// The rules of the game, as text.
    pub rules: &'g str,
    /// The title in Chinese, or in English if there is none.
    pub title_zh: &'g str,
    /// The rules in Chinese, or in English if there are none.
    pub rules_zh: &'g str,
    /// The pieces, the ground and the sizes of the game's boards.
    pub looks: KitReport<'g>,
}

/// A contest format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatReport<'g> {
    /// The id of the format.
    pub format: &'g str,
    /// The title, one line.
    pub title: &'g str,
}

impl<'g> GameReport<'g> {
    /// Returns the report of a game in the registry.
    pub fn of(game: &'g dyn AnyGame) -> Self {
        let about = game.about();
        let format = |contest: &'g dyn Contest| FormatReport { format: contest.id(), title: contest.title() };
        Self {
            game: about.id,
            title: about.title.in_language("en"),
            sides: about.sides,
            way: about.way.word(),
            shortcut: about.shortcut,
            formats: game.contests().iter().map(|contest| format(&**contest)).collect(),
            examples: &about.examples,
            rules: about.rules.in_language("en"),
            title_zh: about.title.in_language("zh"),
            rules_zh: about.rules.in_language("zh"),
            looks: KitReport::of(about),
        }
    }
}

/// A side of a game; it is printed and serialized as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// The side.
    pub side: Side,
    /// The name of the side.
    pub name: Term,
}

impl Player {
    /// Returns a side of a game, with its name.
    pub const fn of(about: &About, side: Side) -> Self {
        Self { side, name: about.player(side) }
    }
}

impl Render for Player {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.render(language, f)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.name, f)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Player {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Player".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "A side, by its name." })
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name.word())
    }
}

/// A rule that ends a game; it is serialized as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule(Term);

impl Rule {
    /// Returns the rule of an ending.
    pub(crate) fn of(about: &About, ending: Ending) -> Self {
        Self::named(about, ending.rule)
    }

    /// Returns the rule that has the given word.
    pub(crate) fn named(about: &About, word: &'static str) -> Self {
        Self(about.ending(word))
    }

    /// Returns the word for the rule in reports.
    pub const fn word(self) -> &'static str {
        self.0.word()
    }
}

impl Render for Rule {
    fn render(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.render(language, f)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Rule {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Rule".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}
