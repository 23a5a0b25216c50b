//! Stores reversed steps as differences of slots.

use retrograde::BySide;

use super::steps::{Floor, Steps};

/// The squares from which a token could have stepped to one square. Usually, a token could have stepped from all
/// neighbours of this square.
#[derive(Clone, Debug)]
pub(super) struct Retreats {
    beside: Steps,
    /// For each neighbour, the slot before the step minus the slot after the step.
    shifts: [i32; 4],
}

impl Retreats {
    /// Marks a square for which the general rules must compute the predecessors.
    const NONE: Self = Self { beside: Steps::NONE, shifts: [0; 4] };

    /// Returns the retreats (the reversed steps) of B's token for each square, then the retreats of A's token for each
    /// square. The two lists are joined into one list, so that no branch in the code depends on the side.
    pub(super) fn of_both(steps: &[Steps], homes: BySide<Floor>) -> Vec<Self> {
        let of = |goal: Floor, stride: i64, turn: i64| {
            steps.iter().zip(0..).map(move |(beside, to)| {
                let plain = !beside.contains(goal.0);
                plain.then(|| Self::to(to, beside, stride, turn)).flatten().unwrap_or(Self::NONE)
            })
        };
        // Slots are sorted by A's square, then B's square, then the side to move. A board has less than 2^32 squares.
        let row = 2 * i64::from(steps.len() as u32);
        let BySide([a, b]) = homes;
        of(a, 2, 1).chain(of(b, row, -1)).collect()
    }

    /// Returns the retreats (the reversed steps) to one square. Returns `None` if the differences of slots are too
    /// large. If the differences are too large, the table of the board would not fit into memory anyway.
    fn to(to: i64, beside: &Steps, stride: i64, turn: i64) -> Option<Self> {
        let mut retreats = Self { beside: *beside, shifts: [0; 4] };
        for (shift, from) in retreats.shifts.iter_mut().zip(beside.iter()) {
            *shift = i32::try_from((i64::from(from) - to) * stride + turn).ok()?;
        }
        Some(retreats)
    }

    /// Returns the differences of slots if the opponent stands on `opponent`; empty if the general rules must compute
    /// the predecessors.
    #[inline]
    pub(super) fn shifts(&self, opponent: u32) -> &[i32] {
        if self.beside.contains(opponent) { &[] } else { &self.shifts[..self.beside.len()] }
    }
}

#[cfg(test)]
mod tests {
    use retrograde::author::Square;
    use retrograde::{BySide, Notation, Numbered, Reversible, Slot};

    use crate::grid::Grid;
    use crate::race::{A, B, Race};

    fn assert_batch_keeps_rules(game: &Race, slots: &[Slot]) {
        let (mut by_batch, mut by_rules) = (Vec::new(), Vec::new());
        game.each_predecessor_of(slots, |index, before, same| by_batch.push((index, before, same)));
        for (index, &slot) in slots.iter().enumerate() {
            game.each_predecessor(slot, |before, same| by_rules.push((index, before, same)));
        }
        by_batch.sort_unstable();
        by_rules.sort_unstable();
        assert_eq!(by_batch, by_rules);
    }

    #[test]
    fn steps_are_taken_back_as_the_rules_have_it() {
        for token in ["A2/3/2B_a", "1A#1/4/#1B1_a", "#A2/1#2/#1#1/2B1_a", "A#1/##1/2B_a"] {
            let (game, _) = Race::parse(token).unwrap();
            let all: Vec<Slot> = (0..game.slots()).map(Slot).filter(|&slot| game.position(slot).is_some()).collect();
            assert_batch_keeps_rules(&game, &all);
        }
    }

    #[test]
    fn slots_may_be_too_far_apart_for_differences() {
        let columns = 1 << 15;
        let homes = BySide([Square::new(0, 0), Square::new(1, columns - 1)]);
        let game = Race::new(Grid::open(2, columns.into()), homes).unwrap();
        let place = |a, b, turn| game.slot(&game.place(BySide([a, b]), turn).unwrap());
        let (a, b) = (Square::new(1, 7), Square::new(0, 9));
        let slots = [place(a, b, A), place(a, b, B), place(a, Square::new(0, 7), B)];
        assert_batch_keeps_rules(&game, &slots);
        let mut before = Vec::new();
        game.each_predecessor(slots[1], |slot, _| before.push(slot));
        assert!(before.iter().any(|slot| slot.0.abs_diff(slots[1].0) > 1 << 31));
    }
}
