//! Games of mills. In a game of mills, a piece that completes a row takes a piece of the other side.
//!
//! The general search of [`super::search`] makes a turn part by part. This module avoids that search with two tables.
//! For each set of pieces, the tables contain the squares that complete a row, and the pieces that stand in a row. With
//! these tables, the engine counts all moves of a piece together. It finds the un-moves of turns that take nothing in
//! the same way as in a game whose turns have one part. For the other un-moves, it first puts back a piece.

use super::bits::{Ranks, Set};
use super::instances::{Instance, parts};
use super::moves::walk_of;
use super::sectors::{Exchange, Material, Stage};
use crate::description::{
    After, Along, ConditionRule, Content, Description, Levels, MoveRule, NextPart, Owner, PatternCell, Repeat, Test,
};

/// The rows of a game of mills, tabulated for each set of pieces.
#[derive(Debug)]
pub(super) struct Mills {
    /// The squares that complete a row together with a set of pieces, indexed by the size of the set, then by its
    /// number.
    pub(super) completing: Vec<Vec<Set>>,
    /// The squares of the rows that a set of pieces fills, indexed by the size of the set, then by its number.
    pub(super) filled: Vec<Vec<Set>>,
    /// For each level whose parts take a piece, the pieces that these parts may take.
    takes: Vec<Takes>,
    /// The sector before a turn that takes a piece. The indexes are the sector after the turn, the level of the part
    /// that takes, and the exchange of the turn's first part.
    pub(super) parents: Vec<Vec<Vec<Option<u16>>>>,
}

/// The pieces that the parts of a level take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    All,
    /// Pieces that stand in a row.
    InRow,
    /// Pieces that do not stand in a row.
    OutsideRows,
}

/// The form that the parts after a move have in a game of mills.
#[derive(PartialEq, Eq)]
struct MillForm {
    family: usize,
    levels: Levels,
}

impl Mills {
    /// Tabulates the rows of a game with one kind of pieces; `None` if some turn does not have the form of a turn in a
    /// game of mills.
    pub(super) fn new(
        description: &Description,
        instances: &[Instance],
        rows: &[Vec<Set>],
        ranks: &Ranks,
        exchanges: &[Exchange],
        (materials, stages): (&[Material], &[Stage]),
    ) -> Option<Self> {
        let [begin] = &description.turn[..] else { return None };
        let form = form(description, &description.moves[*begin.first()?])?;
        let has_form = |rule: &usize| self::form(description, &description.moves[*rule]).as_ref() == Some(&form);
        let are_walks = instances.iter().filter(|instance| begin.contains(&instance.rule)).all(|instance| {
            let enters = walk_of(instance).map(|(_, to)| to.trailing_zeros() as u8);
            enters.is_some() && instance.asked.is_none_or(|asked| Some(asked) == enters)
        });
        let takes: Option<Vec<Takes>> =
            form.levels.iter().map(|level| takes(description, level, form.family)).collect();
        let takes = takes.filter(|takes| takes.last() == Some(&Takes::All))?;
        let is_count = |test: &Test| matches!(test, Test::Count(..));
        let most = materials.iter().flat_map(|material| &material.counts.board).copied().max().unwrap_or(0).into();
        let has_counts = parts(description).iter().all(|&rule| description.moves[rule].when.iter().all(is_count));
        let is_tabulated = (0..=most).all(|size| !ranks.listed(size).is_empty());
        if !begin.iter().all(has_form) || !are_walks || !has_counts || !is_tabulated {
            return None;
        }
        let rows = &rows[form.family];
        let by_set = |of: &dyn Fn(Set, Set) -> Set| -> Vec<Vec<Set>> {
            let all = |set: Set| rows.iter().fold(0, |all, &row| all | of(set, row));
            (0..=most).map(|size| ranks.listed(size).iter().map(|&set| all(set)).collect()).collect()
        };
        let lacking = |set: Set, row: Set| if (row & !set).is_power_of_two() { row & !set } else { 0 };
        Some(Self {
            completing: by_set(&lacking),
            filled: by_set(&|set, row| if row & !set == 0 { row } else { 0 }),
            takes,
            parents: parents(&form.levels.concat(), exchanges, materials, stages),
        })
    }

    /// The pieces of a set that the opponent may take, and the index of the level that takes them.
    #[inline(always)]
    pub(super) fn takable(&self, set: Set, filled: Set) -> (Set, usize) {
        for (level, takes) in self.takes.iter().enumerate() {
            let all = match takes {
                Takes::All => set,
                Takes::InRow => set & filled,
                Takes::OutsideRows => set & !filled,
            };
            if all != 0 {
                return (all, level);
            }
        }
        (0, 0)
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.completing.iter().chain(&self.filled).map(Vec::len).sum::<usize>() as u64
    }
}

/// See [`Mills::parents`]. `takes` has the rule of each level.
fn parents(
    takes: &[usize],
    exchanges: &[Exchange],
    materials: &[Material],
    stages: &[Stage],
) -> Vec<Vec<Vec<Option<u16>>>> {
    let mut all = vec![vec![vec![None; exchanges.len()]; takes.len()]; materials.len()];
    for (material, parent) in materials.iter().zip(0..) {
        let stage = |exchange: usize| stages[material.begin as usize].children[exchange];
        let first = (0..exchanges.len()).filter(|&exchange| material.children[exchange].is_some());
        for (exchange, stage) in first.filter_map(|exchange| Some((exchange, stage(exchange)?))) {
            for (taken, made) in stages[stage as usize].children.iter().zip(exchanges) {
                let level = takes.iter().position(|&rule| rule == made.rule);
                let sector = taken.and_then(|taken| stages[taken as usize].ends);
                if let (Some(level), Some(sector)) = (level, sector) {
                    all[sector as usize][level][exchange] = Some(parent);
                }
            }
        }
    }
    all
}

/// The form of the parts that follow a move. These parts must follow if and only if the piece has entered a square in a
/// full row. `None` if the parts follow under another condition, or if no parts follow.
fn form(description: &Description, rule: &MoveRule) -> Option<MillForm> {
    let NextPart { levels, from: None, only_if: Some(needed), is_optional: false } = rule.then.as_ref()? else {
        return None;
    };
    match description.conditions[needed.condition].rule {
        ConditionRule::InRow(family) if needed.holds => Some(MillForm { family, levels: levels.clone() }),
        _ => None,
    }
}

/// The pieces that the parts of a level take. The result is `None` if the level has several rules, if its rule does
/// anything else than take one piece of the opponent, or if the rule has other conditions than full rows.
fn takes(description: &Description, level: &[usize], family: usize) -> Option<Takes> {
    let [rule] = level else { return None };
    let MoveRule { along: Along::Anywhere, cells, hands, then: None, when, .. } = &description.moves[*rule] else {
        return None;
    };
    let [PatternCell { before, conditions, repeat: Repeat::Once, after: After::Empty }] = &cells[..] else {
        return None;
    };
    let is_piece = matches!(before, Content::Piece(Owner::Opponent, _)) && hands.is_empty() && when.is_empty();
    match &conditions[..] {
        [] if is_piece => Some(Takes::All),
        &[(condition, holds)] if is_piece => match description.conditions[condition].rule {
            ConditionRule::InRow(rows) if rows == family => Some(if holds { Takes::InRow } else { Takes::OutsideRows }),
            _ => None,
        },
        _ => None,
    }
}
