//! Recognises positions in which the game is over, and positions that the next move wins.

use retrograde::{Depth, Value};

use super::bits::Set;
use super::sectors::SquareEnding;
use super::solver::Engine;
use super::wins::Wins;
use crate::description::Verdict;

impl<const C: usize> Engine<C> {
    /// The value of a position for the side to move, if one of the sector's endings holds. `None` if no ending holds,
    /// or if the ending is elided.
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
        ending.somewhere.is_empty() || self.matches_somewhere(ending, side, components)
    }

    #[cold]
    fn matches_somewhere(&self, ending: &SquareEnding, side: usize, components: &[Set; C]) -> bool {
        let mut components = *components;
        if !ending.is_own {
            components.rotate_left(C / 2);
        }
        let seen = self.seen_by(side, &components);
        ending.somewhere.iter().all(|test| self.passes(side, &seen, test))
    }

    /// Whether an ending holds in a position. The ending may be elided.
    pub(super) fn is_over(&self, sector: usize, components: &[Set; C]) -> bool {
        self.ended(sector, components).is_some() || self.has_elided_row(components)
    }

    /// Whether a side has a row whose ending is elided.
    pub(super) fn has_elided_row(&self, components: &[Set; C]) -> bool {
        let has_row = |wins| self.row_value(wins, components).is_some();
        self.wins().is_some_and(has_row)
            || self.fills().is_some_and(|fills| components[..2].iter().any(|set| fills.has_row(*set)))
    }

    /// Whether a position is an elided win in 1, or the mover has a row whose ending is elided.
    pub(super) fn wins_at_once(&self, sector: usize, components: &[Set; C]) -> bool {
        self.wins().is_some_and(|wins| self.wins_now(wins, sector, components))
            || self.fills().is_some_and(|fills| self.fills_row(fills, sector, components))
    }

    #[inline(always)]
    pub(super) fn has_row(&self, family: usize, set: Set) -> bool {
        match self.full_rows.get(set as usize) {
            Some(rows) => rows >> family & 1 > 0,
            None => self.has_row_outside(family, set),
        }
    }

    /// Whether a set contains a row. The function is for boards without a table `full_rows`.
    #[inline(always)]
    fn has_row_outside(&self, family: usize, set: Set) -> bool {
        match self.numbering.place_of_rows(set) {
            Some(place) => self.numbering.records[place].rows >> family & 1 > 0,
            None => self.rows[family].iter().any(|row| set & row == *row),
        }
    }

    /// Whether some ending of a position holds and is not elided.
    #[inline(always)]
    pub(super) fn is_ended(&self, sector: usize, components: &[Set; C]) -> bool {
        let material = &self.materials[sector];
        let [own, other] = material.over_by_rows;
        if C == 2
            && own | other > 0
            && let (Some(first), Some(second)) =
                (self.full_rows.get(components[0] as usize), self.full_rows.get(components[1] as usize))
        {
            // The processor cannot predict well whether a row is full, so this code has no branch.
            return first & own | second & other > 0;
        }
        !material.endings.is_empty() && self.ended(sector, components).is_some()
    }

    /// The value of a position in which one side has a row whose ending is elided; `None` if no side has such a row.
    #[inline(always)]
    pub(super) fn row_value(&self, wins: &Wins, components: &[Set; C]) -> Option<Value> {
        if self.has_row(wins.family, components[1]) {
            return Some(Value::Loss(Depth::ZERO));
        }
        self.has_row(wins.family, components[0]).then_some(Value::Win(Depth::ZERO))
    }

    /// Whether the mover has a row, or can complete a row with the next move.
    #[inline(always)]
    pub(super) fn wins_now(&self, wins: &Wins, sector: usize, components: &[Set; C]) -> bool {
        wins.of(sector, self.numbering.ranks.of(components[0])) & !components[1] != 0
    }

    /// Whether some positions are elided.
    pub(crate) const fn elides_any(&self) -> bool {
        self.wins().is_some() || self.fills().is_some()
    }

    /// Whether a position is an elided win in 1.
    pub(crate) fn elides_win(&self, contents: &[u8], turn: u8) -> bool {
        self.seen(contents, turn).is_some_and(|(sector, components)| self.wins_at_once(sector, &components))
    }

    /// Whether a finished position is an elided ending.
    pub(crate) fn elides_ending(&self, contents: &[u8], turn: u8) -> bool {
        self.seen(contents, turn).is_some_and(|(_, components)| self.has_elided_row(&components))
    }
}
