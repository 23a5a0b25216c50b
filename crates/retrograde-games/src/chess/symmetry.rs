//! The symmetries of the board, and the kings' squares up to them.
//!
//! Without pawns all eight are symmetries of the rules, and the kings stand in 462 ways; with pawns left and right can be exchanged alone,
//! and they stand in 1,806.

use std::sync::LazyLock;

use super::board::{LINES, Mask, PLACES, Place, Role, attacks, bit, places};
use super::position::{Man, Position};

/// How to turn the board: bit 0 exchanges left and right, bit 1 up and down, then bit 2 files and ranks.
pub(super) type Turning = u8;

/// The turnings that keep a pawn's way ahead.
const WITH_PAWNS: u8 = 2;
/// All of them.
const ALL: u8 = 8;

/// One turning for each way to lay the board down anew, where left and right do not count.
const WITHOUT_PAWNS: [Turning; 3] = [2, 4, 5];

/// Squares on the long diagonals: no turning but the one that does nothing keeps any other.
pub(super) const DIAGONALS: Mask = 0x8142_2418_1824_4281;

/// Where a turning takes a square.
const fn turned(turning: Turning, place: Place) -> Place {
    let flipped = place ^ ((turning & 1) * (LINES - 1)) ^ ((turning >> 1 & 1) * (PLACES - LINES));
    if turning & 4 > 0 { flipped % LINES * LINES + flipped / LINES } else { flipped }
}

impl Position {
    /// The position on a turned board.
    fn turned(&self, turning: Turning) -> Self {
        let to = |place| turned(turning, place);
        let man = |man: Man| Man { place: to(man.place), ..man };
        Self::new(self.kings.map(to), self.men.map(|it| it.map(man)), self.turn, self.passed.map(to))
    }

    /// A position without pawns, turned in all other ways that pawns would tell apart.
    pub(super) fn turned_without_pawns(&self) -> impl Iterator<Item = Self> {
        WITHOUT_PAWNS.into_iter().map(|turning| self.turned(turning))
    }
}

/// How two kings stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stand {
    /// The number of the class, if the kings do not touch.
    class: Option<u16>,
    /// The turnings that lead to the class's own squares, a bit each.
    turnings: u8,
}

/// The kings' squares up to some turnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kings {
    /// By both squares.
    stands: Vec<Stand>,
    /// By class.
    squares: Vec<[Place; 2]>,
}

impl Kings {
    fn new(has_pawns: bool) -> Self {
        let turnings = if has_pawns { WITH_PAWNS } else { ALL };
        let pairs = usize::from(PLACES).pow(2);
        let mut kings = Self { stands: vec![Stand::default(); pairs], squares: Vec::new() };
        let all =
            (0..pairs).map(|pair| [pair / usize::from(PLACES), pair % usize::from(PLACES)].map(|place| place as Place));
        for pair in all.filter(|&[one, other]| one != other && !touch(one, other)) {
            let image = |turning| pair.map(|place| turned(turning, place));
            // The class's own squares are the least ones, which come first.
            let least = (0..turnings).map(image).min().unwrap_or(pair);
            if least == pair {
                kings.stands[index(pair)].class = Some(kings.squares.len() as u16);
                kings.squares.push(pair);
            }
            let class = kings.stands[index(least)].class;
            let turnings = (0..turnings).filter(|&turning| image(turning) == least).map(|turning| 1 << turning).sum();
            kings.stands[index(pair)] = Stand { class, turnings };
        }
        kings
    }

    /// How many classes there are.
    pub(super) fn classes(&self) -> u64 {
        self.squares.len() as u64
    }

    /// The kings' squares in a class.
    pub(super) fn squares(&self, class: u64) -> Option<[Place; 2]> {
        self.squares.get(class as usize).copied()
    }

    /// The class of a position's kings, and the positions on boards turned to the class's own squares.
    pub(super) fn images(&self, position: &Position) -> Option<(u64, impl Iterator<Item = Position>)> {
        let Stand { class, turnings } = self.stands[index(position.kings)];
        let images = places(turnings.into()).map(|turning| position.turned(turning));
        Some((class?.into(), images))
    }
}

/// Without pawns, and with them.
static KINGS: LazyLock<[Kings; 2]> = LazyLock::new(|| [Kings::new(false), Kings::new(true)]);

/// The kings' squares, up to what is a symmetry of such men.
pub(super) fn kings(has_pawns: bool) -> &'static Kings {
    &KINGS[usize::from(has_pawns)]
}

fn touch(one: Place, other: Place) -> bool {
    attacks(retrograde::Side::First, Role::King, one, 0) & bit(other) != 0
}

fn index([one, other]: [Place; 2]) -> usize {
    usize::from(one) * usize::from(PLACES) + usize::from(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_stand_in_as_many_ways_as_published() {
        assert_eq!([false, true].map(|has_pawns| kings(has_pawns).classes()), [462, 1806]);
    }
}
