//! The tables of a game file, as TOML gives them.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::error::{Misplaced, Wrong};

/// A text with its place in the file.
pub(super) type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameTable {
    pub(super) id: Text,
    pub(super) title: String,
    pub(super) rules: String,
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

/// A value that may be one text or several. TOML gives the place of the whole value.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Texts(Spanned<toml::Value>);

impl Texts {
    /// One text, or a list of texts.
    pub(super) fn list(&self) -> Result<Vec<Text>, Misplaced> {
        match self.0.get_ref() {
            toml::Value::Array(all) => all.iter().map(|value| self.text(value)).collect(),
            value => Ok(vec![self.text(value)?]),
        }
    }

    /// One text for both sides, or a table with `first` and `second`.
    pub(super) fn by_side(&self) -> Result<[Text; 2], Misplaced> {
        let wrong = || Misplaced::new(self.0.span(), Wrong::SideTexts);
        match self.0.get_ref() {
            toml::Value::Table(table) => {
                let side = |name| table.get(name).filter(|_| table.len() == 2).ok_or_else(wrong);
                Ok([self.text(side("first")?)?, self.text(side("second")?)?])
            }
            value => Ok([self.text(value)?, self.text(value)?]),
        }
    }

    fn text(&self, value: &toml::Value) -> Result<Text, Misplaced> {
        let text = value.as_str().ok_or_else(|| Misplaced::new(self.0.span(), Wrong::NoText))?;
        Ok(Spanned::new(self.0.span(), text.to_owned()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceTable {
    pub(super) name: String,
    pub(super) letter: Text,
    pub(super) shown: Option<Text>,
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
