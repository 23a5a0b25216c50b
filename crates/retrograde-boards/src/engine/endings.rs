//! Positions that are over, or won by the next move.

use retrograde::{Depth, Value};

use super::bits::Set;
use super::sectors::SquareEnding;
use super::sights::sights;
use super::solver::Engine;
use crate::description::Verdict;

impl<const C: usize> Engine<C> {
    /// The value of a position that is over by its squares, for the side to move.
    #[inline(always)]
    pub(super) fn ended(&self, sector: usize, components: &[Set; C]) -> Option<Value> {
        let material = &self.materials[sector];
        for ending in &material.endings {
            if self.holds(ending, material.counts.view, components) {
                return Some(match (ending.result, ending.is_own) {
                    (Verdict::Tie, _) => Value::Tie(Depth::ZERO),
                    (Verdict::OwnWins, true) | (Verdict::OwnLoses, false) => Value::Win(Depth::ZERO),
                    _ => Value::Loss(Depth::ZERO),
                });
            }
        }
        None
    }

    #[inline(always)]
    fn holds(&self, ending: &SquareEnding, view: u8, components: &[Set; C]) -> bool {
        let own = if ending.is_own { &components[..C / 2] } else { &components[C / 2..] };
        let side = usize::from(view) ^ usize::from(!ending.is_own);
        let mut all = 0;
        for set in own {
            all |= set;
        }
        for &family in &ending.rows {
            if !self.has_row(family, all) {
                return false;
            }
        }
        for &(kind, zone) in &ending.reached {
            if own[kind] & self.zones[zone][side] == 0 {
                return false;
            }
        }
        true
    }

    #[inline(always)]
    pub(super) fn has_row(&self, family: usize, set: Set) -> bool {
        let size = set.count_ones() as usize;
        if size < self.numbering.sets.len() && !self.numbering.sets[size].records.is_empty() {
            return self.numbering.sets[size].records[self.numbering.ranks.of(set) as usize].rows >> family & 1 > 0;
        }
        let mut found = false;
        for &row in &self.rows[family] {
            found |= set & row == row;
        }
        found
    }

    /// Whether the mover completes a row by a move that is left out.
    #[inline(always)]
    pub(super) fn wins_now(&self, sector: usize, own: Set, empty: Set) -> bool {
        let Some((_, wins)) = &self.wins else { return false };
        wins.of(sector, own.count_ones() as usize, self.numbering.ranks.of(own)) & empty != 0
    }

    /// The value of a position in which one side has a row of a family whose ending is left out.
    #[inline(always)]
    pub(super) fn row_value(&self, family: usize, components: &[Set; C]) -> Option<Value> {
        if self.has_row(family, components[1]) {
            return Some(Value::Loss(Depth::ZERO));
        }
        self.has_row(family, components[0]).then_some(Value::Win(Depth::ZERO))
    }

    /// Whether a position is a win in one that is left out.
    pub(crate) fn elides_win(&self, contents: &[u8], turn: u8) -> bool {
        self.seen(contents, turn).is_some_and(|(sector, components)| {
            let empty = sights(self.numbering.all, &components)[C];
            self.wins_now(sector, components[0], empty)
        })
    }

    /// Whether a finished position is an ending that is left out.
    pub(crate) fn elides_ending(&self, contents: &[u8], turn: u8) -> bool {
        let Some((family, _)) = self.wins else { return false };
        self.seen(contents, turn).is_some_and(|(_, components)| self.row_value(family, &components).is_some())
    }
}
