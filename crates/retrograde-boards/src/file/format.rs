//! The tables of a game file, as the TOML parser returns them.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::error::{Misplaced, Wrong};

/// A text with its place in the file.
pub(super) type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameTable {
    pub(super) id: Text,
    pub(super) title: Text,
    pub(super) rules: Text,
    pub(super) sides: Option<Spanned<[String; 2]>>,
    pub(super) board: Spanned<BoardTable>,
    pub(super) pieces: Spanned<Vec<PieceTable>>,
    #[serde(default)]
    pub(super) conditions: BTreeMap<Text, ConditionTable>,
    #[serde(default)]
    pub(super) moves: Vec<MoveTable>,
    pub(super) turn: Option<Vec<Text>>,
    pub(super) royal: Option<Text>,
    #[serde(default)]
    pub(super) endings: Vec<EndingTable>,
    pub(super) no_move: Option<Text>,
    pub(super) start: StartTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardTable {
    pub(super) size: Option<Text>,
    pub(super) layout: Option<Vec<Text>>,
    #[serde(default)]
    pub(super) lines: Vec<Text>,
    #[serde(default)]
    pub(super) directions: BTreeMap<Text, Texts>,
    #[serde(default)]
    pub(super) rows: BTreeMap<Text, Texts>,
    #[serde(default)]
    pub(super) zones: BTreeMap<Text, Texts>,
}

/// A value that is one text or a list of texts.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Texts(Spanned<Value>);

enum Value {
    One(String),
    List(Vec<Text>),
    BySide(BySide),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BySide {
    first: Text,
    second: Text,
}

// This implementation is written by hand, because serde's untagged enums lose the positions of the texts in the file.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a list of texts, or a table with `first` and `second`")
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::One(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Value::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Value, A::Error> {
        BySide::deserialize(MapAccessDeserializer::new(table)).map(Value::BySide)
    }
}

impl Texts {
    /// The texts of a value that is one text or a list of texts.
    pub(super) fn list(&self) -> Result<Vec<Text>, Misplaced> {
        match self.0.get_ref() {
            Value::One(text) => Ok(vec![Spanned::new(self.0.span(), text.clone())]),
            Value::List(all) => Ok(all.clone()),
            Value::BySide(_) => Err(Misplaced::new(self.0.span(), Wrong::NoText)),
        }
    }

    /// The text for each side. The value is one text for both sides, or a table with the keys `first` and `second`.
    pub(super) fn by_side(&self) -> Result<[Text; 2], Misplaced> {
        match self.0.get_ref() {
            Value::One(text) => Ok([0, 1].map(|_| Spanned::new(self.0.span(), text.clone()))),
            Value::BySide(BySide { first, second }) => Ok([first.clone(), second.clone()]),
            Value::List(_) => Err(Misplaced::new(self.0.span(), Wrong::SideTexts)),
        }
    }
}

/// The entries of a table in the order of the file.
pub(super) fn in_order<T>(table: &BTreeMap<Text, T>) -> Vec<(&Text, &T)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceTable {
    pub(super) name: Text,
    pub(super) letter: Text,
    pub(super) shown: Option<Text>,
    pub(super) taken: Option<Text>,
    pub(super) zone: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionTable {
    pub(super) row: Option<Text>,
    pub(super) along: Option<Text>,
    pub(super) cells: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveTable {
    pub(super) name: Text,
    pub(super) along: Option<Text>,
    pub(super) before: Text,
    pub(super) after: Text,
    pub(super) when: Option<Text>,
    pub(super) hand: Option<Text>,
    pub(super) then: Option<Texts>,
    pub(super) from: Option<Spanned<usize>>,
    #[serde(rename = "if")]
    pub(super) only_if: Option<Text>,
    #[serde(default)]
    pub(super) may: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndingTable {
    pub(super) name: Text,
    pub(super) of: Option<Text>,
    pub(super) when: Text,
    pub(super) result: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StartTable {
    pub(super) board: Text,
    pub(super) hand: Option<Text>,
    pub(super) turn: Option<Text>,
}
