//! The numbering and the un-moves of teeko. The engine for board games derives the numbering and the un-moves from a
//! description of the rules. Two positions share a slot if one of the eight symmetries of the board maps one position
//! to the other. If all pieces are on the board, a position also shares its slot with the position in which the colours
//! are exchanged.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use retrograde::rules::RawSlots;
use retrograde::{Ending, Facts, Numbered, Reversible, Seed, Side, Slot};
use retrograde_boards::{BoardGame, BoardPosition, DerivedGame};

use super::board::{MEN, Mask, SQUARES, squares};
use super::description::description;
use super::rules::{Position, Teeko};

static DERIVED: LazyLock<DerivedGame> = LazyLock::new(|| {
    let rules = BoardGame::new(Arc::new(description()));
    DerivedGame::new(&rules, &rules.start()).expect("a test derives the numbering")
});

/// Converts a position of teeko to a position of the described game.
fn described(position: &Position) -> BoardPosition {
    let mut contents = vec![0; SQUARES];
    for (men, content) in position.men.into_iter().zip(1..) {
        squares(men).for_each(|square| contents[square] = content);
    }
    contents.extend(position.men.map(|men| (MEN as u8).saturating_sub(men.count_ones() as u8)));
    BoardPosition { contents: contents.into(), turn: position.turn }
}

fn position(described: &BoardPosition) -> Position {
    let men = Side::BOTH.map(|side| {
        let is_own = |&(_, content): &(usize, &u8)| usize::from(*content) == 1 + side.index();
        let own = described.contents[..SQUARES].iter().enumerate().filter(is_own);
        own.fold(0, |men: Mask, (square, _)| men | 1 << square)
    });
    Position { men, turn: described.turn }
}

impl Numbered for Teeko {
    const AT_ONCE: bool = true;
    const REPEATS: bool = true;

    fn slots(&self) -> u64 {
        DERIVED.slots()
    }

    fn slot(&self, position: &Position) -> Slot {
        DERIVED.slot(&described(position))
    }

    fn position(&self, slot: Slot) -> Option<Position> {
        DERIVED.position(slot).as_ref().map(position)
    }

    fn raw(&self) -> Option<&dyn RawSlots<Position>> {
        Some(self)
    }

    fn elides_win(&self, position: &Position) -> bool {
        DERIVED.elides_win(&described(position))
    }

    fn elides_all_wins(&self) -> bool {
        false
    }

    fn elides_ending(&self, position: &Position, ending: Ending) -> bool {
        DERIVED.elides_ending(&described(position), ending)
    }

    fn each_seed(&self, slots: Range<u64>, visit: impl FnMut(Seed)) {
        DERIVED.each_seed(slots, visit);
    }

    fn facts(&self) -> Facts {
        DERIVED.facts()
    }
}

impl RawSlots<Position> for Teeko {
    fn raw_slots(&self) -> u64 {
        DERIVED.raw_slots()
    }

    fn raw_slot(&self, position: &Position) -> Slot {
        DERIVED.raw_slot(&described(position))
    }

    fn raw_position(&self, slot: Slot) -> Option<Position> {
        DERIVED.raw_position(slot).as_ref().map(position)
    }

    fn slots_are_orbits(&self) -> bool {
        DERIVED.slots_are_orbits()
    }
}

impl Reversible for Teeko {
    fn each_unmove(&self, child: &Position, mut visit: impl FnMut(Position)) {
        DERIVED.each_unmove(&described(child), |parent| visit(position(&parent)));
    }

    fn each_predecessor(&self, slot: Slot, visit: impl FnMut(Slot, bool)) {
        DERIVED.each_predecessor(slot, visit);
    }

    fn each_predecessor_of(&self, slots: &[Slot], visit: impl FnMut(usize, Slot, bool)) {
        DERIVED.each_predecessor_of(slots, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 75,710,250 arrangements have all eight pieces. In each of these arrangements, either side may be to move.
    #[test]
    fn positions_have_the_published_number() {
        assert_eq!((Teeko.slots(), Teeko.raw_slots()), (12_896_209, 96_691_476 + 75_710_250));
    }
}
