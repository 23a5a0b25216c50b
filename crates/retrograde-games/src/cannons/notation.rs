//! Reads and writes rows as tokens such as `cannons:01100_r`. A token ends with `_p` after one pass, and with `_pp`
//! after two passes.

use std::fmt::Display;
use std::ops::Range;

use retrograde::{Notation, NotationError, Side};

use super::messages::Wrong;
use super::row::Row;
use super::rules::{Cannons, Passes, Position, RED};
use crate::messages::Sign;
use crate::token::{fields, no_more_fields, read_turn};

/// The parts of a token. The row stays a text, because a row in a contest can be too long for [`Row`].
pub(super) struct Parts<'t> {
    /// The row as a text of at least one digit, each 1 or 0.
    pub(super) row: &'t str,
    pub(super) turn: Side,
    pub(super) passes: Passes,
    row_at: Range<usize>,
}

impl<'t> Parts<'t> {
    /// Splits the part of a token after `cannons:` into the row, the side to move and the passes.
    pub(super) fn read(text: &'t str) -> Result<Self, NotationError> {
        let mut fields = fields(text);
        let Some(row) = fields.next() else {
            return Err(NotationError::malformed(0..text.len(), Wrong::Empty));
        };
        if let Some((offset, found)) = row.text.char_indices().find(|&(_, c)| c != '0' && c != '1') {
            let at = row.start + offset;
            let message = Wrong::InRow { found: Sign(found) };
            return Err(NotationError::malformed(at..at + found.len_utf8(), message).hint(Wrong::Row));
        }
        let turn = read_turn(fields.next(), text.len(), Cannons::players())?;
        let passes = match fields.next() {
            None => Passes::None,
            Some(field) if field.text.eq_ignore_ascii_case("p") => Passes::One,
            Some(field) if field.text.eq_ignore_ascii_case("pp") => Passes::Both,
            Some(field) => {
                let message = Wrong::Passes { found: field.text.to_owned() };
                return Err(NotationError::malformed(field.at(), message));
            }
        };
        no_more_fields(fields.next())?;
        Ok(Self { row: row.text, turn, passes, row_at: row.at() })
    }
}

impl Notation for Cannons {
    const ID: &'static str = "cannons";
    const SIDES: [&'static str; 2] = ["red", "black"];
    const SIDES_ZH: [&'static str; 2] = ["红方", "黑方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] =
        &[("no-capture", "无子可吃"), ("both-passed", "双方连续停着")];
    const TITLE: &'static str = "Cannons in a row: EZEC Round 6, Luogu P7387";
    const RULES: &'static str = "\
A row of squares holds a red (1) or a black (0) cannon each. Red moves first and turns alternate.

In a turn a side captures or passes. A cannon captures an enemy cannon if exactly one cannon, of any colour, stands \
between them; the enemy is removed and the cannon takes its square. Empty squares do not matter, so they close up: \
of three neighbours x y z with x and z of different sides, the mover's end captures the other, which leaves \
\"y x\" if x is the mover's and \"z y\" if z is.

The game ends when both sides pass, one after the other (both-passed), or when nobody can capture (no-capture). \
The side with more cannons wins; equal numbers are a tie.

A move is written as the square that the cannon leaves, x, and the square of the captured one (4x6), counted from \
1 at the left, or as pass.";
    const TITLE_ZH: &'static str = "一行炮：EZEC Round 6“象棋”，洛谷 P7387";
    const RULES_ZH: &'static str = "\
一行格子，每格一个红炮（1）或黑炮（0）。红方先走，双方轮流。

每回合吃一子或停一着。一个炮与敌炮之间恰好隔一个炮（颜色不限）时可以吃掉它，
并移到它的格子上。空格不起作用，可以看作消失：相邻的三个炮 x y z，x 与 z 异色，
行棋方的一端吃掉另一端；x 是行棋方的，剩下“y x”；z 是行棋方的，剩下“z y”。

双方相继停着（both-passed），或谁也不能吃子（no-capture），对局结束。
炮多的一方胜，一样多为平局。

走法写作所走的炮的格子、x、被吃的炮的格子（4x6），从左数起，第一格为 1。
停着写作 pass。";
    const EXAMPLES: &'static [&'static str] =
        &["01100_r", "101_r", "01110_r", "1000_r", "11011_r", "10_r", "01100_b_p", "01100_r_pp", "0110100110010110_b"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let Parts { row, turn, passes, row_at } = Parts::read(text)?;
        let Some(row) = Row::from_text(row) else {
            let message = Wrong::TooLong { length: row.len(), most: Row::MAX_LEN };
            return Err(NotationError::malformed(row_at, message).hint(Wrong::AnyLength));
        };
        if passes != Passes::None && !row.can_capture() {
            return Err(passed_too_late());
        }
        Ok((Self::new(row.len()), Position { row, turn, passes }))
    }

    fn print(&self, position: &Position) -> String {
        text(position.row, position.turn, position.passes)
    }

    /// Returns the length of the longest rows. A table contains all rows up to this length.
    fn identity(&self) -> String {
        self.longest.to_string()
    }

    fn holds(&self, other: &Self) -> bool {
        self.longest >= other.longest
    }

    fn draw(&self, position: &Position) -> String {
        drawing(position.row, position.row.len() as usize)
    }
}

/// Returns the part of a token after `cannons:`.
pub(super) fn text(row: impl Display, turn: Side, passes: Passes) -> String {
    let turn = if turn == RED { "r" } else { "b" };
    let passes = match passes {
        Passes::None => "",
        Passes::One => "_p",
        Passes::Both => "_pp",
    };
    format!("{row}_{turn}{passes}")
}

/// Draws a row of `length` cannons. The second line of the drawing shows the last digit of each square's number.
pub(super) fn drawing(row: impl Display, length: usize) -> String {
    let numbers: String = (1..=length).map(|square| char::from(b'0' + (square % 10) as u8)).collect();
    format!("{row}\n{numbers}")
}

/// Returns the error for a token with a pass and a row without captures. In such a row, the game ends before a side can
/// pass.
pub(super) fn passed_too_late() -> NotationError {
    NotationError::Illegal { reasons: vec![Wrong::PassedTooLate.into()] }
}
