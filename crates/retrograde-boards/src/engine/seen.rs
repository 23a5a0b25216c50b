//! Computes the sets that tests read, including the sets of the conditions that the engine evaluates in each position.

use super::bits::Set;
use super::conditions::{Compiled, MOST_CONDITIONS};
use super::instances::{Sight, sight};
use super::moves::{SIGHTS, sight_number};
use super::sights::{MOST_SIGHTS, sights};
use super::solver::Engine;
use crate::description::{Content, PatternCell, Test};

/// The maximum number of sets that tests read, including the sets of conditions.
pub(super) const MOST_SEEN: usize = 16 + SIGHTS + 2 * MOST_CONDITIONS;

/// The sets of a position that tests read, as one side sees them.
pub(super) type Seen = [Set; MOST_SEEN];

impl<const C: usize> Engine<C> {
    /// The sets that tests read. `components` are the components as the side `side` (0 or 1) sees them.
    pub(super) fn seen_by(&self, side: usize, components: &[Set; C]) -> Seen {
        let mut all = [0; MOST_SEEN];
        all[..MOST_SIGHTS].copy_from_slice(&sights(self.numbering.all, components));
        for (number, condition) in self.conditions.sides[side].iter().enumerate() {
            let holds = match condition {
                Compiled::Zone(zone) => *zone,
                Compiled::Row(family) => self.filled(*family, all[C + 2]) | self.filled(*family, all[C + 3]),
                Compiled::Path(paths) => paths.iter().fold(0, |found, (first, tests)| {
                    let fits = || tests.iter().all(|&(sight, set)| all[usize::from(sight)] & set == set);
                    if found & first == 0 && fits() { found | first } else { found }
                }),
            };
            let place = C + SIGHTS + 2 * number;
            (all[place], all[place + 1]) = (holds, self.numbering.all & !holds);
        }
        all
    }

    /// The squares of all full rows.
    fn filled(&self, family: usize, set: Set) -> Set {
        self.rows[family].iter().filter(|&&row| set & row == row).fold(0, |all, row| all | row)
    }

    /// The squares at which a condition holds (`true`) or does not hold (`false`).
    pub(super) fn where_holds(&self, seen: &Seen, condition: usize, holds: bool) -> Set {
        seen[usize::from(sight_number(Sight::Condition(condition, holds), C, &self.conditions.numbers))]
    }

    /// Whether a test of squares holds. The result is true for a test that does not test squares.
    pub(super) fn passes(&self, side: usize, seen: &Seen, test: &Test) -> bool {
        match test {
            Test::Row(family) => self.has_row(*family, seen[C + 2]),
            Test::Reached(kind, zone) => seen[*kind] & self.zones[*zone][side] != 0,
            Test::Somewhere(cell) => self.matching(seen, cell) != 0,
            Test::Count(..) => true,
        }
    }

    /// The squares that match a cell.
    fn matching(&self, seen: &Seen, cell: &PatternCell) -> Set {
        let content = match sight(cell.before, C / 2) {
            Some(sight) => seen[usize::from(sight_number(sight, C, &self.conditions.numbers))],
            None if cell.before == Content::Edge => 0,
            None => self.numbering.all,
        };
        cell.conditions.iter().fold(content, |all, &(condition, holds)| all & self.where_holds(seen, condition, holds))
    }
}
