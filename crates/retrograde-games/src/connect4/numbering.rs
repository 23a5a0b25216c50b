//! The numbering and the un-moves of connect four. The engine for board games derives the numbering and the un-moves
//! from a description of the rules. Positions that are mirror images share a slot.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use retrograde::rules::RawSlots;
use retrograde::{Ending, Facts, Game, Numbered, Reversible, Seed, Side, Slot};
use retrograde_boards::{BoardGame, BoardPosition, DerivedGame};

use super::board::{MOST, Size, Stones};
use super::description::description;
use super::profiles::Profiles;
use super::rules::{ConnectFour, Position};
use crate::colex::{rank, unrank};

/// The games that the engine has derived, indexed by the number of rows and the number of columns. An entry is `None`
/// if the board has too many positions.
static DERIVED: [[OnceLock<Option<DerivedGame>>; MOST.1 + 1]; MOST.0 + 1] =
    [const { [const { OnceLock::new() }; MOST.1 + 1] }; MOST.0 + 1];

/// Returns the bits of all squares, in the order that the squares have in the description of the game.
fn bits(size: Size) -> impl Iterator<Item = Stones> {
    (0..size.rows).flat_map(move |row| (0..size.columns).map(move |column| size.square(column, row)))
}

fn described(size: Size, position: &Position) -> BoardPosition {
    let content =
        |bit: Stones| (1..).zip(position.stones).map(|(mark, stones)| u8::from(stones & bit > 0) * mark).sum();
    BoardPosition { contents: bits(size).map(content).chain([0, 0]).collect(), turn: position.turn() }
}

fn position(size: Size, described: &BoardPosition) -> Position {
    let stones = [1, 2].map(|mark| {
        let own = bits(size).zip(&described.contents).filter(|(_, content)| **content == mark);
        own.fold(0, |stones, (bit, _)| stones | bit)
    });
    Position { stones }
}

impl ConnectFour {
    /// Returns the derived game, or `None` if the board has too many positions.
    fn derived(&self) -> Option<&'static DerivedGame> {
        let derive = || {
            let rules = BoardGame::new(Arc::new(description(self.size)));
            DerivedGame::new(&rules, &rules.start()).ok()
        };
        DERIVED[self.size.rows][self.size.columns].get_or_init(derive).as_ref()
    }

    fn described(&self, position: &Position) -> BoardPosition {
        described(self.size, position)
    }
}

/// The slots of a board with too many positions. The program only counts the slots of such a board, because few
/// machines have enough memory for the table.
impl ConnectFour {
    fn profiles(&self) -> &Profiles {
        self.profiles.get_or_init(|| Profiles::new(self.size))
    }

    /// Returns the number of a position among all positions, sorted by the heights of the columns, then by the colours.
    fn number(&self, position: &Position) -> u64 {
        let (mut heights, mut colours, mut stones) = ([0; MOST.1], 0, 0);
        for (column, height) in heights[..self.size.columns].iter_mut().enumerate() {
            let bits = |stones: Stones| (stones & self.size.column(column)) / self.size.bottom(column);
            *height = bits(position.taken()).count_ones() as u8;
            colours |= bits(position.stones[0]) << stones;
            stones += usize::from(*height);
        }
        self.profiles().start(&heights) + rank(colours)
    }

    fn numbered(&self, number: u64) -> Position {
        let profile = self.profiles().profile(self.profiles().place_of(number));
        let crosses = profile.stones(self.size, unrank(number - profile.start, profile.crosses(), profile.stones));
        Position { stones: [crosses, profile.taken(self.size) & !crosses] }
    }
}

impl Numbered for ConnectFour {
    const AT_ONCE: bool = true;
    const REPEATS: bool = true;

    fn slots(&self) -> u64 {
        self.derived().map_or_else(|| self.profiles().slots(), Numbered::slots)
    }

    fn slot(&self, position: &Position) -> Slot {
        match self.derived() {
            Some(derived) => derived.slot(&self.described(position)),
            None => Slot(self.number(position)),
        }
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        match self.derived() {
            Some(derived) => derived.position(slot).map(|described| position(self.size, &described)),
            None => Some(self.numbered(slot.0)),
        }
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    fn elides_win(&self, position: &Position) -> bool {
        match self.derived() {
            Some(derived) => derived.elides_win(&self.described(position)),
            None => self.wins_at_once(position),
        }
    }

    fn elides_all_wins(&self) -> bool {
        false
    }

    fn elides_ending(&self, position: &Position, ending: Ending) -> bool {
        match self.derived() {
            Some(derived) => derived.elides_ending(&self.described(position), ending),
            None => ending.winner().is_some(),
        }
    }

    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        match self.derived() {
            Some(derived) => derived.each_seed(slots, visit),
            None => slots.for_each(|slot| visit(self.seed(Slot(slot)))),
        }
    }

    /// The depth of a position is at most the number of squares. A position has at most as many moves as the board has
    /// columns.
    fn facts(&self) -> Facts {
        let fits_bytes = 3 * self.size.squares() + self.size.columns < 250;
        Facts { fits_bytes, ..self.derived().map_or_else(Facts::default, Numbered::facts) }
    }
}

impl RawSlots<Position> for ConnectFour {
    fn raw_slots(&self) -> u64 {
        self.derived().map_or_else(|| self.profiles().slots(), RawSlots::raw_slots)
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        match self.derived() {
            Some(derived) => derived.raw_slot(&self.described(position)),
            None => Slot(self.number(position)),
        }
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        match self.derived() {
            Some(derived) => derived.raw_position(slot).map(|described| position(self.size, &described)),
            None => Some(self.numbered(slot.0)),
        }
    }

    /// Returns true, because both mirror images of a position share one slot.
    fn slots_are_orbits(&self) -> bool {
        self.derived().is_some()
    }
}

impl Reversible for ConnectFour {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let opponent: Side = position.turn().other();
        for column in 0..self.size.columns {
            let stones = position.taken() & self.size.column(column);
            let Some(top) = stones.checked_ilog2().map(|top| 1 << top) else { continue };
            if position.theirs() & top > 0 {
                let mut before = *position;
                before.stones[opponent.index()] ^= top;
                if self.ending(&before).is_none() {
                    visit(before);
                }
            }
        }
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        self.each_predecessor_of(&[slot], |_, parent, same| visit(parent, same));
    }

    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        if let Some(derived) = self.derived() {
            return derived.each_predecessor_of(slots, visit);
        }
        for (index, slot) in slots.iter().enumerate() {
            self.each_unmove(&self.numbered(slot.0), |parent| visit(index, Slot(self.number(&parent)), false));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position that the heights of the columns allow has a slot, and the derived numbering has no other slots.
    #[test]
    fn all_positions_are_numbered_in_both_ways() {
        for (rows, columns) in [(1, 1), (1, 7), (2, 3), (3, 3), (6, 1), (4, 2), (2, 4)] {
            let game = ConnectFour::new(rows, columns).unwrap();
            assert_eq!(game.raw_slots(), game.profiles().slots(), "{rows}x{columns}");
            for number in 0..game.raw_slots() {
                let position = game.numbered(number);
                assert_eq!(game.number(&position), number);
                assert!(game.slot(&position).0 < game.slots());
                assert_eq!(game.raw_position(game.raw_slot(&position)), Some(position));
            }
        }
    }
}
