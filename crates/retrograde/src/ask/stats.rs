//! Counts of a whole table's values, and the selection of positions by value.

use std::ops::RangeInclusive;

use crate::ask::board::PositionSummary;
use crate::ask::questions::{QuestionError, Questions};
use crate::rules::game::Slot;
use crate::rules::side::{BySide, Side};
use crate::rules::value::{Depth, Kind, Value};
use crate::table::cell::Cell;
use crate::table::histogram::{Counts, row};
use crate::table::values::find_value;

/// The number of positions by value. The type `P` identifies a position. `P` is either a slot or the game's own type of
/// positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats<P = Slot> {
    /// The number of slots, holes included.
    pub slots: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions of each class, for each side to move.
    pub totals: BySide<Counts>,
    /// The number of positions of each depth, from 0 plies to the greatest depth. Draws have no depth.
    pub by_depth: Vec<Counts>,
    /// The deepest win, loss and tie for each side to move, each with the lowest slot that has this value.
    pub deepest: Vec<Deepest<P>>,
}

/// The deepest position of one class and one side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepest<P = Slot> {
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    pub value: Value,
    /// The position with the lowest slot among all positions with the value `value` and the side `turn` to move.
    pub position: P,
}

/// A filter that selects positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The side to move; `None` accepts both sides.
    pub turn: Option<Side>,
    /// The class for the side to move; `None` accepts every class.
    pub kind: Option<Kind>,
    /// The range of depths in plies. Draws have no depth, so they match the filter only if this range is `None`.
    pub depth: Option<RangeInclusive<u32>>,
}

impl Filter {
    /// Returns whether a position with the value `value` and the side `turn` to move matches the filter.
    pub fn matches(&self, value: Value, turn: Side) -> bool {
        self.turn.is_none_or(|wanted| wanted == turn) && self.accepts(value)
    }

    /// Returns whether a value matches the filter, whatever the side to move.
    fn accepts(&self, value: Value) -> bool {
        self.kind.is_none_or(|wanted| wanted == value.kind())
            && self.depth.as_ref().is_none_or(|range| value.depth().is_some_and(|d| range.contains(&d.plies())))
    }
}

/// The number of slots for which one query returns the sides to move.
const BLOCK: u64 = 1024;

impl Questions<'_> {
    /// Counts all positions of the table by value.
    ///
    /// # Complexity
    /// The function visits each slot once, and computes the position of each slot.
    pub fn stats(self) -> Result<Stats, QuestionError> {
        self.stats_with(|_, _, _| ())
    }

    /// Like [`stats`](Self::stats). Calls `visit` with the slot, the value and the side to move of each position, in
    /// ascending order of slots.
    pub fn stats_with(self, mut visit: impl FnMut(Slot, Value, Side)) -> Result<Stats, QuestionError> {
        let slots = self.values().slots();
        let mut stats = Stats::of(slots);
        let (mut turns, mut cells) = (Vec::new(), Vec::new());
        for first in (0..slots).step_by(BLOCK as usize) {
            let block = first..slots.min(first + BLOCK);
            cells.resize((block.end - first) as usize, Cell::HOLE);
            self.values().block(Slot(first), &mut cells)?;
            self.board().turns(block.clone(), &mut turns);
            for (slot, (cell, turn)) in block.zip(cells.iter().zip(&turns)) {
                if let (Some(value), &Some(turn)) = (cell.value(), turn) {
                    stats.add(Slot(slot), value, turn);
                    visit(Slot(slot), value, turn);
                }
            }
        }
        stats.deepest.sort_by_key(|d| (d.turn, std::cmp::Reverse(d.value.kind())));
        Ok(stats)
    }

    /// Returns the deepest position that matches `wanted` and passes `also`, with its depth. If several positions are
    /// equally deep, the result is the position with the lowest slot. Returns `None` if no matching position has a
    /// depth.
    ///
    /// # Complexity
    /// The function reads the values of the table once. On a folded board, the function reads them twice.
    pub fn deepest(self, wanted: &Filter, also: Also<'_>) -> Result<Option<(Slot, Depth)>, QuestionError> {
        self.over_matches(wanted, also, |each| {
            let mut deepest: Option<(Slot, Depth)> = None;
            each(&mut |slot, value| {
                if let Some(depth) = value.depth()
                    && deepest.is_none_or(|(_, old)| old < depth)
                {
                    deepest = Some((slot, depth));
                }
                false
            })?;
            Ok(deepest)
        })
    }

    /// Returns a random position. The same seed gives the same position. Usually all positions that match `wanted` and
    /// pass `also` are equally likely. If few positions match and the board is folded, all matching representatives are
    /// equally likely instead.
    ///
    /// # Complexity
    /// If at least one slot in a few hundred matches, the method usually reads at most a thousand slots. If fewer slots
    /// match, the method reads the whole table twice. On a folded board, there are two cases in which the method also
    /// visits all slots of the board: no position matches, or the rules imply the values of all matching positions.
    pub fn random(self, wanted: &Filter, seed: u64, also: Also<'_>) -> Result<Option<Slot>, QuestionError> {
        let mut rng = fastrand::Rng::with_seed(seed);
        if let Some(lucky) = self.lucky(wanted, &mut rng, also)? {
            return Ok(Some(lucky));
        }
        self.over_matches(wanted, also, |each| {
            let mut count = 0;
            each(&mut |_, _| {
                count += 1;
                false
            })?;
            let mut left = if count == 0 { return Ok(None) } else { rng.u64(..count) };
            let mut chosen = None;
            each(&mut |slot, _| {
                chosen = (left == 0).then_some(slot);
                left = left.saturating_sub(1);
                chosen.is_some()
            })?;
            Ok(chosen)
        })
    }

    /// Calls `search` with a function that visits matches until the visitor returns true. On a folded board, this
    /// function first visits only representatives, because they are fewer and need no look-up. If `search` finds
    /// nothing among the representatives, it is called again with all positions. The second call is necessary because
    /// the table does not contain the values that the rules imply, and because a representative need not have the
    /// wanted side to move.
    fn over_matches<T>(
        self,
        wanted: &Filter,
        also: Also<'_>,
        mut search: impl FnMut(&dyn Fn(Matches<'_>) -> Result<(), QuestionError>) -> Result<Option<T>, QuestionError>,
    ) -> Result<Option<T>, QuestionError> {
        if let Some(table) = self.values().folded() {
            let found = search(&|visit| {
                find_value(table, |slot, value| {
                    let slot = wanted.accepts(value).then(|| self.board().representative(slot)).flatten()?;
                    (self.fits(wanted, slot, value, also) && visit(slot, value)).then_some(())
                })?;
                Ok(())
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        search(&|visit| {
            find_value(self.values(), |slot, value| {
                (self.fits(wanted, slot, value, also) && visit(slot, value)).then_some(())
            })?;
            Ok(())
        })
    }

    /// Tries up to a thousand random slots, and returns the first slot that matches. Returns `None` if none of these
    /// slots matches. All matching slots of the table are equally likely.
    fn lucky(self, wanted: &Filter, rng: &mut fastrand::Rng, also: Also<'_>) -> Result<Option<Slot>, QuestionError> {
        const DRAWS: u32 = 1000;
        let slots = self.values().slots();
        let draws = if slots == 0 { 0 } else { DRAWS };
        for _ in 0..draws {
            let slot = Slot(rng.u64(..slots));
            let value = self.values().value(slot)?;
            if value.is_some_and(|value| self.fits(wanted, slot, value, also)) {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    /// Returns whether a position matches. Checks the value first, because this check costs least.
    fn fits(self, wanted: &Filter, slot: Slot, value: Value, also: Also<'_>) -> bool {
        let here = || self.board().here(slot);
        wanted.accepts(value) && here().is_some_and(|here| wanted.matches(value, here.turn) && also(slot, here))
    }
}

/// A second filter of positions, which the caller supplies as a function.
pub type Also<'a> = &'a dyn Fn(Slot, PositionSummary) -> bool;

/// A visitor of matches. A visitor receives the slot and the value of a match, and returns whether the visit ends.
type Matches<'a> = &'a mut dyn FnMut(Slot, Value) -> bool;

impl<P> Stats<P> {
    /// Replaces each identifier of a position by the result of `map_position`.
    pub(crate) fn map<Q>(self, mut map_position: impl FnMut(P) -> Q) -> Stats<Q> {
        let Self { slots, positions, totals, by_depth, deepest } = self;
        let deepest_of = |Deepest { turn, value, position }| Deepest { turn, value, position: map_position(position) };
        Stats { slots, positions, totals, by_depth, deepest: deepest.into_iter().map(deepest_of).collect() }
    }
}

impl Stats {
    /// Returns the statistics of a table with `slots` slots before any position is counted.
    fn of(slots: u64) -> Self {
        Self { slots, positions: 0, totals: BySide::default(), by_depth: Vec::new(), deepest: Vec::new() }
    }

    fn add(&mut self, slot: Slot, value: Value, turn: Side) {
        self.positions += 1;
        self.totals[turn].add(value.kind());
        let Some(depth) = value.depth() else { return };
        row(&mut self.by_depth, depth).add(value.kind());
        self.deepen(Deepest { turn, value, position: slot }, depth);
    }

    /// Updates the deepest position of a class. Positions must be added in ascending order of slots, because the first
    /// position with the greatest depth stays.
    fn deepen(&mut self, new: Deepest, depth: Depth) {
        let same = |old: &&mut Deepest| old.turn == new.turn && old.value.kind() == new.value.kind();
        match self.deepest.iter_mut().find(same) {
            Some(old) if old.value.depth() < Some(depth) => *old = new,
            Some(_) => {}
            None => self.deepest.push(new),
        }
    }
}
