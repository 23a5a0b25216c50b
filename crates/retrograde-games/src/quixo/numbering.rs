//! The numbering and the un-moves of quixo. The engine for board games derives the numbering and the un-moves from a
//! description of the rules. Positions that are equal up to a symmetry of the board, or up to an exchange of the marks,
//! share a slot.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use retrograde::rules::RawSlots;
use retrograde::{Ending, Facts, Game, Numbered, Reversible, Seed, Side, Slot};
use retrograde_boards::{BoardGame, BoardPosition, DerivedGame};

use super::description::description;
use super::pushes::MAX_SIDE;
use super::rules::{Position, Quixo};

/// The games that the engine has derived, indexed by the number of rows and the number of columns. An entry is `None`
/// if the board is too large.
static DERIVED: [[OnceLock<Option<DerivedGame>>; MAX_SIDE + 1]; MAX_SIDE + 1] =
    [const { [const { OnceLock::new() }; MAX_SIDE + 1] }; MAX_SIDE + 1];

/// Converts a position of quixo to a position of the described game.
fn described(position: &Position, cubes: usize) -> BoardPosition {
    let content =
        |cube: usize| (0..).zip(position.marks).map(|(side, marks)| (marks >> cube & 1) as u8 * (side + 1)).sum();
    let marks = (0..cubes).map(content);
    BoardPosition { contents: marks.chain([0, 0]).collect(), turn: position.turn }
}

fn position(described: &BoardPosition) -> Position {
    let marks = [1, 2].map(|mark| {
        let cubes = described.contents.iter().enumerate().filter(|(_, content)| **content == mark);
        cubes.fold(0, |marks, (cube, _)| marks | 1 << cube)
    });
    Position { marks, turn: described.turn }
}

impl Quixo {
    /// Returns the derived game, or `None` if the board has too many positions. The derived numbering includes all
    /// arrangements of marks. The reason is that the engine considers only the pushes when it determines which numbers
    /// of marks can occur.
    fn derived(&self) -> Option<&'static DerivedGame> {
        let derive = || {
            let rules = BoardGame::new(Arc::new(description(self.size)));
            DerivedGame::new(&rules, &rules.start()).ok()
        };
        DERIVED[self.size.rows][self.size.columns].get_or_init(derive).as_ref()
    }

    /// Returns the number of arrangements of marks.
    fn arrangements(&self) -> u64 {
        3_u64.pow(self.size.cubes() as u32)
    }

    fn described(&self, position: &Position) -> BoardPosition {
        described(position, self.size.cubes())
    }
}

/// The slots of a board with too many positions. The program only counts the slots of such a board, because no machine
/// has enough memory for the table.
impl Quixo {
    /// Returns the number of an arrangement. The number has one base-3 digit for each cube, from the point of view of
    /// the side to move.
    fn arrangement(&self, position: &Position) -> u64 {
        let digit = |cube: usize| {
            let [mine, theirs] = [position.turn, position.turn.other()].map(|side| position.marks[side.index()]);
            u64::from(mine >> cube & 1) + 2 * u64::from(theirs >> cube & 1)
        };
        (0..self.size.cubes()).rev().fold(0, |number, cube| 3 * number + digit(cube))
    }

    fn arranged(&self, mut number: u64, turn: Side) -> Position {
        let mut marks = [0; 2];
        for cube in 0..self.size.cubes() {
            match number % 3 {
                1 => marks[turn.index()] |= 1 << cube,
                2 => marks[turn.other().index()] |= 1 << cube,
                _ => {}
            }
            number /= 3;
        }
        Position { marks, turn }
    }
}

impl Numbered for Quixo {
    const AT_ONCE: bool = true;
    const REPEATS: bool = true;

    fn slots(&self) -> u64 {
        self.derived().map_or_else(|| self.arrangements(), Numbered::slots)
    }

    fn slot(&self, position: &Position) -> Slot {
        match self.derived() {
            Some(derived) => derived.slot(&self.described(position)),
            None => Slot(self.arrangement(position)),
        }
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        match self.derived() {
            Some(derived) => derived.position(slot).as_ref().map(position),
            None => Some(self.arranged(slot.0, Side::First)),
        }
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    fn elides_win(&self, position: &Position) -> bool {
        self.derived().is_some_and(|derived| derived.elides_win(&self.described(position)))
    }

    fn elides_all_wins(&self) -> bool {
        false
    }

    fn elides_ending(&self, position: &Position, ending: Ending) -> bool {
        self.derived().is_some_and(|derived| derived.elides_ending(&self.described(position), ending))
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        match self.derived() {
            Some(derived) => derived.each_seed(slots, visit),
            None => slots.for_each(|slot| visit(self.seed(Slot(slot)))),
        }
    }

    /// Returns facts about depths. The facts tell the solver that a depth fits into a byte. On 4x4, no win is longer
    /// than 21 plies, and no loss is longer than 22 plies.
    fn facts(&self) -> Facts {
        self.derived().map_or(Facts { fits_bytes: true, ..Facts::default() }, Numbered::facts)
    }
}

impl RawSlots<Position> for Quixo {
    fn raw_slots(&self) -> u64 {
        self.derived().map_or_else(|| 2 * self.arrangements(), RawSlots::raw_slots)
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        match self.derived() {
            Some(derived) => derived.raw_slot(&self.described(position)),
            None => Slot(2 * self.arrangement(position) + position.turn.index() as u64),
        }
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        match self.derived() {
            Some(derived) => derived.raw_position(slot).as_ref().map(position),
            None => Some(self.arranged(slot.0 / 2, Side::from_parity(slot.0))),
        }
    }

    /// Returns true, because all images of a position share one slot.
    fn slots_are_orbits(&self) -> bool {
        self.derived().is_some()
    }
}

impl Reversible for Quixo {
    fn each_unmove(&self, child: &Position, visit: impl FnMut(Position)) {
        let mut parents = BTreeSet::new();
        self.each_parent(child, |parent| {
            parents.insert(parent);
        });
        parents.into_iter().for_each(visit);
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        if let Some(derived) = self.derived() {
            return derived.each_predecessor_of(slots, visit);
        }
        for (index, slot) in slots.iter().enumerate() {
            let child = self.arranged(slot.0, Side::First);
            self.each_parent(&child, |parent| visit(index, Slot(self.arrangement(&parent)), false));
        }
    }
}

impl Quixo {
    /// Visits each predecessor of `child`, once for each push that leads from the predecessor to `child`. In this push,
    /// the side that is not to move in `child` took a cube that was blank or had this side's mark.
    fn each_parent(&self, child: &Position, mut visit: impl FnMut(Position)) {
        let mover = child.turn.other();
        for line in self.size.lines() {
            let made = line.pushes().filter(|(_, to)| child.marks[mover.index()] >> line.cube(*to) & 1 > 0);
            for (push, was_mine) in made.flat_map(|push| [(push, false), (push, true)]) {
                let marks = line.before(child.marks, was_mine.then_some(mover), push);
                let parent = Position { marks, turn: mover };
                if self.ending(&parent).is_none() {
                    visit(parent);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every arrangement of marks is a position, with either side to move.
    #[test]
    fn all_arrangements_have_a_slot() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3)] {
            let game = Quixo::new(rows, columns).unwrap();
            assert_eq!(game.raw_slots(), 2 * game.arrangements());
            for number in 0..game.arrangements() {
                for turn in Side::BOTH {
                    let position = game.arranged(number, turn);
                    assert_eq!(game.arrangement(&position), number);
                    assert!(game.slot(&position).0 < game.slots());
                    assert_eq!(game.raw_position(game.raw_slot(&position)), Some(position));
                }
            }
        }
    }
}
